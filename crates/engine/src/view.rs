//! What a face shows of a document: its pages, their text and images, boxes of spans.

use proofmark_source::{PageImage, PixelRegion, SourceDocument};
use proofmark_text::TextRange;

use crate::session::{FileId, Session};

/// The pages of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentView {
    /// The file.
    pub file: FileId,
    /// The file's name.
    pub name: String,
    /// The pages in order.
    pub pages: Vec<PageView>,
}

/// One page of a [`DocumentView`].
#[derive(Clone, Debug, PartialEq)]
pub struct PageView {
    /// Width of the visible page in points; 0 for a source without page images.
    pub width_pt: f32,
    /// Height of the visible page in points; 0 for a source without page images.
    pub height_pt: f32,
    /// The file's own label of the page.
    pub label: Option<String>,
    /// Whether the page has text.
    pub has_text: bool,
    /// First char of the page in the document's raw text.
    pub start: u64,
    /// One past its last char.
    pub end: u64,
}

/// One line of a page's text.
#[derive(Clone, Debug, PartialEq)]
pub struct LineView {
    /// The line's text.
    pub text: String,
    /// First char in the document's raw text.
    pub start: u64,
    /// Its corners in points from the page's top left corner, y down; `None` in a source without
    /// page images.
    pub quad: Option<[[f32; 2]; 4]>,
    /// Whether the page image lacks some of its chars.
    pub is_undrawn: bool,
}

/// One line's part of a span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxView {
    /// The page, from 0.
    pub page_idx: usize,
    /// Its corners in points from the page's top left corner, y down.
    pub quad: [[f32; 2]; 4],
}

impl Session {
    /// The document a file holds.
    pub fn source(&self, file: FileId) -> Option<&SourceDocument> {
        let slot = self.slots.iter().find(|slot| slot.entry.id == file)?;
        slot.document().map(AsRef::as_ref)
    }

    /// The pages of a document.
    pub fn document_view(&self, file: FileId) -> Option<DocumentView> {
        let slot = self.slots.iter().find(|slot| slot.entry.id == file)?;
        let source = slot.document()?;
        let document = source.document();
        let pages = document
            .pages()
            .iter()
            .enumerate()
            .map(|(page_idx, page)| {
                let size = source.page_geometry(page_idx);
                PageView {
                    width_pt: size.map_or(0.0, |size| size.width_pt),
                    height_pt: size.map_or(0.0, |size| size.height_pt),
                    label: page.label().map(str::to_owned),
                    has_text: page.has_text_layer(),
                    start: document.char_offset(page.range().start()) as u64,
                    end: document.char_offset(page.range().end()) as u64,
                }
            })
            .collect();
        Some(DocumentView {
            file,
            name: slot.entry.name.clone(),
            pages,
        })
    }

    /// The lines of a page, from 0, in text order.
    pub fn page_text(&self, file: FileId, page_idx: usize) -> Vec<LineView> {
        let Some(source) = self.source(file) else {
            return Vec::new();
        };
        let document = source.document();
        let Some(page) = document.pages().get(page_idx) else {
            return Vec::new();
        };
        let view = |range: TextRange, quad, is_undrawn| LineView {
            text: document.slice(range).to_owned(),
            start: document.char_offset(range.start()) as u64,
            quad,
            is_undrawn,
        };
        let lines = source.page_lines(page_idx);
        if !lines.is_empty() {
            return lines
                .iter()
                .map(|line| view(line.range, Some(line.quad_view), line.is_undrawn))
                .collect();
        }
        let mut at = page.range().start();
        let mut views = Vec::new();
        for line in document.slice(page.range()).split('\n') {
            views.push(view(TextRange::new(at, at + line.len()), None, false));
            at += line.len() + 1;
        }
        views
    }

    /// The boxes of the chars `start..end` of a document's raw text.
    pub fn boxes(&self, file: FileId, start: u64, end: u64) -> Vec<BoxView> {
        let Some(source) = self.source(file) else {
            return Vec::new();
        };
        let Some(range) = byte_range(source, start, end) else {
            return Vec::new();
        };
        source
            .boxes(range)
            .into_iter()
            .map(|one| BoxView {
                page_idx: one.page_idx,
                quad: one.quad_view,
            })
            .collect()
    }

    /// Id and raw text of every document of a report that is here, found by digest.
    pub fn texts_of(&self, report: &proofmark_report::format::Report) -> Vec<(String, String)> {
        let mut texts = Vec::new();
        for document in &report.documents {
            let slot = self
                .slots
                .iter()
                .find(|slot| slot.entry.sha256 == document.sha256);
            if let Some(source) = slot.and_then(|slot| slot.document()) {
                texts.push((document.id.clone(), source.document().raw().to_owned()));
            }
        }
        texts
    }

    /// Draws a page at `scale` pixels a point, or at the largest scale that is allowed where that is smaller.
    ///
    /// # Errors
    /// A sentence that says why there is no image.
    pub fn render(&self, file: FileId, page_idx: usize, scale: f32) -> Result<PageImage, String> {
        let source = self
            .source(file)
            .ok_or("this document is not here any more")?;
        source
            .render_within(page_idx, scale)
            .map_err(|error| error.to_string())
    }

    /// Draws a tile of a page's image at `scale` pixels a point, which may be larger than a whole image may be.
    /// `tile` is left, top, width and height in pixels of the whole; what reaches out of the image is cut off.
    ///
    /// # Errors
    /// A sentence that says why there is no image.
    pub fn render_tile(
        &self,
        file: FileId,
        page_idx: usize,
        scale: f32,
        tile: [u32; 4],
    ) -> Result<PageImage, String> {
        let source = self
            .source(file)
            .ok_or("this document is not here any more")?;
        let [x, y, width, height] = tile;
        let region = PixelRegion {
            x,
            y,
            width,
            height,
        };
        source
            .render_region(page_idx, scale, region)
            .map_err(|error| error.to_string())
    }
}

/// Chars of a document's raw text → bytes; `None` outside it.
pub(crate) fn byte_range(source: &SourceDocument, start: u64, end: u64) -> Option<TextRange> {
    let document = source.document();
    let start = document.byte_offset(usize::try_from(start).ok()?)?;
    let end = document.byte_offset(usize::try_from(end).ok()?)?;
    (start <= end).then(|| TextRange::new(start, end))
}
