//! A small writer of PDF files, so that tests know text and places by construction.

use proofmark_source::{Error, Flow, OpenOptions, SourceDocument, open};
use proofmark_text::TextRange;
use std::fmt::Write as _;

/// A PDF in the making: a catalog, a page tree, one page for each content stream.
#[derive(Default)]
pub(crate) struct Built {
    pages: Vec<PageParts>,
    objects: Vec<String>,
    catalog: String,
    trailer: String,
    fonts: String,
    extra_resources: String,
}

struct PageParts {
    content: String,
    entries: String,
}

/// Objects before the first free number: catalog, page tree, Helvetica.
const N_FIXED: usize = 3;

impl Built {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// One page of 200 × 300 points with that content stream.
    pub(crate) fn one_page(content: &str) -> Self {
        Self::new().page(content, "/MediaBox [0 0 200 300]")
    }

    /// Adds a page; `entries` go into its dictionary.
    pub(crate) fn page(mut self, content: &str, entries: &str) -> Self {
        self.pages.push(PageParts {
            content: content.into(),
            entries: entries.into(),
        });
        self
    }

    /// Adds an object and tells its number.
    pub(crate) fn object(&mut self, body: &str) -> usize {
        self.objects.push(body.into());
        N_FIXED + self.objects.len()
    }

    /// Adds a stream object and tells its number.
    pub(crate) fn stream(&mut self, entries: &str, data: &str) -> usize {
        self.object(&format!(
            "<< {entries} /Length {} >>\nstream\n{data}\nendstream",
            data.len()
        ))
    }

    /// Entries of the catalog.
    pub(crate) fn catalog(mut self, entries: &str) -> Self {
        self.catalog.push_str(entries);
        self
    }

    /// Entries of the trailer.
    pub(crate) fn trailer(mut self, entries: &str) -> Self {
        self.trailer.push_str(entries);
        self
    }

    /// Entries of every page's font resources; `/F` is Helvetica.
    pub(crate) fn fonts(mut self, entries: &str) -> Self {
        self.fonts.push_str(entries);
        self
    }

    /// Other entries of every page's resources.
    pub(crate) fn resources(mut self, entries: &str) -> Self {
        self.extra_resources.push_str(entries);
        self
    }

    /// The file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let first_page = N_FIXED + self.objects.len() + 1;
        let kids: String = (0..self.pages.len()).fold(String::new(), |mut kids, i| {
            let _ = write!(kids, "{} 0 R ", first_page + 2 * i);
            kids
        });
        let mut bodies = vec![
            format!("<< /Type /Catalog /Pages 2 0 R {} >>", self.catalog),
            format!(
                "<< /Type /Pages /Kids [{kids}] /Count {} /Resources << /Font << /F 3 0 R {} >> {} >> >>",
                self.pages.len(),
                self.fonts,
                self.extra_resources
            ),
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
                .into(),
        ];
        bodies.extend(self.objects.iter().cloned());
        for (i, page) in self.pages.iter().enumerate() {
            bodies.push(format!(
                "<< /Type /Page /Parent 2 0 R /Contents {} 0 R {} >>",
                first_page + 2 * i + 1,
                page.entries
            ));
            let content = &page.content;
            bodies.push(format!(
                "<< /Length {} >>\nstream\n{content}\nendstream",
                content.len()
            ));
        }
        let mut file = String::from("%PDF-1.7\n");
        let mut places = Vec::new();
        for (i, body) in bodies.iter().enumerate() {
            places.push(file.len());
            let _ = write!(file, "{} 0 obj\n{body}\nendobj\n", i + 1);
        }
        let xref = file.len();
        let _ = write!(file, "xref\n0 {}\n0000000000 65535 f \n", places.len() + 1);
        for place in &places {
            let _ = writeln!(file, "{place:010} 00000 n ");
        }
        let _ = write!(
            file,
            "trailer\n<< /Size {} /Root 1 0 R {} >>\nstartxref\n{xref}\n%%EOF\n",
            places.len() + 1,
            self.trailer
        );
        file.into_bytes()
    }

    /// The file, read.
    #[track_caller]
    pub(crate) fn read(&self) -> SourceDocument {
        read(self.bytes()).expect("the built file opens")
    }
}

/// Reads a file with default options.
pub(crate) fn read(bytes: Vec<u8>) -> Result<SourceDocument, Error> {
    open("built.pdf", bytes, &OpenOptions::default(), &mut |_| {
        Flow::Continue
    })
}

/// The range of the only occurrence of `needle`.
#[track_caller]
pub(crate) fn find(source: &SourceDocument, needle: &str) -> TextRange {
    let raw = source.document().raw();
    let mut places = raw.match_indices(needle);
    let (at, _) = places
        .next()
        .unwrap_or_else(|| panic!("{needle:?} stands in {raw:?}"));
    assert!(places.next().is_none(), "{needle:?} stands once in {raw:?}");
    TextRange::new(at, at + needle.len())
}

/// Asserts that the range of `needle` has exactly one box, with these view corners to 0.05 pt.
#[track_caller]
pub(crate) fn check_box(source: &SourceDocument, needle: &str, expected: [[f32; 2]; 4]) {
    let boxes = source.boxes(find(source, needle));
    assert_eq!(boxes.len(), 1, "{needle:?} has one box: {boxes:?}");
    for (found, expected) in boxes[0].quad_view.iter().zip(expected) {
        let near = (found[0] - expected[0]).abs() < 0.05 && (found[1] - expected[1]).abs() < 0.05;
        assert!(
            near,
            "box of {needle:?}: {:?}, expected corner {expected:?}",
            boxes[0].quad_view
        );
    }
}
