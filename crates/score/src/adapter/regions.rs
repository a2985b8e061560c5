//! Which stretch of free text belongs to which field, reference list or source card.

use std::ops::Range;

use super::cite::is_citation;
use super::labels::{LabelHit, is_same_label, skip_decoration};
use super::lines::Line;
use super::markers::{Names, Piece, PieceKind, read_pieces};
use super::references::{EntryNumber, Heading, NumberForm, entry_number, heading};
use super::scan::Delimited;

/// What a stretch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Region {
    /// Outside every field.
    Extra,
    /// The text of a field, by index in [`Regions::occurrences`].
    Field(usize),
    /// Source lines under a heading of their own, in the field of that index or outside.
    SourceBlock(Option<usize>),
    /// A reference list.
    References,
    /// Displayed sources.
    Cards,
}

/// An entry of a reference list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) number: Option<u32>,
    pub(super) form: NumberForm,
    /// The occurrence of a field in whose text it stands, for a list without a heading.
    pub(super) occurrence: Option<usize>,
    /// From its number's end to its own end.
    pub(super) content: Range<usize>,
    pub(super) range: Range<usize>,
}

/// The text in stretches.
#[derive(Clone, Debug, Default)]
pub(super) struct Regions {
    /// Ascending; together they are the text, the labels' own ranges left out.
    pub(super) parts: Vec<(Range<usize>, Region)>,
    /// The field of each label met, or the lone field.
    pub(super) occurrences: Vec<usize>,
    /// The entries of reference lists.
    pub(super) entries: Vec<Entry>,
    /// Whether displayed sources are numbered.
    pub(super) has_numbered_cards: bool,
}

/// What [`split_regions`] needs to know.
pub(super) struct RegionInput<'c> {
    pub(super) text: &'c str,
    pub(super) lines: &'c [Line],
    pub(super) quotes: &'c [Delimited],
    pub(super) names: &'c Names,
    /// The labels that count, ascending.
    pub(super) hits: &'c [LabelHit],
    /// The field of text without a label.
    pub(super) lone_field: Option<usize>,
    /// Whether one field alone was asked for.
    pub(super) is_single: bool,
    pub(super) card_heading: Option<&'c str>,
}

/// Splits the text.
pub(super) fn split_regions(input: &RegionInput<'_>) -> Regions {
    Splitter {
        input,
        out: Regions::default(),
        current: Region::Extra,
        line_idx: 0,
        hit_idx: 0,
    }
    .run()
}

struct Splitter<'i, 'c> {
    input: &'i RegionInput<'c>,
    out: Regions,
    current: Region,
    line_idx: usize,
    hit_idx: usize,
}

impl Splitter<'_, '_> {
    fn run(mut self) -> Regions {
        if self.input.hits.is_empty()
            && let Some(field_idx) = self.input.lone_field
        {
            self.out.occurrences.push(field_idx);
            self.current = Region::Field(0);
        }
        while let Some(line) = self.input.lines.get(self.line_idx).copied() {
            self.skip_hits_before(line.start);
            if self.is_quoted(line.start) {
                self.plain_line(line);
            } else if self.is_card_heading(&line) {
                self.cards();
            } else if !self.reference_heading(line) && !self.bare_entry(line) {
                self.plain_line(line);
            }
        }
        self.out
    }

    fn skip_hits_before(&mut self, at: usize) {
        while self
            .input
            .hits
            .get(self.hit_idx)
            .is_some_and(|h| h.range.start < at)
        {
            self.hit_idx += 1;
        }
    }

    fn is_quoted(&self, at: usize) -> bool {
        super::scan::find_holding(self.input.quotes, at).is_some_and(|q| q.outer.start < at)
    }

    fn push(&mut self, range: Range<usize>, region: Region) {
        if range.is_empty() {
            return;
        }
        if let Some((last, kind)) = self.out.parts.last_mut()
            && last.end == range.start
            && *kind == region
        {
            last.end = range.end;
            return;
        }
        self.out.parts.push((range, region));
    }

    /// A line of prose, with the labels on it.
    fn plain_line(&mut self, line: Line) {
        let mut at = line.start;
        while let Some(hit) = self
            .input
            .hits
            .get(self.hit_idx)
            .filter(|h| h.range.start < line.end)
        {
            self.push(at..hit.range.start.max(at), self.current);
            self.out.occurrences.push(hit.field_idx);
            self.current = Region::Field(self.out.occurrences.len() - 1);
            if let Some(remark) = hit.remark.clone() {
                self.push(remark, self.current);
            }
            at = hit.range.end;
            self.hit_idx += 1;
        }
        self.push(at.min(line.next)..line.next, self.current);
        self.line_idx += 1;
    }

