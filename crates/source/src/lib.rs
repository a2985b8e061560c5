//! Bytes of a source file → [`Document`](proofmark_text::Document), the place of every painted char
//! on its page, and page images.
//!
//! Reads PDF, plain text, Markdown and HTML. All peculiarities of those formats stop here: what leaves
//! this crate is text in pages, boxes in points and pixels. No file access, clock or thread.
//!
//! # Spaces
//! - *User space*: the page's own PDF coordinates in points, y up.
//! - *View space*: points from the top left corner of the visible (cropped, rotated) page, y down.
//!   Page images are view space times their scale.
//!
//! ```
//! use proofmark_source::{Flow, OpenOptions, open};
//!
//! let markdown = b"# Opening times\n\nThe dome opens at *dusk*.".to_vec();
//! let source = open("times.md", markdown, &OpenOptions::default(), &mut |_| Flow::Continue)?;
//! assert!(source.document().raw().contains("The dome opens at dusk."));
//! # Ok::<(), proofmark_source::Error>(())
//! ```

mod error;
mod geometry;
mod kind;
mod limits;
mod markup;
mod open;
mod pdf;
mod positions;
mod source_document;

pub use error::Error;
pub use geometry::{PageBox, PageGeometry, Quad};
pub use kind::{SourceKind, sniff};
pub use limits::Limits;
pub use open::{FirstPage, Flow, OpenOptions, Progress, open, open_showing};
pub use pdf::{PageImage, PixelRegion};
pub use source_document::{Diagnostic, LineBox, Problem, SourceDocument};
