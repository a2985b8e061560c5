//! What a citation's marker says: documents, pages, quotations, and words that are none of these.

use std::ops::Range;

use crate::bank::BankDocument;

use super::documents::{FILE_EXTENSIONS, fold, names_of};
use super::scan::{Delimited, find_holding};

/// A stretch of a marker's content. Bytes of the text that holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) range: Range<usize>,
    pub(super) kind: PieceKind,
}

/// See [`Piece`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// A bank document, or something that is written like a file's name.
    Document(String),
    /// A page or a range of pages, as written.
    Page(String),
    /// A quotation; the range without its quotation marks.
    Quote(Range<usize>),
    /// A number by itself.
    Number(String),
    /// Words that belong to citing, or nothing at all.
    Filler,
    /// Any other words.
    Unknown,
}

/// The bank's names, ready to be looked for.
pub(super) struct Names {
    /// Folded, longest first.
    names: Vec<String>,
}

impl Names {
    pub(super) fn new(documents: &[BankDocument]) -> Self {
        let mut names: Vec<String> = documents.iter().flat_map(names_of).collect();
        names.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        names.dedup();
        Self { names }
    }

    /// The end of the bank's name that starts at byte `at`, and whether it shows an extension.
    fn match_at(&self, text: &str, at: usize, end: usize) -> Option<(usize, bool)> {
        self.names.iter().find_map(|name| {
            let stop = match_folded(text, at, end, name)?;
            let rest = &text[stop..end];
            let next = rest.chars().next();
            let goes_on = next.is_some_and(char::is_alphanumeric)
                || (next.is_some_and(|c| "-_/.'’&@".contains(c))
                    && rest.chars().nth(1).is_some_and(char::is_alphanumeric));
            (!goes_on).then(|| (stop, has_extension(name)))
        })
    }
}

fn has_extension(name: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(stem, e)| !stem.is_empty() && FILE_EXTENSIONS.contains(&e))
}

/// Matches the folded `name` at byte `at`; returns where it ends.
fn match_folded(text: &str, at: usize, end: usize, name: &str) -> Option<usize> {
    let mut wanted = name.chars().peekable();
    let mut chars = text[at..end].char_indices().peekable();
    while let Some(&w) = wanted.peek() {
        if w == ' ' {
            wanted.next();
            let mut any = false;
            while chars.next_if(|(_, c)| c.is_whitespace()).is_some() {
                any = true;
            }
            if !any {
                return None;
            }
            continue;
        }
        let (_, c) = chars.next()?;
        for lower in c.to_lowercase() {
            if wanted.next() != Some(lower) {
                return None;
            }
        }
    }
    Some(chars.peek().map_or(end, |(offset, _)| at + offset))
}

/// Reads the content of a marker, `range` of `text`.
///
/// Words that cite nothing are told apart, so that nothing said inside a marker is lost: runs of
/// text between delimiters count as citing only when they hold a name of the bank, a file's name
/// or a page, with nothing but words of citing beside it.
pub(super) fn read_pieces(
    text: &str,
    range: Range<usize>,
    quotes: &[Delimited],
    names: &Names,
) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut run = Vec::new();
    let mut at = range.start;
    let mut word_start = range.start;
    let mut previous: Option<char> = None;
    while at < range.end {
        if let Some(quote) =
            find_holding(quotes, at).filter(|q| q.outer.start == at && q.outer.end <= range.end)
        {
            push_words(text, word_start..at, &mut run);
            close_run(text, &mut run, &mut pieces);
            pieces.push(read_quote(text, quote, names));
            at = quote.outer.end;
            word_start = at;
            previous = None;
            continue;
        }
        let Some(c) = text[at..].chars().next() else {
            break;
        };
        let is_word_start = c.is_alphanumeric() && !is_bound(text, range.start, at, previous);
        if is_word_start || c == '#' {
            let found = names
                .match_at(text, at, range.end)
                .filter(|_| is_word_start)
                .map(|(stop, is_file)| (stop, Known::Document { is_file }))
                .or_else(|| match_page(text, at, range.end).map(|stop| (stop, Known::Page)));
            if let Some((stop, known)) = found
                && stop > at
            {
                push_words(text, word_start..at, &mut run);
                run.push(RunItem::Known(at..stop, known));
                at = stop;
                word_start = at;
                previous = text[..at].chars().next_back();
                continue;
            }
        }
        if is_delimiter(text, at, c, previous, range.end) {
            push_words(text, word_start..at, &mut run);
            close_run(text, &mut run, &mut pieces);
            word_start = at + c.len_utf8();
        }
        previous = Some(c);
        at += c.len_utf8();
    }
    push_words(text, word_start..range.end, &mut run);
    close_run(text, &mut run, &mut pieces);
    promote_numbers(&mut pieces);
    pieces
}

