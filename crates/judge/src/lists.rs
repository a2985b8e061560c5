//! Lists that hold every member of a kind: what stands in them, and what does not (R2).

use std::collections::BTreeSet;

use proofmark_text::TextRange;

use crate::assess::{Found, Reading};
use crate::cells::squash;
use crate::files::ClaimType;
use crate::page::{Page, Pages, fold_name};
use crate::terms::are_related;
use crate::words::{denies, denies_ability};

impl Reading {
    /// Whether the page declares that it lists every member of a kind that the claim names.
    pub(crate) fn is_listed_by(&self, page: &Page) -> bool {
        let names_kind = |kind: &String| {
            let lower = kind.to_lowercase();
            let words = lower.split_whitespace().filter(|word| word.len() > 2);
            let (n, n_known) = words.fold((0, 0), |(n, known), word| {
                let is_known = self.terms.iter().any(|term| are_related(&term.text, word));
                (n + 1, known + usize::from(is_known))
            });
            n_known >= 2 && n_known * 2 >= n
        };
        page.saved.snapshot.enumerates.iter().any(names_kind)
    }

    /// R2: names of the claim that stand nowhere on the page whose list would hold them, and that list.
    pub(crate) fn absent_from_list(&self, pages: &Pages) -> Option<(Found, TextRange, String)> {
        if !asserts_existence(self.text()) {
            return None;
        }
        let (cited, others) = self.order(pages);
        let mut best: Option<(u64, Found, TextRange, String)> = None;
        for (is_cited, (url, page)) in cited
            .into_iter()
            .map(|p| (true, p))
            .chain(others.into_iter().map(|p| (false, p)))
        {
            let Some(absent) = self.names.iter().find(|name| is_absent(name, page)) else {
                if is_cited && !self.names.is_empty() {
                    return None;
                }
                continue;
            };
            if self
                .names
                .iter()
                .any(|name| name != absent && is_absent(name, page))
            {
                continue;
            }
            let declared: BTreeSet<String> = page
                .saved
                .snapshot
                .enumerates
                .iter()
                .flat_map(|kind| pages.terms.of(kind, &[]))
                .collect();
            // A list elsewhere is asked only for what no page lists.
            let squashed = squash(absent);
            if !is_cited
                && pages
                    .pages
                    .values()
                    .any(|page| page.items.contains(&squashed))
            {
                continue;
            }
            let absent_terms = pages.terms.of(absent, &[]);
            for (group_idx, group) in page
                .groups
                .iter()
                .enumerate()
                .filter(|(_, group)| group.n_items >= 2)
            {
                let wanted = || {
                    self.terms
                        .iter()
                        .filter(|term| !absent_terms.contains(&term.text))
                };
                let share = |set: &BTreeSet<String>| -> u64 {
                    wanted()
                        .filter(|term| term.like.iter().any(|like| set.contains(like)))
                        .map(|term| term.weight)
                        .sum()
                };
                let total: u64 = wanted().map(|term| term.weight).sum();
                let (in_heading, in_kind) = (share(&group.heading), share(&group.kind));
                // A claim about a region need not say the word; the list's heading does. Only such a list
                // could hold it.
                let is_region = self.kind() == ClaimType::Region;
                let is_of_regions = || group.kind.iter().any(|term| are_related(term, "region"));
                if is_region && (!is_of_regions() || refers_on(page, group_idx)) {
                    continue;
                }
                let lists_regions = is_region
                    && group.heading.iter().any(|term| are_related(term, "region"))
                    && (in_kind.max(share(&page.subject))) * 1000 >= total * 300;
                let is_of_declared = !group.heading.is_disjoint(&declared);
                let is_declared = is_of_declared && in_kind * 1000 >= total * 600
                    || share(&declared) * 1000 >= total * 300
                        && in_kind * 1000 >= total * 250
                        && in_heading > 0;
                if !is_cited && share(&declared) == 0 {
                    continue;
                }
                let is_named = in_heading * 1000 >= total * 300 || is_declared || lists_regions;
                if total == 0 || !is_named {
                    continue;
                }
                let rank =
                    (in_heading * 2 + in_kind + share(&declared)) * if is_cited { 12 } else { 10 };
                if best.as_ref().is_some_and(|(known, ..)| *known >= rank) {
                    continue;
                }
                let Some(unit) = page
                    .units
                    .iter()
                    .position(|unit| unit.group == Some(group_idx))
                else {
                    continue;
                };
                let found = Found::of(url, unit);
                best = Some((rank, found, group.range, absent.clone()));
            }
        }
        best.map(|(_, found, range, name)| (found, range, name))
    }

    /// Whether each name of the claim stands on that page.
    pub(crate) fn all_names_on(&self, page: &Page) -> bool {
        !self.names.is_empty() && !self.names.iter().any(|name| is_absent(name, page))
    }

