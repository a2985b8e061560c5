//! What the saved pages say of a claim: which passages state its values, contradict them, replace its
//! frame or list its kind without it. Both the deterministic judge and the checks read it.

use std::collections::{BTreeMap, BTreeSet};

use proofmark_text::TextRange;

use crate::cells::squash;
use crate::files::{Claim, ClaimType};
use crate::lists::asserts_existence;
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
    /// Names that a passage about the claim has to be about: none in parentheses, none that are units.
    pub(crate) required: Vec<String>,
    /// For each value that is a bare number, terms of the words behind it.
    pub(crate) counted: Vec<BTreeSet<String>>,
    pub(crate) terms: Vec<Term>,
    pub(crate) folded: String,
    cited: Option<String>,
    text: String,
    kind: ClaimType,
}

#[derive(Debug)]
pub(crate) struct Term {
    pub(crate) text: String,
    /// Terms of the pages that count as this one.
    pub(crate) like: BTreeSet<String>,
    pub(crate) weight: u64,
    /// Where in the claim it stands, as a clause number; `None` for the same term in several.
    pub(crate) clauses: BTreeSet<usize>,
    pub(crate) is_identifier: bool,
}

/// A passage on a page, with how well it answers the claim.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) url: String,
    pub(crate) unit: usize,
    /// How much of the claim's words the passage and its surroundings name, in thousandths.
    pub(crate) coverage: u64,
    pub(crate) rank: u64,
    pub(crate) slot: Option<usize>,
}

