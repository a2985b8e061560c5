//! The files whose readers work on JSON with places instead of types, as types.
//!
//! They exist for their schemas only. That they agree with the readers is tested beside them.
#![allow(
    dead_code,
    reason = "the members are read by the derived schemas, not by code"
)]

use std::collections::BTreeMap;

use schemars::JsonSchema;

/// Text with at least one char that is no white space.
#[derive(JsonSchema)]
#[schemars(inline, extend("pattern" = r"\S"))]
pub(crate) struct Text(String);

/// A SHA-256 in hexadecimal digits.
#[derive(JsonSchema)]
#[schemars(inline, extend("pattern" = "^[0-9A-Fa-f]{64}$"))]
pub(crate) struct Sha256(String);

/// A time with its offset, RFC 3339.
#[derive(JsonSchema)]
#[schemars(inline, extend("format" = "date-time"))]
pub(crate) struct Time(String);

/// A frozen bank of questions about documents.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, title = "Proofmark bank")]
pub(crate) struct Bank {
    /// The version of this format.
    #[schemars(extend("const" = "proofmark/bank/1"))]
    schema: String,
    /// The version of the scoring contract.
    #[schemars(extend("const" = "1.5.0"))]
    contract: String,
    /// The bank's title.
    title: Option<Text>,
    /// The documents that the questions are about.
    #[schemars(length(min = 1))]
    documents: Vec<BankDocument>,
    /// The questions.
    #[schemars(length(min = 1))]
    questions: Vec<Question>,
    /// Written by `proofmark bank freeze`.
    freeze: Option<Freeze>,
}

/// A document.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct BankDocument {
    /// The id that questions and citations use.
    id: Text,
    /// The file's name.
    file: Text,
    /// SHA-256 of the file.
    sha256: Option<Sha256>,
}

/// A question with its obligations.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[schemars(extend(
    "if" = { "properties": { "expected_abstention": { "const": false } } },
    "then" = {
        "required": ["essential_claims"],
        "properties": { "essential_claims": { "minItems": 1 } },
    },
))]
pub(crate) struct Question {
    /// The id, unique in the bank.
    id: Text,
    /// The question's words.
    question: Text,
    /// The fields that an answer must have, in order.
    #[schemars(length(min = 1))]
    required_fields: Vec<Text>,
    /// Whether the documents do not answer it, so that every field must decline.
    expected_abstention: bool,
    /// The type of each typed field.
    field_types: Option<BTreeMap<String, FieldType>>,
    /// The obligations.
    essential_claims: Option<Vec<Claim>>,
    /// Complete answers of a field.
    accepted_field_answers: Option<BTreeMap<String, Vec<Composition>>>,
}

/// A field's type, by name or with its counted noun.
#[derive(JsonSchema)]
#[serde(untagged)]
pub(crate) enum FieldType {
    /// The name alone.
    Name(FieldKind),
    /// With a noun.
    Counted(CountedType),
}

/// A field's type with the noun that it counts.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct CountedType {
    /// The type.
    r#type: FieldKind,
    /// The counted noun of a count, cap or minimum.
    noun: Option<Text>,
}

/// The name of a type.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
pub(crate) enum FieldKind {
    Text,
    Person,
    Interval,
    Duration,
    Count,
    Cap,
    Minimum,
    Date,
    Time,
    Quantity,
}

/// An obligation: a fact that the answer must state and support.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct Claim {
    /// The id, unique in the bank.
    id: Text,
    /// The field that must state it.
    field: Text,
    /// What it is, in words.
    description: Text,
    /// The canonical value.
    value: Text,
    /// The accepted wordings.
    #[schemars(length(min = 1))]
    accepted_values: Vec<Text>,
    /// Whether the field names the subject, or every wording does.
    answer_scope: AnswerScope,
    /// Phrases one of which every accepted wording keeps.
    role_phrases: Option<Vec<Text>>,
    /// A registered passage, or alternatives of which any one suffices.
    evidence: OneOrMany,
}

/// Who names the subject.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
pub(crate) enum AnswerScope {
    Field,
    Explicit,
}

/// One passage or several.
#[derive(JsonSchema)]
#[serde(untagged)]
pub(crate) enum OneOrMany {
    /// One.
    One(Evidence),
    /// Several, of which any one suffices.
    Many(#[schemars(length(min = 1))] Vec<Evidence>),
}

/// A registered passage.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct Evidence {
    /// Id of the document.
    document: Text,
    /// Its page, from 1.
    #[schemars(range(min = 1))]
    page: Option<u64>,
    /// The passage.
    quote: Text,
    /// First char.
    char_start: Option<u64>,
    /// One past the last char.
    char_end: Option<u64>,
    /// First char, in another spelling of the key.
    start_char: Option<u64>,
    /// One past the last char, in another spelling of the key.
    end_char: Option<u64>,
    /// What the offsets count from; `document` by default.
    offset_basis: Option<OffsetBasis>,
}

/// What offsets count from.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
pub(crate) enum OffsetBasis {
    Document,
    Page,
}

