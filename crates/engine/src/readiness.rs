//! Whether a session can be scored, and what is missing.

use crate::bank::Attachment;
use crate::files::FileKind;
use crate::session::Session;
use crate::summary::count;

/// What is there and what is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readiness {
    /// Whether there is exactly one usable bank.
    pub has_bank: bool,
    /// Whether there are outputs.
    pub has_outputs: bool,
    /// The bank's documents.
    pub documents: Vec<Attachment>,
    /// Whether scoring can be tried: a bank, outputs and every document are there.
    pub can_score: bool,
    /// What to do next, in one sentence; empty when nothing is missing.
    pub hint: String,
}

impl Session {
    /// Tells what is there and what is missing.
    pub fn readiness(&self) -> Readiness {
        let n_banks = self.of_kind(FileKind::Bank).count();
        let has_outputs = self.of_kind(FileKind::Outputs).next().is_some();
        let documents = self.attachments();
        let missing: Vec<&str> = documents
            .iter()
            .filter(|one| one.file.is_none())
            .map(|one| one.file_name.as_str())
            .collect();
        let hint = match (n_banks, has_outputs) {
            (0, false) => "Add a question bank, its documents and the outputs.".to_owned(),
            (0, true) => "Add the question bank.".to_owned(),
            (1, _) if !missing.is_empty() => match missing.as_slice() {
                few @ ([_] | [_, _] | [_, _, _]) => format!("Add {}.", few.join(", ")),
                many => format!(
                    "Add {} and {} of the bank.",
                    many[0],
                    count(many.len() - 1, "more document", "more documents")
                ),
            },
            (1, false) => "Add the outputs.".to_owned(),
            (1, true) => String::new(),
            _ => "There are two banks; take one of them out.".to_owned(),
        };
        Readiness {
            has_bank: n_banks == 1,
            has_outputs,
            can_score: n_banks == 1 && has_outputs && missing.is_empty(),
            documents,
            hint,
        }
    }
}
