//! The session's bank and the documents that it names.

use std::collections::BTreeMap;

use proofmark_ground::Library;
use proofmark_json::{Node, Object, parse};
use proofmark_score::{BankProblem, ValidBank, validate_bank};

use crate::files::FileKind;
use crate::session::{FileId, FileState, Problem, Session, Slot};
use crate::summary::{Told, count, refused};

/// How a bank's document was found among the session's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AttachedBy {
    /// Its bytes are those that the bank declares.
    Digest,
    /// Only its name fits: the bank declares no digest, or another one.
    Name,
}

/// A document of the bank and the file that holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// Id of the document in the bank.
    pub document: String,
    /// The file's name in the bank.
    pub file_name: String,
    /// The digest that the bank declares.
    pub expected_sha256: Option<String>,
    /// The file and how it was found; `None` while it is missing.
    pub file: Option<(FileId, AttachedBy)>,
}

/// What the check of a bank says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankReport {
    /// Name of the bank's file.
    pub file: String,
    /// What rejects the bank.
    pub errors: Vec<BankFinding>,
    /// What should be known and rejects nothing.
    pub warnings: Vec<BankFinding>,
}

/// One finding about a bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankFinding {
    /// The code.
    pub code: &'static str,
    /// Id of the question.
    pub question: Option<String>,
    /// Id of the claim.
    pub claim: Option<String>,
    /// JSON pointer into the bank.
    pub pointer: String,
    /// What is wrong and what to change.
    pub message: String,
}

impl From<&BankProblem> for BankFinding {
    fn from(problem: &BankProblem) -> Self {
        Self {
            code: problem.code.code(),
            question: problem.question.clone(),
            claim: problem.claim.clone(),
            pointer: problem.pointer.clone(),
            message: problem.message.clone(),
        }
    }
}

/// A bank that passed every check, with what it was checked against.
pub(crate) struct Checked {
    pub(crate) bank: ValidBank,
    pub(crate) library: Library,
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) warnings: Vec<BankProblem>,
}

impl Session {
    /// The documents that the bank names, in its order, each with the file that holds it. Empty
    /// without a bank.
    pub fn attachments(&self) -> Vec<Attachment> {
        let Some(bank) = self.of_kind(FileKind::Bank).next() else {
            return Vec::new();
        };
        let Ok(node) = parse(bank.bytes()) else {
            return Vec::new();
        };
        let mut attachments = Vec::new();
        for one in documents_of(&node) {
            let text = |key: &str| {
                one.get(key)
                    .and_then(|v| v.value.as_str())
                    .map(str::to_owned)
            };
            let Some(id) = text("id") else { continue };
            let file_name = text("file").unwrap_or_else(|| id.clone());
            let expected_sha256 = text("sha256").map(|digest| digest.to_ascii_lowercase());
            let file = self.find_document(&id, &file_name, expected_sha256.as_deref());
            attachments.push(Attachment {
                document: id,
                file_name,
                expected_sha256,
                file,
            });
        }
        attachments
    }

    /// By digest first, then by name, then by the id with any extension.
    fn find_document(
        &self,
        id: &str,
        file_name: &str,
        sha256: Option<&str>,
    ) -> Option<(FileId, AttachedBy)> {
        let documents = || self.of_kind(FileKind::Document);
        let by_digest = documents().find(|slot| Some(slot.entry.sha256.as_str()) == sha256);
        if let Some(slot) = by_digest {
            return Some((slot.entry.id, AttachedBy::Digest));
        }
        let same = |left: &str, right: &str| left.to_lowercase() == right.to_lowercase();
        let stem = |name: &str| {
            name.rsplit_once('.')
                .map_or(name, |(stem, _)| stem)
                .to_owned()
        };
        documents()
            .find(|slot| same(&slot.entry.name, file_name))
            .or_else(|| documents().find(|slot| same(&stem(&slot.entry.name), id)))
            .map(|slot| (slot.entry.id, AttachedBy::Name))
    }

    /// Checks the session's bank against the session's documents.
    ///
    /// # Errors
    /// When there is no bank, or more than one.
    pub fn check_bank(&self) -> Result<BankReport, Vec<Problem>> {
        let slot = self.only_bank()?;
        let (check, ..) = self.validate(slot);
        Ok(BankReport {
            file: slot.entry.name.clone(),
            errors: check.errors.iter().map(BankFinding::from).collect(),
            warnings: check.warnings.iter().map(BankFinding::from).collect(),
        })
    }

