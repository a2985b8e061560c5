//! Relations that hold for every answer, over texts made of the words that the rules turn on.

mod common;

use std::cell::RefCell;

use common::{Case, differences, read_cases};
use proofmark_score::{Adapter, JudgedAttempt, Verdict};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use serde_json::json;

/// Words, values and separators: enough to meet every rule.
const PIECES: &[&str] = &[
    "every 20 minutes",
    "20 minutes",
    "20",
    "35 minutes",
    "1200 seconds",
    "1 hour",
    "at most 4 guests",
    "4 guests",
    "4",
    "five guests",
    "90-minute crossing stage",
    "15-minute boarding stage",
    "crossing stage",
    "boarding stage",
    "15 minutes",
    "90 minutes",
    "captain Ida Moreau",
    "purser Tom Reed",
    "captain",
    "purser",
    "Ida Moreau",
    "not",
    "never",
    "no",
    "at least",
    "at most",
    "exactly",
    "only",
    "or",
    "and",
    "but",
    "between",
    "about",
    "rather than",
    "closed",
    "open",
    "before departure",
    "after departure",
    "unless",
    "if",
    "UNKNOWN",
    "not stated",
    "the",
    "is",
    "of",
    "probably",
    "3 April 2016",
    "18:45",
    "£8.40 per passenger",
    "£6.10",
    ",",
    ";",
    ".",
    ":",
    "(",
    ")",
    "\n",
    "the pump",
    "cabin",
    "stage",
];

fn texts() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..9).prop_map(|pieces| pieces.join(" "))
}

/// Texts without the marks by which labels, lines and citations are told.
fn plain_texts() -> impl Strategy<Value = String> {
    let pieces: Vec<&str> = PIECES
        .iter()
        .copied()
        .filter(|piece| !piece.contains([':', '(', ')', '\n']))
        .collect();
    prop::collection::vec(prop::sample::select(pieces), 0..9).prop_map(|pieces| pieces.join(" "))
}

thread_local! {
    /// One case of each question in the file.
    static CASES: RefCell<Vec<Case>> = RefCell::new(read_questions());
}

/// Calls `check` with each question's case.
fn for_each(
    check: impl FnMut(&mut Case) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    CASES.with_borrow_mut(|cases| cases.iter_mut().try_for_each(check))
}

fn read_questions() -> Vec<Case> {
    let mut cases = read_cases("scoring-more.json");
    let mut seen: Vec<String> = Vec::new();
    cases.retain(|case| {
        let is_new = !seen.contains(&case.bank.bank.questions[0].question);
        seen.push(case.bank.bank.questions[0].question.clone());
        is_new
    });
    cases
}

/// Judges the case's question with another raw text.
fn judge_raw(case: &mut Case, raw: &str) -> JudgedAttempt {
    judge_as(case, Adapter::LabelledText, raw)
}

fn judge_as(case: &mut Case, adapter: Adapter, raw: &str) -> JudgedAttempt {
    case.attempt.raw = Some(raw.to_owned());
    case.attempt.adapter = adapter;
    case.judge()
}

/// What does not depend on the form of an answer.
fn outline(judged: &JudgedAttempt) -> Vec<String> {
    let axes = [judged.verdict, judged.completeness, judged.support];
    let obligations = judged.fields.iter().flat_map(|field| &field.obligations);
    axes.iter()
        .map(|axis| axis.code().to_owned())
        .chain(judged.reasons.iter().map(|r| r.code.code().to_owned()))
        .chain(obligations.map(|o| format!("{} {} {}", o.id, o.stated.code(), o.support.code())))
        .chain(judged.citations.iter().map(|c| c.state.code().to_owned()))
        .collect()
}

fn labelled(case: &Case, text: &str) -> String {
    let question = &case.bank.bank.questions[0];
    let mut raw = format!("{}: {text}", question.required_fields[0]);
    for claim in &question.claims {
        let evidence = &claim.evidence[0];
        raw.push_str(&format!(" \"{}\" [{}]", evidence.quote, evidence.document));
    }
    raw
}

