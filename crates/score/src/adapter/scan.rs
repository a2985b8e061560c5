//! Quotations and brackets in free text.

use std::ops::Range;

/// A stretch between two delimiters: `outer` with them, `inner` without. Bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Delimited {
    pub(super) outer: Range<usize>,
    pub(super) inner: Range<usize>,
    pub(super) opener: char,
}

impl Delimited {
    fn holds(&self, at: usize) -> bool {
        self.outer.start <= at && at < self.outer.end
    }
}

/// Whether `ranges` (ascending by start, not overlapping) hold the byte at `at`.
pub(super) fn find_holding(ranges: &[Delimited], at: usize) -> Option<&Delimited> {
    let idx = ranges.partition_point(|d| d.outer.start <= at);
    ranges.get(idx.checked_sub(1)?).filter(|d| d.holds(at))
}

/// Finds the outermost quotations: straight and curly double quotes and guillemets. Apostrophes
/// and single quotes make none. `is_broken` may refuse a pair by its inner range.
pub(super) fn find_quotes(text: &str, is_broken: impl Fn(&Range<usize>) -> bool) -> Vec<Delimited> {
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut pairs = Vec::new();
    let mut previous: Option<char> = None;
    for (at, c) in text.char_indices() {
        let after = at + c.len_utf8();
        let next = || text[after..].chars().next();
        let closes = match c {
            '"' | '\u{ff02}' => {
                let top_is_open = open
                    .iter()
                    .any(|(o, _)| matches!(o, '"' | '“' | '„' | '\u{ff02}'));
                match straight_shape(previous, next(), top_is_open) {
                    Shape::Opens => {
                        open.push((c, at));
                        None
                    }
                    Shape::Closes if is_inch_mark(text, previous, after) => None,
                    Shape::Closes => Some(&['"', '“', '„', '\u{ff02}'][..]),
                    Shape::Neither => None,
                }
            }
            '“' if open.iter().any(|(o, _)| *o == '„') => Some(&['„'][..]),
            '“' | '„' => {
                open.push((c, at));
                None
            }
            '”' => Some(&['“', '„', '"'][..]),
            '«' if open.iter().any(|(o, _)| *o == '»') => Some(&['»'][..]),
            '»' if open.iter().any(|(o, _)| *o == '«') => Some(&['«'][..]),
            '«' | '»' => {
                open.push((c, at));
                None
            }
            _ => None,
        };
        if let Some(openers) = closes
            && let Some(idx) = open.iter().rposition(|(o, _)| openers.contains(o))
        {
            let (opener, start) = open[idx];
            open.truncate(idx);
            let inner = start + opener.len_utf8()..at;
            if !is_broken(&inner) {
                pairs.push(Delimited {
                    outer: start..after,
                    inner,
                    opener,
                });
            }
        }
        // A stack that only grows is noise; the earliest openers can no longer be meant.
        if open.len() > MAX_OPEN {
            open.remove(0);
        }
        previous = Some(c);
    }
    outermost(pairs)
}

/// Deepest nesting of delimiters that is followed.
const MAX_OPEN: usize = 32;

enum Shape {
    Opens,
    Closes,
    Neither,
}

fn straight_shape(previous: Option<char>, next: Option<char>, is_open: bool) -> Shape {
    let touches_next = next.is_some_and(|c| !c.is_whitespace());
    let opens_after =
        previous.is_none_or(|c| c.is_whitespace() || "([{<:—–-=/|*_>~“„«»\"'‘`【".contains(c));
    let after_stop = previous.is_some_and(|c| ",.;!?)]}…%".contains(c));
    let touches_previous = previous.is_some_and(|c| !c.is_whitespace());
    let ends_before = next.is_none_or(|c| !c.is_alphanumeric());
    let can_open = touches_next && opens_after;
    let can_close = touches_previous && (ends_before || after_stop);
    match (can_open, can_close) {
        (true, true) if is_open => Shape::Closes,
        (true, _) => Shape::Opens,
        (false, true) if is_open => Shape::Closes,
        (false, true) if after_stop && touches_next => Shape::Opens,
        _ => Shape::Neither,
    }
}

/// Whether a closing straight quote is the inch mark of a number (`a 5" pipe`): another closing
/// one follows before any opens, and no marker follows this one.
fn is_inch_mark(text: &str, previous: Option<char>, after: usize) -> bool {
    if !previous.is_some_and(|c| c.is_ascii_digit()) {
        return false;
    }
    let rest = &text[after..];
    if !rest.starts_with(' ') || !rest[1..].starts_with(char::is_alphanumeric) {
        return false;
    }
    let mut before = ' ';
    let mut chars = rest.chars().take(400).peekable();
    while let Some(c) = chars.next() {
        match c {
            '\n' | '[' | '(' => return false,
            '"' => {
                return !before.is_whitespace()
                    && chars.peek().is_none_or(|n| !n.is_alphanumeric());
            }
            _ => before = c,
        }
    }
    false
}

