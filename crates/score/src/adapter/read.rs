//! Free text under labels: its segments, fields and citations.

use std::ops::Range;

use proofmark_text::TextRange;

use crate::attempt::{EmittedCitation, FieldText, ParsedAnswer, SegmentKind};
use crate::bank::BankDocument;

use super::cite::{Cite, Cited, Place, group, is_citation};
use super::labels::{Label, LabelHit, find_labels};
use super::lines::{Line, split_lines};
use super::markers::{Names, PieceKind, read_pieces};
use super::paint::Paint;
use super::references::{NumberForm, find_source_lines, is_no_source, marker_numbers};
use super::regions::{Region, RegionInput, Regions, split_regions};
use super::scan::{Delimited, find_brackets, find_holding, find_quotes, single_quote_before};

/// What free text is read with.
pub(super) struct TextContext<'c> {
    pub(super) documents: &'c [BankDocument],
    pub(super) names: &'c Names,
    /// The labels that may stand in the text, longest first.
    pub(super) labels: &'c [Label],
    /// The field of text without any label.
    pub(super) lone_field: Option<usize>,
    /// Whether one field alone was asked for, or the text is one field's.
    pub(super) is_single: bool,
    /// The heading of displayed sources.
    pub(super) card_heading: Option<&'c str>,
    /// The citations that stand beside the text and that `[1]` … may lead to.
    pub(super) listed: &'c [EmittedCitation],
}

/// Reads `text`. Ranges of the answer are bytes of `text`.
pub(super) fn read_text(text: &str, context: &TextContext<'_>) -> ParsedAnswer {
    let lines = split_lines(text);
    let all_hits = find_labels(text, &lines, context.labels);
    let starts: Vec<usize> = all_hits
        .iter()
        .filter(|h| h.is_at_line_start)
        .map(|h| h.range.start)
        .collect();
    let has_start_in = |range: Range<usize>| {
        let idx = starts.partition_point(|s| *s < range.start);
        starts.get(idx).is_some_and(|s| *s < range.end)
    };
    // An unclosed quotation must not swallow the labels of later paragraphs; a bracket none of
    // later lines.
    let quotes = find_quotes(text, |inner| {
        blank_line(&text[inner.clone()]).is_some_and(|at| has_start_in(inner.start + at..inner.end))
    });
    let brackets = find_brackets(text, &quotes, |inner| {
        text[inner.clone()]
            .find('\n')
            .is_some_and(|at| has_start_in(inner.start + at..inner.end))
    });
    let outer_brackets = super::scan::outermost(brackets.clone());
    let is_protected = |at: usize| {
        find_holding(&quotes, at).is_some() || find_holding(&outer_brackets, at).is_some()
    };
    let hits: Vec<LabelHit> = all_hits
        .into_iter()
        .filter(|h| {
            !is_protected(h.range.end.saturating_sub(1).max(h.range.start)) || h.remark.is_some()
        })
        .filter(|h| !is_protected(h.range.start))
        .collect();
    let regions = split_regions(&RegionInput {
        text,
        lines: &lines,
        quotes: &quotes,
        names: context.names,
        hits: &hits,
        lone_field: context.lone_field,
        is_single: context.is_single,
        card_heading: context.card_heading,
    });
    let mut reader = Reader {
        text,
        context,
        lines: &lines,
        quotes: &quotes,
        brackets: &brackets,
        paint: Paint::new(text.len()),
        regions: &regions,
        entry_cites: Vec::new(),
        is_entry_cited: vec![false; regions.entries.len()],
        found: Vec::new(),
        taken_to: 0,
    };
    reader.paint_regions(&hits);
    reader.read_entries();
    reader.read_markers(&is_protected);
    reader.finish(!hits.is_empty())
}

/// First byte past the first blank line.
fn blank_line(text: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(offset) = text[at..].find('\n') {
        let after = at + offset + 1;
        let rest = &text[after..];
        let skipped = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '>']).len();
        if rest[skipped..].starts_with('\n') {
            return Some(after + skipped);
        }
        at = after;
    }
    None
}

struct Reader<'r, 'c> {
    text: &'r str,
    context: &'r TextContext<'c>,
    lines: &'r [Line],
    quotes: &'r [Delimited],
    brackets: &'r [Delimited],
    paint: Paint,
    regions: &'r Regions,
    /// The citations of each entry.
    entry_cites: Vec<Vec<Cite>>,
    is_entry_cited: Vec<bool>,
    found: Vec<EmittedCitation>,
    /// No quotation before this byte is free any more.
    taken_to: usize,
}

