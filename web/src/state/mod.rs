//! What the app knows: one reducer, no side effects, nothing of the browser.

mod filter;
mod highlight;
mod reducer;
mod view;
mod words;

pub(crate) use filter::{FacetCounts, Filtered, filter_rows};
pub(crate) use highlight::{Highlight, HighlightKind, highlights_of};
pub(crate) use reducer::{
    Action, Boxes, Loaded, Outline, PageTarget, Phase, Run, RunData, State, VerifyState,
};
pub(crate) use view::{AttemptRef, Filters, Pane, Screen, Sort, View};
pub(crate) use words::{
    Outcome, bytes_in_words, citation_state_in_words, digest_start, kind_in_words, percent,
    reason_in_words, weight_of_reason,
};
