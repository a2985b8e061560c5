use std::collections::BTreeSet;
use std::sync::Arc;

use proofmark_text::Document;
use serde_json::{Value, json};

use super::*;
use crate::bank::Attestation;
use crate::freeze::freeze_bank;

pub(super) const MANUAL: &str = "Glass house manual\nThe pump runs every 20 minutes. The lamp is changed after 90 days.\n\
    Each permit costs £4.50 per visit and covers 3 trolleys.\n\u{c}The pump is off at night. Keep the door \
    shut. Keep the door shut.\n";

pub(super) fn library() -> Library {
    let mut library = Library::new();
    library.insert("manual", Arc::new(Document::from_plain_text(MANUAL)), None);
    library
}

pub(super) fn claim(id: &str, field: &str, value: &str, aliases: &[&str]) -> Value {
    json!({
        "id": id, "field": field, "description": "what it is", "value": value,
        "accepted_values": aliases, "answer_scope": "field", "role_phrases": [],
        "evidence": {"document": "manual", "quote": "The pump runs every 20 minutes"},
    })
}

pub(super) fn question(field: &str, claims: Vec<Value>) -> Value {
    json!({
        "id": "q1", "question": "What does the manual say?", "required_fields": [field],
        "expected_abstention": false, "essential_claims": claims,
    })
}

pub(super) fn bank(questions: Vec<Value>) -> Value {
    let person = |name: &str| json!({"name": name, "attestation": "Checked."});
    json!({
        "schema": "proofmark/bank/1", "contract": "1.5.0", "title": "glass house",
        "documents": [{"id": "manual", "file": "manual.txt"}],
        "questions": questions,
        "freeze": {"author": person("Ada"), "reviewer": person("Ben")},
    })
}

pub(super) fn check_json(bank: &Value) -> BankCheck {
    validate_bank(bank.to_string().as_bytes(), &library(), &BTreeMap::new())
}

pub(super) fn codes(problems: &[BankProblem]) -> Vec<&'static str> {
    let codes: BTreeSet<_> = problems.iter().map(|problem| problem.code.code()).collect();
    codes.into_iter().collect()
}

pub(super) fn errors(bank: &Value) -> Vec<&'static str> {
    codes(&check_json(bank).errors)
}

/// The error codes for one alias of a claim that has its field for itself.
pub(super) fn alias_errors(
    field: &str,
    kind: Value,
    value: &str,
    alias: &str,
) -> Vec<&'static str> {
    let mut question = question(field, vec![claim("c", field, value, &[alias])]);
    question["field_types"] = json!({field: kind});
    errors(&bank(vec![question]))
}

#[track_caller]
pub(super) fn aliases(rows: &[(&str, &str, &str, &str, &[&str])]) {
    for (field, kind, value, alias, expected) in rows {
        let found = alias_errors(field, json!(kind), value, alias);
        assert_eq!(
            found, *expected,
            "{value:?} -> {alias:?} in {field:?} ({kind})"
        );
    }
}

#[test]
fn alias_drops_value() {
    let code = &["alias_drops_value"][..];
    aliases(&[
        ("rest", "duration", "13 hours", "13 hours", &[]),
        ("rest", "duration", "13 hours", "thirteen hours", &[]),
        ("rest", "duration", "13 hours", "a long time", code),
        ("rest", "duration", "13 hours", "13 minutes", code),
        ("rest", "duration", "90 minutes", "1.5 hours", &[]),
        ("rest", "duration", "90 minutes", "1 hour 30 minutes", &[]),
        ("limit", "quantity", "-5 °C", "5 °C", code),
        ("limit", "quantity", "-5 °C", "minus 5 °C", &[]),
        ("limit", "quantity", "-5 °C", "5 °C below zero", &[]),
        ("fee", "quantity", "£12.50", "£12.5", &[]),
        ("fee", "quantity", "£12.50", "£12.49", code),
        ("fee", "quantity", "£12.50", "€12.50", code),
        ("loss", "quantity", "$1,577 million", "$1.577 billion", &[]),
        ("loss", "quantity", "$1,577 million", "$1,577", code),
        ("opening", "date", "3 April 2020", "2020-04-03", &[]),
        ("opening", "date", "3 April 2020", "3 April", code),
        ("opening", "date", "3 April 2020", "April 2020", code),
        ("talk", "text", "first Monday", "Monday", code),
        ("talk", "text", "first Monday", "1st Monday", &[]),
        ("gate time", "time", "07:30", "7:30 am", &[]),
        ("gate time", "time", "07:30", "7:30", &[]),
        ("gate time", "time", "7:30 pm", "7:30", code),
        ("gate time", "time", "19:30", "7:30 pm", &[]),
        ("gate time", "time", "07:30", "08:30", code),
        ("reference", "text", "shelf A/12-7", "shelf", code),
        ("reference", "text", "shelf A/12-7", "A/12-7", &[]),
        (
            "share",
            "text",
            "3/4 of the members",
            "three quarters of the members",
            &[],
        ),
        ("founding year", "text", "1889", "in 1889", &[]),
        ("crew", "text", "2 adults and 2 children", "2 adults", code),
    ]);
}

