//! The report file, `proofmark/report/1`.
//!
//! Every offset counts chars. Nothing here is a float, and no list's order depends on hashing, so
//! that the same inputs give the same bytes on every platform.

use serde::{Deserialize, Serialize};

/// The value of [`Report::schema`].
pub const SCHEMA: &str = "proofmark/report/1";

/// A whole report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// `proofmark/report/1`, [`SCHEMA`].
    pub schema: String,
    /// What made the report.
    pub tool: Tool,
    /// Version of the scoring contract.
    pub contract: String,
    /// The bank's title.
    pub title: String,
    /// SHA-256 of the canonical bank without its freeze block.
    pub bank_sha256: String,
    /// When the bank was frozen, as it says.
    pub frozen_at: Option<String>,
    /// Every input, by kind, then name, then digest.
    pub inputs: Vec<Input>,
    /// What was planned.
    pub plan: Plan,
    /// The bank's documents, in its order.
    pub documents: Vec<DocumentInfo>,
    /// The bank's questions, in its order, with their anchors.
    pub questions: Vec<QuestionInfo>,
    /// Every planned attempt, in plan order (workflow, repetition, question).
    pub attempts: Vec<Attempt>,
    /// Attempts that were put aside: a second attempt for one place.
    pub ignored: Vec<IgnoredAttempt>,
    /// One for every workflow and repetition, in plan order.
    pub metrics: Vec<Metrics>,
    /// One for every workflow, over all its repetitions, in plan order.
    pub workflows: Vec<WorkflowSummary>,
    /// Whether the planned workflow qualifies.
    pub qualification: Qualification,
    /// The checks made before the run, if they were made; replay takes them from here.
    pub preflight: Option<Preflight>,
    /// Human decisions, beside the verdicts.
    pub audit: Option<Audit>,
    /// What was noticed about the inputs that refuses none of them.
    pub warnings: Vec<Warning>,
    /// What the report does not say.
    pub limitations: Vec<String>,
}

/// What made a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// `proofmark`.
    pub name: String,
    /// The version.
    pub version: String,
}

/// One input file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// `bank`, `plan`, `document`, `outputs`, `audit`.
    pub kind: String,
    /// The file's name, without folders.
    pub name: String,
    /// SHA-256 of its bytes, lower-case hex.
    pub sha256: String,
    /// Its size in bytes.
    pub size: u64,
}

/// What was planned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// `true` when no plan was given and this one was read off the outputs.
    pub inferred: bool,
    /// The workflows, in order.
    pub workflows: Vec<PlannedWorkflow>,
    /// Number of repetitions.
    pub repetitions: u32,
    /// The workflow that is to qualify.
    pub qualify: Option<String>,
}

/// One workflow of a [`Plan`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlannedWorkflow {
    /// The id.
    pub id: String,
    /// `labelled-text` or `structured-json`.
    pub adapter: String,
    /// The heading under which its outputs show source cards.
    pub source_card_heading: Option<String>,
}

/// A document of the bank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DocumentInfo {
    /// The id that questions use.
    pub id: String,
    /// The file's name.
    pub file: String,
    /// SHA-256 of the bytes that were read.
    pub sha256: String,
    /// Number of pages.
    pub n_pages: u64,
    /// Length of the raw text in chars.
    pub n_chars: u64,
    /// Pages without text, from 1.
    pub scans: Vec<u64>,
    /// Pages on which the Unicode of some char was guessed or is unknown, from 1.
    pub unverified: Vec<u64>,
}

/// A question of the bank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct QuestionInfo {
    /// The id.
    pub id: String,
    /// The question's words.
    pub question: String,
    /// Whether every field must decline.
    pub expected_abstention: bool,
    /// The requested fields with their types.
    pub fields: Vec<FieldInfo>,
    /// The obligations, in bank order.
    pub obligations: Vec<ObligationInfo>,
}

/// A requested field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FieldInfo {
    /// The field's name.
    pub field: String,
    /// Its type, `text` by default.
    pub kind: String,
    /// Its counted noun.
    pub noun: Option<String>,
}

/// An obligation of the bank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ObligationInfo {
    /// The claim's id.
    pub id: String,
    /// The field.
    pub field: String,
    /// What it is, in words.
    pub description: String,
    /// The canonical value.
    pub value: String,
    /// The registered passages, each where it stands.
    pub anchors: Vec<Anchor>,
}

/// A registered passage and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// Id of the document.
    pub document: String,
    /// The passage as the bank writes it.
    pub quote: String,
    /// Where it stands.
    pub span: Span,
}

/// A stretch of a document's raw text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// First char.
    pub start: u64,
    /// One past the last char.
    pub end: u64,
    /// Page of the first char, from 1.
    pub first_page: u64,
    /// Page of the last char, from 1.
    pub last_page: u64,
}

