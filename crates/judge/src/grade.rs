//! Grading a judge against gold labels.

use std::collections::{BTreeMap, BTreeSet};

use crate::files::{Claim, ClaimBatch, ClaimType, Gold, GoldLabel};
use crate::results::{Answer, Results, Verdict};
use crate::statistics::{Fraction, Interval, kappa, wilson};

/// The three classes of gold labels, each the truth of one verdict.
pub const GOLD_ROWS: [&str; 3] = ["correct", "outdated+wrong", "unsourced"];

impl Gold {
    /// The verdict that a right judge gives.
    pub fn verdict(self) -> Verdict {
        match self {
            Self::Correct => Verdict::Grounded,
            Self::Outdated | Self::Wrong => Verdict::NotGrounded,
            Self::Unsourced => Verdict::SourceSilent,
        }
    }

    /// The name used in files.
    pub fn code(self) -> &'static str {
        match self {
            Self::Correct => "correct",
            Self::Outdated => "outdated",
            Self::Wrong => "wrong",
            Self::Unsourced => "unsourced",
        }
    }
}

impl ClaimType {
    /// The name used in files.
    pub fn code(self) -> &'static str {
        match self {
            Self::Version => "version",
            Self::Tpm => "tpm",
            Self::Sku => "sku",
            Self::Region => "region",
            Self::Status => "status",
            Self::Taxonomy => "taxonomy",
        }
    }
}

/// Precision, recall and F1 of one class, as they were counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    /// Right among those given the verdict.
    pub precision: Fraction,
    /// Right among those that deserve it.
    pub recall: Fraction,
    /// Twice the right ones among both together.
    pub f1: Fraction,
    /// Wilson's interval of the precision.
    pub precision_interval: Option<Interval>,
    /// Wilson's interval of the recall.
    pub recall_interval: Option<Interval>,
}

/// A 3×3 table: rows by gold ([`GOLD_ROWS`]), columns by verdict ([`Verdict::ALL`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Confusion(pub [[u64; 3]; 3]);

impl Confusion {
    /// The scores of one verdict.
    pub fn scores(&self, verdict: Verdict) -> Scores {
        let k = index(verdict);
        let hits = self.0[k][k];
        let given: u64 = self.0.iter().map(|row| row[k]).sum();
        let deserved: u64 = self.0[k].iter().sum();
        let precision = Fraction {
            numerator: hits,
            denominator: given,
        };
        let recall = Fraction {
            numerator: hits,
            denominator: deserved,
        };
        Scores {
            precision,
            recall,
            f1: Fraction {
                numerator: 2 * hits,
                denominator: given + deserved,
            },
            precision_interval: wilson(precision),
            recall_interval: wilson(recall),
        }
    }

    /// Claims that both agree on, of all.
    pub fn agreement(&self) -> Fraction {
        Fraction {
            numerator: (0..3).map(|k| self.0[k][k]).sum(),
            denominator: self.0.iter().flatten().sum(),
        }
    }

    fn add(&mut self, gold: Gold, verdict: Verdict) {
        self.0[index(gold.verdict())][index(verdict)] += 1;
    }
}

fn index(verdict: Verdict) -> usize {
    match verdict {
        Verdict::Grounded => 0,
        Verdict::NotGrounded => 1,
        Verdict::SourceSilent => 2,
    }
}

/// How a judge's answer counts, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The verdict that counts.
    pub verdict: Verdict,
    /// The answer, where there is one.
    pub answer: Option<Answer>,
    /// Whether the verdict was given without located evidence, and so counts as silence.
    pub is_unevidenced: bool,
}

/// One claim on which judge and gold disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The claim.
    pub claim: Claim,
    /// Its gold label.
    pub gold: Gold,
    /// The rule that gold names, or empty.
    pub gold_rule: String,
    /// What counted.
    pub counted: Counted,
}

/// A judge's grade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// All graded claims.
    pub confusion: Confusion,
    /// The same by the gold's claim type.
    pub by_claim_type: BTreeMap<ClaimType, Confusion>,
    /// The same by the gold's rule; `none` where the exact value alone decides.
    pub by_rule: BTreeMap<String, Confusion>,
    /// Cohen's kappa, and its 95 % interval; `None` where it is not defined.
    pub kappa: Option<((i128, i128), Interval)>,
    /// Disagreements, in order of id.
    pub disagreements: Vec<Disagreement>,
    /// Claims without a gold label, in order.
    pub without_gold: Vec<String>,
    /// Gold labels without a result, which count as silence, in order.
    pub without_result: Vec<String>,
    /// Gold labels for no claim that was handed in, which are not graded, in order.
    pub without_claim: Vec<String>,
    /// Verdicts without located evidence, which count as silence, in order.
    pub unevidenced: Vec<String>,
}

