//! The session's run plan and outputs.

use std::collections::BTreeMap;

use proofmark_score::{
    Bank, FilledPlan, InputProblem, OutputsFile, RunPlan, fill_plan, infer_plan, read_outputs,
    read_plan, refuse_plan,
};

use crate::files::FileKind;
use crate::session::{FileState, Problem, Session};
use crate::summary::{Told, count, list_numbers};

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
        let plan = match self.plan(bank, &mut problems)? {
            Some(plan) => plan,
            None => infer_plan(&files),
        };
        let filled = fill_plan(&plan, bank, &files);
        if filled.rejected_files.len() == files.len() {
            let mut refused = told(&filled.problems);
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
    /// The session's run plan, which must be for `bank`; what it notes goes to `problems`.
    pub(crate) fn plan(
        &self,
        bank: &Bank,
        problems: &mut Vec<InputProblem>,
    ) -> Result<Option<RunPlan>, Vec<Problem>> {
        let mut plans = self.of_kind(FileKind::RunPlan);
        match (plans.next(), plans.next()) {
            (None, _) => Ok(None),
            (Some(slot), None) => match read_plan(&slot.entry.name, slot.bytes()) {
                Ok((plan, notes)) => {
                    if let Some(refusal) = refuse_plan(&slot.entry.name, &plan, bank) {
                        return Err(told(&[refusal]));
                    }
                    problems.extend(notes);
                    Ok(Some(plan))
                }
                Err(refusals) => Err(told(&refusals)),
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

/// What was found in an input and what to do about it.
pub(crate) fn advice(found: &InputProblem) -> String {
    with_remedy(found.message.clone(), found)
}

fn with_remedy(message: String, found: &InputProblem) -> String {
    if found.remedy.is_empty() {
        message
    } else {
        format!("{message}; {}", found.remedy)
    }
}

/// The same fault of one file, on every line that has it.
pub(crate) struct Fault<'p> {
    /// The first of them.
    pub(crate) first: &'p InputProblem,
    lines: Vec<usize>,
    /// Whether the others say something else of it.
    differs: bool,
}

/// Puts together what is the same fault at the same place of several lines, in the order of the first.
pub(crate) fn faults(problems: &[InputProblem]) -> Vec<Fault<'_>> {
    let mut faults: Vec<Fault<'_>> = Vec::new();
    let mut known: BTreeMap<(&str, &str, &str), usize> = BTreeMap::new();
    for problem in problems {
        let key = (
            problem.file.as_str(),
            problem.code,
            problem.pointer.as_str(),
        );
        let at = *known.entry(key).or_insert(faults.len());
        match faults.get_mut(at) {
            Some(fault) => {
                fault.lines.extend(problem.line);
                fault.differs |= problem.message != fault.first.message;
            }
            None => faults.push(Fault {
                first: problem,
                lines: problem.line.into_iter().collect(),
                differs: false,
            }),
        }
    }
    faults
}

impl Fault<'_> {
    /// What was found.
    pub(crate) fn message(&self) -> String {
        if self.differs {
            format!("{} (and the like on the other lines)", self.first.message)
        } else {
            self.first.message.clone()
        }
    }

    /// `line 3, /raw`, `lines 3, 4, 9`.
    pub(crate) fn place(&self) -> Option<String> {
        let lines = list_numbers("line", "lines", &self.lines);
        match (lines, self.first.pointer.is_empty()) {
            (Some(lines), true) => Some(lines),
            (Some(lines), false) => Some(format!("{lines}, {}", self.first.pointer)),
            (None, false) => Some(self.first.pointer.clone()),
            (None, true) => None,
        }
    }
}

/// Problems of inputs as the session shows them.
pub(crate) fn told(problems: &[InputProblem]) -> Vec<Problem> {
    faults(problems)
        .iter()
        .map(|fault| Problem {
            code: Some(fault.first.code),
            file: Some(fault.first.file.clone()),
            place: fault.place(),
            message: with_remedy(fault.message(), fault.first),
        })
        .collect()
}

/// Tells of an outputs file.
pub(crate) fn tell_outputs(name: &str, bytes: &[u8]) -> Told {
    let file = read_outputs(name, bytes);
    let problems = told(&file.problems);
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
            (state, summary, told(&notes))
        }
        Err(refusals) => (FileState::Refused, "refused".to_owned(), told(&refusals)),
    }
}
