//! Documents as text: the model, byte ranges and their conversion to chars, normalisation for
//! matching, tokens, and the quantities and dates that stand in them.
//!
//! This crate knows nothing of PDFs, file formats or the browser.

mod document;
mod range;

pub use document::{CharTable, Document, PAGE_BREAK, Page, PageText};
pub use range::TextRange;