#[test]
fn alias_drops_unit() {
    let code = &["alias_drops_unit"][..];
    aliases(&[
        ("rest", "duration", "13 hours", "13", code),
        ("rest", "count", "13 hours", "13", code),
        ("rest", "interval", "every 13 hours", "every 13", code),
        ("fee", "quantity", "£12.50", "12.50", code),
        ("rate", "quantity", "5%", "5", code),
        ("rate", "quantity", "5%", "5 per cent", &[]),
        ("speed", "quantity", "60 km/h", "60 km", code),
        (
            "speed",
            "quantity",
            "60 km/h",
            "60 kilometres per hour",
            &[],
        ),
        ("speed", "quantity", "60 km/h", "60 kph", &[]),
        ("rest", "duration", "13 hours", "thirteen", code),
    ]);
}

#[test]
fn alias_drops_basis() {
    let code = &["alias_drops_basis"][..];
    aliases(&[
        ("deposit", "quantity", "£12.50 per booking", "£12.50", code),
        (
            "deposit per booking",
            "quantity",
            "£12.50 per booking",
            "£12.50",
            code,
        ),
        (
            "deposit",
            "quantity",
            "£12.50 per booking",
            "£12.50 for each booking",
            &[],
        ),
        (
            "deposit",
            "quantity",
            "£12.50 per booking",
            "£12.50 a booking",
            &[],
        ),
        (
            "deposit",
            "quantity",
            "£12.50 per booking",
            "£12.50/booking",
            &[],
        ),
        (
            "deposit",
            "quantity",
            "£12.50 per booking",
            "£12.50 per person",
            code,
        ),
        ("wage", "quantity", "£5 a day", "£5", code),
        ("wage", "quantity", "£5 a day", "£5 daily", &[]),
        ("wage", "quantity", "£5 a day", "£5 per day", &[]),
        ("wage", "quantity", "£5 monthly", "£5", code),
        (
            "revenue",
            "quantity",
            "annual revenue of $5 million",
            "$5 million",
            &[],
        ),
        ("report", "text", "the annual report", "the report", &[]),
        ("speed", "text", "2 trolleys a visit", "2 trolleys", code),
        (
            "rest",
            "text",
            "5 minutes after a break",
            "5 minutes after the break",
            &[],
        ),
        ("price", "quantity", "£3 each", "£3", code),
        ("price", "quantity", "£3 each", "£3 apiece", &[]),
        ("rate", "quantity", "5 per cent", "5%", &[]),
        ("pump", "interval", "every 20 minutes", "20 minutes", &[]),
        ("dose", "text", "twice a week", "twice", code),
        ("dose", "text", "once a day", "daily", &[]),
    ]);
}

