//! A field's prose in words, stems and clauses.

use proofmark_text::{TextRange, Token, tokenize};

use super::operators::is_negating;
use super::words::words;

/// Longest text, in tokens, that is searched for wordings and values; the search compares all values
/// with each other. It is some forty pages: no answer to one field, and a second of work at most.
pub(crate) const MAX_TOKENS: usize = 10_000;

/// Longest text, in bytes, that is read at all: longer ones have more tokens than that, or are no prose.
const MAX_BYTES: usize = 400_000;

/// Whether a text is too long to be read.
pub(crate) fn is_long(text: &str) -> bool {
    text.len() > MAX_BYTES
}

/// A text in tokens, with what the rules ask of them.
pub(crate) struct Prose<'a> {
    /// The text.
    pub(crate) text: &'a str,
    /// Its tokens.
    pub(crate) tokens: Vec<Token>,
    /// One for each token.
    pub(crate) stems: Vec<String>,
    /// One for each token: the clause it stands in (`, ; . ( ) ! ?`, a newline, `and`, `but`), from 0.
    pub(crate) clauses: Vec<usize>,
    /// As `clauses`, but a colon or a dash ends a clause as well. What a negation reaches.
    pub(crate) reaches: Vec<usize>,
    /// The tokens with contractions taken apart (`mustn't` as `must`, `not`).
    pub(crate) parts: Vec<Part>,
}

/// A word of a token: the token's key, or one of the two words of a contraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The word.
    pub(crate) key: String,
    /// Index of the token.
    pub(crate) token_idx: usize,
}

/// A half-open range of token indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stretch {
    /// First token.
    pub(crate) start: usize,
    /// One past the last token.
    pub(crate) end: usize,
}

impl Stretch {
    /// Whether the two share a token.
    pub(crate) fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Whether all of `other` lies inside.
    pub(crate) fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

impl<'a> Prose<'a> {
    /// Reads `text`.
    pub(crate) fn new(text: &'a str) -> Self {
        let tokens = tokenize(text);
        let stems = tokens
            .iter()
            .map(|token| words().stem(&token.key))
            .collect();
        let mut clauses = Vec::with_capacity(tokens.len());
        let mut reaches = Vec::with_capacity(tokens.len());
        let (mut clause, mut reach, mut after) = (0, 0, 0);
        let mut before = "";
        for token in &tokens {
            let gap = text.get(after..token.range.start()).unwrap_or_default();
            let gap = match gap.strip_prefix('.') {
                Some(rest) if words().has("abbreviations", before) => rest,
                _ => gap,
            };
            before = &token.key;
            let ends_clause = gap.contains([',', ';', '.', '(', ')', '!', '?', '\n']);
            let is_joining = words().has("clause ends", &token.key);
            clause += usize::from(ends_clause) + usize::from(is_joining);
            reach +=
                usize::from(ends_clause || gap.contains([':', '—', '–']) || gap.contains(" - "))
                    + usize::from(is_joining);
            clauses.push(clause);
            reaches.push(reach);
            // What follows "and" is in a clause of its own, apart from the word itself.
            clause += usize::from(is_joining);
            reach += usize::from(is_joining);
            after = token.range.end();
        }
        let parts = tokens
            .iter()
            .enumerate()
            .flat_map(|(token_idx, token)| {
                split_contraction(&token.key)
                    .into_iter()
                    .map(move |key| Part { key, token_idx })
            })
            .collect();
        Self {
            text,
            tokens,
            stems,
            clauses,
            reaches,
            parts,
        }
    }

    /// The key of the token at `idx`.
    pub(crate) fn key(&self, idx: usize) -> &str {
        &self.tokens[idx].key
    }

    /// The keys of all tokens.
    pub(crate) fn keys(&self) -> Vec<&str> {
        self.tokens.iter().map(|token| &*token.key).collect()
    }

    /// Number of tokens.
    pub(crate) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Bytes of `stretch` in the text; empty where the stretch is.
    pub(crate) fn range(&self, stretch: Stretch) -> TextRange {
        match (
            self.tokens.get(stretch.start),
            self.tokens.get(stretch.end.wrapping_sub(1)),
        ) {
            (Some(first), Some(last)) if stretch.start < stretch.end => {
                first.range.cover(last.range)
            }
            _ => TextRange::default(),
        }
    }

