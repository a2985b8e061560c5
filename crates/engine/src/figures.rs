//! Page images with highlights, for the printable report.

use std::collections::{BTreeMap, BTreeSet};

use proofmark_report::attempt_id;
use proofmark_report::export::{FigureBox, HighlightKind, PageFigure};
use proofmark_report::format::{Report, Span};
use proofmark_source::{Flow, PageImage};

use crate::session::{FileId, Progress, Session};

/// Pixels a point of the images: sharp enough to read body text in print, small enough to mail.
const SCALE: f32 = 1.25;
/// Pages that are drawn at most; a report of more is long enough without pictures.
const MAX_PAGES: usize = 200;

/// Draws every page on which a citation of the report stands, or an anchor of a question that failed
/// or is unresolved, with the highlights on it. Pages come in the order of documents and pages.
///
/// Documents are found by the digests in the report; a document that is not here has no figures.
/// Returns what was drawn when `progress` asks to stop.
pub fn page_figures(
    session: &Session,
    report: &Report,
    progress: &mut dyn FnMut(Progress) -> Flow,
) -> Vec<PageFigure> {
    let mut figures = Figures::new(session, report);
    while figures
        .progress()
        .is_some_and(|at| progress(at) == Flow::Continue)
    {
        figures.step();
    }
    figures.finish()
}

/// [`page_figures`] page by page, so that a face can do something else between two of them.
pub struct Figures<'r> {
    session: Session,
    report: &'r Report,
    pages: Vec<MarkedPage>,
    n_done: usize,
    drawn: Vec<PageFigure>,
}

/// A page to be drawn.
struct MarkedPage {
    /// The document, as the report counts them.
    document_idx: usize,
    page_idx: usize,
    file: FileId,
    boxes: Vec<FigureBox>,
}

impl std::fmt::Debug for Figures<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Figures")
            .field("n_pages", &self.pages.len())
            .field("n_done", &self.n_done)
            .finish_non_exhaustive()
    }
}

impl<'r> Figures<'r> {
    /// Finds the pages and their highlights; draws nothing yet.
    pub fn new(session: &Session, report: &'r Report) -> Self {
        let mut pages = marked_pages(session, report);
        pages.truncate(MAX_PAGES);
        Self {
            session: session.clone(),
            report,
            drawn: Vec::with_capacity(pages.len()),
            pages,
            n_done: 0,
        }
    }

    /// The page that comes next; `None` when there is none.
    pub fn progress(&self) -> Option<Progress> {
        let next = self.pages.get(self.n_done)?;
        Some(Progress::Reading {
            name: self.report.documents[next.document_idx].file.clone(),
            page: self.n_done,
            n_pages: self.pages.len(),
        })
    }

    /// Draws the next page; `false` when there is none.
    pub fn step(&mut self) -> bool {
        let Some(page) = self.pages.get_mut(self.n_done) else {
            return false;
        };
        self.n_done += 1;
        let size = self
            .session
            .source(page.file)
            .and_then(|source| source.page_geometry(page.page_idx));
        if let (Some(size), Ok(image)) =
            (size, self.session.render(page.file, page.page_idx, SCALE))
            && let Some(png) = png(&image)
        {
            let mut boxes = std::mem::take(&mut page.boxes);
            boxes.dedup();
            self.drawn.push(PageFigure {
                document: self.report.documents[page.document_idx].id.clone(),
                page: page.page_idx as u64 + 1,
                png,
                width_pt: size.width_pt,
                height_pt: size.height_pt,
                boxes,
            });
        }
        true
    }

    /// What was drawn.
    pub fn finish(self) -> Vec<PageFigure> {
        self.drawn
    }
}

/// Every page with highlights, in the order of documents and pages.
fn marked_pages(session: &Session, report: &Report) -> Vec<MarkedPage> {
    let mut files: BTreeMap<&str, (usize, FileId)> = BTreeMap::new();
    for (idx, document) in report.documents.iter().enumerate() {
        let found = session
            .files()
            .into_iter()
            .find(|file| file.sha256 == document.sha256);
        if let Some(file) = found {
            files.insert(&document.id, (idx, file.id));
        }
    }
    let mut pages: BTreeMap<(usize, usize), Vec<FigureBox>> = BTreeMap::new();
    let mut mark = |document: &str, span: &Span, kind: HighlightKind, label: &str| {
        let Some(&(idx, file)) = files.get(document) else {
            return;
        };
        for one in session.boxes(file, span.start, span.end) {
            pages
                .entry((idx, one.page_idx))
                .or_default()
                .push(FigureBox {
                    quad: one.quad,
                    kind,
                    label: label.to_owned(),
                });
        }
    };
    let open: BTreeSet<&str> = report
        .attempts
        .iter()
        .filter(|attempt| attempt.verdict != "pass")
        .map(|attempt| attempt.question_id.as_str())
        .collect();
    for question in &report.questions {
        if !open.contains(question.id.as_str()) {
            continue;
        }
        for obligation in &question.obligations {
            for anchor in &obligation.anchors {
                mark(
                    &anchor.document,
                    &anchor.span,
                    HighlightKind::Anchor,
                    &obligation.id,
                );
            }
        }
    }
    for attempt in &report.attempts {
        let id = attempt_id(&attempt.workflow, attempt.repetition, &attempt.question_id);
        for (n, citation) in attempt.citations.iter().enumerate() {
            let (Some(document), Some(kind)) =
                (&citation.document_id, highlight_kind(&citation.state))
            else {
                continue;
            };
            let label = format!("{id}, citation {}", n + 1);
            for span in citation.parts.iter().chain(&citation.occurrences) {
                mark(document, span, kind, &label);
            }
        }
    }
    pages
        .into_iter()
        .filter_map(|((document_idx, page_idx), boxes)| {
            let id = report.documents[document_idx].id.as_str();
            let &(_, file) = files.get(id)?;
            Some(MarkedPage {
                document_idx,
                page_idx,
                file,
                boxes,
            })
        })
        .collect()
}

/// How a citation in this state is shown on its page; `None` for states without a place.
pub fn highlight_kind(state: &str) -> Option<HighlightKind> {
    match state {
        "supports" => Some(HighlightKind::Supports),
        "ambiguous" => Some(HighlightKind::Ambiguous),
        "contradicts" => Some(HighlightKind::Contradicted),
        "unregistered" | "other_document" | "altered" | "edge_cut" | "elided_condition"
        | "unverified" => Some(HighlightKind::Unregistered),
        _ => None,
    }
}

fn png(image: &PageImage) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, image.width, image.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&image.rgba).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}
