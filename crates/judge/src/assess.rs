//! What the saved pages say of a claim: which passages state its values, contradict them, replace its
//! frame or list its kind without it. Both the deterministic judge and the checks read it.

use std::collections::{BTreeMap, BTreeSet};

use proofmark_text::TextRange;

use crate::files::{Claim, ClaimType};
use crate::page::{Page, Pages, Slot, Unit, fold_name};
use crate::terms::{are_related, is_identifier, names};
use crate::url::normalise_url;
use crate::value::{Bound, ClaimValue, Value, claim_values};

/// A page with its normalised address.
type Addressed<'p> = (&'p String, &'p Page);

/// A claim taken apart.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) values: Vec<ClaimValue>,
    pub(crate) names: Vec<String>,
    terms: Vec<Term>,
    folded: String,
    cited: Option<String>,
    text: String,
    kind: ClaimType,
}

#[derive(Debug)]
struct Term {
    text: String,
    /// Terms of the pages that count as this one.
    like: BTreeSet<String>,
    weight: u64,
    /// Where in the claim it stands, as a clause number; `None` for the same term in several.
    clauses: BTreeSet<usize>,
    is_identifier: bool,
}

/// A passage on a page, with how well it answers the claim.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) url: String,
    pub(crate) unit: usize,
    /// How much of the claim's words the passage and its surroundings name, in thousandths.
    pub(crate) coverage: u64,
    rank: u64,
    pub(crate) slot: Option<usize>,
}

/// What the pages say of one value.
#[derive(Clone, Debug)]
pub(crate) enum ValueFinding {
    /// A current passage states it.
    Stated(Found),
    /// A bound that the current value exceeds, not more than twice.
    TightBound(Found),
    /// A bound that the current value exceeds more than twice.
    Understated(Found),
    /// Another value stands where the claim's should.
    Differs(Found),
    /// Only a passage about the past states it; the current one states another.
    Past { current: Found },
    /// Nothing decides.
    Silent,
}

/// Coverage from which a passage counts as stating what the claim states.
const STATES: u64 = 420;
/// Coverage from which a passage counts as contradicting the claim.
const CONTRADICTS: u64 = 500;
/// Coverage from which prose without values counts as stating the claim.
const SUPPORTS: u64 = 600;

impl Reading {
    pub(crate) fn new(claim: &Claim, pages: &Pages) -> Self {
        let text = claim.claim.clone();
        let values = claim_values(&text);
        let bounds = clauses(&text, &values);
        let mut found: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        let ranges: Vec<TextRange> = values.iter().map(|v| v.value.range()).collect();
        for (idx, (start, end)) in bounds.iter().enumerate() {
            let inside: Vec<TextRange> = ranges
                .iter()
                .filter(|r| r.start() >= *start && r.end() <= *end)
                .map(|r| TextRange::new(r.start() - start, r.end() - start))
                .collect();
            for term in pages.terms.of(&text[*start..*end], &inside) {
                found.entry(term).or_default().insert(idx);
            }
        }
        let terms = found
            .into_iter()
            .map(|(text, clauses)| {
                let is_identifier = is_identifier(&text);
                let like: BTreeSet<String> = if is_identifier {
                    BTreeSet::from([text.clone()])
                } else {
                    pages
                        .frequency
                        .keys()
                        .filter(|term| are_related(term, &text))
                        .cloned()
                        .chain([text.clone()])
                        .collect()
                };
                let n: u64 = like
                    .iter()
                    .filter_map(|term| pages.frequency.get(term))
                    .max()
                    .copied()
                    .unwrap_or(0);
                Term {
                    weight: weight(n, pages.n_units),
                    like,
                    clauses,
                    is_identifier,
                    text,
                }
            })
            .collect();
        Self {
            names: names(&text),
            folded: fold_name(&text),
            cited: claim
                .evidence_url
                .as_deref()
                .map(normalise_url)
                .filter(|url| pages.pages.contains_key(url)),
            values,
            terms,
            text,
            kind: claim.claim_type,
        }
    }

