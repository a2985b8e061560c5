//! The structure of a page that has one: headings, paragraphs, list items, table rows with their cells.

use crate::{Document, TextRange};

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BlockKind {
    /// A heading of level 1 to 6; what follows, up to one of the same or a lower number, is its section.
    Heading(u8),
    /// Running text.
    Paragraph,
    /// An item of a list.
    ListItem,
    /// A row of column headings.
    HeaderRow,
    /// A row of a table.
    Row,
    /// Preformatted text, mostly code.
    Preformatted,
}

/// A block of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Bytes in [`Document::raw`], without white space at the ends. Never empty.
    pub range: TextRange,
    /// What it is.
    pub kind: BlockKind,
    /// The cells of a row, one for each column, which may be empty ranges; none for other blocks. A cell
    /// over several columns is given for each of them, one that reaches down in the rows below as well (so
    /// cells may repeat, and lie outside `range`); a description's row holds its name and itself.
    pub cells: Vec<TextRange>,
    /// Number of the table that a row belongs to, from 0 in document order.
    pub table: Option<usize>,
}

/// The blocks of a document in text order. They do not overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Structure {
    /// The blocks.
    pub blocks: Vec<Block>,
}

impl Structure {
    /// The structure of a document without markup: paragraphs, parted by blank lines and page breaks.
    pub fn of_plain_text(document: &Document) -> Self {
        let mut blocks = Vec::new();
        for page in document.pages() {
            let text = document.slice(page.range());
            let mut at = 0;
            let mut open: Option<(usize, usize)> = None;
            for line in text.split_inclusive('\n') {
                let end = at + line.trim_end().len();
                if line.trim().is_empty() {
                    blocks.extend(
                        open.take()
                            .map(|(start, end)| plain(page.range().start(), start, end)),
                    );
                } else {
                    let start = open
                        .map_or(at + (line.len() - line.trim_start().len()), |(start, _)| {
                            start
                        });
                    open = Some((start, end));
                }
                at += line.len();
            }
            blocks.extend(open.map(|(start, end)| plain(page.range().start(), start, end)));
        }
        Self { blocks }
    }
}

fn plain(page_start: usize, start: usize, end: usize) -> Block {
    Block {
        range: TextRange::new(page_start + start, page_start + end),
        kind: BlockKind::Paragraph,
        cells: Vec::new(),
        table: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_parted_by_blank_lines_and_pages() {
        let document = Document::from_plain_text("  one\ntwo \n\n\nthree\u{c}four\n");
        let structure = Structure::of_plain_text(&document);
        let texts: Vec<_> = structure
            .blocks
            .iter()
            .map(|b| document.slice(b.range))
            .collect();
        assert_eq!(texts, ["one\ntwo", "three", "four"], "three paragraphs");
    }
}
