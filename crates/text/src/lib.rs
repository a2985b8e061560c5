//! Documents as text: the model, byte ranges and their conversion to chars, normalisation for
//! matching, tokens, and the quantities and dates that stand in them.
//!
//! This crate knows nothing of PDFs, file formats or the browser.
//!
//! ```
//! use proofmark_text::{equal, find_quantities};
//!
//! let text = "A guide exposure lasts 1.5 minutes, or 90 seconds.";
//! let found = find_quantities(text);
//! assert_eq!(&text[found[0].range.start()..found[0].range.end()], "1.5 minutes");
//! assert!(equal(&found[0], &found[1]));
//! ```

mod document;
mod quantity;
mod range;
mod structure;

mod atom;
mod fold;
mod scan;
mod token;

pub use document::{CharTable, Document, PAGE_BREAK, Page, PageText};
pub use fold::fold;
pub use quantity::{
    CalendarDay, Currency, Date, Dimension, Exact, Form, Quantity, RangeEnd, Scale, Sign, Time,
    Unit, could_be_same, dates_may_be_same, equal, find_dates, find_implied_spans, find_quantities,
    find_times, find_years, restates, rounds_to, same_dimension, times_may_be_same,
};
pub use range::TextRange;
pub use structure::{Block, BlockKind, Structure};
pub use token::{Token, TokenKind, TokenRef, find_tokens, tokenize, visit_tokens, visit_tokens_in};
