//! Tests of whole verdicts on one field: codes, marks and sentences, by near misses of each rule.

use crate::bank::FieldKind;

use super::asked::{Asked, CAP, PAIR, PUMP, STAGES};

#[test]
fn what_nobody_reviewed_is_marked_in_whole_stretches() {
    PUMP.check("every 20 minutes", "stated /  / alias<every 20 minutes>");
    PUMP.check(
        "herons nest every 20 minutes near reeds",
        "stated / unreviewed_addition / residue<herons nest> alias<every 20 minutes> residue<near reeds>",
    );
    PUMP.check(
        "the pump does run every 20 minutes",
        "stated /  / alias<every 20 minutes>",
    );
    PUMP.check(
        "every 20 minutes by noon",
        "stated / unreviewed_addition / alias<every 20 minutes> residue<by noon>",
    );
    for bounded in ["five", "7", "3 May", "18:45"] {
        PUMP.check(
            &format!("every 20 minutes from {bounded}"),
            &format!(
                "stated / unreviewed_addition / alias<every 20 minutes> residue<from {bounded}>"
            ),
        );
    }
    PUMP.check(
        "every 20 minutes from herons",
        "stated / unreviewed_addition / alias<every 20 minutes> residue<herons>",
    );
    PUMP.check(
        "every 20 minutes from",
        "stated /  / alias<every 20 minutes>",
    );
}

#[test]
fn a_compatible_bound_is_context_in_its_clause() {
    CAP.check("up to 4 guests", "stated /  / alias<4 guests>");
    CAP.check("4 guests at most", "stated /  / alias<4 guests>");
    CAP.check(
        "up to; 4 guests",
        "stated / unreviewed_addition / residue<up to> alias<4 guests>",
    );
    CAP.check("at least 4 guests", "contradicted / operator_conflict");
    CAP.check("exactly 4 guests", "contradicted / operator_conflict");
}

#[test]
fn other_values_in_a_role_of_their_own() {
    PUMP.check(
        "35 minutes",
        "contradicted / value_conflict / conflict<35 minutes>",
    );
    PUMP.check(
        "20 minutes and 35 minutes",
        "contradicted / value_conflict / alias<20 minutes> conflict<35 minutes>",
    );
    PUMP.check(
        "20 minutes, 35 minutes per season",
        "stated / unreviewed_addition / alias<20 minutes> residue<35 minutes per season>",
    );
    PUMP.check(
        "every 20 minutes, once 35 minutes",
        "stated / unreviewed_addition / alias<every 20 minutes> residue<once 35 minutes>",
    );
    PUMP.check(
        "30 minutes, 40 minutes",
        "unregistered / unregistered_wording",
    );
    PUMP.check("1800 seconds (30 minutes)", "contradicted / value_conflict");
    PUMP.check(
        "1200 seconds",
        "unregistered / unregistered_wording equivalent_quantity",
    );
    PUMP.check("not 35 minutes", "unregistered / unregistered_wording");
    PUMP.check(
        "35 minutes is not it",
        "unregistered / unregistered_wording",
    );
    PAIR.check(
        "90 minutes, 900 seconds",
        "stated unregistered / unregistered_wording equivalent_quantity",
    );
    PAIR.check(
        "90 minutes and 35 minutes",
        "contradicted unregistered / value_conflict unregistered_wording",
    );
}

#[test]
fn values_left_open() {
    for text in [
        "20 or 35 minutes",
        "either 20 minutes or 35 minutes",
        "20 minutes or maybe 35 minutes",
        "20 minutes or the 35 minutes",
        "35 minutes or 20 minutes",
        "between 20 and 35 minutes",
    ] {
        let judged = PUMP.judge(text);
        let codes: Vec<&str> = judged.reasons.iter().map(|r| r.code.code()).collect();
        assert_eq!(codes, ["hedged_values", "no_citation"], "{text}");
    }
    for text in [
        "20 minutes or, for herons, 35 minutes",
        "20 minutes or about 35 minutes",
        "not 20 or 35 minutes",
        "20 minutes or 1200 seconds",
        "20 minutes or 35 horses",
    ] {
        let judged = PUMP.judge(text);
        let is_hedged = judged
            .reasons
            .iter()
            .any(|r| r.code.code() == "hedged_values");
        assert!(!is_hedged, "{text}");
    }
}

#[test]
fn roles_that_carry_each_others_values() {
    STAGES.check(
        "crossing stage lasts 90 minutes; boarding stage lasts 15 minutes",
        "stated stated /  / alias<crossing stage lasts 90 minutes> alias<boarding stage lasts 15 minutes>",
    );
    for text in [
        "crossing 15 minutes; boarding 90 minutes",
        "crossing takes 900 seconds; boarding takes 5400 seconds",
    ] {
        let judged = STAGES.judge(text);
        let codes: Vec<&str> = judged.reasons.iter().map(|r| r.code.code()).collect();
        assert_eq!(codes[..2], ["role_swap", "role_swap"], "{text}");
        assert!(!codes.contains(&"value_conflict"), "{text}: {codes:?}");
    }
    for text in [
        "crossing takes 900 seconds; boarding takes 300 seconds",
        "crossing takes 5400 seconds; boarding takes 900 seconds",
        "crossing does not take 900 seconds; boarding takes 5400 seconds",
    ] {
        let judged = STAGES.judge(text);
        let is_swap = judged.reasons.iter().any(|r| r.code.code() == "role_swap");
        assert!(!is_swap, "{text}");
    }
}

