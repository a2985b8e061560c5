//! Requested labels in free text.

use std::ops::Range;

use super::lines::Line;

/// A requested label, by its tokens.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub(super) field_idx: usize,
    tokens: Vec<String>,
}

/// A label met in text. Bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LabelHit {
    pub(super) field_idx: usize,
    /// From the list marker or emphasis before it to the separator and the blanks after it.
    pub(super) range: Range<usize>,
    /// First byte of its first word.
    pub(super) word_start: usize,
    /// A bracketed remark between the label and its separator, which is prose of the field.
    pub(super) remark: Option<Range<usize>>,
    /// Whether only list markers, heading marks and emphasis stand before it on its line.
    pub(super) is_at_line_start: bool,
}

/// Makes the labels of `fields`, longest first.
pub(super) fn make_labels<'f>(fields: impl Iterator<Item = (usize, &'f str)>) -> Vec<Label> {
    let mut labels: Vec<Label> = fields
        .map(|(field_idx, name)| Label {
            field_idx,
            tokens: label_tokens(name),
        })
        .filter(|label| !label.tokens.is_empty())
        .collect();
    labels.sort_by_key(|l| {
        let n_chars: usize = l.tokens.iter().map(|t| t.chars().count()).sum();
        (
            std::cmp::Reverse(l.tokens.len()),
            std::cmp::Reverse(n_chars),
            l.field_idx,
        )
    });
    labels
}

/// Splits a name into what is compared: lower-case runs of letters and digits, and each other mark
/// by itself. Blanks and `_` only separate.
pub(super) fn label_tokens(name: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = Cursor { text: name, at: 0 };
    while let Some((token, _)) = rest.next_token() {
        tokens.push(token);
    }
    tokens
}

struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl Cursor<'_> {
    /// The next token and its end.
    fn next_token(&mut self) -> Option<(String, usize)> {
        let rest = self.text.get(self.at..)?;
        let mut token = String::new();
        let mut end = self.at;
        for (at, c) in rest.char_indices() {
            let after = self.at + at + c.len_utf8();
            if is_word(c) {
                token.extend(c.to_lowercase());
                end = after;
                continue;
            }
            if !token.is_empty() {
                break;
            }
            if c.is_whitespace() || c == '_' {
                continue;
            }
            token.push(plain(c));
            end = after;
            break;
        }
        self.at = end;
        (!token.is_empty()).then_some((token, end))
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\u{300}'..='\u{36f}')
}

fn plain(c: char) -> char {
    match c {
        '’' | '‘' | 'ʼ' => '\'',
        '\u{2010}' | '\u{2011}' => '-',
        '“' | '”' => '"',
        c => c,
    }
}

/// Whether `text`, decoration aside, is `name`, token by token.
pub(super) fn is_same_label(name: &str, text: &str) -> bool {
    let name = label_tokens(name);
    !name.is_empty() && name == label_tokens(text)
}

/// Finds the labels, in order, without regard to quotations and brackets.
pub(super) fn find_labels(text: &str, lines: &[Line], labels: &[Label]) -> Vec<LabelHit> {
    let mut hits = Vec::new();
    if labels.is_empty() {
        return hits;
    }
    for line in lines {
        let body = skip_decoration(text, line.start, line.end);
        let mut at = line.start;
        let mut previous: Option<char> = None;
        while at < line.end {
            let Some(c) = text[at..].chars().next() else {
                break;
            };
            let bound = previous.is_some_and(is_word)
                || (previous.is_some_and(|p| "-'’/.@&\u{2010}\u{2011}".contains(p))
                    && text[line.start..at]
                        .chars()
                        .rev()
                        .nth(1)
                        .is_some_and(is_word));
            if !bound && !c.is_whitespace() && c != '_' {
                let is_start = at <= body;
                if at == body || !is_start {
                    let hit = labels
                        .iter()
                        .find_map(|l| match_label(text, line, at, body, l));
                    if let Some(hit) = hit {
                        at = hit.range.end.max(at + c.len_utf8());
                        previous = text[..at].chars().next_back();
                        hits.push(hit);
                        continue;
                    }
                }
            }
            previous = Some(c);
            at += c.len_utf8();
        }
    }
    hits
}

fn match_label(text: &str, line: &Line, at: usize, body: usize, label: &Label) -> Option<LabelHit> {
    let mut cursor = Cursor {
        text: &text[..line.end],
        at,
    };
    let mut end = at;
    for wanted in &label.tokens {
        let (token, token_end) = cursor.next_token()?;
        if token != *wanted {
            return None;
        }
        end = token_end;
    }
    let is_at_line_start = at == body;
    let start = if is_at_line_start {
        line.start
    } else {
        emphasis_before(text, line.start, at)
    };
    let rest = &text[end..line.end];
    if rest.chars().next().is_some_and(is_word) {
        return None;
    }
    let decorated = &text[start..at];
    let (separator, remark) = read_separator(rest, is_at_line_start, decorated)?;
    let mut stop = end + separator;
    stop += blanks(&text[stop..line.end]);
    Some(LabelHit {
        field_idx: label.field_idx,
        range: start..stop,
        word_start: at,
        remark: remark.map(|r| end + r.start..end + r.end),
        is_at_line_start,
    })
}

