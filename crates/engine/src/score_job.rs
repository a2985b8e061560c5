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
    /// Number of planned attempts.
    pub fn n_attempts(&self) -> usize {
        self.run.filled.slots.len()
    }

    /// Begins with the first planned attempt.
    pub fn start(&self) -> Scoring<'_> {
        Scoring {
            judge: self.judge(),
            judgements: Vec::with_capacity(self.n_attempts()),
        }
    }

    /// What judges attempts in any order, and on several threads where there are some.
    pub fn judge(&self) -> Judge<'_> {
        Judge {
            job: self,
            prepared: scoring::prepare(&self.checked),
        }
    }

    /// The report of the whole run. `judgements` are those of [`Judge::judge`] from the first attempt to the last.
    pub fn report(&self, judgements: Vec<Judgement>) -> format::Report {
        let (judged, attempts): (Vec<_>, Vec<_>) = judgements
            .into_iter()
            .map(|one| (one.judged, one.attempt))
            .unzip();
        self.session.report(
            (&self.checked, &self.run),
            &judged,
            attempts,
            self.audit.clone(),
            self.preflight.clone(),
        )
    }
}

/// Judges the attempts of a [`ScoreJob`]; each judgement depends on its attempt alone.
pub struct Judge<'j> {
    job: &'j ScoreJob,
    /// By question.
    prepared: Vec<PreparedQuestion<'j>>,
}

/// One attempt, judged.
#[derive(Clone, Debug)]
pub struct Judgement {
    judged: JudgedAttempt,
    attempt: format::Attempt,
}

impl std::fmt::Debug for Judge<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Judge")
            .field("job", self.job)
            .finish_non_exhaustive()
    }
}

impl Judge<'_> {
    /// Judges a planned attempt; `None` when there are not so many.
    pub fn judge(&self, attempt_idx: usize) -> Option<Judgement> {
        let ScoreJob { checked, run, .. } = self.job;
        let slot = run.filled.slots.get(attempt_idx)?;
        let question = &self.prepared[slot.question_idx];
        let mut judged = scoring::judge_slot(checked, &run.plan, question, slot);
        let place = (slot.workflow_idx, slot.repetition, slot.question_idx);
        let n_retries = self.job.retries.get(&place).copied().unwrap_or(0);
        let retries = (0..n_retries).map(|_| scoring::retry_ignored());
        judged.reasons.extend(retries);
        let attempt = scoring::attempt(checked, &run.plan, slot, &judged);
        Some(Judgement { judged, attempt })
    }
}

/// The attempts of a [`ScoreJob`] that are judged so far.
pub struct Scoring<'j> {
    judge: Judge<'j>,
    judgements: Vec<Judgement>,
}

impl Scoring<'_> {
    /// How far it has come.
    pub fn progress(&self) -> Progress {
        Progress::Scoring {
            attempt: self.judgements.len(),
            n_attempts: self.judge.job.n_attempts(),
        }
    }

    /// Judges the next attempt; `false` when there is none.
    pub fn step(&mut self) -> bool {
        let next = self.judge.judge(self.judgements.len());
        let is_one = next.is_some();
        self.judgements.extend(next);
        is_one
    }

    /// The report of the whole run; attempts that are left are judged first.
    pub fn finish(mut self) -> format::Report {
        while self.step() {}
        self.judge.job.report(self.judgements)
    }
}