#[test]
fn alias_drops_condition() {
    let code = &["alias_drops_condition"][..];
    aliases(&[
        (
            "rule",
            "text",
            "must not enter unless a steward is present",
            "must not enter",
            code,
        ),
        (
            "rule",
            "text",
            "must not enter unless a steward is present",
            "no entry without a steward",
            &[],
        ),
        (
            "rule",
            "text",
            "only when wind is below 18 knots",
            "when wind is below 18 knots",
            code,
        ),
        (
            "rule",
            "text",
            "only when wind is below 18 knots",
            "below 18 knots",
            code,
        ),
        ("due", "text", "£5 before arrival", "£5", code),
        (
            "due",
            "text",
            "£5 before arrival",
            "£5 prior to arrival",
            &[],
        ),
        (
            "due",
            "text",
            "£5 before arrival",
            "£5 by bank transfer",
            code,
        ),
        ("deadline", "duration", "within 30 days", "30 days", code),
        ("deadline", "cap", "within 30 days", "30 days", &[]),
        ("trolley cap", "cap", "only 3 trolleys", "3 trolleys", &[]),
        (
            "trolley cap",
            "cap",
            "only 3 trolleys when wet",
            "3 trolleys",
            code,
        ),
        ("rest", "text", "closed during the talk", "closed", code),
        (
            "open",
            "text",
            "open except Mondays",
            "open every day",
            &["alias_drops_condition"],
        ),
        (
            "trolley cap",
            "cap",
            "at most 3 trolleys",
            "3 trolleys",
            &[],
        ),
        ("rule", "text", "closed if wet", "closed when wet", &[]),
        ("rule", "text", "closed if wet", "closed unless wet", code),
        ("rule", "text", "closed if wet", "closed when hot", code),
    ]);
}

#[test]
fn count_noun_not_in_field() {
    let code = &["count_noun_not_in_field"][..];
    aliases(&[
        ("trolley cap", "cap", "at most 3 trolleys", "3", &[]),
        ("trolley cap", "cap", "at most 3 trolleys", "three", &[]),
        ("trolley cap", "cap", "at most 3 trolleys", "up to 3", &[]),
        ("trolley cap", "text", "at most 3 trolleys", "3", code),
        ("trolley cap", "duration", "at most 3 trolleys", "3", code),
        ("permit cap", "cap", "at most 3 trolleys", "3", code),
        ("permit cap", "cap", "at most 3 trolleys", "3 carts", &[]),
        ("permit cap", "cap", "3 folding trolleys", "3 trolleys", &[]),
        ("folding cap", "cap", "3 folding trolleys", "3", code),
    ]);
    let typed = json!({"type": "cap", "noun": "trolley"});
    assert!(
        alias_errors("permit cap", typed.clone(), "3 trolleys", "3").is_empty(),
        "typed noun"
    );
    assert_eq!(
        alias_errors("permit cap", typed, "3 permits", "3"),
        [] as [&str; 0],
        "in the name"
    );
    let other = json!({"type": "cap", "noun": "lamp"});
    assert_eq!(
        alias_errors("cap", other, "3 trolleys", "3"),
        code,
        "another noun"
    );
}

#[test]
fn interval_semantics() {
    let code = &["interval_semantics"][..];
    aliases(&[
        (
            "pump interval",
            "interval",
            "every 20 minutes",
            "20 minutes",
            &[],
        ),
        (
            "pump interval",
            "duration",
            "every 20 minutes",
            "20 minutes",
            code,
        ),
        (
            "pump interval",
            "text",
            "every 20 minutes",
            "20 minutes",
            code,
        ),
        (
            "pump interval",
            "text",
            "every 20 minutes",
            "at 20-minute intervals",
            &[],
        ),
        (
            "pump interval",
            "text",
            "every 20 minutes",
            "once per 20 minutes",
            &[],
        ),
        (
            "sample interval",
            "interval",
            "one sample every 45 seconds",
            "45 seconds",
            &[],
        ),
        (
            "pump interval",
            "interval",
            "one sample every 45 seconds",
            "45 seconds",
            code,
        ),
        (
            "pump interval",
            "interval",
            "one sample every 45 seconds",
            "sample every 45 seconds",
            &[],
        ),
        (
            "sample interval",
            "interval",
            "two samples every 45 seconds",
            "45 seconds",
            &["alias_drops_value"],
        ),
        ("cleaning", "text", "every day", "daily", &[]),
    ]);
    // Two claims in one field: no interval semantics.
    let mut pair = question(
        "pump",
        vec![
            claim("a", "pump", "pump every 20 minutes", &["pump: 20 minutes"]),
            claim("b", "pump", "lamp after 90 days", &["lamp after 90 days"]),
        ],
    );
    for (n, role) in ["pump", "lamp"].into_iter().enumerate() {
        pair["essential_claims"][n]["answer_scope"] = json!("explicit");
        pair["essential_claims"][n]["role_phrases"] = json!([role]);
    }
    pair["field_types"] = json!({"pump": "interval"});
    assert_eq!(errors(&bank(vec![pair])), code, "compound field");
}

