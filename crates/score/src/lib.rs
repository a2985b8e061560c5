//! Scores attempts against a frozen bank: two axes, closed reasons, exact fractions.

mod adapter;
mod attempt;
mod bank;
mod bank_read;
mod freeze;
mod judge;
mod metrics;
mod outputs;
mod plan;
mod problem;
mod qualify;
mod reason;
mod statistics;
mod validate;
mod verdict;

pub use adapter::{Unreadable, parse_answer, resolve_document};
pub use attempt::{
    Adapter, Attempt, EmittedCitation, FieldText, ParsedAnswer, Segment, SegmentKind, SourceCard,
};
pub use bank::{
    AnswerScope, Attestation, Bank, BankDocument, Claim, Composition, DeclaredOffset, Evidence,
    FieldKind, FieldType, Freeze, Question,
};
pub use bank_read::{BANK_SCHEMA, CONTRACT};
pub use freeze::freeze_bank;
pub use judge::{Anchor, PreparedQuestion, QuestionContext, judge_attempt, judge_missing};
pub use metrics::{
    Bounds, Counts, Fraction, MeasuredSlot, Metrics, WorkflowSummary, measure, summarize,
};
pub use outputs::{
    InputProblem, MAX_LINES, MAX_REPETITIONS, OutputsFile, PlacedAttempt, read_outputs,
};
pub use plan::{
    FilledPlan, PlannedWorkflow, RunPlan, Slot, fill_plan, infer_plan, place_attempt, read_plan,
    refuse_plan,
};
pub use problem::{BankProblem, ProblemCode};
pub use qualify::{
    Gate, GateId, PREFLIGHT_GROUPS, Qualification, QualifyInput, meets_percent, qualify,
};
pub use reason::ReasonCode;
pub use statistics::{Interval, RESAMPLES, SEED, cluster_bootstrap, wilson};
pub use validate::{BankCheck, ValidBank, WHAT_VALIDATION_LEAVES_OPEN, validate_bank};
pub use verdict::{
    CitationState, JudgedAttempt, JudgedCitation, JudgedField, JudgedObligation, Mark, MarkKind,
    Reason, Stated, Support, Verdict,
};
