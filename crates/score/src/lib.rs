//! Scores attempts against a frozen bank: two axes, closed reasons, exact fractions.
//!
//! ```
//! use proofmark_score::{BANK_SCHEMA, read_outputs, wilson};
//!
//! let line = br#"{"workflow": "kestrel", "repetition": 1, "question_id": "q1", "adapter": "labelled-text",
//!     "raw": "Interval: 90 seconds"}"#;
//! let one_line: Vec<u8> = line.iter().copied().filter(|byte| *byte != b'\n').collect();
//! let read = read_outputs("outputs.jsonl", &one_line);
//! assert_eq!(read.attempts.len(), 1);
//! // A share always comes with its interval, in millionths.
//! assert_eq!(wilson(9, 10).upper, 982_124);
//! assert!(BANK_SCHEMA.starts_with("proofmark/bank/"));
//! ```

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
pub use freeze::{FrozenBank, freeze_bank};
pub use judge::{Anchor, PreparedQuestion, QuestionContext, judge_attempt, judge_missing};
pub use metrics::{
    Bounds, Counts, Fraction, MeasuredSlot, Metrics, WorkflowSummary, measure, summarize,
};
pub use outputs::{
    InputProblem, MAX_LINE_BYTES, MAX_LINES, MAX_REPETITIONS, OutputsFile, PlacedAttempt,
    read_outputs,
};
pub use plan::{
    FilledPlan, Places, PlannedWorkflow, RunPlan, Slot, fill_plan, infer_plan, read_plan,
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