/// A quotation that is nothing but the bank's name for a document names it.
fn read_quote(text: &str, quote: &Delimited, names: &Names) -> Piece {
    let inner = quote.inner.clone();
    let content = text[inner.clone()].trim();
    let folded = fold(content);
    let kind = if names.names.contains(&folded) || is_file_name(&folded) {
        PieceKind::Document(content.to_owned())
    } else if content.is_empty() {
        PieceKind::Filler
    } else {
        PieceKind::Quote(inner)
    };
    Piece {
        range: quote.outer.clone(),
        kind,
    }
}

fn is_bound(text: &str, floor: usize, at: usize, previous: Option<char>) -> bool {
    let Some(previous) = previous else {
        return false;
    };
    previous.is_alphanumeric()
        || ("-_'’&@./\\".contains(previous)
            && text[floor..at]
                .chars()
                .rev()
                .nth(1)
                .is_some_and(char::is_alphanumeric))
}

fn is_delimiter(text: &str, at: usize, c: char, previous: Option<char>, end: usize) -> bool {
    let next = || text[at + c.len_utf8()..end].chars().next();
    match c {
        ',' | ';' | '|' | '—' | '(' | ')' | '[' | ']' | '【' | '】' | '†' | '\n' | '\r' | '→' => {
            true
        }
        ':' => {
            !(previous.is_some_and(|p| p.is_ascii_digit())
                && next().is_some_and(|n| n.is_ascii_digit()))
        }
        '-' | '–' => {
            previous.is_none_or(char::is_whitespace) && next().is_none_or(char::is_whitespace)
        }
        '.' => next().is_none_or(char::is_whitespace) && !is_shortened_locator(text, at),
        _ => false,
    }
}

/// Whether the word that ends at byte `at` is a shortened word for a place: `sec` of `sec. 4`.
fn is_shortened_locator(text: &str, at: usize) -> bool {
    let word = text[..at].rsplit(|c: char| !c.is_alphabetic()).next();
    word.is_some_and(|word| SHORT_LOCATORS.contains(&word.to_lowercase().as_str()))
}

enum Known {
    Document { is_file: bool },
    Page,
}

enum RunItem {
    Words(Range<usize>),
    Known(Range<usize>, Known),
}

fn push_words(text: &str, range: Range<usize>, run: &mut Vec<RunItem>) {
    let words = &text[range.clone()];
    let trimmed =
        words.trim_matches(|c: char| !c.is_alphanumeric() && !"£$€%°<>≤≥=≠±+−-§¶".contains(c));
    if trimmed.is_empty() || trimmed == "-" {
        return;
    }
    let start = range.start + words.find(trimmed).unwrap_or(0);
    run.push(RunItem::Words(start..start + trimmed.len()));
}