    /// Pages in the order in which they are asked: the cited one, then all others by address.
    fn order<'p>(&self, pages: &'p Pages) -> (Option<Addressed<'p>>, Vec<Addressed<'p>>) {
        let cited = self
            .cited
            .as_ref()
            .and_then(|url| pages.pages.get_key_value(url));
        let others = pages
            .pages
            .iter()
            .filter(|(url, _)| Some(*url) != self.cited.as_ref() && pages.is_allowed(url))
            .collect();
        (cited.filter(|(url, _)| pages.is_allowed(url)), others)
    }

    /// Values that decide: none that only illustrate.
    pub(crate) fn deciding(&self) -> impl Iterator<Item = (usize, &ClaimValue)> {
        self.values
            .iter()
            .enumerate()
            .filter(|(_, value)| !value.is_illustrative)
    }

    /// What the pages say of the value of that index.
    pub(crate) fn value(&self, idx: usize, pages: &Pages) -> ValueFinding {
        let (cited, others) = self.order(pages);
        let first = cited.map(|page| self.value_on(idx, &[page]));
        match first {
            Some(found) if !matches!(found, ValueFinding::Silent) => found,
            _ => self.value_on(idx, &others),
        }
    }

    fn value_on(&self, idx: usize, pages: &[(&String, &Page)]) -> ValueFinding {
        let wanted = &self.values[idx];
        let mut same: Option<Found> = None;
        let mut other: Option<Found> = None;
        let mut past: Option<Found> = None;
        for (url, page) in pages {
            // Where the claim names a row of a table, the table's other rows are about something else.
            let is_named = |unit: &Unit| unit.label.len() > 3 && self.folded.contains(&unit.label);
            let named: BTreeSet<Option<usize>> = page
                .units
                .iter()
                .filter(|unit| is_named(unit))
                .map(|unit| unit.group)
                .collect();
            for (unit_idx, unit) in page.units.iter().enumerate() {
                if unit.is_row && named.contains(&unit.group) && !is_named(unit) {
                    continue;
                }
                for (slot_idx, slot) in unit.slots.iter().enumerate() {
                    let is_same = states(&wanted.value, slot);
                    if !is_same && !is_rival(&wanted.value, slot) {
                        continue;
                    }
                    let Some(mut found) =
                        self.score(url, page, unit_idx, unit, Some((slot_idx, slot)), idx)
                    else {
                        continue;
                    };
                    found.slot = Some(slot_idx);
                    let is_past = unit.is_past || slot.is_past;
                    let place = match (is_past, is_same) {
                        (true, true) => &mut past,
                        (true, false) => continue,
                        (false, true) => &mut same,
                        (false, false) => &mut other,
                    };
                    if place.as_ref().is_none_or(|best| best.rank < found.rank) {
                        *place = Some(found);
                    }
                }
            }
        }
        let rank = |found: &Option<Found>| found.as_ref().map_or(0, |found| found.rank);
        let threshold = |found: Found, least: u64| (found.coverage >= least).then_some(found);
        if rank(&same) > 0 && rank(&same) >= rank(&other) {
            return same
                .and_then(|found| threshold(found, STATES))
                .map_or(ValueFinding::Silent, ValueFinding::Stated);
        }
        // A list of every member contradicts what it should hold and does not.
        let lists_all = other.as_ref().is_some_and(|found| {
            asserts_existence(&self.text)
                && pages
                    .iter()
                    .any(|(url, page)| **url == found.url && self.is_listed_by(page))
        });
        let least = if lists_all { STATES - 70 } else { CONTRADICTS };
        let Some(other) = other.and_then(|found| threshold(found, least)) else {
            return ValueFinding::Silent;
        };
        let slot = pages
            .iter()
            .find(|(url, _)| **url == other.url)
            .and_then(|(_, page)| page.units.get(other.unit))
            .zip(other.slot)
            .and_then(|(unit, slot)| unit.slots.get(slot));
        if past
            .as_ref()
            .is_some_and(|past| past.coverage >= STATES && past.rank * 10 >= other.rank * 7)
        {
            return ValueFinding::Past { current: other };
        }
        if let (Bound::Lower | Bound::Upper, Some(slot)) = (wanted.bound, slot) {
            let stated = slot.with_unit.as_ref().unwrap_or(&slot.value);
            if stated.is_more_than(&wanted.value, 2) {
                return ValueFinding::Understated(other);
            }
            if stated.is_more_than(&wanted.value, 1) {
                return ValueFinding::TightBound(other);
            }
        }
        ValueFinding::Differs(other)
    }

    /// Whether the page declares that it lists every member of a kind that the claim names.
    fn is_listed_by(&self, page: &Page) -> bool {
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

    /// How well a passage, or a value in it, answers; `None` where an identifier of the claim is not named.
    fn score(
        &self,
        url: &str,
        page: &Page,
        unit_idx: usize,
        unit: &Unit,
        slot: Option<(usize, &Slot)>,
        value_idx: usize,
    ) -> Option<Found> {
        let clause = self.clause_of(value_idx);
        let has_own_identifier = self
            .terms
            .iter()
            .any(|t| t.is_identifier && t.clauses.contains(&clause));
        let mut total = 0;
        let mut covered = 0;
        let mut named = BTreeSet::new();
        for term in &self.terms {
            let is_near = term.clauses.contains(&clause);
            let weight = if is_near || slot.is_none() {
                term.weight
            } else {
                term.weight / 2
            };
            let holds = |set: &BTreeSet<String>| term.like.iter().any(|like| set.contains(like));
            let in_column = slot.is_some_and(|(_, slot)| holds(&slot.column) || holds(&slot.cell));
            let factor = if holds(&unit.own) || in_column {
                10
            } else if holds(&unit.section) || slot.is_none() && holds(&unit.other) {
                9
            } else if holds(&unit.other) {
                6
            } else if holds(&unit.intro) {
                7
            } else if holds(&page.subject) {
                6
            } else {
                0
            };
            if factor == 0 && term.is_identifier && (is_near || !has_own_identifier) {
                return None;
            }
            if factor > 0 {
                named.extend(term.like.iter());
            }
            total += weight * 10;
            covered += weight * factor;
        }
        if total == 0 {
            return None;
        }
        // What the passage names and the claim does not: another thing's row.
        let empty = BTreeSet::new();
        let column = slot.map_or(&empty, |(_, slot)| &slot.column);
        let label: BTreeSet<&String> = unit.own.union(column).collect();
        let shared = label.iter().filter(|term| named.contains(*term)).count() as u64;
        let fit = if label.is_empty() {
            500
        } else {
            shared * 1000 / label.len() as u64
        };
        let fit = if unit.is_row { fit } else { fit.max(400) };
        let coverage = covered * 1000 / total;
        Some(Found {
            url: url.to_owned(),
            unit: unit_idx,
            coverage,
            rank: coverage * (600 + fit * 4 / 10),
            slot: None,
        })
    }

    fn clause_of(&self, value_idx: usize) -> usize {
        let bounds = clauses(&self.text, &self.values);
        let at = self
            .values
            .get(value_idx)
            .map_or(0, |value| value.value.range().start());
        bounds.iter().position(|(_, end)| at < *end).unwrap_or(0)
    }

    /// A passage that states the claim in words, when no value decides; on the cited page first.
    pub(crate) fn support(&self, pages: &Pages) -> Option<Found> {
        let (cited, others) = self.order(pages);
        cited
            .and_then(|page| self.support_on(&[page]))
            .or_else(|| self.support_on(&others))
    }

    fn support_on(&self, pages: &[(&String, &Page)]) -> Option<Found> {
        let mut best: Option<Found> = None;
        for (url, page) in pages {
            for (idx, unit) in page
                .units
                .iter()
                .enumerate()
                .filter(|(_, unit)| !unit.is_past && !unit.is_heading)
            {
                let Some(found) = self.score(url, page, idx, unit, None, usize::MAX) else {
                    continue;
                };
                let text = page.saved.document.slice(unit.range);
                if denies(text) != denies(&self.text) {
                    continue;
                }
                if best.as_ref().is_none_or(|b| b.rank < found.rank) {
                    best = Some(found);
                }
            }
        }
        best.filter(|found| found.coverage >= SUPPORTS)
    }

    /// R3: a passage that says that what the claim builds on was replaced, retired or closed.
    pub(crate) fn superseded(&self, pages: &Pages) -> Option<Found> {
        if speaks_of_end(&self.text) {
            return None;
        }
        let (cited, others) = self.order(pages);
        for (url, page) in cited.into_iter().chain(others) {
            for (idx, unit) in page.units.iter().enumerate() {
                let text = page.saved.document.slice(unit.range);
                if self.is_replaced_by(text, pages) || self.is_row_of_ended(unit, text) {
                    return Some(Found {
                        url: url.clone(),
                        unit: idx,
                        coverage: 1000,
                        rank: 0,
                        slot: None,
                    });
                }
            }
        }
        None
    }

    /// The sentence's subject, up to the words that end it, is all in the claim.
    fn is_replaced_by(&self, sentence: &str, pages: &Pages) -> bool {
        let lower = sentence.to_lowercase();
        let Some(at) = ENDS.iter().filter_map(|mark| lower.find(mark)).min() else {
            return false;
        };
        let Some(subject) = sentence.get(..at) else {
            return false;
        };
        let mut subject_terms = pages.terms.of(subject, &[]);
        for word in [
            "former", "formerly", "previous", "old", "older", "legaci", "current",
        ] {
            subject_terms.remove(word);
        }
        let is_in_claim = |term: &String| {
            self.terms
                .iter()
                .any(|t| t.text == *term || t.like.contains(term))
        };
        let is_specific =
            subject_terms.len() >= 2 || subject_terms.iter().any(|term| is_identifier(term));
        is_specific && subject_terms.len() <= 6 && subject_terms.iter().all(is_in_claim)
    }

    /// A row whose first cell is a name of the claim, in a section of what has ended.
    fn is_row_of_ended(&self, unit: &Unit, text: &str) -> bool {
        let is_ended = unit.headings.lines().any(|heading| {
            let lower = heading.to_lowercase();
            ["retired", "discontinued", "deprecated", "no longer"]
                .iter()
                .any(|word| lower.contains(word))
                && !lower.contains("retirement")
                && !lower.contains(" and ")
        });
        let label = fold_name(text.split('\t').next().unwrap_or(text));
        is_ended && unit.is_row && label.len() > 3 && self.folded.contains(&label)
    }

    /// R2: names of the claim that stand nowhere on the page whose list would hold them, and that list.
    pub(crate) fn absent_from_list(&self, pages: &Pages) -> Option<(Found, TextRange, String)> {
        if !asserts_existence(&self.text) {
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
                // A claim about a region need not say the word; the list's heading does.
                let lists_regions = self.kind == ClaimType::Region
                    && group.heading.iter().any(|term| are_related(term, "region"))
                    && (in_kind.max(share(&page.subject))) * 1000 >= total * 300;
                let is_declared = share(&declared) * 1000 >= total * 300
                    && in_kind * 1000 >= total * 250
                    && in_heading > 0;
                if !is_cited && declared.is_empty() {
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
                let found = Found {
                    url: url.clone(),
                    unit,
                    coverage: 1000,
                    rank: 0,
                    slot: None,
                };
                best = Some((rank, found, group.range, absent.clone()));
            }
        }
        best.map(|(_, found, range, name)| (found, range, name))
    }

    /// How many of the claim's telling terms two sets name.
    pub(crate) fn n_shared(&self, own: &BTreeSet<String>, around: &BTreeSet<String>) -> usize {
        let holds = |term: &Term| {
            term.like
                .iter()
                .any(|like| own.contains(like) || around.contains(like))
        };
        self.terms.iter().filter(|term| holds(term)).count()
    }

    /// Whether each name of the claim stands on that page.
    pub(crate) fn all_names_on(&self, page: &Page) -> bool {
        !self.names.is_empty() && !self.names.iter().any(|name| is_absent(name, page))
    }
}