impl Found {
    /// A passage that decides by itself.
    pub(crate) fn of(url: &str, unit: usize) -> Self {
        Self {
            url: url.to_owned(),
            unit,
            coverage: 1000,
            rank: 0,
            slot: None,
        }
    }
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

/// Weight of a word that stands on no page.
const UNKNOWN: u64 = 3;
/// Coverage from which a passage counts as stating what the claim states.
const STATES: u64 = 420;
/// Coverage from which a passage counts as contradicting the claim.
const CONTRADICTS: u64 = 500;

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
        let names = names(&text);
        let name_terms: BTreeSet<String> = names
            .iter()
            .flat_map(|name| pages.terms.of(name, &[]))
            .collect();
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
                // A word that no page has cannot tell one passage from another, unless it is a name.
                let is_telling = n > 0 || is_identifier || name_terms.contains(&text);
                Term {
                    weight: if is_telling {
                        weight(n, pages.n_units)
                    } else {
                        UNKNOWN
                    },
                    like,
                    clauses,
                    is_identifier,
                    text,
                }
            })
            .collect();
        let mut counted: Vec<BTreeSet<String>> = Vec::new();
        for value in &values {
            let terms = match &value.value {
                Value::Quantity(q) if q.is_bare() => {
                    let own = pages.terms.of(counted_words(&text[q.range.end()..]), &[]);
                    // `S1 holds 50 indexes and S2 200`: the second counts what the first does.
                    if own.is_empty() {
                        counted.last().cloned().unwrap_or_default()
                    } else {
                        own
                    }
                }
                _ => BTreeSet::new(),
            };
            counted.push(terms);
        }
        let required = names_required(&text, &ranges);
        Self {
            names,
            required,
            counted,
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
    pub(crate) fn order<'p>(
        &self,
        pages: &'p Pages,
    ) -> (Option<Addressed<'p>>, Vec<Addressed<'p>>) {
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

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn kind(&self) -> ClaimType {
        self.kind
    }

    /// Whether the claim has that word.
    pub(crate) fn folded_has(&self, word: &str) -> bool {
        self.folded.contains(&fold_name(word))
    }

    /// Whether a term of a page is one of the claim's.
    pub(crate) fn knows(&self, term: &str) -> bool {
        self.terms
            .iter()
            .any(|known| known.text == term || known.like.contains(term))
    }

    /// Whether the claim names what a row is labelled with.
    pub(crate) fn names_label(&self, label: &str) -> bool {
        let squashed = squash(label);
        label.len() > 3
            && (self.folded.contains(label)
                || self.names.iter().any(|name| squash(name) == squashed))
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
        let first = cited.map(|page| self.value_on(idx, &[page], pages));
        match first {
            Some(found) if !matches!(found, ValueFinding::Silent) => found,
            _ => self.value_on(idx, &others, pages),
        }
    }

    fn value_on(&self, idx: usize, pages: &[Addressed<'_>], all: &Pages) -> ValueFinding {
        let wanted = &self.values[idx];
        let mut same: Option<Found> = None;
        let mut other: Option<Found> = None;
        let mut past: Option<Found> = None;
        let mut past_other: Option<Found> = None;
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
                if unit.is_row
                    && (named.contains(&unit.group) && !is_named(unit)
                        || self.names_sibling_of(&unit.label))
                {
                    continue;
                }
                for (slot_idx, slot) in unit.slots.iter().enumerate() {
                    let is_same = states(&wanted.value, slot);
                    if Some(*url) != self.cited.as_ref() && !self.has_names(unit, page, all) {
                        continue;
                    }
                    // The version in a row's name is no answer where the claim asks for another column.
                    let asks_for_column = || {
                        let mut others = unit.headers.difference(&slot.column);
                        others.any(|term| self.knows(term))
                    };
                    if !is_same
                        && (!is_rival(&wanted.value, slot) || slot.is_in_label && asks_for_column())
                    {
                        continue;
                    }
                    let Some(mut found) =
                        self.score(url, page, unit_idx, unit, Some((slot_idx, slot)), idx)
                    else {
                        continue;
                    };
                    found.slot = Some(slot_idx);
                    let is_past = unit.is_past || slot.is_past;
                    if !is_same && self.counts_else(&wanted.value, slot, all) {
                        found.rank = found.rank * 7 / 10;
                    }
                    let place = match (is_past, is_same) {
                        (true, true) => &mut past,
                        (true, false) => &mut past_other,
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
            // What even the past does not state, while it states another, was never so.
            return match past_other.and_then(|found| threshold(found, CONTRADICTS)) {
                Some(found) if past.is_none() => ValueFinding::Differs(found),
                _ => ValueFinding::Silent,
            };
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

    /// How many of the claim's telling terms two sets name.
    pub(crate) fn n_shared(&self, own: &BTreeSet<String>, around: &BTreeSet<String>) -> usize {
        let holds = |term: &Term| {
            term.like
                .iter()
                .any(|like| own.contains(like) || around.contains(like))
        };
        self.terms.iter().filter(|term| holds(term)).count()
    }
}

/// Clauses of a claim: parted where both sides hold a value of their own.
pub(crate) fn clauses(text: &str, values: &[ClaimValue]) -> Vec<(usize, usize)> {
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

fn names_required(text: &str, values: &[TextRange]) -> Vec<String> {
    let mut depth = 0_usize;
    let plain: String = text
        .char_indices()
        .map(|(at, c)| {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            let is_value = values.iter().any(|r| r.start() <= at && at < r.end());
            if is_value || depth > 0 && !c.is_whitespace() {
                '_'
            } else {
                c
            }
        })
        .collect();
    names(&plain)
}

/// Up to three words behind a number, before a word that leads on to something else.
fn counted_words(after: &str) -> &str {
    const LEADS_ON: [&str; 14] = [
        "per", "a", "an", "in", "on", "of", "for", "to", "and", "or", "with", "by", "at", "is",
    ];
    let after = after.trim_start_matches('+');
    let mut end = 0;
    for (n, word) in after.split_inclusive(' ').enumerate() {
        if n > 3 || LEADS_ON.contains(&word.trim()) {
            break;
        }
        end += word.len();
        if word.trim_end().ends_with(|c: char| !c.is_alphanumeric()) {
            break;
        }
    }
    &after[..end]
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