    fn starts_with_label(&self, line: &Line) -> bool {
        let idx = self
            .input
            .hits
            .partition_point(|h| h.range.start < line.start);
        self.input
            .hits
            .get(idx)
            .is_some_and(|h| h.range.start < line.end && h.is_at_line_start)
    }

    fn is_card_heading(&self, line: &Line) -> bool {
        let Some(name) = self.input.card_heading else {
            return false;
        };
        if self.starts_with_label(line) {
            return false;
        }
        let text = self.input.text;
        let start = skip_decoration(text, line.start, line.end);
        let whole = text[start..line.end]
            .trim_end_matches(|c: char| c.is_whitespace() || "*_`:#|".contains(c));
        let name = name.trim_matches(|c: char| c.is_whitespace() || "*_`:#|".contains(c));
        let before_colon = text[start..line.end].split(':').next().unwrap_or("");
        is_same_label(name, whole)
            || (text[start..line.end].contains(':')
                && is_same_label(name, before_colon.trim_end_matches(['*', '_', '`', ' '])))
    }

    /// Displayed sources run to the next label at a line's start, a reference list or the end.
    fn cards(&mut self) {
        let mut is_first = true;
        while let Some(line) = self.input.lines.get(self.line_idx).copied() {
            let is_end = !is_first
                && (self.starts_with_label(&line)
                    || (!self.is_card_heading(&line) && self.list_at(line).is_some()));
            if is_end {
                break;
            }
            self.out.has_numbered_cards |= entry_number(self.input.text, &line).is_some();
            self.push(line.start..line.next, Region::Cards);
            self.line_idx += 1;
            is_first = false;
        }
        self.current = Region::Extra;
    }

    fn pieces(&self, range: Range<usize>) -> Vec<Piece> {
        read_pieces(self.input.text, range, self.input.quotes, self.input.names)
    }

    fn cites_something(&self, range: Range<usize>) -> bool {
        let pieces = self.pieces(range);
        is_citation(&pieces) || pieces.iter().any(|p| matches!(p.kind, PieceKind::Quote(_)))
    }

    fn is_blank(&self, line: &Line) -> bool {
        self.input.text[line.start..line.end].trim().is_empty()
    }

    /// Whether a list of sources is announced on `line`: its heading, the index of its first
    /// entry's line, and whether the entries are numbered.
    fn list_at(&self, line: Line) -> Option<(Heading, usize, bool)> {
        let kind = heading(self.input.text, &line)?;
        if self.starts_with_label(&line) {
            return None;
        }
        let own = self.input.lines.partition_point(|l| l.start < line.start);
        let first = (own + 1..self.input.lines.len())
            .find(|idx| !self.is_blank(&self.input.lines[*idx]))?;
        let entry = self.input.lines[first];
        if self.starts_with_label(&entry) {
            return None;
        }
        match entry_number(self.input.text, &entry) {
            Some(number) => {
                let cites = self.cites_something(number.content..entry.end);
                (cites || (kind == Heading::Sources && number.form == NumberForm::Bracket))
                    .then_some((kind, first, true))
            }
            None => self
                .cites_something(entry.start..entry.end)
                .then_some((kind, first, false)),
        }
    }

    /// A heading with its entries. Returns whether `line` was one.
    fn reference_heading(&mut self, line: Line) -> bool {
        let Some((kind, first, is_numbered)) = self.list_at(line) else {
            return false;
        };
        let follows_text = self
            .line_idx
            .checked_sub(1)
            .and_then(|idx| self.input.lines.get(idx))
            .is_some_and(|before| !self.is_blank(before));
        let has_later_label = self.input.hits.iter().any(|h| h.range.start > line.start);
        let occurrence = match self.current {
            Region::Field(occurrence) => Some(occurrence),
            _ => None,
        };
        let is_block = !is_numbered
            && occurrence.is_some()
            && (follows_text || self.input.is_single || has_later_label || kind == Heading::Source);
        if is_block {
            let region = Region::SourceBlock(occurrence);
            self.push(line.start..line.next, region);
            self.line_idx += 1;
            self.block_lines(region);
            return true;
        }
        for idx in self.line_idx..first {
            let line = self.input.lines[idx];
            self.push(line.start..line.next, Region::References);
        }
        self.line_idx = first;
        self.list_lines(is_numbered);
        self.current = Region::Extra;
        true
    }

    /// Unnumbered lines under a heading, up to the first that cites nothing.
    fn block_lines(&mut self, region: Region) {
        while let Some(line) = self.input.lines.get(self.line_idx).copied() {
            if self.starts_with_label(&line)
                || (!self.is_blank(&line)
                    && !self.is_quoted(line.start)
                    && !self.cites_something(line.start..line.end))
            {
                break;
            }
            self.push(line.start..line.next, region);
            self.line_idx += 1;
        }
    }

