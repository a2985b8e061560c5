//! Tests of the states of citations and their sentences, by near misses of each rule.

use super::asked::{Asked, CHARGE, PUMP};

/// The state and, where there is one, the sentence of the only citation.
#[track_caller]
fn check_citation(asked: &Asked, raw: &str, state: &str, sentence: &str) {
    let judged = asked.judge(raw);
    assert_eq!(judged.citations.len(), 1, "{raw}");
    let found = judged.citations[0].state.code();
    assert_eq!(found, state, "{raw}");
    let reason = judged.reasons.iter().find(|r| r.citation_idx == Some(0));
    assert_eq!(
        reason.map_or("", |r| r.sentence.as_str()),
        sentence,
        "{raw}"
    );
}

#[test]
fn passages_that_contradict_are_about_the_obligation() {
    let other = |quote: &str, state: &str, sentence: &str| {
        check_citation(&CHARGE, &format!("£8 \"{quote}\" [guide]"), state, sentence);
    };
    other("The entrance charge is £8 per adult", "supports", "");
    let says = |value: &str| {
        format!("The passage cited from guide says “{value}”, the bank registers “£8 per adult”.")
    };
    other(
        "The entrance charge was £5 per adult in 1998",
        "contradicts",
        &says("£5"),
    );
    other("The charge was £4 for the lift", "contradicts", &says("£4"));
    for quote in [
        "The lift cost £3",
        "The entrance charge was £6 or £7 at times",
        "The entrance charge is not £2",
        "The entrance charge is £3 per car",
    ] {
        let sentence =
            format!("“{quote}” stands in guide, page 2, but is not the registered evidence.");
        other(quote, "unregistered", &sentence);
    }
    check_citation(
        &CHARGE,
        "£8 \"The annex is small\" [annex]",
        "other_document",
        "“The annex is small” stands in annex, page 1; the evidence is registered elsewhere.",
    );
}

#[test]
fn a_quotation_without_a_document_is_looked_for_in_all() {
    check_citation(
        &PUMP,
        "20 minutes \"The pump runs every 20 minutes\" [p. 1]",
        "supports",
        "",
    );
    check_citation(
        &PUMP,
        "20 minutes \"Its door is blue\" [p. 1]",
        "other_document",
        "“Its door is blue” stands in annex, page 1; the evidence is registered elsewhere.",
    );
    check_citation(
        &PUMP,
        "20 minutes \"Its door is green\" [p. 1]",
        "not_found",
        "“Its door is green” is not in any document.",
    );
    check_citation(
        &PUMP,
        "20 minutes \"he annex is small\" [p. 1]",
        "edge_cut",
        "“he annex is small” cuts a token of “The annex is small” in annex, page 1.",
    );
    check_citation(
        &PUMP,
        "20 minutes \"Ring the bell twice\" [guide]",
        "ambiguous",
        "“Ring the bell twice” stands in 2 places of guide.",
    );
    check_citation(
        &PUMP,
        "20 minutes [p. 1]",
        "page_only",
        "“the marker, page 1” names a place without a quotation, which supports nothing.",
    );
    check_citation(
        &PUMP,
        "20 minutes [charter.pdf]",
        "absent_document",
        "The bank has no document “charter.pdf”.",
    );
}

#[test]
fn written_pages_beside_located_ones() {
    let right = |page: &str, quote: &str| {
        let judged = PUMP.judge(&format!("20 minutes \"{quote}\" [guide{page}]"));
        judged.citations[0].is_page_right
    };
    let (first, second) = ("The pump runs every 20 minutes", "The lift cost £3");
    assert_eq!(right(", p. 1", first), Some(true));
    assert_eq!(right(", p. 2", first), Some(false));
    assert_eq!(right(", p. 2", second), Some(true));
    assert_eq!(right(", pp. 2-3", second), Some(true), "the first of them");
    assert_eq!(right(", pp. 1-2", second), Some(false));
    assert_eq!(right("", first), None, "no page");
    assert_eq!(right(", p. 1", "The lift cost £9"), None, "not located");
}

#[test]
fn quotations_of_entries_that_nothing_cites() {
    let codes = |entry: &str| -> Vec<&'static str> {
        let raw = format!(
            "20 minutes \"The pump runs every 20 minutes\" [guide]\n\nReferences\n[1] {entry}"
        );
        PUMP.judge(&raw)
            .reasons
            .iter()
            .map(|r| r.code.code())
            .collect()
    };
    assert_eq!(codes("guide, p. 1: \"The lift cost £3\""), [""; 0]);
    assert_eq!(codes("guide, p. 1: \"The lift cost £9\""), ["not_found"]);
    assert_eq!(codes("charter.pdf: \"The lift\""), ["absent_document"]);
    assert_eq!(codes("charter.pdf, p. 1"), [""; 0], "no quotation");
}

#[test]
fn a_citation_outside_every_field_supports_nothing() {
    let state = |cited: &str| {
        let judged = PUMP.judge(&format!("{cited}\nPump interval: 20 minutes"));
        judged.citations[0].state.code()
    };
    assert_eq!(state("\"The lift cost £3\" [guide]"), "unregistered");
    assert_eq!(
        state("\"The pump runs every 20 minutes\" [guide]"),
        "unregistered"
    );
    assert_eq!(state("\"The annex is small\" [annex]"), "other_document");
}

#[test]
fn a_clean_decline_of_every_field_is_counted() {
    let none = Asked {
        claims: &[],
        ..PUMP
    };
    assert!(none.judge("UNKNOWN").is_declined);
    assert!(!none.judge("20 minutes").is_declined);
    assert!(PUMP.judge("not stated").is_declined);
    assert!(!PUMP.judge("20 minutes").is_declined);
}
