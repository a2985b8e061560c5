//! What passages without values say: the claim's own words, another name in its place, or that it is not so.

use crate::assess::{Found, Reading};
use crate::cells::squash;
use crate::lists::asserts_existence;
use crate::page::{Page, Pages, Unit, fold_name};

/// Coverage from which prose without values counts as stating the claim.
const SUPPORTS: u64 = 600;
/// Coverage from which a denial counts as the claim's.
const DENIES: u64 = 700;

/// Shares of a claim's words from which a passage says it all, or up to which it says none of it.
const SAYS_ALL: u64 = 700;
const SAYS_LITTLE: u64 = 300;

impl Reading {
    /// A passage that states the claim in words, when no value decides; on the cited page first.
    pub(crate) fn support(&self, pages: &Pages) -> Option<Found> {
        self.best_in_words(pages, SUPPORTS, &|text, unit, page| {
            denies(text) == denies(self.text())
                && self.codes().all(|code| has_word(text, code))
                && self.has_names(unit, page, pages)
        })
    }

    /// A passage that denies what the claim says, or has another code where the claim has one that stands
    /// nowhere on its page.
    pub(crate) fn contradicted(&self, pages: &Pages) -> Option<Found> {
        if denies(self.text()) {
            return None;
        }
        self.best_in_words(pages, DENIES, &|text, unit, page| {
            denies_ability(text) && self.has_names(unit, page, pages)
        })
        .or_else(|| {
            self.codes().next()?;
            self.best_in_words(pages, SUPPORTS, &|text, _, page| {
                !denies(text)
                    && text.split_whitespace().any(|word| is_code(bare(word)))
                    && self
                        .codes()
                        .any(|code| !has_word(page.saved.document.raw(), code))
            })
        })
    }

    /// A passage that says it of a neighbour: of another row's label, or with another member of the list that
    /// the claim takes a name from.
    pub(crate) fn told_of_neighbour(&self, pages: &Pages) -> Option<Found> {
        if denies(self.text()) {
            return None;
        }
        let (cited, others) = self.order(pages);
        cited.into_iter().chain(others).find_map(|(url, page)| {
            self.said_in_sibling_row(page)
                .or_else(|| self.said_with_sibling(page, pages))
                .map(|unit| Found::of(url, unit))
        })
    }

    /// The row that the claim names says little of what it claims, and another of its table nearly all.
    fn said_in_sibling_row(&self, page: &Page) -> Option<usize> {
        let mut named = page
            .units
            .iter()
            .enumerate()
            .filter(|(_, unit)| unit.is_row && !unit.is_past && self.names_label(&unit.label));
        let (idx, row) = named.next()?;
        if named.next().is_some() {
            return None;
        }
        let says = |unit: &Unit| {
            self.share_in(&|term| row.label_terms.contains(term), &|term| {
                unit.own.contains(term) || unit.other.contains(term)
            })
        };
        let is_told_elsewhere = page.units.iter().enumerate().any(|(at, unit)| {
            at != idx && unit.is_row && unit.group == row.group && says(unit) >= SAYS_ALL
        });
        (is_told_elsewhere && says(row) <= SAYS_LITTLE).then_some(idx)
    }

