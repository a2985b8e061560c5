//! HTML → its visible text.

use proofmark_text::Document;

pub(crate) fn html(text: &str) -> Document {
    Document::from_plain_text(text)
}