/// Length of the separator at the start of `rest`, and a bracketed remark before it.
fn read_separator(
    rest: &str,
    is_at_line_start: bool,
    decorated: &str,
) -> Option<(usize, Option<Range<usize>>)> {
    let closing = |s: &str| s.len() - s.trim_start_matches(['*', '_', '`', '~']).len();
    let before = closing(rest);
    let mut at = before + blanks(&rest[before..]);
    if let Some(len) = colon(&rest[at..]) {
        at += len;
        return Some((at + closing(&rest[at..]), None));
    }
    if !is_at_line_start {
        return None;
    }
    if rest[at..].starts_with('(')
        && let Some(close) = rest[at..].find(')')
    {
        let remark = at..at + close + 1;
        let after = remark.end + closing(&rest[remark.end..]);
        if let Some(len) = colon(&rest[after..]) {
            let end = after + len;
            return Some((end + closing(&rest[end..]), Some(remark)));
        }
    }
    if rest[at..].starts_with('|') {
        return Some((at + 1, None));
    }
    if let Some(dash) = rest[at..]
        .chars()
        .next()
        .filter(|c| matches!(c, '-' | '–' | '—'))
    {
        let after = at + dash.len_utf8();
        let has_blank_before = at > before;
        let has_blank_after = rest[after..].chars().next().is_none_or(char::is_whitespace);
        if has_blank_before && has_blank_after {
            return Some((after, None));
        }
    }
    // A heading or a line set in bold is a label without a separator.
    let is_marked = decorated.contains('#') || decorated.ends_with(['*', '_']);
    (is_marked
        && rest
            .trim_matches(['*', '_', '`', '#', ' ', '\t', '\r'])
            .is_empty())
    .then_some((rest.trim_end().len(), None))
}

fn colon(s: &str) -> Option<usize> {
    s.chars()
        .next()
        .filter(|c| matches!(c, ':' | '：'))
        .map(char::len_utf8)
}

fn blanks(s: &str) -> usize {
    s.len() - s.trim_start_matches([' ', '\t', '\u{a0}']).len()
}

fn emphasis_before(text: &str, floor: usize, at: usize) -> usize {
    floor + text[floor..at].trim_end_matches(['*', '_', '`']).len()
}

/// First byte of a line's content past quote marks, list markers, heading marks, table bars and
/// emphasis.
pub(super) fn skip_decoration(text: &str, start: usize, end: usize) -> usize {
    let mut at = start;
    loop {
        let rest = &text[at..end];
        let trimmed = rest.trim_start();
        let step = rest.len() - trimmed.len();
        let mark = decoration(trimmed);
        if mark == 0 {
            return at + step;
        }
        at += step + mark;
    }
}

fn decoration(s: &str) -> usize {
    let Some(first) = s.chars().next() else {
        return 0;
    };
    match first {
        '*' | '_' | '`' | '~' | '#' | '>' | '|' | '+' | '•' | '◦' | '▪' | '●' | '‣' | '·' => {
            first.len_utf8()
        }
        '-' | '–' | '—' if s[first.len_utf8()..].starts_with([' ', '\t']) => first.len_utf8(),
        '\u{feff}' => first.len_utf8(),
        '0'..='9' => {
            let digits = s.len() - s.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            list_number(s, digits, 3)
        }
        'a'..='z' | 'A'..='Z' => list_number(s, 1, 1),
        '(' => {
            let inside = s[1..].len() - s[1..].trim_start_matches(char::is_alphanumeric).len();
            let is_short = (1..=3).contains(&inside) && s.is_char_boundary(1 + inside);
            let closed = is_short && s[1 + inside..].starts_with(") ");
            let is_count =
                closed && (inside == 1 || s[1..1 + inside].bytes().all(|b| b.is_ascii_digit()));
            if is_count { inside + 2 } else { 0 }
        }
        _ => 0,
    }
}

/// `1.`, `1)` or `a)` before a blank.
fn list_number(s: &str, len: usize, max: usize) -> usize {
    let rest = &s[len..];
    let is_mark = len <= max
        && (rest.starts_with(") ") || rest.starts_with(". ") || rest.starts_with(".\t"))
        // `a.` might be the end of a sentence; `a)` is not.
        && (s.as_bytes()[0].is_ascii_digit() || rest.starts_with(')'));
    if is_mark { len + 1 } else { 0 }
}
