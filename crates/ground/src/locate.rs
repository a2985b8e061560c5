//! Decides the state of a quotation in one document (G-20 to G-25).

use crate::altered::only_place;
use crate::edge::first_cut;
use crate::fidelity::{between, fidelity, holds_condition};
use crate::index::DocumentIndex;
use crate::nearest::nearest;
use crate::quote::{
    QuoteToken, elision_marks, parts, read_behind_number, read_quote, spaced_numbers,
    with_other_spaces, with_plain_spaces,
};
use crate::result::{Fidelity, Grounding, SecondReading, Span, State};
use crate::search::{Match, occurrences};
use crate::unread::may_be_unread;
use proofmark_text::TextRange;

/// Grounds `quote` in a document, with the text of a second reader where there is one.
///
/// `second` is asked only for what the first reader's text does not have.
pub(crate) fn locate<'a>(
    index: &DocumentIndex,
    second: &dyn Fn() -> Option<&'a DocumentIndex>,
    quote: &str,
) -> Grounding {
    let parts = parts(quote);
    match parts.as_slice() {
        [] => Grounding::only(State::Empty),
        [only] => locate_part(index, second, only),
        parts => {
            // Where the source itself has the dots, a leader or a pause, nothing was left out.
            let tokens = read_quote(index, quote);
            let whole = occurrences(index, &tokens);
            if whole
                .iter()
                .any(|m| has_same_marks(index, quote, &tokens, m))
            {
                return of_occurrences(index, quote, &tokens, &whole)
                    .unwrap_or_else(|| not_found(index));
            }
            locate_parts(index, second, parts)
        }
    }
}

/// Whether each gap of the source that the quotation has an elision mark in holds one too.
fn has_same_marks(
    index: &DocumentIndex,
    quote: &str,
    tokens: &[QuoteToken],
    found: &Match,
) -> bool {
    let mut pos = found.first;
    for pair in tokens.windows(2) {
        let Some(next) = index.next(found.route, pos) else {
            return false;
        };
        if has_mark(&quote[std::ops::Range::from(between(pair[0].range, pair[1].range))]) {
            let gap = between(index.range(pos), index.range(next));
            if !has_mark(index.document().slice(gap)) {
                return false;
            }
        }
        pos = next;
    }
    true
}

fn has_mark(gap: &str) -> bool {
    !elision_marks(gap).is_empty()
}

fn locate_part<'a>(
    index: &DocumentIndex,
    second: &dyn Fn() -> Option<&'a DocumentIndex>,
    quote: &str,
) -> Grounding {
    let tokens = read_quote(index, quote);
    if tokens.is_empty() {
        return Grounding::only(State::Empty);
    }
    let found = occurrences(index, &tokens);
    if let Some(grounding) = of_occurrences(index, quote, &tokens, &found) {
        return grounding;
    }
    // Spaces are one in every form (G-8), also where only one of the forms groups digits (G-12).
    if found.is_empty()
        && let Some(other) = with_other_spaces(quote)
    {
        let stands = |tokens: &[QuoteToken]| {
            !occurrences(index, tokens).is_empty() || first_cut(index, tokens).is_some()
        };
        if !stands(&tokens) && stands(&read_quote(index, &other)) {
            let grounding = locate_part(index, second, &other);
            // Where the source has commas, the numbers are other tokens.
            let numbers = spaced_numbers(quote);
            let has_same = |span: &Span| {
                let text = with_plain_spaces(index.document().slice(span.range));
                numbers.iter().all(|number| text.contains(number))
            };
            let mut places = grounding.spans.iter().chain(&grounding.occurrences);
            if places.all(has_same) {
                return Grounding {
                    fidelity: grounding.fidelity.map(|f| f.max(Fidelity::Whitespace)),
                    ..grounding
                };
            }
        }
    }
    if let Some(tokens) = read_behind_number(index, quote) {
        let found = occurrences(index, &tokens);
        if let Some(grounding) = of_occurrences(index, quote, &tokens, &found) {
            return grounding;
        }
    }
    let cut = found.first().copied().or_else(|| first_cut(index, &tokens));
    if cut.is_none()
        && let Some(place) = only_place(index, quote, &tokens)
    {
        let spans = vec![index.span(place.first, place.last)];
        return Grounding {
            spans,
            ..Grounding::only(State::Altered)
        };
    }
    let nearest = if cut.is_none() {
        nearest(index, quote, &tokens)
    } else {
        None
    };
    if let Some(reading) = second().and_then(|second| read_again(second, quote)) {
        return Grounding {
            second: Some(reading),
            nearest,
            ..Grounding::only(State::ReadersDisagree)
        };
    }
    match cut {
        Some(place) => {
            let spans = vec![index.span(place.first, place.last)];
            Grounding {
                spans,
                ..Grounding::only(State::EdgeCut)
            }
        }
        None if nearest.as_ref().is_some_and(may_be_unread) => Grounding {
            nearest,
            ..Grounding::only(State::NoTextLayer)
        },
        None => Grounding {
            nearest,
            ..not_found(index)
        },
    }
}

