//! Tests of the JSON form, and of the kind of every stretch, by near misses of each rule.

use crate::attempt::{Adapter, SegmentKind};

use super::tests::{parse, structured};

const TWO: &[&str] = &["opening time", "duty officer"];
const ONE: &[&str] = &["fee"];

/// Kind and text of each segment.
fn segments(fields: &[&str], adapter: Adapter, raw: &str) -> Vec<String> {
    let parsed = parse(fields, adapter, raw, Some("Sources shown")).expect("readable");
    let show = |s: &crate::attempt::Segment| {
        let field = s.field_idx.map_or("-".to_owned(), |idx| idx.to_string());
        format!(
            "{} {field} {}",
            s.kind.code(),
            &raw[s.range.start()..s.range.end()]
        )
    };
    parsed.segments.iter().map(show).collect()
}

#[test]
fn every_stretch_of_labelled_text_is_of_one_kind() {
    assert_eq!(
        segments(
            TWO,
            Adapter::LabelledText,
            "Hi. Opening time: 07:30 \"a\" [annex]; Duty officer: Ann [1]\nReferences\n[1] annex\nSources shown\nx",
        ),
        [
            "extra - Hi. ",
            "label 0 Opening time: ",
            "field_text 0 07:30 ",
            "quote 0 \"a\"",
            "citation 0  [annex]",
            "field_text 0 ; ",
            "label 1 Duty officer: ",
            "field_text 1 Ann ",
            "citation 1 [1]",
            "field_text 1 \n",
            "reference - References\n[1] annex\n",
            "source_card - Sources shown\nx",
        ]
    );
    assert_eq!(SegmentKind::Quote.code(), "quote");
}

#[test]
fn every_stretch_of_json_is_of_one_kind() {
    assert_eq!(
        segments(
            TWO,
            Adapter::StructuredJson,
            "```json\n{\"fields\": {\"opening time\": {\"answer\": \"07:30\", \"citations\": [{\"document\": \"annex\", \"quote\": \"a\"}]}, \"x\": 1}, \"source_cards\": []}\n```",
        ),
        [
            "extra - ```json\n",
            "label - {\"fields\": {",
            "label 0 \"opening time\": {\"answer\": \"",
            "field_text 0 07:30",
            "label 0 \", ",
            "citation 0 \"citations\": [{\"document\": \"annex\", \"quote\": ",
            "quote 0 \"a\"",
            "citation 0 }]",
            "label 0 }",
            "label - , ",
            "extra - \"x\": 1",
            "label - }, ",
            "source_card - \"source_cards\": []",
            "label - }",
            "extra - \n```",
        ]
    );
}

#[test]
fn one_fence_around_json_is_form() {
    let good = r#"{"fields": {"fee": "5"}}"#;
    for raw in [
        format!("```\n{good}\n```"),
        format!(" ```json5ok10\n{good}```\n"),
        format!("\u{feff}{good}"),
    ] {
        assert_eq!(structured(ONE, &raw), ["0 = 5"], "{raw}");
    }
    for raw in [
        format!("```json five\n{good}\n```"),
        format!("```jsonjsonjso\n{good}\n```"),
        format!("```json\n{good}"),
        format!("so: {good}"),
    ] {
        assert!(
            parse(ONE, Adapter::StructuredJson, &raw, None).is_err(),
            "{raw}"
        );
    }
    let error = parse(ONE, Adapter::StructuredJson, " \n [1]", None).expect_err("no object");
    assert_eq!(
        (error.line, error.column),
        (2, 2),
        "counted in the whole raw text"
    );
    let error =
        parse(ONE, Adapter::StructuredJson, "\n {\"fields\": 5x}", None).expect_err("no JSON");
    assert_eq!(error.line, 2, "counted in the whole raw text");
}

