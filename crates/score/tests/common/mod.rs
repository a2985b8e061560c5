//! Reads scoring cases and judges their attempts.

use std::collections::BTreeMap;
use std::sync::Arc;

use proofmark_ground::Library;
use proofmark_score::{
    Adapter, Attempt, JudgedAttempt, SourceCard, ValidBank, judge_attempt, parse_answer,
    validate_bank,
};
use proofmark_text::Document;
use serde_json::{Value, json};

/// One case, ready to be judged: its bank holds one question and is sound.
pub(crate) struct Case {
    pub(crate) library: Library,
    pub(crate) bank: ValidBank,
    pub(crate) attempt: Attempt,
    pub(crate) expect: Value,
    pub(crate) title: String,
}

/// The cases of a file in `tests/cases`.
pub(crate) fn read_cases(file: &str) -> Vec<Case> {
    let path = format!("{}/../../tests/cases/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let cases: Value =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    let cases = cases.as_array().expect("the file holds an array");
    cases
        .iter()
        .enumerate()
        .map(|(at, case)| read_case(at, case))
        .collect()
}

fn read_case(at: usize, case: &Value) -> Case {
    let title = format!("#{at} {}: {}", string(&case["rule"]), string(&case["why"]));
    let mut library = Library::new();
    let mut documents = Vec::new();
    for (id, pages) in case["documents"].as_object().expect("documents") {
        let pages: Vec<&str> = strs(pages).collect();
        library.insert(
            id.clone(),
            Arc::new(Document::from_plain_text(&pages.join("\u{c}"))),
            None,
        );
        documents.push(json!({ "id": id, "file": format!("{id}.txt") }));
    }
    let person = |name: &str| json!({ "name": name, "attestation": "I checked every entry." });
    let bank = json!({
        "schema": "proofmark/bank/1", "contract": "1.5.0", "title": "a case",
        "documents": documents,
        "questions": [case["question"]],
        "freeze": { "author": person("A. Author"), "reviewer": person("R. Reviewer") },
    });
    let checked = validate_bank(bank.to_string().as_bytes(), &library, &BTreeMap::new());
    let errors: Vec<String> = checked.errors.iter().map(ToString::to_string).collect();
    let bank = checked
        .bank
        .unwrap_or_else(|| panic!("{title}: an unsound bank: {errors:#?}"));
    let attempt = read_attempt(&bank, &case["attempt"]);
    Case {
        library,
        bank,
        attempt,
        expect: case["expect"].clone(),
        title,
    }
}

impl Case {
    /// Judges the attempt.
    pub(crate) fn judge(&self) -> JudgedAttempt {
        let question = &self.bank.bank.questions[0];
        let parsed = parse_answer(question, &self.bank.bank.documents, &self.attempt, None);
        judge_attempt(
            self.bank.context(question),
            &self.attempt,
            parsed.as_ref(),
            &self.library,
        )
    }
}

/// What of a case's expectation does not hold.
pub(crate) fn differences(expect: &Value, judged: &JudgedAttempt) -> Vec<String> {
    let mut found = Vec::new();
    let mut check = |key: &str, is: String, should: String| {
        if is != should {
            found.push(format!("{key}: {is}, expected {should}"));
        }
    };
    let has = |code: &str| {
        judged
            .reasons
            .iter()
            .any(|reason| reason.code.code() == code)
    };
    for (key, should) in expect.as_object().expect("an object of expectations") {
        match key.as_str() {
            "verdict" => check(key, judged.verdict.code().into(), string(should)),
            "completeness" => check(key, judged.completeness.code().into(), string(should)),
            "support" => check(key, judged.support.code().into(), string(should)),
            "reasons_include" => strs(should).filter(|code| !has(code)).for_each(|code| {
                check(key, "without it".into(), code.into());
            }),
            "reasons_exclude" => strs(should).filter(|code| has(code)).for_each(|code| {
                check(key, code.into(), "without it".into());
            }),
            "stated" => {
                for (id, state) in should.as_object().expect("states by claim id") {
                    let mut obligations = judged.fields.iter().flat_map(|f| &f.obligations);
                    let obligation = obligations.find(|obligation| obligation.id == *id);
                    let is = obligation.map_or("absent", |o| o.stated.code());
                    check(&format!("stated {id}"), is.into(), string(state));
                }
            }
            "citations" => {
                let states: Vec<&str> = judged.citations.iter().map(|c| c.state.code()).collect();
                check(
                    key,
                    states.join(" "),
                    strs(should).collect::<Vec<_>>().join(" "),
                );
            }
            other => check(other, "unknown".into(), "a known key".into()),
        }
    }
    found
}

fn read_attempt(bank: &ValidBank, value: &Value) -> Attempt {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let cards = value["source_cards"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    Attempt {
        workflow: "w".to_owned(),
        repetition: 1,
        question_id: bank.bank.questions[0].id.clone(),
        adapter: match value["adapter"].as_str() {
            Some("structured-json") => Adapter::StructuredJson,
            _ => Adapter::LabelledText,
        },
        raw: text(&value["raw"]),
        error: text(&value["error"]),
        produced_at: None,
        source_cards: cards
            .iter()
            .map(|card| SourceCard {
                document: text(&card["document"]),
                page: Some(card["page"].to_string()),
                quote: text(&card["quote"]),
            })
            .collect(),
        bank_sha256: None,
    }
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn strs(value: &Value) -> impl Iterator<Item = &str> {
    value
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
}
