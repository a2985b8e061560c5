//! Reads a saved page into the passages that can be quoted: sentences, list items and rows.

use std::collections::BTreeSet;
use std::sync::Arc;

use proofmark_text::{Block, BlockKind, Document, TextRange};

use crate::cells::squash;
use crate::page::{Cell, Group, Page, SavedPage, Slot, Unit, fold_name};
use crate::past::{is_past_name, is_past_sentence, mark_past_rows};
use crate::terms::Terms;
use crate::value::{Value, values, with_unit_of};

pub(crate) fn read_page(saved: SavedPage, terms: &Terms) -> Page {
    let document = Arc::clone(&saved.document);
    let structure = Arc::clone(&saved.structure);
    let mut reader = Reader {
        document: &document,
        terms,
        headings: Vec::new(),
        intro: None,
        header: Vec::new(),
        band: None,
        in_header: false,
        table: None,
        list_open: false,
        units: Vec::new(),
        groups: Vec::new(),
    };
    for block in &structure.blocks {
        reader.block(block);
    }
    let (mut units, groups) = (reader.units, reader.groups);
    mark_past_rows(&document, &mut units);
    let mut subject = BTreeSet::new();
    let title = structure
        .blocks
        .iter()
        .find(|b| b.kind == BlockKind::Heading(1));
    if let Some(title) = title {
        subject.extend(terms.of(document.slice(title.range), &[]));
    }
    for phrase in saved
        .snapshot
        .canonical_for
        .iter()
        .chain(&saved.snapshot.enumerates)
    {
        subject.extend(terms.of(phrase, &[]));
    }
    let folded = fold_name(document.raw());
    let items = units
        .iter()
        .filter(|unit| unit.group.is_some())
        .flat_map(|unit| {
            unit.cells
                .iter()
                .map(|cell| cell.range)
                .chain([unit.range])
                .flat_map(|range| document.slice(range).lines())
        })
        .map(|line| squash(line.split(" (").next().unwrap_or(line)))
        .collect();
    Page {
        items,
        saved,
        units,
        groups,
        subject,
        folded,
    }
}

struct Reader<'a> {
    document: &'a Document,
    terms: &'a Terms,
    headings: Vec<(u8, TextRange)>,
    intro: Option<TextRange>,
    /// The cells of the table's header rows, for each column.
    header: Vec<Vec<TextRange>>,
    /// The row over the table's whole width that the rows below it stand under.
    band: Option<TextRange>,
    in_header: bool,
    table: Option<usize>,
    list_open: bool,
    units: Vec<Unit>,
    groups: Vec<Group>,
}