    /// The words of `stretch` as written.
    pub(crate) fn written(&self, stretch: Stretch) -> &str {
        let range = self.range(stretch);
        self.text
            .get(range.start()..range.end())
            .unwrap_or_default()
    }

    /// The tokens that share a byte with `range`.
    pub(crate) fn stretch_of(&self, range: TextRange) -> Stretch {
        let start = self
            .tokens
            .partition_point(|token| token.range.end() <= range.start());
        let end = self
            .tokens
            .partition_point(|token| token.range.start() < range.end());
        Stretch {
            start,
            end: end.max(start),
        }
    }

    /// How often punctuation parts the words of `stretch` into what a negation reaches.
    pub(crate) fn n_parted(&self, stretch: Stretch) -> usize {
        if stretch.start >= stretch.end {
            return 0;
        }
        let n_joining = (stretch.start + 1..stretch.end)
            .filter(|idx| words().has("clause ends", self.key(*idx)))
            .count();
        let n_after_joining = (stretch.start..stretch.end - 1)
            .filter(|idx| words().has("clause ends", self.key(*idx)))
            .count();
        let n_clauses = self.reaches[stretch.end - 1] - self.reaches[stretch.start];
        n_clauses.saturating_sub(n_joining + n_after_joining)
    }

    /// Whether punctuation stands behind a negation in `stretch`, so that the words behind it may say the
    /// opposite: `no, food is allowed` for `no food is allowed`.
    pub(crate) fn is_parted_negation(&self, stretch: Stretch) -> bool {
        (stretch.start + 1..stretch.end).any(|idx| {
            is_negating(self.key(idx - 1))
                && self.reaches[idx] != self.reaches[idx - 1]
                && !words().has("clause ends", self.key(idx))
        })
    }

    /// Whether brackets in `stretch` hold a number and leave what is counted outside, as accounts write a
    /// negative amount: `($4,382) million`.
    pub(crate) fn is_accounting_negative(&self, stretch: Stretch) -> bool {
        (stretch.start + 1..stretch.end).any(|idx| {
            let number = self.tokens[idx - 1].range;
            let before = self.text.get(..number.start()).unwrap_or_default();
            let before = before.trim_end_matches(|c: char| "$€£¥ ".contains(c));
            self.is_number(idx - 1)
                && self.gap_before(idx).is_some_and(|gap| gap.starts_with(')'))
                && before.ends_with('(')
        })
    }

    /// Whether the sentence of `stretch` ends in a question mark.
    pub(crate) fn is_asked(&self, stretch: Stretch) -> bool {
        let ends = (stretch.end..=self.len()).filter_map(|next| {
            let from = self.tokens.get(next.wrapping_sub(1))?.range.end();
            let to = self
                .tokens
                .get(next)
                .map_or(self.text.len(), |t| t.range.start());
            let gap = self.text.get(from..to)?;
            gap.chars()
                .find(|c| matches!(c, '?' | '.' | '!' | ';' | '\n'))
        });
        ends.into_iter().next() == Some('?')
    }

    /// Whether the token at `idx` is a number.
    pub(crate) fn is_number(&self, idx: usize) -> bool {
        let token = self.tokens.get(idx);
        token.is_some_and(|token| token.kind == proofmark_text::TokenKind::Number)
    }

    /// Whether nothing stands between the token at `idx` and the one before it.
    pub(crate) fn touches_before(&self, idx: usize) -> bool {
        self.gap_before(idx) == Some("")
    }

    /// Whether a sentence or a line ends before the token at `idx`.
    pub(crate) fn ends_sentence_before(&self, idx: usize) -> bool {
        let gap = self.gap_before(idx);
        gap.is_some_and(|gap| gap.contains(['.', ';', '!', '?', '\n']))
    }

    fn gap_before(&self, idx: usize) -> Option<&str> {
        let before = self.tokens.get(idx.checked_sub(1)?)?;
        let token = self.tokens.get(idx)?;
        self.text.get(before.range.end()..token.range.start())
    }

