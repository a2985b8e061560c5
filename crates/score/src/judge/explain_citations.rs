//! The sentences of citations that do not support.

use proofmark_ground::{Grounding, Library};

use crate::verdict::{CitationState, JudgedCitation};

use super::explain::shown;

/// The file's own label of a page, where it has one.
pub(crate) fn page_label(library: &Library, document_id: &str, page_idx: usize) -> Option<String> {
    let document = library.document(document_id)?;
    document.pages().get(page_idx)?.label().map(str::to_owned)
}

/// What was found for a citation; `None` where it supports.
pub(crate) fn of_citation(judged: &JudgedCitation, library: &Library) -> Option<String> {
    let emitted = &judged.emitted;
    let quote = format!("“{}”", shown(emitted.quote.as_deref().unwrap_or_default()));
    let document = judged.document_id.as_deref().unwrap_or("any document");
    let grounding = judged.grounding.as_deref();
    let place = grounding
        .and_then(first_page)
        .map_or_else(String::new, |n| format!(", page {n}"));
    Some(match judged.state {
        CitationState::Supports => return None,
        CitationState::Contradicts | CitationState::Unregistered => {
            format!("{quote} stands in {document}{place}, but is not the registered evidence.")
        }
        CitationState::OtherDocument => {
            format!("{quote} stands in {document}{place}; the evidence is registered elsewhere.")
        }
        CitationState::Ambiguous => match grounding.map_or(0, |g| g.occurrences.len()) {
            0 => format!("{quote} stands in more than one place."),
            n => format!("{quote} stands in {n} places of {document}."),
        },
        CitationState::Altered => format!(
            "{quote} has the letters of a passage in {document}{place}, with other joins or spaces."
        ),
        CitationState::ReadersDisagree => {
            format!("The two readers of {document} differ on {quote}; both readings are shown.")
        }
        CitationState::NoTextLayer => format!(
            "{quote} is not in the text of {document}, parts of which have no text that can be read."
        ),
        CitationState::Unverified => {
            format!("{quote} touches chars in {document}{place} whose reading is a guess.")
        }
        CitationState::ElidedCondition => {
            format!("What {quote} leaves out in {document}{place} holds a condition or negation.")
        }
        CitationState::PageOnly => {
            let page = emitted
                .page
                .as_deref()
                .map_or_else(String::new, |p| format!(", page {p}"));
            let name = emitted.document.as_deref().unwrap_or("the marker");
            format!(
                "“{}{page}” names a place without a quotation, which supports nothing.",
                shown(name)
            )
        }
        CitationState::Dangling => "The marker leads to no reference.".to_owned(),
        CitationState::EdgeCut => match cut_from(grounding, document, library) {
            Some(source) => format!(
                "{quote} cuts a token of “{}” in {document}{place}.",
                shown(&source)
            ),
            None => format!("{quote} cuts a token in {document}{place}."),
        },
        CitationState::NotFound => format!("{quote} is not in {document}."),
        CitationState::AbsentDocument => format!(
            "The bank has no document “{}”.",
            shown(emitted.document.as_deref().unwrap_or_default())
        ),
    })
}

/// A cited passage with another value.
pub(crate) fn contradicts(document: &str, written: &str, value: &str) -> String {
    format!("The passage cited from {document} says “{written}”, the bank registers “{value}”.")
}

fn first_page(grounding: &Grounding) -> Option<usize> {
    grounding.spans.first().map(|span| span.first_page_idx + 1)
}

/// The source words that a cut quotation was taken from.
fn cut_from(grounding: Option<&Grounding>, document: &str, library: &Library) -> Option<String> {
    let span = grounding?.spans.first()?;
    Some(library.document(document)?.slice(span.range).to_owned())
}
