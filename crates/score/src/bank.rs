//! The question bank as the scorer uses it.

use std::collections::BTreeMap;

/// A frozen bank of questions about documents, after its JSON was read. See [`crate::validate_bank`] for
/// what makes it sound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bank {
    /// The contract version the bank names.
    pub contract: String,
    /// The bank's title; empty if it has none.
    pub title: String,
    /// The documents, in file order.
    pub documents: Vec<BankDocument>,
    /// The questions, in file order.
    pub questions: Vec<Question>,
    /// The freeze block, if there is one.
    pub freeze: Option<Freeze>,
    /// SHA-256, lower-case hex, over the canonical JSON of the bank without `freeze`.
    pub content_sha256: String,
}

/// A document that the bank names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankDocument {
    /// The id that questions and citations use.
    pub id: String,
    /// The file's name.
    pub file: String,
    /// SHA-256 of the file's bytes, lower-case hex, if the bank declares it.
    pub sha256: Option<String>,
}

/// One question with its obligations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The id, unique in the bank.
    pub id: String,
    /// The question's words.
    pub question: String,
    /// The requested fields, in order.
    pub required_fields: Vec<String>,
    /// `true` when the documents do not answer the question and every field must decline.
    pub is_unanswerable: bool,
    /// The type of each typed field.
    pub field_types: BTreeMap<String, FieldType>,
    /// The obligations, in file order; empty for an unanswerable question.
    pub claims: Vec<Claim>,
    /// The complete answers registered for each field.
    pub compositions: BTreeMap<String, Vec<Composition>>,
}

/// The kind of value a field asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldType {
    /// The kind.
    pub kind: FieldKind,
    /// The counted noun of a count, cap or minimum, if declared.
    pub noun: Option<String>,
}

/// See [`FieldType`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FieldKind {
    /// Any text; the default.
    Text,
    /// A person's name.
    Person,
    /// How often something happens.
    Interval,
    /// How long something lasts.
    Duration,
    /// A number of counted things.
    Count,
    /// An inclusive upper bound on a number.
    Cap,
    /// An inclusive lower bound on a number.
    Minimum,
    /// A calendar date.
    Date,
    /// A clock time.
    Time,
    /// A number with a unit.
    Quantity,
}

/// One obligation: a fact that the answer must state and support.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The id, unique in the bank.
    pub id: String,
    /// The field that must state it.
    pub field: String,
    /// What it is, in words.
    pub description: String,
    /// The canonical value.
    pub value: String,
    /// The accepted wordings.
    pub accepted_values: Vec<String>,
    /// Whether the field's context may name the subject.
    pub scope: AnswerScope,
    /// Phrases one of which every accepted wording must keep.
    pub role_phrases: Vec<String>,
    /// The registered alternatives of evidence; any one suffices.
    pub evidence: Vec<Evidence>,
}

/// See [`Claim::scope`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerScope {
    /// The field has this obligation alone, and its name may identify the subject.
    Field,
    /// Every accepted wording carries its role.
    Explicit,
}

/// A registered passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Id of the document.
    pub document: String,
    /// The passage.
    pub quote: String,
    /// The declared page, from 1.
    pub page: Option<u64>,
    /// The declared offsets, as they stand in the file.
    pub offsets: Vec<DeclaredOffset>,
    /// `true` when the offsets count from the page's first char.
    pub is_page_based: bool,
}

/// One offset key of an [`Evidence`], as it stands in the file: `value` is `None` where it is not an
/// integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredOffset {
    /// The key: `char_start`, `char_end`, `start_char` or `end_char`.
    pub key: &'static str,
    /// The value.
    pub value: Option<i64>,
}

/// A complete answer of one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Composition {
    /// Mechanically contains an accepted wording of every obligation of the field.
    Literal(String),
    /// Attested by author and reviewer to convey every obligation; matches only as a whole.
    Attested {
        /// The answer's text.
        text: String,
        /// The obligations that it conveys.
        obligation_ids: Vec<String>,
        /// Where each is conveyed.
        completeness_note: String,
    },
}

/// Who froze the bank and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Freeze {
    /// When, as written (RFC 3339).
    pub frozen_at: Option<String>,
    /// The recorded digest of the bank without this block.
    pub bank_sha256: Option<String>,
    /// The author.
    pub author: Option<Attestation>,
    /// The independent reviewer.
    pub reviewer: Option<Attestation>,
}

/// A name and what its bearer attests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attestation {
    /// The name.
    pub name: String,
    /// The attested sentence.
    pub attestation: String,
}