impl Reader<'_, '_> {
    fn field_of(&self, region: Region) -> Option<usize> {
        match region {
            Region::Field(occurrence) | Region::SourceBlock(Some(occurrence)) => {
                self.regions.occurrences.get(occurrence).copied()
            }
            _ => None,
        }
    }

    fn paint_regions(&mut self, hits: &[LabelHit]) {
        for hit in hits {
            self.paint.put(
                hit.range.clone(),
                SegmentKind::Label,
                Some(hit.field_idx),
                None,
            );
        }
        for (range, region) in &self.regions.parts {
            let (kind, occurrence) = match region {
                Region::Extra => (SegmentKind::Extra, None),
                Region::Field(occurrence) => (SegmentKind::FieldText, Some(*occurrence)),
                Region::SourceBlock(_) => (SegmentKind::Citation, None),
                Region::References => (SegmentKind::Reference, None),
                Region::Cards => (SegmentKind::SourceCard, None),
            };
            self.paint
                .put(range.clone(), kind, self.field_of(*region), occurrence);
        }
    }

    fn read_entries(&mut self) {
        for entry in &self.regions.entries {
            let pieces = read_pieces(
                self.text,
                entry.content.clone(),
                self.quotes,
                self.context.names,
            );
            let cited = group(self.text, pieces, Place::Entry, self.context.documents);
            self.entry_cites.push(cited.cites);
        }
    }

    fn read_markers(&mut self, is_protected: &dyn Fn(usize) -> bool) {
        let parts = self.regions.parts.clone();
        let mut bracket_idx = 0;
        for (range, region) in parts {
            match region {
                Region::References | Region::Cards => {}
                Region::SourceBlock(_) => self.read_block(range, region),
                Region::Extra | Region::Field(_) => {
                    let sources = self.source_lines(range.clone(), is_protected);
                    let mut from = range.start;
                    for (source, is_quote) in sources {
                        self.read_brackets(from..source.start, &range, region, &mut bracket_idx);
                        if source.start >= from {
                            self.read_source_line(source.clone(), &range, region, is_quote);
                            from = source.end;
                        }
                    }
                    self.read_brackets(from..range.end, &range, region, &mut bracket_idx);
                }
            }
        }
    }

