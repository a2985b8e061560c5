//! Grounds quotations in documents: whole tokens, page seams, elisions.
//!
//! A [`DocumentIndex`] holds one document's tokens; a [`Library`] holds the documents of a run, with
//! the results so far. What is left out: which document a citation names, and what a grounded
//! quotation supports.
//!
//! ```
//! use std::sync::Arc;
//!
//! use proofmark_ground::{DocumentIndex, State};
//! use proofmark_text::Document;
//!
//! let index = DocumentIndex::new(Arc::new(Document::from_plain_text("A recharge takes 13 hours.")));
//! assert_eq!(index.locate("recharge takes 13 hours").state, State::Located);
//! // Half of a number is no quotation of it.
//! assert_eq!(index.locate("takes 1").state, State::EdgeCut);
//! ```

mod furniture;
mod index;
mod library;
mod locate;
mod quote;
mod search;

mod altered;
mod edge;
mod fidelity;
mod nearest;
mod result;
mod unread;

pub use index::DocumentIndex;
pub use library::{Library, SecondReader};
pub use result::{Difference, Fidelity, Grounding, NearPassage, SecondReading, Span, State};

impl DocumentIndex {
    /// Grounds a quotation in this document alone, without a second reader.
    pub fn locate(&self, quote: &str) -> Grounding {
        locate::locate(self, &|| None, quote)
    }
}

/// The examples of the guide for tool builders compile and hold.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/building-on.md")]
struct BuildingOn;
