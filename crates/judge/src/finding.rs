//! What is wrong with a judge's result.

/// The kinds of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Code {
    /// Not one JSON text, or of another shape.
    NotJson,
    /// JSON in a code fence.
    Fenced,
    /// A key that the form does not know, or one that stands twice.
    ExtraKey,
    /// A key that the form demands.
    MissingKey,
    /// A claim without a result.
    MissingResult,
    /// A result for no claim of the batch.
    UnknownId,
    /// More than one result for a claim.
    DuplicateResult,
    /// None of the three verdicts.
    BadVerdict,
    /// None of the rules.
    BadRule,
    /// A verdict without its quote.
    QuoteMissing,
    /// A quote that stands nowhere on the page.
    QuoteNotFound,
    /// A quote that begins or ends inside a word or number.
    QuoteEdgeCut,
    /// A page that was not saved.
    PageNotSaved,
    /// A page of another host.
    HostNotAllowed,
    /// Silence with a quote.
    QuoteOnSilent,
    /// A value of the claim is not in the quote.
    ValueNotInQuote,
    /// The quote states another value than the claim; or a contradiction that quotes none.
    ValueDiffers,
    /// R1: the bound tells less than half.
    UnderstatedBound,
    /// R2: silence where a list names every member and this one is not in it.
    SilenceOnEnumeration,
    /// R2: the entity stands on the page.
    EntityPresent,
    /// R3: the page says that what the claim builds on is gone.
    SupersededFrame,
    /// R4: the quote is of the past.
    LegacyRow,
    /// R5: no two expressions of one fact.
    EquivalenceUnproven,
    /// R5: a proven equivalence was not heeded.
    EquivalenceIgnored,
    /// R6: what is left out is not denied.
    OmissionIsNotContradiction,
    /// R7: another saved page documents it.
    CanonicalPageExists,
    /// R2 and R5 need an argument.
    ReasonMissing,
}

impl Code {
    /// The name used in files.
    pub fn code(self) -> &'static str {
        match self {
            Self::NotJson => "not_json",
            Self::Fenced => "fenced",
            Self::ExtraKey => "extra_key",
            Self::MissingKey => "missing_key",
            Self::MissingResult => "missing_result",
            Self::UnknownId => "unknown_id",
            Self::DuplicateResult => "duplicate_result",
            Self::BadVerdict => "bad_verdict",
            Self::BadRule => "bad_rule",
            Self::QuoteMissing => "quote_missing",
            Self::QuoteNotFound => "quote_not_found",
            Self::QuoteEdgeCut => "quote_edge_cut",
            Self::PageNotSaved => "page_not_saved",
            Self::HostNotAllowed => "host_not_allowed",
            Self::QuoteOnSilent => "quote_on_silent",
            Self::ValueNotInQuote => "value_not_in_quote",
            Self::ValueDiffers => "value_differs",
            Self::UnderstatedBound => "understated_bound",
            Self::SilenceOnEnumeration => "silence_on_enumeration",
            Self::EntityPresent => "entity_present",
            Self::SupersededFrame => "superseded_frame",
            Self::LegacyRow => "legacy_row",
            Self::EquivalenceUnproven => "equivalence_unproven",
            Self::EquivalenceIgnored => "equivalence_ignored",
            Self::OmissionIsNotContradiction => "omission_is_not_contradiction",
            Self::CanonicalPageExists => "canonical_page_exists",
            Self::ReasonMissing => "reason_missing",
        }
    }

    /// Whether a verdict with this finding has no evidence and counts as silence.
    pub fn takes_evidence_away(self) -> bool {
        matches!(
            self,
            Self::QuoteMissing
                | Self::QuoteNotFound
                | Self::QuoteEdgeCut
                | Self::PageNotSaved
                | Self::HostNotAllowed
        )
    }
}

/// One finding about one result.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// Id of the claim; empty when the whole file is meant.
    pub id: String,
    /// What kind.
    pub code: Code,
    /// What was found and what to change.
    pub message: String,
}

impl Finding {
    pub(crate) fn new(code: Code, id: &str, message: impl Into<String>) -> Self {
        Self {
            id: id.to_owned(),
            code,
            message: message.into(),
        }
    }
}
