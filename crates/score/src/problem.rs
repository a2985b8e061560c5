//! What is wrong with a bank.

macro_rules! problem_codes {
    ($($(#[doc = $doc:literal])+ $name:ident => $code:literal,)+) => {
        /// The kind of a [`BankProblem`]. Codes are stable: other programs read them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ProblemCode {
            $($(#[doc = $doc])+ $name,)+
        }

        impl ProblemCode {
            /// Every code, in the order of the declaration.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The name used in files.
            pub fn code(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)+
                }
            }
        }
    };
}

problem_codes! {
    /// The file is not one JSON document.
    NotJson => "not_json",
    /// An object has two members of one key.
    DuplicateKey => "duplicate_key",
    /// An id stands twice.
    DuplicateId => "duplicate_id",
    /// A key that the contract asks for is not there.
    MissingKey => "missing_key",
    /// A value has another type, or is none of the listed ones.
    WrongType => "wrong_type",
    /// A text or list is empty.
    EmptyValue => "empty_value",
    /// A field is named that the question does not ask for.
    UnknownField => "unknown_field",
    /// A requested field has no claim.
    UncoveredField => "uncovered_field",
    /// A question without an answer has claims or compositions.
    ClaimsOnUnanswerable => "claims_on_unanswerable",
    /// A claim relies on its field's name, but shares the field.
    FieldScopeOnCompound => "field_scope_on_compound",
    /// A claim of explicit scope has no role phrases.
    MissingRolePhrases => "missing_role_phrases",
    /// No role phrase stands in an accepted value.
    AliasDropsRole => "alias_drops_role",
    /// An accepted value lacks a number or date of the value.
    AliasDropsValue => "alias_drops_value",
    /// An accepted value lacks a unit of the value.
    AliasDropsUnit => "alias_drops_unit",
    /// An accepted value lacks what the value is counted per.
    AliasDropsBasis => "alias_drops_basis",
    /// An accepted value lacks a condition or event of the value.
    AliasDropsCondition => "alias_drops_condition",
    /// An accepted value lacks the counted noun, and the field does not say it.
    CountNounNotInField => "count_noun_not_in_field",
    /// An accepted value lacks that the value recurs, or what recurs.
    IntervalSemantics => "interval_semantics",
    /// An accepted value may lack the second of two parts (a warning).
    AliasMayDropConjunct => "alias_may_drop_conjunct",
    /// A literal composition lacks an accepted value of an obligation.
    CompositionIncomplete => "composition_incomplete",
    /// An attested composition does not name exactly its field's obligations, or has no note.
    CompositionObligations => "composition_obligations",
    /// Attestations are needed, and are missing or come from one person.
    MissingAttestation => "missing_attestation",
    /// A passage is not in its document.
    EvidenceNotLocated => "evidence_not_located",
    /// A passage stands in its document more than once.
    EvidenceAmbiguous => "evidence_ambiguous",
    /// A passage cuts a word or number at its edge.
    EvidenceEdgeCut => "evidence_edge_cut",
    /// A passage touches text whose reading is a guess (a warning).
    EvidenceUnverified => "evidence_unverified",
    /// A passage is not on its declared page.
    EvidencePage => "evidence_page",
    /// Declared offsets are no range of the document.
    OffsetMalformed => "offset_malformed",
    /// The two spellings of the offsets differ.
    OffsetConflict => "offset_conflict",
    /// The declared offsets are not where the passage is.
    OffsetMismatch => "offset_mismatch",
    /// A document is not in the bank, or its file was not given.
    AbsentDocument => "absent_document",
    /// A document's bytes are not those that the bank was written for.
    DocumentDigest => "document_digest",
    /// The bank was changed after it was frozen.
    FreezeDigest => "freeze_digest",
    /// The bank is not frozen (a warning).
    NotFrozen => "not_frozen",
    /// A key that the contract does not know (a warning).
    UnknownKey => "unknown_key",
}

/// Something wrong with a bank, and what to change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BankProblem {
    /// The kind.
    pub code: ProblemCode,
    /// Id of the question, or its place among the questions where it has no id.
    pub question: Option<String>,
    /// Id of the claim, or its place among the question's claims where it has no id.
    pub claim: Option<String>,
    /// JSON pointer (RFC 6901) to the value that is to be changed; for a missing key, to where it
    /// belongs.
    pub pointer: String,
    /// What is wrong and what to change; lower case, no final stop.
    pub message: String,
}

impl std::fmt::Display for BankProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.code.code())?;
        if let Some(question) = &self.question {
            write!(f, " in question {question}")?;
        }
        if let Some(claim) = &self.claim {
            write!(f, ", claim {claim}")?;
        }
        let pointer = if self.pointer.is_empty() {
            "the bank"
        } else {
            &self.pointer
        };
        write!(f, " at {pointer}: {}", self.message)
    }
}

/// Errors and warnings, gathered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Problems {
    pub(crate) errors: Vec<BankProblem>,
    pub(crate) warnings: Vec<BankProblem>,
}

/// What a problem is about.
#[derive(Clone, Debug, Default)]
pub(crate) struct Subject {
    pub(crate) question: Option<String>,
    pub(crate) claim: Option<String>,
}

impl Problems {
    pub(crate) fn error(
        &mut self,
        code: ProblemCode,
        subject: &Subject,
        pointer: impl Into<String>,
        message: impl Into<String>,
    ) {
        self.errors
            .push(problem(code, subject, pointer.into(), message.into()));
    }

    pub(crate) fn warn(
        &mut self,
        code: ProblemCode,
        subject: &Subject,
        pointer: impl Into<String>,
        message: impl Into<String>,
    ) {
        self.warnings
            .push(problem(code, subject, pointer.into(), message.into()));
    }
}

fn problem(code: ProblemCode, subject: &Subject, pointer: String, message: String) -> BankProblem {
    BankProblem {
        code,
        question: subject.question.clone(),
        claim: subject.claim.clone(),
        pointer,
        message,
    }
}
