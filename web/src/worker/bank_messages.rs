//! The messages of the bank desk.

use serde::{Deserialize, Serialize};

use super::messages::PageBox;

/// What the bank desk asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum BankRequest {
    /// The bank and everything that is wrong with it.
    Open,
    /// Where a quotation stands in a document.
    Probe { document: String, quote: String },
    /// The bank with another passage at a place.
    Exchange {
        pointer: String,
        quote: String,
        page: u64,
        span: (u64, u64),
    },
    /// The bank frozen at a time, with name and attestation of author and reviewer.
    Freeze {
        frozen_at: String,
        author: (String, String),
        reviewer: (String, String),
    },
    /// The bank as it is.
    Save,
}

/// What the worker answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum BankResponse {
    Opened(BankData),
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
    pub(crate) errors: Vec<BankFinding>,
    pub(crate) warnings: Vec<BankFinding>,
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

/// A question of a bank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BankQuestion {
    pub(crate) id: String,
    pub(crate) question: String,
    pub(crate) is_unanswerable: bool,
    pub(crate) claims: Vec<BankClaim>,
}

/// A claim of a bank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BankClaim {
    pub(crate) id: String,
    pub(crate) field: String,
    pub(crate) description: String,
    pub(crate) value: String,
    pub(crate) accepted: Vec<String>,
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
