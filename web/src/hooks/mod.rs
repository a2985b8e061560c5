//! Effects, one hook a file.

mod use_answer;
mod use_attempt;
mod use_chooser;
mod use_drop;
mod use_finds;
mod use_fragment;
mod use_image;
mod use_kept_audit;
mod use_kept_run;
mod use_keys;
mod use_lines;
mod use_preflight;
mod use_search;
mod use_size;
mod use_typed;
mod use_window;

pub(crate) use use_answer::use_answer;
pub(crate) use use_attempt::use_attempt;
pub(crate) use use_chooser::use_chooser;
pub(crate) use use_drop::use_drop;
pub(crate) use use_finds::use_finds;
pub(crate) use use_fragment::use_fragment;
pub(crate) use use_image::use_image;
pub(crate) use use_kept_audit::use_kept_audit;
pub(crate) use use_kept_run::{KeptRuns, use_kept_run};
pub(crate) use use_keys::use_keys;
pub(crate) use use_lines::use_lines;
pub(crate) use use_preflight::use_preflight;
pub(crate) use use_search::use_search;
pub(crate) use use_size::use_size;
pub(crate) use use_typed::use_typed;
pub(crate) use use_window::{rows_in, use_window};
