//! A quotation's tokens, as the index of one document knows them, and its parting at elision marks.

use proofmark_text::{TextRange, tokenize, visit_tokens};

use crate::index::DocumentIndex;

/// One token of a quotation.
#[derive(Clone, Debug)]
pub(crate) struct QuoteToken {
    /// Bytes in the quotation.
    pub(crate) range: TextRange,
    /// Ids of its keys that stand in the document.
    pub(crate) ids: Vec<u32>,
    /// All its forms: the key, alternative keys, the number with its grouping.
    pub(crate) forms: Vec<String>,
}

impl QuoteToken {
    /// At how many places of the document it stands, under any of its keys.
    pub(crate) fn n_places(&self, index: &DocumentIndex) -> usize {
        self.ids.iter().map(|id| index.places(*id).len()).sum()
    }
}

/// Reads a quotation's tokens.
pub(crate) fn read_quote(index: &DocumentIndex, quote: &str) -> Vec<QuoteToken> {
    let mut tokens = Vec::new();
    visit_tokens(quote, |token| {
        let mut forms = vec![token.key.to_owned()];
        forms.extend_from_slice(token.alt_keys);
        let ids = forms.iter().filter_map(|key| index.id(key)).collect();
        forms.extend(token.grouped.map(str::to_owned));
        tokens.push(QuoteToken {
            range: token.range,
            ids,
            forms,
        });
    });
    tokens
}

/// Reads a quotation that begins with `+` or `±` as if a number stood before it: `± 2` of `5±2` is an
/// operator and a number, though by itself it reads as a number with its sign. `None` for others.
pub(crate) fn read_behind_number(index: &DocumentIndex, quote: &str) -> Option<Vec<QuoteToken>> {
    let trimmed = quote.trim_start();
    let n_trimmed = quote.len() - trimmed.len();
    if !trimmed.starts_with(['+', '±']) {
        return None;
    }
    let mut tokens = read_quote(index, &format!("0{trimmed}"));
    tokens.remove(0);
    for token in &mut tokens {
        let [start, end] = [token.range.start(), token.range.end()].map(|at| at + n_trimmed - 1);
        token.range = TextRange::new(start, end);
    }
    Some(tokens)
}

/// The quotation with the spaces between its groups of digits in the other form: plain ones for those
/// that group a number, and the other way round. `None` where it has no such group.
pub(crate) fn with_other_spaces(quote: &str) -> Option<String> {
    let chars: Vec<char> = quote.chars().collect();
    let is_digit = |at: Option<usize>| {
        at.and_then(|at| chars.get(at))
            .is_some_and(char::is_ascii_digit)
    };
    let groups = |at: usize| {
        is_digit(at.checked_sub(1))
            && (1..=3).all(|n| is_digit(Some(at + n)))
            && !is_digit(Some(at + 4))
    };
    let has_narrow = chars
        .iter()
        .enumerate()
        .any(|(at, c)| is_narrow(*c) && groups(at));
    let other: String = chars
        .iter()
        .enumerate()
        .map(|(at, c)| match *c {
            c if has_narrow && is_narrow(c) && groups(at) => ' ',
            ' ' if !has_narrow && groups(at) => '\u{a0}',
            c => c,
        })
        .collect();
    (other != quote).then_some(other)
}

/// The numbers of a quotation whose digits spaces group, with plain spaces.
pub(crate) fn spaced_numbers(quote: &str) -> Vec<String> {
    let plain = with_plain_spaces(quote);
    let mut numbers: Vec<String> = Vec::new();
    let mut is_open = false;
    for part in plain.split(' ') {
        let is_group = part.get(..3).is_some_and(is_digits)
            && !part[3..].starts_with(|c: char| c.is_ascii_digit());
        match numbers.last_mut() {
            Some(number) if is_open && is_group => {
                number.push(' ');
                number.push_str(&part[..3]);
            }
            _ => {
                let from = part.trim_end_matches(|c: char| c.is_ascii_digit()).len();
                numbers.push(part[from..].to_owned());
            }
        }
        is_open = part.ends_with(|c: char| c.is_ascii_digit());
    }
    numbers.retain(|number| number.contains(' '));
    numbers
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

/// `text` with plain spaces for those that group digits.
pub(crate) fn with_plain_spaces(text: &str) -> String {
    text.replace(is_narrow, " ")
}

fn is_narrow(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{2009}' | '\u{202f}')
}

/// The parts of a quotation between elision marks (G-22) that hold a token, in order.
pub(crate) fn parts(quote: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut from = 0;
    for mark in elision_marks(quote) {
        parts.push(&quote[from..mark.start()]);
        from = mark.end();
    }
    parts.push(&quote[from..]);
    parts.retain(|part| !tokenize(part).is_empty());
    parts
}

/// Where elision marks stand: three or more dots in a row (or set apart by single spaces), or `…`;
/// with the brackets around them.
pub(crate) fn elision_marks(text: &str) -> Vec<TextRange> {
    let mut marks = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        if c != '.' && c != '…' && c != '‥' {
            continue;
        }
        let mut n_dots = dots(c);
        let mut end = start + c.len_utf8();
        loop {
            let mut ahead = chars.clone();
            let next = match ahead.next() {
                Some((_, ' ' | '\u{a0}')) => ahead.next(),
                next => next,
            };
            let Some((at, dot)) = next.filter(|(_, c)| dots(*c) > 0) else {
                break;
            };
            n_dots += dots(dot);
            end = at + dot.len_utf8();
            chars = ahead;
        }
        if n_dots >= 3 {
            marks.push(with_brackets(text, start, end));
        }
    }
    marks
}

fn dots(c: char) -> usize {
    match c {
        '.' => 1,
        '‥' => 2,
        '…' => 3,
        _ => 0,
    }
}

fn with_brackets(text: &str, start: usize, end: usize) -> TextRange {
    let before = text[..start].trim_end();
    let after = text[end..].trim_start();
    let is_pair = matches!(
        (before.chars().next_back(), after.chars().next()),
        (Some('['), Some(']')) | (Some('('), Some(')'))
    );
    if is_pair {
        TextRange::new(before.len() - 1, text.len() - after.len() + 1)
    } else {
        TextRange::new(start, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g22_marks_part_a_quotation() {
        for quote in [
            "a b ... c d",
            "a b… c d",
            "a b [...] c d",
            "a b […] c d",
            "a b . . . c d",
            "...a b.... c d ...",
        ] {
            let found: Vec<_> = parts(quote)
                .iter()
                .map(|p| p.trim().trim_matches(['.', ' ']))
                .collect();
            assert_eq!(found, ["a b", "c d"], "{quote:?}");
        }
    }

    #[test]
    fn g12_spaces_between_groups_change_their_form() {
        assert_eq!(
            with_other_spaces("5 000 kg of 12").as_deref(),
            Some("5\u{a0}000 kg of 12")
        );
        assert_eq!(
            with_other_spaces("5\u{202f}000 kg").as_deref(),
            Some("5 000 kg")
        );
        assert_eq!(with_other_spaces("5 0001, 5 kg"), None);
        assert_eq!(
            spaced_numbers("a 5 000 kg, 12 5\u{a0}000 000."),
            ["5 000", "5 000 000"]
        );
    }

    #[test]
    fn g22_ordinary_dots_do_not() {
        for quote in ["a b. c d.", "a .. b", "e.g. this", "3.5 . 4", "… a b …"] {
            assert_eq!(parts(quote).len(), 1, "{quote:?}");
        }
    }
}
