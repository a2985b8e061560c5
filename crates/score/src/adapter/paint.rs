//! The kind of every byte of a text, from which its segments are read off.

use std::ops::Range;

use proofmark_text::TextRange;

use crate::attempt::{Segment, SegmentKind};

/// Kind, field and occurrence of a field, for every byte.
pub(super) struct Paint {
    bytes: Vec<Dab>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Dab {
    kind: SegmentKind,
    /// Index of the field plus one; 0 for none.
    field: u32,
    /// Index of the occurrence plus one; 0 for none. Told only of prose.
    occurrence: u32,
}

fn plus_one(idx: Option<usize>) -> u32 {
    idx.and_then(|i| u32::try_from(i + 1).ok()).unwrap_or(0)
}

impl Paint {
    /// All of it is extra.
    pub(super) fn new(len: usize) -> Self {
        Self {
            bytes: vec![
                Dab {
                    kind: SegmentKind::Extra,
                    field: 0,
                    occurrence: 0
                };
                len
            ],
        }
    }

    /// Paints over `range`, which must lie on char boundaries.
    pub(super) fn put(
        &mut self,
        range: Range<usize>,
        kind: SegmentKind,
        field_idx: Option<usize>,
        occurrence: Option<usize>,
    ) {
        let dab = Dab {
            kind,
            field: plus_one(field_idx),
            occurrence: plus_one(occurrence),
        };
        if let Some(bytes) = self.bytes.get_mut(range) {
            bytes.fill(dab);
        }
    }

    fn runs(&self) -> impl Iterator<Item = (Range<usize>, Dab)> {
        let mut at = 0;
        self.bytes.chunk_by(|a, b| a == b).map(move |run| {
            let range = at..at + run.len();
            at = range.end;
            (range, run[0])
        })
    }

    /// The segments, in order.
    pub(super) fn segments(&self, text: &str) -> Vec<Segment> {
        debug_assert_eq!(text.len(), self.bytes.len(), "the paint of another text");
        let mut segments: Vec<Segment> = Vec::new();
        for (range, dab) in self.runs() {
            let field_idx = (dab.field as usize).checked_sub(1);
            if let Some(last) = segments.last_mut()
                && last.kind == dab.kind
                && last.field_idx == field_idx
            {
                last.range = TextRange::new(last.range.start(), range.end);
                continue;
            }
            segments.push(Segment {
                kind: dab.kind,
                range: TextRange::new(range.start, range.end),
                field_idx,
            });
        }
        segments
    }

    /// The prose of each of `n` occurrences, a space where something was taken out.
    pub(super) fn proses(&self, text: &str, n: usize) -> Vec<String> {
        let mut proses = vec![String::new(); n];
        let mut ends = vec![0usize; n];
        for (range, dab) in self.runs() {
            let Some(idx) = (dab.occurrence as usize)
                .checked_sub(1)
                .filter(|idx| *idx < n)
            else {
                continue;
            };
            if dab.kind != SegmentKind::FieldText {
                continue;
            }
            if ends[idx] != range.start && !proses[idx].is_empty() {
                proses[idx].push(' ');
            }
            proses[idx].push_str(&text[range.clone()]);
            ends[idx] = range.end;
        }
        for prose in &mut proses {
            if let Some(lines) = without_breaks(prose) {
                *prose = lines;
            }
            if let Some(lines) = without_list_numbers(prose) {
                *prose = lines;
            }
            if prose.trim().len() < prose.len() {
                *prose = prose.trim().to_owned();
            }
        }
        proses
    }

