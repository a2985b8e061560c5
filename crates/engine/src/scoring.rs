//! Scores what a session holds: every planned attempt, the metrics, the gates, one report.

use std::collections::BTreeMap;

use proofmark_ground::Library;
use proofmark_report::format;
use proofmark_score::{
    JudgedAttempt, MeasuredSlot, PlacedAttempt, Places, PreparedQuestion, QualifyInput, Question,
    Reason, ReasonCode, RunPlan, Slot, Verdict, judge_missing, measure, parse_answer, qualify,
    summarize,
};

use crate::bank::Checked;
use crate::convert::{self, Chars};
use crate::error::Refusal;
use crate::files::FileKind;
use crate::limits::LIMITATIONS;
use crate::run::Run;
use crate::session::Session;
use crate::{measures, run, summary};

/// What goes into a report beside the session's files.
#[derive(Clone, Debug, Default)]
pub struct ScoreOptions {
    /// The checks made before the run; those of a preflight file otherwise.
    pub preflight: Option<format::Preflight>,
    /// Human decisions; those of an audit file otherwise.
    pub audit: Option<format::Audit>,
}

impl Session {
    /// The report of judged slots; `attempts` are the same slots as the report shows them.
    pub(crate) fn report(
        &self,
        (checked, run): (&Checked, &Run),
        judged: &[JudgedAttempt],
        attempts: Vec<format::Attempt>,
        audit: Option<format::Audit>,
        preflight: Option<format::Preflight>,
    ) -> format::Report {
        let bank = &checked.bank.bank;
        let slots = &run.filled.slots;
        let measured: Vec<MeasuredSlot<'_>> = slots
            .iter()
            .zip(judged)
            .map(|(slot, judged)| MeasuredSlot {
                workflow_idx: slot.workflow_idx,
                repetition: slot.repetition,
                question_idx: slot.question_idx,
                is_unanswerable: bank.questions[slot.question_idx].is_unanswerable,
                is_missing: slot.found.is_none(),
                judged,
            })
            .collect();
        let metrics = measure(&measured);
        let qualification = qualify(&QualifyInput {
            plan: &run.plan,
            metrics: &metrics,
            is_frozen: checked.bank.is_frozen,
            n_without_provenance: without_provenance(run),
            preflight: preflight
                .as_ref()
                .map(|p| {
                    p.groups
                        .iter()
                        .map(|g| (g.id.clone(), g.passed))
                        .collect::<Vec<_>>()
                })
                .as_deref(),
        });
        format::Report {
            schema: format::SCHEMA.to_owned(),
            tool: format::Tool {
                name: "proofmark".to_owned(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
            },
            contract: bank.contract.clone(),
            title: bank.title.clone(),
            bank_sha256: bank.content_sha256.clone(),
            frozen_at: bank
                .freeze
                .as_ref()
                .and_then(|freeze| freeze.frozen_at.clone()),
            inputs: self.inputs(checked),
            plan: measures::plan(&run.plan),
            documents: self.documents(checked),
            questions: bank
                .questions
                .iter()
                .map(|question| question_info(question, checked))
                .collect(),
            attempts,
            ignored: ignored(run),
            metrics: metrics
                .iter()
                .map(|one| measures::metrics(one, &run.plan))
                .collect(),
            workflows: summarize(&measured)
                .iter()
                .map(|one| measures::workflow(one, &run.plan))
                .collect(),
            qualification: measures::qualification(&qualification),
            preflight,
            audit,
            warnings: warnings(checked, run, self),
            limitations: LIMITATIONS.iter().map(|&line| line.to_owned()).collect(),
        }
    }

    pub(crate) fn extras(
        &self,
        options: &ScoreOptions,
    ) -> Result<(Option<format::Audit>, Option<format::Preflight>), Refusal> {
        let audit = match (&options.audit, self.of_kind(FileKind::Audit).next()) {
            (Some(audit), _) => Some(audit.clone()),
            (None, Some(slot)) => {
                Some(crate::audit::read_audit(slot.bytes()).map_err(|error| {
                    Refusal::Inputs(vec![crate::Problem::of_file(
                        &slot.entry.name,
                        error.to_string(),
                    )])
                })?)
            }
            (None, None) => None,
        };
        let preflight = match (&options.preflight, self.of_kind(FileKind::Preflight).next()) {
            (Some(preflight), _) => Some(preflight.clone()),
            (None, Some(slot)) => Some(crate::preflight::read_preflight(slot.bytes()).map_err(
                |error| {
                    Refusal::Inputs(vec![crate::Problem::of_file(
                        &slot.entry.name,
                        error.to_string(),
                    )])
                },
            )?),
            (None, None) => None,
        };
        Ok((audit, preflight))
    }

    fn inputs(&self, checked: &Checked) -> Vec<format::Input> {
        let attached = |id| {
            checked
                .attachments
                .iter()
                .any(|one| one.file.is_some_and(|(file, _)| file == id))
        };
        let mut inputs: Vec<format::Input> = self
            .slots
            .iter()
            .filter(|slot| slot.entry.state != crate::FileState::Refused)
            .filter(|slot| match slot.entry.kind {
                FileKind::Bank | FileKind::RunPlan | FileKind::Outputs | FileKind::Audit => true,
                FileKind::Document => attached(slot.entry.id),
                _ => false,
            })
            .map(|slot| format::Input {
                kind: slot.entry.kind.code().to_owned(),
                name: slot.entry.name.clone(),
                sha256: slot.entry.sha256.clone(),
                size: slot.entry.size,
            })
            .collect();
        inputs.sort();
        inputs
    }

    fn documents(&self, checked: &Checked) -> Vec<format::DocumentInfo> {
        let mut infos = Vec::new();
        for one in &checked.attachments {
            let Some((file, _)) = one.file else { continue };
            let slot = self.slots.iter().find(|slot| slot.entry.id == file);
            let Some((slot, source)) = slot.and_then(|slot| Some((slot, slot.document()?))) else {
                continue;
            };
            let document = source.document();
            let numbers = |wanted: &dyn Fn(&proofmark_text::Page) -> bool| {
                (1..)
                    .zip(document.pages())
                    .filter(|(_, p)| wanted(p))
                    .map(|(n, _)| n)
                    .collect()
            };
            infos.push(format::DocumentInfo {
                id: one.document.clone(),
                file: slot.entry.name.clone(),
                sha256: slot.entry.sha256.clone(),
                n_pages: document.pages().len() as u64,
                n_chars: document.n_chars() as u64,
                scans: numbers(&|page| !page.has_text_layer()),
                unverified: numbers(&|page| document.is_unverified(page.range())),
            });
        }
        infos
    }
}

/// Every question of the bank, read for judging.
pub(crate) fn prepare(checked: &Checked) -> Vec<PreparedQuestion<'_>> {
    let questions = &checked.bank.bank.questions;
    questions
        .iter()
        .map(|question| PreparedQuestion::new(checked.bank.context(question)))
        .collect()
}

