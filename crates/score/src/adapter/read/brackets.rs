//! Citations in brackets.

use std::ops::Range;

use crate::attempt::SegmentKind;

use super::super::cite::{Cite, Place, group, is_citation};
use super::super::markers::{Piece, PieceKind, read_pieces};
use super::super::references::{NumberForm, marker_numbers};
use super::super::regions::Region;
use super::super::scan::Delimited;
use super::{Reader, is_link_target};

impl Reader<'_, '_> {
    /// Reads the brackets that start in `range`, a part of the region `part`.
    pub(super) fn read_brackets(
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
            let names_document = |p: &&Piece| matches!(p.kind, PieceKind::Document(_));
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
}
