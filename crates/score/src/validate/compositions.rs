//! Complete answers: whether a literal one contains every obligation, and an attested one names them.

use std::collections::BTreeSet;

use proofmark_text::{find_tokens, tokenize};

use super::Finding;
use crate::bank::{Claim, Composition};
use crate::problem::ProblemCode as Code;

/// How many placements are tried before a composition counts as incomplete; no real one needs more.
const MAX_STEPS: usize = 100_000;

/// Checks one composition against the claims of its field. Gives the findings with the part of the
/// composition that each is about, as the end of a pointer.
pub(super) fn check_composition(
    composition: &Composition,
    claims: &[&Claim],
) -> Vec<(&'static str, Finding)> {
    match composition {
        Composition::Literal(text) => check_literal(text, claims).into_iter().collect(),
        Composition::Attested {
            obligation_ids,
            completeness_note,
            ..
        } => check_attested(obligation_ids, completeness_note, claims),
    }
}

fn check_literal(text: &str, claims: &[&Claim]) -> Option<(&'static str, Finding)> {
    let tokens = tokenize(text);
    // For each claim, the token ranges at which one of its wordings stands, the longest first.
    let mut places: Vec<(&Claim, Vec<(usize, usize)>)> = Vec::new();
    for claim in claims {
        let mut ranges = BTreeSet::new();
        for alias in &claim.accepted_values {
            let needle = tokenize(alias);
            for at in find_tokens(&tokens, &needle) {
                ranges.insert((at, at + needle.len()));
            }
        }
        let mut ranges: Vec<_> = ranges.into_iter().collect();
        ranges.sort_by_key(|(from, to)| (std::cmp::Reverse(to - from), *from));
        if ranges.is_empty() {
            let message = format!(
                "{text:?} holds no accepted value of {}; add one, or attest it as an object",
                claim.id
            );
            return Some(("", (Code::CompositionIncomplete, message)));
        }
        places.push((claim, ranges));
    }
    places.sort_by_key(|(_, ranges)| ranges.len());
    let ranges: Vec<_> = places.iter().map(|(_, ranges)| ranges.as_slice()).collect();
    let mut steps = 0;
    if place_apart(&ranges, &mut Vec::new(), &mut steps) {
        return None;
    }
    let message =
        format!("in {text:?} two obligations would rest on the same words; give each its own");
    Some(("", (Code::CompositionIncomplete, message)))
}

/// Whether one range of each list can be chosen so that no two overlap.
fn place_apart(
    lists: &[&[(usize, usize)]],
    taken: &mut Vec<(usize, usize)>,
    steps: &mut usize,
) -> bool {
    let Some((first, rest)) = lists.split_first() else {
        return true;
    };
    for (from, to) in first.iter().copied() {
        *steps += 1;
        if *steps > MAX_STEPS {
            return false;
        }
        if taken.iter().any(|(start, end)| from < *end && *start < to) {
            continue;
        }
        taken.push((from, to));
        if place_apart(rest, taken, steps) {
            return true;
        }
        taken.pop();
    }
    false
}

fn check_attested(
    obligation_ids: &[String],
    note: &str,
    claims: &[&Claim],
) -> Vec<(&'static str, Finding)> {
    let mut findings = Vec::new();
    let named: BTreeSet<&str> = obligation_ids.iter().map(String::as_str).collect();
    let owed: BTreeSet<&str> = claims.iter().map(|claim| claim.id.as_str()).collect();
    // Claims that share an id are one fault, told as that; a list that follows them is no second.
    let is_shared = owed.len() != claims.len();
    if named != owed || (named.len() != obligation_ids.len() && !is_shared) {
        let ids: Vec<_> = claims.iter().map(|claim| claim.id.as_str()).collect();
        let message = format!(
            "obligation_ids must be exactly the field's, each once: {}",
            ids.join(", ")
        );
        findings.push(("/obligation_ids", (Code::CompositionObligations, message)));
    }
    if note.trim().is_empty() {
        let message = "completeness_note is empty; say where each obligation is conveyed";
        findings.push((
            "/completeness_note",
            (Code::CompositionObligations, message.to_owned()),
        ));
    }
    findings
}
