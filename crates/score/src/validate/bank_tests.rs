//! Tests of banks as a whole: pointers, subjects and what one fault hides, by near misses of each rule.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::tests::{MANUAL, bank, check_json, claim, codes, errors, library, question};
use super::validate_bank;
use crate::bank::Attestation;
use crate::freeze::freeze_bank;

fn pump() -> Value {
    claim("a", "pump", "every 20 minutes", &["every 20 minutes"])
}

#[test]
fn faults_of_shape_name_question_and_claim() {
    let text = bank(vec![question("pump", vec![pump()])]).to_string();
    let first = |text: &str| {
        let errors = validate_bank(text.as_bytes(), &library(), &BTreeMap::new()).errors;
        let error = errors.into_iter().next().expect("an error");
        (
            error.code.code(),
            error.question,
            error.claim,
            error.pointer,
        )
    };
    let some = |text: &str| Some(text.to_owned());
    let twice = text.replacen("\"value\":", "\"value\":\"x\",\"value\":", 1);
    assert_eq!(
        first(&twice),
        (
            "duplicate_key",
            some("q1"),
            some("a"),
            "/questions/0/essential_claims/0/value".into()
        )
    );
    let twice = text.replacen("\"id\":\"q1\"", "\"question\":\"x\",\"id\":\"q1\"", 1);
    let (code, question, claim, _) = first(&twice);
    assert_eq!((code, question, claim), ("duplicate_key", some("q1"), None));
    let twice = text.replacen("\"title\":", "\"title\":\"x\",\"title\":", 1);
    assert_eq!(
        first(&twice),
        ("duplicate_key", None, None, "/title".into())
    );
    let shown = validate_bank(b"[]", &library(), &BTreeMap::new()).errors[0].to_string();
    assert!(shown.starts_with("wrong_type at the bank: "), "{shown}");
}

#[test]
fn wordings_without_a_word_are_pointed_at() {
    for (key, value, pointer) in [
        ("value", json!("—"), "/questions/0/essential_claims/0/value"),
        (
            "accepted_values",
            json!(["every 20 minutes", "—"]),
            "/questions/0/essential_claims/0/accepted_values/1",
        ),
    ] {
        let mut one = pump();
        one[key] = value;
        let found = check_json(&bank(vec![question("pump", vec![one])])).errors;
        let places: Vec<&str> = found.iter().map(|e| e.pointer.as_str()).collect();
        assert_eq!(
            (codes(&found), places),
            (vec!["empty_value"], vec![pointer])
        );
    }
}

#[test]
fn field_types_say_what_they_may() {
    let with = |field_type: Value| {
        let mut one = question("pump", vec![pump()]);
        one["field_types"] = json!({"pump": field_type});
        check_json(&bank(vec![one]))
    };
    let noted = |field_type: Value| {
        let found = with(field_type).warnings.into_iter();
        found
            .filter(|w| w.code.code() == "unknown_key")
            .map(|w| w.pointer)
            .collect::<Vec<_>>()
    };
    for kind in ["count", "cap", "minimum"] {
        assert_eq!(
            noted(json!({"type": kind, "noun": "run"})),
            [""; 0],
            "{kind}"
        );
    }
    assert_eq!(
        noted(json!({"type": "interval", "noun": "run"})),
        ["/questions/0/field_types/pump/noun"]
    );
    assert_eq!(noted(json!({"type": "interval"})), [""; 0]);
    for unknown in [json!("speed"), json!({"type": "speed"})] {
        let found = with(unknown).errors;
        assert!(
            found[0].message.contains("\"speed\"")
                && found[0].message.contains("text, person, interval"),
            "{}",
            found[0].message
        );
    }
}

#[test]
fn compositions_are_checked_where_their_claims_are_sound() {
    let broken = |field: &str| {
        let mut one = claim("b", field, "90 days", &["90 days"]);
        one.as_object_mut().expect("a claim").remove("value");
        one
    };
    let with = |other: &str, composition: &str| {
        let mut one = question("pump", vec![pump(), broken(other)]);
        one["required_fields"] = json!(["pump", "lamp"]);
        one["accepted_field_answers"] = json!({"pump": [composition]});
        errors(&bank(vec![one]))
    };
    assert_eq!(
        with("lamp", "daily"),
        ["composition_incomplete", "missing_key"]
    );
    assert_eq!(with("lamp", "every 20 minutes so"), ["missing_key"]);
    assert!(
        !with("pump", "daily").contains(&"composition_incomplete"),
        "the fault may be the reason"
    );
    let mut sound = question("pump", vec![pump()]);
    sound["id"] = json!("q2");
    sound["essential_claims"][0]["id"] = json!("c");
    sound["accepted_field_answers"] = json!({"pump": ["daily"]});
    let faulty = question("pump", vec![broken("pump")]);
    assert_eq!(
        errors(&bank(vec![faulty, sound])),
        ["composition_incomplete", "missing_key"],
        "a fault of another question hides nothing"
    );
    let mut empty = question("pump", vec![pump()]);
    empty["accepted_field_answers"] =
        json!({"pump": [{"text": " ", "obligation_ids": ["a"], "completeness_note": "x"}]});
    let found = check_json(&bank(vec![empty])).errors;
    assert_eq!(found.len(), 1, "one fault is told once: {found:?}");
}

