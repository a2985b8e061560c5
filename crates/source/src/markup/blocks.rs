//! Which stretches of the visible text are headings, paragraphs, list items and rows.

use proofmark_text::{Block, BlockKind, Structure, TextRange};

/// Collects blocks while the visible text grows.
#[derive(Default)]
pub(crate) struct Blocks {
    done: Vec<Block>,
    start: usize,
    kind: Option<BlockKind>,
    n_lists: usize,
    n_preformatted: usize,
    row: Option<Row>,
    n_tables: usize,
}

#[derive(Default)]
struct Row {
    cells: Vec<(usize, bool)>,
}

impl Blocks {
    /// A block element starts or ends where `text` ends now.
    pub(crate) fn edge(&mut self, name: &str, is_start: bool, text: &str) {
        if self.row.is_some() && !matches!(name, "tr" | "table") {
            // A cell may hold blocks of its own; they stay parts of the row.
            return;
        }
        self.close(text);
        let step = |n: usize| if is_start { n + 1 } else { n.saturating_sub(1) };
        match name {
            "table" if is_start => self.n_tables += 1,
            "tr" if is_start => self.row = Some(Row::default()),
            "ul" | "ol" | "menu" | "dir" => self.n_lists = step(self.n_lists),
            "pre" => self.n_preformatted = step(self.n_preformatted),
            _ => {}
        }
        self.kind = match name.strip_prefix('h').map(str::as_bytes) {
            Some([level @ b'1'..=b'6']) if is_start => Some(BlockKind::Heading(level - b'0')),
            _ if self.n_preformatted > 0 => Some(BlockKind::Preformatted),
            _ if self.n_lists > 0 => Some(BlockKind::ListItem),
            _ => None,
        };
    }

    /// A cell starts at `at`.
    pub(crate) fn cell(&mut self, is_header: bool, at: usize) {
        if let Some(row) = &mut self.row {
            row.cells.push((at, is_header));
        }
    }

    pub(crate) fn finish(mut self, text: &str) -> Structure {
        self.close(text);
        Structure { blocks: self.done }
    }

    fn close(&mut self, text: &str) {
        let range = trimmed(text, self.start, text.len());
        let row = self.row.take();
        self.start = text.len();
        if range.is_empty() {
            return;
        }
        let (kind, cells) = match row {
            Some(row) if !row.cells.is_empty() => {
                let is_header = row.cells.iter().all(|(_, is_header)| *is_header);
                let kind = if is_header {
                    BlockKind::HeaderRow
                } else {
                    BlockKind::Row
                };
                let ends = row
                    .cells
                    .iter()
                    .skip(1)
                    .map(|(at, _)| *at)
                    .chain([text.len()]);
                let cells = row
                    .cells
                    .iter()
                    .zip(ends)
                    .map(|((start, _), end)| trimmed(text, *start, end))
                    .collect();
                (kind, cells)
            }
            _ => (self.kind.unwrap_or(BlockKind::Paragraph), Vec::new()),
        };
        let is_row = !cells.is_empty();
        self.done.push(Block {
            range,
            kind,
            cells,
            table: is_row.then(|| self.n_tables.saturating_sub(1)),
        });
    }
}

/// `start..end` of `text`, held inside it, without white space at the ends.
fn trimmed(text: &str, start: usize, end: usize) -> TextRange {
    let end = end.min(text.len());
    let start = start.min(end);
    let Some(inside) = text.get(start..end) else {
        return TextRange::new(end, end);
    };
    let left = inside.len() - inside.trim_start().len();
    let kept = inside.trim().len();
    TextRange::new(start + left, start + left + kept)
}

#[cfg(test)]
mod tests {
    use super::super::html;
    use proofmark_text::BlockKind;

    #[test]
    fn headings_items_and_rows_keep_their_places() {
        let (document, structure) = html(
            "<h2>A</h2><p>b<ul><li><p>c</p><p>d</p></ul><table><tr><th>E<th>F<tr><td>1<br>2<td><p>3</table>g",
        );
        let found: Vec<_> = structure
            .blocks
            .iter()
            .map(|b| (b.kind, document.slice(b.range)))
            .collect();
        assert_eq!(
            found,
            [
                (BlockKind::Heading(2), "A"),
                (BlockKind::Paragraph, "b"),
                (BlockKind::ListItem, "c"),
                (BlockKind::ListItem, "d"),
                (BlockKind::HeaderRow, "E\tF"),
                (BlockKind::Row, "1\n2\n3"),
                (BlockKind::Paragraph, "g"),
            ],
            "blocks of a small page"
        );
        let row = &structure.blocks[5];
        let cells: Vec<_> = row.cells.iter().map(|c| document.slice(*c)).collect();
        assert_eq!(
            (cells, row.table),
            (vec!["1\n2", "3"], Some(0)),
            "cells of the row"
        );
    }
}
