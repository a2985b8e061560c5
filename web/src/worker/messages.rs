//! The closed set of messages between the page and its worker.
//!
//! They travel as plain objects through `serde-wasm-bindgen`; file handles and pixels are kept as the
//! browser's own objects, so that no file's bytes are ever copied on the page's thread.

use proofmark_report::format::{
    Attempt, Audit, Decision, DocumentInfo, IgnoredAttempt, Input, Metrics, Plan, Preflight,
    Qualification, QuestionInfo, Warning, WorkflowSummary,
};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

use super::{BankRequest, BankResponse, JudgeRequest, JudgeResponse};
use crate::state::Outcome;

/// Numbers a job; answers carry it back.
pub(crate) type JobId = u32;

/// A message to the worker.
#[derive(Serialize, Deserialize)]
pub(crate) struct ToWorker {
    pub(crate) job: JobId,
    pub(crate) request: Request,
}

/// A message from the worker.
#[derive(Serialize, Deserialize)]
pub(crate) enum FromWorker {
    /// The worker listens; nothing may be sent before.
    Listening,
    /// An answer, or a part of one.
    Answer { job: JobId, response: Response },
    /// The worker is broken: it panicked.
    Died { message: String },
}

/// A file handle with the name it was dropped under.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Dropped {
    pub(crate) name: String,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub(crate) blob: web_sys::Blob,
}

/// What the page asks for.
#[derive(Serialize, Deserialize)]
pub(crate) enum Request {
    /// Read files; those whose digest is in `except` are put aside again.
    Add {
        files: Vec<Dropped>,
        except: Vec<String>,
    },
    /// Read files again with a password.
    Unlock {
        files: Vec<Dropped>,
        password: String,
    },
    /// Forget a file.
    Remove { id: u32 },
    /// Score everything that is there.
    Score { preflight: Option<Preflight> },
    /// One attempt in full.
    Attempt { index: u32 },
    /// The attempts whose question, output or quotations hold the words.
    Search { query: String },
    /// The sizes of a document's pages.
    Outline { document: String },
    /// One page as an image, `scale` pixels to the point, or a tile of it.
    Image {
        document: String,
        page_idx: u32,
        scale: f32,
        tile: Option<Tile>,
        /// The person sees its place now, so that it goes before images that are only near.
        is_in_view: bool,
    },
    /// The lines of a page with their places.
    Lines { document: String, page_idx: u32 },
    /// The places of words in a document.
    Find { document: String, words: String },
    /// Where spans of chars stand on the pages.
    Boxes {
        document: String,
        spans: Vec<(u64, u64)>,
    },
    /// Put these decisions beside the verdicts of the last report; nothing takes them out again.
    SetAudit { audit: Option<Audit> },
    /// How far two reviewers agree.
    Agree {
        audit: Audit,
        first: String,
        second: String,
    },
    /// The decisions as a file.
    SaveAudit { audit: Audit },
    /// Decisions from files.
    ReadAudit { files: Vec<Dropped> },
    /// The statement about the last report, ready to be signed.
    Prepare,
    /// The last report with signatures over its statement.
    Seal { signatures: Vec<Signature> },
    /// A file made of the last report.
    Export { kind: Export },
    /// The self-tests, put together with what the page found out about its platform.
    Preflight {
        package: (bool, String),
        runtime: (bool, String),
        local_only: (bool, String),
        wasm_sha256: Option<String>,
    },
    /// Check a signed report against keys and the files that are there.
    Verify { files: Vec<Dropped> },
    /// Read a private key from PEM.
    ImportKey {
        pem: String,
        passphrase: Option<String>,
    },
    /// Id and PEM of a public key, given as SubjectPublicKeyInfo DER.
    NameKey { public_key: Vec<u8> },
    /// Sign with a key read from PEM, which only the worker holds.
    SignWithImported,
    /// See [`BankRequest`].
    Bank(Box<BankRequest>),
    /// See [`JudgeRequest`].
    Judge(Box<JudgeRequest>),
    /// A queued job is no longer wanted.
    Forget { job: JobId },
}

impl Request {
    /// Whether other jobs' answers depend on this one.
    pub(crate) fn changes(&self) -> bool {
        matches!(
            self,
            Self::Add { .. }
                | Self::Remove { .. }
                | Self::Unlock { .. }
                | Self::Score { .. }
                | Self::SetAudit { .. }
        )
    }

    /// The same once more, where it only looks at a document, so that another worker may be asked.
    pub(crate) fn again(&self) -> Option<Self> {
        Some(match self {
            Self::Outline { document } => Self::Outline {
                document: document.clone(),
            },
            Self::Image {
                document,
                page_idx,
                scale,
                tile,
                is_in_view,
            } => Self::Image {
                document: document.clone(),
                page_idx: *page_idx,
                scale: *scale,
                tile: *tile,
                is_in_view: *is_in_view,
            },
            Self::Lines { document, page_idx } => Self::Lines {
                document: document.clone(),
                page_idx: *page_idx,
            },
            Self::Find { document, words } => Self::Find {
                document: document.clone(),
                words: words.clone(),
            },
            Self::Boxes { document, spans } => Self::Boxes {
                document: document.clone(),
                spans: spans.clone(),
            },
            _ => return None,
        })
    }

