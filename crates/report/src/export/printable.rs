use std::collections::BTreeMap;
use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use super::human::Index;
use super::printable_parts::{Figures, attempt, figures_by_page, head, summary};
use crate::format::Report;

const STYLE: &str = include_str!("printable.css");

/// A page image with the highlights on it.
#[derive(Clone, Debug, PartialEq)]
pub struct PageFigure {
    /// Id of the document.
    pub document: String,
    /// The page, from 1.
    pub page: u64,
    /// The image, a PNG of the whole page.
    pub png: Vec<u8>,
    /// Width of the page in PDF points.
    pub width_pt: f32,
    /// Height of the page in PDF points.
    pub height_pt: f32,
    /// The highlights, drawn in this order.
    pub boxes: Vec<FigureBox>,
}

/// A highlight on a page.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureBox {
    /// The corners in order around the box, x then y, in PDF points. The origin is the page's
    /// upper left corner as it is shown; y grows downwards.
    pub quad: [[f32; 2]; 4],
    /// What it marks.
    pub kind: HighlightKind,
    /// What it belongs to, in the caption's words, such as `base/1/q1, citation 1`.
    pub label: String,
}

/// What a highlight marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HighlightKind {
    /// A passage that the bank registers.
    Anchor,
    /// A citation that supports an obligation.
    Supports,
    /// A citation of a passage that is not registered.
    Unregistered,
    /// One of several places of a quotation.
    Ambiguous,
    /// A passage that contradicts the answer.
    Contradicted,
}

impl HighlightKind {
    fn class(self) -> &'static str {
        match self {
            Self::Anchor => "anchor",
            Self::Supports => "supports",
            Self::Unregistered => "unregistered",
            Self::Ambiguous => "ambiguous",
            Self::Contradicted => "contradicted",
        }
    }
}

/// Writes the report as one HTML page for reading and printing.
///
/// The page is self-contained: no script, nothing loaded, images as data. Its content security
/// policy allows that one style sheet, by its hash, and no more. All text of the report is escaped.
/// Same arguments, same bytes.
pub fn printable(report: &Report, figures: &[PageFigure]) -> String {
    let mut writing = PrintableWriter::new(report, figures);
    while writing.step() {}
    writing.finish()
}

/// [`printable`] attempt by attempt, so that a face can do something else between two of them.
pub struct PrintableWriter<'r> {
    report: &'r Report,
    figures: &'r [PageFigure],
    index: Index<'r>,
    by_page: Figures<'r>,
    n_written: usize,
    html: String,
}

impl std::fmt::Debug for PrintableWriter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PrintableWriter")
            .field("n_attempts", &self.report.attempts.len())
            .field("n_written", &self.n_written)
            .finish_non_exhaustive()
    }
}

impl<'r> PrintableWriter<'r> {
    /// Writes what comes before the attempts.
    pub fn new(report: &'r Report, figures: &'r [PageFigure]) -> Self {
        let hash = STANDARD.encode(Sha256::digest(STYLE));
        let mut html = String::new();
        html.push_str("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        write!(
            html,
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
             img-src data:; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'\">\n\
             <meta name=\"referrer\" content=\"no-referrer\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{} – Proofmark report</title>\n<style>{STYLE}</style>\n</head>\n<body>\n",
            escape(&report.title)
        )
        .expect("writing to a string cannot fail");
        head(report, &mut html);
        summary(report, &mut html);
        html.push_str("<h2>Attempts</h2>\n");
        Self {
            report,
            figures,
            index: Index::new(report),
            by_page: figures_by_page(figures),
            n_written: 0,
            html,
        }
    }

    /// Writes the next attempt; `false` when there is none.
    pub fn step(&mut self) -> bool {
        let Some(next) = self.report.attempts.get(self.n_written) else {
            return false;
        };
        attempt(next, &self.index, &self.by_page, &mut self.html);
        self.n_written += 1;
        true
    }

    /// The whole page; attempts that are left are written first.
    pub fn finish(mut self) -> String {
        while self.step() {}
        let mut html = self.html;
        if !self.figures.is_empty() {
            html.push_str("<h2>Pages</h2>\n");
            for (index, figure) in self.figures.iter().enumerate() {
                write_figure(figure, index, &mut html);
            }
        }
        html.push_str("</body>\n</html>\n");
        html
    }
}

fn write_figure(figure: &PageFigure, index: usize, html: &mut String) {
    let (width, height) = (length(figure.width_pt), length(figure.height_pt));
    let image = STANDARD.encode(&figure.png);
    let name = format!("{}, page {}", figure.document, figure.page);
    let name = escape(&name);
    write!(
        html,
        "<figure id=\"page-{index}\"><div class=\"sheet\">\
         <img alt=\"{name}\" src=\"data:image/png;base64,{image}\">\
         <svg viewBox=\"0 0 {width} {height}\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
    )
    .expect("writing to a string cannot fail");
    // Boxes of one label are the lines of one highlight and share its number.
    let mut labels: Vec<(&FigureBox, usize)> = Vec::new();
    let mut numbers: BTreeMap<(&str, HighlightKind), usize> = BTreeMap::new();
    for highlight in &figure.boxes {
        let number = *numbers
            .entry((&highlight.label, highlight.kind))
            .or_insert(labels.len() + 1);
        let is_first = number > labels.len();
        if is_first {
            labels.push((highlight, number));
        }
        let points: Vec<_> = highlight
            .quad
            .iter()
            .map(|[x, y]| format!("{},{}", coordinate(*x), coordinate(*y)))
            .collect();
        let class = highlight.kind.class();
        write!(
            html,
            "<g class=\"hl-{class}\"><polygon class=\"hl hl-{class}\" \
             vector-effect=\"non-scaling-stroke\" points=\"{}\"/>",
            points.join(" ")
        )
        .expect("writing to a string cannot fail");
        if is_first {
            let [x, y] = highlight.quad[0];
            write!(
                html,
                "<text x=\"{}\" y=\"{}\" font-size=\"8\" paint-order=\"stroke\">{number}</text>",
                coordinate(x - 6.0),
                coordinate(y + 6.0)
            )
            .expect("writing to a string cannot fail");
        }
        html.push_str("</g>");
    }
    write!(html, "</svg></div>\n<figcaption><strong>{name}</strong>")
        .expect("writing to a string cannot fail");
    html.push_str("<ul>");
    for (highlight, number) in &labels {
        write!(
            html,
            "<li>{number} <span class=\"hl-{class}\">{class}</span>: {}</li>",
            escape(&highlight.label),
            class = highlight.kind.class()
        )
        .expect("writing to a string cannot fail");
    }
    html.push_str("</ul></figcaption></figure>\n");
}

/// Hundredths of a point are far below what a screen or a printer shows.
fn coordinate(value: f32) -> String {
    if value.is_finite() {
        format!("{value:.2}")
    } else {
        "0".to_owned()
    }
}

fn length(value: f32) -> String {
    if value.is_finite() && value > 0.0 {
        format!("{value:.2}")
    } else {
        "1".to_owned()
    }
}

/// Escapes text for HTML, in elements and in quoted attributes. Control chars, which HTML forbids,
/// become U+FFFD.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' => escaped.push(char),
            // A bare one would be read as a line feed, and a line feed follows in most texts.
            '\r' => escaped.push_str("&#13;"),
            char if char.is_control() => escaped.push('\u{FFFD}'),
            char => escaped.push(char),
        }
    }
    escaped
}