    /// Whether `stretch` begins at the token `at` and stands in brackets of its own: `6 tonnes (max.)`.
    pub(crate) fn is_bracketed(&self, at: usize, stretch: Stretch) -> bool {
        let (Some(before), Some(last)) = (
            at.checked_sub(1).and_then(|before| self.tokens.get(before)),
            self.tokens.get(stretch.end.wrapping_sub(1)),
        ) else {
            return false;
        };
        let range = self.range(stretch);
        let gap = self.text.get(before.range.end()..range.start());
        let behind = self.text.get(last.range.end()..).unwrap_or_default();
        stretch.start == at
            && gap.is_some_and(|gap| gap.trim() == "(")
            && behind.trim_start_matches(['.', ' ']).starts_with(')')
    }

    /// Whether the tokens of `stretch` stand in one clause.
    pub(crate) fn is_one_clause(&self, stretch: Stretch) -> bool {
        stretch.start < stretch.end && self.clauses[stretch.start] == self.clauses[stretch.end - 1]
    }

    /// Every place where the tokens of `needle` stand, in order; overlapping ones too.
    pub(crate) fn find(&self, needle: &[Token]) -> Vec<Stretch> {
        if needle.is_empty() || needle.len() > self.len() {
            return Vec::new();
        }
        (0..=self.len() - needle.len())
            .filter(|&start| {
                needle
                    .iter()
                    .zip(&self.tokens[start..])
                    .all(|(a, b)| a.matches(b))
            })
            .map(|start| Stretch {
                start,
                end: start + needle.len(),
            })
            .collect()
    }

    /// Every place where the words of `needle` stand, contractions taken apart.
    pub(crate) fn find_parts(&self, needle: &[String]) -> Vec<Stretch> {
        if needle.is_empty() || needle.len() > self.parts.len() {
            return Vec::new();
        }
        (0..=self.parts.len() - needle.len())
            .filter(|&start| {
                needle
                    .iter()
                    .zip(&self.parts[start..])
                    .all(|(a, b)| *a == b.key)
            })
            .map(|start| Stretch {
                start: self.parts[start].token_idx,
                end: self.parts[start + needle.len() - 1].token_idx + 1,
            })
            .collect()
    }

    /// Every place where one of the phrases of the table `name` stands; of two that start at the same
    /// word the longer.
    pub(crate) fn find_phrases(&self, name: &str) -> Vec<Stretch> {
        let mut found: Vec<Stretch> = Vec::new();
        for start in 0..self.len() {
            let longest = words()
                .phrases(name)
                .iter()
                .filter(|phrase| {
                    phrase.len() <= self.len() - start
                        && phrase
                            .iter()
                            .zip(&self.tokens[start..])
                            .all(|(a, b)| **a == *b.key)
                })
                .map(Vec::len)
                .max();
            if let Some(len) = longest {
                found.push(Stretch {
                    start,
                    end: start + len,
                });
            }
        }
        found
    }

    /// Whether nothing but separators, or separators and one `and`, stands between two stretches.
    pub(crate) fn is_joined(&self, a: Stretch, b: Stretch) -> bool {
        let (first, second) = if a.start <= b.start { (a, b) } else { (b, a) };
        match second.start.checked_sub(first.end) {
            Some(0) => true,
            Some(1) => matches!(self.key(first.end), "and" | "&" | "/"),
            _ => false,
        }
    }
}

/// The words of `text`, contractions taken apart.
pub(crate) fn part_keys(tokens: &[Token]) -> Vec<String> {
    tokens
        .iter()
        .flat_map(|token| split_contraction(&token.key))
        .collect()
}

fn split_contraction(key: &str) -> Vec<String> {
    let first = match key {
        "cannot" | "can't" => "can",
        "won't" => "will",
        "shan't" => "shall",
        "ain't" => "is",
        _ => match key.strip_suffix("n't") {
            Some(first) if !first.is_empty() => first,
            _ => return vec![key.to_owned()],
        },
    };
    vec![first.to_owned(), "not".to_owned()]
}
