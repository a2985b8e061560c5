//! The messages of the judge's screen. A gold label is in none of them before a grade is asked for.

use serde::{Deserialize, Serialize};

use super::messages::Problem;

/// What the judge's screen asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum JudgeRequest {
    /// The claims and saved pages among the files; pages of these hosts may be evidence.
    Open { hosts: Vec<String> },
    /// A saved page, and what on it to look at for a claim.
    Page { claim: String, url: String },
    /// The findings about one answer, and where its quotation stands.
    Check { claim: String, answer: Draft },
    /// The answers as a results file.
    Save { answers: Vec<(String, Draft)> },
    /// What is to be signed for these answers.
    Prepare { answers: Vec<(String, Draft)> },
    /// The envelope of what was prepared last: a key (SubjectPublicKeyInfo, DER) and its signature (r and s, 32
    /// bytes each).
    Seal { public_key: Vec<u8>, r_s: Vec<u8> },
    /// A judge's grade: the person's answers, or a results file by its number.
    Grade { side: Side },
    /// Whether a candidate takes a baseline's place.
    Gate { baseline: Side, candidate: Side },
}

/// Whose results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Side {
    /// The person's.
    Mine(Vec<(String, Draft)>),
    /// Those of a file, by its number in [`JudgeData::results`].
    File(u32),
}

/// An answer in the making.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Draft {
    /// `grounded`, `not_grounded`, `source_silent`, or empty.
    pub(crate) verdict: String,
    /// `R1` to `R7`, or empty.
    pub(crate) rule: String,
    pub(crate) url: String,
    pub(crate) quote: String,
    pub(crate) reason: String,
}

/// What the worker answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum JudgeResponse {
    Opened(JudgeData),
    /// Why there is nothing to judge yet.
    NotReady(Vec<Problem>),
    Page {
        page: Option<SavedPage>,
        candidates: Vec<Candidate>,
    },
    Checked {
        findings: Vec<Finding>,
        /// `located`, `ambiguous` and so on.
        state: String,
        span: Option<(u64, u64)>,
    },
    /// The bytes that a key signs.
    ToSign(Vec<u8>),
    /// The envelope, and the public key as PEM.
    Sealed {
        envelope: String,
        public_pem: String,
    },
    Graded(Box<Grade>),
    Gated(Box<Gate>),
}

/// Claims and pages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct JudgeData {
    pub(crate) batches: Vec<Batch>,
    pub(crate) pages: Vec<PageLine>,
    pub(crate) problems: Vec<Problem>,
    /// Names of the results files.
    pub(crate) results: Vec<String>,
    pub(crate) has_gold: bool,
    /// A digest of the claims, by which kept answers are found again.
    pub(crate) key: String,
}

/// One file of claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Batch {
    pub(crate) file: String,
    pub(crate) claims: Vec<ClaimLine>,
}

/// A claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ClaimLine {
    pub(crate) id: String,
    pub(crate) claim: String,
    pub(crate) kind: String,
    pub(crate) url: Option<String>,
    /// The saved page of that address.
    pub(crate) saved_url: Option<String>,
}

/// A saved page by its address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PageLine {
    pub(crate) url: String,
    pub(crate) file: String,
}

/// A saved page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SavedPage {
    pub(crate) url: String,
    pub(crate) file: String,
    pub(crate) fetched_at: String,
    pub(crate) blocks: Vec<Block>,
}

/// A block of a saved page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Block {
    pub(crate) kind: BlockKind,
    pub(crate) table: Option<u32>,
    /// First char and text: the cells of a row, else one.
    pub(crate) parts: Vec<(u64, String)>,
}

/// See [`Block`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum BlockKind {
    Heading(u8),
    Paragraph,
    Item,
    HeaderRow,
    Row,
    Code,
}

/// Something to hold a claim against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Candidate {
    pub(crate) start: u64,
    pub(crate) end: u64,
    pub(crate) passage: String,
    pub(crate) is_past: bool,
}

/// A finding about an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Finding {
    pub(crate) code: String,
    pub(crate) message: String,
}

/// A fraction as it was counted.
pub(crate) type Share = (u64, u64);

/// Precision, recall and F1 with four decimals where they are defined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Score {
    pub(crate) name: String,
    pub(crate) share: Share,
    pub(crate) decimal: Option<String>,
    /// A 95 % interval in words.
    pub(crate) interval: Option<String>,
}

/// A judge's grade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Grade {
    /// Rows correct, outdated or wrong, unsourced; columns grounded, not grounded, silent.
    pub(crate) confusion: [[u64; 3]; 3],
    /// Of the error class.
    pub(crate) scores: Vec<Score>,
    pub(crate) agreement: Share,
    /// Kappa with its interval, in words.
    pub(crate) kappa: Option<String>,
    pub(crate) without_gold: Vec<String>,
    pub(crate) without_result: Vec<String>,
    pub(crate) unevidenced: Vec<String>,
    pub(crate) disagreements: Vec<Disagreement>,
}

/// A claim on which judge and gold disagree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Disagreement {
    pub(crate) id: String,
    pub(crate) claim: String,
    pub(crate) gold: String,
    pub(crate) verdict: String,
    pub(crate) is_unevidenced: bool,
    pub(crate) quote: String,
    pub(crate) reason: String,
}

/// A gate that was held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Gate {
    pub(crate) is_adopted: bool,
    /// Which of precision and recall fell.
    pub(crate) fell: Vec<String>,
    pub(crate) baseline: Vec<Score>,
    pub(crate) candidate: Vec<Score>,
    /// Claims that only one side got right.
    pub(crate) only_right: (u64, u64),
    /// McNemar's exact probability as a fraction.
    pub(crate) p: String,
    /// Claims whose verdict differs, by rule.
    pub(crate) flipped: Vec<(String, Vec<String>)>,
}