/// Finds bracket pairs outside `quotes`: square, round and lenticular, nested ones included; in
/// order of their start, an outer pair before its inner ones. None runs over a blank line.
/// `is_broken` may refuse a pair by its inner range.
pub(super) fn find_brackets(
    text: &str,
    quotes: &[Delimited],
    is_broken: impl Fn(&Range<usize>) -> bool,
) -> Vec<Delimited> {
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut pairs = Vec::new();
    let mut is_line_blank = false;
    let mut quote = 0;
    for (at, c) in text.char_indices() {
        while quotes.get(quote).is_some_and(|q| q.outer.end <= at) {
            quote += 1;
        }
        if quotes.get(quote).is_some_and(|q| q.holds(at)) {
            is_line_blank = false;
            continue;
        }
        let opener = match c {
            '[' | '(' | '【' => {
                open.push((c, at));
                if open.len() > MAX_OPEN {
                    open.remove(0);
                }
                None
            }
            ']' => Some('['),
            ')' => Some('('),
            '】' => Some('【'),
            '\n' => {
                if is_line_blank {
                    open.clear();
                }
                is_line_blank = true;
                continue;
            }
            _ => None,
        };
        if !c.is_whitespace() {
            is_line_blank = false;
        }
        if let Some(opener) = opener
            && let Some(idx) = open.iter().rposition(|(o, _)| *o == opener)
        {
            let start = open[idx].1;
            open.truncate(idx);
            let inner = start + opener.len_utf8()..at;
            if !is_broken(&inner) {
                pairs.push(Delimited {
                    outer: start..at + c.len_utf8(),
                    inner,
                    opener,
                });
            }
        }
    }
    pairs.sort_by_key(|p| (p.outer.start, std::cmp::Reverse(p.outer.end)));
    pairs
}

/// Keeps the pairs that lie in no other pair, in order.
pub(super) fn outermost(mut pairs: Vec<Delimited>) -> Vec<Delimited> {
    pairs.sort_by_key(|p| (p.outer.start, std::cmp::Reverse(p.outer.end)));
    let mut kept: Vec<Delimited> = Vec::with_capacity(pairs.len());
    for pair in pairs {
        if kept.last().is_none_or(|k| k.outer.end <= pair.outer.start) {
            kept.push(pair);
        }
    }
    kept
}

/// A single-quoted string that ends right before byte `end` of `text`, looked for back to `floor`
/// and within its paragraph. Apostrophes inside words open nothing.
pub(super) fn single_quote_before(text: &str, floor: usize, end: usize) -> Option<Delimited> {
    let window = text.get(floor..end)?;
    let closer = window
        .chars()
        .next_back()
        .filter(|c| matches!(c, '\'' | '’'))?;
    let last = end - closer.len_utf8();
    let body = &text[floor..last];
    if body.chars().next_back().is_none_or(char::is_whitespace) {
        return None;
    }
    let from = body.rfind("\n\n").map_or(0, |at| at + 2);
    let mut found = None;
    let mut previous = if from == 0 {
        text[..floor].chars().next_back()
    } else {
        None
    };
    for (at, c) in body[from..].char_indices() {
        let start = floor + from + at;
        let after = start + c.len_utf8();
        let is_opener = matches!(c, '\'' | '‘')
            && previous.is_none_or(|p| p.is_whitespace() || "([:—–-*_".contains(p))
            && text[after..last]
                .chars()
                .next()
                .is_some_and(|n| !n.is_whitespace());
        if is_opener {
            found = Some(Delimited {
                outer: start..end,
                inner: after..last,
                opener: c,
            });
        }
        previous = Some(c);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quotes(text: &str) -> Vec<&str> {
        find_quotes(text, |_| false)
            .iter()
            .map(|q| &text[q.inner.clone()])
            .collect()
    }

    #[test]
    fn quotes_of_every_form() {
        assert_eq!(quotes(r#"a "b c" d"#), ["b c"], "straight");
        assert_eq!(
            quotes("a “b” «c» „d“ »e«"),
            ["b", "c", "d", "e"],
            "curly and guillemets"
        );
        assert_eq!(quotes(r#"“mixed" x"#), ["mixed"], "mixed");
        assert_eq!(
            quotes(r#""he said "stop" to all" x"#),
            [r#"he said "stop" to all"#],
            "nested"
        );
    }

    #[test]
    fn what_is_no_quote() {
        assert_eq!(quotes("Joanna O'Brien's 'log'"), [""; 0], "apostrophes");
        assert_eq!(quotes(r#"a 5" pipe and 6" pipe"#), [""; 0], "inches");
        assert_eq!(quotes(r#"a "5" pipe" b"#), [r#"5" pipe"#], "inches inside");
        assert_eq!(
            quotes(r#""open and "closed" x"#),
            ["closed"],
            "an opener left open"
        );
    }

    #[test]
    fn brackets_nest_and_skip_quotes() {
        let text = r#"(a [b "]" c]) d"#;
        let quotes = find_quotes(text, |_| false);
        let found: Vec<_> = find_brackets(text, &quotes, |_| false)
            .iter()
            .map(|b| &text[b.outer.clone()])
            .collect();
        assert_eq!(found, [r#"(a [b "]" c])"#, r#"[b "]" c]"#], "outer first");
    }
}
