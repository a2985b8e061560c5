//! One session: files in, one report out, and what a face needs to show them.
//!
//! Reads no clock, no randomness and no file: times and keys are arguments, progress and cancelling a
//! callback. The browser's worker and the command line call the same functions and get the same bytes.
//!
//! ```
//! use proofmark_engine::{FileKind, Flow, Session};
//!
//! let mut session = Session::default();
//! let text = b"The monitor takes one frame every 90 seconds.".to_vec();
//! let ids = session.add("notes.txt", text, &mut |_| Flow::Continue);
//! assert_eq!(session.files()[0].kind, FileKind::Document);
//! let probe = session.locate(ids[0], "one frame every 90 seconds").expect("it is a document");
//! assert_eq!(probe.state, "located");
//! ```

mod archive;
mod files;
mod session;
mod summary;

mod audit;
mod bank;
mod bank_desk;
mod library;
mod readiness;
mod run;

mod convert;
mod error;
mod limits;
mod measures;
mod score_job;
mod scoring;

mod figures;
mod find;
mod judgements;
mod judging;
mod judging_view;
mod merge;
mod preflight;
mod probe;
mod selftest;
mod stream;
mod view;

pub use audit::{AUDIT_SCHEMA, Agreement, Conflict, agreement, audit_bytes, read_audit};
pub use bank::{AttachedBy, Attachment, BankFinding, BankReport};
pub use bank_desk::{
    BankView, ClaimView, EvidenceView, FreezeView, NewPassage, NewWords, QuestionView,
    exchange_passage, exchange_words,
};
pub use error::Refusal;
pub use figures::{Figures, highlight_kind, page_figures};
pub use files::{FileKind, recognise};
pub use find::{Find, MAX_FINDS};
pub use judgements::{judged, judgements};
pub use judging::{Checked, DEFAULT_HOSTS, Judging};
pub use judging_view::{CandidateView, QuoteView, SavedBlock, SavedView, results_bytes};
pub use merge::merge_reports;
pub use preflight::{PlatformChecks, preflight};
pub use probe::{Probe, ProbeBox};
pub use readiness::Readiness;
pub use score_job::{Judge, Judgement, ScoreJob, Scoring};
pub use scoring::ScoreOptions;
pub use session::{
    FileEntry, FileId, FileState, PASSWORD_NEEDED, PASSWORD_WRONG, Problem, Progress, Session,
    open_document,
};
pub use stream::{LineProblem, Stream, StreamJudge, VERDICT_SCHEMA, VerdictLine};
pub use view::{BoxView, DocumentView, LineView, PageView};

pub use proofmark_judge as judge;
pub use proofmark_report::sha256_hex;
pub use proofmark_score::{Attestation, FrozenBank, MAX_LINE_BYTES, freeze_bank};
pub use proofmark_source::{Error as SourceError, Flow, PageImage, SourceDocument};
pub use proofmark_text::BlockKind;