fn is_absent(name: &str, page: &Page) -> bool {
    !page.folded.contains(&fold_name(name))
}

/// Words that end what a sentence is about.
const ENDS: [&str; 22] = [
    " is being retired",
    " are being retired",
    " is retired",
    " are retired",
    " was retired",
    " has been retired",
    " is deprecated",
    " are deprecated",
    " is now deprecated",
    " has been deprecated",
    " is superseded",
    " has been superseded",
    " have been superseded",
    " has been replaced",
    " have been replaced",
    " is replaced by",
    " are replaced by",
    " was renamed",
    " has been renamed",
    " is not available for new",
    " is no longer ",
    " are no longer ",
];

/// The claim itself tells of an end, so the end does not contradict it.
fn speaks_of_end(claim: &str) -> bool {
    let lower = claim.to_lowercase();
    [
        "retire",
        "deprecat",
        "replac",
        "supersed",
        "renamed",
        "no longer",
        "legacy",
        "discontinu",
        "sunset",
    ]
    .iter()
    .any(|word| lower.contains(word))
}

fn denies(text: &str) -> bool {
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
        ]
        .iter()
        .any(|word| lower.contains(word))
}

/// Clauses of a claim: parted where both sides hold a value of their own.
fn clauses(text: &str, values: &[ClaimValue]) -> Vec<(usize, usize)> {
    let mut bounds = Vec::new();
    let mut start = 0;
    let mut cuts: Vec<usize> = [" and ", "; ", ", while ", " while "]
        .iter()
        .flat_map(|mark| text.match_indices(mark).map(|(at, _)| at))
        .collect();
    cuts.sort_unstable();
    for cut in cuts {
        let has = |from: usize, to: usize| {
            values
                .iter()
                .any(|v| v.value.range().start() >= from && v.value.range().end() <= to)
        };
        if cut > start && has(start, cut) && has(cut, text.len()) {
            bounds.push((start, cut));
            start = cut;
        }
    }
    bounds.push((start, text.len()));
    bounds
}

/// A term's weight: the rarer in the pages, the more it tells. 1 to 17.
fn weight(n: u64, n_units: u64) -> u64 {
    let rarity = (n_units + 1) * 4 / (n + 1);
    1 + u64::from(rarity.max(1).ilog2())
}

/// Whether a slot states the value.
fn states(wanted: &Value, slot: &Slot) -> bool {
    match &slot.with_unit {
        Some(with_unit) => wanted.is_same(with_unit) || wanted.has_same_numeral(&slot.value),
        None => wanted.is_same(&slot.value),
    }
}

/// Whether a slot states another value of the kind.
fn is_rival(wanted: &Value, slot: &Slot) -> bool {
    slot.with_unit
        .as_ref()
        .is_some_and(|v| wanted.is_of_kind(v))
        || wanted.is_of_kind(&slot.value)
}