/// How many attempts were put aside for a place: workflow, repetition, question.
pub(crate) fn count_retries(run: &Run, checked: &Checked) -> BTreeMap<(usize, u32, usize), usize> {
    let places = Places::new(&run.plan, &checked.bank.bank);
    let mut retries = BTreeMap::new();
    for PlacedAttempt { attempt, .. } in &run.filled.ignored {
        if let Some((workflow_idx, question_idx)) = places.find(attempt) {
            let place = (workflow_idx, attempt.repetition, question_idx);
            *retries.entry(place).or_default() += 1;
        }
    }
    retries
}

/// What the attempt that counts tells of another one for its place.
pub(crate) fn retry_ignored() -> Reason {
    Reason {
        code: ReasonCode::RetryIgnored,
        weight: Verdict::Pass,
        field_idx: None,
        claim_id: None,
        citation_idx: None,
        sentence: "Another attempt for the same place was put aside; the first one counts."
            .to_owned(),
    }
}

/// Judges the attempt of a slot; `prepared` is its question.
pub(crate) fn judge_slot(
    checked: &Checked,
    plan: &RunPlan,
    prepared: &PreparedQuestion<'_>,
    slot: &Slot,
) -> JudgedAttempt {
    let bank = &checked.bank.bank;
    let question = &bank.questions[slot.question_idx];
    let Some(placed) = &slot.found else {
        return judge_missing(question);
    };
    let heading = plan.workflows[slot.workflow_idx]
        .source_card_heading
        .as_deref();
    let parsed = parse_answer(question, &bank.documents, &placed.attempt, heading);
    prepared.judge(&placed.attempt, parsed.as_ref(), &checked.library)
}

pub(crate) fn attempt(
    checked: &Checked,
    plan: &RunPlan,
    slot: &Slot,
    judged: &JudgedAttempt,
) -> format::Attempt {
    let question = &checked.bank.bank.questions[slot.question_idx];
    let workflow = &plan.workflows[slot.workflow_idx];
    let placed = slot.found.as_ref();
    let emitted = placed.map(|placed| &placed.attempt);
    let raw = emitted.and_then(|attempt| attempt.raw.as_deref());
    let chars = Chars::new(raw.unwrap_or_default());
    let fields = &question.required_fields;
    let (reasons, explanations) = convert::reasons(&judged.reasons, fields);
    format::Attempt {
        workflow: workflow.id.clone(),
        repetition: slot.repetition,
        question_id: question.id.clone(),
        adapter: emitted
            .map_or(workflow.adapter, |attempt| attempt.adapter)
            .code()
            .to_owned(),
        verdict: judged.verdict.code().to_owned(),
        completeness: judged.completeness.code().to_owned(),
        support: judged.support.code().to_owned(),
        reasons,
        explanations,
        declined: judged.is_declined,
        missing: placed.is_none(),
        raw: raw.map(str::to_owned),
        error: emitted.and_then(|attempt| attempt.error.clone()),
        produced_at: emitted.and_then(|attempt| attempt.produced_at.clone()),
        file: placed.map(|placed| placed.file.clone()),
        line: placed.map(|placed| placed.line as u64),
        fields: judged.fields.iter().map(convert::field).collect(),
        citations: judged
            .citations
            .iter()
            .map(|one| {
                let document = document_of(&checked.library, one.document_id.as_deref());
                convert::citation(one, document, &chars, fields)
            })
            .collect(),
        segments: convert::segments(&judged.segments, &chars, fields),
    }
}

