//! Domain results → report format: bytes become chars, indexes from 0 become pages from 1.

use proofmark_ground as ground;
use proofmark_report::format;
use proofmark_score as score;
use proofmark_text::{CharTable, Document, TextRange};

/// Converts one span of `document`.
pub(crate) fn span(document: &Document, span: &ground::Span) -> format::Span {
    format::Span {
        start: document.char_offset(span.range.start()) as u64,
        end: document.char_offset(span.range.end()) as u64,
        first_page: span.first_page_idx as u64 + 1,
        last_page: span.last_page_idx as u64 + 1,
    }
}

/// Converts the spans of `document` and the whole stretch from the first to the last.
pub(crate) fn spans(document: &Document, spans: &[ground::Span]) -> Vec<format::Span> {
    spans.iter().map(|one| span(document, one)).collect()
}

/// The stretch from the first span's start to the last one's end.
pub(crate) fn stretch(spans: &[format::Span]) -> Option<format::Span> {
    let first = spans.first()?;
    let last = spans.last()?;
    Some(format::Span {
        start: first.start,
        end: last.end,
        first_page: first.first_page,
        last_page: last.last_page,
    })
}

/// Char offsets of ranges in one text.
pub(crate) struct Chars<'a> {
    text: &'a str,
    table: CharTable,
}

impl<'a> Chars<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self {
            text,
            table: CharTable::new(text),
        }
    }

    /// `range` of the text, in chars.
    pub(crate) fn range(&self, range: TextRange) -> (u64, u64) {
        (
            self.table.char_at(self.text, range.start()) as u64,
            self.table.char_at(self.text, range.end()) as u64,
        )
    }
}

/// Converts a judged field.
pub(crate) fn field(judged: &score::JudgedField) -> format::Field {
    let chars = Chars::new(&judged.text);
    format::Field {
        field: judged.field.clone(),
        text: judged.text.clone(),
        completeness: judged.completeness.code().to_owned(),
        obligations: judged
            .obligations
            .iter()
            .map(|one| format::Obligation {
                id: one.id.clone(),
                stated: one.stated.code().to_owned(),
                support: one.support.code().to_owned(),
                alias: one.matched_alias.clone(),
            })
            .collect(),
        marks: judged
            .marks
            .iter()
            .map(|mark| {
                let (start, end) = chars.range(mark.range);
                format::Mark {
                    kind: mark.kind.code().to_owned(),
                    start,
                    end,
                    obligation: mark.claim_id.clone(),
                }
            })
            .collect(),
    }
}

/// Converts a judged citation. `document` is the bank document it names; `raw` counts the attempt's
/// chars and `fields` are the question's.
pub(crate) fn citation(
    judged: &score::JudgedCitation,
    document: Option<&Document>,
    raw: &Chars<'_>,
    fields: &[String],
) -> format::Citation {
    let emitted = &judged.emitted;
    let (start, end) = raw.range(emitted.range);
    let found = judged.grounding.as_deref().zip(document);
    let parts = found.map(|(g, d)| spans(d, &g.spans)).unwrap_or_default();
    let page_label = found.and_then(|(g, d)| {
        let first = g.spans.first()?;
        Some(d.pages().get(first.first_page_idx)?.label()?.to_owned())
    });
    format::Citation {
        field: emitted.field_idx.and_then(|idx| fields.get(idx).cloned()),
        document: emitted.document.clone(),
        document_id: judged.document_id.clone(),
        page: emitted.page.clone(),
        quote: emitted.quote.clone(),
        state: judged.state.code().to_owned(),
        supports: judged.supports.clone(),
        span: stretch(&parts),
        parts,
        occurrences: found
            .map(|(g, d)| spans(d, &g.occurrences))
            .unwrap_or_default(),
        elided: judged.grounding.as_ref().is_some_and(|g| g.elided),
        fidelity: found.and_then(|(g, _)| Some(g.fidelity?.code().to_owned())),
        page_label,
        page_right: judged.is_page_right,
        nearest: found.and_then(|(g, d)| Some(near_passage(d, g.nearest.as_ref()?))),
        second_reading: found.and_then(|(g, _)| {
            let second = g.second.as_ref()?;
            Some(format::SecondReading {
                page: second.page_idx as u64 + 1,
                text: second.text.clone(),
            })
        }),
        start,
        end,
    }
}

pub(crate) fn near_passage(document: &Document, near: &ground::NearPassage) -> format::NearPassage {
    format::NearPassage {
        span: span(document, &near.span),
        differences: near
            .differences
            .iter()
            .map(|one| format::Difference {
                same: one.is_same,
                quote: one.quote.clone(),
                source: one.source.clone(),
            })
            .collect(),
    }
}

/// Converts the segments of `raw`.
pub(crate) fn segments(
    segments: &[score::Segment],
    raw: &Chars<'_>,
    fields: &[String],
) -> Vec<format::Segment> {
    segments
        .iter()
        .map(|one| {
            let (start, end) = raw.range(one.range);
            format::Segment {
                kind: one.kind.code().to_owned(),
                start,
                end,
                field: one.field_idx.and_then(|idx| fields.get(idx).cloned()),
            }
        })
        .collect()
}

/// Converts the reasons: the codes, each once, and the sentences.
pub(crate) fn reasons(
    reasons: &[score::Reason],
    fields: &[String],
) -> (Vec<String>, Vec<format::Explanation>) {
    let mut codes: Vec<String> = Vec::new();
    let mut explanations = Vec::with_capacity(reasons.len());
    for reason in reasons {
        let code = reason.code.code();
        if !codes.iter().any(|known| known == code) {
            codes.push(code.to_owned());
        }
        explanations.push(format::Explanation {
            code: code.to_owned(),
            weight: reason.weight.code().to_owned(),
            field: reason.field_idx.and_then(|idx| fields.get(idx).cloned()),
            obligation: reason.claim_id.clone(),
            citation: reason.citation_idx.map(|idx| idx as u64),
            message: reason.sentence.clone(),
        });
    }
    (codes, explanations)
}

/// The name of a field kind in files.
pub(crate) fn field_kind(kind: score::FieldKind) -> &'static str {
    match kind {
        score::FieldKind::Text => "text",
        score::FieldKind::Person => "person",
        score::FieldKind::Interval => "interval",
        score::FieldKind::Duration => "duration",
        score::FieldKind::Count => "count",
        score::FieldKind::Cap => "cap",
        score::FieldKind::Minimum => "minimum",
        score::FieldKind::Date => "date",
        score::FieldKind::Time => "time",
        score::FieldKind::Quantity => "quantity",
    }
}