/// A complete answer of one field.
#[derive(JsonSchema)]
#[serde(untagged)]
pub(crate) enum Composition {
    /// One that contains an accepted wording of every obligation.
    Literal(Text),
    /// One that people attest to be complete.
    Attested(AttestedAnswer),
}

/// An answer that people attest to be complete; it matches only as a whole.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct AttestedAnswer {
    /// The answer.
    text: Text,
    /// The obligations that it conveys.
    #[schemars(length(min = 1))]
    obligation_ids: Vec<Text>,
    /// Where each is conveyed.
    completeness_note: Text,
}

/// When the bank was closed, over which content, and who stands for it.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct Freeze {
    /// When.
    frozen_at: Time,
    /// SHA-256 of the canonical bank without this block.
    bank_sha256: Sha256,
    /// Who wrote the bank.
    author: Attestation,
    /// Who reviewed it; another person.
    reviewer: Attestation,
}

/// A name and what its bearer attests.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct Attestation {
    /// The name.
    name: Text,
    /// The sentence.
    attestation: Text,
}

/// What a run was to produce.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, title = "Proofmark run plan")]
pub(crate) struct RunPlan {
    /// The version of this format.
    #[schemars(extend("const" = "proofmark/run/1"))]
    schema: String,
    /// The workflows, in order.
    #[schemars(length(min = 1))]
    workflows: Vec<PlannedWorkflow>,
    /// How often each workflow answers each question.
    #[schemars(range(min = 1, max = 1000))]
    repetitions: u64,
    /// Id of the workflow that is to qualify.
    qualify: Option<NotEmpty>,
    /// The bank that the plan is for.
    bank_sha256: Option<NotEmpty>,
}

/// Text of at least one char.
#[derive(JsonSchema)]
#[schemars(inline, extend("minLength" = 1))]
pub(crate) struct NotEmpty(String);

/// A workflow.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct PlannedWorkflow {
    /// The id.
    id: NotEmpty,
    /// The form of its outputs.
    adapter: Adapter,
    /// The heading under which its outputs show sources that they do not cite.
    source_card_heading: Option<NotEmpty>,
}

/// The form of an output.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub(crate) enum Adapter {
    LabelledText,
    StructuredJson,
}

/// One line of an outputs file: an answer, or the error in its place.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, title = "Line of a Proofmark outputs file")]
#[schemars(extend("anyOf" = [
    { "required": ["raw"] },
    { "required": ["error"], "properties": { "error": { "type": "string" } } },
]))]
pub(crate) struct OutputsLine {
    /// Id of the workflow.
    workflow: NotEmpty,
    /// The repetition, from 1.
    #[schemars(range(min = 1, max = 1000))]
    repetition: u64,
    /// Id of the question.
    question_id: NotEmpty,
    /// The form of the output.
    adapter: Adapter,
    /// The output, as it came.
    raw: Option<String>,
    /// What went wrong instead.
    error: Option<String>,
    /// When it was produced, RFC 3339.
    produced_at: Option<String>,
    /// Sources that were shown beside the output and not cited in it.
    source_cards: Option<Vec<SourceCard>>,
    /// The bank that the questions came from.
    bank_sha256: Option<String>,
}

/// A source that was shown and not cited. Other keys are not read.
#[derive(JsonSchema)]
pub(crate) struct SourceCard {
    /// The document.
    document: Option<String>,
    /// The page.
    page: Option<Page>,
    /// The passage.
    quote: Option<String>,
}

/// A page, as a number or as text.
#[derive(JsonSchema)]
#[serde(untagged)]
pub(crate) enum Page {
    Number(f64),
    Text(String),
}

/// Claims to judge.
#[derive(JsonSchema)]
#[serde(untagged)]
#[schemars(title = "Proofmark claims")]
pub(crate) enum ClaimsFile {
    /// One batch.
    One(proofmark_judge::ClaimBatch),
    /// Several.
    Many(Vec<proofmark_judge::ClaimBatch>),
}

/// A judge's verdicts.
#[derive(JsonSchema)]
#[serde(untagged)]
#[schemars(title = "Proofmark results")]
pub(crate) enum ResultsFile {
    /// Those of one batch.
    One(ResultsBatch),
    /// Those of several.
    Many(Vec<ResultsBatch>),
}

/// The verdicts on one batch of claims.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct ResultsBatch {
    /// The reference document that makes the claims.
    file: String,
    /// One for each claim.
    results: Vec<JudgeResult>,
}

/// A verdict on one claim.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct JudgeResult {
    /// Id of the claim.
    id: String,
    /// The verdict.
    judge_verdict: JudgeVerdict,
    /// The calibration rule that governs, or nothing.
    #[schemars(extend("enum" = ["", "R1", "R2", "R3", "R4", "R5", "R6", "R7"]))]
    rule: String,
    /// The page of the evidence, or nothing.
    evidence_url: String,
    /// The evidence, word for word, or nothing.
    evidence_quote: String,
    /// Why, in a sentence.
    reason: String,
}

/// What a judge may say.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
pub(crate) enum JudgeVerdict {
    Grounded,
    NotGrounded,
    SourceSilent,
}
