//! Free text under labels: its segments, fields and citations.

mod brackets;
mod sources;

use std::ops::Range;

use proofmark_text::TextRange;

use crate::attempt::{EmittedCitation, FieldText, ParsedAnswer, SegmentKind};
use crate::bank::BankDocument;

use super::cite::{Cite, Cited, Place, group};
use super::labels::{Label, LabelHit, find_labels};
use super::lines::{Line, split_lines};
use super::markers::{Names, read_pieces};
use super::paint::{Paint, without_breaks};
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
        .filter(|h| !is_protected(h.range.end.saturating_sub(1)) || h.remark.is_some())
        .filter(|h| !is_protected(h.word_start))
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
                        let until = source.start;
                        self.read_brackets(from..until, &range, region, &mut bracket_idx);
                        if until >= from {
                            from = self.read_source_line(source, &range, region, is_quote);
                        }
                    }
                    self.read_brackets(from..range.end, &range, region, &mut bracket_idx);
                }
            }
        }
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

    fn has_list(&self) -> bool {
        !self.regions.entries.is_empty()
            || !self.context.listed.is_empty()
            || self.regions.has_numbered_cards
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
            let quote = self.with_marks(inner);
            if let Some(marks) = self.block_marks(quote.start) {
                self.paint
                    .put(marks, SegmentKind::Citation, field_idx, None);
            }
            self.paint.put(quote, SegmentKind::Quote, field_idx, None);
        }
        self.found.push(EmittedCitation {
            field_idx,
            document: cite.document,
            page: cite.page,
            quote: cite.quote.map(|inner| self.quoted(inner)),
            is_dangling,
            range: text_range(range),
        });
    }

    /// The Markdown marks of a block quotation (`> `) between the line's start and `at`, where nothing
    /// else stands there.
    fn block_marks(&self, at: usize) -> Option<Range<usize>> {
        let start = self.text[..at]
            .rfind('\n')
            .map_or(0, |line_end| line_end + 1);
        let marks = &self.text[start..at];
        let is_mark = |c: char| matches!(c, '>' | '-' | '*' | ' ' | '\t');
        (marks.contains('>') && marks.chars().all(is_mark)).then_some(start..at)
    }

    /// The words of a quotation, in a block quotation without the marks of its further lines.
    fn quoted(&self, inner: Range<usize>) -> String {
        let words = &self.text[inner.clone()];
        if let Some(lines) = without_breaks(words) {
            return lines;
        }
        let start = self.with_marks(&inner).start;
        if self.block_marks(start).is_none() {
            return words.to_owned();
        }
        let mut lines = words.split('\n');
        let first = lines.next().unwrap_or_default().to_owned();
        lines.fold(first, |mut all, line| {
            all.push('\n');
            let line = line.trim_start();
            all.push_str(line.strip_prefix('>').unwrap_or(line));
            all
        })
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
