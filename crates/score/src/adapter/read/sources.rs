//! Source lines: `Source:`, `Citation:`, `Evidence:` and the quotations beside them.

use std::ops::Range;

use proofmark_text::TextRange;

use crate::attempt::SegmentKind;

use super::super::cite::{Place, group, is_citation};
use super::super::lines::Line;
use super::super::markers::{PieceKind, read_pieces, strip_filler};
use super::super::references::{find_source_lines, is_no_source, marker_numbers};
use super::super::regions::Region;
use super::super::scan::{Delimited, find_holding};
use super::Reader;

impl Reader<'_, '_> {
    /// The source lines of a region: their ranges, and whether the word was `Quote`.
    pub(super) fn source_lines(
        &self,
        range: Range<usize>,
        is_protected: &dyn Fn(usize) -> bool,
    ) -> Vec<(Range<usize>, bool)> {
        let mut found: Vec<(Range<usize>, bool)> = Vec::new();
        let first = self.lines.partition_point(|l| l.next <= range.start);
        for line in &self.lines[first..] {
            if line.start >= range.end {
                break;
            }
            let part = line.start.max(range.start)..line.end.min(range.end);
            if part.is_empty() {
                continue;
            }
            let starts = find_source_lines(self.text, part.clone(), is_protected);
            for (idx, source) in starts.iter().enumerate() {
                let mut end = starts.get(idx + 1).map_or(part.end, |next| next.start);
                // A quotation that the line opens may run over its end.
                if let Some(quote) = find_holding(self.quotes, end.saturating_sub(1))
                    && quote.outer.start >= source.start
                {
                    end = end.max(quote.outer.end.min(range.end));
                }
                found.push((source.start..end, source.is_quote));
            }
        }
        found
    }

    pub(super) fn read_block(&mut self, range: Range<usize>, region: Region) {
        let mut is_heading = true;
        let first = self.lines.partition_point(|l| l.next <= range.start);
        let lines: Vec<Line> = self.lines[first..]
            .iter()
            .take_while(|l| l.start < range.end)
            .copied()
            .collect();
        for line in lines {
            if !is_heading && line.start >= self.taken_to {
                let mut end = line.end;
                if let Some(quote) = find_holding(self.quotes, end.saturating_sub(1)) {
                    end = end.max(quote.outer.end.min(range.end));
                }
                self.emit_source(line.start..end, line.start, region);
                self.taken_to = self.taken_to.max(end);
            }
            is_heading = false;
        }
    }

    /// Reads a source line; returns how far it was taken, so that markers behind are read as such.
    pub(super) fn read_source_line(
        &mut self,
        range: Range<usize>,
        part: &Range<usize>,
        region: Region,
        is_quote: bool,
    ) -> usize {
        let content = find_source_lines(self.text, range.clone(), |at| {
            find_holding(self.quotes, at).is_some()
        })
        .first()
        .map_or(range.start, |s| s.content);
        if is_quote {
            return self.read_quote_line(range, content, part, region);
        }
        if !self.emit_source(range.clone(), content, region) {
            return range.start;
        }
        self.taken_to = self.taken_to.max(range.end);
        range.end
    }

    /// `Quote: "…"` beside a source line: the word is no prose; the quotation goes to the source
    /// line that follows, or to the one right before it.
    fn read_quote_line(
        &mut self,
        range: Range<usize>,
        content: usize,
        part: &Range<usize>,
        region: Region,
    ) -> usize {
        let idx = self.quotes.partition_point(|q| q.outer.start < content);
        let Some(quote) = self.quotes.get(idx).filter(|q| {
            q.outer.start < range.end && self.text[content..q.outer.start].trim().is_empty()
        }) else {
            return range.start;
        };
        let quote = quote.clone();
        let after = self
            .text
            .get(quote.outer.end..part.end)
            .unwrap_or("")
            .trim_start();
        let word = after
            .trim_start_matches(|c: char| c.is_whitespace() || "*_-`.>".contains(c))
            .split(|c: char| !c.is_alphabetic())
            .next()
            .unwrap_or("")
            .to_lowercase();
        let leads_to_source = matches!(
            word.as_str(),
            "source" | "sources" | "citation" | "citations" | "evidence" | "reference"
        ) || after.starts_with(['[', '(']);
        let field_idx = self.field_of(region);
        if leads_to_source {
            self.paint
                .put(range.start..content, SegmentKind::Citation, field_idx, None);
            return content;
        }
        if let Some(last) = self.found.last_mut()
            && last.quote.is_none()
            && !last.is_dangling
            && last.field_idx == field_idx
            && self.text[last.range.end()..range.start].trim().is_empty()
        {
            last.quote = Some(self.text[quote.inner.clone()].to_owned());
            last.range = TextRange::new(last.range.start(), quote.outer.end);
            self.paint
                .put(range.start..content, SegmentKind::Citation, field_idx, None);
            self.paint
                .put(quote.outer.clone(), SegmentKind::Quote, field_idx, None);
            self.taken_to = quote.outer.end;
            return quote.outer.end;
        }
        range.start
    }