#[test]
fn a_part_of_the_obligations_is_incomplete() {
    STAGES.check(
        "crossing stage lasts 90 minutes",
        "stated missing / incomplete / alias<crossing stage lasts 90 minutes>",
    );
    assert_eq!(
        STAGES.sentence("crossing stage lasts 90 minutes", "incomplete"),
        "“stages” gives “crossing stage lasts 90 minutes” and nothing for “boarding stage lasts 15 minutes”."
    );
    STAGES.check(
        "crossing stage lasts 90 minutes, 15 minutes lasts stage boarding",
        "stated unregistered / unregistered_wording / alias<crossing stage lasts 90 minutes> residue<15 minutes lasts> residue<boarding>",
    );
}

#[test]
fn denials_name_their_clause() {
    let raw = "The pump is on; it does not run every 20 minutes, they say";
    assert_eq!(
        PUMP.sentence(raw, "operator_conflict"),
        "“it does not run every 20 minutes” denies the registered “every 20 minutes”."
    );
    assert_eq!(
        PUMP.sentence("every 20 minutes is not the interval", "operator_conflict"),
        "“every 20 minutes is not the interval” denies the registered “every 20 minutes”."
    );
    PUMP.check(
        "every 20 minutes is not herons",
        "stated / unreviewed_addition / alias<every 20 minutes> residue<not herons>",
    );
    PUMP.check(
        "herons every 20 minutes is not the interval",
        "stated / unreviewed_addition / residue<herons> alias<every 20 minutes> residue<not>",
    );
    assert_eq!(
        CAP.sentence("so, at least 4 guests, he says", "operator_conflict"),
        "“at least 4 guests” sets another bound than the registered “4 guests”."
    );
    let negative = Asked {
        question: "How often does the pump not run?",
        ..PUMP
    };
    let judged = negative.judge("every 20 minutes is not the interval");
    assert!(
        judged
            .reasons
            .iter()
            .all(|r| r.code.code() != "operator_conflict"),
        "a question of what is not tells nothing of its answers"
    );
}

#[test]
fn a_negation_that_is_the_wordings_own_denies_no_value() {
    let gate = Asked {
        field: "gate",
        question: "What is the rule?",
        kind: FieldKind::Text,
        claims: &[[
            "g",
            "must not open before 06:00 daily",
            "",
            "Call the office. Call the office",
        ]],
    };
    gate.check(
        "must not open before 07:00 daily",
        "contradicted / value_conflict",
    );
    gate.check(
        "must not open before 07:00 today",
        "unregistered / unregistered_wording / residue<must not open before 07:00 today>",
    );
    gate.check(
        "may not open before 07:00 daily",
        "unregistered / unregistered_wording / residue<may not open before 07:00 daily>",
    );
}

#[test]
fn copies_of_the_source_are_told() {
    let codes = |text: &str| -> Vec<String> {
        let judged = PUMP.judge(text);
        judged
            .reasons
            .iter()
            .map(|r| r.code.code().to_owned())
            .collect()
    };
    let copied = ["unregistered_wording", "copied_source", "no_citation"];
    assert_eq!(codes("The annex is small"), copied, "four words");
    assert_eq!(
        codes("annex is small"),
        ["unregistered_wording", "no_citation"],
        "three"
    );
    assert_eq!(codes("Ring the bell twice"), copied, "in two places");
    assert_eq!(
        codes("The annex … blue and its roof"),
        ["unregistered_wording", "no_citation"],
        "with a gap"
    );
    assert_eq!(
        PUMP.sentence("The annex is small", "copied_source"),
        "The text stands word for word in annex, page 1; that passage is no accepted wording."
    );
    assert_eq!(
        PUMP.sentence("Ring the bell twice", "copied_source"),
        "The text stands word for word in guide, page 2; that passage is no accepted wording."
    );
}

#[test]
fn a_label_that_stands_twice() {
    let raw = "Pump interval: 20 minutes\nPump interval: every 20 minutes sharp";
    PUMP.check(
        raw,
        "stated / duplicate_label / alias<20 minutes> alias<every 20 minutes> residue<sharp>",
    );
    let judged = PUMP.judge("Pump interval: herons\nPump interval: 20 minutes");
    assert_eq!(
        judged.fields[0].obligations[0].matched_alias.as_deref(),
        Some("20 minutes"),
        "the wording that was met"
    );
    PUMP.check(
        "Pump interval: herons\nPump interval: 20 minutes",
        "stated / duplicate_label / residue<herons> alias<20 minutes>",
    );
    PUMP.check(
        "Pump interval: 35 minutes\nPump interval: 20 minutes",
        "contradicted / duplicate_label value_conflict / conflict<35 minutes> alias<20 minutes>",
    );
}