#[test]
fn keys_of_json_that_say_nothing_of_their_own() {
    let with = |key: &str, value: &str| {
        structured(
            ONE,
            &format!(r#"{{"fields": {{"fee": {{"answer": "5", "{key}": {value}}}}}}}"#),
        )
    };
    for (key, value) in [
        ("question_id", "\"q1\""),
        ("id", "\"q1\""),
        ("question", "\"what is ASKED?\""),
        ("schema", "\"any\""),
        ("$schema", "\"any\""),
        ("note", "null"),
        ("note", "\"—\""),
        ("citations", "null"),
        ("field", "\"fee\""),
    ] {
        assert_eq!(with(key, value), ["0 = 5"], "{key} {value}");
    }
    for (key, value, extra) in [
        ("question_id", "\"q2\"", "question_id: q2"),
        ("question", "\"what is said?\"", "question: what is said?"),
        ("id", "7", "id: 7"),
        ("schemas", "\"any\"", "schemas: any"),
        ("note", "true", "note: true"),
        ("note", "{\"a\": [1]}", "note: a 1"),
    ] {
        assert_eq!(
            with(key, value),
            ["0 = 5".to_owned(), format!("extra {extra}")]
        );
    }
}

#[test]
fn citations_of_json_in_every_shape() {
    let with = |citations: &str| {
        structured(
            ONE,
            &format!(r#"{{"fields": {{"fee": {{"answer": "5", "citations": {citations}}}}}}}"#),
        )
    };
    for (citations, expected) in [
        (
            r#"[{"document": "annex", "page": 3, "quote": "a", "section": "4"}]"#,
            &["0 < annex | 3 | a"][..],
        ),
        (r#"{"document": "annex"}"#, &["0 < annex | - | -"]),
        (r#"[{"document": null, "page": 3}]"#, &["0 < - | 3 | -"]),
        (
            r#"[{"document": "annex", "page": ""}]"#,
            &["0 < annex | - | -"],
        ),
        (
            r#"[{"page": true, "document": "annex"}]"#,
            &["0 < annex | - | -", "extra page: true"],
        ),
        (
            r#"[{"document": "annex", "note": "old"}]"#,
            &["0 < annex | - | -", "extra note: old"],
        ),
        (r#"[{}]"#, &["0 < - | - | - dangling"]),
        (r#"[{"quote": "a"}]"#, &["0 < - | - | a"]),
        (r#"[null]"#, &[]),
        (r#"["annex, p. 3: \"a\""]"#, &["0 < annex | 3 | a"]),
        (r#"["five"]"#, &["0 < five | - | -"]),
        (
            r#"["£5 a day"]"#,
            &["0 < - | - | - dangling", "extra £5 a day"],
        ),
        (r#"[7]"#, &["extra 7"]),
        (
            r#"[{"document": "annex", "document": "handbook", "page": 3}]"#,
            &["0 < annex | 3 | -", "0 < handbook | 3 | -"],
        ),
    ] {
        let mut all = vec!["0 = 5"];
        all.extend(expected);
        assert_eq!(with(citations), all, "{citations}");
    }
}

#[test]
fn answers_of_json_in_every_shape() {
    for (answer, prose) in [
        ("\"five\"", "five"),
        ("5.50", "5.50"),
        ("true", "true"),
        ("null", ""),
        ("[\"five\", 6]", "five 6"),
        ("{\"citations\": []}", ""),
        ("{\"answer\": null}", ""),
    ] {
        let found = structured(ONE, &format!(r#"{{"fields": {{"fee": {answer}}}}}"#));
        assert_eq!(found, [format!("0 = {prose}")], "{answer}");
    }
    assert_eq!(
        structured(ONE, r#"{"fields": {"fee": {"answer": {"a": 5}}}}"#),
        ["0 = ", "extra a 5"]
    );
    assert_eq!(
        structured(ONE, r#"{"fields": {"fee": "", "Fee": "5"}}"#),
        ["0 = 5"],
        "an empty text beside another"
    );
    assert_eq!(
        structured(ONE, r#"{"fields": {"fee": "", "Fee": null}}"#),
        ["0 = "],
        "one of two empty texts"
    );
    assert_eq!(
        structured(
            ONE,
            r#"{"answers": [{"field": "fee", "field": "toll", "answer": "5"}, {"field": "x", "answer": "6"}, 7], "fields": 8}"#
        ),
        [
            "0 = 5",
            "extra field: toll",
            "extra field x answer 6",
            "extra 7",
            "extra fields: 8"
        ],
        "what names no field"
    );
}
