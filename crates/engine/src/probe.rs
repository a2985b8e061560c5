//! One quotation in one document, outside of any scoring.

use proofmark_ground::Library;
use proofmark_report::format;
use serde_json::{Value, json};

use crate::convert;
use crate::session::{FileId, Session};

/// Where a quotation stands in a document, ready to show.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// The state's name.
    pub state: &'static str,
    /// The located spans: one, or one a part of an elided quotation.
    pub spans: Vec<format::Span>,
    /// Every occurrence of an ambiguous quotation.
    pub occurrences: Vec<format::Span>,
    /// Whether the quotation leaves something out.
    pub elided: bool,
    /// Whether what it leaves out holds a negation, condition or exception.
    pub elided_condition: bool,
    /// Whether it rests on chars whose Unicode was guessed.
    pub unverified: bool,
    /// How closely the source repeats it.
    pub fidelity: Option<&'static str>,
    /// The raw text of the first span.
    pub text: Option<String>,
    /// The file's own label of the first page.
    pub page_label: Option<String>,
    /// The boxes of the spans and occurrences.
    pub boxes: Vec<ProbeBox>,
    /// The nearest passage of a quotation that was not found.
    pub nearest: Option<format::NearPassage>,
    /// What the second reader has where the readers disagree.
    pub second_reading: Option<format::SecondReading>,
}

/// One line's part of a span of a [`Probe`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbeBox {
    /// The page, from 1.
    pub page: u64,
    /// Its corners in PDF user space points.
    pub quad_user: [[f32; 2]; 4],
    /// Its corners in points from the visible page's top left corner, y down.
    pub quad_view: [[f32; 2]; 4],
}

impl Probe {
    /// The probe as `proofmark locate --json` prints it.
    pub fn json(&self) -> Value {
        let quads: Vec<Value> = self
            .boxes
            .iter()
            .map(|one| json!({ "page": one.page, "quad": one.quad_user, "quad_view": one.quad_view }))
            .collect();
        json!({
            "state": self.state,
            "spans": self.spans,
            "elided": self.elided,
            "elided_condition": self.elided_condition,
            "unverified": self.unverified,
            "fidelity": self.fidelity,
            "text": self.text,
            "page_label": self.page_label,
            "occurrences": self.occurrences,
            "quads": quads,
            "nearest": self.nearest,
            "second_reading": self.second_reading,
        })
    }
}

impl Session {
    /// Grounds `quote` in the document that a file holds; `None` where it holds none.
    pub fn locate(&self, file: FileId, quote: &str) -> Option<Probe> {
        let slot = self.slots.iter().find(|slot| slot.entry.id == file)?;
        let source = slot.document()?;
        let library = slot.alone.get_or_init(|| {
            let mut library = Library::default();
            crate::library::insert(&mut library, "document", source);
            library
        });
        let found = library.locate("document", quote);
        let document = source.document();
        let spans = convert::spans(document, &found.spans);
        let boxes = found
            .spans
            .iter()
            .chain(&found.occurrences)
            .flat_map(|span| source.boxes(span.range))
            .filter_map(|one| {
                Some(ProbeBox {
                    page: one.page_idx as u64 + 1,
                    quad_user: source.quad_in_user_space(&one)?,
                    quad_view: one.quad_view,
                })
            })
            .collect();
        let first = found.spans.first();
        Some(Probe {
            state: found.state.code(),
            spans,
            occurrences: convert::spans(document, &found.occurrences),
            elided: found.elided,
            elided_condition: found.elided_condition,
            unverified: found.unverified,
            fidelity: found.fidelity.map(|fidelity| fidelity.code()),
            text: first.map(|span| document.slice(span.range).to_owned()),
            page_label: first.and_then(|span| {
                document
                    .pages()
                    .get(span.first_page_idx)?
                    .label()
                    .map(str::to_owned)
            }),
            boxes,
            nearest: found
                .nearest
                .as_ref()
                .map(|near| convert::near_passage(document, near)),
            second_reading: found.second.as_ref().map(|second| format::SecondReading {
                page: second.page_idx as u64 + 1,
                text: second.text.clone(),
            }),
        })
    }
}