impl Reader<'_> {
    fn text(&self, range: TextRange) -> &str {
        self.document.slice(range)
    }

    fn terms_of(&self, range: TextRange) -> BTreeSet<String> {
        let text = self.text(range);
        let ranges: Vec<TextRange> = values(text).iter().map(Value::range).collect();
        self.terms.of(text, &ranges)
    }

    fn block(&mut self, block: &Block) {
        match block.kind {
            BlockKind::Heading(level) => self.heading(level, block.range),
            BlockKind::HeaderRow => {
                if self.table != block.table {
                    self.start_table(block);
                }
                if is_over_all(&block.cells) && !self.in_header && !self.header.is_empty() {
                    self.band = block.cells.first().copied();
                } else {
                    if !self.in_header {
                        self.start_table(block);
                    }
                    for (column, cell) in block.cells.iter().enumerate() {
                        if self.header.len() <= column {
                            self.header.push(Vec::new());
                        }
                        if !self.header[column].contains(cell) {
                            self.header[column].push(*cell);
                        }
                    }
                    self.name_group();
                }
                self.in_header = true;
            }
            BlockKind::Row => {
                if self.table != block.table {
                    self.start_table(block);
                }
                self.in_header = false;
                if is_over_all(&block.cells) && block.cells.len() >= 2 {
                    self.band = block.cells.first().copied();
                } else {
                    self.row(block);
                }
            }
            BlockKind::ListItem => {
                if !self.list_open {
                    self.open_group(block.range);
                    self.list_open = true;
                }
                self.extend_group(block.range);
                let group = self.groups.len().checked_sub(1);
                self.sentences(block.range, group);
                return;
            }
            BlockKind::Paragraph => {
                self.sentences(block.range, None);
                self.intro = Some(block.range);
            }
            BlockKind::Preformatted => {}
        }
        self.list_open = false;
    }

    fn heading(&mut self, level: u8, range: TextRange) {
        self.headings.retain(|(above, _)| *above < level);
        self.headings.push((level, range));
        self.intro = None;
        self.list_open = false;
        let own = self.terms_of(range);
        self.push(range, own, None, |unit| unit.is_heading = true);
    }

    fn start_table(&mut self, block: &Block) {
        self.header = Vec::new();
        self.band = None;
        self.in_header = false;
        self.open_group(block.range);
        self.table = block.table;
    }

    /// The last group's name takes in the table's header.
    fn name_group(&mut self) {
        let terms: BTreeSet<String> = self
            .header
            .iter()
            .take(2)
            .flatten()
            .flat_map(|cell| self.terms_of(*cell))
            .collect();
        if let Some(group) = self.groups.last_mut() {
            group.kind.extend(terms.iter().cloned());
            group.heading.extend(terms);
        }
    }

    fn open_group(&mut self, first: TextRange) {
        let mut kind = BTreeSet::new();
        let mut heading = BTreeSet::new();
        for (_, range) in &self.headings {
            kind.extend(self.terms_of(*range));
        }
        if let Some((_, range)) = self.headings.last() {
            heading.extend(self.terms_of(*range));
        }
        if let Some(intro) = self.intro {
            kind.extend(self.terms_of(intro));
        }
        kind.extend(heading.iter().cloned());
        self.groups.push(Group {
            range: TextRange::new(first.end(), first.end()),
            n_items: 0,
            intro: self.intro,
            kind,
            heading,
        });
    }

    fn extend_group(&mut self, range: TextRange) {
        if let Some(group) = self.groups.last_mut() {
            group.range = if group.n_items == 0 {
                range
            } else {
                group.range.cover(range)
            };
            group.n_items += 1;
        }
    }

    fn push(
        &mut self,
        range: TextRange,
        own: BTreeSet<String>,
        group: Option<usize>,
        change: impl FnOnce(&mut Unit),
    ) {
        let mut section = BTreeSet::new();
        let mut headings = String::new();
        for (_, heading) in &self.headings {
            section.extend(self.terms_of(*heading));
            headings.push_str(self.text(*heading));
            headings.push('\n');
        }
        let intro = self
            .intro
            .filter(|_| group.is_some())
            .map(|intro| self.terms_of(intro))
            .unwrap_or_default();
        let is_past = headings.lines().any(is_past_name);
        let mut unit = Unit {
            range,
            is_row: false,
            is_heading: false,
            own,
            other: BTreeSet::new(),
            section,
            intro,
            headers: BTreeSet::new(),
            headings,
            is_past,
            slots: Vec::new(),
            group,
            label: String::new(),
            label_terms: BTreeSet::new(),
            cells: Vec::new(),
        };
        change(&mut unit);
        self.units.push(unit);
    }

    fn sentences(&mut self, range: TextRange, group: Option<usize>) {
        let text = self.text(range).to_owned();
        for (start, end) in sentences(&text) {
            let start = start + marker_len(&text[start..end]);
            if start >= end {
                continue;
            }
            let at = TextRange::new(range.start() + start, range.start() + end);
            let own = self.terms_of(at);
            let slots = values(&text[start..end])
                .into_iter()
                .map(|value| Slot {
                    value,
                    with_unit: None,
                    column: BTreeSet::new(),
                    is_in_label: false,
                    cell: BTreeSet::new(),
                    is_past: is_past_sentence(&text[start..end]),
                })
                .collect();
            self.push(at, own, group, |unit| unit.slots = slots);
        }
    }

    fn row(&mut self, block: &Block) {
        self.extend_group(block.range);
        let mut own = BTreeSet::new();
        let mut other = BTreeSet::new();
        let mut slots = Vec::new();
        let label = block.cells.first().copied();
        let intro = self
            .intro
            .map(|intro| self.text(intro).to_owned())
            .unwrap_or_default();
        let band = self
            .band
            .map(|band| self.terms_of(band))
            .unwrap_or_default();
        own.extend(band);
        let mut cells = Vec::new();
        let mut headers = BTreeSet::new();
        for (idx, cell) in block.cells.iter().enumerate() {
            let text = self.text(*cell).to_owned();
            let header = self
                .header
                .get(idx)
                .map(|levels| {
                    levels
                        .iter()
                        .map(|level| self.text(*level))
                        .collect::<Vec<_>>()
                        .join(" ")
                })
                .unwrap_or_default();
            let column = self.terms.of(&header, &[]);
            headers.extend(column.iter().cloned());
            let lines = lines(&text);
            let is_short = text.split_whitespace().count() <= SHORT_CELL;
            let has_values = !values(&text).is_empty();
            let terms = self.terms_of(*cell);
            if idx == 0 || !has_values && is_short {
                own.extend(terms.iter().cloned());
            } else {
                other.extend(terms);
            }
            let context = format!(
                "{header} {} {intro}",
                label.map(|label| self.text(label)).unwrap_or_default()
            );
            for line in lines {
                let line = &text[line.0..line.1];
                let found = values(line);
                let ranges: Vec<TextRange> = found.iter().map(Value::range).collect();
                let around = self.terms.of(line, &ranges);
                for value in found {
                    let with_unit = match &value {
                        Value::Quantity(q) if q.is_bare() && idx > 0 => {
                            with_unit_of(&line[q.range.start()..q.range.end()], &context)
                                .map(|quantity| Value::Quantity(Box::new(quantity)))
                        }
                        _ => None,
                    };
                    slots.push(Slot {
                        value,
                        with_unit,
                        column: column.clone(),
                        is_in_label: idx == 0,
                        cell: around.clone(),
                        is_past: idx > 0 && is_past_name(line) || is_past_name(&header),
                    });
                }
            }
            cells.push(Cell {
                range: *cell,
                header,
            });
        }
        let is_past = label
            .iter()
            .chain(&self.band)
            .any(|name| is_past_name(self.text(*name)));
        // A description is quoted with its name.
        let range = match label {
            Some(label)
                if label.end() <= block.range.start()
                    && self
                        .text(TextRange::new(label.end(), block.range.start()))
                        .trim()
                        .is_empty() =>
            {
                label.cover(block.range)
            }
            _ => block.range,
        };
        let group = self.groups.len().checked_sub(1);
        let name = label
            .map(|label| fold_name(without_aside(self.text(label))))
            .unwrap_or_default();
        let label_terms = label
            .map(|label| self.terms.of(without_aside(self.text(label)), &[]))
            .unwrap_or_default();
        self.push(range, own, group, |unit| {
            unit.cells = cells;
            unit.headers = headers;
            unit.label_terms = label_terms;
            unit.label = name;
            unit.is_row = true;
            unit.other = other;
            unit.is_past |= is_past;
            unit.slots = slots;
        });
    }
}

