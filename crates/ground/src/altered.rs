//! Finds quotations that differ from the source only in joins and spaces (state `altered`).

use memchr::memmem;
use proofmark_text::visit_tokens;

use crate::index::{DocumentIndex, Route};
use crate::quote::QuoteToken;
use crate::search::Match;

/// Around each number and each operator, so that `7 5` is not `75`, nor `-5` the `5` of `x-5`.
const NUMBER: char = '\u{1}';
const OPERATOR: char = '\u{2}';

/// A document without joins and spaces: letters in order, numbers and operators marked off.
#[derive(Debug)]
pub(crate) struct Compact {
    text: String,
    /// Where each token starts in `text`, with its position; ascending.
    starts: Vec<(u32, u32)>,
    /// The starts in `text` by the hash of the [`HEAD`] bytes there: those of bucket `b` are
    /// `by_head[buckets[b]..buckets[b + 1]]`, ascending.
    by_head: Vec<u32>,
    buckets: Vec<u32>,
}

/// Quotations at least this long are looked up by their first bytes, shorter ones searched for. Longer
/// heads leave more to the search, shorter ones share their bucket with more other places.
const HEAD: usize = 12;

/// A fuller bucket means a text that repeats itself; searching it from end to end is then faster than
/// comparing every place.
const MAX_BUCKET: usize = 4096;

impl Compact {
    fn new(index: &DocumentIndex, route: Route) -> Self {
        let keys = index.keys_by_id();
        let mut text = String::new();
        let mut starts = Vec::with_capacity(index.n_tokens());
        let mut pos = 0;
        while pos < index.n_tokens() {
            starts.push((narrow(text.len()), narrow(pos)));
            match index.joined_keys(route, pos).first() {
                Some(key) => push_units(key, &mut text),
                None => push_units(keys[index.id_at(pos) as usize], &mut text),
            }
            pos = match index.next(route, pos) {
                Some(next) => next,
                None => {
                    // Nothing runs over this place.
                    text.push('\n');
                    pos + 1
                }
            };
        }
        let (by_head, buckets) = sort_by_head(text.as_bytes(), &starts);
        Self {
            text,
            starts,
            by_head,
            buckets,
        }
    }

    /// Calls `visit` with each place in `text` at which `needle` stands, ascending, at least with
    /// those at which a token starts; until it returns `false`.
    fn visit_hits(&self, needle: &[u8], mut visit: impl FnMut(usize) -> bool) {
        let text = self.text.as_bytes();
        if let Some(head) = needle.get(..HEAD) {
            let bucket = bucket_of(head, self.buckets.len() - 1);
            let places =
                &self.by_head[self.buckets[bucket] as usize..self.buckets[bucket + 1] as usize];
            if places.len() <= MAX_BUCKET {
                places
                    .iter()
                    .map(|start| *start as usize)
                    .filter(|start| text[*start..].starts_with(needle))
                    .all(visit);
                return;
            }
        }
        let finder = memmem::Finder::new(needle);
        let mut from = 0;
        while let Some(hit) = text.get(from..).and_then(|rest| finder.find(rest)) {
            if !visit(from + hit) {
                return;
            }
            from += hit + 1;
        }
    }

    /// The token that starts at byte `at` of `text`, if one does.
    fn token_at(&self, at: usize) -> Option<usize> {
        self.starts.binary_search_by_key(&narrow(at), |s| s.0).ok()
    }
}

/// The only place that has the same letters, numbers and operators, between complete tokens. `None`
/// where there is none, or more than one.
pub(crate) fn only_place(
    index: &DocumentIndex,
    quote: &str,
    tokens: &[QuoteToken],
) -> Option<Match> {
    if tokens.is_empty() {
        return None;
    }
    let mut needle = String::new();
    visit_tokens(quote, |token| push_units(token.key, &mut needle));
    let mut found: Option<Match> = None;
    let routes = if index.routes().len() > 1 {
        &[Route::Straight, Route::Around][..]
    } else {
        &[Route::Straight]
    };
    for (route, compact) in routes.iter().zip(&index.compacts) {
        let compact = compact.get_or_init(|| Compact::new(index, *route));
        let mut is_only = true;
        compact.visit_hits(needle.as_bytes(), |start| {
            let m = match_between(index, compact, *route, start, start + needle.len());
            if let (Some(m), Some(other)) = (m, found) {
                is_only = (other.first, other.last) == (m.first, m.last);
            }
            found = found.or(m);
            is_only
        });
        if !is_only {
            return None;
        }
    }
    found
}

/// Sorts the starts that have [`HEAD`] bytes behind them into buckets, in one pass over each.
fn sort_by_head(text: &[u8], starts: &[(u32, u32)]) -> (Vec<u32>, Vec<u32>) {
    let n_buckets = (starts.len() / 2).next_power_of_two();
    let heads = || {
        starts.iter().filter_map(|(start, _)| {
            let at = *start as usize;
            text.get(at..at + HEAD)
                .map(|head| (bucket_of(head, n_buckets), *start))
        })
    };
    let mut buckets = vec![0u32; n_buckets + 1];
    for (bucket, _) in heads() {
        buckets[bucket + 1] += 1;
    }
    for bucket in 0..n_buckets {
        buckets[bucket + 1] += buckets[bucket];
    }
    let mut by_head = vec![0u32; buckets[n_buckets] as usize];
    let mut free = buckets.clone();
    for (bucket, start) in heads() {
        by_head[free[bucket] as usize] = start;
        free[bucket] += 1;
    }
    (by_head, buckets)
}

