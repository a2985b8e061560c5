//! A document that has been read: text, positions, diagnostics, page images on demand.

use crate::Error;
use crate::geometry::{PageBox, PageGeometry, Quad};
use crate::kind::SourceKind;
use crate::pdf::{PageImage, PdfSource, PixelRegion};
use proofmark_text::{Document, Structure, TextRange};
use std::sync::Arc;

/// A partial problem in a source: the rest of the document was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The page, from 0; `None` when the whole document is meant.
    pub page_idx: Option<usize>,
    /// What is wrong.
    pub problem: Problem,
}

/// Kinds of partial problems.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// Glyphs whose char is unknown; they stand as U+FFFD in the text.
    #[error("{n} glyphs have no known Unicode char and stand as U+FFFD")]
    UnmappedGlyphs {
        /// How many.
        n: usize,
    },
    /// Glyphs whose char is known only from the embedded font program, which nobody vouches for.
    #[error("{n} glyphs have a char only by their font program; it is not verified")]
    GuessedChars {
        /// How many.
        n: usize,
    },
    /// Chars from the private use area that only the page's font gives a meaning.
    #[error("{n} chars are private to the page's font; their meaning is unknown")]
    PrivateChars {
        /// How many.
        n: usize,
    },
    /// The page paints something but holds no text, or hardly any whose chars are known: a scan, or text
    /// drawn as shapes.
    #[error("the page has no text layer")]
    NoTextLayer,
    /// The page's content could not be read to its end.
    #[error("the page could not be read to its end")]
    UnreadablePage,
    /// The page passes a limit, so a part of it was left out.
    #[error("a part of the page was left out: {what} passes the limit of {limit}")]
    PageLimit {
        /// What is measured.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The file's structure is damaged; its objects were found by searching.
    #[error("the file is damaged; its pages were recovered by searching")]
    Recovered,
    /// The file declares more pages than can be read.
    #[error("the file declares {declared} pages, {found} could be read")]
    MissingPages {
        /// Pages by the page tree's own count.
        declared: usize,
        /// Pages that could be read.
        found: usize,
    },
    /// Bytes without meaning in the file's text encoding.
    #[error("some bytes are no text in the file's encoding and stand as U+FFFD")]
    UndecodableBytes,
    /// The second reader could not read the document.
    #[error("the second reader could not read the document")]
    SecondReaderFailed,
}

/// One line of a page, for a selectable text layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineBox {
    /// The line in [`Document::raw`], without its newline.
    pub range: TextRange,
    /// Corners of the line's box in view space.
    pub quad_view: Quad,
    /// Whether page images lack some of its chars: those of an East Asian font that the file does not embed.
    pub is_undrawn: bool,
}

/// A document that has been read, with the means to show it.
pub struct SourceDocument {
    kind: SourceKind,
    document: Arc<Document>,
    structure: Arc<Structure>,
    source_text: Option<Arc<Document>>,
    diagnostics: Vec<Diagnostic>,
    pdf: Option<PdfSource>,
}

impl std::fmt::Debug for SourceDocument {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SourceDocument")
            .field("kind", &self.kind)
            .field("n_pages", &self.document.pages().len())
            .field("diagnostics", &self.diagnostics)
            .finish_non_exhaustive()
    }
}

impl SourceDocument {
    pub(crate) fn from_text(
        kind: SourceKind,
        document: Document,
        structure: Structure,
        source_text: Option<Document>,
        is_lossy: bool,
    ) -> Self {
        let diagnostics = is_lossy
            .then_some(Diagnostic {
                page_idx: None,
                problem: Problem::UndecodableBytes,
            })
            .into_iter()
            .collect();
        Self {
            kind,
            document: Arc::new(document),
            structure: Arc::new(structure),
            source_text: source_text.map(Arc::new),
            diagnostics,
            pdf: None,
        }
    }

    pub(crate) fn from_pdf(
        document: Document,
        diagnostics: Vec<Diagnostic>,
        pdf: PdfSource,
    ) -> Self {
        Self {
            kind: SourceKind::Pdf,
            structure: Arc::new(Structure::of_plain_text(&document)),
            source_text: None,
            document: Arc::new(document),
            diagnostics,
            pdf: Some(pdf),
        }
    }

