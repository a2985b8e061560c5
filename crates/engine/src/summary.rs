//! What a file holds, in a few words, and what is wrong with it.

use std::collections::BTreeMap;

use proofmark_json::ReadError;
use proofmark_source::{Problem as SourceProblem, SourceDocument};

use crate::files::FileKind;
use crate::session::{FileState, Problem};

/// State, summary and problems of a file.
pub(crate) type Told = (FileState, String, Vec<Problem>);

/// Pages or lines that one problem lists at most; the rest are counted.
const MAX_LISTED: usize = 8;

/// Tells of a document.
pub(crate) fn of_document(name: &str, document: &SourceDocument) -> Told {
    let n_pages = document.document().pages().len();
    let mut by_message: BTreeMap<(u8, String), Vec<usize>> = BTreeMap::new();
    for diagnostic in document.diagnostics() {
        // Counts differ from page to page; what is said once a document is the kind of problem.
        let rank = u8::from(diagnostic.page_idx.is_some());
        let message = match &diagnostic.problem {
            SourceProblem::UnmappedGlyphs { .. } => {
                "glyphs without a known char stand as U+FFFD; quotations that touch them need a person"
                    .to_owned()
            }
            problem => problem.to_string(),
        };
        let pages = by_message.entry((rank, message)).or_default();
        pages.extend(diagnostic.page_idx.map(|idx| idx + 1));
    }
    let problems: Vec<Problem> = by_message
        .into_iter()
        .map(|((_, message), pages)| Problem {
            code: None,
            file: Some(name.to_owned()),
            place: list_numbers("page", "pages", &pages),
            message,
        })
        .collect();
    let state = if problems.is_empty() {
        FileState::Ready
    } else {
        FileState::Warning
    };
    (state, count(n_pages, "page", "pages"), problems)
}

/// `page 3`, `pages 3, 4, 7`; long lists end with a count. `None` for an empty one.
pub(crate) fn list_numbers(one: &str, many: &str, numbers: &[usize]) -> Option<String> {
    let listed: Vec<String> = numbers
        .iter()
        .take(MAX_LISTED)
        .map(ToString::to_string)
        .collect();
    match listed.as_slice() {
        [] => None,
        [only] => Some(format!("{one} {only}")),
        _ if numbers.len() > MAX_LISTED => Some(format!(
            "{many} {} and {} more",
            listed.join(", "),
            numbers.len() - MAX_LISTED
        )),
        _ => Some(format!("{many} {}", listed.join(", "))),
    }
}

/// `1 page`, `12 pages`.
pub(crate) fn count(n: usize, one: &str, many: &str) -> String {
    if n == 1 {
        format!("1 {one}")
    } else {
        format!("{n} {many}")
    }
}

/// Tells of a file that is no document.
pub(crate) fn of_file(name: &str, kind: FileKind, bytes: &[u8]) -> Told {
    if bytes.is_empty() {
        return refused(name, "the file is empty; drop the complete file");
    }
    match kind {
        FileKind::Bank => crate::bank::tell(name, bytes),
        FileKind::RunPlan => crate::run::tell_plan(name, bytes),
        FileKind::Outputs => crate::run::tell_outputs(name, bytes),
        FileKind::Claims => told_by(name, proofmark_judge::read_claims(bytes), |batches| {
            count(
                batches.iter().map(|batch| batch.claims.len()).sum(),
                "claim",
                "claims",
            )
        }),
        FileKind::Snapshots => told_by(name, proofmark_judge::read_snapshots(bytes), |pages| {
            count(pages.len(), "saved page", "saved pages")
        }),
        FileKind::Gold => told_by(name, proofmark_judge::read_gold(bytes), |labels| {
            count(labels.len(), "gold label", "gold labels")
        }),
        FileKind::Audit => told_by(name, crate::audit::read_audit(bytes), |audit| {
            count(audit.decisions.len(), "decision", "decisions")
        }),
        FileKind::Preflight => told_by(name, crate::preflight::read_preflight(bytes), |p| {
            let n_passed = p.groups.iter().filter(|g| g.passed).count();
            format!(
                "{n_passed} of {} passed",
                count(p.groups.len(), "group", "groups")
            )
        }),
        FileKind::Report => match proofmark_report::read_report(bytes) {
            Ok(report) => (
                FileState::Ready,
                count(report.attempts.len(), "attempt", "attempts"),
                Vec::new(),
            ),
            Err(error) => refused(name, &error.to_string()),
        },
        FileKind::Results => (FileState::Ready, "a judge's results".to_owned(), Vec::new()),
        FileKind::SignedReport => (FileState::Ready, "to verify".to_owned(), Vec::new()),
        FileKind::Envelope => (
            FileState::Ready,
            "signatures, to verify".to_owned(),
            Vec::new(),
        ),
        FileKind::PublicKey => (FileState::Ready, "for verifying".to_owned(), Vec::new()),
        FileKind::PrivateKey => (FileState::Ready, "for signing".to_owned(), Vec::new()),
        FileKind::Document | FileKind::Archive | FileKind::Unknown => unknown(name, bytes),
    }
}

fn told_by<T>(name: &str, read: Result<T, ReadError>, tell: impl FnOnce(&T) -> String) -> Told {
    match read {
        Ok(value) => (FileState::Ready, tell(&value), Vec::new()),
        Err(error) => {
            let (place, message) = placed(&error);
            let mut told = refused(name, &message);
            for problem in &mut told.2 {
                problem.place.clone_from(&place);
            }
            told
        }
    }
}

/// The place and the message of a file of another shape, whose place stands at the message's end.
fn placed(error: &ReadError) -> (Option<String>, String) {
    let text = error.to_string();
    if let ReadError::Shape { .. } = error
        && let Some((message, place)) = text.rsplit_once(" at line ")
        && let Some((line, column)) = place.split_once(" column ")
        && line.parse::<usize>().is_ok()
        && column.parse::<usize>().is_ok()
    {
        let place = format!("line {line}, column {column}");
        return (Some(place), format!("{message}; correct it there"));
    }
    (None, text)
}

pub(crate) fn refused(name: &str, message: &str) -> Told {
    (
        FileState::Refused,
        "refused".to_owned(),
        vec![Problem::of_file(name, message)],
    )
}

/// A file that is none of what is read here: if it is broken JSON, that is what is said.
fn unknown(name: &str, bytes: &[u8]) -> Told {
    let body = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let first = body.iter().find(|b| !b.is_ascii_whitespace());
    let is_json_name = name
        .rsplit_once('.')
        .is_some_and(|(_, e)| e.eq_ignore_ascii_case("json"));
    if matches!(first, Some(b'{' | b'[')) || is_json_name {
        return match proofmark_json::outline(bytes) {
            Err(error) => {
                let mut told = refused(
                    name,
                    &format!(
                        "cannot be read as JSON: {}; correct it there",
                        error.message
                    ),
                );
                for problem in &mut told.2 {
                    problem.place = Some(format!("line {}, column {}", error.line, error.column));
                }
                told
            }
            Ok(_) => refused(
                name,
                "JSON, but none of the files that are read here; expected a bank, run plan, outputs, \
                 audit, preflight, report, claims, list of saved pages, results or gold labels",
            ),
        };
    }
    refused(
        name,
        "none of the files that are read here; expected PDF, text, Markdown, HTML, JSON, JSON Lines, \
         PEM or a .zip of these",
    )
}
