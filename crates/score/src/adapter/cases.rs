//! The conformance cases at the level of reading, and properties of both adapters.

use proptest::prelude::*;

use proofmark_json::{Object, Value};

use crate::attempt::{Adapter, ParsedAnswer};
use crate::bank::BankDocument;

use super::parse_answer;
use super::tests::{assert_partition, attempt, bank, labelled, parse, question, show, structured};

fn text_of<'o>(object: &'o Object, key: &str) -> Option<&'o str> {
    object.get(key)?.value.as_str()
}

/// Every case must be read with as many citations, of such a form, as its states say.
#[test]
fn conformance_cases_are_read() {
    let bytes = include_bytes!("../../../../tests/cases/scoring.json");
    let node = proofmark_json::parse(bytes).expect("the cases are JSON");
    let cases = node.value.as_array().expect("an array");
    assert!(cases.len() >= 65, "all cases are there");
    for case in cases {
        let case = case.value.as_object().expect("an object");
        let why = text_of(case, "why").unwrap_or("");
        let asked = case
            .get("question")
            .and_then(|n| n.value.as_object())
            .expect("a question");
        let fields: Vec<&str> = asked
            .get("required_fields")
            .and_then(|n| n.value.as_array())
            .map(|nodes| nodes.iter().filter_map(|n| n.value.as_str()).collect())
            .unwrap_or_default();
        let documents: Vec<BankDocument> = case
            .get("documents")
            .and_then(|n| n.value.as_object())
            .map(|o| &o.members[..])
            .unwrap_or_default()
            .iter()
            .map(|m| BankDocument {
                id: m.key.clone(),
                file: format!("{}.txt", m.key),
                sha256: None,
            })
            .collect();
        let given = case
            .get("attempt")
            .and_then(|n| n.value.as_object())
            .expect("an attempt");
        let adapter = match text_of(given, "adapter") {
            Some("structured-json") => Adapter::StructuredJson,
            _ => Adapter::LabelledText,
        };
        let raw = text_of(given, "raw").unwrap_or("");
        let parsed = parse_answer(&question(&fields), &documents, &attempt(adapter, raw), None);
        let expect = case
            .get("expect")
            .and_then(|n| n.value.as_object())
            .expect("expectations");
        let list = |key: &str| -> Option<Vec<&str>> {
            let nodes = expect.get(key)?.value.as_array()?;
            Some(nodes.iter().filter_map(|n| n.value.as_str()).collect())
        };
        let reasons = list("reasons_include").unwrap_or_default();
        assert_eq!(
            parsed.is_err(),
            reasons.contains(&"unreadable_output"),
            "{why}"
        );
        let Ok(parsed) = parsed else { continue };
        assert_partition(raw, &parsed);
        if let Some(states) = list("citations") {
            let found: Vec<&str> = parsed
                .citations
                .iter()
                .zip(&states)
                .map(|(c, state)| match (c.is_dangling, &c.quote) {
                    (true, _) => "dangling",
                    (false, None) => "page_only",
                    // Which of the others it is, only judging tells.
                    (false, Some(_)) => state,
                })
                .collect();
            assert_eq!(found, states, "{why}");
            assert_eq!(parsed.citations.len(), states.len(), "{why}");
        }
        assert_eq!(
            reasons.contains(&"duplicate_label") || why.contains("duplicate label"),
            parsed.fields.len() > fields.len(),
            "{why}"
        );
        assert_eq!(
            !parsed.extra.is_empty(),
            reasons.contains(&"extra_content"),
            "{why}"
        );
        if expect.get("verdict").and_then(|n| n.value.as_str()) == Some("pass") {
            for field in &parsed.fields {
                assert!(
                    !field.prose.contains(['[', '"', '{']),
                    "{why}: {}",
                    field.prose
                );
            }
        }
    }
}

/// Text made of what adapters look for, so that rare meetings of marks are met.
fn marked_text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        Just("Opening time".to_owned()),
        Just("duty_officer".to_owned()),
        Just("References".to_owned()),
        Just("Sources shown".to_owned()),
        Just("Source: ".to_owned()),
        Just("Quote: ".to_owned()),
        Just("handbook".to_owned()),
        Just("Fee list 2024.pdf".to_owned()),
        Just("p. 3".to_owned()),
        Just("page iv".to_owned()),
        Just("[1] ".to_owned()),
        Just("[^2]: ".to_owned()),
        Just("(1, 2)".to_owned()),
        Just("\n\n".to_owned()),
        Just("\r\n".to_owned()),
        Just(" — ".to_owned()),
        Just("İß\u{301}😀\u{0}".to_owned()),
        "[\\[\\]()\"'“”«»„‘’:|*_#>`. ,;0-9a-z\u{a0}\n-]{0,6}",
    ];
    prop::collection::vec(part, 0..24).prop_map(|parts| parts.concat())
}

