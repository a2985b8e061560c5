//! The order in which attempts, questions and documents stand decides nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use proofmark_ground::Library;
use proofmark_score::{
    PreparedQuestion, fill_plan, infer_plan, judge_missing, parse_answer, read_outputs,
    validate_bank,
};
use proofmark_text::Document;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Attempts that one run holds.
const N_ATTEMPTS: usize = 60;

/// The documents, questions and lines of outputs that the first cases of a file make together.
struct Parts {
    documents: Vec<(String, String)>,
    questions: Vec<Value>,
    lines: Vec<String>,
}

fn read_parts() -> Parts {
    let path = format!(
        "{}/../../tests/cases/scoring-more.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(path).expect("the cases are in the repository");
    let cases: Vec<Value> = serde_json::from_str(&text).expect("the cases are JSON");
    let pages = |pages: &Value| -> String {
        let pages = pages.as_array().into_iter().flatten();
        pages
            .filter_map(Value::as_str)
            .collect::<Vec<_>>()
            .join("\u{c}")
    };
    let shared = &cases[0]["documents"];
    let documents = shared.as_object().expect("documents by id");
    let mut parts = Parts {
        documents: documents
            .iter()
            .map(|(id, text)| (id.clone(), pages(text)))
            .collect(),
        questions: Vec::new(),
        lines: Vec::new(),
    };
    let mut n_of: BTreeMap<String, usize> = BTreeMap::new();
    let mut ids: BTreeMap<String, String> = BTreeMap::new();
    for case in cases.iter().filter(|case| case["documents"] == *shared) {
        let mut question = case["question"].clone();
        let key = question.to_string();
        let n_ids = ids.len();
        let id = ids
            .entry(key)
            .or_insert_with(|| {
                let id = format!("q{n_ids}");
                question["id"] = json!(id);
                // Claim ids are one in the bank.
                rename_claims(&mut question, &id);
                parts.questions.push(question);
                id
            })
            .clone();
        let repetition = n_of.entry(id.clone()).or_default();
        *repetition += 1;
        let attempt = &case["attempt"];
        let line = json!({
            "workflow": "w", "repetition": repetition, "question_id": id,
            "adapter": attempt["adapter"], "raw": attempt["raw"],
        });
        parts.lines.push(line.to_string());
        if parts.lines.len() == N_ATTEMPTS {
            break;
        }
    }
    parts
}

fn rename_claims(question: &mut Value, prefix: &str) {
    let rename = |id: &mut Value| *id = json!(format!("{prefix}-{}", id.as_str().unwrap_or("")));
    let claims = question.get_mut("essential_claims");
    for claim in claims.and_then(Value::as_array_mut).into_iter().flatten() {
        rename(&mut claim["id"]);
    }
    let fields = question.get_mut("accepted_field_answers");
    let fields = fields.and_then(Value::as_object_mut);
    for answers in fields.into_iter().flat_map(|fields| fields.values_mut()) {
        for answer in answers.as_array_mut().into_iter().flatten() {
            if let Some(ids) = answer
                .get_mut("obligation_ids")
                .and_then(Value::as_array_mut)
            {
                ids.iter_mut().for_each(rename);
            }
        }
    }
}

/// Scores the parts in the order in which they stand; a line for each planned attempt.
fn score(documents: &[(String, String)], questions: &[Value], lines: &[String]) -> Vec<String> {
    let mut library = Library::new();
    for (id, text) in documents {
        library.insert(id.clone(), Arc::new(Document::from_plain_text(text)), None);
    }
    let listed: Vec<Value> = documents
        .iter()
        .map(|(id, _)| json!({"id": id, "file": format!("{id}.txt")}))
        .collect();
    let person = |name: &str| json!({"name": name, "attestation": "I checked every entry."});
    let bank = json!({
        "schema": "proofmark/bank/1", "contract": "1.5.0", "title": "cases",
        "documents": listed, "questions": questions,
        "freeze": {"author": person("A. Author"), "reviewer": person("R. Reviewer")},
    });
    let checked = validate_bank(bank.to_string().as_bytes(), &library, &BTreeMap::new());
    let bank = checked
        .bank
        .unwrap_or_else(|| panic!("{:#?}", checked.errors));
    let outputs = [read_outputs("outputs.jsonl", lines.join("\n").as_bytes())];
    let plan = infer_plan(&outputs);
    let filled = fill_plan(&plan, &bank.bank, &outputs);
    let mut scored: Vec<String> = filled
        .slots
        .iter()
        .map(|slot| {
            let question = &bank.bank.questions[slot.question_idx];
            let judged = match &slot.found {
                None => judge_missing(question),
                Some(placed) => {
                    let parsed =
                        parse_answer(question, &bank.bank.documents, &placed.attempt, None);
                    PreparedQuestion::new(bank.context(question)).judge(
                        &placed.attempt,
                        parsed.as_ref(),
                        &library,
                    )
                }
            };
            let codes: Vec<_> = judged.reasons.iter().map(|r| r.code.code()).collect();
            let states: Vec<_> = judged.citations.iter().map(|c| c.state.code()).collect();
            format!(
                "{} {} {:?} {:?} {:?} {codes:?} {states:?}",
                question.id, slot.repetition, judged.verdict, judged.completeness, judged.support
            )
        })
        .collect();
    scored.sort();
    scored
}

#[test]
fn the_parts_are_many_and_differ() {
    let parts = read_parts();
    assert_eq!(parts.lines.len(), N_ATTEMPTS, "attempts");
    assert!(
        parts.questions.len() > 5,
        "{} questions",
        parts.questions.len()
    );
    assert!(parts.documents.len() > 1, "several documents");
    let scored = score(&parts.documents, &parts.questions, &parts.lines);
    for verdict in [" Pass ", " Unresolved ", " Fail "] {
        assert!(
            scored.iter().any(|line| line.contains(verdict)),
            "{verdict}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_order_changes_a_verdict(
        (documents, questions, lines) in {
            let parts = read_parts();
            (
                Just(parts.documents).prop_shuffle(),
                Just(parts.questions).prop_shuffle(),
                Just(parts.lines).prop_shuffle(),
            )
        }
    ) {
        let parts = read_parts();
        let before = score(&parts.documents, &parts.questions, &parts.lines);
        prop_assert_eq!(before, score(&documents, &questions, &lines));
    }
}