    /// Emits what a source line cites. Returns whether it cites anything or says that nothing is
    /// cited; else the line stays prose.
    fn emit_source(&mut self, range: Range<usize>, content: usize, region: Region) -> bool {
        let text = self.text;
        let field_idx = self.field_of(region);
        let words = content.min(range.end)..range.end;
        if is_no_source(&text[words.clone()]) {
            self.paint
                .put(range, SegmentKind::Citation, field_idx, None);
            return true;
        }
        if let Some(numbers) = listed_numbers(text, words.clone())
            && self.has_list()
        {
            self.paint
                .put(range.clone(), SegmentKind::Citation, field_idx, None);
            let quote = self.quote_before(range.start, region);
            self.emit_numbers(&numbers, range, quote, region);
            return true;
        }
        let pieces = read_pieces(text, words.clone(), self.quotes, self.context.names);
        let cites_number = !is_citation(&pieces)
            && pieces
                .iter()
                .all(|p| matches!(p.kind, PieceKind::Number(_) | PieceKind::Filler))
            && self.has_list();
        if cites_number {
            let numbers: Vec<u32> = pieces
                .iter()
                .filter_map(|p| match &p.kind {
                    PieceKind::Number(n) => n.parse().ok(),
                    _ => None,
                })
                .collect();
            if numbers.is_empty() {
                return false;
            }
            self.paint
                .put(range.clone(), SegmentKind::Citation, field_idx, None);
            let quote = self.quote_before(range.start, region);
            self.emit_numbers(&numbers, range, quote, region);
            return true;
        }
        let mut cited = group(text, pieces, Place::Entry, self.context.documents);
        // `Evidence: "…"` names no source: the quotation alone was cited.
        if cited.cites.is_empty() {
            return false;
        }
        let mut range = range;
        self.paint
            .put(range.clone(), SegmentKind::Citation, field_idx, None);
        if cited.cites.iter().all(|c| c.quote.is_none()) {
            if let Some(quote) = self.quote_before(range.start, region) {
                cited.cites[0].quote = Some(quote.inner.clone());
                self.paint.put(
                    quote.outer.start..range.start,
                    SegmentKind::Citation,
                    field_idx,
                    None,
                );
                range.start = quote.outer.start;
            } else if let Some(quote) = self.quote_line_after(range.end, region) {
                cited.cites[0].quote = Some(quote.inner.clone());
                range.end = quote.outer.end;
                self.paint
                    .put(quote.outer, SegmentKind::Quote, field_idx, None);
            }
        }
        self.emit(cited, range.clone(), region);
        self.taken_to = self.taken_to.max(range.end);
        true
    }

    /// A quotation that makes up the next line, and that no marker follows.
    fn quote_line_after(&self, at: usize, region: Region) -> Option<Delimited> {
        let part = self.part_at(at, region)?;
        let idx = self.quotes.partition_point(|q| q.outer.start < at);
        let quote = self.quotes.get(idx).filter(|q| q.outer.end <= part.end)?;
        let between = &self.text[at..quote.outer.start];
        let is_next_line = between.matches('\n').count() == 1
            && between
                .trim_matches(|c: char| c.is_whitespace() || ">-*_".contains(c))
                .is_empty();
        let rest = &self.text[quote.outer.end..part.end];
        let is_alone = rest
            .split('\n')
            .next()
            .unwrap_or("")
            .trim_matches(|c: char| c.is_whitespace() || "*_.".contains(c))
            .is_empty();
        let next = rest
            .trim_start()
            .trim_start_matches(['-', '*', ' '])
            .to_lowercase();
        let leads_on = next.starts_with(['[', '('])
            || ["source", "citation", "evidence", "reference"]
                .iter()
                .any(|w| next.starts_with(w));
        (is_next_line && is_alone && !leads_on).then(|| quote.clone())
    }
}

/// The numbers that a source line's content consists of, words of citing aside: `see 1, 2`,
/// `refs. 1–3`, `1 and 2`.
fn listed_numbers(text: &str, content: Range<usize>) -> Option<Vec<u32>> {
    let named = text[strip_filler(text, content)].trim_end_matches(['.', '*', '_', '`', ' ']);
    marker_numbers(&named.replace(" and ", ", ").replace('&', ","))
}
