//! Scoring attempt by attempt, so that a face can do something else between two of them.

use std::collections::BTreeMap;

use proofmark_report::format;
use proofmark_score::{JudgedAttempt, PreparedQuestion};
use proofmark_source::Flow;

use crate::bank::Checked;
use crate::error::Refusal;
use crate::run::Run;
use crate::scoring::{self, ScoreOptions};
use crate::session::{Progress, Session};

/// A run that was found sound and can be scored.
///
/// It has its own hold on the session's files: what happens to the session meanwhile does not reach it.
pub struct ScoreJob {
    session: Session,
    checked: Checked,
    run: Run,
    /// Attempts put aside, by workflow, repetition and question.
    retries: BTreeMap<(usize, u32, usize), usize>,
    audit: Option<format::Audit>,
    preflight: Option<format::Preflight>,
}

impl Session {
    /// Scores every planned attempt and reports.
    ///
    /// The report depends on the files and `options` alone, not on the order in which files came.
    ///
    /// # Errors
    /// [`Refusal::Inputs`] with everything that is wrong when bank, plan or outputs are missing or not
    /// sound; [`Refusal::Cancelled`] when `progress` asks to stop.
    pub fn score(
        &self,
        options: &ScoreOptions,
        progress: &mut dyn FnMut(Progress) -> Flow,
    ) -> Result<format::Report, Refusal> {
        let job = self.score_job(options)?;
        let mut scoring = job.start();
        loop {
            if progress(scoring.progress()) == Flow::Stop {
                return Err(Refusal::Cancelled);
            }
            if !scoring.step() {
                return Ok(scoring.finish());
            }
        }
    }

    /// Reads and checks everything that scoring needs, and judges nothing yet.
    ///
    /// # Errors
    /// [`Refusal::Inputs`], as [`Session::score`].
    pub fn score_job(&self, options: &ScoreOptions) -> Result<ScoreJob, Refusal> {
        let checked = self.checked_bank().map_err(Refusal::Inputs)?;
        let run = self.run(&checked.bank.bank).map_err(Refusal::Inputs)?;
        let (audit, preflight) = self.extras(options)?;
        Ok(ScoreJob {
            session: self.clone(),
            retries: scoring::count_retries(&run, &checked),
            checked,
            run,
            audit,
            preflight,
        })
    }
}

impl std::fmt::Debug for ScoreJob {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ScoreJob")
            .field("run", &self.run.plan)
            .finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Scoring<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scoring")
            .field("progress", &self.progress())
            .finish_non_exhaustive()
    }
}

impl ScoreJob {
    /// Begins with the first planned attempt.
    pub fn start(&self) -> Scoring<'_> {
        let n_attempts = self.run.filled.slots.len();
        Scoring {
            job: self,
            prepared: scoring::prepare(&self.checked),
            judged: Vec::with_capacity(n_attempts),
            attempts: Vec::with_capacity(n_attempts),
        }
    }
}

/// The attempts of a [`ScoreJob`] that are judged so far.
pub struct Scoring<'j> {
    job: &'j ScoreJob,
    /// By question.
    prepared: Vec<PreparedQuestion<'j>>,
    /// As many as `attempts`, for the same slots.
    judged: Vec<JudgedAttempt>,
    attempts: Vec<format::Attempt>,
}

impl Scoring<'_> {
    /// How far it has come.
    pub fn progress(&self) -> Progress {
        Progress::Scoring {
            attempt: self.attempts.len(),
            n_attempts: self.job.run.filled.slots.len(),
        }
    }

    /// Judges the next attempt; `false` when there is none.
    pub fn step(&mut self) -> bool {
        let ScoreJob { checked, run, .. } = self.job;
        let Some(slot) = run.filled.slots.get(self.attempts.len()) else {
            return false;
        };
        let question = &self.prepared[slot.question_idx];
        let mut judged = scoring::judge_slot(checked, &run.plan, question, slot);
        let place = (slot.workflow_idx, slot.repetition, slot.question_idx);
        let n_retries = self.job.retries.get(&place).copied().unwrap_or(0);
        let retries = (0..n_retries).map(|_| scoring::retry_ignored());
        judged.reasons.extend(retries);
        let attempt = scoring::attempt(checked, &run.plan, slot, &judged);
        self.attempts.push(attempt);
        self.judged.push(judged);
        true
    }

    /// The report of the whole run; attempts that are left are judged first.
    pub fn finish(mut self) -> format::Report {
        while self.step() {}
        let ScoreJob {
            session,
            checked,
            run,
            audit,
            preflight,
            ..
        } = self.job;
        session.report(
            (checked, run),
            &self.judged,
            self.attempts,
            audit.clone(),
            preflight.clone(),
        )
    }
}
