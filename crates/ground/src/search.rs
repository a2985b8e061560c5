//! Finds a quotation's key sequence in a document's tokens.

use crate::index::{DocumentIndex, Route};
use crate::quote::QuoteToken;

/// A stretch of tokens that a quotation matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    /// First token.
    pub(crate) first: usize,
    /// The token that the last of the quotation matches.
    pub(crate) end: usize,
    /// The same, or of a word that runs around furniture its second part.
    pub(crate) last: usize,
    pub(crate) route: Route,
    /// Whether both outer edges fall on complete source tokens.
    pub(crate) is_whole: bool,
}

/// A search that compares more often than this for each token of document and quotation goes on
/// with a method that never looks back. Only texts that repeat themselves get there.
const COMPARISONS_PER_TOKEN: usize = 4;

/// All occurrences of the token sequence, by first token; each first token once.
pub(crate) fn occurrences(index: &DocumentIndex, quote: &[QuoteToken]) -> Vec<Match> {
    let mut found: Vec<Match> = Vec::new();
    for route in index.routes() {
        found.extend(occurrences_on(index, quote, *route));
    }
    // Routes that lead over no furniture find the same places; the straight one is kept.
    found.sort_by_key(|m| (m.first, !m.is_whole, m.route as usize));
    found.dedup_by_key(|m| m.first);
    found
}

/// The occurrences on one route, in no order.
pub(crate) fn occurrences_on(
    index: &DocumentIndex,
    quote: &[QuoteToken],
    route: Route,
) -> Vec<Match> {
    let Some((nth, rarest)) = quote
        .iter()
        .enumerate()
        .min_by_key(|(_, token)| token.n_places(index))
    else {
        return Vec::new();
    };
    if quote.iter().any(|token| token.ids.is_empty()) {
        return Vec::new();
    }
    let mut budget = COMPARISONS_PER_TOKEN * (index.n_tokens() + quote.len());
    let mut found = Vec::new();
    for id in &rarest.ids {
        for place in index.places(*id) {
            let Some(first) = index.back(route, *place as usize, nth) else {
                continue;
            };
            found.extend(match_at(index, quote, route, first, &mut budget));
            if budget == 0 {
                return scan(index, quote, route);
            }
        }
    }
    found
}

/// Compares from `first` on; takes what it compares from `budget`.
fn match_at(
    index: &DocumentIndex,
    quote: &[QuoteToken],
    route: Route,
    first: usize,
    budget: &mut usize,
) -> Option<Match> {
    let jumps = index.jumps(route);
    let mut ahead = jumps.partition_point(|jump| (jump.from as usize) < first);
    let mut pos = first;
    for (nth, token) in quote.iter().enumerate() {
        if nth > 0 {
            while jumps
                .get(ahead)
                .is_some_and(|jump| (jump.from as usize) < pos)
            {
                ahead += 1;
            }
            pos = match jumps.get(ahead) {
                Some(jump) if jump.from as usize == pos => {
                    if jump.is_blocked {
                        return None;
                    }
                    jump.to as usize
                }
                _ => pos + 1,
            };
        }
        *budget = budget.saturating_sub(1);
        if pos >= index.n_tokens() || !index.answers(route, pos, &token.ids) {
            return None;
        }
    }
    Some(matched(index, route, first, pos))
}

fn matched(index: &DocumentIndex, route: Route, first: usize, pos: usize) -> Match {
    Match {
        first,
        end: pos,
        last: index.last_of(route, pos),
        route,
        is_whole: index.is_whole_left(first) && index.is_whole_right(route, pos),
    }
}

/// Knuth, Morris and Pratt's search. Where a token answers to several keys and the quotation holds
/// more than one of them, it can miss an occurrence that overlaps another.
fn scan(index: &DocumentIndex, quote: &[QuoteToken], route: Route) -> Vec<Match> {
    let same = |a: usize, b: usize| quote[a].ids == quote[b].ids;
    let mut failure = vec![0usize; quote.len() + 1];
    let mut k = 0;
    for at in 1..quote.len() {
        while k > 0 && !same(at, k) {
            k = failure[k];
        }
        k += usize::from(same(at, k));
        failure[at + 1] = k;
    }
    let mut found = Vec::new();
    let mut pos = 0;
    let mut n_matched = 0;
    while pos < index.n_tokens() {
        while n_matched > 0 && !index.answers(route, pos, &quote[n_matched].ids) {
            n_matched = failure[n_matched];
        }
        n_matched += usize::from(index.answers(route, pos, &quote[n_matched].ids));
        if n_matched == quote.len() {
            if let Some(first) = index.back(route, pos, quote.len() - 1) {
                found.push(matched(index, route, first, pos));
            }
            n_matched = failure[n_matched];
        }
        pos = match index.next(route, pos) {
            Some(next) => next,
            None => {
                n_matched = 0;
                pos + 1
            }
        };
    }
    found
}