fn document_of<'l>(library: &'l Library, id: Option<&str>) -> Option<&'l proofmark_text::Document> {
    library.document(id?).map(AsRef::as_ref)
}

fn question_info(question: &Question, checked: &Checked) -> format::QuestionInfo {
    let fields = question
        .required_fields
        .iter()
        .map(|field| {
            let typed = question.field_types.get(field);
            format::FieldInfo {
                field: field.clone(),
                kind: typed
                    .map_or("text", |typed| convert::field_kind(typed.kind))
                    .to_owned(),
                noun: typed.and_then(|typed| typed.noun.clone()),
            }
        })
        .collect();
    let obligations = question
        .claims
        .iter()
        .map(|claim| format::ObligationInfo {
            id: claim.id.clone(),
            field: claim.field.clone(),
            description: claim.description.clone(),
            value: claim.value.clone(),
            anchors: checked
                .bank
                .anchors_of(&claim.id)
                .iter()
                .zip(&claim.evidence)
                .filter_map(|(anchor, evidence)| {
                    let document = document_of(&checked.library, Some(&anchor.document))?;
                    Some(format::Anchor {
                        document: anchor.document.clone(),
                        quote: evidence.quote.clone(),
                        span: convert::span(document, &anchor.span),
                    })
                })
                .collect(),
        })
        .collect();
    format::QuestionInfo {
        id: question.id.clone(),
        question: question.question.clone(),
        expected_abstention: question.is_unanswerable,
        fields,
        obligations,
    }
}

/// Attempts of the workflow that is to qualify which do not say when and for which bank.
fn without_provenance(run: &Run) -> u64 {
    let is_asked = |slot: &&Slot| {
        let id = &run.plan.workflows[slot.workflow_idx].id;
        run.plan.qualify.as_ref().is_none_or(|wanted| wanted == id)
    };
    run.filled
        .slots
        .iter()
        .filter(is_asked)
        .filter(|slot| !slot.has_provenance())
        .count() as u64
}

fn ignored(run: &Run) -> Vec<format::IgnoredAttempt> {
    run.filled
        .ignored
        .iter()
        .map(|placed| format::IgnoredAttempt {
            workflow: placed.attempt.workflow.clone(),
            repetition: placed.attempt.repetition,
            question_id: placed.attempt.question_id.clone(),
            file: placed.file.clone(),
            line: placed.line as u64,
            code: ReasonCode::RetryIgnored.code().to_owned(),
        })
        .collect()
}

fn warnings(checked: &Checked, run: &Run, session: &Session) -> Vec<format::Warning> {
    let bank_file = session.only_bank().ok().map(|slot| slot.entry.name.clone());
    let of_bank = checked.warnings.iter().map(|found| format::Warning {
        code: found.code.code().to_owned(),
        file: bank_file.clone(),
        place: Some(found.pointer.clone()),
        message: found.message.clone(),
    });
    let of_attachments = checked.attachments.iter().filter_map(|one| {
        let (_, how) = one.file?;
        let is_by_name = how == crate::AttachedBy::Name;
        is_by_name.then(|| format::Warning {
            code: "attached_by_name".to_owned(),
            file: Some(one.file_name.clone()),
            place: None,
            message: format!(
                "the bank declares no digest of {}; the name alone fits",
                one.document
            ),
        })
    });
    let mut warnings: Vec<format::Warning> = of_bank.chain(of_attachments).collect();
    let mut of_run: Vec<format::Warning> = run::faults(&run.problems)
        .iter()
        .map(|fault| format::Warning {
            code: fault.first.code.to_owned(),
            file: Some(fault.first.file.clone()),
            place: fault.place(),
            message: fault.message(),
        })
        .collect();
    // Files may come in any order; the report may not show it.
    of_run.sort_by(|a, b| (&a.file, &a.code).cmp(&(&b.file, &b.code)));
    warnings.extend(of_run);
    if run.plan.is_inferred {
        warnings.push(format::Warning {
            code: "plan_inferred".to_owned(),
            file: None,
            place: None,
            message: format!(
                "no run plan was given; {} and {} were read off the outputs",
                summary::count(run.plan.workflows.len(), "workflow", "workflows"),
                summary::count(run.plan.repetitions as usize, "repetition", "repetitions"),
            ),
        });
    }
    warnings
}
