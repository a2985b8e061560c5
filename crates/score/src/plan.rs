//! The run plan, and the outputs that fill it.

use std::collections::BTreeMap;

use jiff::Timestamp;
use proofmark_json::{Node, Value, escape_token};

use crate::attempt::Adapter;
use crate::bank::Bank;
use crate::outputs::{
    ADAPTER_REMEDY, InputProblem, MAX_REPETITIONS, OutputsFile, PlacedAttempt, adapter_of,
};

mod places;

pub use places::Places;

/// What a run was to produce.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunPlan {
    /// Whether it was read off the outputs, as no plan was given.
    pub is_inferred: bool,
    /// The workflows, in order.
    pub workflows: Vec<PlannedWorkflow>,
    /// Number of repetitions.
    pub repetitions: u32,
    /// Id of the workflow that is to qualify.
    pub qualify: Option<String>,
    /// The digest of the bank it was made for.
    pub bank_sha256: Option<String>,
}

/// One workflow of a [`RunPlan`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedWorkflow {
    /// The id.
    pub id: String,
    /// The form of its outputs.
    pub adapter: Adapter,
    /// The heading under which its outputs show sources that they do not cite.
    pub source_card_heading: Option<String>,
}

/// The plan with what is there for it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct FilledPlan {
    /// Every planned attempt: by workflow, then repetition, then question, each in plan or bank
    /// order.
    pub slots: Vec<Slot>,
    /// Attempts for a slot that another one fills.
    pub ignored: Vec<PlacedAttempt>,
    /// Attempts that the plan does not know; each has a problem too.
    pub unplanned: Vec<PlacedAttempt>,
    /// Names of outputs files that were refused as a whole.
    pub rejected_files: Vec<String>,
    /// What was noticed.
    pub problems: Vec<InputProblem>,
}

/// A planned attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Index of the workflow in the plan.
    pub workflow_idx: usize,
    /// The repetition, from 1.
    pub repetition: u32,
    /// Index of the question in the bank.
    pub question_idx: usize,
    /// The attempt that stands, if there is one.
    pub found: Option<PlacedAttempt>,
}

impl Slot {
    /// Whether the attempt names its time and its bank. `true` for a missing one.
    pub fn has_provenance(&self) -> bool {
        self.found.as_ref().is_none_or(|placed| {
            let attempt = &placed.attempt;
            attempt.bank_sha256.is_some()
                && attempt.produced_at.as_deref().and_then(read_time).is_some()
        })
    }
}

/// Value of the plan's `schema`.
const SCHEMA: &str = "proofmark/run/1";

/// Reads a run plan.
///
/// # Errors
/// When it cannot be used: broken JSON, another schema, missing or wrong keys. Unknown keys come
/// back as problems beside the plan.
pub fn read_plan(
    name: &str,
    bytes: &[u8],
) -> Result<(RunPlan, Vec<InputProblem>), Vec<InputProblem>> {
    let mut reader = PlanReader {
        file: name,
        refusals: Vec::new(),
        notes: Vec::new(),
    };
    let plan = match proofmark_json::parse(bytes) {
        Ok(node) => reader.plan(&node),
        Err(error) => {
            reader.refusals.push(InputProblem {
                code: "broken_json",
                file: name.to_owned(),
                line: Some(error.line),
                pointer: String::new(),
                message: format!("column {}: {}", error.column, error.message),
                remedy: "correct the JSON".to_owned(),
            });
            None
        }
    };
    match plan {
        Some(plan) if reader.refusals.is_empty() => Ok((plan, reader.notes)),
        _ => Err(reader.refusals),
    }
}

struct PlanReader<'r> {
    file: &'r str,
    refusals: Vec<InputProblem>,
    notes: Vec<InputProblem>,
}

