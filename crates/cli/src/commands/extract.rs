//! `proofmark extract`.

use proofmark_engine::{FileState, Session};
use serde_json::{Value, json};

use crate::args::Extract;
use crate::failure::{Failure, problem_json};
use crate::{inputs, print};

/// A document that cannot be read is named and the rest goes on; then the outcome is a failure.
pub(crate) fn run(args: &Extract, as_json: bool) -> Result<bool, Failure> {
    let mut session = Session::default();
    for path in &args.files {
        if path.is_dir() {
            inputs::add_documents(&mut session, path, &args.password, None)?;
        } else {
            session.set_password(inputs::secret(args.password.password_file.as_deref())?);
            session.add(
                &inputs::name(path),
                inputs::read(path)?,
                &mut print::progress(),
            );
        }
    }
    let mut all_read = true;
    let mut documents = Vec::new();
    for entry in session.files() {
        if session.source(entry.id).is_none() || entry.state == FileState::Refused {
            all_read = false;
            if as_json {
                let problems: Vec<Value> = entry.problems.iter().map(problem_json).collect();
                documents.push(json!({ "file": entry.name, "error": problems }));
            } else if entry.problems.is_empty() {
                print::line(format!("{}: no document", entry.name))?;
            } else {
                for problem in &entry.problems {
                    print::line(problem.to_string())?;
                }
            }
            continue;
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
                if args.boxes {
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
            if args.boxes {
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
        documents.push(json!({
            "file": entry.name,
            "sha256": entry.sha256,
            "pages": pages,
            "notes": notes,
        }));
    }
    if as_json {
        print::json(&Value::Array(documents))?;
    }
    Ok(all_read)
}