    /// The bank, sound and with its library.
    pub(crate) fn checked_bank(&self) -> Result<Checked, Vec<Problem>> {
        let slot = self.only_bank()?;
        let (check, library, attachments) = self.validate(slot);
        let name = &slot.entry.name;
        match check.bank {
            Some(bank) => Ok(Checked {
                bank,
                library,
                attachments,
                warnings: check.warnings,
            }),
            None => Err(check
                .errors
                .iter()
                .map(|error| bank_problem(name, error))
                .collect()),
        }
    }

    fn validate(&self, bank: &Slot) -> (proofmark_score::BankCheck, Library, Vec<Attachment>) {
        let attachments = self.attachments();
        let mut library = Library::new();
        let mut digests = BTreeMap::new();
        for one in &attachments {
            let Some((file, _)) = one.file else { continue };
            let slot = self.slots.iter().find(|slot| slot.entry.id == file);
            let Some((slot, source)) = slot.and_then(|slot| Some((slot, slot.document()?))) else {
                continue;
            };
            crate::library::insert(&mut library, &one.document, source);
            digests.insert(one.document.clone(), slot.entry.sha256.clone());
        }
        (
            validate_bank(bank.bytes(), &library, &digests),
            library,
            attachments,
        )
    }

    pub(crate) fn only_bank(&self) -> Result<&Slot, Vec<Problem>> {
        let mut banks = self.of_kind(FileKind::Bank);
        let Some(first) = banks.next() else {
            return Err(vec![Problem {
                code: None,
                file: None,
                place: None,
                message: "there is no question bank; add one".to_owned(),
            }]);
        };
        let others: Vec<Problem> = banks
            .map(|slot| {
                Problem::of_file(
                    &slot.entry.name,
                    format!(
                        "a second bank beside {}; take one of them out",
                        first.entry.name
                    ),
                )
            })
            .collect();
        if others.is_empty() {
            Ok(first)
        } else {
            Err(others)
        }
    }
}

/// A finding about the bank as a problem of its file.
pub(crate) fn bank_problem(file: &str, found: &BankProblem) -> Problem {
    Problem {
        code: Some(found.code.code()),
        file: Some(file.to_owned()),
        place: Some(found.pointer.clone()).filter(|pointer| !pointer.is_empty()),
        message: found.message.clone(),
    }
}

fn documents_of(bank: &Node) -> impl Iterator<Item = &Object> {
    let documents = bank
        .value
        .as_object()
        .and_then(|bank| bank.get("documents"));
    documents
        .and_then(|documents| documents.value.as_array())
        .unwrap_or_default()
        .iter()
        .filter_map(|document| document.value.as_object())
}

/// Tells of a bank by itself; whether it is sound shows only with its documents.
pub(crate) fn tell(name: &str, bytes: &[u8]) -> Told {
    let node = match parse(bytes) {
        Ok(node) => node,
        Err(error) => {
            return refused(
                name,
                &format!("cannot be read as JSON: {error}; correct it there"),
            );
        }
    };
    let Some(bank) = node.value.as_object() else {
        return refused(
            name,
            "expected one JSON object with documents and questions",
        );
    };
    let list = |key: &str| {
        bank.get(key)
            .and_then(|v| v.value.as_array())
            .map_or(0, <[Node]>::len)
    };
    let frozen_at = bank
        .get("freeze")
        .and_then(|freeze| freeze.value.as_object()?.get("frozen_at")?.value.as_str())
        .map_or_else(
            || "not frozen".to_owned(),
            |at| format!("frozen {}", day_of(at)),
        );
    let summary = format!(
        "{}, {}, {frozen_at}",
        count(list("questions"), "question", "questions"),
        count(list("documents"), "document", "documents"),
    );
    (FileState::Ready, summary, Vec::new())
}

/// The day of an RFC 3339 time; the text itself if it is none.
fn day_of(time: &str) -> &str {
    time.split_once(['T', 't', ' '])
        .map_or(time, |(day, _)| day)
}
