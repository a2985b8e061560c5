//! Runs the bank cases of `tests/cases`: each question's bank has exactly the expected error codes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use proofmark_ground::Library;
use proofmark_score::validate_bank;
use proofmark_text::Document;
use serde_json::{Value, json};

fn cases(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/cases")
        .join(name);
    let text = std::fs::read_to_string(&path).expect("the case file is in the repository");
    serde_json::from_str(&text).expect("the case file is JSON")
}

fn check(case: &Value) -> Result<(), String> {
    let documents = case["documents"].as_object().expect("documents by id");
    let mut library = Library::new();
    for (id, pages) in documents {
        let pages: Vec<&str> = pages
            .as_array()
            .expect("pages")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        library.insert(
            id.clone(),
            Arc::new(Document::from_plain_text(&pages.join("\u{c}"))),
            None,
        );
    }
    let listed: Vec<_> = documents
        .keys()
        .map(|id| json!({"id": id, "file": format!("{id}.txt")}))
        .collect();
    let person = |name: &str| json!({"name": name, "attestation": "I checked every entry."});
    let bank = json!({
        "schema": "proofmark/bank/1", "contract": "1.5.0", "title": "a case",
        "documents": listed,
        "questions": [case["question"]],
        "freeze": {"author": person("A. Author"), "reviewer": person("R. Reviewer")},
    });
    let checked = validate_bank(bank.to_string().as_bytes(), &library, &BTreeMap::new());
    let found: BTreeSet<&str> = checked
        .errors
        .iter()
        .map(|error| error.code.code())
        .collect();
    let expected: BTreeSet<&str> = case["expect"]["errors"]
        .as_array()
        .expect("codes")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    if found == expected && checked.bank.is_some() == expected.is_empty() {
        return Ok(());
    }
    let shown: Vec<String> = checked.errors.iter().map(ToString::to_string).collect();
    Err(format!(
        "{}: expected {expected:?}, found {shown:#?}",
        case["why"]
    ))
}

fn check_all(name: &str) {
    let failures: Vec<_> = cases(name)
        .iter()
        .filter_map(|case| check(case).err())
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn handed_cases() {
    check_all("bank.json");
}

#[test]
fn further_cases() {
    check_all("bank-more.json");
}
