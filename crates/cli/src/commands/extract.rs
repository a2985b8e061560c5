//! `proofmark extract`.

use proofmark_engine::{FileKind, FileState, Problem, Session};
use serde_json::{Value, json};

use crate::args::Extract;
use crate::failure::{Failure, problem_json};
use crate::{inputs, print};

/// What came of the files so far.
#[derive(Default)]
struct Outcome {
    n_read: usize,
    refused: Vec<Problem>,
    documents: Vec<Value>,
}

impl Outcome {
    /// Says on standard error why a file gives no text; the others go on.
    fn refuse(&mut self, file: &str, problems: Vec<Problem>) {
        Failure::Refused(problems.clone()).print(false);
        let listed: Vec<Value> = problems.iter().map(problem_json).collect();
        self.documents
            .push(json!({ "file": file, "error": listed }));
        self.refused.extend(problems);
    }
}

/// A document that cannot be read is named and the rest goes on; then the outcome is a failure. When
/// none can be read, the input is refused.
pub(crate) fn run(args: &Extract, as_json: bool) -> Result<bool, Failure> {
    let password = inputs::secret(args.password.password_file.as_deref())?;
    let mut outcome = Outcome::default();
    for path in &args.files {
        if print::is_unheard() {
            break;
        }
        let mut session = Session::default();
        session.set_password(password.clone());
        let taken = if path.is_dir() {
            inputs::add_documents(&mut session, path, &args.password, None)
        } else {
            inputs::read(path).map(|bytes| {
                session.add(&inputs::name(path), bytes, &mut print::progress());
            })
        };
        match taken {
            Ok(()) if session.files().is_empty() => {
                let none = "holds no document; expected .pdf, .txt, .md or .html";
                let problem = Problem {
                    code: None,
                    file: Some(path.display().to_string()),
                    place: None,
                    message: none.to_owned(),
                };
                outcome.refuse(&inputs::name(path), vec![problem]);
            }
            Ok(()) => print_session(&session, args.boxes, as_json, &mut outcome)?,
            Err(Failure::Refused(problems)) => outcome.refuse(&inputs::name(path), problems),
            Err(failure) => return Err(failure),
        }
    }
    if as_json {
        print::json(&Value::Array(outcome.documents))?;
    }
    match (outcome.n_read, outcome.refused.is_empty()) {
        (_, true) => Ok(true),
        (0, false) => Err(Failure::Shown),
        (_, false) => Ok(false),
    }
}

/// Prints the documents of a session.
fn print_session(
    session: &Session,
    with_boxes: bool,
    as_json: bool,
    outcome: &mut Outcome,
) -> Result<(), Failure> {
    for entry in session.files() {
        if session.source(entry.id).is_none() || entry.state == FileState::Refused {
            let mut problems = entry.problems.clone();
            if problems.is_empty() {
                problems.push(Problem {
                    code: None,
                    file: Some(entry.name.clone()),
                    place: None,
                    message: inputs::wrong_kind(FileKind::Document, entry.kind),
                });
            }
            outcome.refuse(&entry.name, problems);
            continue;
        }
        for note in &entry.problems {
            print::note(note);
        }
        let Some(view) = session.document_view(entry.id) else {
            continue;
        };
        let Some(source) = session.source(entry.id) else {
            continue;
        };
        let document = source.document();
        let mut pages = Vec::new();
        for (page_idx, (page, text)) in view
            .pages
            .iter()
            .zip(document.pages().iter().map(|p| document.slice(p.range())))
            .enumerate()
        {
            let number = page_idx + 1;
            if !as_json {
                let label = page
                    .label
                    .as_ref()
                    .map(|l| format!(" ({l})"))
                    .unwrap_or_default();
                print::line(format!(
                    "== {} page {number}{label}, chars {}..{} ==",
                    entry.name, page.start, page.end
                ))?;
                print::line(text)?;
                if with_boxes {
                    for line in session.page_text(entry.id, page_idx) {
                        print::line(format!("{} {:?} {}", line.start, line.quad, line.text))?;
                    }
                }
                continue;
            }
            let mut value = json!({
                "page": number,
                "label": page.label,
                "start": page.start,
                "end": page.end,
                "has_text": page.has_text,
                "text": text,
            });
            if with_boxes {
                let lines: Vec<Value> = session
                    .page_text(entry.id, page_idx)
                    .into_iter()
                    .map(
                        |line| json!({ "start": line.start, "text": line.text, "quad": line.quad }),
                    )
                    .collect();
                value["width_pt"] = json!(page.width_pt);
                value["height_pt"] = json!(page.height_pt);
                value["lines"] = Value::Array(lines);
            }
            pages.push(value);
        }
        let notes: Vec<Value> = entry.problems.iter().map(problem_json).collect();
        outcome.n_read += 1;
        outcome.documents.push(json!({
            "file": entry.name,
            "sha256": entry.sha256,
            "pages": pages,
            "notes": notes,
        }));
    }
    Ok(())
}