/// FNV-1a (Fowler, Noll and Vo), folded to a power of two.
fn bucket_of(head: &[u8], n_buckets: usize) -> usize {
    let hash = head.iter().fold(0x811C_9DC5u32, |hash, byte| {
        (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    });
    ((hash ^ (hash >> 15)) as usize) & (n_buckets - 1)
}

fn match_between(
    index: &DocumentIndex,
    compact: &Compact,
    route: Route,
    start: usize,
    end: usize,
) -> Option<Match> {
    let first = compact.token_at(start)?;
    // The last token ends where the next one starts, or where nothing runs on.
    let is_end = compact.token_at(end).is_some()
        || matches!(compact.text.as_bytes().get(end), None | Some(b'\n'));
    let after = compact.starts.partition_point(|s| (s.0 as usize) < end);
    if !is_end || after <= first {
        return None;
    }
    let [first, last] = [first, after - 1].map(|at| compact.starts[at].1 as usize);
    let is_whole = index.is_whole_left(first) && index.is_whole_right(route, last);
    is_whole.then(|| Match {
        first,
        end: last,
        last: index.last_of(route, last),
        route,
        is_whole,
    })
}

/// Appends a token's letters, and its numbers and operators marked off. A number keeps its sign, its
/// decimal point and the joins between its digits; symbols beside it are operators.
fn push_units(key: &str, text: &mut String) {
    if key.bytes().all(|b| b.is_ascii_lowercase()) {
        text.push_str(key);
        return;
    }
    let key: String = key.chars().map(plain).collect();
    let mut rest = key.as_str();
    let mut goes_on = false;
    while let Some(c) = rest.chars().next() {
        let n_number = number_len(rest, goes_on);
        if n_number > 0 {
            text.push(NUMBER);
            text.push_str(&rest[..n_number]);
            text.push(NUMBER);
            rest = &rest[n_number..];
            goes_on = true;
            continue;
        }
        rest = &rest[c.len_utf8()..];
        if c.is_alphabetic() {
            text.push(c);
        } else if !(goes_on && is_join(c)) {
            text.push(OPERATOR);
            text.push(c);
        }
        goes_on = c.is_alphabetic() || (goes_on && is_join(c));
    }
}

/// Length in bytes of the number that `text` begins with, 0 where it begins with none. Where the
/// token `goes_on` from a letter or digit, what stands between is a join and no sign.
fn number_len(text: &str, goes_on: bool) -> usize {
    let mut n = 0;
    for (at, c) in text.char_indices() {
        if c.is_numeric() {
            n = at + c.len_utf8();
        } else if n > 0 {
            if at != n || !is_join(c) || (c == ',' && is_day_and_year(&text[..at], &text[at + 1..]))
            {
                break;
            }
        } else if goes_on || !"+-±.#".contains(c) {
            break;
        }
    }
    n
}

/// Whether a comma parts a day from a year: `December 31,2016` is what is left of `December 31, 2016`
/// where spaces were lost. A decimal number can look so too, which here decides only whether the
/// quotation counts as fabricated.
fn is_day_and_year(before: &str, after: &str) -> bool {
    let n_digits = after.bytes().take_while(u8::is_ascii_digit).count();
    let is_day = before.len() <= 2 && before.parse().is_ok_and(|day: u8| (1..=31).contains(&day));
    is_day && n_digits == 4 && (after.starts_with('1') || after.starts_with('2'))
}

fn is_join(c: char) -> bool {
    matches!(c, '\'' | '-' | '/' | '_' | '@' | '&' | '.' | ',' | ':')
}

/// Superscripts and subscripts as plain digits: a copy often has them so.
fn plain(c: char) -> char {
    const PLAIN: [char; 10] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
    match c {
        '\u{B9}' => '1',
        '\u{B2}' => '2',
        '\u{B3}' => '3',
        '\u{2070}'..='\u{2079}' => PLAIN[c as usize - 0x2070],
        '\u{2080}'..='\u{2089}' => PLAIN[c as usize - 0x2080],
        '\u{207A}' | '\u{208A}' => '+',
        '\u{207B}' | '\u{208B}' => '-',
        other => other,
    }
}

fn narrow(n: usize) -> u32 {
    u32::try_from(n).expect("a compact text is not longer than 4 GiB")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(text: &str) -> String {
        let mut units = String::new();
        visit_tokens(text, |token| push_units(token.key, &mut units));
        units.replace(NUMBER, "|").replace(OPERATOR, "!")
    }

    #[test]
    fn joins_and_spaces_are_dropped_and_numbers_kept() {
        assert_eq!(units("well-known company's"), "wellknowncompanys");
        assert_eq!(units("7 5 and 75"), "|7||5|and|75|");
        assert_eq!(units("A/12-7"), "a|12-7|");
        assert_eq!(units("-5 x-5 -$5 $-5"), "|-5|x|5|!-!$|5|!$|-5|");
        assert_eq!(units("75-second CO2 CO₂"), "|75|secondco|2|co|2|");
        assert_eq!(
            units("at May 31,2016and 1,5 45,2016"),
            units("atMay31, 2016 and 1,5 45,2016")
        );
        assert_ne!(units("1,5 45,2016"), units("1 5 45 2016"));
        assert_eq!(units("p < .05 5% 5 %"), "p!<|.05||5|!%|5|!%");
    }
}
