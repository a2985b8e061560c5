//! Scores attempts against a frozen bank: two axes, closed reasons, exact fractions.

mod adapter;
mod attempt;
mod bank;
mod reason;
mod verdict;

pub use adapter::{Unreadable, parse_answer, resolve_document};
pub use attempt::{
    Adapter, Attempt, EmittedCitation, FieldText, ParsedAnswer, Segment, SegmentKind, SourceCard,
};
pub use bank::{
    AnswerScope, Attestation, Bank, BankDocument, Claim, Composition, DeclaredOffset, Evidence,
    FieldKind, FieldType, Freeze, Question,
};
pub use reason::ReasonCode;
pub use verdict::{
    CitationState, JudgedAttempt, JudgedCitation, JudgedField, JudgedObligation, Mark, MarkKind,
    Reason, Stated, Support, Verdict,
};