    /// Notes a problem of the whole document, once.
    pub(crate) fn with_problem(mut self, problem: Problem) -> Self {
        let diagnostic = Diagnostic {
            page_idx: None,
            problem,
        };
        if !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.insert(0, diagnostic);
        }
        self
    }

    /// What kind of document it is.
    pub fn kind(&self) -> SourceKind {
        self.kind
    }

    /// The text in pages.
    pub fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// The blocks of [`Self::document`]: headings, paragraphs, list items, rows. Paragraphs alone for
    /// sources without markup.
    pub fn structure(&self) -> &Arc<Structure> {
        &self.structure
    }

    /// The source as it is written, markup and all, where that is text for people too: Markdown's.
    pub fn source_text(&self) -> Option<&Arc<Document>> {
        self.source_text.as_ref()
    }

    /// Partial problems found while reading, whole-document ones first, then by page.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Size and coordinates of a page, from 0; `None` past the last page and for sources without pages
    /// to look at.
    pub fn page_geometry(&self, page_idx: usize) -> Option<PageGeometry> {
        self.pdf
            .as_ref()?
            .pages
            .get(page_idx)
            .map(|page| page.geometry)
    }

    /// The boxes of a range of [`Document::raw`]: one for each line that the range touches, in text order.
    /// Empty for sources without positions.
    pub fn boxes(&self, range: TextRange) -> Vec<PageBox> {
        let mut boxes = Vec::new();
        self.for_each_page_in(range, |page_idx, start, end| {
            if let Some(page) = self.pdf.as_ref().and_then(|pdf| pdf.pages.get(page_idx)) {
                boxes.extend(
                    page.positions
                        .boxes(start, end)
                        .into_iter()
                        .map(|quad_view| PageBox {
                            page_idx,
                            quad_view,
                        }),
                );
            }
        });
        boxes
    }

    /// The box of each painted char of a range of [`Document::raw`], with the char's byte offset there.
    /// Chars that no glyph painted (inserted spaces, newlines) have none.
    pub fn char_quads(&self, range: TextRange) -> Vec<(usize, PageBox)> {
        let mut quads = Vec::new();
        self.for_each_page_in(range, |page_idx, start, end| {
            let Some(page) = self.pdf.as_ref().and_then(|pdf| pdf.pages.get(page_idx)) else {
                return;
            };
            let page_start = self.document.pages()[page_idx].range().start();
            quads.extend(
                page.positions
                    .char_quads(start, end)
                    .map(|(at, quad_view)| {
                        (
                            page_start + at,
                            PageBox {
                                page_idx,
                                quad_view,
                            },
                        )
                    }),
            );
        });
        quads
    }

    /// The corners of a box in user space points; `None` for a page that does not exist.
    pub fn quad_in_user_space(&self, page_box: &PageBox) -> Option<Quad> {
        Some(
            self.page_geometry(page_box.page_idx)?
                .quad_in_user_space(&page_box.quad_view),
        )
    }

    /// The lines of a page in text order, with their boxes; empty for sources without positions.
    pub fn page_lines(&self, page_idx: usize) -> Vec<LineBox> {
        let (Some(pdf), Some(page)) = (&self.pdf, self.document.pages().get(page_idx)) else {
            return Vec::new();
        };
        let Some(positions) = pdf.pages.get(page_idx).map(|page| &page.positions) else {
            return Vec::new();
        };
        let page_start = page.range().start();
        positions
            .lines
            .iter()
            .filter_map(|line| {
                let (start, end) = (line.text_start as usize, line.text_end as usize);
                let quad_view = positions.boxes(start, end).first().copied()?;
                Some(LineBox {
                    range: TextRange::new(page_start + start, page_start + end),
                    quad_view,
                    is_undrawn: line.is_undrawn,
                })
            })
            .collect()
    }

    /// Number of pages of which there are images; 0 for sources without any.
    pub fn n_page_images(&self) -> usize {
        self.pdf.as_ref().map_or(0, |pdf| pdf.pages.len())
    }

    /// Draws a page, annotations' appearance included, on white.
    ///
    /// `scale` is pixels per point of view space; the image's size is the page's times the scale, rounded.
    ///
    /// # Errors
    /// [`Error::NoSuchPage`], [`Error::BadScale`], [`Error::TooLarge`] above the pixel limit,
    /// [`Error::LibraryFailed`].
    pub fn render(&self, page_idx: usize, scale: f32) -> Result<PageImage, Error> {
        self.render_part(page_idx, scale, None)
    }

    /// Draws a page at `scale` or, where the image would pass the pixel limit, at the largest scale that keeps it.
    /// The image's size tells which.
    ///
    /// # Errors
    /// As [`SourceDocument::render`], but never for too many pixels of the image.
    pub fn render_within(&self, page_idx: usize, scale: f32) -> Result<PageImage, Error> {
        let largest = self
            .pdf
            .as_ref()
            .and_then(|pdf| pdf.largest_scale(page_idx));
        self.render(
            page_idx,
            largest.map_or(scale, |largest| scale.min(largest)),
        )
    }

    /// Draws a part of the page's image at `scale`: a tile of one that would be too large. The region is cut
    /// to the image.
    ///
    /// # Errors
    /// As [`SourceDocument::render`]; the pixel limit is that of the region. [`Error::BadScale`] for a
    /// region without pixels in the image.
    pub fn render_region(
        &self,
        page_idx: usize,
        scale: f32,
        region: PixelRegion,
    ) -> Result<PageImage, Error> {
        self.render_part(page_idx, scale, Some(region))
    }

    fn render_part(
        &self,
        page_idx: usize,
        scale: f32,
        region: Option<PixelRegion>,
    ) -> Result<PageImage, Error> {
        match &self.pdf {
            Some(pdf) => pdf.render(page_idx, scale, region),
            None => Err(Error::NoSuchPage {
                page_idx,
                n_pages: 0,
            }),
        }
    }

    /// The same PDF as an independent second library reads it. Read at the first call and kept.
    /// `None` when there is none: no PDF, or the second library failed, which is no fault of the document.
    pub fn second_reader(&self) -> Option<Arc<Document>> {
        self.pdf.as_ref()?.second_reader()
    }

    /// Calls `visit` for each page that `range` touches, with the part of the range in that page's text.
    fn for_each_page_in(&self, range: TextRange, mut visit: impl FnMut(usize, usize, usize)) {
        let pages = self.document.pages();
        let first = self.document.page_idx_at(range.start());
        for (page_idx, page) in pages.iter().enumerate().skip(first) {
            let page_range = page.range();
            if page_range.start() >= range.end() {
                break;
            }
            let start = range.start().max(page_range.start()) - page_range.start();
            let end = range
                .end()
                .min(page_range.end())
                .saturating_sub(page_range.start());
            if start < end {
                visit(page_idx, start, end);
            }
        }
    }
}