/// Whether one cell fills the row.
fn is_over_all(cells: &[TextRange]) -> bool {
    cells.windows(2).all(|pair| pair[0] == pair[1])
}

/// The lines of a cell, as byte ranges.
fn lines(text: &str) -> Vec<(usize, usize)> {
    let mut at = 0;
    text.split_inclusive('\n')
        .map(|line| {
            let start = at;
            at += line.len();
            (start, at)
        })
        .collect()
}

/// A label without what stands in parentheses after it, and without what stands on further lines.
fn without_aside(label: &str) -> &str {
    let line = label.lines().next().unwrap_or(label);
    let name = line.find(" (").map_or(line, |at| &line[..at]);
    if name.trim().is_empty() { line } else { name }
}

/// Length of a callout's marker, as in `[!NOTE] `, at the start of a sentence.
fn marker_len(sentence: &str) -> usize {
    let Some(rest) = sentence.strip_prefix("[!") else {
        return 0;
    };
    let Some(end) = rest.find(']') else { return 0 };
    if !rest[..end].bytes().all(|b| b.is_ascii_alphabetic()) {
        return 0;
    }
    let after = &rest[end + 1..];
    sentence.len() - after.trim_start().len()
}

/// Cells of at most this many words name a row; longer ones describe it.
const SHORT_CELL: usize = 6;

/// Sentences of a block: byte ranges without white space at the ends.
fn sentences(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = 0;
    let bytes: Vec<(usize, char)> = text.char_indices().collect();
    for (idx, (at, c)) in bytes.iter().enumerate() {
        let next = bytes.get(idx + 1).map(|(_, c)| *c);
        let after = bytes.get(idx + 2).map(|(_, c)| *c);
        let ends = matches!(c, '.' | '!' | '?')
            && next.is_some_and(char::is_whitespace)
            && after.is_none_or(|c| !c.is_lowercase())
            && !text[start..*at].ends_with("e.g")
            && !text[start..*at].ends_with("i.e");
        if ends {
            found.push((start, at + c.len_utf8()));
            start = at + c.len_utf8();
        }
    }
    found.push((start, text.len()));
    found
        .into_iter()
        .map(|(start, end)| {
            let part = &text[start..end];
            let lead = part.len() - part.trim_start().len();
            (start + lead, start + lead + part.trim().len())
        })
        .filter(|(start, end)| start < end)
        .collect()
}
