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
    /// Cells of rows above that reach down, by column: what they hold, and how many rows are left.
    reaching: Vec<(TextRange, usize)>,
    /// The name that a description list gives next.
    named: Option<TextRange>,
    element: Element,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Element {
    #[default]
    Other,
    Term,
    Description,
}

#[derive(Default)]
struct Row {
    cells: Vec<Cell>,
}

struct Cell {
    at: usize,
    is_header: bool,
    n_columns: usize,
    n_rows: usize,
}

/// Spans beyond this are no table's.
const MAX_SPAN: usize = 100;

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
            "table" | "dl" if is_start => {
                self.n_tables += 1;
                self.reaching.clear();
                self.named = None;
            }
            "tr" if is_start => self.row = Some(Row::default()),
            "ul" | "ol" | "menu" | "dir" => self.n_lists = step(self.n_lists),
            "pre" => self.n_preformatted = step(self.n_preformatted),
            _ => {}
        }
        match name {
            "dt" if is_start => self.element = Element::Term,
            "dd" if is_start => self.element = Element::Description,
            "dl" => {
                self.element = Element::Other;
                self.named = None;
            }
            "dt" | "dd" => self.element = Element::Other,
            _ => {}
        }
        self.kind = match name.strip_prefix('h').map(str::as_bytes) {
            Some([level @ b'1'..=b'6']) if is_start => Some(BlockKind::Heading(level - b'0')),
            _ if self.n_preformatted > 0 => Some(BlockKind::Preformatted),
            _ if self.n_lists > 0 => Some(BlockKind::ListItem),
            _ => None,
        };
    }

    /// A cell starts at `at`, over so many columns and rows.
    pub(crate) fn cell(&mut self, is_header: bool, at: usize, n_columns: usize, n_rows: usize) {
        if let Some(row) = &mut self.row {
            row.cells.push(Cell {
                at,
                is_header,
                n_columns: n_columns.clamp(1, MAX_SPAN),
                n_rows: n_rows.clamp(1, MAX_SPAN),
            });
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
                let is_header = row.cells.iter().all(|cell| cell.is_header);
                let kind = if is_header {
                    BlockKind::HeaderRow
                } else {
                    BlockKind::Row
                };
                (kind, self.columns(&row, text))
            }
            _ if self.element == Element::Description && self.named.is_some() => (
                BlockKind::Row,
                self.named.into_iter().chain([range]).collect(),
            ),
            _ => (self.kind.unwrap_or(BlockKind::Paragraph), Vec::new()),
        };
        if self.element == Element::Term {
            self.named = Some(range);
        }
        let is_row = !cells.is_empty();
        self.done.push(Block {
            range,
            kind,
            cells,
            table: is_row.then(|| self.n_tables.saturating_sub(1)),
        });
    }
}

impl Blocks {
    /// One cell for each column of the table: what spans several stands in each of them, and what reaches
    /// down from a row above stands in this row as well.
    fn columns(&mut self, row: &Row, text: &str) -> Vec<TextRange> {
        let ends = row
            .cells
            .iter()
            .skip(1)
            .map(|cell| cell.at)
            .chain([text.len()]);
        let mut columns = Vec::new();
        let mut reaching: Vec<(TextRange, usize)> = std::mem::take(&mut self.reaching);
        let from_above = |reaching: &mut Vec<(TextRange, usize)>, column: usize| {
            let (range, left) = reaching.get_mut(column).filter(|(_, left)| *left > 0)?;
            *left -= 1;
            Some(*range)
        };
        for (cell, end) in row.cells.iter().zip(ends) {
            while let Some(range) = from_above(&mut reaching, columns.len()) {
                columns.push(range);
            }
            let range = trimmed(text, cell.at, end);
            for _ in 0..cell.n_columns {
                if reaching.len() <= columns.len() {
                    reaching.resize(columns.len() + 1, (range, 0));
                }
                reaching[columns.len()] = (range, cell.n_rows - 1);
                columns.push(range);
            }
        }
        while let Some(range) = from_above(&mut reaching, columns.len()) {
            columns.push(range);
        }
        self.reaching = reaching;
        columns
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

    #[track_caller]
    fn cells(source: &str, expected: &[&str]) {
        let (document, structure) = html(source);
        let rows = structure.blocks.iter().filter(|b| !b.cells.is_empty());
        let found: Vec<String> = rows
            .map(|row| {
                let cells: Vec<_> = row.cells.iter().map(|c| document.slice(*c)).collect();
                cells.join("|")
            })
            .collect();
        assert_eq!(found, expected, "cells of {source:?}");
    }

    #[test]
    fn spans_fill_their_columns_and_rows() {
        cells(
            "<table><tr><th rowspan=2>A<th colspan=2>B<tr><th>C<th>D<tr><td>1<td>2<td>3</table>",
            &["A|B|B", "A|C|D", "1|2|3"],
        );
        cells(
            "<table><tr><td rowspan=2>A<td>1<tr><td>2<tr><td>B<td>3</table><table><tr><td>4</table>",
            &["A|1", "A|2", "B|3", "4"],
        );
        cells(
            "<table><tr><td rowspan=0>A<td colspan=x>1</table>",
            &["A|1"],
        );
    }

    #[test]
    fn a_description_stands_beside_its_name() {
        cells(
            "<dl><dt>A<dd>1<dt>B<dd><p>2</p><dd>3</dl><dd>4",
            &["A|1", "B|2", "B|3"],
        );
    }

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