#[test]
fn texts_beyond_the_limit_are_not_searched() {
    let words = |n: usize| "the ".repeat(n);
    let codes = |asked: &Asked, raw: &str| -> Vec<&'static str> {
        let judged = asked.judge(raw);
        judged.reasons.iter().map(|r| r.code.code()).collect()
    };
    let aside = |n: usize| format!("{}\nPump interval: 20 minutes", words(n));
    assert_eq!(
        codes(&PUMP, &aside(10_000)),
        ["no_citation"],
        "outside the field"
    );
    assert_eq!(
        codes(&PUMP, &aside(10_001)),
        ["extra_content", "no_citation"]
    );
    let stated = |n: usize| format!("20 minutes {}", words(n));
    assert_eq!(
        codes(&PUMP, &stated(9_998)),
        ["no_citation"],
        "in the field"
    );
    assert_eq!(
        codes(&PUMP, &stated(9_999)),
        ["unregistered_wording", "no_citation"]
    );
    let none = Asked {
        claims: &[],
        ..PUMP
    };
    let supplied = |n: usize| format!("{}5", words(n));
    assert_eq!(
        codes(&none, &supplied(9_999)),
        ["supplied_value"],
        "where it must decline"
    );
    assert_eq!(codes(&none, &supplied(10_000)), ["ambiguous_absence"]);
    assert!(
        none.sentence(&supplied(10_000), "ambiguous_absence")
            .starts_with(
                "“pump interval” holds more than 10000 words and is not searched: “the the"
            )
    );
}

#[test]
fn long_texts_are_cut_in_sentences() {
    use super::explain::{addition, errored_attempt, missing_attempt, shown};
    assert_eq!(shown(" a \n b "), "a b");
    assert_eq!(shown(&"a".repeat(160)), "a".repeat(160));
    assert_eq!(shown(&"a".repeat(161)), format!("{}…", "a".repeat(160)));
    let add = |words: &[&str]| addition("f", words);
    assert_eq!(
        add(&["a"]),
        "In “f”, “a” goes beyond what the bank registers."
    );
    assert_eq!(
        add(&["a", "b"]),
        "In “f”, “a”, “b” go beyond what the bank registers."
    );
    assert_eq!(
        add(&["a", "b", "c", "d", "e"]),
        "In “f”, “a”, “b”, “c”, “d”, “e” go beyond what the bank registers."
    );
    assert!(add(&["a", "b", "c", "d", "e", "g"]).contains("“e” and 1 more go"));
    assert!(missing_attempt().contains("not in the outputs"));
    assert!(errored_attempt("timed out").contains("“timed out”"));
}

#[test]
fn words_in_another_order_may_state_the_rest() {
    let gates = Asked {
        field: "colours",
        question: "What is the colour of the blue or red gate and door?",
        kind: FieldKind::Text,
        claims: &[
            ["a", "red door", "", "The pump runs"],
            ["b", "blue gate", "", "The entrance charge is £8"],
        ],
    };
    gates.check("red door", "stated missing / incomplete");
    gates.check("red door, gate", "stated missing / incomplete");
    gates.check(
        "red door, gate blue",
        "stated unregistered / unregistered_wording",
    );
    gates.check("red door, blue gate", "stated stated / ");
    gates.check(
        "gate blue",
        "unregistered unregistered / unregistered_wording unregistered_wording",
    );
}

#[test]
fn wordings_without_their_negation() {
    let dogs = |question: &'static str, claims: &'static [[&'static str; 4]]| Asked {
        field: "rule",
        question,
        kind: FieldKind::Text,
        claims,
    };
    let upstairs = dogs(
        "What is it?",
        &[["r", "no dogs upstairs", "", "The pump runs"]],
    );
    upstairs.check("dogs upstairs", "contradicted / operator_conflict");
    let asked = dogs(
        "Are dogs allowed upstairs?",
        &[["r", "no dogs upstairs", "", "The pump runs"]],
    );
    asked.check("dogs upstairs", "unregistered / unregistered_wording");
    let bare = dogs("What is it?", &[["r", "no dogs", "", "The pump runs"]]);
    bare.check("dogs", "unregistered / unregistered_wording");
    let denied = dogs("What is it?", &[["r", "not upstairs", "", "The pump runs"]]);
    denied.check("upstairs", "contradicted / operator_conflict");
    denied.check("never upstairs", "unregistered / unregistered_wording");
    let light = dogs("What is it?", &[["r", "it is not", "", "The pump runs"]]);
    light.check("it is", "unregistered / unregistered_wording");
    let never = dogs(
        "What is it?",
        &[["r", "dogs sleep upstairs", "", "The pump runs"]],
    );
    never.check(
        "dogs never sleep upstairs",
        "contradicted / operator_conflict",
    );
    never.check(
        "dogs don't sleep upstairs",
        "contradicted / operator_conflict",
    );
    never.check(
        "never dogs sleep upstairs",
        "contradicted / operator_conflict",
    );
}
