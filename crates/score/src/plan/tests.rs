//! Tests of plans and of what fills them.

use super::*;
use crate::bank::{Freeze, Question};
use crate::outputs::read_outputs;

fn bank() -> Bank {
    let question = |id: &str| Question {
        id: id.into(),
        question: String::new(),
        required_fields: vec!["fee".into()],
        is_unanswerable: true,
        field_types: BTreeMap::new(),
        claims: Vec::new(),
        compositions: BTreeMap::new(),
    };
    Bank {
        contract: "1.5.0".into(),
        title: String::new(),
        documents: Vec::new(),
        questions: vec![question("q1"), question("q2")],
        freeze: Some(Freeze {
            frozen_at: Some("2026-01-31T10:00:00+01:00".into()),
            bank_sha256: None,
            author: None,
            reviewer: None,
        }),
        content_sha256: "ab".into(),
    }
}

fn line(workflow: &str, repetition: u32, question: &str, raw: &str, rest: &str) -> String {
    format!(
        r#"{{"workflow":"{workflow}","repetition":{repetition},"question_id":"{question}","adapter":"labelled-text","raw":"{raw}"{rest}}}"#
    )
}

#[test]
fn every_planned_attempt_is_kept_and_the_first_stands() {
    let b = read_outputs("b.jsonl", line("w", 1, "q1", "late", "").as_bytes());
    let lines = [
        line("w", 1, "q1", "first", ""),
        line("w", 1, "q1", "retry", ""),
        line("v", 2, "q2", "x", ""),
        line("w", 1, "q9", "x", ""),
    ];
    let a = read_outputs("a.jsonl", lines.join("\n").as_bytes());
    let files = [b, a];
    let plan = infer_plan(&files);
    assert_eq!(plan.repetitions, 2, "the highest number");
    let ids: Vec<_> = plan.workflows.iter().map(|w| w.id.as_str()).collect();
    assert_eq!(ids, ["v", "w"], "in order of name");
    let filled = fill_plan(&plan, &bank(), &files);
    assert_eq!(
        filled.slots.len(),
        8,
        "two workflows, two repetitions, two questions"
    );
    let present: Vec<_> = filled
        .slots
        .iter()
        .filter_map(|s| s.found.as_ref())
        .map(|p| p.attempt.raw.clone().unwrap_or_default())
        .collect();
    assert_eq!(present, ["x", "first"], "the first by file name stands");
    assert_eq!(filled.ignored.len(), 2, "both retries");
    assert_eq!(filled.problems[0].code, "unknown_question", "q9");
}

