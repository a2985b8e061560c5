//! Whether the planned workflow qualifies: conservative lower bounds in every repetition.

use crate::metrics::{Fraction, Metrics};
use crate::plan::RunPlan;

/// The preflight's groups, all of which must hold.
pub const PREFLIGHT_GROUPS: [&str; 4] = ["package", "self_tests", "runtime", "local_only"];

/// Repetitions that qualification needs.
const REPETITIONS: u32 = 3;

/// What one gate is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GateId {
    /// The planned repetitions are enough and complete.
    Repetitions,
    /// The bank is frozen.
    Frozen,
    /// Every attempt names its time and its bank.
    Provenance,
    /// The four groups of checks before the run hold.
    Preflight,
    /// Complete supported answers.
    CompleteSupported,
    /// Precision of citations.
    CitationPrecision,
    /// Clean abstentions.
    CleanAbstention,
}

impl GateId {
    /// The name used in files.
    pub fn code(self) -> &'static str {
        match self {
            Self::Repetitions => "repetitions",
            Self::Frozen => "frozen",
            Self::Provenance => "provenance",
            Self::Preflight => "preflight",
            Self::CompleteSupported => "complete_supported",
            Self::CitationPrecision => "citation_precision",
            Self::CleanAbstention => "clean_abstention",
        }
    }
}

/// One condition of qualification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gate {
    /// The condition.
    pub id: GateId,
    /// The repetition, for the metrics' gates.
    pub repetition: Option<u32>,
    /// Whether it holds.
    pub passed: bool,
    /// The measured lower bound, for the metrics' gates.
    pub value: Option<Fraction>,
    /// The needed percentage, for the metrics' gates.
    pub needed_percent: Option<u64>,
    /// What was found, in one sentence.
    pub message: String,
}

/// The outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Qualification {
    /// Id of the workflow that was to qualify.
    pub workflow: Option<String>,
    /// Whether every gate holds. `false` where the plan names no workflow.
    pub is_qualified: bool,
    /// The gates; none where the plan names no workflow.
    pub gates: Vec<Gate>,
}

/// What qualification is decided from.
#[derive(Clone, Copy, Debug)]
pub struct QualifyInput<'q> {
    /// The plan.
    pub plan: &'q RunPlan,
    /// The metrics of every workflow and repetition.
    pub metrics: &'q [Metrics],
    /// Whether the bank is frozen, with its digest and its time.
    pub is_frozen: bool,
    /// Number of the workflow's attempts that do not name their time and their bank.
    pub n_without_provenance: u64,
    /// The preflight's groups by id, each with whether it holds; `None` where none was made.
    pub preflight: Option<&'q [(String, bool)]>,
}

/// Decides whether the plan's workflow qualifies.
pub fn qualify(input: &QualifyInput<'_>) -> Qualification {
    let plan = input.plan;
    let workflow = plan.qualify.clone();
    let Some(workflow_idx) = workflow
        .as_ref()
        .and_then(|id| plan.workflows.iter().position(|w| w.id == *id))
    else {
        return Qualification {
            workflow,
            is_qualified: false,
            gates: Vec::new(),
        };
    };
    let own: Vec<&Metrics> = input
        .metrics
        .iter()
        .filter(|m| m.workflow_idx == workflow_idx)
        .collect();
    let mut gates = vec![
        repetitions_gate(plan, &own),
        plain_gate(
            GateId::Frozen,
            input.is_frozen,
            if input.is_frozen {
                "The bank is frozen."
            } else {
                "The bank is not frozen."
            },
        ),
        provenance_gate(input.n_without_provenance),
        preflight_gate(input.preflight),
    ];
    for repetition in 1..=plan.repetitions.max(REPETITIONS) {
        let metrics = own.iter().find(|m| m.repetition == repetition);
        for (id, percent) in [
            (GateId::CompleteSupported, 90),
            (GateId::CitationPrecision, 95),
            (GateId::CleanAbstention, 90),
        ] {
            let value = metrics.map(|m| match id {
                GateId::CitationPrecision => m.citation_precision.lower,
                GateId::CleanAbstention => m.clean_abstention.lower,
                _ => m.complete_supported.lower,
            });
            gates.push(metric_gate(
                id,
                repetition,
                value.unwrap_or_default(),
                percent,
            ));
        }
    }
    let is_qualified = gates.iter().all(|g| g.passed);
    Qualification {
        workflow,
        is_qualified,
        gates,
    }
}

