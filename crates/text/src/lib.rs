//! Documents as text: the model, byte ranges and their conversion to chars, normalisation for
//! matching, tokens, and the quantities and dates that stand in them.
//!
//! This crate knows nothing of PDFs, file formats or the browser.

mod document;
mod range;

mod atom;
mod scan;
mod token;

pub use document::{CharTable, Document, PAGE_BREAK, Page, PageText};
pub use range::TextRange;
pub use token::{Token, TokenKind, TokenRef, find_tokens, tokenize, visit_tokens, visit_tokens_in};
