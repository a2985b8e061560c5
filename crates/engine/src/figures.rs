//! Page images with highlights, for the printable report.

use std::collections::BTreeMap;

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
    for question in &report.questions {
        let is_open = |a: &&_| -> bool { attempt_is_open(a, &question.id) };
        if !report.attempts.iter().any(|attempt| is_open(&attempt)) {
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
    draw(session, report, &files, pages, progress)
}

fn attempt_is_open(attempt: &proofmark_report::format::Attempt, question_id: &str) -> bool {
    attempt.question_id == question_id && attempt.verdict != "pass"
}

fn draw(
    session: &Session,
    report: &Report,
    files: &BTreeMap<&str, (usize, FileId)>,
    pages: BTreeMap<(usize, usize), Vec<FigureBox>>,
    progress: &mut dyn FnMut(Progress) -> Flow,
) -> Vec<PageFigure> {
    let n_pages = pages.len().min(MAX_PAGES);
    let mut figures = Vec::with_capacity(n_pages);
    for (n, ((idx, page_idx), mut boxes)) in pages.into_iter().take(MAX_PAGES).enumerate() {
        let document = &report.documents[idx];
        let at = Progress::Reading {
            name: document.file.clone(),
            page: n,
            n_pages,
        };
        if progress(at) == Flow::Stop {
            break;
        }
        let Some(&(_, file)) = files.get(document.id.as_str()) else {
            continue;
        };
        let size = session
            .source(file)
            .and_then(|source| source.page_geometry(page_idx));
        let (Some(size), Ok(image)) = (size, session.render(file, page_idx, SCALE)) else {
            continue;
        };
        let Some(png) = png(&image) else { continue };
        boxes.dedup();
        figures.push(PageFigure {
            document: document.id.clone(),
            page: page_idx as u64 + 1,
            png,
            width_pt: size.width_pt,
            height_pt: size.height_pt,
            boxes,
        });
    }
    figures
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