#[test]
fn lost_conjuncts_are_warnings() {
    let warn = |value, alias| {
        let one = question("tools", vec![claim("c", "tools", value, &[alias])]);
        codes(&check_json(&bank(vec![one])).warnings)
    };
    assert_eq!(
        warn("a rake and a spade", "a rake"),
        ["alias_may_drop_conjunct", "not_frozen"],
        "lost"
    );
    assert_eq!(
        warn("a rake and a spade", "spade, rake"),
        ["not_frozen"],
        "kept"
    );
}

#[test]
fn roles() {
    let explicit = |phrases: Value, value: &str, alias: &str| {
        let mut one = claim("c", "pump", value, &[alias]);
        one["answer_scope"] = json!("explicit");
        one["role_phrases"] = phrases;
        errors(&bank(vec![question("pump", vec![one])]))
    };
    let none: [&str; 0] = [];
    assert_eq!(
        explicit(
            json!(["pump cycle"]),
            "pump cycle of 20 minutes",
            "20-minute pump cycle"
        ),
        none
    );
    assert_eq!(
        explicit(
            json!(["pump cycle"]),
            "pump cycle of 20 minutes",
            "20-minute pump cycles"
        ),
        ["alias_drops_role"],
        "whole tokens only"
    );
    assert_eq!(
        explicit(
            json!(["pump cycle"]),
            "20 minutes",
            "pump cycle of 20 minutes"
        ),
        ["alias_drops_role"],
        "the value needs one too"
    );
    assert_eq!(
        explicit(json!([]), "20 minutes", "20 minutes"),
        ["missing_role_phrases"]
    );
}

#[test]
fn fields_and_claims_name_each_other() {
    let ok = claim("a", "pump", "every 20 minutes", &["every 20 minutes"]);
    let mut unknown = question(
        "pump",
        vec![ok.clone(), claim("b", "lamp", "90 days", &["90 days"])],
    );
    assert_eq!(
        errors(&bank(vec![unknown.clone()])),
        ["unknown_field"],
        "claim"
    );
    unknown["essential_claims"]
        .as_array_mut()
        .expect("claims")
        .pop();
    unknown["field_types"] = json!({"lamp": "duration"});
    assert_eq!(errors(&bank(vec![unknown])), ["unknown_field"], "type");
    let mut composed = question("pump", vec![ok.clone()]);
    composed["accepted_field_answers"] = json!({"lamp": ["every 20 minutes"]});
    assert_eq!(
        errors(&bank(vec![composed])),
        ["unknown_field"],
        "composition"
    );
    let mut uncovered = question("pump", vec![ok.clone()]);
    uncovered["required_fields"] = json!(["pump", "lamp"]);
    assert_eq!(errors(&bank(vec![uncovered])), ["uncovered_field"]);
    let pair = vec![ok.clone(), claim("b", "pump", "90 days", &["90 days"])];
    assert_eq!(
        errors(&bank(vec![question("pump", pair)])),
        ["field_scope_on_compound"]
    );
    let mut silent = question("pump", vec![ok.clone()]);
    silent["expected_abstention"] = json!(true);
    assert_eq!(
        errors(&bank(vec![silent.clone()])),
        ["claims_on_unanswerable"]
    );
    silent["essential_claims"] = json!([]);
    assert!(
        errors(&bank(vec![silent])).is_empty(),
        "no claims, no error"
    );
    let twice = bank(vec![
        question("pump", vec![ok.clone()]),
        question("pump", vec![ok]),
    ]);
    let found = check_json(&twice).errors;
    assert_eq!(codes(&found), ["duplicate_id"]);
    assert_eq!(
        found[0].pointer, "/questions/1/essential_claims/0/id",
        "both ids are reported"
    );
    assert_eq!(found.len(), 2, "both ids are reported");
}

