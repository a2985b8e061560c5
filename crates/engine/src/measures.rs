//! Plan, metrics and gates → report format.

use proofmark_report::format;
use proofmark_score as score;

pub(crate) fn plan(plan: &score::RunPlan) -> format::Plan {
    format::Plan {
        inferred: plan.is_inferred,
        workflows: plan
            .workflows
            .iter()
            .map(|one| format::PlannedWorkflow {
                id: one.id.clone(),
                adapter: one.adapter.code().to_owned(),
                source_card_heading: one.source_card_heading.clone(),
            })
            .collect(),
        repetitions: plan.repetitions,
        qualify: plan.qualify.clone(),
    }
}

fn fraction(value: score::Fraction) -> format::Fraction {
    [value.numerator, value.denominator]
}

fn bounds(bounds: score::Bounds) -> format::Bounds {
    format::Bounds {
        lower: fraction(bounds.lower),
        upper: fraction(bounds.upper),
    }
}

fn counts(counts: score::Counts) -> format::Counts {
    format::Counts {
        planned: counts.planned,
        passed: counts.passed,
        failed: counts.failed,
        unresolved: counts.unresolved,
        declined: counts.declined,
        missing: counts.missing,
    }
}

fn interval(interval: score::Interval) -> format::Interval {
    format::Interval {
        lower: interval.lower,
        upper: interval.upper,
    }
}

fn id_of(plan: &score::RunPlan, workflow_idx: usize) -> String {
    plan.workflows
        .get(workflow_idx)
        .map(|one| one.id.clone())
        .unwrap_or_default()
}

pub(crate) fn metrics(one: &score::Metrics, plan: &score::RunPlan) -> format::Metrics {
    format::Metrics {
        workflow: id_of(plan, one.workflow_idx),
        repetition: one.repetition,
        complete_supported: bounds(one.complete_supported),
        clean_abstention: bounds(one.clean_abstention),
        citation_precision: bounds(one.citation_precision),
        explicit_pages: fraction(one.explicit_pages),
        quote_pages: fraction(one.quote_pages),
        counts: counts(one.counts),
    }
}

pub(crate) fn workflow(
    one: &score::WorkflowSummary,
    plan: &score::RunPlan,
) -> format::WorkflowSummary {
    format::WorkflowSummary {
        workflow: id_of(plan, one.workflow_idx),
        counts: counts(one.counts),
        questions: one.questions,
        pass_in_all: one.pass_in_all,
        pass_in_any: one.pass_in_any,
        wilson: interval(one.wilson),
        bootstrap: interval(one.bootstrap),
        reasons: one
            .reasons
            .iter()
            .map(|(code, attempts)| format::ReasonCount {
                code: code.code().to_owned(),
                attempts: *attempts,
            })
            .collect(),
    }
}

pub(crate) fn qualification(one: &score::Qualification) -> format::Qualification {
    format::Qualification {
        workflow: one.workflow.clone(),
        qualified: one.is_qualified,
        gates: one
            .gates
            .iter()
            .map(|gate| format::Gate {
                id: gate.id.code().to_owned(),
                repetition: gate.repetition,
                passed: gate.passed,
                value: gate.value.map(fraction),
                needed_percent: gate.needed_percent,
                message: gate.message.clone(),
            })
            .collect(),
    }
}
