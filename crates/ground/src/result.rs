//! What grounding a quotation says.

use proofmark_text::TextRange;

/// The state of a grounded quotation (rules G-20 to G-25).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// Exactly one occurrence, complete tokens at both edges.
    Located,
    /// Two or more occurrences.
    Ambiguous,
    /// The same chars and inner boundaries stand once or more, but an outer edge is inside a token.
    EdgeCut,
    /// The same letters, numbers and operators stand in exactly one place, with other joins or spaces.
    Altered,
    /// Nowhere in the document.
    NotFound,
    /// The named document is not in the bank.
    AbsentDocument,
    /// The quotation holds no token.
    Empty,
    /// Cut or absent in the first reader's text, but in exactly one place of the second reader's.
    ReadersDisagree,
    /// Nowhere, in a document with pages that have no text.
    NoTextLayer,
}

impl State {
    /// The name used in files.
    pub fn code(self) -> &'static str {
        match self {
            Self::Located => "located",
            Self::Ambiguous => "ambiguous",
            Self::EdgeCut => "edge_cut",
            Self::Altered => "altered",
            Self::NotFound => "not_found",
            Self::AbsentDocument => "absent_document",
            Self::Empty => "empty",
            Self::ReadersDisagree => "readers_disagree",
            Self::NoTextLayer => "no_text_layer",
        }
    }
}

/// How closely the source repeats a located quotation; the least close applies to the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fidelity {
    /// The raw chars are equal.
    Exact,
    /// Equal but for white space.
    Whitespace,
    /// Equal but for case, quotes, dashes, ligatures, soft hyphens or digit grouping as well.
    Typographic,
    /// Ordinary punctuation differs as well.
    Punctuation,
}

impl Fidelity {
    /// The name used in files.
    pub fn code(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Whitespace => "whitespace",
            Self::Typographic => "typographic",
            Self::Punctuation => "punctuation",
        }
    }
}

/// A stretch of a document's raw text, from the first char of its first token to the last char of
/// its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Bytes in [`proofmark_text::Document::raw`].
    pub range: TextRange,
    /// Index of the page that holds the first char, from 0.
    pub first_page_idx: usize,
    /// Index of the page that holds the last char, from 0.
    pub last_page_idx: usize,
}

/// A passage like the quotation, for the reader's eye only: it never supports anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearPassage {
    /// Where it stands.
    pub span: Span,
    /// The differences, quotation to source, in order. Joined, the `quote` sides are the quotation's
    /// tokens and the `source` sides the passage's.
    pub differences: Vec<Difference>,
}

/// One run of tokens that is the same on both sides, or one place where they differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Whether both sides are the same.
    pub is_same: bool,
    /// The quotation's words here, as written.
    pub quote: String,
    /// The source's words here, as written.
    pub source: String,
}

/// The second reader's text around a quotation that the first reader's text does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondReading {
    /// Index of the page, from 0.
    pub page_idx: usize,
    /// The second reader's text of the passage.
    pub text: String,
}

/// The result of grounding one quotation in one document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grounding {
    /// The state.
    pub state: State,
    /// `Located`: the span, or one a part of an elided quotation, in order. `EdgeCut` and `Altered`:
    /// the place it was taken from. Otherwise empty.
    pub spans: Vec<Span>,
    /// Every occurrence of an ambiguous quotation, in document order; otherwise empty.
    pub occurrences: Vec<Span>,
    /// Whether the quotation holds an elision mark that parts it.
    pub elided: bool,
    /// Whether the source between the parts holds a negation, a condition or an exception.
    pub elided_condition: bool,
    /// Whether a located span touches a char whose Unicode was guessed or is unknown.
    pub unverified: bool,
    /// How closely the source repeats the quotation; only when located.
    pub fidelity: Option<Fidelity>,
    /// The nearest passage of a quotation that was not found, where there is one worth showing.
    pub nearest: Option<NearPassage>,
    /// What the second reader has; only for `ReadersDisagree`.
    pub second: Option<SecondReading>,
}

impl Grounding {
    /// A result that is nothing but its state.
    pub fn only(state: State) -> Self {
        Self {
            state,
            spans: Vec::new(),
            occurrences: Vec::new(),
            elided: false,
            elided_condition: false,
            unverified: false,
            fidelity: None,
            nearest: None,
            second: None,
        }
    }

    /// Whether one located span holds the whole of `anchor`, a span of the same document (G-31).
    pub fn contains(&self, anchor: &Span) -> bool {
        self.state == State::Located && self.spans.iter().any(|s| s.range.contains(anchor.range))
    }
}