#[test]
fn compositions() {
    let mut one = claim(
        "a",
        "scan",
        "75-second cycle",
        &["75-second cycle", "cycle of 75 seconds"],
    );
    let mut two = claim("b", "scan", "15-second segment", &["15-second segment"]);
    for (claim, role) in [(&mut one, "cycle"), (&mut two, "segment")] {
        claim["answer_scope"] = json!("explicit");
        claim["role_phrases"] = json!([role]);
    }
    let (first, second) = (one.clone(), two.clone());
    let with = |composition: Value| {
        let mut question = question("scan", vec![first.clone(), second.clone()]);
        question["accepted_field_answers"] = json!({"scan": [composition]});
        errors(&bank(vec![question]))
    };
    let none: [&str; 0] = [];
    assert_eq!(
        with(json!("a cycle of 75 seconds and a 15-second segment")),
        none
    );
    assert_eq!(
        with(json!("a cycle of 75 seconds")),
        ["composition_incomplete"]
    );
    assert_eq!(
        with(json!("a cycle of 75 seconds and a 15-second segments")),
        ["composition_incomplete"]
    );
    assert_eq!(with(json!("")), ["empty_value"]);
    let attested = |ids: Value, note: &str| {
        with(json!({"text": "both", "obligation_ids": ids, "completeness_note": note}))
    };
    assert_eq!(attested(json!(["b", "a"]), "both are there"), none);
    assert_eq!(
        attested(json!(["a"]), "both are there"),
        ["composition_obligations"]
    );
    assert_eq!(
        attested(json!(["a", "b", "b"]), "both are there"),
        ["composition_obligations"]
    );
    assert_eq!(
        attested(json!(["a", "b", "c"]), "both are there"),
        ["composition_obligations"]
    );
    assert_eq!(
        attested(json!(["a", "b"]), " "),
        ["composition_obligations"]
    );
    assert_eq!(
        with(json!({"text": "both", "obligation_ids": ["a", "b"]})),
        ["composition_obligations"]
    );
    two["id"] = json!("a");
    let mut shared = question("scan", vec![one, two]);
    shared["accepted_field_answers"] = json!({"scan": [
        {"text": "both", "obligation_ids": ["a", "a"], "completeness_note": "both are there"}
    ]});
    assert_eq!(
        errors(&bank(vec![shared])),
        ["duplicate_id"],
        "one fault is told once"
    );
}

#[test]
fn attestations() {
    let mut one = claim(
        "a",
        "pump",
        "pump every 20 minutes",
        &["pump every 20 minutes"],
    );
    let plain = bank(vec![question("pump", vec![one.clone()])]);
    one["role_phrases"] = json!(["pump"]);
    one["answer_scope"] = json!("explicit");
    let roles = bank(vec![question("pump", vec![one])]);
    for (key, value) in [
        (
            "reviewer",
            json!({"name": "ada ", "attestation": "Checked."}),
        ),
        ("reviewer", json!({"name": "Ben", "attestation": ""})),
        ("reviewer", json!({"name": "Ben"})),
        ("author", json!({"attestation": "Checked."})),
    ] {
        let mut without = roles.clone();
        without["freeze"][key] = value.clone();
        assert_eq!(errors(&without), ["missing_attestation"], "{key} {value}");
        let mut plain = plain.clone();
        plain["freeze"][key] = value;
        assert!(errors(&plain).is_empty(), "nothing to attest");
    }
    assert!(errors(&roles).is_empty(), "two people");
    let mut without = roles.clone();
    without.as_object_mut().expect("a bank").remove("freeze");
    assert_eq!(errors(&without), ["missing_attestation"], "no block at all");
}

