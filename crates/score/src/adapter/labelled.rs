//! The `labelled-text` adapter.

use crate::attempt::ParsedAnswer;
use crate::bank::{BankDocument, Question};

use super::labels::make_labels;
use super::markers::Names;
use super::read::{TextContext, read_text};

/// Reads prose under the question's labels. One requested field needs no label.
pub(super) fn read_labelled(
    question: &Question,
    documents: &[BankDocument],
    raw: &str,
    source_card_heading: Option<&str>,
) -> ParsedAnswer {
    let fields = question
        .required_fields
        .iter()
        .map(String::as_str)
        .enumerate();
    let is_single = question.required_fields.len() == 1;
    read_text(
        raw,
        &TextContext {
            documents,
            names: &Names::new(documents),
            labels: &make_labels(fields),
            lone_field: is_single.then_some(0),
            is_single,
            card_heading: source_card_heading,
            listed: &[],
        },
    )
}
