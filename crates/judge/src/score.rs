//! How well a passage, or a value in it, answers a claim.

use std::collections::BTreeSet;

use crate::assess::{Found, Reading, clauses};
use crate::page::{Page, Pages, Slot, Unit};
use crate::terms::is_identifier;
use crate::value::Value;

impl Reading {
    /// Whether the claim names another number of what a row is labelled with: Level 2, and not Level 3.
    pub(crate) fn names_sibling_of(&self, label: &str) -> bool {
        let is_number = |word: &&str| word.bytes().any(|b| b.is_ascii_digit());
        let label: Vec<&str> = label.split_whitespace().collect();
        let n_numbers = label.iter().filter(|word| is_number(word)).count();
        if n_numbers == 0 || n_numbers == label.len() {
            return false;
        }
        let claim: Vec<&str> = self.folded.split_whitespace().collect();
        let mut windows = claim.windows(label.len());
        let is_like = |window: &&[&str]| {
            window
                .iter()
                .zip(&label)
                .all(|(a, b)| a == b || is_number(a) && is_number(b))
        };
        !self.folded.contains(&format!(" {} ", label.join(" "))) && windows.any(|w| is_like(&w))
    }

    /// Whether the passage or what stands around it names what the claim's bare number counts.
    fn tells_what_is_counted(
        &self,
        value_idx: usize,
        unit: &Unit,
        page: &Page,
        slot: Option<(usize, &Slot)>,
    ) -> bool {
        let Some(counted) = self
            .counted
            .get(value_idx)
            .filter(|terms| !terms.is_empty())
        else {
            return true;
        };
        let empty = BTreeSet::new();
        let sets = [
            &unit.own,
            &unit.other,
            &unit.section,
            &unit.intro,
            &unit.headers,
            &page.subject,
            slot.map_or(&empty, |(_, slot)| &slot.cell),
        ];
        self.terms
            .iter()
            .filter(|term| counted.contains(&term.text))
            .any(|term| {
                sets.iter()
                    .any(|set| term.like.iter().any(|like| set.contains(like)))
            })
    }

    /// Whether a number counts what the claim does not speak of.
    pub(crate) fn counts_else(&self, wanted: &Value, slot: &Slot, pages: &Pages) -> bool {
        let (Value::Quantity(wanted), Value::Quantity(stated)) = (wanted, &slot.value) else {
            return false;
        };
        let (Some(_), Some(counted)) = (&wanted.noun, &stated.noun) else {
            return false;
        };
        let terms = pages.terms.of(counted, &[]);
        !terms.is_empty() && !terms.iter().any(|term| self.knows(term))
    }

    /// How well a passage, or a value in it, answers; `None` where an identifier of the claim is not named.
    pub(crate) fn score(
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
        // A line of a cell that names another thing than the claim does.
        let is_of_other = |(_, slot): (usize, &Slot)| {
            slot.cell
                .iter()
                .any(|term| is_identifier(term) && !self.terms.iter().any(|t| t.text == *term))
        };
        if slot.is_some_and(is_of_other) && unit.is_row {
            return None;
        }
        // A row that is labelled with a model or tier of its own, though it may mention the claim's.
        let is_own = |term: &String| {
            self.terms
                .iter()
                .any(|t| t.is_identifier && t.text == *term)
        };
        let mut labels = unit
            .label_terms
            .iter()
            .filter(|term| is_identifier(term))
            .peekable();
        if labels.peek().is_some()
            && self.terms.iter().any(|t| t.is_identifier)
            && !labels.any(is_own)
        {
            return None;
        }
        if slot.is_some() && !self.tells_what_is_counted(value_idx, unit, page, slot) {
            return None;
        }
        let mut total = 0;
        let mut covered = 0;
        let mut named = BTreeSet::new();
        for term in &self.terms {
            let is_near = term.clauses.contains(&clause)
                || self
                    .counted
                    .get(value_idx)
                    .is_some_and(|counted| counted.contains(&term.text));
            let weight = if is_near || slot.is_none() {
                term.weight
            } else {
                term.weight / 3
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
            } else if slot.is_some() && !term.is_identifier && holds(&unit.headers) {
                5
            } else {
                0
            };
            if factor == 0 && term.is_identifier && (is_near || !has_own_identifier) {
                return None;
            }
            // A column that only another clause asks for is not this value's.
            if factor > 0 && (is_near || term.is_identifier || !in_column) {
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
        let line = slot.map_or(&empty, |(_, slot)| &slot.cell);
        let mut label: BTreeSet<&String> = unit.own.union(column).collect();
        if unit.is_row && line.len() <= 3 {
            label.extend(line);
        }
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
        let bounds = clauses(self.text(), &self.values);
        let at = self
            .values
            .get(value_idx)
            .map_or(0, |value| value.value.range().start());
        bounds.iter().position(|(_, end)| at < *end).unwrap_or(0)
    }
}
