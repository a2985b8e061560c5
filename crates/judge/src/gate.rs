//! Whether a candidate judge takes a baseline's place.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use num_rational::Ratio;

use crate::files::{ClaimBatch, GoldLabel};
use crate::grade::{Counted, Grade, grade, rule_name};
use crate::results::{Results, Verdict};
use crate::statistics::mcnemar;

/// Why no gate was held.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GateRefusal {
    /// The baseline is not the one that was frozen.
    #[error(
        "the baseline's digest is {found}, the recorded one {expected}; gate against the frozen file"
    )]
    BaselineChanged {
        /// The recorded digest.
        expected: String,
        /// The file's digest.
        found: String,
    },
    /// The two sides judged different claims.
    #[error("the two sides judged different claims (only the baseline: {}; only the candidate: {}); gate results for the same claims", list(.baseline_only), list(.candidate_only))]
    DifferentClaims {
        /// Ids that only the baseline has.
        baseline_only: Vec<String>,
        /// Ids that only the candidate has.
        candidate_only: Vec<String>,
    },
    /// A precision or recall has no whole.
    #[error("the {side}'s {measure} of not_grounded is 0/0; no comparison can be made")]
    Undefined {
        /// `baseline` or `candidate`.
        side: &'static str,
        /// `precision` or `recall`.
        measure: &'static str,
    },
}

fn list(ids: &[String]) -> String {
    if ids.is_empty() {
        "none".to_owned()
    } else {
        ids.join(", ")
    }
}

/// A gate that was held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gate {
    /// Whether the candidate is adopted.
    pub adopt: bool,
    /// Which of precision and recall fell.
    pub fell: Vec<&'static str>,
    /// The baseline's grade.
    pub baseline: Grade,
    /// The candidate's grade.
    pub candidate: Grade,
    /// Claims that only the baseline got right.
    pub baseline_only_right: u64,
    /// Claims that only the candidate got right.
    pub candidate_only_right: u64,
    /// McNemar's exact two-sided probability, reduced.
    pub p: Ratio<BigUint>,
    /// Claims whose verdict differs, by the gold's rule; in order.
    pub flipped: BTreeMap<String, Vec<String>>,
}

/// One side of a gate.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// The results as read.
    pub results: &'a Results,
    /// What counts of them.
    pub counted: &'a BTreeMap<String, Counted>,
}

/// Holds the gate.
///
/// # Errors
/// See [`GateRefusal`]; the digest is compared by the caller, who has the file.
pub fn gate(
    batches: &[ClaimBatch],
    gold: &[GoldLabel],
    baseline: Side<'_>,
    candidate: Side<'_>,
) -> Result<Gate, GateRefusal> {
    let (left, right) = (ids(baseline.results), ids(candidate.results));
    if left != right {
        let only = |a: &BTreeSet<&str>, b: &BTreeSet<&str>| {
            a.difference(b).map(ToString::to_string).collect()
        };
        return Err(GateRefusal::DifferentClaims {
            baseline_only: only(&left, &right),
            candidate_only: only(&right, &left),
        });
    }
    let before = grade(batches, baseline.counted, gold);
    let after = grade(batches, candidate.counted, gold);
    let (old, new) = (before.error_class(), after.error_class());
    let mut order = Vec::new();
    for (measure, old, new) in [
        ("precision", old.precision, new.precision),
        ("recall", old.recall, new.recall),
    ] {
        for (side, share) in [("baseline", old), ("candidate", new)] {
            if share.denominator == 0 {
                return Err(GateRefusal::Undefined { side, measure });
            }
        }
        order.push((measure, new.compare(old).unwrap_or(Ordering::Equal)));
    }
    let fell: Vec<&'static str> = order
        .iter()
        .filter(|(_, o)| *o == Ordering::Less)
        .map(|(measure, _)| *measure)
        .collect();
    let adopt = fell.is_empty() && order.iter().any(|(_, o)| *o == Ordering::Greater);
    let (mut baseline_only_right, mut candidate_only_right) = (0, 0);
    let mut flipped: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let labels: BTreeMap<&str, &GoldLabel> = gold
        .iter()
        .map(|label| (label.id.as_str(), label))
        .collect();
    for (id, label) in labels {
        let verdict = |side: Side<'_>| side.counted.get(id).map(|counted| counted.verdict);
        let (Some(old), Some(new)) = (verdict(baseline), verdict(candidate)) else {
            continue;
        };
        let right: Verdict = label.gold.verdict();
        match (old == right, new == right) {
            (true, false) => baseline_only_right += 1,
            (false, true) => candidate_only_right += 1,
            _ => {}
        }
        if old != new {
            flipped
                .entry(rule_name(&label.rule).to_owned())
                .or_default()
                .push(id.to_owned());
        }
    }
    Ok(Gate {
        adopt,
        fell,
        baseline: before,
        candidate: after,
        baseline_only_right,
        candidate_only_right,
        p: mcnemar(baseline_only_right, candidate_only_right),
        flipped,
    })
}

fn ids(results: &Results) -> BTreeSet<&str> {
    results
        .batches
        .iter()
        .flat_map(|batch| &batch.answers)
        .map(|answer| answer.id.as_str())
        .collect()
}