    /// Whether it is about the statement that is signed, which takes a while to make.
    pub(crate) fn needs_statement(&self) -> bool {
        matches!(
            self,
            Self::Prepare
                | Self::Seal { .. }
                | Self::SignWithImported
                | Self::Export {
                    kind: Export::Printable
                }
        )
    }
}

/// A part of a page's image, in pixels of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Tile {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// A signature that the browser's own key made.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Signature {
    /// SubjectPublicKeyInfo, DER.
    pub(crate) public_key: Vec<u8>,
    /// r and s, 32 bytes each.
    pub(crate) r_s: Vec<u8>,
}

/// A file that can be made of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Export {
    Report,
    Envelope,
    Bundle,
    Archive,
    Printable,
    AttemptsTable,
    ObligationsTable,
    CitationsTable,
    JUnit,
    Annotations,
}

/// What the worker answers. Some are parts of an answer, see [`Response::is_part`]; every other ends its job.
#[derive(Serialize, Deserialize)]
pub(crate) enum Response {
    Progress(Progress),
    /// The first page of what is being read, under the label of its progress.
    FirstPage {
        label: String,
        image: PageImage,
    },
    Files {
        files: Vec<FileRow>,
        readiness: Readiness,
    },
    /// The next questions of the bank.
    Questions(Vec<QuestionLine>),
    /// The next rows, packed: tens of thousands of objects would keep the page busy.
    Rows {
        #[serde(with = "serde_wasm_bindgen::preserve")]
        packed: js_sys::Uint32Array,
    },
    /// After all its questions and rows.
    Scored(Box<Overview>),
    /// The last report with other decisions in it.
    Reported(Box<Overview>),
    Agreement(Box<Agreement>),
    Audits(Vec<Audit>),
    Refused {
        problems: Vec<Problem>,
    },
    Attempt(Box<ShownAttempt>),
    Found {
        indexes: Vec<u32>,
    },
    Outline {
        pages: Vec<PageSize>,
    },
    Image(PageImage),
    Lines {
        lines: Vec<Line>,
    },
    Boxes {
        boxes: Vec<Vec<PageBox>>,
    },
    Finds {
        finds: Vec<Find>,
    },
    Prepared(Box<Prepared>),
    File(MadeFile),
    Sealed(SealedInfo),
    Verified(Box<Verification>),
    Key(KeyInfo),
    Preflight(Preflight),
    Bank(Box<BankResponse>),
    Judge(Box<JudgeResponse>),
    /// The job could not be done.
    Failed {
        message: String,
    },
}

impl Response {
    /// Whether more of the same answer follows.
    pub(crate) fn is_part(&self) -> bool {
        match self {
            Self::Progress(_) | Self::FirstPage { .. } | Self::Questions(_) | Self::Rows { .. } => {
                true
            }
            Self::Bank(answer) => matches!(**answer, BankResponse::Questions(_)),
            _ => false,
        }
    }
}

/// Counted progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Progress {
    /// What is being done, as a verb with its object: `Reading handbook.pdf`.
    pub(crate) label: String,
    /// What is counted, singular: `page`, `attempt`, `file`.
    pub(crate) unit: String,
    pub(crate) done: u64,
    pub(crate) total: u64,
}

/// How a file fared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum FileState {
    Ready,
    Warning,
    Missing,
    Refused,
}

/// A line of the file table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FileRow {
    /// `None` for a file that is expected and not here.
    pub(crate) id: Option<u32>,
    pub(crate) name: String,
    /// The engine's code for the kind.
    pub(crate) kind: String,
    pub(crate) size: Option<u64>,
    pub(crate) sha256: String,
    pub(crate) state: FileState,
    pub(crate) summary: String,
    pub(crate) problems: Vec<Problem>,
    /// It is encrypted, and no password that opens it was given.
    pub(crate) needs_password: bool,
}

/// Something wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Problem {
    /// A line, a JSON pointer, a page; empty for the whole file.
    pub(crate) place: String,
    pub(crate) message: String,
}

/// Whether there is enough to score.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Readiness {
    pub(crate) checks: Vec<ReadyCheck>,
    pub(crate) can_score: bool,
    /// What to do next, in a sentence; empty when nothing is missing.
    pub(crate) hint: String,
}

/// One condition of scoring.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ReadyCheck {
    pub(crate) title: String,
    pub(crate) detail: String,
    pub(crate) state: FileState,
}

/// An attempt with its question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ShownAttempt {
    pub(crate) attempt: Attempt,
    pub(crate) question: Option<QuestionInfo>,
}

/// A question as lists show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct QuestionLine {
    pub(crate) id: String,
    pub(crate) question: String,
    pub(crate) expected_abstention: bool,
}

/// An attempt as the list shows it. Indexes are into [`Overview`]'s lists and that of the questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) index: u32,
    pub(crate) workflow_idx: u32,
    pub(crate) repetition: u32,
    pub(crate) question_idx: u32,
    pub(crate) outcome: Outcome,
    /// Into [`Overview::codes`].
    pub(crate) reasons: Vec<u32>,
    /// Documents that it cites, into [`Overview::documents`].
    pub(crate) documents: Vec<u32>,
}