    /// A sentence says nearly all of the claim with another member of a list in place of the claim's.
    fn said_with_sibling(&self, page: &Page, pages: &Pages) -> Option<usize> {
        for group in 0..page.groups.len() {
            let members = page.members(group);
            let Some(ours) = self
                .names
                .iter()
                .find(|name| members.contains(&squash(name)))
            else {
                continue;
            };
            let our_terms = pages.terms.of(ours, &[]);
            let is_others = |word: &str| {
                word.starts_with(char::is_uppercase)
                    && members.contains(&squash(word))
                    && !self.folded_has(word)
            };
            let found = page.units.iter().position(|unit| {
                let text = page.saved.document.slice(unit.range);
                !unit.is_row
                    && !unit.is_past
                    && !unit.is_heading
                    && !denies(text)
                    && !fold_name(text).contains(&fold_name(ours))
                    && words_of(text).any(is_others)
                    && self.share_in(&|term| our_terms.contains(term), &|term| {
                        unit.own.contains(term)
                    }) >= SAYS_ALL
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The share of the claim's words, but for some, that a passage says; in thousandths of their weight.
    fn share_in(&self, without: &dyn Fn(&str) -> bool, said: &dyn Fn(&str) -> bool) -> u64 {
        let (mut total, mut covered) = (0, 0);
        for term in self.terms.iter().filter(|term| !without(&term.text)) {
            total += term.weight;
            if term.like.iter().any(|like| said(like)) {
                covered += term.weight;
            }
        }
        (covered * 1000).checked_div(total).unwrap_or(0)
    }

    fn best_in_words(
        &self,
        pages: &Pages,
        least: u64,
        may_be: &dyn Fn(&str, &Unit, &Page) -> bool,
    ) -> Option<Found> {
        let (cited, others) = self.order(pages);
        let best_on = |asked: &[(&String, &Page)]| {
            let mut best: Option<Found> = None;
            for (url, page) in asked {
                for (idx, unit) in page.units.iter().enumerate() {
                    if unit.is_past || unit.is_heading {
                        continue;
                    }
                    let text = page.saved.document.slice(unit.range);
                    let Some(found) = self.score(url, page, idx, unit, None, usize::MAX) else {
                        continue;
                    };
                    if may_be(text, unit, page) && best.as_ref().is_none_or(|b| b.rank < found.rank)
                    {
                        best = Some(found);
                    }
                }
            }
            best.filter(|found| found.coverage >= least)
        };
        cited
            .and_then(|page| best_on(&[page]))
            .or_else(|| best_on(&others))
    }

    /// Whether each name of the claim, but for those in parentheses, is told by the passage or around it.
    pub(crate) fn has_names(&self, unit: &Unit, page: &Page, pages: &Pages) -> bool {
        // What exists is named by a row, and not mentioned in what the row tells of something else.
        let mentions = Some(&unit.other).filter(|_| !asserts_existence(self.text()));
        let told = [&unit.own, &unit.section, &unit.headers, &page.subject];
        let members = unit
            .group
            .filter(|_| unit.is_row)
            .map(|group| page.members(group))
            .unwrap_or_default();
        self.required.iter().all(|name| {
            // An introduction may name all rows; each is about its own.
            let intro = Some(&unit.intro).filter(|_| !members.contains(&squash(name)));
            let sets = || told.into_iter().chain(mentions).chain(intro);
            pages.terms.of(name, &[]).iter().all(|term| {
                let known = self.terms.iter().find(|known| known.text == *term);
                sets().any(|set| {
                    set.contains(term)
                        || known.is_some_and(|t| t.like.iter().any(|like| set.contains(like)))
                })
            })
        })
    }

    fn codes(&self) -> impl Iterator<Item = &str> {
        self.text()
            .split_whitespace()
            .map(bare)
            .filter(|word| is_code(word))
    }
}

fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// A word as programs write it: `twoWords`, `TwoWords` or `two_words`.
fn is_code(word: &str) -> bool {
    let is_word = word.chars().all(|c| c.is_alphanumeric() || c == '_');
    let n_humps = word
        .chars()
        .zip(word.chars().skip(1))
        .filter(|(a, b)| a.is_lowercase() && b.is_uppercase())
        .count();
    is_word && word.len() >= 8 && (n_humps >= 1 || word.contains('_'))
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|other| other.eq_ignore_ascii_case(word))
}

/// The passage says that something cannot be had or done.
pub(crate) fn denies_ability(text: &str) -> bool {
    let lower = text.to_lowercase().replace('’', "'");
    [
        "n't available",
        "not available",
        "n't supported",
        "not supported",
        "n't support ",
        "not support ",
        "n't offered",
        "not offered",
        "unavailable in",
        "unsupported",
    ]
    .iter()
    .any(|words| lower.contains(words))
}

pub(crate) fn denies(text: &str) -> bool {
    let lower = format!(" {} ", text.to_lowercase());
    [
        " not ",
        "n't ",
        "n’t ",
        " no ",
        " never ",
        " cannot ",
        " without ",
    ]
    .iter()
    .any(|word| lower.contains(word))
}