    /// The stretches of extra prose that say anything.
    pub(super) fn extras(&self, text: &str) -> Vec<String> {
        self.runs()
            .filter(|(_, dab)| dab.kind == SegmentKind::Extra)
            .map(|(range, _)| {
                let text = &text[range];
                let broken = without_breaks(text);
                let lines: Vec<&str> = broken.as_deref().unwrap_or(text).lines().collect();
                let is_head = |idx: usize| {
                    is_table_head(lines[idx])
                        && lines.get(idx + 1).is_some_and(|l| is_table_rule(l))
                };
                (0..lines.len())
                    .filter(|idx| !is_code_fence(lines[*idx]) && !is_head(*idx))
                    .map(|idx| lines[idx])
                    .collect::<Vec<_>>()
                    .join("\n")
                    .trim()
                    .to_owned()
            })
            .filter(|s| s.chars().any(|c| c.is_alphanumeric()))
            .collect()
    }
}

/// `text` with newlines for HTML line breaks, as cells of Markdown tables have them; `None` without any.
pub(super) fn without_breaks(text: &str) -> Option<String> {
    let is_break = |rest: &str| {
        let inner = rest.get(3..)?.trim_start();
        let inner = inner.strip_prefix('/').unwrap_or(inner).strip_prefix('>')?;
        rest.get(..3)
            .is_some_and(|tag| tag.eq_ignore_ascii_case("<br"))
            .then(|| rest.len() - inner.len())
    };
    let mut lines = String::new();
    let (mut at, mut done) = (0, 0);
    while let Some(offset) = text[at..].find('<') {
        let start = at + offset;
        at = start + 1;
        if let Some(len) = is_break(&text[start..]) {
            lines.push_str(&text[done..start]);
            lines.push('\n');
            at = start + len;
            done = at;
        }
    }
    (done > 0).then(|| lines + &text[done..])
}

/// Words that a table of answers heads its columns with, and that say nothing else.
const HEADS: &[&str] = &[
    "field",
    "fields",
    "answer",
    "answers",
    "value",
    "values",
    "question",
    "label",
    "item",
    "source",
    "sources",
    "citation",
    "citations",
    "evidence",
    "quote",
    "reference",
    "references",
    "page",
    "document",
    "requested",
];

/// Whether a row of a Markdown table holds nothing but words for its columns.
fn is_table_head(line: &str) -> bool {
    let mut words = line
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    line.trim_start().starts_with('|')
        && words.all(|word| HEADS.contains(&word.to_lowercase().as_str()))
}

/// Whether a line is the rule below the head of a Markdown table.
fn is_table_rule(line: &str) -> bool {
    line.contains("--") && line.chars().all(|c| "|-: \t\r".contains(c))
}

/// `text` with bullets for the numbers of a list, where at least two of its lines are numbered from 1 on
/// (`1. the gate`, `2. the yard`); `None` where they are not.
fn without_list_numbers(text: &str) -> Option<String> {
    let number = |line: &str| -> Option<(usize, usize, usize)> {
        let start = line.len() - line.trim_start_matches([' ', '\t', '-', '*', '>']).len();
        let digits = line[start..].bytes().take_while(u8::is_ascii_digit).count();
        let rest = &line[start + digits..];
        let is_item = (1..=2).contains(&digits)
            && rest.starts_with(['.', ')'])
            && rest[1..].starts_with([' ', '\t']);
        let value = line[start..start + digits].parse().ok()?;
        is_item.then_some((value, start, start + digits + 1))
    };
    let numbers: Vec<usize> = text
        .split('\n')
        .filter_map(|line| Some(number(line)?.0))
        .collect();
    if numbers.len() < 2 || !numbers.iter().copied().eq(1..=numbers.len()) {
        return None;
    }
    let lines = text.split('\n').map(|line| match number(line) {
        Some((_, start, end)) => format!("{}•{}", &line[..start], &line[end..]),
        None => line.to_owned(),
    });
    Some(lines.collect::<Vec<_>>().join("\n"))
}

/// A line that only opens or closes a code block.
fn is_code_fence(line: &str) -> bool {
    line.trim()
        .strip_prefix("```")
        .is_some_and(|rest| rest.chars().all(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::{is_table_head, is_table_rule, without_breaks, without_list_numbers};

    #[test]
    fn the_head_of_a_table_of_answers_is_form() {
        assert!(is_table_head("| Field | Answer | Source |"));
        assert!(is_table_head("| **Requested field** | Value |"));
        assert!(!is_table_head("| Field | Price |"));
        assert!(!is_table_head("Field and answer"));
        assert!(is_table_rule("|---|:---:|"));
        assert!(!is_table_rule("| a | b |"));
        assert!(!is_table_rule("||"));
    }

    #[test]
    fn numbers_of_a_list_are_form() {
        for (text, expected) in [
            ("1. a\n2. b", Some("• a\n• b")),
            (
                "so:\n 1) a\n   more\n 2) b",
                Some("so:\n • a\n   more\n • b"),
            ),
            ("1. a", None),
            ("2. a\n3. b", None),
            ("1. a\n3. b", None),
            ("1.5 a\n2.5 b", None),
            ("1 a\n2 b", None),
            ("1.\n2.", None),
            ("100. a", None),
        ] {
            assert_eq!(without_list_numbers(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn html_line_breaks_are_form() {
        for (text, expected) in [
            ("a<br>b", Some("a\nb")),
            ("a<BR/>b<br />c", Some("a\nb\nc")),
            ("<br>", Some("\n")),
            ("a < b", None),
            ("<brake>", None),
            ("<br", None),
            ("é<b>é<", None),
        ] {
            assert_eq!(without_breaks(text).as_deref(), expected, "{text}");
        }
    }
}