#[test]
fn files_from_before_the_freeze_or_for_another_bank_are_refused() {
    let time = |t: &str| line("w", 1, "q1", "x", &format!(r#","produced_at":"{t}""#));
    let files = [
        read_outputs("early", time("2026-01-31T08:59:59Z").as_bytes()),
        read_outputs("late", time("2026-01-31T03:00:00-06:00").as_bytes()),
        read_outputs(
            "other",
            line("w", 1, "q2", "x", r#","bank_sha256":"cd""#).as_bytes(),
        ),
    ];
    let filled = fill_plan(&infer_plan(&files), &bank(), &files);
    assert_eq!(
        filled.rejected_files,
        ["early", "other"],
        "the refused ones"
    );
    let codes: Vec<_> = filled.problems.iter().map(|p| p.code).collect();
    assert_eq!(codes, ["before_freeze", "other_bank"], "for these reasons");
    assert!(
        filled.slots[0].found.is_some(),
        "the same moment in another offset is not before"
    );
    assert!(!filled.slots[0].has_provenance(), "no bank digest");
}

#[test]
fn a_plan_is_read_strictly() {
    let good = r#"{"schema":"proofmark/run/1","workflows":[{"id":"w","adapter":"labelled-text","source_card_heading":"Shown"}],"repetitions":3,"qualify":"w","x":1}"#;
    let (plan, notes) = read_plan("run.json", good.as_bytes()).expect("a sound plan");
    assert_eq!(
        (plan.repetitions, plan.qualify.as_deref()),
        (3, Some("w")),
        "read"
    );
    assert_eq!(notes[0].pointer, "/x", "an unknown key is named");
    let bad =
        r#"{"schema":"y","workflows":[{"id":"w","adapter":"z"}],"repetitions":0,"qualify":"v"}"#;
    let problems = read_plan("run.json", bad.as_bytes()).expect_err("refused");
    let codes: Vec<_> = problems.iter().map(|p| p.code).collect();
    let expected = [
        "unknown_schema",
        "wrong_type",
        "unknown_adapter",
        "unknown_workflow",
    ];
    assert_eq!(codes, expected, "all that is wrong");
    assert!(read_plan("run.json", b"{").is_err(), "broken");
}

#[test]
fn a_workflow_with_a_fault_is_still_planned() {
    let bad = r#"{"schema":"proofmark/run/1","workflows":[{"id":"w","adapter":"z"}],"repetitions":3,"qualify":"w"}"#;
    let problems = read_plan("run.json", bad.as_bytes()).expect_err("refused");
    let codes: Vec<_> = problems.iter().map(|p| p.code).collect();
    assert_eq!(codes, ["unknown_adapter"], "its one fault, told once");
}

#[test]
fn provenance_is_a_time_and_a_bank() {
    let has = |rest: &str| {
        let files = [read_outputs("a", line("w", 1, "q1", "x", rest).as_bytes())];
        fill_plan(&infer_plan(&files), &bank(), &files).slots[0].has_provenance()
    };
    assert!(has(
        r#","bank_sha256":"AB","produced_at":"2026-02-01T00:00:00Z""#
    ));
    assert!(!has(r#","produced_at":"2026-02-01T00:00:00Z""#), "no bank");
    assert!(!has(r#","bank_sha256":"ab""#), "no time");
    assert!(
        !has(r#","bank_sha256":"ab","produced_at":"yesterday""#),
        "a time that cannot be read"
    );
}

#[test]
fn a_plan_serves_the_bank_it_was_made_for() {
    let plan = |digest: Option<&str>| RunPlan {
        is_inferred: false,
        workflows: Vec::new(),
        repetitions: 3,
        qualify: None,
        bank_sha256: digest.map(str::to_owned),
    };
    assert_eq!(refuse_plan("run.json", &plan(None), &bank()), None);
    assert_eq!(refuse_plan("run.json", &plan(Some("AB")), &bank()), None);
    let refused = refuse_plan("run.json", &plan(Some("cd")), &bank()).expect("refused");
    assert_eq!(
        (refused.code, refused.pointer.as_str()),
        ("other_bank", "/bank_sha256")
    );
}

#[test]
fn what_an_attempt_says_otherwise_is_noted() {
    let plan = |workflows: &str| {
        let text =
            format!(r#"{{"schema":"proofmark/run/1","workflows":[{workflows}],"repetitions":3}}"#);
        read_plan("run.json", text.as_bytes())
    };
    let (json, _) = plan(r#"{"id":"w","adapter":"structured-json"}"#).expect("sound");
    let codes = |plan: &RunPlan, rest: &str| {
        let files = [read_outputs("a", line("w", 1, "q1", "x", rest).as_bytes())];
        let problems = fill_plan(plan, &bank(), &files).problems;
        problems.iter().map(|p| p.code).collect::<Vec<_>>()
    };
    assert_eq!(
        codes(&json, r#","produced_at":"yesterday""#),
        ["other_adapter", "malformed_time"]
    );
    let (text, _) =
        plan(r#"{"id":"w","adapter":"labelled-text","source_card_heading":null}"#).expect("sound");
    assert_eq!(
        codes(&text, r#","produced_at":"2026-02-01T00:00:00Z""#),
        [""; 0]
    );
    let twice = plan(
        r#"{"id":"w","adapter":"labelled-text"},{"id":"v","adapter":"labelled-text"},{"id":"w","adapter":"labelled-text"}"#,
    );
    let twice = twice.expect_err("one id twice");
    assert_eq!((twice.len(), twice[0].code), (1, "duplicate_id"));
    let blank = plan(r#"{"id":"","adapter":"labelled-text"}"#).expect_err("an empty id");
    assert_eq!(blank[0].code, "empty_value");
    let empty = plan(r#"{"id":null,"adapter":"labelled-text"}"#).expect_err("no id");
    assert_eq!(empty[0].code, "wrong_type");
}

#[test]
fn an_attempt_fills_its_slot_or_says_why_not() {
    let good = [read_outputs("a", line("w", 2, "q2", "x", "").as_bytes())];
    let plan = infer_plan(&good);
    let place = |text: &str| {
        let file = read_outputs("b", text.as_bytes());
        Places::new(&plan, &bank()).fill(file.attempts[0].clone())
    };
    let (slot, notes) = place(&line("w", 1, "q2", "y", "")).expect("planned");
    assert_eq!(
        (slot.workflow_idx, slot.repetition, slot.question_idx),
        (0, 1, 1)
    );
    assert!(slot.found.is_some() && notes.is_empty());
    for (text, code) in [
        (line("v", 1, "q2", "y", ""), "unknown_workflow"),
        (line("w", 3, "q2", "y", ""), "unknown_repetition"),
        (line("w", 1, "q9", "y", ""), "unknown_question"),
        (
            line("w", 1, "q2", "y", r#","bank_sha256":"cd""#),
            "other_bank",
        ),
        (
            line(
                "w",
                1,
                "q2",
                "y",
                r#","produced_at":"2026-01-01T00:00:00Z""#,
            ),
            "before_freeze",
        ),
    ] {
        let refused = place(&text).expect_err("refused");
        assert_eq!(refused.iter().map(|p| p.code).collect::<Vec<_>>(), [code]);
    }
}
