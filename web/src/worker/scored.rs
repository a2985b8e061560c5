//! The last report, and the views of it that the page asks for.

use std::collections::BTreeMap;

use proofmark_engine::{FileId, Session};
use proofmark_report::format::{Attempt, Audit, Report};
use proofmark_report::{report_bytes, sha256_hex};

use super::messages::{Overview, QuestionLine, Row, ShownAttempt};
use crate::state::Outcome;

/// A report with its canonical bytes.
#[derive(Clone)]
pub(super) struct Scored {
    pub(super) report: Report,
    pub(super) bytes: Vec<u8>,
    sha256: String,
    rows: Vec<Row>,
    codes: Vec<String>,
    /// The file that holds each bank document.
    files: BTreeMap<String, FileId>,
    /// The audit of the run's own files.
    dropped_audit: Option<Audit>,
}

impl Scored {
    /// Takes a report in. `session` still holds the files that it was made of.
    pub(super) fn new(session: &Session, report: Report) -> Result<Self, String> {
        let bytes = report_bytes(&report).map_err(|error| error.to_string())?;
        let entries = session.files();
        let files = report
            .documents
            .iter()
            .filter_map(|document| {
                let entry = entries
                    .iter()
                    .find(|entry| entry.sha256 == document.sha256)?;
                Some((document.id.clone(), entry.id))
            })
            .collect();
        let mut codes: Vec<String> = report
            .attempts
            .iter()
            .flat_map(|one| one.reasons.iter().cloned())
            .collect();
        codes.sort_unstable();
        codes.dedup();
        let rows = rows_of(&report, &codes);
        let dropped_audit = report.audit.clone();
        Ok(Self {
            sha256: sha256_hex(&bytes),
            report,
            bytes,
            rows,
            codes,
            files,
            dropped_audit,
        })
    }

    /// Puts other decisions beside the verdicts; whether the report is another one now.
    pub(super) fn set_audit(&mut self, audit: Option<Audit>) -> Result<bool, String> {
        if self.report.audit == audit {
            return Ok(false);
        }
        self.report.audit = audit;
        self.bytes = report_bytes(&self.report).map_err(|error| error.to_string())?;
        self.sha256 = sha256_hex(&self.bytes);
        Ok(true)
    }

    /// A digest of everything that the verdicts rest on.
    fn run_key(&self) -> String {
        let inputs = self.report.inputs.iter().filter(|one| one.kind != "audit");
        let lines: String = inputs
            .map(|one| format!("{} {}\n", one.kind, one.sha256))
            .collect();
        sha256_hex(lines.as_bytes())
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Every question, as lists show it.
    pub(super) fn questions(&self) -> Vec<QuestionLine> {
        let questions = self.report.questions.iter();
        questions
            .map(|one| QuestionLine {
                id: one.id.clone(),
                question: one.question.clone(),
                expected_abstention: one.expected_abstention,
            })
            .collect()
    }

    pub(super) fn attempt(&self, index: u32) -> Option<ShownAttempt> {
        let attempt = self.report.attempts.get(index as usize)?;
        let mut questions = self.report.questions.iter();
        Some(ShownAttempt {
            attempt: attempt.clone(),
            question: questions.find(|one| one.id == attempt.question_id).cloned(),
        })
    }

    pub(super) fn file_of(&self, document: &str) -> Option<FileId> {
        self.files.get(document).copied()
    }

    /// The attempts that hold every word of the query, in their question, id, output or quotations.
    pub(super) fn search(&self, query: &str) -> Vec<u32> {
        let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
        let questions: BTreeMap<&str, &str> = self
            .report
            .questions
            .iter()
            .map(|one| (one.id.as_str(), one.question.as_str()))
            .collect();
        let holds = |attempt: &Attempt| {
            let mut text = format!("{} {}", attempt.question_id, attempt.workflow);
            let question = questions.get(attempt.question_id.as_str()).copied();
            let quotes = attempt
                .citations
                .iter()
                .filter_map(|one| one.quote.as_deref());
            for part in question
                .into_iter()
                .chain(attempt.raw.as_deref())
                .chain(quotes)
            {
                text.push('\n');
                text.push_str(part);
            }
            let text = text.to_lowercase();
            words.iter().all(|word| text.contains(word.as_str()))
        };
        self.report
            .attempts
            .iter()
            .zip(0_u32..)
            .filter(|(attempt, _)| holds(attempt))
            .map(|(_, index)| index)
            .collect()
    }

    pub(super) fn overview(&self) -> Overview {
        let report = &self.report;
        Overview {
            title: report.title.clone(),
            contract: report.contract.clone(),
            bank_sha256: report.bank_sha256.clone(),
            inputs: report.inputs.clone(),
            plan: report.plan.clone(),
            documents: report.documents.clone(),
            ignored: report.ignored.clone(),
            metrics: report.metrics.clone(),
            workflows: report.workflows.clone(),
            qualification: report.qualification.clone(),
            preflight: report.preflight.clone(),
            n_decisions: report
                .audit
                .as_ref()
                .map_or(0, |audit| audit.decisions.len() as u64),
            warnings: report.warnings.clone(),
            limitations: report.limitations.clone(),
            codes: self.codes.clone(),
            n_attempts: report.attempts.len() as u64,
            report_sha256: self.sha256.clone(),
            report_size: self.bytes.len() as u64,
            run_key: self.run_key(),
            audit: self.dropped_audit.clone(),
        }
    }
}

fn rows_of(report: &Report, codes: &[String]) -> Vec<Row> {
    let index = |position: Option<usize>| position.and_then(|at| u32::try_from(at).ok());
    let by_id = |ids: Vec<&str>| -> BTreeMap<String, u32> {
        ids.into_iter()
            .zip(0_u32..)
            .map(|(id, at)| (id.to_owned(), at))
            .collect()
    };
    let workflows = by_id(
        report
            .plan
            .workflows
            .iter()
            .map(|one| one.id.as_str())
            .collect(),
    );
    let questions = by_id(report.questions.iter().map(|one| one.id.as_str()).collect());
    let documents = by_id(report.documents.iter().map(|one| one.id.as_str()).collect());
    report
        .attempts
        .iter()
        .zip(0_u32..)
        .map(|(attempt, at)| {
            let mut cited: Vec<u32> = attempt
                .citations
                .iter()
                .filter_map(|one| documents.get(one.document_id.as_ref()?).copied())
                .collect();
            cited.sort_unstable();
            cited.dedup();
            Row {
                index: at,
                workflow_idx: workflows
                    .get(&attempt.workflow)
                    .copied()
                    .unwrap_or_default(),
                repetition: attempt.repetition,
                question_idx: questions
                    .get(&attempt.question_id)
                    .copied()
                    .unwrap_or_default(),
                outcome: Outcome::of(&attempt.verdict, attempt.declined, attempt.missing),
                reasons: attempt
                    .reasons
                    .iter()
                    .filter_map(|code| index(codes.binary_search(code).ok()))
                    .collect(),
                documents: cited,
            }
        })
        .collect()
}