/// Whether a fraction is at least `percent` of a hundred; an undefined one never is.
pub fn meets_percent(value: Fraction, percent: u64) -> bool {
    value.is_defined()
        && u128::from(value.numerator) * 100 >= u128::from(value.denominator) * u128::from(percent)
}

fn plain_gate(id: GateId, passed: bool, message: &str) -> Gate {
    Gate {
        id,
        repetition: None,
        passed,
        value: None,
        needed_percent: None,
        message: message.to_owned(),
    }
}

fn metric_gate(id: GateId, repetition: u32, value: Fraction, percent: u64) -> Gate {
    let passed = meets_percent(value, percent);
    let Fraction {
        numerator,
        denominator,
    } = value;
    let message = if value.is_defined() {
        let relation = if passed { "at least" } else { "less than" };
        format!("{numerator} of {denominator} is {relation} {percent} %.")
    } else {
        format!("There is nothing to measure, so {percent} % is not reached.")
    };
    Gate {
        id,
        repetition: Some(repetition),
        passed,
        value: Some(value),
        needed_percent: Some(percent),
        message,
    }
}

fn repetitions_gate(plan: &RunPlan, own: &[&Metrics]) -> Gate {
    let incomplete: Vec<String> = (1..=plan.repetitions.max(REPETITIONS))
        .filter(|r| {
            !own.iter()
                .any(|m| m.repetition == *r && m.counts.planned > 0 && m.counts.missing == 0)
        })
        .map(|r| r.to_string())
        .collect();
    let enough = plan.repetitions >= REPETITIONS;
    let passed = enough && incomplete.is_empty();
    let message = if passed {
        format!("All {} repetitions are complete.", plan.repetitions)
    } else if !enough {
        format!(
            "{} of the {REPETITIONS} needed repetitions are planned.",
            plan.repetitions
        )
    } else {
        format!(
            "Attempts are missing in repetition {}.",
            incomplete.join(", ")
        )
    };
    plain_gate(GateId::Repetitions, passed, &message)
}

fn provenance_gate(n_without: u64) -> Gate {
    let message = match n_without {
        0 => "Every attempt names its time and its bank.".to_owned(),
        1 => "1 attempt does not name its time and its bank.".to_owned(),
        n => format!("{n} attempts do not name their time and their bank."),
    };
    plain_gate(GateId::Provenance, n_without == 0, &message)
}

