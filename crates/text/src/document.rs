//! The document model: raw text in pages, with labels and what is known of its reliability.

use crate::TextRange;

/// The char that parts two pages in a document's raw text.
pub const PAGE_BREAK: char = '\u{c}';

/// One page of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    range: TextRange,
    label: Option<String>,
    has_text_layer: bool,
}

impl Page {
    /// Where the page's text stands in [`Document::raw`], without the page breaks around it.
    pub fn range(&self) -> TextRange {
        self.range
    }

    /// The label that the file itself gives the page (`iv`, `A-3`), if it gives one.
    pub fn label(&self) -> Option<&str> {
        self.label.as_deref()
    }

    /// Whether the page has any text. `false` for a scan; `true` for an empty page of a text file.
    pub fn has_text_layer(&self) -> bool {
        self.has_text_layer
    }
}

/// A document: the raw text of its pages, joined by [`PAGE_BREAK`].
///
/// Inside the program every offset is a byte offset in [`Document::raw`]; files carry chars
/// ([`Document::char_offset`] and [`Document::byte_offset`] convert).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    raw: String,
    pages: Vec<Page>,
    unverified: Vec<TextRange>,
    is_incomplete: bool,
    chars: CharTable,
}

/// What goes into one page of a [`Document`].
#[derive(Clone, Debug, Default)]
pub struct PageText {
    /// The page's text; lines end with `\n`. A page break in it is replaced by a newline.
    pub text: String,
    /// The file's own label of the page.
    pub label: Option<String>,
    /// `true` for a page of a PDF that has no text at all.
    pub is_scan: bool,
    /// Byte ranges in `text` whose Unicode was guessed or is unknown. Ascending, not overlapping.
    pub unverified: Vec<TextRange>,
}

impl Document {
    /// Builds a document from its pages, in their original order.
    pub fn from_pages(pages: impl IntoIterator<Item = PageText>) -> Self {
        let mut raw = String::new();
        let mut built = Vec::new();
        let mut unverified = Vec::new();
        for (page_idx, page) in pages.into_iter().enumerate() {
            if page_idx > 0 {
                raw.push(PAGE_BREAK);
            }
            let start = raw.len();
            if page.text.contains(PAGE_BREAK) {
                raw.push_str(&page.text.replace(PAGE_BREAK, "\n"));
            } else {
                raw.push_str(&page.text);
            }
            unverified.extend(
                page.unverified
                    .iter()
                    .map(|r| TextRange::new(start + r.start(), start + r.end())),
            );
            built.push(Page {
                range: TextRange::new(start, raw.len()),
                label: page.label,
                has_text_layer: !page.is_scan,
            });
        }
        let chars = CharTable::new(&raw);
        Self {
            raw,
            pages: built,
            unverified,
            is_incomplete: false,
            chars,
        }
    }

    /// The same document, known to lack some of its text: pages or parts of pages that could not be read.
    #[must_use]
    pub fn with_missing_text(mut self) -> Self {
        self.is_incomplete = true;
        self
    }

    /// Whether text of the document may be missing here: some page is a scan, or pages or parts of them could
    /// not be read. What does not stand in such a text may stand in the document all the same.
    pub fn may_lack_text(&self) -> bool {
        self.is_incomplete || self.pages.iter().any(|page| !page.has_text_layer)
    }

    /// Builds a document from plain text in which form feeds part the pages.
    pub fn from_plain_text(text: &str) -> Self {
        Self::from_pages(text.split(PAGE_BREAK).map(|page| PageText {
            text: page.to_owned(),
            ..PageText::default()
        }))
    }

    /// The raw text of all pages, joined by page breaks. Never altered by matching.
    pub fn raw(&self) -> &str {
        &self.raw
    }

    /// The pages in their original order.
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// The raw text in `range`.
    ///
    /// # Panics
    /// When the range does not lie on char boundaries of this document.
    pub fn slice(&self, range: TextRange) -> &str {
        &self.raw[range.start()..range.end()]
    }

    /// Ranges of raw text whose Unicode was guessed or is unknown; ascending, not overlapping.
    pub fn unverified(&self) -> &[TextRange] {
        &self.unverified
    }