impl Grade {
    /// The scores of the error class.
    pub fn error_class(&self) -> Scores {
        self.confusion.scores(Verdict::NotGrounded)
    }
}

/// What counts of each claim's results. `unevidenced` holds the ids whose evidence does not hold.
///
/// Contradicting results for one claim count as silence; so do results without one of the three verdicts.
pub fn count(
    batches: &[ClaimBatch],
    results: &Results,
    unevidenced: &BTreeSet<String>,
) -> BTreeMap<String, Counted> {
    let mut by_id: BTreeMap<&str, Vec<&Answer>> = BTreeMap::new();
    for answer in results.batches.iter().flat_map(|batch| &batch.answers) {
        by_id.entry(&answer.id).or_default().push(answer);
    }
    batches
        .iter()
        .flat_map(|batch| &batch.claims)
        .map(|claim| {
            let answers = by_id.get(claim.id.as_str()).map_or(&[][..], Vec::as_slice);
            let first = answers.first().copied();
            let said = first.and_then(|answer| answer.verdict).filter(|verdict| {
                answers
                    .iter()
                    .all(|answer| answer.verdict == Some(*verdict))
            });
            let is_unevidenced =
                unevidenced.contains(&claim.id) && said.is_some_and(|v| v != Verdict::SourceSilent);
            let verdict = said
                .filter(|_| !is_unevidenced)
                .unwrap_or(Verdict::SourceSilent);
            (
                claim.id.clone(),
                Counted {
                    verdict,
                    answer: first.cloned(),
                    is_unevidenced,
                },
            )
        })
        .collect()
}

/// Grades what counts against gold.
pub fn grade(
    batches: &[ClaimBatch],
    counted: &BTreeMap<String, Counted>,
    gold: &[GoldLabel],
) -> Grade {
    let gold: BTreeMap<&str, &GoldLabel> = gold
        .iter()
        .map(|label| (label.id.as_str(), label))
        .collect();
    let claims: BTreeMap<&str, &Claim> = batches
        .iter()
        .flat_map(|batch| &batch.claims)
        .map(|claim| (claim.id.as_str(), claim))
        .collect();
    let mut grade = Grade {
        confusion: Confusion::default(),
        by_claim_type: BTreeMap::new(),
        by_rule: BTreeMap::new(),
        kappa: None,
        disagreements: Vec::new(),
        without_gold: Vec::new(),
        without_result: Vec::new(),
        without_claim: gold
            .keys()
            .filter(|id| !claims.contains_key(*id))
            .map(ToString::to_string)
            .collect(),
        unevidenced: Vec::new(),
    };
    for (id, claim) in claims {
        let one = counted.get(id).cloned().unwrap_or(Counted {
            verdict: Verdict::SourceSilent,
            answer: None,
            is_unevidenced: false,
        });
        if one.is_unevidenced {
            grade.unevidenced.push(id.to_owned());
        }
        let Some(label) = gold.get(id) else {
            grade.without_gold.push(id.to_owned());
            continue;
        };
        if one.answer.is_none() {
            grade.without_result.push(id.to_owned());
        }
        grade.confusion.add(label.gold, one.verdict);
        let kind = label.claim_type.unwrap_or(claim.claim_type);
        grade
            .by_claim_type
            .entry(kind)
            .or_default()
            .add(label.gold, one.verdict);
        grade
            .by_rule
            .entry(rule_name(&label.rule).to_owned())
            .or_default()
            .add(label.gold, one.verdict);
        if label.gold.verdict() != one.verdict {
            grade.disagreements.push(Disagreement {
                claim: claim.clone(),
                gold: label.gold,
                gold_rule: label.rule.clone(),
                counted: one,
            });
        }
    }
    grade.kappa = kappa(&grade.confusion.0);
    grade
}

pub(crate) fn rule_name(rule: &str) -> &str {
    if rule.is_empty() { "none" } else { rule }
}
