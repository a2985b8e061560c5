//! Reference lists: headings, entries, and what a numbered marker leads to.

use std::ops::Range;

use super::labels::skip_decoration;
use super::lines::Line;

/// How an entry's number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberForm {
    /// `[1]` or `[^1]`.
    Bracket,
    /// `(1)`, `1.`, `1)` or `1:`.
    Plain,
}

/// The number at the start of an entry's line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EntryNumber {
    pub(super) number: u32,
    pub(super) form: NumberForm,
    /// First byte of what follows it.
    pub(super) content: usize,
}

/// Reads the number of an entry at the start of `line`; `None` where no text follows it.
pub(super) fn entry_number(text: &str, line: &Line) -> Option<EntryNumber> {
    let mut start = line.start;
    loop {
        let rest = &text[start..line.end];
        let trimmed =
            rest.trim_start_matches(|c: char| c.is_whitespace() || "*_•>`\u{feff}".contains(c));
        let trimmed = trimmed.strip_prefix("- ").unwrap_or(trimmed);
        let step = rest.len() - trimmed.len();
        start += step;
        if step == 0 {
            break;
        }
    }
    let rest = &text[start..line.end];
    let opener = rest
        .chars()
        .next()
        .filter(|c| matches!(c, '[' | '(' | '【'));
    let mut at = opener.map_or(0, char::len_utf8);
    if matches!(opener, Some('[')) && rest[at..].starts_with('^') {
        at += 1;
    }
    let digits = rest[at..].len()
        - rest[at..]
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .len();
    if digits == 0 || digits > MAX_NUMBER_DIGITS {
        return None;
    }
    let number: u32 = rest[at..at + digits].parse().ok()?;
    at += digits;
    let closer = rest[at..].chars().next();
    let form = match (opener, closer) {
        (Some('['), Some(']')) | (Some('【'), Some('】')) => NumberForm::Bracket,
        (Some('('), Some(')')) | (None, Some('.' | ')' | ':')) => NumberForm::Plain,
        _ => return None,
    };
    at += closer.map_or(0, char::len_utf8);
    let tail = &rest[at..];
    if opener.is_none() && !tail.starts_with(char::is_whitespace) {
        return None;
    }
    let skipped = tail.len()
        - tail
            .trim_start_matches(|c: char| c.is_whitespace() || ":.*_–—-".contains(c))
            .len();
    let content = start + at + skipped;
    (content < line.end).then_some(EntryNumber {
        number,
        form,
        content,
    })
}

/// Most digits of an entry's number.
pub(super) const MAX_NUMBER_DIGITS: usize = 4;

/// What a line that stands alone announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    /// A list of sources.
    Sources,
    /// One source; the same as a source line whose content stands below.
    Source,
    /// Notes, which may be prose.
    Notes,
}

/// Reads `line` as the heading of a reference list.
pub(super) fn heading(text: &str, line: &Line) -> Option<Heading> {
    let start = skip_decoration(text, line.start, line.end);
    let words = text[start..line.end]
        .trim_end_matches(|c: char| c.is_whitespace() || "*_`:#|".contains(c))
        .to_lowercase();
    match words.as_str() {
        "references" | "sources" | "citations" | "bibliography" | "works cited"
        | "reference list" | "list of references" | "sources cited" | "cited sources"
        | "source list" | "references cited" => Some(Heading::Sources),
        "source" | "citation" | "evidence" | "reference" => Some(Heading::Source),
        "notes" | "footnotes" | "endnotes" => Some(Heading::Notes),
        _ => None,
    }
}

/// A line, or the rest of one, that begins with a word for citing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SourceLine {
    /// From the decoration before the word.
    pub(super) start: usize,
    /// First byte past the colon.
    pub(super) content: usize,
    /// `true` for `Quote:`, which names no source by itself.
    pub(super) is_quote: bool,
}

/// Finds the source lines in `range`, a part of one line. `is_protected` says whether a byte stands
/// in a quotation or brackets.
pub(super) fn find_source_lines(
    text: &str,
    range: Range<usize>,
    is_protected: impl Fn(usize) -> bool,
) -> Vec<SourceLine> {
    let mut found = Vec::new();
    let body = skip_decoration(text, range.start, range.end);
    for (offset, _) in text[range.clone()].match_indices(':') {
        let colon = range.start + offset;
        if is_protected(colon) {
            continue;
        }
        let before = text[range.start..colon].trim_end_matches(['*', '_', '`', ' ']);
        let word_len = before.len() - before.trim_end_matches(char::is_alphabetic).len();
        let word_start = range.start + before.len() - word_len;
        let word = text[word_start..word_start + word_len].to_lowercase();
        let is_quote = matches!(word.as_str(), "quote" | "quotation" | "quotes");
        let is_source = matches!(
            word.as_str(),
            "source"
                | "sources"
                | "citation"
                | "citations"
                | "evidence"
                | "reference"
                | "references"
        );
        if !is_quote && !is_source {
            continue;
        }
        let is_at_start = word_start == body;
        let lead = text[range.start..word_start].trim_end_matches(['*', '_', '`', ' ', '(']);
        let follows_stop = lead
            .chars()
            .next_back()
            .is_none_or(|c| ".;|—–-!?\"”»])】".contains(c));
        if !is_at_start && (is_quote || !follows_stop) {
            continue;
        }
        let mut content = colon + 1;
        let rest = &text[content..range.end];
        content += rest.len() - rest.trim_start_matches(['*', '_', '`', ' ', '\t']).len();
        let start = if is_at_start {
            range.start
        } else {
            range.start + lead.len()
        };
        found.push(SourceLine {
            start,
            content,
            is_quote,
        });
    }
    found
}

/// Whether a source line's content says that there is no source.
pub(super) fn is_no_source(content: &str) -> bool {
    let words = content
        .trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase();
    matches!(
        words.as_str(),
        "" | "none"
            | "n/a"
            | "na"
            | "unknown"
            | "not applicable"
            | "no source"
            | "nothing"
            | "not available"
            | "no citation"
            | "no evidence"
            | "null"
            | "nil"
    )
}

/// Reads a marker's content that is nothing but numbers: `1`, `^1`, `1, 2`, `1-3`.
pub(super) fn marker_numbers(content: &str) -> Option<Vec<u32>> {
    let mut numbers: Vec<u32> = Vec::new();
    for part in content.split([',', ';']) {
        let part = part.trim().trim_start_matches('^');
        let (first, last) = match part.split_once(['-', '–']) {
            Some((first, last)) => (first.trim_end(), last.trim_start().trim_start_matches('^')),
            None => (part, part),
        };
        let read = |s: &str| -> Option<u32> {
            let is_number = !s.is_empty()
                && s.len() <= MAX_NUMBER_DIGITS
                && s.bytes().all(|b| b.is_ascii_digit());
            is_number.then(|| s.parse().ok()).flatten()
        };
        let (first, last) = (read(first)?, read(last)?);
        if first > last || last - first > MAX_RANGE || numbers.len() > MAX_NUMBERS {
            return None;
        }
        numbers.extend(first..=last);
    }
    (!numbers.is_empty()).then_some(numbers)
}

/// Widest range of numbers in one marker; a wider one is no marker but a range of values.
const MAX_RANGE: u32 = 20;
const MAX_NUMBERS: usize = 64;