/// One planned attempt and its verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// Id of the workflow.
    pub workflow: String,
    /// Number of the repetition, from 1.
    pub repetition: u32,
    /// Id of the question.
    pub question_id: String,
    /// `labelled-text` or `structured-json`.
    pub adapter: String,
    /// `pass`, `fail` or `unresolved`.
    pub verdict: String,
    /// The same three.
    pub completeness: String,
    /// The same three.
    pub support: String,
    /// The codes of the reasons, each once, in the order found.
    pub reasons: Vec<String>,
    /// The reasons in plain sentences.
    pub explanations: Vec<Explanation>,
    /// Whether every field is a clean decline.
    pub declined: bool,
    /// Whether the attempt was planned and is not in the outputs.
    pub missing: bool,
    /// The output, as it came.
    pub raw: Option<String>,
    /// The error that the run recorded.
    pub error: Option<String>,
    /// When it was produced, as written.
    pub produced_at: Option<String>,
    /// Name of the outputs file.
    pub file: Option<String>,
    /// Line in that file, from 1.
    pub line: Option<u64>,
    /// The requested fields, in the question's order.
    pub fields: Vec<Field>,
    /// The emitted citations, in order of emission.
    pub citations: Vec<Citation>,
    /// The raw text in parts: joined, they are `raw`.
    pub segments: Vec<Segment>,
}

/// A reason in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Explanation {
    /// The reason's code.
    pub code: String,
    /// What it does to the verdict: `fail`, `unresolved`, or `pass` for a mere note.
    pub weight: String,
    /// The field it is about.
    pub field: Option<String>,
    /// The obligation it is about.
    pub obligation: Option<String>,
    /// The citation it is about, by index in [`Attempt::citations`].
    pub citation: Option<u64>,
    /// What was found and where, in one sentence.
    pub message: String,
}

/// A requested field and what the answer says in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// The field's name.
    pub field: String,
    /// The prose that was judged.
    pub text: String,
    /// `pass`, `fail` or `unresolved`.
    pub completeness: String,
    /// The obligations of the field.
    pub obligations: Vec<Obligation>,
    /// Stretches of `text` worth showing.
    pub marks: Vec<Mark>,
}

/// An obligation and how the answer meets it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Obligation {
    /// The claim's id.
    pub id: String,
    /// `stated`, `contradicted`, `missing` or `unregistered`.
    pub stated: String,
    /// `supported`, `unresolved` or `unsupported`.
    pub support: String,
    /// The accepted wording that was matched.
    pub alias: Option<String>,
}

/// A stretch of a field's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// `alias`, `residue` or `conflict`.
    pub kind: String,
    /// First char in the field's text.
    pub start: u64,
    /// One past the last char.
    pub end: u64,
    /// The obligation it belongs to.
    pub obligation: Option<String>,
}

/// An emitted citation and its state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Citation {
    /// The field in whose text it stands.
    pub field: Option<String>,
    /// The document, as written.
    pub document: Option<String>,
    /// Id of the bank document meant.
    pub document_id: Option<String>,
    /// The page, as written.
    pub page: Option<String>,
    /// The quotation, as written.
    pub quote: Option<String>,
    /// The state.
    pub state: String,
    /// The obligations it supports.
    pub supports: Vec<String>,
    /// Where it stands, from the first part's start to the last part's end; the place it was taken
    /// from for `edge_cut` and `altered`; null where there is none.
    pub span: Option<Span>,
    /// The parts of an elided quotation, or the one span again.
    pub parts: Vec<Span>,
    /// Every occurrence of an ambiguous quotation.
    pub occurrences: Vec<Span>,
    /// Whether the quotation leaves something out.
    pub elided: bool,
    /// How closely the source repeats it.
    pub fidelity: Option<String>,
    /// The file's own label of the first page.
    pub page_label: Option<String>,
    /// Whether the written page is the located one; null without both.
    pub page_right: Option<bool>,
    /// The nearest passage of a quotation that was not found; never support.
    pub nearest: Option<NearPassage>,
    /// What the second reader has where the readers disagree.
    pub second_reading: Option<SecondReading>,
    /// First char of the marker, with its quotation, in `raw`.
    pub start: u64,
    /// One past its last char.
    pub end: u64,
}

/// The nearest passage of a quotation that was not found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NearPassage {
    /// Where it stands.
    pub span: Span,
    /// The differences, in order.
    pub differences: Vec<Difference>,
}

/// A run that is the same on both sides, or a place where they differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// Whether both sides are the same.
    pub same: bool,
    /// The quotation's words.
    pub quote: String,
    /// The source's words.
    pub source: String,
}

/// A passage as the second reader has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SecondReading {
    /// The page, from 1.
    pub page: u64,
    /// The second reader's text.
    pub text: String,
}

/// A stretch of an attempt's raw text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Segment {
    /// `label`, `field_text`, `citation`, `quote`, `reference`, `source_card` or `extra`.
    pub kind: String,
    /// First char of `raw`.
    pub start: u64,
    /// One past the last.
    pub end: u64,
    /// The field it belongs to.
    pub field: Option<String>,
}