#[test]
fn evidence() {
    let with = |evidence: Value| {
        let mut one = claim("a", "pump", "every 20 minutes", &["every 20 minutes"]);
        one["evidence"] = evidence;
        errors(&bank(vec![question("pump", vec![one])]))
    };
    let quote = |quote: &str| json!({"document": "manual", "quote": quote});
    let none: [&str; 0] = [];
    assert_eq!(with(quote("pump runs every 20 minutes")), none);
    assert_eq!(
        with(quote("pump runs every 2 minutes")),
        ["evidence_not_located"]
    );
    assert_eq!(
        with(quote("pump runs … 20 minutes")),
        ["evidence_not_located"]
    );
    assert_eq!(with(quote("Keep the door shut")), ["evidence_ambiguous"]);
    assert_eq!(
        with(quote("ump runs every 20 minutes")),
        ["evidence_edge_cut"]
    );
    assert_eq!(
        with(json!({"document": "charter", "quote": "The pump"})),
        ["absent_document"]
    );
    assert_eq!(
        with(json!([quote("The pump runs"), quote("The pump is off")])),
        none
    );
    assert_eq!(
        with(json!([quote("The pump runs"), quote("nothing")])),
        ["evidence_not_located"]
    );
    assert_eq!(with(json!([])), ["empty_value"]);
    let page =
        |page: Value| json!({"document": "manual", "quote": "The pump is off", "page": page});
    assert_eq!(with(page(json!(2))), none);
    assert_eq!(with(page(json!(1))), ["evidence_page"]);
    assert_eq!(with(page(json!(-2))), ["evidence_page"]);
    assert_eq!(with(page(json!("2"))), ["wrong_type"]);
}

#[test]
fn offsets() {
    let start = MANUAL.chars().collect::<String>();
    let byte = start.find("The pump is off").expect("it is there");
    let at = MANUAL[..byte].chars().count();
    let with = |offsets: Value| {
        let mut one = claim("a", "pump", "every 20 minutes", &["every 20 minutes"]);
        one["evidence"] = json!({"document": "manual", "quote": "The pump is off"});
        for (key, value) in offsets.as_object().expect("keys") {
            one["evidence"][key] = value.clone();
        }
        errors(&bank(vec![question("pump", vec![one])]))
    };
    let none: [&str; 0] = [];
    let end = at + "The pump is off".len();
    assert_eq!(with(json!({"char_start": at, "char_end": end})), none);
    assert_eq!(with(json!({"start_char": at, "end_char": end})), none);
    assert_eq!(
        with(json!({"char_start": at - 1, "char_end": end + 1})),
        none,
        "separators aside"
    );
    assert_eq!(
        with(json!({"char_start": at, "char_end": end + 3})),
        ["offset_mismatch"]
    );
    assert_eq!(
        with(json!({"char_start": at + 1, "char_end": end})),
        ["offset_mismatch"]
    );
    let page = json!({"char_start": 0, "char_end": 15, "offset_basis": "page", "page": 2});
    assert_eq!(with(page), none);
    assert_eq!(
        with(json!({"char_start": 0, "char_end": 15})),
        ["offset_mismatch"]
    );
    for bad in [
        json!({"char_start": at}),
        json!({"char_start": end, "char_end": at}),
        json!({"char_start": at, "char_end": at}),
        json!({"char_start": -1, "char_end": end}),
        json!({"char_start": "1", "char_end": end}),
        json!({"char_start": 1.5, "char_end": end}),
        json!({"char_start": at, "char_end": 100_000}),
        json!({"char_start": null, "char_end": end}),
        json!({"char_start": at, "char_end": end, "start_char": at + 1, "end_char": true}),
    ] {
        assert_eq!(with(bad.clone()), ["offset_malformed"], "{bad}");
    }
    let both = json!({"char_start": at, "char_end": end, "start_char": at + 1, "end_char": end});
    assert_eq!(with(both), ["offset_conflict"]);
}

#[test]
fn documents_and_digests() {
    let one = || claim("a", "pump", "every 20 minutes", &["every 20 minutes"]);
    let mut declared = bank(vec![question("pump", vec![one()])]);
    let digest = "ab".repeat(32);
    declared["documents"][0]["sha256"] = json!(digest.to_uppercase());
    let check = |actual: &str| {
        let digests = BTreeMap::from([("manual".to_owned(), actual.to_owned())]);
        codes(&validate_bank(declared.to_string().as_bytes(), &library(), &digests).errors)
    };
    assert!(
        check(&digest).is_empty(),
        "the same bytes, whatever the case"
    );
    assert_eq!(check(&"cd".repeat(32)), ["document_digest"]);
    declared["documents"][0]["sha256"] = json!("abc");
    assert_eq!(errors(&declared), ["wrong_type"]);
    let mut more = bank(vec![question("pump", vec![one()])]);
    more["documents"] =
        json!([{"id": "manual", "file": "manual.txt"}, {"id": "annex", "file": "annex.txt"}]);
    let found = check_json(&more).errors;
    assert_eq!(
        codes(&found),
        ["absent_document"],
        "a listed file that was not given"
    );
    assert_eq!(found[0].pointer, "/documents/1");
    more["documents"][1] = json!({"id": "other", "file": "MANUAL.txt"});
    assert!(
        errors(&more).contains(&"duplicate_id"),
        "one name for two documents"
    );
}