#[test]
fn obligations_stand_on_words_of_their_own() {
    let with = |composition: &str, first: &[&str], second: &[&str]| {
        let mut one = claim("a", "scan", first[0], first);
        let mut two = claim("b", "scan", second[0], second);
        for (claim, role) in [(&mut one, "red"), (&mut two, "boat")] {
            claim["answer_scope"] = json!("explicit");
            claim["role_phrases"] = json!([role]);
        }
        let mut question = question("scan", vec![one, two]);
        question["accepted_field_answers"] = json!({"scan": [composition]});
        errors(&bank(vec![question]))
    };
    let (first, second) = (&["boat red", "red"][..], &["boat"][..]);
    let none: [&str; 0] = [];
    assert_eq!(
        with("boat red", first, second),
        none,
        "the shorter wording leaves room"
    );
    assert_eq!(with("red boat", first, second), none);
    assert_eq!(with("so boat red boat", &["boat red"], second), none);
    assert_eq!(
        with("boat red so", &["boat red"], second),
        ["composition_incomplete"]
    );
    assert_eq!(
        with("red boat so", &["red boat"], &["boat so"]),
        ["composition_incomplete"]
    );
    assert_eq!(with("red boat", &["red"], second), none, "side by side");
    assert_eq!(with("boat red", &["red"], second), none, "side by side");
}

#[test]
fn an_unanswerable_question_may_have_empty_lists() {
    let mut silent = question("pump", vec![]);
    silent["expected_abstention"] = json!(true);
    silent["accepted_field_answers"] = json!({"pump": []});
    assert_eq!(errors(&bank(vec![silent.clone()])), [""; 0]);
    silent["accepted_field_answers"] = json!({"pump": ["daily"]});
    assert_eq!(errors(&bank(vec![silent])), ["claims_on_unanswerable"]);
}

#[test]
fn offsets_reach_to_the_end_of_the_text_and_no_further() {
    let byte = MANUAL.find("The pump is off").expect("it is there");
    let at = MANUAL[..byte].chars().count();
    let n_chars = MANUAL.chars().count();
    let with = |start: usize, end: usize| {
        let mut one = pump();
        one["evidence"] = json!({"document": "manual", "quote": "The pump is off", "char_start": start, "char_end": end});
        errors(&bank(vec![question("pump", vec![one])]))
    };
    assert_eq!(with(at, n_chars), ["offset_mismatch"]);
    assert_eq!(with(at, n_chars + 1), ["offset_malformed"]);
    assert_eq!(
        with(at - 5, at + 15),
        ["offset_mismatch"],
        "words before it"
    );
    assert_eq!(with(at, at + 15), [""; 0]);
}

#[test]
fn anchors_are_kept_by_claim() {
    let checked = check_json(&bank(vec![question("pump", vec![pump()])]));
    let sound = checked.bank.expect("sound");
    assert_eq!(sound.anchors_of("a").len(), 1);
    assert_eq!(sound.anchors_of("a")[0].document, "manual");
    assert!(sound.anchors_of("z").is_empty());
}

#[test]
fn a_field_is_asked_for_once() {
    let with = |fields: Value| {
        let mut one = question("pump", vec![pump()]);
        one["required_fields"] = fields;
        errors(&bank(vec![one]))
    };
    assert_eq!(with(json!(["pump"])), [""; 0]);
    assert_eq!(with(json!(["pump", "pump"])), ["duplicate_id"]);
    assert_eq!(with(json!(["pump", "", ""])), ["empty_value"]);
}

#[test]
fn freezing_replaces_a_faulty_block_and_no_other_fault() {
    let person = |name: &str| Attestation {
        name: name.to_owned(),
        attestation: "Checked.".to_owned(),
    };
    let freeze = |bank: &Value| {
        let time = "2026-03-01T08:00:00Z";
        freeze_bank(&bank.to_string(), time, &person("Ada"), &person("Ben"))
            .map(|frozen| frozen.text)
    };
    let mut faulty = bank(vec![question("pump", vec![pump()])]);
    faulty["freeze"] = json!({"frozen_at": "soon", "author": 5});
    let frozen = freeze(&faulty).expect("the block is made anew");
    let checked = validate_bank(frozen.as_bytes(), &library(), &BTreeMap::new());
    assert_eq!(codes(&checked.errors), [""; 0]);
    faulty["title"] = json!(7);
    assert_eq!(
        codes(&freeze(&faulty).expect_err("another fault")),
        ["wrong_type"]
    );
}