impl PlanReader<'_> {
    fn problem(
        &self,
        code: &'static str,
        pointer: &str,
        message: &str,
        remedy: &str,
    ) -> InputProblem {
        InputProblem {
            code,
            file: self.file.to_owned(),
            line: None,
            pointer: pointer.to_owned(),
            message: message.to_owned(),
            remedy: remedy.to_owned(),
        }
    }

    fn refuse(&mut self, code: &'static str, pointer: &str, message: &str, remedy: &str) {
        self.refusals
            .push(self.problem(code, pointer, message, remedy));
    }

    fn unknown_keys(&mut self, node: &Node, at: &str, known: &[&str]) {
        let Value::Object(object) = &node.value else {
            return;
        };
        for member in &object.members {
            if !known.contains(&member.key.as_str()) {
                let pointer = format!("{at}/{}", escape_token(&member.key));
                let message = format!("the key \"{}\" is not read", member.key);
                self.notes
                    .push(self.problem("unknown_key", &pointer, &message, "remove it"));
            }
        }
    }

    fn text(&mut self, node: &Node, at: &str, key: &str, is_needed: bool) -> Option<String> {
        let pointer = format!("{at}/{key}");
        match node
            .value
            .as_object()
            .and_then(|o| o.get(key))
            .map(|n| &n.value)
        {
            Some(Value::String(text)) if !text.is_empty() => return Some(text.clone()),
            Some(Value::Null) | None if !is_needed => return None,
            Some(Value::String(_)) => {
                self.refuse(
                    "empty_value",
                    &pointer,
                    "the value is empty",
                    "give it a value",
                );
            }
            Some(other) => {
                let message = format!("expected a string, found {}", other.kind());
                self.refuse("wrong_type", &pointer, &message, "write it as a string");
            }
            None => self.refuse("missing_key", &pointer, "the key is missing", "add it"),
        }
        None
    }

    fn plan(&mut self, node: &Node) -> Option<RunPlan> {
        let Value::Object(object) = &node.value else {
            self.refuse(
                "wrong_type",
                "",
                "expected an object",
                "write the plan as an object",
            );
            return None;
        };
        for duplicate in node.duplicates() {
            self.refuse(
                "duplicate_key",
                &duplicate.pointer,
                "the key stands twice",
                "keep one",
            );
        }
        let known = [
            "schema",
            "workflows",
            "repetitions",
            "qualify",
            "bank_sha256",
        ];
        self.unknown_keys(node, "", &known);
        let schema = self.text(node, "", "schema", true);
        if schema.as_deref().is_some_and(|s| s != SCHEMA) {
            let message = format!("expected the schema \"{SCHEMA}\"");
            self.refuse(
                "unknown_schema",
                "/schema",
                &message,
                "use a plan of this version",
            );
        }
        let repetitions = object.get("repetitions").and_then(|n| n.value.as_u64());
        let repetitions = repetitions
            .and_then(|n| u32::try_from(n).ok())
            .filter(|n| (1..=MAX_REPETITIONS).contains(n));
        if repetitions.is_none() {
            let message = format!("expected an integer from 1 to {MAX_REPETITIONS}");
            self.refuse(
                "wrong_type",
                "/repetitions",
                &message,
                "write the number of repetitions",
            );
        }
        let (workflows, ids) = self.workflows(object.get("workflows"));
        let qualify = self.text(node, "", "qualify", false);
        if qualify.as_ref().is_some_and(|id| !ids.contains(id)) {
            let message = "the workflow that is to qualify is not planned";
            self.refuse(
                "unknown_workflow",
                "/qualify",
                message,
                "name a planned workflow",
            );
        }
        let bank_sha256 = self.text(node, "", "bank_sha256", false);
        Some(RunPlan {
            is_inferred: false,
            workflows,
            repetitions: repetitions?,
            qualify,
            bank_sha256,
        })
    }

    /// The usable workflows, and the ids of all, of those too with which something is wrong.
    fn workflows(&mut self, node: Option<&Node>) -> (Vec<PlannedWorkflow>, Vec<String>) {
        let Some(nodes) = node
            .and_then(|n| n.value.as_array())
            .filter(|n| !n.is_empty())
        else {
            let message = "expected an array of at least one workflow";
            self.refuse(
                "wrong_type",
                "/workflows",
                message,
                "list the planned workflows",
            );
            return (Vec::new(), Vec::new());
        };
        let mut workflows: Vec<PlannedWorkflow> = Vec::new();
        let mut ids: Vec<String> = Vec::new();
        for (idx, node) in nodes.iter().enumerate() {
            let at = format!("/workflows/{idx}");
            if node.value.as_object().is_none() {
                self.refuse(
                    "wrong_type",
                    &at,
                    "expected an object",
                    "write id and adapter",
                );
                continue;
            }
            self.unknown_keys(node, &at, &["id", "adapter", "source_card_heading"]);
            let id = self.text(node, &at, "id", true);
            let adapter = self.text(node, &at, "adapter", true);
            let heading = self.text(node, &at, "source_card_heading", false);
            ids.extend(id.clone());
            let (Some(id), Some(name)) = (id, adapter) else {
                continue;
            };
            let Some(adapter) = adapter_of(&name) else {
                let message = format!("there is no adapter \"{name}\"");
                self.refuse(
                    "unknown_adapter",
                    &format!("{at}/adapter"),
                    &message,
                    ADAPTER_REMEDY,
                );
                continue;
            };
            if workflows.iter().any(|w| w.id == id) {
                let message = format!("the workflow \"{id}\" stands twice");
                self.refuse("duplicate_id", &format!("{at}/id"), &message, "keep one");
                continue;
            }
            workflows.push(PlannedWorkflow {
                id,
                adapter,
                source_card_heading: heading,
            });
        }
        (workflows, ids)
    }
}

