//! Why a source gives no document, or a page no image.

/// No useful output can be had from the input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file holds no byte.
    #[error("the file is empty: expected a PDF, text, Markdown or HTML document")]
    Empty,
    /// Neither content nor name tell a kind of document that is read here.
    #[error("not a document: expected PDF, text, Markdown or HTML, found {found}")]
    NotADocument {
        /// What the bytes look like.
        found: &'static str,
    },
    /// The PDF is encrypted and no password was given.
    #[error(
        "the PDF is encrypted: expected a password, found none; give the password that opens it"
    )]
    PasswordNeeded,
    /// The PDF is encrypted and the given password does not open it.
    #[error("the PDF is encrypted and the given password does not open it; give the right one")]
    PasswordWrong,
    /// The PDF is encrypted in a way that is not supported or not valid.
    #[error("the PDF's encryption cannot be read ({found}); save it without encryption")]
    EncryptionUnsupported {
        /// What stands in the way.
        found: &'static str,
    },
    /// The PDF stops before its end.
    #[error(
        "the PDF is cut off: expected an end-of-file mark, found the end after {n_bytes} bytes; get \
         the complete file"
    )]
    Truncated {
        /// Length of what is there.
        n_bytes: usize,
    },
    /// The PDF's structure cannot be read, not even by searching its objects.
    #[error("the PDF is damaged: no page tree could be read; get an undamaged copy")]
    Damaged,
    /// The document has no page.
    #[error("the PDF has no pages: expected at least one; get a complete copy")]
    NoPages,
    /// A limit of [`Limits`](crate::Limits) is passed.
    #[error("{what} too large: expected at most {limit}, found {found}")]
    TooLarge {
        /// What is measured, with its unit.
        what: &'static str,
        /// The limit.
        limit: u64,
        /// The measured size.
        found: u64,
    },
    /// A compressed stream unfolds to more than a limit; how far was not counted.
    #[error("the stream at byte {at} unfolds to more than {limit} bytes; get a file without it")]
    UnfoldsTooFar {
        /// Byte offset of the word `stream`.
        at: usize,
        /// See [`Limits::n_stream_bytes`](crate::Limits::n_stream_bytes).
        limit: u64,
    },
    /// The caller asked to stop.
    #[error("reading was cancelled")]
    Cancelled,
    /// There is no page of that index, or the document has no page images.
    #[error("no image of page {page_idx}: the document has {n_pages} pages with images")]
    NoSuchPage {
        /// The page asked for, from 0.
        page_idx: usize,
        /// Number of pages of which there are images.
        n_pages: usize,
    },
    /// The scale is not a positive number, or the page has no area.
    #[error("the page cannot be drawn at this scale: expected an image of at least one pixel")]
    BadScale,
    /// The PDF library failed on this page or file.
    #[error("the PDF library failed on {}; write the PDF anew with another program, or get another copy", match .page_idx { Some(n) => format!("page {}", n + 1), None => "this file".to_owned() })]
    LibraryFailed {
        /// The page, from 0; `None` for the whole file.
        page_idx: Option<usize>,
    },
}
