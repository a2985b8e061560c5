//! One case through the engine.

use proofmark_engine::{Flow, Problem, Refusal, Session};
use proofmark_report::format::{Attempt, Report};
use serde_json::{Value, json};

use crate::case::{Case, LocateInput};

/// Runs a case.
///
/// # Errors
/// A sentence that says which expectation does not hold.
pub fn check(case: &Case) -> Result<(), String> {
    let expect = case.expect.as_object().ok_or("`expect` is no object")?;
    match case.kind.as_str() {
        "locate" => {
            let input = case.locate.as_ref().ok_or("`locate` is missing")?;
            for (key, wanted) in expect {
                let found = locate(case, input, key)?;
                equal(key, wanted, &found)?;
            }
            Ok(())
        }
        "bank" => {
            let codes = bank_errors(case)?;
            for (key, wanted) in expect {
                match key.as_str() {
                    "errors" => {
                        let mut wanted: Vec<_> = strings(wanted)?;
                        wanted.sort();
                        wanted.dedup();
                        equal(key, &json!(wanted), &json!(codes))?;
                    }
                    _ => return Err(format!("unknown expectation `{key}`")),
                }
            }
            Ok(())
        }
        "score" => {
            let report = score(case)?;
            let attempt = report.attempts.first().ok_or("the report has no attempt")?;
            for (key, wanted) in expect {
                score_expectation(attempt, key, wanted)?;
            }
            Ok(())
        }
        other => Err(format!("unknown kind `{other}`")),
    }
}

fn score_expectation(attempt: &Attempt, key: &str, wanted: &Value) -> Result<(), String> {
    match key {
        "verdict" => equal(key, wanted, &json!(attempt.verdict)),
        "completeness" => equal(key, wanted, &json!(attempt.completeness)),
        "support" => equal(key, wanted, &json!(attempt.support)),
        "reasons_include" => {
            for code in strings(wanted)? {
                if !attempt.reasons.contains(&code) {
                    return Err(format!("no reason `{code}` among {:?}", attempt.reasons));
                }
            }
            Ok(())
        }
        "reasons_exclude" => {
            for code in strings(wanted)? {
                if attempt.reasons.contains(&code) {
                    return Err(format!("the reason `{code}` among {:?}", attempt.reasons));
                }
            }
            Ok(())
        }
        "stated" => {
            let wanted = wanted.as_object().ok_or("`stated` is no object")?;
            for (id, stated) in wanted {
                let obligation = attempt
                    .fields
                    .iter()
                    .flat_map(|field| &field.obligations)
                    .find(|obligation| obligation.id == *id)
                    .ok_or_else(|| format!("no obligation `{id}`"))?;
                equal(&format!("stated.{id}"), stated, &json!(obligation.stated))?;
            }
            Ok(())
        }
        "citations" => {
            let states: Vec<_> = attempt
                .citations
                .iter()
                .map(|one| one.state.as_str())
                .collect();
            equal(key, wanted, &json!(states))
        }
        _ => Err(format!("unknown expectation `{key}`")),
    }
}

fn locate(case: &Case, input: &LocateInput, key: &str) -> Result<Value, String> {
    let session = session_with_documents(case);
    let name = format!("{}.txt", input.document);
    let Some(file) = session.files().into_iter().find(|file| file.name == name) else {
        return match key {
            "state" => Ok(json!("absent_document")),
            _ => Err(format!("no document `{}`", input.document)),
        };
    };
    let probe = session
        .locate(file.id, &input.quote)
        .ok_or("no document to search")?;
    match key {
        "state" => Ok(json!(probe.state)),
        "text" => Ok(json!(probe.text)),
        "pages" => Ok(match (probe.spans.first(), probe.spans.last()) {
            (Some(first), Some(last)) => json!([first.first_page, last.last_page]),
            _ => Value::Null,
        }),
        "elided" => Ok(json!(probe.elided)),
        "elided_condition" => Ok(json!(probe.elided_condition)),
        _ => Err(format!("unknown expectation `{key}`")),
    }
}

fn session_with_documents(case: &Case) -> Session {
    let mut session = Session::default();
    for (id, pages) in &case.documents {
        let text = pages.join("\u{c}");
        session.add(&format!("{id}.txt"), text.into_bytes(), &mut |_| {
            Flow::Continue
        });
    }
    session
}

fn bank_json(case: &Case) -> Result<Vec<u8>, String> {
    let question = case.question.as_ref().ok_or("`question` is missing")?;
    let documents: Vec<_> = case
        .documents
        .keys()
        .map(|id| json!({ "id": id, "file": format!("{id}.txt") }))
        .collect();
    let bank = json!({
        "schema": "proofmark/bank/1",
        "contract": "1.5.0",
        "title": "case",
        "documents": documents,
        "questions": [question],
        "freeze": {
            "author": { "name": "A. Author", "attestation": "True and complete." },
            "reviewer": { "name": "R. Reviewer", "attestation": "Checked against the documents." },
        },
    });
    serde_json::to_vec(&bank).map_err(|error| error.to_string())
}

/// The codes of the bank's errors, each once, in order of the alphabet.
fn bank_errors(case: &Case) -> Result<Vec<String>, String> {
    let mut session = session_with_documents(case);
    session.add("bank.json", bank_json(case)?, &mut |_| Flow::Continue);
    let check = session
        .check_bank()
        .map_err(|problems| first_message(&problems))?;
    let mut codes: Vec<String> = check
        .errors
        .iter()
        .map(|error| error.code.to_owned())
        .collect();
    codes.sort();
    codes.dedup();
    Ok(codes)
}

fn score(case: &Case) -> Result<Report, String> {
    let mut session = session_with_documents(case);
    session.add("bank.json", bank_json(case)?, &mut |_| Flow::Continue);
    let mut attempt = case.attempt.clone().ok_or("`attempt` is missing")?;
    let question_id = case.question.as_ref().and_then(|q| q.get("id")).cloned();
    let object = attempt.as_object_mut().ok_or("`attempt` is no object")?;
    for (key, value) in [
        ("workflow", json!("w")),
        ("repetition", json!(1)),
        ("question_id", question_id.unwrap_or_default()),
    ] {
        object.entry(key).or_insert(value);
    }
    let line = serde_json::to_vec(&attempt).map_err(|error| error.to_string())?;
    session.add("outputs.jsonl", line, &mut |_| Flow::Continue);
    session
        .score(&Default::default(), &mut |_| Flow::Continue)
        .map_err(|refusal| match refusal {
            Refusal::Inputs(problems) => first_message(&problems),
            other => other.to_string(),
        })
}

fn first_message(problems: &[Problem]) -> String {
    let all: Vec<String> = problems.iter().map(ToString::to_string).collect();
    format!("refused: {}", all.join("; "))
}

fn equal(key: &str, wanted: &Value, found: &Value) -> Result<(), String> {
    if wanted == found {
        Ok(())
    } else {
        Err(format!("`{key}`: expected {wanted}, found {found}"))
    }
}

fn strings(value: &Value) -> Result<Vec<String>, String> {
    value
        .as_array()
        .and_then(|items| {
            items
                .iter()
                .map(|item| item.as_str().map(str::to_owned))
                .collect()
        })
        .ok_or_else(|| format!("{value} is no list of strings"))
}
