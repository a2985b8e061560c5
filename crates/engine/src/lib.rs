//! One session: files in, one report out, and what a face needs to show them.
//!
//! Reads no clock, no randomness and no file: times and keys are arguments, progress and cancelling a
//! callback. The browser's worker and the command line call the same functions and get the same bytes.

mod archive;
mod files;
mod session;
mod summary;

mod audit;
mod bank;
mod library;
mod readiness;
mod run;

mod convert;
mod error;
mod limits;
mod measures;
mod scoring;

mod figures;
mod judgements;
mod judging;
mod merge;
mod preflight;
mod probe;
mod selftest;
mod stream;
mod view;

pub use audit::AUDIT_SCHEMA;
pub use bank::{AttachedBy, Attachment, BankFinding, BankReport};
pub use error::Refusal;
pub use figures::{highlight_kind, page_figures};
pub use files::{FileKind, recognise};
pub use judgements::{judged, judgements};
pub use judging::{DEFAULT_HOSTS, Judging};
pub use merge::merge_reports;
pub use preflight::{PlatformChecks, preflight};
pub use probe::{Probe, ProbeBox};
pub use readiness::Readiness;
pub use scoring::ScoreOptions;
pub use session::{FileEntry, FileId, FileState, Problem, Progress, Session, open_document};
pub use stream::{LineProblem, Stream, VERDICT_SCHEMA, VerdictLine};
pub use view::{BoxView, DocumentView, LineView, PageView};

pub use proofmark_judge as judge;
pub use proofmark_report::sha256_hex;
pub use proofmark_score::{Attestation, freeze_bank};
pub use proofmark_source::{Error as SourceError, Flow, PageImage, SourceDocument};
