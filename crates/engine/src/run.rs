//! The session's run plan and outputs.

use proofmark_score::{
    Bank, FilledPlan, InputProblem, OutputsFile, RunPlan, fill_plan, infer_plan, read_outputs,
    read_plan,
};

use crate::files::FileKind;
use crate::session::{FileState, Problem, Session};
use crate::summary::{Told, count};

/// A plan with the attempts in their places, and what was noticed on the way.
pub(crate) struct Run {
    pub(crate) plan: RunPlan,
    pub(crate) filled: FilledPlan,
    pub(crate) problems: Vec<InputProblem>,
}

impl Session {
    /// Reads plan and outputs and puts every attempt in its place.
    pub(crate) fn run(&self, bank: &Bank) -> Result<Run, Vec<Problem>> {
        let mut problems = Vec::new();
        let files: Vec<OutputsFile> = self
            .of_kind(FileKind::Outputs)
            .map(|slot| read_outputs(&slot.entry.name, slot.bytes()))
            .collect();
        if files.is_empty() {
            return Err(vec![Problem {
                code: None,
                file: None,
                place: None,
                message: "there are no outputs; add a JSON Lines file of attempts".to_owned(),
            }]);
        }
        for file in &files {
            problems.extend(file.problems.iter().cloned());
        }
        let plan = match self.plan(&mut problems)? {
            Some(plan) => plan,
            None => infer_plan(&files),
        };
        let filled = fill_plan(&plan, bank, &files);
        if filled.rejected_files.len() == files.len() {
            let mut refused: Vec<Problem> = filled.problems.iter().map(problem).collect();
            if refused.is_empty() {
                refused.push(Problem {
                    code: None,
                    file: None,
                    place: None,
                    message: "no outputs file can be used".to_owned(),
                });
            }
            return Err(refused);
        }
        problems.extend(filled.problems.iter().cloned());
        Ok(Run {
            plan,
            filled,
            problems,
        })
    }
}

impl Session {
    /// The session's run plan; what it notes goes to `problems`.
    pub(crate) fn plan(
        &self,
        problems: &mut Vec<InputProblem>,
    ) -> Result<Option<RunPlan>, Vec<Problem>> {
        let mut plans = self.of_kind(FileKind::RunPlan);
        match (plans.next(), plans.next()) {
            (None, _) => Ok(None),
            (Some(slot), None) => match read_plan(&slot.entry.name, slot.bytes()) {
                Ok((plan, notes)) => {
                    problems.extend(notes);
                    Ok(Some(plan))
                }
                Err(refusals) => Err(refusals.iter().map(problem).collect()),
            },
            (Some(first), Some(second)) => Err(vec![Problem::of_file(
                &second.entry.name,
                format!(
                    "a second run plan beside {}; take one of them out",
                    first.entry.name
                ),
            )]),
        }
    }
}

/// A problem of an input as the session shows it.
pub(crate) fn problem(found: &InputProblem) -> Problem {
    let message = if found.remedy.is_empty() {
        found.message.clone()
    } else {
        format!("{}; {}", found.message, found.remedy)
    };
    Problem {
        code: Some(found.code),
        file: Some(found.file.clone()),
        place: place(found),
        message,
    }
}

/// `line 3, /raw`.
pub(crate) fn place(found: &InputProblem) -> Option<String> {
    match (found.line, found.pointer.is_empty()) {
        (Some(line), true) => Some(format!("line {line}")),
        (Some(line), false) => Some(format!("line {line}, {}", found.pointer)),
        (None, false) => Some(found.pointer.clone()),
        (None, true) => None,
    }
}

/// Tells of an outputs file.
pub(crate) fn tell_outputs(name: &str, bytes: &[u8]) -> Told {
    let file = read_outputs(name, bytes);
    let problems: Vec<Problem> = file.problems.iter().map(problem).collect();
    let state = match (file.attempts.is_empty(), problems.is_empty()) {
        (true, _) => FileState::Refused,
        (false, false) => FileState::Warning,
        (false, true) => FileState::Ready,
    };
    (
        state,
        count(file.attempts.len(), "attempt", "attempts"),
        problems,
    )
}

/// Tells of a run plan.
pub(crate) fn tell_plan(name: &str, bytes: &[u8]) -> Told {
    match read_plan(name, bytes) {
        Ok((plan, notes)) => {
            let state = if notes.is_empty() {
                FileState::Ready
            } else {
                FileState::Warning
            };
            let summary = format!(
                "{}, {}",
                count(plan.workflows.len(), "workflow", "workflows"),
                count(plan.repetitions as usize, "repetition", "repetitions"),
            );
            (state, summary, notes.iter().map(problem).collect())
        }
        Err(refusals) => (
            FileState::Refused,
            "refused".to_owned(),
            refusals.iter().map(problem).collect(),
        ),
    }
}