    /// The entries under a heading: to a label, displayed sources, or a paragraph that is none.
    fn list_lines(&mut self, is_numbered: bool) {
        let mut after_blank = false;
        while let Some(line) = self.input.lines.get(self.line_idx).copied() {
            if self.starts_with_label(&line) || self.is_card_heading(&line) {
                break;
            }
            let is_blank = self.is_blank(&line);
            let number = entry_number(self.input.text, &line);
            let is_indented = self.input.text[line.start..line.end].starts_with([' ', '\t', '>']);
            let is_entry = match &number {
                Some(_) => true,
                None => !is_numbered && !is_blank && self.cites_something(line.start..line.end),
            };
            if after_blank && !is_blank && !is_entry && !is_indented {
                break;
            }
            if is_entry {
                self.push_entry(line, number, None);
            } else if !is_blank {
                self.extend_entry(line);
            }
            after_blank = is_blank;
            self.push(line.start..line.next, Region::References);
            self.line_idx += 1;
        }
    }

    fn push_entry(&mut self, line: Line, number: Option<EntryNumber>, occurrence: Option<usize>) {
        let content = number.as_ref().map_or(line.start, |n| n.content)..line.end;
        self.out.entries.push(Entry {
            number: number.as_ref().map(|n| n.number),
            form: number.map_or(NumberForm::Plain, |n| n.form),
            occurrence,
            content,
            range: line.start..line.end,
        });
    }

    fn extend_entry(&mut self, line: Line) {
        if let Some(entry) = self.out.entries.last_mut() {
            entry.content.end = line.end;
            entry.range.end = line.end;
        }
    }

    /// `[1] handbook, p. 2: "…"` without a heading: the content begins by citing, or the lines
    /// from here to the end are all such entries. Returns whether `line` was one.
    fn bare_entry(&mut self, line: Line) -> bool {
        if self.starts_with_label(&line) {
            return false;
        }
        let Some(number) =
            entry_number(self.input.text, &line).filter(|n| n.form == NumberForm::Bracket)
        else {
            return false;
        };
        let pieces = self.pieces(number.content..line.end);
        let begins_by_citing = pieces
            .iter()
            .find(|p| p.kind != PieceKind::Filler)
            .is_some_and(|p| {
                matches!(
                    p.kind,
                    PieceKind::Document(_) | PieceKind::Page(_) | PieceKind::Quote(_)
                )
            })
            && is_citation(&pieces);
        if !begins_by_citing && !self.is_trailing_entry(line) {
            return false;
        }
        let occurrence = match self.current {
            Region::Field(occurrence) => Some(occurrence),
            _ => None,
        };
        self.push_entry(line, Some(number), occurrence);
        self.push(line.start..line.next, Region::References);
        self.line_idx += 1;
        // An indented line or a lone quotation goes on with the entry.
        while let Some(next) = self.input.lines.get(self.line_idx).copied() {
            let text = &self.input.text[next.start..next.end];
            let goes_on = !self.is_blank(&next)
                && !self.starts_with_label(&next)
                && entry_number(self.input.text, &next).is_none()
                && (text.starts_with([' ', '\t', '>'])
                    || self.is_quoted(next.start)
                    || self.is_quote_line(&next));
            if !goes_on {
                break;
            }
            self.extend_entry(next);
            self.push(next.start..next.next, Region::References);
            self.line_idx += 1;
        }
        true
    }

    /// Whether a quotation makes up the line, or begins it and runs on.
    fn is_quote_line(&self, line: &Line) -> bool {
        let quotes = self.input.quotes;
        let idx = quotes.partition_point(|q| q.outer.start < line.start);
        quotes.get(idx).is_some_and(|q| {
            q.outer.start == line.start
                && self
                    .input
                    .text
                    .get(q.outer.end..line.end)
                    .is_none_or(|rest| rest.trim().is_empty())
        })
    }

    /// Whether every line from `line` to the end is blank or an entry that cites something.
    fn is_trailing_entry(&self, line: Line) -> bool {
        let own = self.input.lines.partition_point(|l| l.start < line.start);
        self.input.lines[own..]
            .iter()
            .take(MAX_TRAILING + 1)
            .enumerate()
            .all(|(n, line)| {
                n < MAX_TRAILING
                    && (self.is_blank(line)
                        || entry_number(self.input.text, line).is_some_and(|e| {
                            e.form == NumberForm::Bracket
                                && self.cites_something(e.content..line.end)
                        }))
            })
    }
}

/// Most lines of a list without a heading.
const MAX_TRAILING: usize = 400;