/// `located` or `ambiguous`, where the quotation stands as complete tokens.
fn of_occurrences(
    index: &DocumentIndex,
    quote: &str,
    tokens: &[QuoteToken],
    found: &[Match],
) -> Option<Grounding> {
    let whole: Vec<&Match> = found.iter().filter(|m| m.is_whole).collect();
    match whole.as_slice() {
        [] => None,
        [only] => {
            let span = index.span(only.first, only.last);
            Some(Grounding {
                spans: vec![span],
                unverified: index.document().is_unverified(span.range),
                fidelity: Some(fidelity(index, quote, tokens, only)),
                ..Grounding::only(State::Located)
            })
        }
        several => {
            let occurrences = several
                .iter()
                .map(|m| index.span(m.first, m.last))
                .collect();
            Some(Grounding {
                occurrences,
                ..Grounding::only(State::Ambiguous)
            })
        }
    }
}

fn not_found(index: &DocumentIndex) -> Grounding {
    Grounding::only(if index.document().may_lack_text() {
        State::NoTextLayer
    } else {
        State::NotFound
    })
}

/// What the second reader has, if it has the quotation in exactly one place.
fn read_again(second: &DocumentIndex, quote: &str) -> Option<SecondReading> {
    let tokens = read_quote(second, quote);
    let found = occurrences(second, &tokens);
    let mut whole = found.iter().filter(|m| m.is_whole);
    let (Some(only), None) = (whole.next(), whole.next()) else {
        return None;
    };
    let span = second.span(only.first, only.last);
    Some(SecondReading {
        page_idx: span.first_page_idx,
        text: second.document().slice(span.range).to_owned(),
    })
}

/// An elided quotation: every part by itself, in order, on the same or consecutive pages; otherwise
/// what its worst part is.
fn locate_parts<'a>(
    index: &DocumentIndex,
    second: &dyn Fn() -> Option<&'a DocumentIndex>,
    parts: &[&str],
) -> Grounding {
    let found: Vec<Grounding> = parts
        .iter()
        .map(|part| locate_part(index, second, part))
        .collect();
    let worst = found.iter().min_by_key(|part| badness(part.state));
    if let Some(worst) = worst.filter(|part| part.state != State::Located) {
        return Grounding {
            elided: true,
            ..worst.clone()
        };
    }
    let spans: Vec<Span> = found
        .iter()
        .flat_map(|part| part.spans.iter().copied())
        .collect();
    let is_in_order = spans.windows(2).all(|pair| {
        pair[0].range.end() <= pair[1].range.start()
            && pair[1].first_page_idx.saturating_sub(pair[0].last_page_idx) <= 1
    });
    if !is_in_order {
        return Grounding {
            elided: true,
            ..Grounding::only(State::NotFound)
        };
    }
    let elided_condition = spans.windows(2).any(|pair| {
        holds_condition(
            index,
            TextRange::new(pair[0].range.end(), pair[1].range.start()),
        )
    });
    Grounding {
        spans,
        elided: true,
        elided_condition,
        unverified: found.iter().any(|part| part.unverified),
        fidelity: found.iter().filter_map(|part| part.fidelity).max(),
        ..Grounding::only(State::Located)
    }
}

/// Worst first.
fn badness(state: State) -> usize {
    match state {
        State::AbsentDocument | State::Empty | State::NotFound => 0,
        State::EdgeCut => 1,
        State::ReadersDisagree => 2,
        State::NoTextLayer => 3,
        State::Altered => 4,
        State::Ambiguous => 5,
        State::Located => 6,
    }
}