/// Turns what stands between two delimiters into pieces.
fn close_run(text: &str, run: &mut Vec<RunItem>, pieces: &mut Vec<Piece>) {
    let items = std::mem::take(run);
    let has_words = items
        .iter()
        .any(|i| matches!(i, RunItem::Words(range) if !is_filler(&text[range.clone()])));
    // "the policy applies to all" names no document, though one is called "policy".
    let is_prose = has_words
        && items
            .iter()
            .any(|i| matches!(i, RunItem::Known(_, Known::Document { is_file: false })));
    if is_prose && let (Some(first), Some(last)) = (items.first(), items.last()) {
        let start = item_range(first).start;
        let page = items.iter().find_map(|i| match i {
            RunItem::Known(range, Known::Page) => Some(range.clone()),
            _ => None,
        });
        // With a page the words before it are the name that was written: "old handbook p. 2".
        match page {
            Some(page) if page.start > start => {
                let named = start..page.start;
                let name = strip_filler(text, named.clone());
                pieces.push(Piece {
                    range: name,
                    kind: PieceKind::Unknown,
                });
                pieces.push(page_piece(text, page.clone()));
                let rest = page.end..item_range(last).end.max(page.end);
                if !text[rest.clone()].trim().is_empty() {
                    pieces.push(Piece {
                        range: rest,
                        kind: PieceKind::Unknown,
                    });
                }
            }
            _ => pieces.push(Piece {
                range: start..item_range(last).end,
                kind: PieceKind::Unknown,
            }),
        }
        return;
    }
    for item in items {
        match item {
            RunItem::Known(range, Known::Document { .. }) => {
                let name = text[range.clone()].to_owned();
                pieces.push(Piece {
                    range,
                    kind: PieceKind::Document(name),
                });
            }
            RunItem::Known(range, Known::Page) => pieces.push(page_piece(text, range)),
            RunItem::Words(range) => {
                let words = &text[range.clone()];
                let kind = if is_filler(words) {
                    PieceKind::Filler
                } else if words.chars().all(|c| c.is_ascii_digit()) && words.len() <= 5 {
                    PieceKind::Number(words.to_owned())
                } else {
                    let name = strip_filler(text, range.clone());
                    if is_file_name(&fold(&text[name.clone()])) {
                        PieceKind::Document(text[name].to_owned())
                    } else {
                        PieceKind::Unknown
                    }
                };
                pieces.push(Piece { range, kind });
            }
        }
    }
}

fn item_range(item: &RunItem) -> Range<usize> {
    match item {
        RunItem::Words(range) | RunItem::Known(range, _) => range.clone(),
    }
}

fn page_piece(text: &str, range: Range<usize>) -> Piece {
    let label = page_label(&text[range.clone()]).to_owned();
    Piece {
        range,
        kind: PieceKind::Page(label),
    }
}

/// The label in a page expression: what follows the word for page.
fn page_label(written: &str) -> &str {
    let rest = written.trim_start_matches('#');
    let word = rest.len() - rest.trim_start_matches(char::is_alphabetic).len();
    let word = PAGE_WORDS
        .iter()
        .filter(|w| rest.len() >= w.len() && rest.is_char_boundary(w.len()))
        .filter(|w| rest[..w.len()].eq_ignore_ascii_case(w))
        .filter(|w| w.len() == word || rest[w.len()..].starts_with(|c: char| c.is_ascii_digit()))
        .map(|w| w.len())
        .max()
        .unwrap_or(0);
    let label = rest[word..].trim_start_matches(|c: char| c.is_whitespace() || ".:=#".contains(c));
    let label = strip_prefix_word(label, "no.")
        .or_else(|| strip_prefix_word(label, "number"))
        .unwrap_or(label);
    label.split(" of ").next().unwrap_or(label).trim()
}

fn strip_prefix_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let head = text.get(..word.len())?;
    head.eq_ignore_ascii_case(word)
        .then(|| text[word.len()..].trim_start())
}

const PAGE_WORDS: &[&str] = &["pages", "page", "pgs", "pg", "pp", "p"];

