//! Attempts judged one by one as they come, and their verdicts put together to a report.
//!
//! For runs that are larger than one machine's memory: any number of processes judge a part each, in the
//! memory of the documents alone, and one of them puts the lines together afterwards.

use std::collections::BTreeMap;

use proofmark_report::format;
use proofmark_score::{
    FilledPlan, InputProblem, JudgedAttempt, OutputsFile, Places, PreparedQuestion, RunPlan,
    fill_plan, judge_missing, read_outputs,
};
use serde::{Deserialize, Serialize};

use crate::bank::Checked;
use crate::convert;
use crate::error::Refusal;
use crate::merge;
use crate::run::{self, Run};
use crate::scoring::{self, ScoreOptions};
use crate::session::{Problem, Session};

/// The value of [`VerdictLine::schema`].
pub const VERDICT_SCHEMA: &str = "proofmark/verdict/1";

/// Where an attempt came from, in place of a file's name.
const STREAM: &str = "standard input";

/// What became of one line of attempts.
///
/// It does not tell the line's number, so that it is the same however a run is cut into parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerdictLine {
    /// [`VERDICT_SCHEMA`].
    pub schema: String,
    /// Digest of the bank that it was judged by.
    pub bank_sha256: String,
    /// The judged attempt; `None` where the line could not be used.
    pub attempt: Option<format::Attempt>,
    /// Whether the attempt names its time and its bank.
    pub has_provenance: bool,
    /// What was noticed about the line, or why it could not be used.
    pub problems: Vec<LineProblem>,
}

/// What was noticed about a line of attempts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineProblem {
    /// A stable code.
    pub code: String,
    /// JSON pointer into the line; empty for all of it.
    pub pointer: String,
    /// What was found and what to do.
    pub message: String,
    /// Whether it refuses the whole run, as attempts for another bank do.
    pub refuses: bool,
}

impl LineProblem {
    fn new(found: &InputProblem) -> Self {
        Self {
            code: found.code.to_owned(),
            pointer: found.pointer.clone(),
            message: run::advice(found),
            refuses: matches!(found.code, "other_bank" | "before_freeze"),
        }
    }
}

/// A bank, its documents and a plan, ready to judge attempts one by one.
pub struct Stream {
    checked: Checked,
    plan: RunPlan,
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream")
            .field("plan", &self.plan)
            .finish_non_exhaustive()
    }
}

impl Stream {
    /// The judge of the run's attempts, with every question prepared once.
    pub fn judge(&self) -> StreamJudge<'_> {
        StreamJudge {
            checked: &self.checked,
            plan: &self.plan,
            places: Places::new(&self.plan, &self.checked.bank.bank),
            prepared: scoring::prepare(&self.checked),
        }
    }
}

/// Judges the attempts of a [`Stream`].
pub struct StreamJudge<'s> {
    checked: &'s Checked,
    plan: &'s RunPlan,
    places: Places<'s>,
    /// In the order of the bank's questions.
    prepared: Vec<PreparedQuestion<'s>>,
}

impl std::fmt::Debug for StreamJudge<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StreamJudge")
            .field("plan", &self.plan)
            .finish_non_exhaustive()
    }
}

impl StreamJudge<'_> {
    /// Judges one line of attempts. Depends on the line alone, not on those before it.
    pub fn judge(&self, line: &[u8]) -> VerdictLine {
        let mut told = VerdictLine {
            schema: VERDICT_SCHEMA.to_owned(),
            bank_sha256: self.checked.bank.bank.content_sha256.clone(),
            attempt: None,
            has_provenance: false,
            problems: Vec::new(),
        };
        let OutputsFile {
            attempts, problems, ..
        } = read_outputs(STREAM, line);
        told.problems.extend(problems.iter().map(LineProblem::new));
        let Some(placed) = attempts.into_iter().next() else {
            return told;
        };
        match self.places.fill(placed) {
            Err(refusals) => told.problems.extend(refusals.iter().map(LineProblem::new)),
            Ok((slot, notes)) => {
                told.problems.extend(notes.iter().map(LineProblem::new));
                let prepared = &self.prepared[slot.question_idx];
                let judged = scoring::judge_slot(self.checked, self.plan, prepared, &slot);
                let mut attempt = scoring::attempt(self.checked, self.plan, &slot, &judged);
                attempt.file = None;
                attempt.line = None;
                told.has_provenance = slot.has_provenance();
                told.attempt = Some(attempt);
            }
        }
        told
    }
}

impl Session {
    /// The session's bank, documents and plan, ready to judge attempts that are not in the session.
    ///
    /// # Errors
    /// What is wrong with the bank or the plan; a plan is needed, since nothing can be inferred from
    /// attempts that are still to come.
    pub fn stream(&self) -> Result<Stream, Refusal> {
        let checked = self.checked_bank().map_err(Refusal::Inputs)?;
        let plan = self.demand_plan(&checked, &mut Vec::new())?;
        Ok(Stream { checked, plan })
    }

