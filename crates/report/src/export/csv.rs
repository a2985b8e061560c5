use std::borrow::Cow;

use csv::{QuoteStyle, Terminator, WriterBuilder};

use super::human::{About, Index};
use crate::Error;
use crate::format::{Attempt, Report};

const HUMAN: [&str; 4] = [
    "human_decision",
    "human_name",
    "human_note",
    "human_decided_at",
];
const PLACE: [&str; 4] = ["workflow", "repetition", "question_id", "verdict"];

/// Writes one line for every attempt (RFC 4180, UTF-8, with a header line).
///
/// The verdict and what people decided stand in columns of their own. A cell that a spreadsheet
/// would take for a formula begins with an apostrophe.
///
/// # Errors
/// [`Error::Export`].
pub fn attempts_csv(report: &Report) -> Result<Vec<u8>, Error> {
    let mut table = Table::new(&[
        "completeness",
        "support",
        "reasons",
        "declined",
        "missing",
        "citations",
        "supporting",
        "question",
        "error",
        "file",
        "line",
    ])?;
    let index = Index::new(report);
    for attempt in &report.attempts {
        let question = index.question(attempt);
        let supporting = attempt
            .citations
            .iter()
            .filter(|c| !c.supports.is_empty())
            .count();
        table.line(
            &index,
            attempt,
            About::Attempt,
            &[
                attempt.completeness.clone(),
                attempt.support.clone(),
                attempt.reasons.join(" "),
                attempt.declined.to_string(),
                attempt.missing.to_string(),
                attempt.citations.len().to_string(),
                supporting.to_string(),
                question
                    .map(|question| question.question.clone())
                    .unwrap_or_default(),
                attempt.error.clone().unwrap_or_default(),
                attempt.file.clone().unwrap_or_default(),
                text(attempt.line),
            ],
        )?;
    }
    table.finish()
}

/// Writes one line for every obligation of every attempt; otherwise as [`attempts_csv`].
///
/// # Errors
/// [`Error::Export`].
pub fn obligations_csv(report: &Report) -> Result<Vec<u8>, Error> {
    let mut table = Table::new(&[
        "field",
        "obligation",
        "stated",
        "support",
        "alias",
        "description",
        "value",
    ])?;
    let index = Index::new(report);
    for attempt in &report.attempts {
        let question = index.question(attempt);
        for field in &attempt.fields {
            for obligation in &field.obligations {
                let info = question.and_then(|question| {
                    question.obligations.iter().find(|o| o.id == obligation.id)
                });
                table.line(
                    &index,
                    attempt,
                    About::Obligation(&obligation.id),
                    &[
                        field.field.clone(),
                        obligation.id.clone(),
                        obligation.stated.clone(),
                        obligation.support.clone(),
                        obligation.alias.clone().unwrap_or_default(),
                        info.map(|info| info.description.clone())
                            .unwrap_or_default(),
                        info.map(|info| info.value.clone()).unwrap_or_default(),
                    ],
                )?;
            }
        }
    }
    table.finish()
}

/// Writes one line for every emitted citation of every attempt; otherwise as [`attempts_csv`].
/// `citation` counts from 0 as in the report, pages from 1, offsets in chars of the raw text.
///
/// # Errors
/// [`Error::Export`].
pub fn citations_csv(report: &Report) -> Result<Vec<u8>, Error> {
    let mut table = Table::new(&[
        "citation",
        "field",
        "document",
        "document_id",
        "page",
        "quote",
        "state",
        "supports",
        "first_page",
        "last_page",
        "start",
        "end",
        "page_right",
        "elided",
        "fidelity",
    ])?;
    let index = Index::new(report);
    for attempt in &report.attempts {
        for (at, citation) in attempt.citations.iter().enumerate() {
            let optional = |text: &Option<String>| text.clone().unwrap_or_default();
            table.line(
                &index,
                attempt,
                About::Citation(at),
                &[
                    at.to_string(),
                    optional(&citation.field),
                    optional(&citation.document),
                    optional(&citation.document_id),
                    optional(&citation.page),
                    optional(&citation.quote),
                    citation.state.clone(),
                    citation.supports.join(" "),
                    text(citation.span.map(|span| span.first_page)),
                    text(citation.span.map(|span| span.last_page)),
                    text(citation.span.map(|span| span.start)),
                    text(citation.span.map(|span| span.end)),
                    text(citation.page_right),
                    citation.elided.to_string(),
                    optional(&citation.fidelity),
                ],
            )?;
        }
    }
    table.finish()
}

fn text<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

struct Table(csv::Writer<Vec<u8>>);

impl Table {
    fn new(columns: &[&str]) -> Result<Self, Error> {
        // Quoting every cell keeps a spreadsheet that splits at semicolons from starting a new
        // cell, and with it a formula, inside one.
        let writer = WriterBuilder::new()
            .quote_style(QuoteStyle::Always)
            .terminator(Terminator::CRLF)
            .from_writer(Vec::new());
        let mut table = Self(writer);
        let header = PLACE.iter().chain(columns).chain(&HUMAN);
        table
            .0
            .write_record(header)
            .map_err(|error| failed(&error))?;
        Ok(table)
    }

    fn line(
        &mut self,
        index: &Index<'_>,
        attempt: &Attempt,
        about: About<'_>,
        cells: &[String],
    ) -> Result<(), Error> {
        let decisions = index.standing(attempt, about);
        let join = |part: fn(&crate::format::Decision) -> &str| {
            decisions
                .iter()
                .map(|decision| part(decision))
                .collect::<Vec<_>>()
                .join("; ")
        };
        let place = [
            attempt.workflow.clone(),
            attempt.repetition.to_string(),
            attempt.question_id.clone(),
            attempt.verdict.clone(),
        ];
        let human = [
            join(|decision| &decision.decision),
            join(|decision| &decision.name),
            join(|decision| &decision.note),
            join(|decision| &decision.decided_at),
        ];
        let cells = place.iter().chain(cells).chain(&human);
        self.0
            .write_record(cells.map(|cell| harmless(cell).into_owned()))
            .map_err(|error| failed(&error))
    }

    fn finish(self) -> Result<Vec<u8>, Error> {
        self.0.into_inner().map_err(|error| failed(&error))
    }
}

fn failed(error: &dyn std::fmt::Display) -> Error {
    Error::Export {
        reason: error.to_string(),
    }
}

/// Keeps a spreadsheet from running a cell: what begins like a formula, blanks aside, gets an
/// apostrophe in front. Control chars at the start count, since some programs drop them.
fn harmless(cell: &str) -> Cow<'_, str> {
    let first = cell
        .chars()
        .find(|char| !char.is_whitespace() && !char.is_control() && *char != '\u{FEFF}');
    let begins_with_control = cell.starts_with(['\t', '\r', '\n', '\0']);
    match first {
        Some('=' | '+' | '-' | '@' | '\u{FF1D}' | '\u{FF0B}' | '\u{FF0D}' | '\u{FF20}') => {
            Cow::Owned(format!("'{cell}"))
        }
        _ if begins_with_control => Cow::Owned(format!("'{cell}")),
        _ => Cow::Borrowed(cell),
    }
}
