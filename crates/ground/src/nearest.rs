//! The passage most like a quotation that was not found, for the reader's eye only.

use std::collections::BTreeMap;

use crate::index::DocumentIndex;
use crate::quote::QuoteToken;
use crate::result::{Difference, NearPassage};

/// Tokens that stand more often than this say little about the place.
const MAX_PLACES: usize = 64;
/// Rare tokens that vote; more would not move the winner of a real passage.
const MAX_VOTERS: usize = 48;
/// Longer quotations are not aligned: the table of the alignment grows with the square.
const MAX_TOKENS: usize = 600;
/// Votes are gathered in stretches of about so many tokens, to allow for words left out or added.
const STRETCH: usize = 8;

/// The nearest passage, where at least two tokens and a third of all stand in order.
pub(crate) fn nearest(
    index: &DocumentIndex,
    quote: &str,
    tokens: &[QuoteToken],
) -> Option<NearPassage> {
    if tokens.len() > MAX_TOKENS {
        return None;
    }
    let start = likely_start(index, tokens)?;
    let first = start.saturating_sub(2 * STRETCH);
    let last = (start + tokens.len() + 2 * STRETCH).min(index.n_tokens());
    let pairs = align(index, tokens, first, last);
    if pairs.len() < 2 || pairs.len() * 3 < tokens.len() {
        return None;
    }
    let (from, to) = (pairs[0], pairs[pairs.len() - 1]);
    // What the quotation has before and behind the common tokens takes as much of the source.
    let source_from = from.1.saturating_sub(from.0).max(first);
    let source_to = (to.1 + tokens.len() - to.0).min(last);
    let span = index.span(source_from, source_to - 1);
    Some(NearPassage {
        span,
        differences: differences(index, quote, tokens, &pairs, source_from, source_to),
    })
}

/// Where in the document most rare tokens of the quotation would have it start.
fn likely_start(index: &DocumentIndex, tokens: &[QuoteToken]) -> Option<usize> {
    let mut voters: Vec<(usize, usize)> = tokens
        .iter()
        .enumerate()
        .map(|(nth, token)| (token.n_places(index), nth))
        .filter(|(n, _)| *n > 0)
        .collect();
    voters.sort_unstable();
    voters.truncate(MAX_VOTERS);
    let mut votes: BTreeMap<usize, usize> = BTreeMap::new();
    for (_, nth) in voters {
        let mut stretches: Vec<usize> = Vec::new();
        for id in &tokens[nth].ids {
            let places = index.places(*id).iter().take(MAX_PLACES);
            stretches.extend(places.map(|pos| (*pos as usize).saturating_sub(nth) / STRETCH));
        }
        stretches.sort_unstable();
        stretches.dedup();
        for stretch in stretches {
            *votes.entry(stretch).or_default() += 2;
            // A passage near the border of two stretches gathers votes in both.
            *votes.entry(stretch + 1).or_default() += 1;
        }
    }
    let best = votes
        .iter()
        .max_by_key(|(stretch, n)| (**n, std::cmp::Reverse(**stretch)))?;
    Some(best.0 * STRETCH)
}

/// The longest common subsequence of the quotation and the tokens `first..last`, as pairs of a
/// quotation token and a source token.
fn align(
    index: &DocumentIndex,
    tokens: &[QuoteToken],
    first: usize,
    last: usize,
) -> Vec<(usize, usize)> {
    let (n, m) = (tokens.len(), last - first);
    let same = |a: usize, b: usize| tokens[a].ids.contains(&index.id_at(first + b));
    let mut lengths = vec![0u16; (n + 1) * (m + 1)];
    for a in (0..n).rev() {
        for b in (0..m).rev() {
            lengths[a * (m + 1) + b] = if same(a, b) {
                lengths[(a + 1) * (m + 1) + b + 1] + 1
            } else {
                lengths[(a + 1) * (m + 1) + b].max(lengths[a * (m + 1) + b + 1])
            };
        }
    }
    let (mut a, mut b) = (0, 0);
    let mut pairs = Vec::new();
    while a < n && b < m {
        if same(a, b) {
            pairs.push((a, first + b));
            a += 1;
            b += 1;
        } else if lengths[(a + 1) * (m + 1) + b] >= lengths[a * (m + 1) + b + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}

fn differences(
    index: &DocumentIndex,
    quote: &str,
    tokens: &[QuoteToken],
    pairs: &[(usize, usize)],
    source_from: usize,
    source_to: usize,
) -> Vec<Difference> {
    let raw = index.document().raw();
    let quote_words = |from: usize, to: usize| match to.checked_sub(1) {
        Some(last) if from < to => {
            quote[tokens[from].range.start()..tokens[last].range.end()].to_owned()
        }
        _ => String::new(),
    };
    let source_words = |from: usize, to: usize| match to.checked_sub(1) {
        Some(last) if from < to => {
            let words = &raw[index.range(from).start()..index.range(last).end()];
            words.split_whitespace().collect::<Vec<_>>().join(" ")
        }
        _ => String::new(),
    };
    let mut found = Vec::new();
    let (mut a, mut b) = (0, source_from);
    let mut at = 0;
    loop {
        let (next_a, next_b) = pairs.get(at).copied().unwrap_or((tokens.len(), source_to));
        if a < next_a || b < next_b {
            found.push(Difference {
                is_same: false,
                quote: quote_words(a, next_a),
                source: source_words(b, next_b),
            });
        }
        let n_same = pairs[at..]
            .iter()
            .enumerate()
            .take_while(|(n, pair)| **pair == (next_a + n, next_b + n))
            .count();
        if n_same == 0 {
            return found;
        }
        at += n_same;
        (a, b) = (next_a + n_same, next_b + n_same);
        found.push(Difference {
            is_same: true,
            quote: quote_words(next_a, a),
            source: source_words(next_b, b),
        });
    }
}