    /// Puts lines of verdicts together to the report of the whole run.
    ///
    /// `lines` gives each line with the name of its part and its number there. The first attempt for a place
    /// stands and later ones are ignored; so parts are given in the order of the attempts. Blank lines are
    /// skipped.
    ///
    /// # Errors
    /// What is wrong with bank, plan or a line; all lines are read before that is told.
    pub fn gather(
        &self,
        options: &ScoreOptions,
        lines: &mut dyn Iterator<Item = (String, u64, String)>,
    ) -> Result<format::Report, Refusal> {
        let checked = self.checked_bank().map_err(Refusal::Inputs)?;
        let mut problems = Vec::new();
        let plan = self.demand_plan(&checked, &mut problems)?;
        let (audit, preflight) = self.extras(options)?;
        let bank = &checked.bank.bank;
        let filled = fill_plan(&plan, bank, &[]);
        let missing: Vec<JudgedAttempt> = filled
            .slots
            .iter()
            .map(|slot| judge_missing(&bank.questions[slot.question_idx]))
            .collect();
        let run = Run {
            plan,
            filled: FilledPlan {
                slots: filled.slots,
                ..FilledPlan::default()
            },
            problems,
        };
        let attempts = run
            .filled
            .slots
            .iter()
            .zip(&missing)
            .map(|(slot, judged)| scoring::attempt(&checked, &run.plan, slot, judged))
            .collect();
        let mut report = self.report((&checked, &run), &missing, attempts, audit, preflight);
        let mut gathered = Gathered::new(&report);
        for (file, number, line) in lines {
            if !line.trim().is_empty() {
                gathered.take(&mut report, &file, number, &line);
            }
        }
        if !gathered.refusals.is_empty() {
            return Err(Refusal::Inputs(gathered.refusals));
        }
        gathered.finish(&mut report, checked.bank.is_frozen);
        Ok(report)
    }

    fn demand_plan(
        &self,
        checked: &Checked,
        notes: &mut Vec<InputProblem>,
    ) -> Result<RunPlan, Refusal> {
        let plan = self.plan(&checked.bank.bank, notes);
        plan.map_err(Refusal::Inputs)?.ok_or_else(|| {
            Refusal::Inputs(vec![Problem {
                code: None,
                file: None,
                place: None,
                message: "a run plan is needed to judge attempts one by one; give one".to_owned(),
            }])
        })
    }
}

/// Lines put together so far.
struct Gathered {
    bank_sha256: String,
    /// Index into the report's attempts, by workflow, repetition and question.
    places: BTreeMap<(String, u32, String), usize>,
    is_filled: Vec<bool>,
    has_provenance: Vec<bool>,
    warnings: Vec<LineProblem>,
    refusals: Vec<Problem>,
}

impl Gathered {
    fn new(report: &format::Report) -> Self {
        let places = (0..)
            .zip(&report.attempts)
            .map(|(idx, one)| {
                let place = (
                    one.workflow.clone(),
                    one.repetition,
                    one.question_id.clone(),
                );
                (place, idx)
            })
            .collect();
        Self {
            bank_sha256: report.bank_sha256.clone(),
            places,
            is_filled: vec![false; report.attempts.len()],
            has_provenance: vec![true; report.attempts.len()],
            warnings: Vec::new(),
            refusals: Vec::new(),
        }
    }

    fn take(&mut self, report: &mut format::Report, file: &str, number: u64, line: &str) {
        let mut refuse = |code: Option<&'static str>, message: String| {
            self.refusals.push(Problem {
                code,
                file: Some(file.to_owned()),
                place: Some(format!("line {number}")),
                message,
            });
        };
        let told: VerdictLine = match proofmark_json::read(line.as_bytes()) {
            Ok(told) => told,
            Err(error) => return refuse(None, error.to_string()),
        };
        if told.schema != VERDICT_SCHEMA {
            let message = format!(
                "expected the schema {VERDICT_SCHEMA}, found {}",
                told.schema
            );
            return refuse(None, message);
        }
        if told.bank_sha256 != self.bank_sha256 {
            let message = format!(
                "judged by the bank {}, not {}; judge these attempts again",
                told.bank_sha256, self.bank_sha256
            );
            return refuse(Some("other_bank"), message);
        }
        if let Some(problem) = told.problems.iter().find(|one| one.refuses) {
            return refuse(None, format!("{}: {}", problem.code, problem.message));
        }
        let Some(attempt) = told.attempt else {
            self.warnings.extend(told.problems);
            return;
        };
        let place = (
            attempt.workflow.clone(),
            attempt.repetition,
            attempt.question_id.clone(),
        );
        let Some(&idx) = self.places.get(&place) else {
            let message = "the plan has no such attempt; judge it with this plan".to_owned();
            return refuse(Some("unknown_workflow"), message);
        };
        if self.is_filled[idx] {
            let counting = &mut report.attempts[idx];
            let (codes, explanations) = convert::reasons(&[scoring::retry_ignored()], &[]);
            for code in codes {
                if !counting.reasons.contains(&code) {
                    counting.reasons.push(code);
                }
            }
            counting.explanations.extend(explanations);
            report.ignored.push(format::IgnoredAttempt {
                workflow: attempt.workflow,
                repetition: attempt.repetition,
                question_id: attempt.question_id,
                file: STREAM.to_owned(),
                line: 0,
                code: proofmark_score::ReasonCode::RetryIgnored.code().to_owned(),
            });
            return;
        }
        self.is_filled[idx] = true;
        self.has_provenance[idx] = told.has_provenance;
        self.warnings.extend(told.problems);
        report.attempts[idx] = attempt;
    }

    fn finish(mut self, report: &mut format::Report, is_frozen: bool) {
        // The order of the parts is no property of the run.
        self.warnings.sort();
        report
            .warnings
            .extend(self.warnings.into_iter().map(|one| format::Warning {
                code: one.code,
                file: Some(STREAM.to_owned()),
                place: (!one.pointer.is_empty()).then_some(one.pointer),
                message: one.message,
            }));
        report.ignored.sort_by(|a, b| {
            (&a.workflow, a.repetition, &a.question_id).cmp(&(
                &b.workflow,
                b.repetition,
                &b.question_id,
            ))
        });
        let n_without_provenance = report
            .attempts
            .iter()
            .zip(&self.has_provenance)
            .filter(|(attempt, has)| !**has && merge::is_to_qualify(report, attempt))
            .count() as u64;
        merge::measure_report(report, is_frozen, n_without_provenance);
    }
}