/// A report without its questions and attempts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Overview {
    pub(crate) title: String,
    pub(crate) contract: String,
    pub(crate) bank_sha256: String,
    pub(crate) inputs: Vec<Input>,
    pub(crate) plan: Plan,
    pub(crate) documents: Vec<DocumentInfo>,
    pub(crate) ignored: Vec<IgnoredAttempt>,
    pub(crate) metrics: Vec<Metrics>,
    pub(crate) workflows: Vec<WorkflowSummary>,
    pub(crate) qualification: Qualification,
    pub(crate) preflight: Option<Preflight>,
    pub(crate) n_decisions: u64,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) limitations: Vec<String>,
    /// The reasons that occur, by code.
    pub(crate) codes: Vec<String>,
    pub(crate) n_attempts: u64,
    /// SHA-256 and size of the canonical report.
    pub(crate) report_sha256: String,
    pub(crate) report_size: u64,
    /// A digest of all inputs but the decisions, by which kept decisions are found again.
    pub(crate) run_key: String,
    /// The decisions of an audit file that was dropped with the run.
    pub(crate) audit: Option<Audit>,
}

/// How far two reviewers agree on what both decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Agreement {
    /// The first by row, the second by column: holds, does not hold, cannot tell.
    pub(crate) table: [[u64; 3]; 3],
    pub(crate) only_first: u64,
    pub(crate) only_second: u64,
    /// Kappa and its 95 % interval in millionths.
    pub(crate) kappa: Option<[i64; 3]>,
    /// Pairs of decisions about one thing.
    pub(crate) conflicts: Vec<(Decision, Decision)>,
}

/// Size and name of a page; points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PageSize {
    pub(crate) width_pt: f32,
    pub(crate) height_pt: f32,
    pub(crate) label: Option<String>,
    pub(crate) has_text: bool,
}

/// A drawn page; equal to another when it is the same pixels.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PageImage {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// RGBA, row by row, on the browser's heap.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub(crate) pixels: js_sys::Uint8ClampedArray,
}

impl PartialEq for PageImage {
    fn eq(&self, other: &Self) -> bool {
        AsRef::<JsValue>::as_ref(&self.pixels) == AsRef::<JsValue>::as_ref(&other.pixels)
    }
}

/// Four corners in points, origin top left: start and end of the lower edge of the text, then end and
/// start of its upper edge, in the direction in which it runs.
pub(crate) type Quad = [[f32; 2]; 4];

/// A line of a page's text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Line {
    pub(crate) text: String,
    /// First char in the document's raw text.
    pub(crate) start: u64,
    /// Where it stands, in a source with page images.
    pub(crate) quad: Option<Quad>,
    /// Whether the page image lacks some of its chars.
    pub(crate) is_undrawn: bool,
}

/// A box on a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PageBox {
    pub(crate) page_idx: u32,
    pub(crate) quad: Quad,
}

/// Words that were looked for in a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Find {
    /// Chars of the document's raw text.
    pub(crate) start: u64,
    pub(crate) end: u64,
    pub(crate) page_idx: u32,
    pub(crate) boxes: Vec<PageBox>,
}

/// What is about to be signed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Prepared {
    /// The bytes that the key signs.
    pub(crate) signed_bytes: Vec<u8>,
    /// `PASSED`, `WARNED` or `FAILED`.
    pub(crate) result: String,
    pub(crate) n_passed: u64,
    pub(crate) n_warned: u64,
    pub(crate) n_failed: u64,
}

/// A signature was added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SealedInfo {
    /// Key ids, in the order signed.
    pub(crate) key_ids: Vec<String>,
}

/// A file for the person to keep.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct MadeFile {
    pub(crate) name: String,
    pub(crate) media_type: String,
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub(crate) bytes: js_sys::Uint8Array,
}

/// A key that can sign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeyInfo {
    /// 64 hex digits.
    pub(crate) key_id: String,
    /// SubjectPublicKeyInfo, PEM.
    pub(crate) public_pem: String,
}

/// The four answers, apart, and what they rest on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Verification {
    pub(crate) name: String,
    pub(crate) answers: Vec<Answer>,
    pub(crate) signatures: Vec<SignatureRow>,
    pub(crate) inputs: Vec<InputRow>,
}

/// One of the four answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Answer {
    pub(crate) id: String,
    pub(crate) title: String,
    /// `Pass`: yes, `Fail`: no, `Unresolved`: open.
    pub(crate) outcome: Outcome,
    pub(crate) message: String,
}

/// One signature of an envelope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SignatureRow {
    pub(crate) key_id: String,
    pub(crate) is_valid: Outcome,
    pub(crate) is_trusted: Outcome,
}

/// One input of a report, and the file given for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct InputRow {
    pub(crate) name: String,
    pub(crate) expected: String,
    pub(crate) given: Option<String>,
    pub(crate) outcome: Outcome,
}
