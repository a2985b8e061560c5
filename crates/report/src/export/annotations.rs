use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use proofmark_json::to_canonical;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::format::{Citation, DocumentInfo, Report, Span};
use crate::statement::id_of;
use crate::{Error, report_bytes};

/// How many chars of context stand on each side of a quotation: enough to tell repeated phrases
/// apart in most documents, and what annotation tools write themselves.
const CONTEXT_CHARS: usize = 32;

/// The raw text of a document, in which the report's spans count chars.
#[derive(Clone, Copy, Debug)]
pub struct DocumentText<'text> {
    /// Id of the document in the bank.
    pub id: &'text str,
    /// The whole raw text.
    pub text: &'text str,
}

/// Writes the highlights as W3C Web Annotations (JSON-LD): one annotation for every registered
/// passage and for every citation that has a place, with page and quotation as selectors.
///
/// The quotation is the document's own text with some context when `texts` has the document, else
/// the words as cited. Each part of an elided quotation is a target of its own, and so is each
/// occurrence of an ambiguous one. The source is the document's file name as a relative IRI.
///
/// # Errors
/// When the report has no canonical form.
pub fn annotations(report: &Report, texts: &[DocumentText<'_>]) -> Result<Vec<u8>, Error> {
    let digest = URL_SAFE_NO_PAD.encode(Sha256::digest(report_bytes(report)?));
    let page = Page {
        report,
        texts,
        id: format!("ni:///sha-256;{digest}"),
        items: Vec::new(),
    };
    let page = page.with_anchors().with_citations();
    Ok(to_canonical(&json!({
        "@context": "http://www.w3.org/ns/anno.jsonld",
        "id": format!("{}#annotations", page.id),
        "type": "AnnotationPage",
        "startIndex": 0,
        "items": page.items,
    }))?)
}

struct Page<'report> {
    report: &'report Report,
    texts: &'report [DocumentText<'report>],
    /// The report's name by its digest (RFC 6920).
    id: String,
    items: Vec<Value>,
}

impl Page<'_> {
    fn with_anchors(mut self) -> Self {
        for question in &self.report.questions {
            for obligation in &question.obligations {
                for (index, anchor) in obligation.anchors.iter().enumerate() {
                    let Some(document) = self.document(&anchor.document) else {
                        continue;
                    };
                    let target = self.target(document, anchor.span, &anchor.quote);
                    let words = format!("{}: {}", obligation.id, obligation.description);
                    let [question, claim] = [&question.id, &obligation.id].map(|id| encode(id));
                    let id = format!("anchor/{question}/{claim}/{index}");
                    self.push(id, "highlighting", "anchor", &words, vec![target]);
                }
            }
        }
        self
    }

    fn with_citations(mut self) -> Self {
        for attempt in &self.report.attempts {
            for (index, citation) in attempt.citations.iter().enumerate() {
                let document = citation
                    .document_id
                    .as_deref()
                    .and_then(|id| self.document(id));
                let Some(document) = document else { continue };
                let quote = citation.quote.as_deref().unwrap_or_default();
                let spans = spans(citation);
                let targets = spans.iter().map(|span| self.target(document, *span, quote));
                let targets: Vec<_> = targets.collect();
                if targets.is_empty() {
                    continue;
                }
                let id = id_of(attempt);
                let supports = match citation.supports.as_slice() {
                    [] => "supports nothing".to_owned(),
                    supports => format!("supports {}", supports.join(", ")),
                };
                let words = format!("{id}, citation {}: {supports}", index + 1);
                let [workflow, question] =
                    [&attempt.workflow, &attempt.question_id].map(|id| encode(id));
                let id = format!(
                    "citation/{workflow}/{}/{question}/{index}",
                    attempt.repetition
                );
                self.push(id, "assessing", &citation.state, &words, targets);
            }
        }
        self
    }

    fn push(&mut self, id: String, motivation: &str, tag: &str, words: &str, targets: Vec<Value>) {
        self.items.push(json!({
            "id": format!("{}#{id}", self.id),
            "type": "Annotation",
            "motivation": motivation,
            "body": [
                { "type": "TextualBody", "purpose": "tagging", "value": tag },
                { "type": "TextualBody", "purpose": "commenting", "format": "text/plain",
                  "value": words },
            ],
            "target": targets,
        }));
    }

    fn document(&self, id: &str) -> Option<&DocumentInfo> {
        self.report
            .documents
            .iter()
            .find(|document| document.id == id)
    }

    fn target(&self, document: &DocumentInfo, span: Span, cited: &str) -> Value {
        let text = self.texts.iter().find(|text| text.id == document.id);
        let quote = match text.and_then(|text| around(text.text, span)) {
            Some([prefix, exact, suffix]) => json!({
                "type": "TextQuoteSelector", "exact": exact, "prefix": prefix, "suffix": suffix,
            }),
            None => json!({ "type": "TextQuoteSelector", "exact": cited }),
        };
        let mut page = json!({
            "type": "FragmentSelector", "value": format!("page={}", span.first_page),
        });
        if document.file.to_ascii_lowercase().ends_with(".pdf") {
            page["conformsTo"] = json!("http://tools.ietf.org/rfc/rfc3778");
        }
        json!({
            "type": "SpecificResource",
            "source": encode(&document.file),
            "selector": [page, quote],
        })
    }
}

fn spans(citation: &Citation) -> Vec<Span> {
    if !citation.occurrences.is_empty() {
        citation.occurrences.clone()
    } else if !citation.parts.is_empty() {
        citation.parts.clone()
    } else {
        citation.span.into_iter().collect()
    }
}

/// Returns a span's text with the text before and after it; none when it is not inside the text.
fn around(text: &str, span: Span) -> Option<[String; 3]> {
    let start = usize::try_from(span.start).ok()?;
    let length = usize::try_from(span.end).ok()?.checked_sub(start)?;
    let before = start.saturating_sub(CONTEXT_CHARS);
    let take = |from: usize, n: usize| text.chars().skip(from).take(n).collect::<String>();
    let exact = take(start, length);
    if length == 0 || exact.chars().count() != length {
        return None;
    }
    Some([
        take(before, start - before),
        exact,
        take(start + length, CONTEXT_CHARS),
    ])
}

/// Percent-encodes all that is reserved in an IRI (RFC 3986), slashes included.
fn encode(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}
