//! The engine's types → messages.

use proofmark_engine as engine;
use proofmark_engine::{AttachedBy, FileKind, Session};

use super::messages::{FileRow, FileState, Problem, Readiness, ReadyCheck, Response};

/// The file table and whether there is enough to score.
pub(super) fn files(session: &Session, unread: &[(String, String)]) -> Response {
    let entries = session.files();
    let attachments = session.attachments();
    let mut rows: Vec<FileRow> = entries.iter().map(row).collect();
    for (name, message) in unread {
        rows.push(FileRow {
            id: None,
            name: name.clone(),
            kind: "unknown".to_owned(),
            size: None,
            sha256: String::new(),
            state: FileState::Refused,
            summary: "cannot be read".to_owned(),
            problems: vec![Problem {
                place: String::new(),
                message: message.clone(),
            }],
            needs_password: false,
        });
    }
    for one in &attachments {
        match one.file {
            None => rows.push(FileRow {
                id: None,
                name: one.file_name.clone(),
                kind: FileKind::Document.code().to_owned(),
                size: None,
                sha256: one.expected_sha256.clone().unwrap_or_default(),
                state: FileState::Missing,
                summary: format!("named by the bank as “{}”, not here yet", one.document),
                problems: Vec::new(),
                needs_password: false,
            }),
            Some((id, by)) => {
                let attached = rows.iter_mut().find(|row| row.id == Some(id.0));
                if let Some(row) = attached {
                    attach(row, one, by);
                }
            }
        }
    }
    Response::Files {
        readiness: readiness(session, &entries),
        files: rows,
    }
}

fn attach(row: &mut FileRow, one: &engine::Attachment, by: AttachedBy) {
    match (by, &one.expected_sha256) {
        (AttachedBy::Digest, _) => row.summary.push_str(", matches the bank"),
        (AttachedBy::Name, None) => row.summary.push_str(", attached by name"),
        (AttachedBy::Name, Some(expected)) => {
            row.summary.push_str(", attached by name only");
            if row.state == FileState::Ready {
                row.state = FileState::Warning;
            }
            row.problems.push(Problem {
                place: String::new(),
                message: format!(
                    "the bank expects {} for “{}”; the name is the same, the bytes are not, so a \
                     quotation may stand elsewhere. Drop the file that the bank was made with.",
                    expected.get(..8).unwrap_or(expected),
                    one.document
                ),
            });
        }
    }
}

fn row(entry: &engine::FileEntry) -> FileRow {
    FileRow {
        id: Some(entry.id.0),
        name: entry.name.clone(),
        kind: entry.kind.code().to_owned(),
        size: Some(entry.size),
        sha256: entry.sha256.clone(),
        state: match entry.state {
            engine::FileState::Ready => FileState::Ready,
            engine::FileState::Warning => FileState::Warning,
            engine::FileState::Refused => FileState::Refused,
        },
        summary: entry.summary.clone(),
        problems: entry.problems.iter().map(problem).collect(),
        needs_password: entry.problems.iter().any(|one| {
            [Some(engine::PASSWORD_NEEDED), Some(engine::PASSWORD_WRONG)].contains(&one.code)
        }),
    }
}

/// A problem of a file that is named beside it.
pub(super) fn problem(found: &engine::Problem) -> Problem {
    Problem {
        place: found.place.clone().unwrap_or_default(),
        message: found.message.clone(),
    }
}

/// A problem by itself.
pub(super) fn problem_with_file(found: &engine::Problem) -> Problem {
    let parts: Vec<&str> = found
        .file
        .as_deref()
        .into_iter()
        .chain(found.place.as_deref())
        .collect();
    Problem {
        place: parts.join(", "),
        message: found.message.clone(),
    }
}

fn readiness(session: &Session, entries: &[engine::FileEntry]) -> Readiness {
    let told = session.readiness();
    let usable = |kind: FileKind| -> Vec<&engine::FileEntry> {
        let is_usable = |entry: &&engine::FileEntry| {
            entry.kind == kind && entry.state != engine::FileState::Refused
        };
        entries.iter().filter(is_usable).collect()
    };
    let check = |title: &str, detail: String, state| ReadyCheck {
        title: title.to_owned(),
        detail,
        state,
    };
    let banks = usable(FileKind::Bank);
    let bank = match banks.as_slice() {
        [] => check("Bank", "none yet".to_owned(), FileState::Missing),
        [one] => check("Bank", one.summary.clone(), FileState::Ready),
        many => check(
            "Bank",
            format!("{} of them; keep one", many.len()),
            FileState::Refused,
        ),
    };
    let outputs = usable(FileKind::Outputs);
    let plans = usable(FileKind::RunPlan);
    let run = match (outputs.as_slice(), plans.as_slice()) {
        ([], _) => check(
            "Outputs and plan",
            "no outputs yet".to_owned(),
            FileState::Missing,
        ),
        (_, [_, _, ..]) => check(
            "Outputs and plan",
            "several plans; keep one".to_owned(),
            FileState::Refused,
        ),
        (files, plan) => {
            let plan = match plan.first() {
                Some(plan) => plan.summary.clone(),
                None => "no plan, so it is read off the outputs".to_owned(),
            };
            let word = if files.len() == 1 { "file" } else { "files" };
            check(
                "Outputs and plan",
                format!("{} {word}; {plan}", files.len()),
                FileState::Ready,
            )
        }
    };
    let total = told.documents.len();
    let n_by = |by| {
        let is_by = |one: &&engine::Attachment| one.file.is_some_and(|(_, found)| found == by);
        told.documents.iter().filter(is_by).count()
    };
    let (by_digest, by_name) = (n_by(AttachedBy::Digest), n_by(AttachedBy::Name));
    let n_missing = total - by_digest - by_name;
    let documents = if !told.has_bank {
        check(
            "Documents",
            "the bank names them".to_owned(),
            FileState::Missing,
        )
    } else if n_missing > 0 {
        check(
            "Documents",
            format!("{n_missing} of {total} not here yet"),
            FileState::Missing,
        )
    } else if by_name > 0 {
        let detail = format!("{by_digest} of {total} attached by digest, {by_name} by name");
        check("Documents", detail, FileState::Warning)
    } else {
        check(
            "Documents",
            format!("{total} of {total} attached by digest"),
            FileState::Ready,
        )
    };
    Readiness {
        checks: vec![bank, run, documents],
        can_score: told.can_score,
        hint: told.hint,
    }
}