fn preflight_gate(groups: Option<&[(String, bool)]>) -> Gate {
    let Some(groups) = groups else {
        return plain_gate(GateId::Preflight, false, "The preflight was not run.");
    };
    let failed: Vec<&str> = PREFLIGHT_GROUPS
        .into_iter()
        .filter(|id| {
            let mut own = groups.iter().filter(|(group, _)| group == id).peekable();
            own.peek().is_none() || own.any(|(_, passed)| !passed)
        })
        .collect();
    let message = if failed.is_empty() {
        "All four groups of the preflight hold.".to_owned()
    } else {
        format!("The preflight does not hold: {}.", failed.join(", "))
    };
    plain_gate(GateId::Preflight, failed.is_empty(), &message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attempt::Adapter;
    use crate::metrics::{Bounds, Counts};
    use crate::plan::PlannedWorkflow;

    fn plan() -> RunPlan {
        RunPlan {
            is_inferred: false,
            workflows: vec![PlannedWorkflow {
                id: "w".into(),
                adapter: Adapter::LabelledText,
                source_card_heading: None,
            }],
            repetitions: 3,
            qualify: Some("w".into()),
            bank_sha256: None,
        }
    }

    fn bounds(numerator: u64, denominator: u64) -> Bounds {
        let upper = Fraction {
            numerator: denominator,
            denominator,
        };
        Bounds {
            lower: Fraction {
                numerator,
                denominator,
            },
            upper,
        }
    }

    fn metrics(repetition: u32) -> Metrics {
        Metrics {
            repetition,
            complete_supported: bounds(27, 30),
            citation_precision: bounds(38, 40),
            clean_abstention: bounds(9, 10),
            counts: Counts {
                planned: 40,
                passed: 36,
                failed: 4,
                ..Counts::default()
            },
            ..Metrics::default()
        }
    }

    fn preflight() -> Vec<(String, bool)> {
        PREFLIGHT_GROUPS.map(|id| (id.to_owned(), true)).into()
    }

    fn outcome(change: impl Fn(&mut RunPlan, &mut Vec<Metrics>)) -> (bool, Vec<&'static str>) {
        let mut plan = plan();
        let mut metrics: Vec<Metrics> = (1..=3).map(metrics).collect();
        change(&mut plan, &mut metrics);
        let found = qualify(&QualifyInput {
            plan: &plan,
            metrics: &metrics,
            is_frozen: true,
            n_without_provenance: 0,
            preflight: Some(&preflight()),
        });
        let failed = found
            .gates
            .iter()
            .filter(|g| !g.passed)
            .map(|g| g.id.code())
            .collect();
        (found.is_qualified, failed)
    }

    #[test]
    fn exact_thresholds_qualify_and_one_less_does_not() {
        assert_eq!(
            outcome(|_, _| ()),
            (true, vec![]),
            "exactly at each threshold"
        );
        let (ok, failed) = outcome(|_, m| m[1].complete_supported = bounds(26, 30));
        assert_eq!(
            (ok, failed),
            (false, vec!["complete_supported"]),
            "one repetition below"
        );
        let (ok, failed) = outcome(|_, m| m[2].citation_precision = bounds(0, 0));
        assert_eq!(
            (ok, failed),
            (false, vec!["citation_precision"]),
            "undefined"
        );
        let (ok, failed) = outcome(|_, m| m[0].clean_abstention = bounds(899, 1000));
        assert_eq!((ok, failed), (false, vec!["clean_abstention"]), "89.9 %");
    }

    #[test]
    fn repetitions_must_be_three_and_complete() {
        let (ok, failed) = outcome(|_, m| m[1].counts.missing = 1);
        assert_eq!(
            (ok, failed),
            (false, vec!["repetitions"]),
            "one attempt missing"
        );
        let (ok, failed) = outcome(|p, m| {
            p.repetitions = 2;
            m.truncate(2);
        });
        assert!(
            !ok && failed.contains(&"repetitions"),
            "two repetitions: {failed:?}"
        );
        let (ok, failed) = outcome(|_, m| m[1].counts.planned = 0);
        assert!(
            !ok && failed.contains(&"repetitions"),
            "nothing planned in one: {failed:?}"
        );
        let (ok, _) = outcome(|p, _| p.qualify = None);
        assert!(!ok, "nothing was to qualify");
    }

    #[test]
    fn the_repetitions_say_what_they_lack() {
        let message = |edit: fn(&mut RunPlan, &mut Vec<Metrics>)| {
            let (mut plan, mut metrics) = (plan(), (1..=3).map(metrics).collect());
            edit(&mut plan, &mut metrics);
            let own: Vec<&Metrics> = metrics.iter().collect();
            repetitions_gate(&plan, &own).message
        };
        assert_eq!(message(|_, _| ()), "All 3 repetitions are complete.");
        assert_eq!(
            message(|_, m| m[1].counts.missing = 1),
            "Attempts are missing in repetition 2."
        );
        assert_eq!(
            message(|p, _| p.repetitions = 2),
            "2 of the 3 needed repetitions are planned."
        );
    }

    #[test]
    fn freeze_provenance_and_preflight_are_needed() {
        let plan = plan();
        let metrics: Vec<Metrics> = (1..=3).map(metrics).collect();
        let mut groups = preflight();
        groups[3].1 = false;
        let found = qualify(&QualifyInput {
            plan: &plan,
            metrics: &metrics,
            is_frozen: false,
            n_without_provenance: 2,
            preflight: Some(&groups),
        });
        let failed: Vec<_> = found
            .gates
            .iter()
            .filter(|g| !g.passed)
            .map(|g| g.id)
            .collect();
        assert_eq!(
            failed,
            [GateId::Frozen, GateId::Provenance, GateId::Preflight],
            "each of them"
        );
        assert!(!preflight_gate(None).passed, "not run");
        assert!(
            !preflight_gate(Some(&preflight()[..3])).passed,
            "a group is missing"
        );
    }
}