/// Why a plan cannot be used with `bank`: it was made for another one.
pub fn refuse_plan(name: &str, plan: &RunPlan, bank: &Bank) -> Option<InputProblem> {
    let digest = plan.bank_sha256.as_ref()?;
    (!digest.eq_ignore_ascii_case(&bank.content_sha256)).then(|| InputProblem {
        code: "other_bank",
        file: name.to_owned(),
        line: None,
        pointer: "/bank_sha256".to_owned(),
        message: format!(
            "the plan is for the bank {digest}, not {}",
            bank.content_sha256
        ),
        remedy: "use the plan with the bank that it was made for".to_owned(),
    })
}

/// Reads a plan off the outputs: the workflows in order of name, each with the adapter of its first
/// attempt, and as many repetitions as the highest number met.
pub fn infer_plan(files: &[OutputsFile]) -> RunPlan {
    let mut adapters: BTreeMap<&str, Adapter> = BTreeMap::new();
    let mut repetitions = 1;
    for placed in in_order(files).flat_map(|f| &f.attempts) {
        adapters
            .entry(&placed.attempt.workflow)
            .or_insert(placed.attempt.adapter);
        repetitions = repetitions.max(placed.attempt.repetition);
    }
    RunPlan {
        is_inferred: true,
        workflows: adapters
            .into_iter()
            .map(|(id, adapter)| PlannedWorkflow {
                id: id.to_owned(),
                adapter,
                source_card_heading: None,
            })
            .collect(),
        repetitions,
        qualify: None,
        bank_sha256: None,
    }
}

/// By name, then digest: the order that decides which of two attempts stands.
fn in_order(files: &[OutputsFile]) -> impl Iterator<Item = &OutputsFile> {
    let mut order: Vec<&OutputsFile> = files.iter().collect();
    order.sort_by(|a, b| (&a.name, &a.sha256).cmp(&(&b.name, &b.sha256)));
    order.into_iter()
}

/// Puts every attempt in its place in the plan.
///
/// The first attempt for a place stands, whatever it holds; a later one is set aside. A file with
/// an attempt for another bank, or from before the freeze, is refused as a whole.
pub fn fill_plan(plan: &RunPlan, bank: &Bank, files: &[OutputsFile]) -> FilledPlan {
    let places = Places::new(plan, bank);
    let mut filled = FilledPlan::default();
    let mut found: BTreeMap<(usize, u32, usize), PlacedAttempt> = BTreeMap::new();
    for file in in_order(files) {
        let refusals = places::refuse_file(bank, file);
        if !refusals.is_empty() {
            filled.rejected_files.push(file.name.clone());
            filled.problems.extend(refusals);
            continue;
        }
        for placed in &file.attempts {
            let (workflow_idx, question_idx) = match places.demand(placed) {
                Ok(place) => place,
                Err(problem) => {
                    filled.problems.push(*problem);
                    filled.unplanned.push(placed.clone());
                    continue;
                }
            };
            let place = (workflow_idx, placed.attempt.repetition, question_idx);
            if found.contains_key(&place) {
                filled.ignored.push(placed.clone());
                continue;
            }
            filled
                .problems
                .extend(places::notes_on(&plan.workflows[workflow_idx], placed));
            found.insert(place, placed.clone());
        }
    }
    for workflow_idx in 0..plan.workflows.len() {
        for repetition in 1..=plan.repetitions {
            for question_idx in 0..bank.questions.len() {
                let found = found.remove(&(workflow_idx, repetition, question_idx));
                filled.slots.push(Slot {
                    workflow_idx,
                    repetition,
                    question_idx,
                    found,
                });
            }
        }
    }
    filled
}

/// Reads an RFC 3339 time; the offset is needed.
pub(crate) fn read_time(written: &str) -> Option<Timestamp> {
    written.trim().parse().ok()
}

#[cfg(test)]
mod tests;