    /// Whether any char of `range` was guessed or is unknown.
    pub fn is_unverified(&self, range: TextRange) -> bool {
        let from = self
            .unverified
            .partition_point(|r| r.end() <= range.start());
        self.unverified.get(from).is_some_and(|r| r.overlaps(range))
    }

    /// Index of the page that holds the byte at `offset`; a page break belongs to the page before it.
    /// 0 in a document without pages.
    pub fn page_idx_at(&self, offset: usize) -> usize {
        self.pages
            .partition_point(|page| page.range.start() <= offset)
            .saturating_sub(1)
    }

    /// Converts a byte offset into a count of chars from the start of the raw text.
    pub fn char_offset(&self, byte: usize) -> usize {
        self.chars.char_at(&self.raw, byte)
    }

    /// Converts a count of chars into a byte offset; `None` past the end of the raw text.
    pub fn byte_offset(&self, char_offset: usize) -> Option<usize> {
        self.chars.byte_at(&self.raw, char_offset)
    }

    /// Length of the raw text in chars.
    pub fn n_chars(&self) -> usize {
        self.chars.n_chars
    }
}

/// Char counts at every 1024th byte, so that converting an offset reads one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CharTable {
    /// `marks[i]` is the number of chars that start before byte `i * STEP`.
    marks: Vec<u32>,
    n_chars: usize,
}

impl CharTable {
    const STEP: usize = 1024;

    /// Counts the chars of `text`.
    pub fn new(text: &str) -> Self {
        let mut marks = Vec::with_capacity(text.len() / Self::STEP + 1);
        let mut n_chars = 0usize;
        for (at, byte) in text.bytes().enumerate() {
            if at % Self::STEP == 0 {
                marks.push(u32::try_from(n_chars).expect("texts are at most 4 GiB long"));
            }
            n_chars += usize::from(is_char_start(byte));
        }
        Self { marks, n_chars }
    }

    /// Number of chars of `text` that start before byte `byte`.
    pub fn char_at(&self, text: &str, byte: usize) -> usize {
        let Some(&mark) = self.marks.get(byte / Self::STEP) else {
            return self.n_chars;
        };
        let from = byte / Self::STEP * Self::STEP;
        let rest = &text.as_bytes()[from..byte.min(text.len())];
        mark as usize + rest.iter().filter(|b| is_char_start(**b)).count()
    }

    /// Byte at which char number `char_offset` of `text` starts; the text's length for the count of
    /// all chars, `None` past it.
    pub fn byte_at(&self, text: &str, char_offset: usize) -> Option<usize> {
        if char_offset >= self.n_chars {
            return (char_offset == self.n_chars).then_some(text.len());
        }
        let mark = self
            .marks
            .partition_point(|m| *m as usize <= char_offset)
            .saturating_sub(1);
        let mut left = char_offset - self.marks[mark] as usize;
        for (at, byte) in text.bytes().enumerate().skip(mark * Self::STEP) {
            if is_char_start(byte) {
                if left == 0 {
                    return Some(at);
                }
                left -= 1;
            }
        }
        None
    }
}

fn is_char_start(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn char_offsets_and_back() {
        let text = "aé€😀".repeat(900);
        let document = Document::from_plain_text(&text);
        for (n, (byte, _)) in text.char_indices().enumerate() {
            assert_eq!(document.char_offset(byte), n, "byte {byte}");
            assert_eq!(document.byte_offset(n), Some(byte), "char {n}");
        }
        assert_eq!(
            document.byte_offset(3600),
            Some(text.len()),
            "the end is an offset"
        );
        assert_eq!(document.byte_offset(3601), None, "past the end");
    }

    #[test]
    fn pages_are_joined_by_form_feeds() {
        let document = Document::from_plain_text("one\u{c}two\u{c}");
        let texts: Vec<_> = document
            .pages()
            .iter()
            .map(|p| document.slice(p.range()))
            .collect();
        assert_eq!(texts, ["one", "two", ""], "three pages");
        assert_eq!(
            document.page_idx_at(3),
            0,
            "the break belongs to the page before"
        );
        assert_eq!(document.page_idx_at(4), 1, "first char of the second page");
    }
}