#[test]
fn shapes_are_all_reported() {
    let mut broken = bank(vec![question(
        "pump",
        vec![json!({"id": "a", "field": "pump"})],
    )]);
    broken["title"] = json!(7);
    broken["questions"][0]["id"] = json!(" ");
    broken["surplus"] = json!(1);
    let checked = check_json(&broken);
    let found: Vec<String> = checked
        .errors
        .iter()
        .map(|e| format!("{} {}", e.code.code(), e.pointer))
        .collect();
    assert_eq!(
        found,
        [
            "missing_key /questions/0/essential_claims/0/accepted_values",
            "missing_key /questions/0/essential_claims/0/answer_scope",
            "missing_key /questions/0/essential_claims/0/description",
            "missing_key /questions/0/essential_claims/0/evidence",
            "missing_key /questions/0/essential_claims/0/value",
            "empty_value /questions/0/id",
            "wrong_type /title",
        ]
    );
    assert_eq!(
        checked.errors[0].claim.as_deref(),
        Some("a"),
        "the claim is named"
    );
    assert_eq!(codes(&checked.warnings), ["not_frozen", "unknown_key"]);
    assert!(checked.bank.is_none(), "errors reject the bank");
    assert_eq!(
        codes(&validate_bank(b"{", &library(), &BTreeMap::new()).errors),
        ["not_json"]
    );
    assert_eq!(
        codes(&validate_bank(b"[]", &library(), &BTreeMap::new()).errors),
        ["wrong_type"]
    );
    let text = bank(vec![question(
        "pump",
        vec![claim("a", "pump", "x", &["x"])],
    )])
    .to_string();
    let twice = text.replacen("\"id\":\"q1\"", "\"id\":\"q1\",\"id\":\"q1\"", 1);
    assert_eq!(
        codes(&validate_bank(twice.as_bytes(), &library(), &BTreeMap::new()).errors),
        ["duplicate_key"]
    );
    for (key, value, expected) in [
        ("accepted_values", json!([]), "empty_value"),
        (
            "accepted_values",
            json!(["every 20 minutes", ""]),
            "empty_value",
        ),
        ("accepted_values", json!(["—"]), "empty_value"),
        ("accepted_values", json!("x"), "wrong_type"),
        ("answer_scope", json!("free"), "wrong_type"),
        ("value", json!(3), "wrong_type"),
        ("role_phrases", json!([""]), "empty_value"),
    ] {
        let mut one = claim("a", "pump", "every 20 minutes", &["every 20 minutes"]);
        one[key] = value.clone();
        assert_eq!(
            errors(&bank(vec![question("pump", vec![one])])),
            [expected],
            "{key} {value}"
        );
    }
    for (key, value, expected) in [
        ("required_fields", json!([]), "empty_value"),
        ("essential_claims", json!([]), "empty_value"),
        ("expected_abstention", json!("no"), "wrong_type"),
        ("field_types", json!({"pump": "speed"}), "wrong_type"),
        (
            "field_types",
            json!({"pump": {"noun": "pump"}}),
            "missing_key",
        ),
    ] {
        let one = claim("a", "pump", "every 20 minutes", &["every 20 minutes"]);
        let mut question = question("pump", vec![one]);
        question[key] = value.clone();
        assert_eq!(errors(&bank(vec![question])), [expected], "{key} {value}");
    }
}

