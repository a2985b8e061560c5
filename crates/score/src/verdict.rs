//! What the scorer says of an attempt.

use std::sync::Arc;

use proofmark_ground::Grounding;

use crate::attempt::{EmittedCitation, Segment};
use crate::reason::ReasonCode;

/// A verdict, worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Everything asked holds.
    Pass,
    /// The rules cannot decide; never to be read as wrong.
    Unresolved,
    /// Something asked for is definitely not so.
    Fail,
}

impl Verdict {
    /// The name used in files.
    pub fn code(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Unresolved => "unresolved",
            Self::Fail => "fail",
        }
    }
}

/// The judged attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedAttempt {
    /// The worse of the two axes.
    pub verdict: Verdict,
    /// Does the prose state every requested fact?
    pub completeness: Verdict,
    /// Does every obligation have its registered evidence cited?
    pub support: Verdict,
    /// Why, in the order found; a passing attempt may carry reasons that weigh on neither axis.
    pub reasons: Vec<Reason>,
    /// One for each requested field, in the question's order.
    pub fields: Vec<JudgedField>,
    /// One for each emitted citation, in order of emission.
    pub citations: Vec<JudgedCitation>,
    /// The raw text in parts.
    pub segments: Vec<Segment>,
    /// Whether every field is a clean decline.
    pub is_declined: bool,
}

/// A reason with where it applies and what was found there, in one plain sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The code.
    pub code: ReasonCode,
    /// What it does to the attempt: `Pass` for a mere note.
    pub weight: Verdict,
    /// Index of the field in the question's `required_fields`.
    pub field_idx: Option<usize>,
    /// Id of the obligation.
    pub claim_id: Option<String>,
    /// Index of the citation in [`JudgedAttempt::citations`].
    pub citation_idx: Option<usize>,
    /// What was found and where, in one plain sentence.
    pub sentence: String,
}

/// The judged field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedField {
    /// The field's name.
    pub field: String,
    /// The prose that was judged; empty where the field is missing.
    pub text: String,
    /// The field's completeness.
    pub completeness: Verdict,
    /// One for each obligation of the field, in bank order.
    pub obligations: Vec<JudgedObligation>,
    /// Stretches of `text` worth showing: matched wordings, residue, conflicts. Ascending; in bytes of `text`.
    pub marks: Vec<Mark>,
}

/// A stretch of a field's prose and why it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// What it is.
    pub kind: MarkKind,
    /// Bytes in [`JudgedField::text`].
    pub range: proofmark_text::TextRange,
    /// Id of the obligation that it states or contradicts.
    pub claim_id: Option<String>,
}

/// See [`Mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkKind {
    /// An accepted wording.
    Alias,
    /// Words that nobody reviewed.
    Residue,
    /// A conflicting value, operator or role.
    Conflict,
}

impl MarkKind {
    /// The name used in files.
    pub fn code(self) -> &'static str {
        match self {
            Self::Alias => "alias",
            Self::Residue => "residue",
            Self::Conflict => "conflict",
        }
    }
}

/// The judged obligation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedObligation {
    /// Id of the claim.
    pub id: String,
    /// Whether the prose states it.
    pub stated: Stated,
    /// Whether a citation supports it.
    pub support: Support,
    /// The accepted wording that was matched.
    pub matched_alias: Option<String>,
}

/// See [`JudgedObligation::stated`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stated {
    /// An accepted wording stands in the prose.
    Stated,
    /// The prose contradicts it.
    Contradicted,
    /// The prose definitely leaves it out.
    Missing,
    /// The prose may express it, in words that are not registered.
    Unregistered,
}

impl Stated {
    /// The name used in files.
    pub fn code(self) -> &'static str {
        match self {
            Self::Stated => "stated",
            Self::Contradicted => "contradicted",
            Self::Missing => "missing",
            Self::Unregistered => "unregistered",
        }
    }
}

