//! The state of each emitted citation, and the support axis.

use std::collections::BTreeSet;
use std::sync::Arc;

use proofmark_ground::{Grounding, Library, State};

use crate::attempt::EmittedCitation;
use crate::reason::ReasonCode;
use crate::verdict::{CitationState, JudgedCitation, Support, Verdict};

use super::field::FieldCase;
use super::operators::{Negated, Operators};
use super::prose::{MAX_TOKENS, Prose, is_long};
use super::rates::{has_other_basis, is_same_rate};
use super::roles::Roles;
use super::values::{Relation, find_values};
use super::words::words;
use super::{Anchor, QuestionContext, explain_citations as explain, resolve_document};

/// A judged citation with the words for its reason; `None` where it supports.
pub(crate) struct CitationVerdict {
    /// The citation.
    pub(crate) judged: JudgedCitation,
    /// Why it does not support.
    pub(crate) sentence: Option<String>,
}

/// The reason code of a state; `None` for a supporting citation.
pub(crate) fn reason_of(state: CitationState) -> Option<ReasonCode> {
    Some(match state {
        CitationState::Supports => return None,
        CitationState::Unregistered => ReasonCode::Unregistered,
        CitationState::OtherDocument => ReasonCode::OtherDocument,
        CitationState::Ambiguous => ReasonCode::Ambiguous,
        CitationState::Altered => ReasonCode::Altered,
        CitationState::ReadersDisagree => ReasonCode::ReadersDisagree,
        CitationState::NoTextLayer => ReasonCode::NoTextLayer,
        CitationState::Unverified => ReasonCode::Unverified,
        CitationState::ElidedCondition => ReasonCode::ElidedCondition,
        CitationState::PageOnly => ReasonCode::PageOnly,
        CitationState::Dangling => ReasonCode::Dangling,
        CitationState::EdgeCut => ReasonCode::EdgeCut,
        CitationState::NotFound => ReasonCode::NotFound,
        CitationState::AbsentDocument => ReasonCode::AbsentDocument,
        CitationState::Contradicts => ReasonCode::Contradicts,
    })
}

/// Judges one citation. `case` is the field it stands in.
pub(crate) fn judge_citation(
    context: &QuestionContext<'_>,
    case: Option<&FieldCase<'_>>,
    emitted: &EmittedCitation,
    library: &Library,
) -> CitationVerdict {
    let found = look_up(context, emitted, library);
    let document_id = found.document_id.clone();
    let mut supports = Vec::new();
    let mut contradiction = None;
    let state = match (&found.grounding, &document_id) {
        _ if emitted.is_dangling => CitationState::Dangling,
        (None, None) if emitted.document.is_some() => CitationState::AbsentDocument,
        (None, _) => CitationState::PageOnly,
        (Some(grounding), document) => match grounding.state {
            State::Located => {
                let document = document.as_deref().unwrap_or_default();
                let located = judge_located(context, case, emitted, document, grounding);
                supports = located.supports;
                contradiction = located.contradiction;
                located.state
            }
            State::Ambiguous => CitationState::Ambiguous,
            State::EdgeCut => CitationState::EdgeCut,
            State::Altered => CitationState::Altered,
            State::NotFound => CitationState::NotFound,
            State::AbsentDocument => CitationState::AbsentDocument,
            State::Empty => CitationState::PageOnly,
            State::ReadersDisagree => CitationState::ReadersDisagree,
            State::NoTextLayer => CitationState::NoTextLayer,
        },
    };
    let is_page_right = page_is_right(context, emitted, &found, library);
    let judged = JudgedCitation {
        emitted: emitted.clone(),
        document_id,
        state,
        supports,
        grounding: found.grounding,
        is_page_right,
    };
    let sentence = contradiction.or_else(|| explain::of_citation(&judged, library));
    CitationVerdict { judged, sentence }
}

/// What a citation leads to.
struct Found {
    document_id: Option<String>,
    grounding: Option<Arc<Grounding>>,
}

