//! The door: bytes in, [`SourceDocument`] out.

use proofmark_text::Structure;

use crate::kind::{SourceKind, sniff};
use crate::{Error, Limits, PageImage, SourceDocument, markup, pdf};

/// What a caller may set for [`open`].
#[derive(Clone, Debug, Default)]
pub struct OpenOptions {
    /// Password of an encrypted PDF; without one the empty user password is tried.
    pub password: Option<String>,
    /// Bounds on the input.
    pub limits: Limits,
}

/// How far reading has come; told before each page and once at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Pages read so far.
    pub page: usize,
    /// Pages in all.
    pub n_pages: usize,
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    Continue,
    /// Stop; the call ends with [`Error::Cancelled`].
    Stop,
}

/// Who sees the first page of a PDF before the others are read.
pub struct FirstPage<'a> {
    /// Pixels to the point.
    pub scale: f32,
    /// Shown of documents with at least so many pages: shorter ones are read in less time than drawing takes.
    pub n_pages_from: usize,
    /// Takes the image. Not called where the page cannot be drawn: that is told when it is asked for.
    pub show: &'a mut dyn FnMut(PageImage),
}

/// Reads a document. `name` is the file's name, used only where the content does not tell the kind.
///
/// Problems with single pages or glyphs do not fail the call: they are the document's diagnostics.
///
/// # Errors
/// See [`Error`]; a PDF that opens with damage is not one.
pub fn open(
    name: &str,
    bytes: Vec<u8>,
    options: &OpenOptions,
    on_page: &mut dyn FnMut(Progress) -> Flow,
) -> Result<SourceDocument, Error> {
    open_showing(name, bytes, options, on_page, None)
}

/// Reads a document as [`open`] does, and shows its first page as soon as that is read.
///
/// # Errors
/// As [`open`].
pub fn open_showing(
    name: &str,
    bytes: Vec<u8>,
    options: &OpenOptions,
    on_page: &mut dyn FnMut(Progress) -> Flow,
    first_page: Option<FirstPage<'_>>,
) -> Result<SourceDocument, Error> {
    if bytes.is_empty() {
        return Err(Error::Empty);
    }
    let n_bytes = bytes.len() as u64;
    if n_bytes > options.limits.n_file_bytes {
        return Err(Error::TooLarge {
            what: "file in bytes",
            limit: options.limits.n_file_bytes,
            found: n_bytes,
        });
    }
    let kind = sniff(name, &bytes).ok_or_else(|| Error::NotADocument {
        found: describe(&bytes),
    })?;
    if kind == SourceKind::Pdf {
        return pdf::open(bytes, options, on_page, first_page);
    }
    let (text, lossy) = markup::decode(&bytes);
    let progress = |page| Progress { page, n_pages: 1 };
    if on_page(progress(0)) == Flow::Stop {
        return Err(Error::Cancelled);
    }
    let (document, structure) = match kind {
        SourceKind::Markdown => markup::markdown(&text),
        SourceKind::Html => markup::html(&text),
        SourceKind::PlainText | SourceKind::Pdf => {
            let document = markup::plain(&text);
            let structure = Structure::of_plain_text(&document);
            (document, structure)
        }
    };
    let source_text = (kind == SourceKind::Markdown).then(|| markup::plain(&text));
    if on_page(progress(1)) == Flow::Stop {
        return Err(Error::Cancelled);
    }
    Ok(SourceDocument::from_text(
        kind,
        document,
        structure,
        source_text,
        lossy,
    ))
}

fn describe(bytes: &[u8]) -> &'static str {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => "a PNG image",
        [0xFF, 0xD8, ..] => "a JPEG image",
        [b'P', b'K', 3, 4, ..] => "a zip archive (an office document is one)",
        [0xD0, 0xCF, 0x11, 0xE0, ..] => "an old office document",
        _ if bytes.contains(&0) => "binary data",
        [b'{' | b'[', ..] => "JSON",
        _ => "text that is no PDF",
    }
}