    /// The source lines of a region: their ranges, and whether the word was `Quote`.
    fn source_lines(
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

    fn read_block(&mut self, range: Range<usize>, region: Region) {
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

    fn read_source_line(
        &mut self,
        range: Range<usize>,
        part: &Range<usize>,
        region: Region,
        is_quote: bool,
    ) {
        let content = find_source_lines(self.text, range.clone(), |at| {
            find_holding(self.quotes, at).is_some()
        })
        .first()
        .map_or(range.start, |s| s.content);
        if is_quote {
            self.read_quote_line(range, content, part, region);
            return;
        }
        if !self.emit_source(range.clone(), content, region) {
            return;
        }
        self.taken_to = self.taken_to.max(range.end);
    }

    /// `Quote: "…"` beside a source line: the word is no prose; the quotation goes to the source
    /// line that follows, or to the one right before it.
    fn read_quote_line(
        &mut self,
        range: Range<usize>,
        content: usize,
        part: &Range<usize>,
        region: Region,
    ) {
        let idx = self.quotes.partition_point(|q| q.outer.start < content);
        let Some(quote) = self.quotes.get(idx).filter(|q| {
            q.outer.start < range.end && self.text[content..q.outer.start].trim().is_empty()
        }) else {
            return;
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
            return;
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
        }
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
        let names_source = cited
            .cites
            .iter()
            .any(|c| c.document.is_some() || c.page.is_some());
        if cited.cites.is_empty() || (!names_source && !matches!(region, Region::SourceBlock(_))) {
            // `Evidence: "…"` names no source: the quotation alone was cited.
            if cited.cites.is_empty() {
                return false;
            }
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

    /// The stretch of that region that holds byte `at` or ends there.
    fn part_at(&self, at: usize, region: Region) -> Option<Range<usize>> {
        let parts = &self.regions.parts;
        let after = parts.partition_point(|(range, _)| range.start <= at);
        parts[after.saturating_sub(2)..after]
            .iter()
            .rev()
            .find(|(range, kind)| *kind == region && at <= range.end)
            .map(|(range, _)| range.clone())
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

    fn has_list(&self) -> bool {
        !self.regions.entries.is_empty()
            || !self.context.listed.is_empty()
            || self.regions.has_numbered_cards
    }

    /// Reads the brackets that start in `range`, a part of the region `part`.
    fn read_brackets(
        &mut self,
        range: Range<usize>,
        part: &Range<usize>,
        region: Region,
        bracket_idx: &mut usize,
    ) {
        let mut done_to = range.start;
        while let Some(bracket) = self.brackets.get(*bracket_idx) {
            if bracket.outer.start >= range.end {
                break;
            }
            *bracket_idx += 1;
            if bracket.outer.start < done_to || bracket.outer.end > part.end {
                continue;
            }
            let bracket = bracket.clone();
            if let Some(end) = self.read_bracket(&bracket, part, region) {
                done_to = end;
                self.taken_to = self.taken_to.max(end);
            }
        }
    }

    /// Reads one bracket; returns where the marker ends, if it is one.
    fn read_bracket(
        &mut self,
        bracket: &Delimited,
        part: &Range<usize>,
        region: Region,
    ) -> Option<usize> {
        let text = self.text;
        let field_idx = self.field_of(region);
        let content = &text[bracket.inner.clone()];
        // A Markdown link's target belongs to its text.
        let target = (bracket.opener == '[')
            .then(|| {
                let idx = self
                    .brackets
                    .partition_point(|b| b.outer.start < bracket.outer.end);
                self.brackets
                    .get(idx)
                    .filter(|b| b.outer.start == bracket.outer.end && b.opener == '(')
            })
            .flatten()
            .filter(|b| b.outer.end <= part.end && is_link_target(&text[b.inner.clone()]))
            .cloned();
        let mut end = target.as_ref().map_or(bracket.outer.end, |t| t.outer.end);
        let numbers = marker_numbers(content).filter(|numbers| self.is_marker(bracket, numbers));
        if let Some(numbers) = numbers {
            let range = bracket.outer.start..end;
            let quote = self.quote_before(range.start, region);
            self.paint
                .put(range.clone(), SegmentKind::Citation, field_idx, None);
            self.emit_numbers(&numbers, range, quote, region);
            return Some(end);
        }
        let place = if bracket.opener == '(' {
            Place::Round
        } else {
            Place::Square
        };
        let mut pieces = read_pieces(text, bracket.inner.clone(), self.quotes, self.context.names);
        if let Some(target) = &target {
            let inner = target.inner.clone();
            let found = read_pieces(text, inner, self.quotes, self.context.names);
            let names_document =
                |p: &&super::markers::Piece| matches!(p.kind, PieceKind::Document(_));
            if pieces.iter().any(|p| names_document(&p)) || !is_citation(&found) {
                pieces.extend(
                    found
                        .into_iter()
                        .filter(|p| matches!(p.kind, PieceKind::Page(_))),
                );
            } else {
                pieces.retain(|p| p.kind != PieceKind::Unknown);
                pieces.extend(found.into_iter().filter(|p| p.kind != PieceKind::Unknown));
            }
        }
        if !is_citation(&pieces) {
            return None;
        }
        let mut cited = group(text, pieces, place, self.context.documents);
        if cited.cites.is_empty() {
            return None;
        }
        let mut start = bracket.outer.start;
        let mut quote_after = None;
        let before = self.quote_before(start, region);
        if before.is_none() && cited.cites.iter().all(|c| c.quote.is_none()) {
            quote_after = self.quote_after_colon(end, part);
        }
        self.paint
            .put(start..end, SegmentKind::Citation, field_idx, None);
        if let Some(quote) = before {
            self.paint.put(
                quote.outer.start..start,
                SegmentKind::Citation,
                field_idx,
                None,
            );
            start = quote.outer.start;
            if let Some(first) = cited.cites.first_mut() {
                if first.quote.is_none() {
                    first.quote = Some(quote.inner);
                } else {
                    let with_own = Cite {
                        quote: Some(quote.inner),
                        ..first.clone()
                    };
                    cited.cites.insert(0, with_own);
                }
            }
        }
        if let Some(quote) = quote_after {
            self.paint
                .put(end..quote.outer.end, SegmentKind::Citation, field_idx, None);
            end = quote.outer.end;
            if let Some(last) = cited.cites.last_mut() {
                last.quote = Some(quote.inner);
            }
        }
        self.emit(cited, start..end, region);
        Some(end)
    }

    /// Whether numbers in brackets are a marker: a list exists, and round brackets lead to an entry
    /// whose number is not written in square ones.
    fn is_marker(&self, bracket: &Delimited, numbers: &[u32]) -> bool {
        if bracket.opener != '(' {
            return self.has_list();
        }
        numbers.iter().all(|n| {
            self.regions
                .entries
                .iter()
                .any(|e| e.number == Some(*n) && e.form == NumberForm::Plain)
        })
    }

    /// `[handbook, p. 2]: "…"` where the quotation leads to no marker of its own.
    fn quote_after_colon(&self, at: usize, part: &Range<usize>) -> Option<Delimited> {
        let rest = self.text[at..part.end].strip_prefix(':')?;
        let start = part.end - rest.trim_start_matches([' ', '*', '_']).len();
        let idx = self.quotes.partition_point(|q| q.outer.start < start);
        let quote = self
            .quotes
            .get(idx)
            .filter(|q| q.outer.start == start && q.outer.end <= part.end)?;
        let next = self.text[quote.outer.end..part.end]
            .trim_start_matches(|c: char| c.is_whitespace() || ".,;".contains(c));
        (!next.starts_with(['[', '(', '【'])).then(|| quote.clone())
    }

    /// The quotation that stands directly before a marker at byte `at`.
    fn quote_before(&mut self, at: usize, region: Region) -> Option<Delimited> {
        let floor = self
            .part_at(at, region)
            .map_or(at, |part| part.start)
            .max(self.taken_to);
        let window = self.text.get(floor..at)?;
        let trimmed = window.trim_end_matches(|c: char| c.is_whitespace() || GAP.contains(c));
        let gap = &window[trimmed.len()..];
        let n_marks = gap.chars().filter(|c| STOPS.contains(*c)).count();
        if n_marks > 1 || blank_line(gap).is_some() {
            return None;
        }
        let end = floor + trimmed.len();
        let idx = self
            .quotes
            .partition_point(|q| q.outer.start < end)
            .checked_sub(1);
        let quote = idx
            .and_then(|idx| self.quotes.get(idx))
            .filter(|q| q.outer.end == end && q.outer.start >= floor)
            .cloned()
            .or_else(|| single_quote_before(self.text, floor, end))?;
        Some(quote)
    }

    fn emit_numbers(
        &mut self,
        numbers: &[u32],
        range: Range<usize>,
        quote: Option<Delimited>,
        region: Region,
    ) {
        let field_idx = self.field_of(region);
        let occurrence = match region {
            Region::Field(occurrence) | Region::SourceBlock(Some(occurrence)) => Some(occurrence),
            _ => None,
        };
        let mut range = range;
        if let Some(quote) = &quote {
            self.paint.put(
                quote.outer.start..range.start,
                SegmentKind::Citation,
                field_idx,
                None,
            );
            range.start = quote.outer.start;
        }
        let mut beside = quote.map(|q| q.inner);
        for number in numbers {
            let mut cites = self.resolve(*number, occurrence);
            let listed = (*number as usize)
                .checked_sub(1)
                .and_then(|i| self.context.listed.get(i));
            if cites.is_empty()
                && self.regions.entries.is_empty()
                && let Some(listed) = listed
            {
                // The citation beside the text is emitted there; only a quotation here adds one.
                let Some(inner) = beside.take() else { continue };
                self.paint
                    .put(inner.clone(), SegmentKind::Quote, field_idx, None);
                self.found.push(EmittedCitation {
                    field_idx,
                    quote: Some(self.text[inner].to_owned()),
                    range: text_range(&range),
                    ..listed.clone()
                });
                continue;
            }
            if let Some(inner) = beside.take() {
                match cites.first_mut() {
                    Some(first) if first.quote.is_none() => first.quote = Some(inner),
                    Some(first) if self.is_same_quote(first.quote.as_ref(), &inner) => {
                        first.quote = Some(inner);
                    }
                    Some(first) => {
                        let with_own = Cite {
                            quote: Some(inner),
                            ..first.clone()
                        };
                        cites.insert(0, with_own);
                    }
                    None => cites.push(Cite {
                        quote: Some(inner),
                        ..Cite::default()
                    }),
                }
                // Without an entry the quotation has no document: the marker leads to nothing.
            }
            let is_dangling = cites
                .iter()
                .all(|c| c.document.is_none() && c.page.is_none());
            if cites.is_empty() {
                cites.push(Cite::default());
            }
            for cite in cites {
                self.push_cite(cite, &range, field_idx, is_dangling);
            }
        }
    }

    fn is_same_quote(&self, left: Option<&Range<usize>>, right: &Range<usize>) -> bool {
        let words = |r: &Range<usize>| {
            self.text[r.clone()]
                .split_whitespace()
                .map(str::to_lowercase)
                .collect::<Vec<_>>()
        };
        left.is_some_and(|left| words(left) == words(right))
    }

    /// What a number leads to: entries in the same field's text before all others, equal ones once.
    fn resolve(&mut self, number: u32, occurrence: Option<usize>) -> Vec<Cite> {
        let has_number = |e: &&super::regions::Entry| e.number == Some(number);
        let is_near =
            |e: &super::regions::Entry| e.occurrence.is_some() && e.occurrence == occurrence;
        let any_near = self.regions.entries.iter().filter(has_number).any(is_near);
        let mut cites: Vec<Cite> = Vec::new();
        for (idx, entry) in self.regions.entries.iter().enumerate() {
            if entry.number != Some(number) || (any_near && !is_near(entry)) {
                continue;
            }
            self.is_entry_cited[idx] = true;
            for cite in &self.entry_cites[idx] {
                let is_known = cites.iter().any(|c| {
                    c.document == cite.document
                        && c.page == cite.page
                        && (c.quote.is_none() && cite.quote.is_none()
                            || cite
                                .quote
                                .as_ref()
                                .is_some_and(|q| self.is_same_quote(c.quote.as_ref(), q)))
                });
                if !is_known {
                    cites.push(cite.clone());
                }
            }
        }
        cites
    }

    fn emit(&mut self, cited: Cited, range: Range<usize>, region: Region) {
        let field_idx = self.field_of(region);
        for cite in cited.cites {
            self.push_cite(cite, &range, field_idx, false);
        }
        let (kind, occurrence) = match region {
            Region::Field(occurrence) => (SegmentKind::FieldText, Some(occurrence)),
            Region::SourceBlock(Some(occurrence)) => (SegmentKind::FieldText, Some(occurrence)),
            _ => (SegmentKind::Extra, None),
        };
        for prose in cited.prose {
            self.paint.put(prose, kind, field_idx, occurrence);
        }
    }

    fn push_cite(
        &mut self,
        cite: Cite,
        range: &Range<usize>,
        field_idx: Option<usize>,
        is_dangling: bool,
    ) {
        if let Some(inner) = &cite.quote
            && inner.start >= range.start
            && inner.end <= range.end
        {
            self.paint
                .put(self.with_marks(inner), SegmentKind::Quote, field_idx, None);
        }
        self.found.push(EmittedCitation {
            field_idx,
            document: cite.document,
            page: cite.page,
            quote: cite.quote.map(|r| self.text[r].to_owned()),
            is_dangling,
            range: text_range(range),
        });
    }

    /// A quotation with its marks.
    fn with_marks(&self, inner: &Range<usize>) -> Range<usize> {
        let before = self.text[..inner.start]
            .chars()
            .next_back()
            .map_or(0, char::len_utf8);
        let after = self.text[inner.end..]
            .chars()
            .next()
            .map_or(0, char::len_utf8);
        inner.start - before..inner.end + after
    }

    fn finish(self, has_labels: bool) -> ParsedAnswer {
        let mut uncited = Vec::new();
        for (idx, cites) in self.entry_cites.iter().enumerate() {
            if self.is_entry_cited[idx] {
                continue;
            }
            for cite in cites {
                uncited.push(EmittedCitation {
                    field_idx: None,
                    document: cite.document.clone(),
                    page: cite.page.clone(),
                    quote: cite.quote.clone().map(|r| self.text[r].to_owned()),
                    is_dangling: false,
                    range: text_range(&self.regions.entries[idx].range),
                });
            }
        }
        let occurrences = &self.regions.occurrences;
        let proses: Vec<String> = self.paint.proses(self.text, occurrences.len());
        // A label over nothing, with the same label over text elsewhere, says nothing of its own.
        let has_text = |field: usize| {
            proses
                .iter()
                .zip(occurrences)
                .any(|(p, f)| *f == field && !p.is_empty())
        };
        let mut seen_empty = Vec::new();
        let fields = proses
            .iter()
            .zip(occurrences)
            .filter(|(prose, field)| {
                if !prose.is_empty() {
                    return true;
                }
                let is_first = !seen_empty.contains(*field);
                seen_empty.push(**field);
                is_first && !has_text(**field)
            })
            .map(|(prose, field)| FieldText {
                field_idx: *field,
                prose: prose.clone(),
            })
            .collect();
        ParsedAnswer {
            segments: self.paint.segments(self.text),
            fields,
            citations: self.found,
            uncited_references: uncited,
            extra: self.paint.extras(self.text),
            has_labels,
        }
    }
}

/// Chars that may stand between a quotation and its marker.
const GAP: &str = "*_`.,;:|—–-(";
/// Those of [`GAP`] of which one may stand there.
const STOPS: &str = ".,;:|—–-(";

fn is_link_target(content: &str) -> bool {
    !content.is_empty() && !content.trim().contains(char::is_whitespace)
        || content.to_lowercase().contains(".pdf")
}

pub(super) fn text_range(range: &Range<usize>) -> TextRange {
    TextRange::new(range.start, range.end.max(range.start))
}