/// See [`JudgedObligation::support`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Support {
    /// A citation in its field contains an anchor.
    Supported,
    /// A citation in its field may support it; a person must look.
    Unresolved,
    /// Nothing cited in its field supports it.
    Unsupported,
}

impl Support {
    /// The name used in files.
    pub fn code(self) -> &'static str {
        match self {
            Self::Supported => "supported",
            Self::Unresolved => "unresolved",
            Self::Unsupported => "unsupported",
        }
    }
}

/// The judged citation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedCitation {
    /// What the answer emitted.
    pub emitted: EmittedCitation,
    /// Id of the bank document that `emitted.document` names.
    pub document_id: Option<String>,
    /// The state.
    pub state: CitationState,
    /// Ids of the obligations it supports.
    pub supports: Vec<String>,
    /// The grounding, where there was a quotation and a document to look in.
    pub grounding: Option<Arc<Grounding>>,
    /// Whether the written page is the located page; `None` without both.
    pub is_page_right: Option<bool>,
}

/// The state of an emitted citation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CitationState {
    /// Contains an anchor of at least one obligation of its field.
    Supports,
    /// Located in a document with anchors of its field, but contains none.
    Unregistered,
    /// Located in a document that holds no anchor of its field.
    OtherDocument,
    /// Stands in several places.
    Ambiguous,
    /// Same letters, other joins or spaces.
    Altered,
    /// The two readers of the document disagree here.
    ReadersDisagree,
    /// The document has pages without text.
    NoTextLayer,
    /// Contains an anchor, but touches text whose Unicode was guessed.
    Unverified,
    /// Contains an anchor, but what it left out holds a negation, condition or exception.
    ElidedCondition,
    /// A page and no quotation.
    PageOnly,
    /// A marker that leads to nothing.
    Dangling,
    /// Cuts a token at an outer edge.
    EdgeCut,
    /// Not in the document: fabricated.
    NotFound,
    /// Names a document that is not in the bank.
    AbsentDocument,
    /// Located, and holds a value that conflicts with an obligation of its field.
    Contradicts,
}

impl CitationState {
    /// Every state, in the order of the declaration.
    pub const ALL: &'static [Self] = &[
        Self::Supports,
        Self::Unregistered,
        Self::OtherDocument,
        Self::Ambiguous,
        Self::Altered,
        Self::ReadersDisagree,
        Self::NoTextLayer,
        Self::Unverified,
        Self::ElidedCondition,
        Self::PageOnly,
        Self::Dangling,
        Self::EdgeCut,
        Self::NotFound,
        Self::AbsentDocument,
        Self::Contradicts,
    ];

    /// The name used in files.
    pub fn code(self) -> &'static str {
        match self {
            Self::Supports => "supports",
            Self::Unregistered => "unregistered",
            Self::OtherDocument => "other_document",
            Self::Ambiguous => "ambiguous",
            Self::Altered => "altered",
            Self::ReadersDisagree => "readers_disagree",
            Self::NoTextLayer => "no_text_layer",
            Self::Unverified => "unverified",
            Self::ElidedCondition => "elided_condition",
            Self::PageOnly => "page_only",
            Self::Dangling => "dangling",
            Self::EdgeCut => "edge_cut",
            Self::NotFound => "not_found",
            Self::AbsentDocument => "absent_document",
            Self::Contradicts => "contradicts",
        }
    }

    /// What the state does to the support axis: `Pass` where it weighs nothing.
    pub fn weight(self) -> Verdict {
        match self {
            Self::Supports | Self::OtherDocument | Self::PageOnly | Self::Dangling => Verdict::Pass,
            Self::Unregistered
            | Self::Ambiguous
            | Self::Altered
            | Self::ReadersDisagree
            | Self::NoTextLayer
            | Self::Unverified
            | Self::ElidedCondition => Verdict::Unresolved,
            Self::EdgeCut | Self::NotFound | Self::AbsentDocument | Self::Contradicts => {
                Verdict::Fail
            }
        }
    }
}