fn look_up(context: &QuestionContext<'_>, emitted: &EmittedCitation, library: &Library) -> Found {
    let quote = emitted
        .quote
        .as_deref()
        .filter(|quote| !quote.trim().is_empty());
    if let Some(written) = &emitted.document {
        let document = resolve_document(context.documents, written);
        let document_id = document.map(|document| document.id.clone());
        let grounding = match (&document_id, quote) {
            (Some(id), Some(quote)) => Some(library.locate(id, quote)),
            _ => None,
        };
        return Found {
            document_id,
            grounding,
        };
    }
    let Some(quote) = quote else {
        return Found {
            document_id: None,
            grounding: None,
        };
    };
    // The marker names no document: the quotation alone must tell, as if all were one.
    let all: Vec<(&str, Arc<Grounding>)> = context
        .documents
        .iter()
        .map(|document| (document.id.as_str(), library.locate(&document.id, quote)))
        .collect();
    let holds = |state: State| matches!(state, State::Located | State::Ambiguous);
    let n_holding = all
        .iter()
        .filter(|(_, grounding)| holds(grounding.state))
        .count();
    if n_holding > 1 {
        let mut occurrences = Grounding::only(State::Ambiguous);
        occurrences.elided = all.iter().any(|(_, grounding)| grounding.elided);
        return Found {
            document_id: None,
            grounding: Some(Arc::new(occurrences)),
        };
    }
    match all
        .into_iter()
        .min_by_key(|(_, grounding)| rank(grounding.state))
    {
        Some((id, grounding)) => {
            let is_nowhere = matches!(grounding.state, State::NotFound | State::AbsentDocument);
            let is_only = context.documents.len() == 1;
            let document_id = (!is_nowhere || is_only).then(|| id.to_owned());
            Found {
                document_id,
                grounding: Some(grounding),
            }
        }
        None => Found {
            document_id: None,
            grounding: None,
        },
    }
}

/// How near a state is to a location, nearest first.
fn rank(state: State) -> u8 {
    match state {
        State::Located => 0,
        State::Ambiguous => 1,
        State::Altered => 2,
        State::ReadersDisagree => 3,
        State::NoTextLayer => 4,
        State::EdgeCut => 5,
        State::Empty => 6,
        State::NotFound => 7,
        State::AbsentDocument => 8,
    }
}

struct Located {
    state: CitationState,
    supports: Vec<String>,
    contradiction: Option<String>,
}

fn judge_located(
    context: &QuestionContext<'_>,
    case: Option<&FieldCase<'_>>,
    emitted: &EmittedCitation,
    document: &str,
    grounding: &Grounding,
) -> Located {
    let only = |state| Located {
        state,
        supports: Vec::new(),
        contradiction: None,
    };
    let Some(case) = case else {
        // Outside every field nothing can be supported.
        let has_anchor = context
            .anchors
            .values()
            .flatten()
            .any(|a| a.document == document);
        let state = if has_anchor {
            CitationState::Unregistered
        } else {
            CitationState::OtherDocument
        };
        return only(state);
    };
    let anchors_of = |id: &str| context.anchors.get(id).map_or(&[][..], Vec::as_slice);
    let is_contained = |a: &Anchor| a.document == document && grounding.contains(&a.span);
    let supports: Vec<String> = case
        .claims
        .iter()
        .filter(|claim| anchors_of(&claim.id).iter().any(is_contained))
        .map(|claim| claim.id.clone())
        .collect();
    if !supports.is_empty() {
        if grounding.elided_condition {
            return only(CitationState::ElidedCondition);
        }
        if grounding.unverified {
            return only(CitationState::Unverified);
        }
        return Located {
            state: CitationState::Supports,
            supports,
            contradiction: None,
        };
    }
    let mut anchors = case.claims.iter().flat_map(|claim| anchors_of(&claim.id));
    if !anchors.any(|a| a.document == document) {
        return only(CitationState::OtherDocument);
    }
    let quote = emitted.quote.as_deref().unwrap_or_default();
    match find_contradiction(case, quote, document) {
        Some(sentence) => Located {
            state: CitationState::Contradicts,
            supports: Vec::new(),
            contradiction: Some(sentence),
        },
        None => only(CitationState::Unregistered),
    }
}

