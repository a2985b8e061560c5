//! Where an attempt stands in a plan, or why it stands nowhere.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::{PlannedWorkflow, RunPlan, Slot, read_time};
use crate::attempt::Attempt;
use crate::bank::Bank;
use crate::outputs::{InputProblem, OutputsFile, PlacedAttempt};

/// The places of a plan, found by the ids that attempts bear.
#[derive(Clone, Debug)]
pub struct Places<'p> {
    plan: &'p RunPlan,
    bank: &'p Bank,
    frozen_at: Option<Timestamp>,
    workflows: BTreeMap<&'p str, usize>,
    questions: BTreeMap<&'p str, usize>,
}

impl<'p> Places<'p> {
    /// The places for the questions of `bank` that `plan` asks for.
    pub fn new(plan: &'p RunPlan, bank: &'p Bank) -> Self {
        let workflows = plan.workflows.iter().map(|one| one.id.as_str());
        let questions = bank.questions.iter().map(|one| one.id.as_str());
        Self {
            plan,
            bank,
            frozen_at: read_frozen_at(bank),
            workflows: by_id(workflows),
            questions: by_id(questions),
        }
    }

    /// Puts one attempt in its place, as [`fill_plan`](super::fill_plan) does with all: the slot it fills, and
    /// what was noticed.
    ///
    /// # Errors
    /// Why it fills none: it is for another bank, from before the freeze, or not planned.
    pub fn fill(
        &self,
        placed: PlacedAttempt,
    ) -> Result<(Slot, Vec<InputProblem>), Vec<InputProblem>> {
        let refusals = refusals_of(self.bank, self.frozen_at, &placed);
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let (workflow_idx, question_idx) =
            self.demand(&placed).map_err(|problem| vec![*problem])?;
        let notes = notes_on(&self.plan.workflows[workflow_idx], &placed);
        let slot = Slot {
            workflow_idx,
            repetition: placed.attempt.repetition,
            question_idx,
            found: Some(placed),
        };
        Ok((slot, notes))
    }

    /// Indices of the attempt's workflow and question; `None` when one of them is unknown.
    pub fn find(&self, attempt: &Attempt) -> Option<(usize, usize)> {
        let workflow_idx = self.workflows.get(attempt.workflow.as_str())?;
        let question_idx = self.questions.get(attempt.question_id.as_str())?;
        Some((*workflow_idx, *question_idx))
    }

    /// Indices of the attempt's workflow and question, or why the plan does not know it.
    pub(super) fn demand(
        &self,
        placed: &PlacedAttempt,
    ) -> Result<(usize, usize), Box<InputProblem>> {
        let attempt = &placed.attempt;
        let refuse = |code, pointer, message: &str| {
            Err(Box::new(problem_at(
                placed,
                code,
                pointer,
                message.to_owned(),
            )))
        };
        if !self.workflows.contains_key(attempt.workflow.as_str()) {
            return refuse(
                "unknown_workflow",
                "/workflow",
                "the workflow is not planned",
            );
        }
        let Some(place) = self.find(attempt) else {
            return refuse(
                "unknown_question",
                "/question_id",
                "the bank has no such question",
            );
        };
        if attempt.repetition > self.plan.repetitions {
            return refuse(
                "unknown_repetition",
                "/repetition",
                "the repetition is not planned",
            );
        }
        Ok(place)
    }
}

/// The first place of each id.
fn by_id<'p>(ids: impl Iterator<Item = &'p str>) -> BTreeMap<&'p str, usize> {
    let mut places = BTreeMap::new();
    for (idx, id) in ids.enumerate() {
        places.entry(id).or_insert(idx);
    }
    places
}

/// What should be known of an attempt that is used.
pub(super) fn notes_on(workflow: &PlannedWorkflow, placed: &PlacedAttempt) -> Vec<InputProblem> {
    let attempt = &placed.attempt;
    let mut notes = Vec::new();
    if attempt.adapter != workflow.adapter {
        let message = format!(
            "the plan says {}, the attempt {}; the attempt's own is used",
            workflow.adapter.code(),
            attempt.adapter.code()
        );
        notes.push(problem_at(placed, "other_adapter", "/adapter", message));
    }
    if attempt
        .produced_at
        .as_ref()
        .is_some_and(|written| read_time(written).is_none())
    {
        let message = "expected an RFC 3339 time with an offset".to_owned();
        notes.push(problem_at(
            placed,
            "malformed_time",
            "/produced_at",
            message,
        ));
    }
    notes
}

fn problem_at(
    placed: &PlacedAttempt,
    code: &'static str,
    pointer: &str,
    message: String,
) -> InputProblem {
    InputProblem {
        code,
        file: placed.file.clone(),
        line: Some(placed.line),
        pointer: pointer.to_owned(),
        message,
        remedy: "correct the line, or the plan".to_owned(),
    }
}

fn read_frozen_at(bank: &Bank) -> Option<Timestamp> {
    let written = bank.freeze.as_ref()?.frozen_at.as_deref()?;
    read_time(written)
}

pub(super) fn refuse_file(bank: &Bank, file: &OutputsFile) -> Vec<InputProblem> {
    let frozen_at = read_frozen_at(bank);
    file.attempts
        .iter()
        .flat_map(|placed| refusals_of(bank, frozen_at, placed))
        .collect()
}

/// What in an attempt refuses its whole file.
fn refusals_of(
    bank: &Bank,
    frozen_at: Option<Timestamp>,
    placed: &PlacedAttempt,
) -> Vec<InputProblem> {
    let attempt = &placed.attempt;
    let mut refusals = Vec::new();
    if let Some(digest) = &attempt.bank_sha256
        && !digest.eq_ignore_ascii_case(&bank.content_sha256)
    {
        let message = format!("made for the bank {digest}, not {}", bank.content_sha256);
        let mut problem = problem_at(placed, "other_bank", "/bank_sha256", message);
        problem.remedy = "score these outputs with the bank that was asked".to_owned();
        refusals.push(problem);
    }
    if let (Some(written), Some(frozen)) = (&attempt.produced_at, frozen_at)
        && read_time(written).is_some_and(|produced| produced < frozen)
    {
        let message = format!("produced at {written}, before the bank was frozen");
        let mut problem = problem_at(placed, "before_freeze", "/produced_at", message);
        problem.remedy = "run the questions again after the freeze".to_owned();
        refusals.push(problem);
    }
    refusals
}
