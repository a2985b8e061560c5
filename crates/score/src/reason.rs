//! The closed list of reasons.

macro_rules! reason_codes {
    ($($(#[doc = $doc:literal])+ $name:ident => $code:literal,)+) => {
        /// Why an attempt got its verdict. Codes are stable: other programs read them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ReasonCode {
            $($(#[doc = $doc])+ $name,)+
        }

        impl ReasonCode {
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

reason_codes! {
    /// Planned, but not in the outputs.
    MissingAttempt => "missing_attempt",
    /// The run recorded an error.
    ErroredAttempt => "errored_attempt",
    /// The output is not readable in its adapter's form.
    UnreadableOutput => "unreadable_output",
    /// A second attempt for the same place was put aside.
    RetryIgnored => "retry_ignored",
    /// The answer declines, though the documents say it.
    AnswerableDecline => "answerable_decline",
    /// Another value than the registered one.
    ValueConflict => "value_conflict",
    /// An operator, condition or negation turned round.
    OperatorConflict => "operator_conflict",
    /// A registered value beside a conflicting one, as alternatives.
    HedgedValues => "hedged_values",
    /// Two roles carry each other's values.
    RoleSwap => "role_swap",
    /// Definitely not everything that was asked.
    Incomplete => "incomplete",
    /// Wording that the bank does not register.
    UnregisteredWording => "unregistered_wording",
    /// An exact copy of a source passage that is not registered.
    CopiedSource => "copied_source",
    /// An equal quantity in another form.
    EquivalentQuantity => "equivalent_quantity",
    /// A rounding of the registered quantity, or the other way round.
    RoundedQuantity => "rounded_quantity",
    /// Words that go beyond what is registered.
    UnreviewedAddition => "unreviewed_addition",
    /// A label that stands twice with different text.
    DuplicateLabel => "duplicate_label",
    /// Prose outside every requested field.
    ExtraContent => "extra_content",
    /// Nothing cited supports an obligation.
    NoCitation => "no_citation",
    /// A cited passage that is not the registered evidence.
    Unregistered => "unregistered",
    /// A cited passage in a document without evidence for the field.
    OtherDocument => "other_document",
    /// A cited passage that stands in several places.
    Ambiguous => "ambiguous",
    /// A quotation with other joins or spaces than the source.
    Altered => "altered",
    /// The two readers disagree.
    ReadersDisagree => "readers_disagree",
    /// A scan without text.
    NoTextLayer => "no_text_layer",
    /// Support that rests on guessed Unicode.
    Unverified => "unverified",
    /// An elision over a negation, condition or exception.
    ElidedCondition => "elided_condition",
    /// A page without a quotation.
    PageOnly => "page_only",
    /// A marker that leads to nothing.
    Dangling => "dangling",
    /// A quotation that cuts a token.
    EdgeCut => "edge_cut",
    /// A fabricated quotation.
    NotFound => "not_found",
    /// A document that is not in the bank.
    AbsentDocument => "absent_document",
    /// A cited passage that conflicts with an obligation.
    Contradicts => "contradicts",
    /// A value for something that the documents do not say.
    SuppliedValue => "supplied_value",
    /// A guess at something that the documents do not say.
    Speculation => "speculation",
    /// A value in one field and a decline in another.
    MixedDecline => "mixed_decline",
    /// An absence that is not worded in a recognised form.
    AmbiguousAbsence => "ambiguous_absence",
}