/// A quantity, date, time or count in a cited passage that conflicts with an obligation to which the
/// passage is tied; in words.
fn find_contradiction(case: &FieldCase<'_>, quote: &str, document: &str) -> Option<String> {
    if is_long(quote) {
        return None;
    }
    let prose = Prose::new(quote);
    if prose.len() > MAX_TOKENS {
        return None;
    }
    let operators = Operators::new(&prose);
    let values = find_values(&prose, &operators, &case.context.stems);
    let registered = &case.registered;
    let roles = Roles::new(&prose, &case.claims);
    for (claim_idx, own) in registered.iter().enumerate() {
        let comparable: Vec<_> = values
            .iter()
            .filter(|value| own.is_comparable(value))
            .collect();
        for value in &comparable {
            let is_registered_elsewhere = registered
                .iter()
                .enumerate()
                .any(|(idx, other)| idx != claim_idx && other.relation(value) == Relation::Equal);
            let is_sole = case.claims.len() == 1
                && comparable
                    .iter()
                    .filter(|v| v.is_like(value))
                    .all(|v| v.is_equal(value));
            let has_role = roles.ties(&prose, &values, value, claim_idx);
            let is_conflict = own.relation(value) == Relation::Conflict
                && !has_other_basis(&prose, value.stretch, case.claims[claim_idx])
                && !is_same_rate(&prose, value, case.claims[claim_idx])
                && operators.negated(&prose, value.stretch) == Negated::No
                && !is_registered_elsewhere
                && (is_sole || has_role);
            if is_conflict && (has_role || is_about(case, claim_idx, &prose, &roles)) {
                return Some(explain::contradicts(
                    document,
                    prose.written(value.stretch),
                    &case.claims[claim_idx].value,
                ));
            }
        }
    }
    None
}

/// Whether a passage is about an obligation: it has all content words of the field's name, a role
/// phrase, or half of the content words of a registered passage.
fn is_about(case: &FieldCase<'_>, claim_idx: usize, quote: &Prose<'_>, roles: &Roles) -> bool {
    let claim = case.claims[claim_idx];
    let value_stems = Prose::new(&claim.value).stems;
    let has = |stem: &String| quote.stems.contains(stem);
    let field = content_stems(&Prose::new(&case.name.replace('_', " ")), &value_stems);
    if !roles.places(claim_idx).is_empty() || (!field.is_empty() && field.iter().all(has)) {
        return true;
    }
    claim.evidence.iter().any(|evidence| {
        let content = content_stems(&Prose::new(&evidence.quote), &value_stems);
        let n_shared = content.iter().filter(|stem| has(stem)).count();
        !content.is_empty() && 2 * n_shared >= content.len()
    })
}

/// The stems of a text's content words: no function words, numbers, units or words of the value.
fn content_stems(prose: &Prose<'_>, value_stems: &[String]) -> BTreeSet<String> {
    let operators = Operators::new(prose);
    let values = find_values(prose, &operators, &[]);
    (0..prose.len())
        .filter(|&idx| {
            let key = prose.key(idx);
            !words().has("function", key)
                && !key.chars().any(char::is_numeric)
                && prose.tokens[idx].kind == proofmark_text::TokenKind::Word
                && !values
                    .iter()
                    .any(|v| v.stretch.start <= idx && idx < v.stretch.end)
                && !value_stems.contains(&prose.stems[idx])
        })
        .map(|idx| prose.stems[idx].clone())
        .collect()
}

/// Whether the written page is the located one, as its index or as the file's own label.
fn page_is_right(
    context: &QuestionContext<'_>,
    emitted: &EmittedCitation,
    found: &Found,
    library: &Library,
) -> Option<bool> {
    let written = emitted.page.as_deref()?.trim();
    let grounding = found
        .grounding
        .as_ref()
        .filter(|g| g.state == State::Located)?;
    let span = grounding.spans.first()?;
    let id = found.document_id.as_deref()?;
    let _ = context;
    let label = explain::page_label(library, id, span.first_page_idx);
    let first = written
        .split(['-', '–', '—', ','])
        .next()
        .unwrap_or(written)
        .trim();
    let is_page = |text: &str| {
        text.parse::<usize>()
            .is_ok_and(|n| n == span.first_page_idx + 1)
            || label
                .as_deref()
                .is_some_and(|label| label.eq_ignore_ascii_case(text))
    };
    Some(is_page(written) || is_page(first))
}

/// Whether each obligation of a field is supported by the citations that stand in it.
pub(crate) fn support_of(claim_id: &str, in_field: &[&JudgedCitation]) -> Support {
    let is_supported = in_field
        .iter()
        .any(|c| c.supports.iter().any(|id| id == claim_id));
    if is_supported {
        return Support::Supported;
    }
    if in_field
        .iter()
        .any(|c| c.state.weight() == Verdict::Unresolved)
    {
        Support::Unresolved
    } else {
        Support::Unsupported
    }
}