fn json_text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        Just(r#"{"fields": {"#.to_owned()),
        Just(r#"{"answers": ["#.to_owned()),
        Just(r#""opening time": "#.to_owned()),
        Just(r#"{"answer": "x \u00e9 [handbook]"}"#.to_owned()),
        Just(r#""citations": [{"document": "a", "page": 3}]"#.to_owned()),
        Just("}}".to_owned()),
        Just("]}".to_owned()),
        Just(",".to_owned()),
        "[\\[\\]{}\":,\\\\ u0-9a-f\n]{0,6}",
    ];
    prop::collection::vec(part, 0..10).prop_map(|parts| parts.concat())
}

fn wrap_json(answer: &str, extra: &str) -> String {
    let quoted = |text: &str| {
        let value = Value::String(text.to_owned());
        let bytes = proofmark_json::canonical(&value).expect("a string has a canonical form");
        String::from_utf8(bytes).expect("JSON is UTF-8")
    };
    format!(
        r#"{{"fields": {{"opening time": {{"answer": {}, {}: 1}}}}}}"#,
        quoted(answer),
        quoted(extra)
    )
}

const FIELDS: &[&str] = &["opening time", "duty officer"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn segments_partition_any_text(text in marked_text(), other in any::<String>()) {
        for raw in [text, other] {
            for fields in [FIELDS, &FIELDS[..1]] {
                for heading in [None, Some("Sources shown")] {
                    // `parse` checks the partition.
                    let parsed = parse(fields, Adapter::LabelledText, &raw, heading);
                    prop_assert!(parsed.is_ok(), "labelled text is always readable");
                }
            }
        }
    }

    #[test]
    fn segments_partition_any_json(text in json_text(), answer in marked_text(), key in any::<String>()) {
        let _ = parse(FIELDS, Adapter::StructuredJson, &text, None);
        let parsed = parse(FIELDS, Adapter::StructuredJson, &wrap_json(&answer, &key), None);
        prop_assert!(parsed.is_ok(), "sound JSON is readable");
    }

    /// No letter of the answer is lost: what is not prose is in some other segment.
    #[test]
    fn no_prose_is_lost(words in prop::collection::vec("[a-z]{1,8}|[0-9]{1,4}|£[0-9]{1,3}", 1..8)) {
        let raw = words.join(" ");
        prop_assert_eq!(labelled(&["opening time"], &raw), [format!("0 = {raw}")]);
    }

    #[test]
    fn both_adapters_agree(
        answers in prop::collection::vec("[a-z]{2,8}( [a-z0-9£]{2,6}){0,3}", 2),
        cites in prop::collection::vec(
            (0usize..3, prop::option::of(1u32..40), prop::option::of("[A-Za-z]{2,8}( [a-z]{2,6}){0,4}")),
            0..5,
        ),
    ) {
        let names = ["handbook", "annex.txt", "charter.pdf"];
        let mut text = String::new();
        let mut json = Vec::new();
        for (idx, answer) in answers.iter().enumerate() {
            text.push_str(&format!("{}: {answer}", FIELDS[idx]));
            let mut listed = Vec::new();
            for (name, page, quote) in cites.iter().skip(idx).step_by(2) {
                let name = names[*name];
                if let Some(quote) = quote {
                    text.push_str(&format!(" \"{quote}\""));
                }
                let page_text = page.map(|p| format!(", p. {p}")).unwrap_or_default();
                text.push_str(&format!(" [{name}{page_text}]"));
                let page = page.map_or("null".to_owned(), |p| p.to_string());
                let quote = quote.as_ref().map_or("null".to_owned(), |q| format!("\"{q}\""));
                listed.push(format!(
                    r#"{{"document": "{name}", "page": {page}, "quote": {quote}}}"#
                ));
            }
            text.push('\n');
            json.push(format!(
                r#""{}": {{"answer": "{answer}", "citations": [{}]}}"#,
                FIELDS[idx],
                listed.join(", ")
            ));
        }
        let json = format!(r#"{{"fields": {{{}}}}}"#, json.join(", "));
        prop_assert_eq!(labelled(FIELDS, &text), structured(FIELDS, &json));
    }
}

#[test]
fn long_texts_are_read_in_near_linear_time() {
    let line = "Opening time: 07:30 \"opens\" [handbook, p. 2] [1] (Duty officer: x) \"open ( [\n";
    let long = format!(
        "{}\nReferences\n{}",
        line.repeat(3_000),
        "[1] handbook, p. 2\n"
    );
    let parsed: ParsedAnswer = parse(FIELDS, Adapter::LabelledText, &long, None).expect("readable");
    assert!(
        parsed.citations.len() >= 6_000,
        "all of them: {}",
        parsed.citations.len()
    );
    assert!(!show(&parsed).is_empty() && bank().len() == 3, "shown");
}
