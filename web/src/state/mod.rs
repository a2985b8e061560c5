//! What the app knows: one reducer, no side effects, nothing of the browser.

mod audit;
mod auditing;
mod fields;
mod filter;
mod highlight;
mod judging;
mod queue;
mod reducer;
mod tiles;
mod view;
mod words;

pub(crate) use audit::{AuditLog, Entry, Part, Ruling, Stamp, Subject, entries_of};
pub(crate) use auditing::{AuditAction, Kept};
pub(crate) use fields::{belongs, sorted_fields};
pub(crate) use filter::{FacetCounts, Filtered, filter_rows};
pub(crate) use highlight::{Highlight, HighlightKind, highlights_of};
pub(crate) use judging::{JudgeAction, JudgeState};
pub(crate) use queue::{queued, rule_in_words};
pub(crate) use reducer::{
    Action, Boxes, FirstPage, Loaded, Outline, PageTarget, Phase, Run, RunData, State, VerifyState,
};
pub(crate) use tiles::{Drawing, drawing, upright};
pub(crate) use view::{AttemptRef, Filters, Pane, Queue, Screen, Sort, View};
pub(crate) use words::{
    Outcome, bytes_in_words, citation_state_in_words, digest_start, kind_in_words, percent,
    reason_in_words, verdict_of_claim, weight_of_reason,
};
