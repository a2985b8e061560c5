//! Reports of one run, scored in shards, as one report again.

use std::collections::BTreeMap;

use proofmark_report::format::{Attempt, Report};
use proofmark_score::{
    CitationState, EmittedCitation, JudgedAttempt, JudgedCitation, MeasuredSlot, PlannedWorkflow,
    QualifyInput, Reason, ReasonCode, RunPlan, Verdict, measure, qualify, summarize,
};
use proofmark_text::TextRange;

use crate::measures;
use crate::session::Problem;

/// Merges reports of one run and computes metrics and gates again.
///
/// Every planned attempt is taken from the one report that has it; where none has, it stays missing.
/// Two reports that have the same attempt must agree on it.
///
/// # Errors
/// What keeps the reports from being of one run, each with the report's name.
pub fn merge_reports(reports: &[(String, Report)]) -> Result<Report, Vec<Problem>> {
    let Some(((first_name, first), rest)) = reports.split_first() else {
        return Err(vec![Problem {
            code: None,
            file: None,
            place: None,
            message: "no report was given".to_owned(),
        }]);
    };
    let mut problems = Vec::new();
    for (at, (name, report)) in reports.iter().enumerate() {
        if let Some((earlier, _)) = reports[..at].iter().find(|(_, other)| other == report) {
            problems.push(Problem::of_file(
                name,
                format!("is the same report as {earlier}; give each shard once"),
            ));
        }
    }
    for (name, report) in rest {
        let mut differ = |what: &str, differs: bool| {
            if differs {
                problems.push(Problem::of_file(
                    name,
                    format!(
                        "another {what} than in {first_name}; only shards of one run can be merged"
                    ),
                ));
            }
        };
        differ("bank", report.bank_sha256 != first.bank_sha256);
        differ("contract", report.contract != first.contract);
        differ("version of the tool", report.tool != first.tool);
        differ("plan", report.plan != first.plan);
        differ("set of documents", report.documents != first.documents);
        differ("preflight", report.preflight != first.preflight);
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut merged = first.clone();
    for (name, report) in rest {
        if report.attempts.len() != merged.attempts.len() {
            problems.push(Problem::of_file(name, "another number of planned attempts"));
            continue;
        }
        for (mine, theirs) in merged.attempts.iter_mut().zip(&report.attempts) {
            let place = |a: &Attempt| (a.workflow.clone(), a.repetition, a.question_id.clone());
            if place(mine) != place(theirs) {
                problems.push(Problem::of_file(
                    name,
                    "the planned attempts stand in another order",
                ));
                break;
            }
            if mine.missing {
                *mine = theirs.clone();
            } else if !theirs.missing && mine != theirs {
                problems.push(Problem::of_file(
                    name,
                    format!(
                        "has another attempt for {}, repetition {}, {}",
                        mine.workflow, mine.repetition, mine.question_id
                    ),
                ));
            }
        }
        merged.inputs.extend(report.inputs.iter().cloned());
        merged.ignored.extend(report.ignored.iter().cloned());
        merged.warnings.extend(
            report
                .warnings
                .iter()
                .filter(|w| !first.warnings.contains(w))
                .cloned(),
        );
        if merged.audit.is_none() {
            merged.audit.clone_from(&report.audit);
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    merged.inputs.sort();
    merged.inputs.dedup();
    recompute(&mut merged);
    Ok(merged)
}

/// Computes metrics, summaries and gates of a report from its attempts, what the attempts do not say
/// from the gates that it has.
fn recompute(report: &mut Report) {
    // These two depend on the bank and the outputs alone, so every shard says the same of its part.
    let gate_holds = |id: &str| {
        report
            .qualification
            .gates
            .iter()
            .find(|gate| gate.id == id)
            .is_some_and(|gate| gate.passed)
    };
    let n_without_time = report
        .attempts
        .iter()
        .filter(|a| is_to_qualify(report, a))
        .filter(|a| !a.missing && a.produced_at.is_none())
        .count() as u64;
    let n_without_provenance = if gate_holds("provenance") {
        0
    } else {
        n_without_time.max(1)
    };
    let is_frozen = gate_holds("frozen");
    measure_report(report, is_frozen, n_without_provenance);
}

/// Whether an attempt counts for the workflow that is to qualify; all do where none is named.
pub(crate) fn is_to_qualify(report: &Report, attempt: &Attempt) -> bool {
    let wanted = report.plan.qualify.as_ref();
    wanted.is_none_or(|wanted| *wanted == attempt.workflow)
}

/// Computes metrics, summaries and gates of a report from its attempts.
pub(crate) fn measure_report(report: &mut Report, is_frozen: bool, n_without_provenance: u64) {
    let plan = plan_of(report);
    let workflows: BTreeMap<&str, usize> = plan
        .workflows
        .iter()
        .enumerate()
        .map(|(idx, one)| (one.id.as_str(), idx))
        .collect();
    let questions: BTreeMap<&str, usize> = report
        .questions
        .iter()
        .enumerate()
        .map(|(idx, one)| (one.id.as_str(), idx))
        .collect();
    let judged: Vec<JudgedAttempt> = report.attempts.iter().map(judged).collect();
    let measured: Vec<MeasuredSlot<'_>> = report
        .attempts
        .iter()
        .zip(&judged)
        .filter_map(|(attempt, judged)| {
            let question_idx = *questions.get(attempt.question_id.as_str())?;
            Some(MeasuredSlot {
                workflow_idx: *workflows.get(attempt.workflow.as_str())?,
                repetition: attempt.repetition,
                question_idx,
                is_unanswerable: report.questions[question_idx].expected_abstention,
                is_missing: attempt.missing,
                judged,
            })
        })
        .collect();
    let metrics = measure(&measured);
    let groups: Option<Vec<(String, bool)>> = report
        .preflight
        .as_ref()
        .map(|p| p.groups.iter().map(|g| (g.id.clone(), g.passed)).collect());
    let qualification = qualify(&QualifyInput {
        plan: &plan,
        metrics: &metrics,
        is_frozen,
        n_without_provenance,
        preflight: groups.as_deref(),
    });
    report.qualification = measures::qualification(&qualification);
    report.workflows = summarize(&measured)
        .iter()
        .map(|one| measures::workflow(one, &plan))
        .collect();
    report.metrics = metrics
        .iter()
        .map(|one| measures::metrics(one, &plan))
        .collect();
}

fn plan_of(report: &Report) -> RunPlan {
    RunPlan {
        is_inferred: report.plan.inferred,
        workflows: report
            .plan
            .workflows
            .iter()
            .map(|one| PlannedWorkflow {
                id: one.id.clone(),
                adapter: match one.adapter.as_str() {
                    "structured-json" => proofmark_score::Adapter::StructuredJson,
                    _ => proofmark_score::Adapter::LabelledText,
                },
                source_card_heading: one.source_card_heading.clone(),
            })
            .collect(),
        repetitions: report.plan.repetitions,
        qualify: report.plan.qualify.clone(),
        bank_sha256: None,
    }
}

/// What measuring needs of an attempt.
fn judged(attempt: &Attempt) -> JudgedAttempt {
    let reason = |code: &String| {
        let code = *ReasonCode::ALL.iter().find(|known| known.code() == code)?;
        Some(Reason {
            code,
            weight: Verdict::Pass,
            field_idx: None,
            claim_id: None,
            citation_idx: None,
            sentence: String::new(),
        })
    };
    JudgedAttempt {
        verdict: verdict(&attempt.verdict),
        completeness: verdict(&attempt.completeness),
        support: verdict(&attempt.support),
        reasons: attempt.reasons.iter().filter_map(reason).collect(),
        fields: Vec::new(),
        citations: attempt
            .citations
            .iter()
            .map(|one| JudgedCitation {
                emitted: EmittedCitation {
                    field_idx: None,
                    document: None,
                    page: one.page.clone(),
                    quote: one.quote.clone(),
                    is_dangling: one.state == "dangling",
                    range: TextRange::default(),
                },
                document_id: one.document_id.clone(),
                state: citation_state(&one.state),
                supports: one.supports.clone(),
                grounding: grounding(one),
                is_page_right: one.page_right,
            })
            .collect(),
        segments: Vec::new(),
        is_declined: attempt.declined,
    }
}

/// What measuring needs of a grounding: whether it is located.
fn grounding(
    citation: &proofmark_report::format::Citation,
) -> Option<std::sync::Arc<proofmark_ground::Grounding>> {
    let is_located = citation.fidelity.is_some();
    is_located.then(|| {
        std::sync::Arc::new(proofmark_ground::Grounding::only(
            proofmark_ground::State::Located,
        ))
    })
}

fn verdict(code: &str) -> Verdict {
    match code {
        "pass" => Verdict::Pass,
        "unresolved" => Verdict::Unresolved,
        _ => Verdict::Fail,
    }
}

fn citation_state(code: &str) -> CitationState {
    CitationState::ALL
        .iter()
        .copied()
        .find(|state| state.code() == code)
        .unwrap_or(CitationState::NotFound)
}