#[test]
fn freezing() {
    let one = claim("a", "pump", "every 20 minutes", &["every 20 minutes"]);
    let text =
        serde_json::to_string_pretty(&bank(vec![question("pump", vec![one])])).expect("JSON");
    let person = |name: &str| Attestation {
        name: name.to_owned(),
        attestation: "Checked \"all\".".to_owned(),
    };
    let (ada, ben) = (person("Ada"), person("Ben"));
    let frozen = freeze_bank(&text, "2026-03-01T08:00:00Z", &ada, &ben).expect("it can be frozen");
    assert!(
        frozen
            .text
            .contains(&format!("\"bank_sha256\": \"{}\"", frozen.bank_sha256)),
        "the digest is the block's"
    );
    let frozen = frozen.text;
    let check = |text: &str| validate_bank(text.as_bytes(), &library(), &BTreeMap::new());
    let checked = check(&frozen);
    assert_eq!(
        (checked.errors, checked.warnings),
        (vec![], vec![]),
        "a frozen bank is clean"
    );
    assert!(
        checked.bank.is_some_and(|bank| bank.is_frozen),
        "and says so"
    );
    let spaced = frozen.replace("  ", "\t");
    assert!(check(&spaced).errors.is_empty(), "layout does not count");
    let changed = frozen.replacen("every 20 minutes", "each 20 minutes", 1);
    assert!(
        codes(&check(&changed).errors).contains(&"freeze_digest"),
        "content does"
    );
    let again = freeze_bank(&frozen, "2026-03-02T08:00:00Z", &ada, &ben)
        .expect("it can be redone")
        .text;
    assert!(
        check(&again).errors.is_empty() && again.contains("2026-03-02"),
        "the block is replaced"
    );
    assert_eq!(
        codes(&freeze_bank(&text, "2026-03-02", &ada, &ben).expect_err("no time")),
        ["wrong_type"]
    );
    let alone = freeze_bank(&text, "2026-03-01T08:00:00Z", &ada, &ada).expect_err("one person");
    assert_eq!(codes(&alone), ["missing_attestation"]);
    let undated = frozen.replace("\"frozen_at\": \"2026-03-01T08:00:00Z\",", "");
    let undated = check(&undated);
    assert_eq!(codes(&undated.warnings), ["not_frozen"]);
    assert!(
        undated.bank.is_some_and(|bank| !bank.is_frozen),
        "scored, but not frozen"
    );
}

proptest::proptest! {
    #[test]
    fn wordings_are_compared_without_panic(value in "\\PC{0,40}", alias in "\\PC{0,40}") {
        let field = FieldContext { name: "pump interval", kind: None, is_compound: false };
        let (value, alias) = (Wording::new(&value), Wording::new(&alias));
        let _ = aliases::check_alias(&value, &alias, &field);
        let (same, warnings) = aliases::check_alias(&value, &value, &field);
        proptest::prop_assert!(same.is_empty() && warnings.is_empty(), "a value keeps all of itself");
    }

    #[test]
    fn wordings_of_amounts_are_compared_without_panic(
        parts in proptest::collection::vec(
            proptest::sample::select(vec![
                "every", "one", "sample", "45", "seconds", "per", "a", "day", "each", "/", "£5", "only",
                "when", "unless", "and", "two", "trolleys", "2", ",", "Monday", "07:30", "3 May 2021",
                "once", "within", "weekly", "60 km/h",
            ]),
            0..10,
        ),
        cut in 0usize..10,
    ) {
        let field = FieldContext { name: "sample interval", kind: None, is_compound: false };
        let whole = parts.join(" ");
        let part = parts[..cut.min(parts.len())].join(" ");
        let (whole, part) = (Wording::new(&whole), Wording::new(&part));
        let _ = aliases::check_alias(&whole, &part, &field);
        let _ = aliases::check_alias(&part, &whole, &field);
    }

    #[test]
    fn damaged_banks_are_refused_without_panic(at in 0usize..900, with in "[\\[\\]{}\",:0-9a-z ]{0,3}") {
        let text = bank(vec![question("pump", vec![claim("a", "pump", "x", &["x"])])]).to_string();
        let at = at.min(text.len());
        let text = format!("{}{with}{}", &text[..at], &text[(at + 1).min(text.len())..]);
        let checked = validate_bank(text.as_bytes(), &library(), &BTreeMap::new());
        proptest::prop_assert_eq!(checked.bank.is_some(), checked.errors.is_empty());
    }
}
