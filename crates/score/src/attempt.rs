//! One attempt: what a system put out for one question, and its raw text in parts.

use proofmark_text::TextRange;

/// The form of a workflow's outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Adapter {
    /// Prose under the requested labels.
    LabelledText,
    /// A JSON object of fields.
    StructuredJson,
}

impl Adapter {
    /// The name used in files.
    pub fn code(self) -> &'static str {
        match self {
            Self::LabelledText => "labelled-text",
            Self::StructuredJson => "structured-json",
        }
    }
}

/// One line of an outputs file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Id of the workflow.
    pub workflow: String,
    /// Number of the repetition, from 1.
    pub repetition: u32,
    /// Id of the question.
    pub question_id: String,
    /// The form of `raw`.
    pub adapter: Adapter,
    /// The output, or nothing.
    pub raw: Option<String>,
    /// The error that the run recorded.
    pub error: Option<String>,
    /// When, as written (RFC 3339).
    pub produced_at: Option<String>,
    /// The sources that the system displayed by itself; not emitted citations.
    pub source_cards: Vec<SourceCard>,
    /// The digest of the bank that was asked.
    pub bank_sha256: Option<String>,
}

/// A source that a system displays beside its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceCard {
    /// The document, as written.
    pub document: Option<String>,
    /// The page, as written.
    pub page: Option<String>,
    /// The quotation.
    pub quote: Option<String>,
}

/// What a stretch of an attempt's raw text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SegmentKind {
    /// A requested label with what marks it as one.
    Label,
    /// The prose of a field.
    FieldText,
    /// A citation's marker.
    Citation,
    /// A citation's quotation.
    Quote,
    /// An entry, or the heading, of a reference list.
    Reference,
    /// Sources that are displayed automatically.
    SourceCard,
    /// Anything else.
    Extra,
}

impl SegmentKind {
    /// The name used in files.
    pub fn code(self) -> &'static str {
        match self {
            Self::Label => "label",
            Self::FieldText => "field_text",
            Self::Citation => "citation",
            Self::Quote => "quote",
            Self::Reference => "reference",
            Self::SourceCard => "source_card",
            Self::Extra => "extra",
        }
    }
}

/// A stretch of raw text of one kind. The segments of an attempt, in order, are its raw text again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The kind.
    pub kind: SegmentKind,
    /// Bytes in the attempt's `raw`.
    pub range: TextRange,
    /// Index of the field in the question's `required_fields`, for a segment of a field.
    pub field_idx: Option<usize>,
}

/// An attempt's raw text, read by its adapter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParsedAnswer {
    /// A partition of `raw`, in order.
    pub segments: Vec<Segment>,
    /// One for every label met, in order of appearance; a field met twice stands twice. Empty text
    /// is left out where the same field has text elsewhere.
    pub fields: Vec<FieldText>,
    /// The emitted citations, in order of emission.
    pub citations: Vec<EmittedCitation>,
    /// Entries of a reference list that no marker leads to.
    pub uncited_references: Vec<EmittedCitation>,
    /// Prose outside every requested field, cut where `raw` is; empty stretches are left out.
    pub extra: Vec<String>,
    /// Whether any requested label was met. `false` when a lone field's text stands without one;
    /// of a JSON answer, whether any requested field has an entry.
    pub has_labels: bool,
}

/// What stands under one label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldText {
    /// Index of the field in the question's `required_fields`.
    pub field_idx: usize,
    /// The prose, without citations, their quotations and source cards. Where something was taken out
    /// a space stands.
    pub prose: String,
}

/// A citation that the answer itself makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmittedCitation {
    /// Index of the field in whose text it stands; `None` outside every field.
    pub field_idx: Option<usize>,
    /// The document, as written; `None` where the marker names none.
    pub document: Option<String>,
    /// The page, as written: a number or one of the file's own labels.
    pub page: Option<String>,
    /// The quotation, as written.
    pub quote: Option<String>,
    /// Whether the marker leads to nothing.
    pub is_dangling: bool,
    /// The marker (and the quotation beside it) in `raw`, in bytes.
    pub range: TextRange,
}
