//! Adapters: from an attempt's raw text to its fields, citations and segments. They change the form
//! only; nothing is judged here.

mod cite;
mod documents;
mod labelled;
mod labels;
mod lines;
mod markers;
mod paint;
mod read;
mod references;
mod regions;
mod scan;
mod structured;

use crate::attempt::{Adapter, Attempt, ParsedAnswer};
use crate::bank::{BankDocument, Question};

pub use documents::resolve_document;

/// Why an output is not readable in its adapter's form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} (line {line}, column {column})")]
pub struct Unreadable {
    /// What was expected and what was found.
    pub message: String,
    /// Line of `raw`, from 1.
    pub line: usize,
    /// Column of that line in chars, from 1.
    pub column: usize,
}

/// Reads an attempt's raw text.
///
/// **Shape**: the segments partition `raw`; there is one [`FieldText`](crate::FieldText) for each
/// label (or key) met, except that an empty one is left out where the same field also has text.
/// `source_card_heading` is the plan's; text under it is never cited.
///
/// # Errors
/// When there is no output, or when a `structured-json` output is no JSON object with `fields` or
/// `answers`. A `labelled-text` output is always readable.
pub fn parse_answer(
    question: &Question,
    documents: &[BankDocument],
    attempt: &Attempt,
    source_card_heading: Option<&str>,
) -> Result<ParsedAnswer, Unreadable> {
    let Some(raw) = attempt.raw.as_deref() else {
        return Err(Unreadable {
            message: "the attempt has no output".to_owned(),
            line: 1,
            column: 1,
        });
    };
    match attempt.adapter {
        Adapter::LabelledText => Ok(labelled::read_labelled(
            question,
            documents,
            raw,
            source_card_heading,
        )),
        Adapter::StructuredJson => {
            structured::read_structured(question, documents, raw, source_card_heading)
        }
    }
}

#[cfg(test)]
mod cases;
#[cfg(test)]
mod cite_tests;
#[cfg(test)]
mod json_tests;
#[cfg(test)]
mod label_tests;
#[cfg(test)]
mod list_tests;
#[cfg(test)]
mod marker_tests;
#[cfg(test)]
mod scan_tests;
#[cfg(test)]
mod source_tests;
#[cfg(test)]
mod tests;
