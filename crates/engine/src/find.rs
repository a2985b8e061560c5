//! Finding words in a document, as a reader does: letters of either case, any white space for a space.

use proofmark_text::TextRange;

use crate::session::{FileId, Session};
use crate::view::BoxView;

/// Finds that are returned at most; more would only be stepped through in vain.
pub const MAX_FINDS: usize = 1_000;

/// A stretch that holds the words that were looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Find {
    /// First char in the document's raw text.
    pub start: u64,
    /// One past the last char.
    pub end: u64,
    /// The page of the first char, from 0.
    pub page_idx: usize,
    /// Its boxes, one a line; none in a source without page images.
    pub boxes: Vec<BoxView>,
}

impl Session {
    /// The places of `words` in the document that a file holds, in text order, the first
    /// [`MAX_FINDS`] of them. None for white space alone.
    pub fn find(&self, file: FileId, words: &str) -> Vec<Find> {
        let Some(source) = self.source(file) else {
            return Vec::new();
        };
        let document = source.document();
        let page_of = |at: usize| {
            document
                .pages()
                .iter()
                .rposition(|page| page.range().start() <= at)
                .unwrap_or_default()
        };
        find_in(document.raw(), words)
            .into_iter()
            .map(|range| Find {
                start: document.char_offset(range.start()) as u64,
                end: document.char_offset(range.end()) as u64,
                page_idx: page_of(range.start()),
                boxes: source
                    .boxes(range)
                    .into_iter()
                    .map(|one| BoxView {
                        page_idx: one.page_idx,
                        quad: one.quad_view,
                    })
                    .collect(),
            })
            .collect()
    }
}

/// A folded char and the bytes of the text that it stands for.
struct Folded {
    key: char,
    start: usize,
    end: usize,
}

fn find_in(text: &str, words: &str) -> Vec<TextRange> {
    let needle: Vec<char> = fold(words.trim()).into_iter().map(|one| one.key).collect();
    let Some(first) = needle.first() else {
        return Vec::new();
    };
    let hay = fold(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at + needle.len() <= hay.len() && found.len() < MAX_FINDS {
        let here = &hay[at..at + needle.len()];
        if here[0].key == *first && here.iter().map(|one| one.key).eq(needle.iter().copied()) {
            found.push(TextRange::new(here[0].start, here[needle.len() - 1].end));
            at += needle.len();
        } else {
            at += 1;
        }
    }
    found
}

/// Lower case, one space for any white space; soft hyphens are no chars.
fn fold(text: &str) -> Vec<Folded> {
    let mut out: Vec<Folded> = Vec::with_capacity(text.len());
    for (start, c) in text.char_indices() {
        let end = start + c.len_utf8();
        if c == '\u{ad}' {
            continue;
        }
        if c.is_whitespace() {
            match out.last_mut().filter(|last| last.key == ' ') {
                Some(last) => last.end = end,
                None => out.push(Folded {
                    key: ' ',
                    start,
                    end,
                }),
            }
            continue;
        }
        out.extend(c.to_lowercase().map(|key| Folded { key, start, end }));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'t>(text: &'t str, words: &str) -> Vec<&'t str> {
        find_in(text, words)
            .into_iter()
            .map(|range| &text[range.start()..range.end()])
            .collect()
    }

    #[test]
    fn case_and_white_space_do_not_decide() {
        let text = "Six\n visitors, and six visitors; ÜBER über";
        assert_eq!(
            found(text, "six visitors"),
            ["Six\n visitors", "six visitors"]
        );
        assert_eq!(found(text, "  über "), ["ÜBER", "über"]);
        assert_eq!(found("soft\u{ad}ly", "softly"), ["soft\u{ad}ly"]);
        assert!(found(text, " \n").is_empty(), "no words");
        assert!(found("", "a").is_empty(), "no text");
    }

    #[test]
    fn finds_do_not_overlap_and_end() {
        assert_eq!(found("aaaa", "aa").len(), 2);
        let many = "x ".repeat(MAX_FINDS + 5);
        assert_eq!(found(&many, "x").len(), MAX_FINDS, "the bound");
    }
}