fn check_shape(judged: &JudgedAttempt) {
    assert_eq!(
        judged.verdict,
        judged.completeness.max(judged.support),
        "the worse axis"
    );
    if judged.verdict != Verdict::Pass {
        let has_cause = judged
            .reasons
            .iter()
            .any(|reason| reason.weight == judged.verdict);
        assert!(has_cause, "a verdict without a reason: {judged:?}");
    }
    for field in &judged.fields {
        for mark in &field.marks {
            let text = field.text.get(mark.range.start()..mark.range.end());
            assert!(
                text.is_some_and(|text| !text.is_empty()),
                "a mark outside the text: {mark:?}"
            );
        }
        let starts: Vec<_> = field.marks.iter().map(|mark| mark.range.start()).collect();
        assert!(starts.is_sorted(), "marks ascend: {starts:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_verdict_has_its_reason_and_is_the_same_again(text in texts()) {
        for_each(|case| {
            let raw = labelled(case, &text);
            let judged = judge_raw(case, &raw);
            check_shape(&judged);
            prop_assert_eq!(judged, judge_raw(case, &raw));
            Ok(())
        })?;
    }

    #[test]
    fn an_unregistered_sentence_never_earns_a_pass(text in texts()) {
        for_each(|case| {
            let plain = labelled(case, &text);
            let longer = labelled(case, &format!("{text}. Herons nest there."));
            let before = judge_raw(case, &plain);
            let after = judge_raw(case, &longer);
            prop_assert!(
                before.completeness == Verdict::Pass || after.completeness != Verdict::Pass,
                "{longer:?} passes"
            );
            Ok(())
        })?;
    }

    #[test]
    fn an_alias_less_never_earns_a_pass(text in texts(), dropped in 0usize..4) {
        for_each(|case| {
            let raw = labelled(case, &text);
            let before = judge_raw(case, &raw);
            let whole = case.bank.bank.questions[0].clone();
            for claim in &mut case.bank.bank.questions[0].claims {
                if claim.accepted_values.len() > 1 {
                    claim.accepted_values.remove(dropped % claim.accepted_values.len());
                }
            }
            let after = judge_raw(case, &raw);
            case.bank.bank.questions[0] = whole;
            prop_assert!(
                before.completeness == Verdict::Pass || after.completeness != Verdict::Pass,
                "{raw:?} passes with a wording less"
            );
            Ok(())
        })?;
    }

    #[test]
    fn both_forms_of_an_answer_are_judged_alike(text in plain_texts(), n_quotes in 0usize..3, is_cut in any::<bool>()) {
        for_each(|case| {
            let question = &case.bank.bank.questions[0];
            let field = question.required_fields[0].clone();
            let quotes: Vec<(String, String)> = question
                .claims
                .iter()
                .map(|claim| &claim.evidence[0])
                .take(n_quotes)
                .map(|evidence| {
                    let cut = usize::from(is_cut);
                    (evidence.document.clone(), evidence.quote.chars().skip(cut).collect::<String>().trim().to_owned())
                })
                .collect();
            let mut raw = format!("{field}: {text}");
            for (document, quote) in &quotes {
                raw.push_str(&format!(" \"{quote}\" [{document}, p. 1]"));
            }
            let labelled = judge_raw(case, &raw);
            let citations: Vec<_> = quotes
                .iter()
                .map(|(document, quote)| json!({ "document": document, "page": 1, "quote": quote }))
                .collect();
            let fields = json!({ "fields": { field: { "answer": text, "citations": citations } } });
            let structured = judge_as(case, Adapter::StructuredJson, &fields.to_string());
            prop_assert_eq!(outline(&labelled), outline(&structured), "{}", raw);
            Ok(())
        })?;
    }

    #[test]
    fn any_text_is_judged(text in "\\PC{0,60}", other in any::<String>()) {
        for_each(|case| {
            check_shape(&judge_raw(case, &text));
            let raw = labelled(case, &other);
            check_shape(&judge_raw(case, &raw));
            Ok(())
        })?;
    }
}

#[test]
fn differences_are_found() {
    let case = &read_questions()[0];
    let judged = case.judge();
    assert!(
        differences(&case.expect, &judged).is_empty(),
        "{} holds",
        case.title
    );
    let wrong = serde_json::json!({ "verdict": "no such verdict", "reasons_include": ["nothing"] });
    assert_eq!(differences(&wrong, &judged).len(), 2, "the check can fail");
}

#[test]
fn a_text_beyond_the_limit_is_unresolved() {
    let case = &mut read_questions()[0];
    let field = case.bank.bank.questions[0].required_fields[0].clone();
    let judged = judge_raw(case, &format!("{field}: {}", "20 minutes ".repeat(5_001)));
    assert_eq!(
        judged.completeness,
        Verdict::Unresolved,
        "10 002 tokens are not searched"
    );
    let judged = judge_raw(case, &format!("{field}: {}", "20 minutes, ".repeat(2_000)));
    assert_eq!(
        judged.completeness,
        Verdict::Pass,
        "4 000 tokens of one wording are"
    );
}