    /// A list that holds what the claim says it does, each by its name, and nothing else of the claim left
    /// over; and the items from the first to the last of them.
    pub(crate) fn listed(&self, pages: &Pages) -> Option<(Found, TextRange, bool)> {
        if !asserts_existence(self.text()) {
            return None;
        }
        let (cited, others) = self.order(pages);
        cited.into_iter().chain(others).find_map(|(url, page)| {
            (0..page.groups.len()).find_map(|group| self.listed_in(url, page, group, pages))
        })
    }

    fn listed_in(
        &self,
        url: &str,
        page: &Page,
        group_idx: usize,
        pages: &Pages,
    ) -> Option<(Found, TextRange, bool)> {
        let group = page
            .groups
            .get(group_idx)
            .filter(|group| group.n_items >= 2)?;
        let items: Vec<(usize, TextRange, String)> = page
            .units
            .iter()
            .enumerate()
            .filter(|(_, unit)| unit.group == Some(group_idx) && !unit.is_past)
            .map(|(idx, unit)| {
                let text = page.saved.document.slice(unit.range);
                let name = if unit.is_row {
                    squash(&unit.label)
                } else {
                    squash(text)
                };
                (idx, unit.range, name)
            })
            .collect();
        let mut hits: Vec<(usize, TextRange)> = Vec::new();
        for name in &self.names {
            let squashed = squash(name);
            if let Some((idx, range, _)) = items.iter().find(|(_, _, item)| *item == squashed) {
                hits.push((*idx, *range));
            } else if !pages
                .terms
                .of(name, &[])
                .iter()
                .all(|term| group.kind.contains(term) || page.subject.contains(term))
            {
                return None;
            }
        }
        let is_of_kind = group.kind.iter().any(|term| self.knows(term));
        let (first, range) = *hits.first().filter(|_| is_of_kind)?;
        let all = hits.iter().fold(range, |all, (_, range)| all.cover(*range));
        // A list of what cannot be had, or one of another category than the claim's.
        let is_denied = group
            .intro
            .is_some_and(|intro| denies_ability(page.saved.document.slice(intro)));
        let heading = |unit: usize| {
            let headings = page
                .units
                .get(unit)
                .map_or("", |unit| unit.headings.as_str());
            fold_name(headings.lines().last().unwrap_or_default())
        };
        let own = heading(first);
        let is_of_other = !self.folded_has(&own)
            && page.units.iter().enumerate().any(|(idx, unit)| {
                let other = heading(idx);
                unit.group.is_some_and(|group| group != group_idx)
                    && other.len() > 3
                    && other != own
                    && self.folded_has(&other)
            });
        Some((Found::of(url, first), all, !is_denied && !is_of_other))
    }
}

/// Whether a table sends its reader elsewhere for some of its rows: then it does not hold all.
fn refers_on(page: &Page, group: usize) -> bool {
    page.units
        .iter()
        .filter(|unit| unit.group == Some(group))
        .flat_map(|unit| &unit.cells)
        .any(|cell| {
            let text = page.saved.document.slice(cell.range).to_lowercase();
            ["see ", "all ", "any ", "every "]
                .iter()
                .any(|word| text.starts_with(word))
        })
}

/// Whether a name stands nowhere on a page. A word with a capital, which the page's running text has only as a
/// common word, is no name there.
fn is_absent(name: &str, page: &Page) -> bool {
    let folded = fold_name(name);
    if !page.folded.contains(&folded) {
        let squashed = squash(name);
        return !page.items.contains(&squashed);
    }
    let is_plain_word =
        name.starts_with(char::is_uppercase) && name.chars().skip(1).all(char::is_lowercase);
    is_plain_word
        && !page
            .saved
            .document
            .raw()
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| word == name)
        && !page.units.iter().any(|unit| {
            unit.group.is_some()
                && fold_name(page.saved.document.slice(unit.range)).contains(&folded)
        })
}

/// The claim says that something is there: offered, available, one of a kind.
pub(crate) fn asserts_existence(claim: &str) -> bool {
    let lower = format!(" {} ", claim.to_lowercase());
    !denies(claim)
        && [
            " is one of ",
            " are among ",
            " is among ",
            " ships ",
            " offers ",
            " offer ",
            " sells ",
            " provides ",
            " includes ",
            " has a ",
            " have a ",
            " available in ",
            " available as ",
            " can be used in ",
            " is available",
            " are available",
            " is offered",
            " are offered",
            " is supported",
            " are supported",
            " supports ",
            " exists",
            " there is ",
            " is a built-in ",
            " is listed",
            " lists ",
            " is part of ",
            " runs in ",
            " is a ",
            " is an ",
            " has an ",
            " have an ",
            " exist ",
            " include ",
            " support ",
            " understands ",
            " knows ",
            " exposes ",
            " comes with ",
            " comes in ",
            " works in ",
            " run in ",
            " hosted in ",
            " offered in ",
            " offered as ",
            " deployed in ",
            " sold in ",
            " sold as ",
            " belongs to ",
            " belong to ",
            " counts among ",
        ]
        .iter()
        .any(|word| lower.contains(word))
}
