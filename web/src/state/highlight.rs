//! What an attempt marks on the pages: registered passages and cited ones.

use proofmark_report::format::{Attempt, Citation, QuestionInfo, Span};

/// A kind of highlight. Each has its own colour and its own pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum HighlightKind {
    /// A registered passage.
    Anchor,
    /// A citation that supports.
    Supports,
    /// Located, but no registered evidence.
    Unregistered,
    /// One of several places of the same words.
    Ambiguous,
    /// Conflicts with the registered evidence, or cuts a word or number of the source.
    Contradicted,
    /// The nearest passage of a quotation that was not found; for reading only.
    Near,
    /// Words that the person looks for; no part of any verdict.
    Found,
}

impl HighlightKind {
    pub(crate) const ALL: [Self; 6] = [
        Self::Anchor,
        Self::Supports,
        Self::Unregistered,
        Self::Ambiguous,
        Self::Contradicted,
        Self::Near,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Anchor => "anchor",
            Self::Supports => "supports",
            Self::Unregistered => "unregistered",
            Self::Ambiguous => "ambiguous",
            Self::Contradicted => "contradicted",
            Self::Near => "near",
            Self::Found => "found",
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Anchor => "Anchor",
            Self::Supports => "Supports",
            Self::Unregistered => "Unregistered",
            Self::Ambiguous => "Ambiguous",
            Self::Contradicted => "Contradicted",
            Self::Near => "Nearest",
            Self::Found => "Found",
        }
    }

    /// The kind of a citation's marks; a citation without a place has none.
    pub(crate) fn of_citation(citation: &Citation) -> Option<Self> {
        let kind = match citation.state.as_str() {
            "supports" => Self::Supports,
            "ambiguous" => Self::Ambiguous,
            "contradicts" | "edge_cut" => Self::Contradicted,
            "not_found" => Self::Near,
            _ => Self::Unregistered,
        };
        let has_place = citation.span.is_some()
            || !citation.parts.is_empty()
            || !citation.occurrences.is_empty()
            || citation.nearest.is_some();
        has_place.then_some(kind)
    }
}

/// A stretch of a document to mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Highlight {
    /// Unique in the attempt: `a` and a number, or `c` with the citation's index and the part's.
    pub(crate) key: String,
    pub(crate) kind: HighlightKind,
    /// Id of the bank document.
    pub(crate) document: String,
    pub(crate) span: Span,
    /// The citation, by index; anchors have none.
    pub(crate) citation: Option<usize>,
    /// `(2, 3)`: the second of three places.
    pub(crate) place: Option<(usize, usize)>,
    /// Read aloud: `Supports, citation 1, page 4`.
    pub(crate) label: String,
}

/// Every mark of an attempt: the anchors of its question first, then its citations in order.
pub(crate) fn highlights_of(attempt: &Attempt, question: Option<&QuestionInfo>) -> Vec<Highlight> {
    let mut out = Vec::new();
    let anchors = question
        .into_iter()
        .flat_map(|one| &one.obligations)
        .flat_map(|obligation| {
            obligation
                .anchors
                .iter()
                .map(move |anchor| (obligation.id.as_str(), anchor))
        });
    for (at, (id, anchor)) in anchors.enumerate() {
        out.push(Highlight {
            key: format!("a{at}"),
            kind: HighlightKind::Anchor,
            document: anchor.document.clone(),
            span: anchor.span,
            citation: None,
            place: None,
            label: format!("Anchor of {id}, page {}", anchor.span.first_page),
        });
    }
    for (index, citation) in attempt.citations.iter().enumerate() {
        let Some(document) = &citation.document_id else {
            continue;
        };
        let Some(kind) = HighlightKind::of_citation(citation) else {
            continue;
        };
        let spans = places(citation, kind);
        let n_places = spans.len();
        for (part, span) in spans.into_iter().enumerate() {
            let place =
                (kind == HighlightKind::Ambiguous && n_places > 1).then_some((part + 1, n_places));
            let which = match place {
                Some((one, of)) => format!(", place {one} of {of}"),
                None => String::new(),
            };
            out.push(Highlight {
                key: format!("c{index}-{part}"),
                kind,
                document: document.clone(),
                span,
                citation: Some(index),
                place,
                label: format!(
                    "{}, citation {}{which}, page {}",
                    kind.word(),
                    index + 1,
                    span.first_page
                ),
            });
        }
    }
    out
}

fn places(citation: &Citation, kind: HighlightKind) -> Vec<Span> {
    if kind == HighlightKind::Ambiguous && !citation.occurrences.is_empty() {
        return citation.occurrences.clone();
    }
    if !citation.parts.is_empty() {
        return citation.parts.clone();
    }
    citation
        .span
        .or_else(|| citation.nearest.as_ref().map(|near| near.span))
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(start: u64, page: u64) -> Span {
        Span {
            start,
            end: start + 5,
            first_page: page,
            last_page: page,
        }
    }

    fn citation(state: &str) -> Citation {
        Citation {
            field: None,
            document: None,
            document_id: Some("handbook".to_owned()),
            page: None,
            quote: None,
            state: state.to_owned(),
            supports: Vec::new(),
            span: None,
            parts: Vec::new(),
            occurrences: Vec::new(),
            elided: false,
            fidelity: None,
            page_label: None,
            page_right: None,
            nearest: None,
            second_reading: None,
            start: 0,
            end: 0,
        }
    }

    fn attempt(citations: Vec<Citation>) -> Attempt {
        Attempt {
            workflow: String::new(),
            repetition: 1,
            question_id: String::new(),
            adapter: String::new(),
            verdict: String::new(),
            completeness: String::new(),
            support: String::new(),
            reasons: Vec::new(),
            explanations: Vec::new(),
            declined: false,
            missing: false,
            raw: None,
            error: None,
            produced_at: None,
            file: None,
            line: None,
            fields: Vec::new(),
            citations,
            segments: Vec::new(),
        }
    }

    #[test]
    fn every_candidate_of_an_ambiguous_quote_is_marked_and_counted() {
        let found = highlights_of(
            &attempt(vec![Citation {
                span: Some(span(3, 1)),
                occurrences: vec![span(3, 1), span(90, 4)],
                ..citation("ambiguous")
            }]),
            None,
        );
        let places: Vec<_> = found
            .iter()
            .map(|one| (one.span.start, one.place))
            .collect();
        assert_eq!(places, [(3, Some((1, 2))), (90, Some((2, 2)))]);
        assert_eq!(
            found[1].label,
            "Ambiguous, citation 1, place 2 of 2, page 4"
        );
    }

    #[test]
    fn a_citation_without_a_place_or_document_marks_nothing() {
        let nowhere = Citation {
            document_id: None,
            span: Some(span(1, 1)),
            ..citation("supports")
        };
        assert!(highlights_of(&attempt(vec![citation("dangling"), nowhere]), None).is_empty());
    }

    #[test]
    fn the_parts_of_an_elided_quote_are_marked_one_by_one() {
        let found = highlights_of(
            &attempt(vec![Citation {
                span: Some(span(3, 1)),
                parts: vec![span(3, 1), span(40, 1)],
                ..citation("supports")
            }]),
            None,
        );
        assert_eq!(found.len(), 2);
        assert!(
            found
                .iter()
                .all(|one| one.place.is_none() && one.citation == Some(0))
        );
        assert_ne!(found[0].key, found[1].key);
    }
}
