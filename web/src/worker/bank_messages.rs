//! The messages of the bank desk.

use serde::{Deserialize, Serialize};

use super::messages::PageBox;

/// What the bank desk asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum BankRequest {
    /// The bank and everything that is wrong with it.
    Open,
    /// One claim in full, by the pointer of its place.
    Claim { pointer: String },
    /// Where a quotation stands in a document.
    Probe { document: String, quote: String },
    /// The bank with other words or another passage of a claim.
    Exchange(Box<ClaimChange>),
    /// The bank frozen at a time, with name and attestation of author and reviewer.
    Freeze {
        frozen_at: String,
        author: (String, String),
        reviewer: (String, String),
    },
    /// The bank as it is.
    Save,
}

/// What is to change in a claim; `None` stays as it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ClaimChange {
    /// Pointer of the claim.
    pub(crate) pointer: String,
    pub(crate) description: Option<String>,
    pub(crate) value: Option<String>,
    pub(crate) accepted: Option<Vec<String>>,
    pub(crate) passage: Option<PassageChange>,
}

/// A passage that takes another one's place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PassageChange {
    /// Pointer of the passage.
    pub(crate) pointer: String,
    pub(crate) document: String,
    pub(crate) quote: String,
    pub(crate) page: u64,
    pub(crate) span: (u64, u64),
}

/// What the worker answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum BankResponse {
    /// The next questions of the bank: a part.
    Questions(Vec<BankQuestion>),
    /// After all its questions.
    Opened(BankData),
    Claim(Option<BankClaim>),
    Probed(Probe),
    /// The bank's new text, to take the old one's place.
    Changed {
        name: String,
        text: String,
    },
}

/// A bank with its findings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BankData {
    /// The file's id; nothing without a bank.
    pub(crate) file: Option<u32>,
    pub(crate) sha256: String,
    pub(crate) name: String,
    pub(crate) title: String,
    /// Why the bank could not be checked.
    pub(crate) problem: Option<String>,
    /// The first of them.
    pub(crate) errors: Vec<BankFinding>,
    pub(crate) warnings: Vec<BankFinding>,
    pub(crate) n_errors: u64,
    pub(crate) n_warnings: u64,
    /// Errors that freezing does not put right by itself.
    pub(crate) n_before_freeze: u64,
    /// Filled in by the page.
    #[serde(skip)]
    pub(crate) questions: Vec<BankQuestion>,
    /// The bank's documents that are here: id, file name, number of pages.
    pub(crate) documents: Vec<(String, String, u64)>,
    pub(crate) frozen_at: String,
    pub(crate) author: (String, String),
    pub(crate) reviewer: (String, String),
}

/// Something wrong with a bank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BankFinding {
    pub(crate) code: String,
    pub(crate) question: Option<String>,
    pub(crate) claim: Option<String>,
    pub(crate) pointer: String,
    pub(crate) message: String,
}

/// A question of a bank as the list shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BankQuestion {
    pub(crate) id: String,
    pub(crate) question: String,
    pub(crate) is_unanswerable: bool,
    pub(crate) is_broken: bool,
    /// Ids and pointers of its claims.
    pub(crate) claims: Vec<(String, String)>,
}

/// A claim of a bank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BankClaim {
    pub(crate) id: String,
    pub(crate) pointer: String,
    pub(crate) field: String,
    pub(crate) description: String,
    pub(crate) value: String,
    pub(crate) accepted: Vec<String>,
    /// Whether these are all that is written there, so that they can be written anew.
    pub(crate) is_accepted_plain: bool,
    pub(crate) evidence: Vec<BankPassage>,
}

/// A registered passage.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BankPassage {
    pub(crate) pointer: String,
    pub(crate) document: String,
    pub(crate) page: String,
    pub(crate) quote: String,
}

/// Where a quotation stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Probe {
    /// The state's name.
    pub(crate) state: String,
    /// Chars and pages (from 1) of the places.
    pub(crate) spans: Vec<(u64, u64, u64)>,
    pub(crate) fidelity: Option<String>,
    pub(crate) page_label: Option<String>,
    pub(crate) is_unverified: bool,
    pub(crate) boxes: Vec<PageBox>,
    /// The nearest passage, where it was not found.
    pub(crate) nearest: Option<String>,
}