/// The end of the page expression that starts at byte `at`.
fn match_page(text: &str, at: usize, end: usize) -> Option<usize> {
    let rest = &text[at..end];
    let (hash, body) = match rest.strip_prefix('#') {
        Some(body) => (1, body),
        None => (0, rest),
    };
    let letters = body.len()
        - body
            .trim_start_matches(|c: char| c.is_ascii_alphabetic())
            .len();
    let word = PAGE_WORDS
        .iter()
        .find(|w| w.len() == letters && body[..letters].eq_ignore_ascii_case(w))?;
    let mut at_label = hash + word.len();
    let mut tail = &rest[at_label..];
    let marks = tail.len() - tail.trim_start_matches(['.', ':', '=', '#']).len();
    at_label += marks;
    tail = &rest[at_label..];
    let blank = tail.len() - tail.trim_start().len();
    at_label += blank;
    // "page #3"
    at_label += usize::from(rest[at_label..].starts_with('#'));
    tail = &rest[at_label..];
    if let Some(after) =
        strip_prefix_word(tail, "no.").or_else(|| strip_prefix_word(tail, "number"))
    {
        at_label += tail.len() - after.len();
        tail = after;
    }
    let has_full_word = matches!(*word, "page" | "pages") || marks > 0;
    let mut len = page_number(tail, has_full_word)?;
    // "page 3-4", "page 3 of 10"; and in the plural "pp. 3, 5 and 7".
    let is_plural = matches!(*word, "pages" | "pgs" | "pp");
    let is_roman = tail.starts_with(|c: char| c.is_ascii_alphabetic()) && has_full_word;
    while let Some(step) = more_pages(&tail[len..], is_plural, is_roman) {
        len += step;
    }
    Some(at + at_label + len)
}

/// Length of what joins another page number to the one before, with that number.
fn more_pages(text: &str, is_plural: bool, may_be_roman: bool) -> Option<usize> {
    let gap = text.len() - text.trim_start_matches([' ', '\u{a0}']).len();
    let rest = &text[gap..];
    let (join, is_allowed) = [
        ("-", true),
        ("–", true),
        ("—", true),
        ("of ", gap > 0),
        ("to ", is_plural && gap > 0),
        ("and ", is_plural && gap > 0),
        ("&", is_plural),
        (",", is_plural),
    ]
    .into_iter()
    .find(|(join, _)| rest.starts_with(join))?;
    let after = &rest[join.len()..];
    let blank = after.len() - after.trim_start_matches([' ', '\u{a0}']).len();
    let is_dash = matches!(join, "-" | "–" | "—");
    if !is_allowed || (is_dash && (gap > 0 || blank > 0) && !is_plural) {
        return None;
    }
    Some(gap + join.len() + blank + page_number(&after[blank..], may_be_roman)?)
}

/// Length of a page's number or label: digits, `A-3`, or a roman number.
fn page_number(text: &str, may_be_roman: bool) -> Option<usize> {
    let len = text
        .char_indices()
        .find(|(at, c)| {
            !(c.is_ascii_alphanumeric()
                || (*c == '-' && text[at + 1..].starts_with(|n: char| n.is_ascii_alphanumeric())))
        })
        .map_or(text.len(), |(at, _)| at);
    let label = &text[..len];
    let digits = label.len() - label.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if digits > 0 && digits <= 6 {
        // "3-4" is left to the range reader; "12b" is a label.
        let tail = &label[digits..];
        if tail.is_empty() || tail.starts_with('-') {
            return Some(digits);
        }
        return (tail.len() <= 2 && tail.bytes().all(|b| b.is_ascii_alphabetic())).then_some(len);
    }
    let letters = label.len()
        - label
            .trim_start_matches(|c: char| c.is_ascii_alphabetic())
            .len();
    let tail = label[letters..].trim_start_matches('-');
    let is_prefixed = (1..=3).contains(&letters)
        && !tail.is_empty()
        && tail.len() <= 5
        && tail.bytes().all(|b| b.is_ascii_digit());
    if is_prefixed {
        return Some(len);
    }
    let roman = &label[..letters];
    let is_roman = may_be_roman
        && (1..=8).contains(&letters)
        && roman.bytes().all(|b| b"ivxlcIVXLC".contains(&b))
        && (letters == len || label[letters..].starts_with('-'));
    is_roman.then_some(letters)
}