/// An attempt that was put aside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct IgnoredAttempt {
    /// Id of the workflow.
    pub workflow: String,
    /// Number of the repetition.
    pub repetition: u32,
    /// Id of the question.
    pub question_id: String,
    /// The outputs file.
    pub file: String,
    /// Line in it, from 1.
    pub line: u64,
    /// `retry_ignored`.
    pub code: String,
}

/// An exact fraction `[numerator, denominator]`; the denominator is 0 where it is undefined.
pub type Fraction = [u64; 2];

/// A fraction with its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Unresolved counted as not passed.
    pub lower: Fraction,
    /// Unresolved counted as passed.
    pub upper: Fraction,
}

/// The metrics of one workflow in one repetition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Metrics {
    /// Id of the workflow.
    pub workflow: String,
    /// Number of the repetition.
    pub repetition: u32,
    /// Passes over answerable planned.
    pub complete_supported: Bounds,
    /// Passes over unanswerable planned.
    pub clean_abstention: Bounds,
    /// Supporting over emitted citations.
    pub citation_precision: Bounds,
    /// Written pages that are the located pages, over citations with both.
    pub explicit_pages: Fraction,
    /// Citations whose quotation gives the page, over emitted citations.
    pub quote_pages: Fraction,
    /// The counts.
    pub counts: Counts,
}

/// Attempts by what became of them. `declined` and `missing` are also counted under their verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Planned attempts.
    pub planned: u64,
    /// Verdict `pass`.
    pub passed: u64,
    /// Verdict `fail`.
    pub failed: u64,
    /// Verdict `unresolved`.
    pub unresolved: u64,
    /// Every field a clean decline.
    pub declined: u64,
    /// Planned, not in the outputs.
    pub missing: u64,
}

/// A workflow over all its repetitions, by unique questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WorkflowSummary {
    /// Id of the workflow.
    pub workflow: String,
    /// All repetitions together.
    pub counts: Counts,
    /// Number of unique questions.
    pub questions: u64,
    /// Questions that pass in every repetition.
    pub pass_in_all: u64,
    /// Questions that pass in at least one.
    pub pass_in_any: u64,
    /// Wilson's 95 % interval of `pass_in_all` over unique questions, in millionths.
    pub wilson: Interval,
    /// The 95 % interval of the mean pass share by resampling questions, in millionths.
    pub bootstrap: Interval,
    /// Attempts with each reason, by code.
    pub reasons: Vec<ReasonCount>,
}

/// An interval in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Interval {
    /// Lower end.
    pub lower: u64,
    /// Upper end.
    pub upper: u64,
}

/// How many attempts have a reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReasonCount {
    /// The code.
    pub code: String,
    /// Number of attempts.
    pub attempts: u64,
}

/// Whether the planned workflow qualifies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Qualification {
    /// The workflow that is to qualify.
    pub workflow: Option<String>,
    /// Whether every gate holds.
    pub qualified: bool,
    /// The gates.
    pub gates: Vec<Gate>,
}

/// One condition of qualification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// `complete_supported`, `citation_precision`, `clean_abstention`, `repetitions`, `frozen`,
    /// `provenance`, `preflight`.
    pub id: String,
    /// The repetition, for the metrics' gates.
    pub repetition: Option<u32>,
    /// Whether it holds.
    pub passed: bool,
    /// The measured lower bound, for the metrics' gates.
    pub value: Option<Fraction>,
    /// The needed percentage, for the metrics' gates.
    pub needed_percent: Option<u64>,
    /// What was found, in one sentence.
    pub message: String,
}

/// The four groups of checks made before a run may qualify.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Preflight {
    /// `package`, `self_tests`, `runtime`, `local_only`, in this order.
    pub groups: Vec<PreflightGroup>,
    /// SHA-256 of the wasm module, where one ran.
    pub wasm_sha256: Option<String>,
}

/// One group of checks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PreflightGroup {
    /// The group.
    pub id: String,
    /// Whether it holds.
    pub passed: bool,
    /// What was found, in one sentence.
    pub message: String,
}

/// Human decisions; they never change a verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Audit {
    /// `proofmark/audit/1`.
    pub schema: String,
    /// The bank they are about.
    pub bank_sha256: String,
    /// The decisions, in the order made.
    pub decisions: Vec<Decision>,
}

/// One human decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// Id of the workflow.
    pub workflow: String,
    /// Number of the repetition.
    pub repetition: u32,
    /// Id of the question.
    pub question_id: String,
    /// The obligation it is about; null for the whole attempt.
    pub obligation: Option<String>,
    /// The citation it is about, by index.
    pub citation: Option<u64>,
    /// `holds`, `does_not_hold` or `cannot_tell`.
    pub decision: String,
    /// The note.
    pub note: String,
    /// Who decided.
    pub name: String,
    /// When, RFC 3339.
    pub decided_at: String,
}

/// Something noticed about an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Warning {
    /// The code.
    pub code: String,
    /// The file.
    pub file: Option<String>,
    /// The line or the JSON pointer in it.
    pub place: Option<String>,
    /// What was noticed, in one sentence.
    pub message: String,
}