/// A number by itself beside a document is its page: `[handbook, 3]`.
fn promote_numbers(pieces: &mut [Piece]) {
    let has_page = pieces.iter().any(|p| matches!(p.kind, PieceKind::Page(_)));
    let mut after_document = false;
    for piece in pieces {
        match &piece.kind {
            PieceKind::Document(_) => after_document = true,
            PieceKind::Number(number) if after_document && !has_page => {
                piece.kind = PieceKind::Page(number.clone());
                after_document = false;
            }
            PieceKind::Filler => {}
            _ => after_document = false,
        }
    }
}

fn is_file_name(folded: &str) -> bool {
    has_extension(folded) && folded.len() <= 200
}

/// Words that only say that something is cited.
const FILLER: &[&str] = &[
    "see",
    "cf",
    "also",
    "source",
    "sources",
    "citation",
    "citations",
    "cited",
    "cite",
    "evidence",
    "reference",
    "references",
    "ref",
    "refs",
    "quote",
    "quotation",
    "quoted",
    "quoting",
    "in",
    "on",
    "at",
    "of",
    "from",
    "per",
    "the",
    "document",
    "documents",
    "doc",
    "file",
    "pdf",
    "and",
    "according",
    "to",
    "via",
    "as",
    "stated",
    "ibid",
    "emphasis",
    "added",
    "located",
    "found",
    "based",
];

/// Words after which a place inside a document is named.
const LOCATORS: &[&str] = &[
    "section",
    "sections",
    "sec",
    "sect",
    "§",
    "chapter",
    "ch",
    "paragraph",
    "para",
    "¶",
    "line",
    "lines",
    "table",
    "figure",
    "fig",
    "appendix",
    "clause",
    "article",
    "part",
    "footnote",
    "edition",
    "version",
    "rev",
    "revision",
    "column",
    "row",
    "heading",
];

/// Those of them that a full stop shortens.
const SHORT_LOCATORS: &[&str] = &["sec", "sect", "ch", "para", "fig", "rev"];

/// Most words of a locator; a longer run says something.
const MAX_LOCATOR_WORDS: usize = 4;

fn is_filler(words: &str) -> bool {
    let mut n_words = 0;
    let mut is_locator = false;
    let mut all_filler = true;
    for word in words.split(|c: char| c.is_whitespace() || ".:".contains(c)) {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '§' && c != '¶');
        if word.is_empty() {
            continue;
        }
        let lower = word.to_lowercase();
        if n_words == 0 {
            is_locator = LOCATORS.contains(&lower.as_str()) || lower.starts_with(['§', '¶']);
        }
        n_words += 1;
        all_filler &= FILLER.contains(&lower.as_str());
    }
    all_filler || (is_locator && n_words <= MAX_LOCATOR_WORDS)
}

/// `range` without the words of citing at its start and its end.
pub(super) fn strip_filler(text: &str, range: Range<usize>) -> Range<usize> {
    let mut start = range.start;
    let mut end = range.end;
    loop {
        let rest = &text[start..end];
        let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || ".:,;".contains(c));
        start += rest.len() - trimmed.len();
        let word = trimmed
            .split(|c: char| c.is_whitespace() || ".:".contains(c))
            .next()
            .unwrap_or("");
        if word.is_empty() || !FILLER.contains(&word.to_lowercase().as_str()) {
            break;
        }
        start += word.len();
    }
    loop {
        let rest =
            text[start..end].trim_end_matches(|c: char| c.is_whitespace() || ",;:".contains(c));
        end = start + rest.len();
        let word = rest.rsplit(char::is_whitespace).next().unwrap_or("");
        if word.len() == rest.len() || !FILLER.contains(&word.to_lowercase().as_str()) {
            break;
        }
        end -= word.len();
    }
    start..end
}
