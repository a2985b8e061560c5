//! Any bytes that call themselves outputs: scoring them ends, never panics and gives the same again, and every
//! verdict that is no pass has a reason.

#![no_main]

use libfuzzer_sys::fuzz_target;
use proofmark_engine::{Flow, ScoreOptions, Session};

fuzz_target!(|bytes: &[u8]| {
    let mut session = Session::default();
    let mut add = |name: &str, bytes: &[u8]| {
        session.add(name, bytes.to_vec(), &mut |_| Flow::Continue);
    };
    add("bank.json", include_bytes!("../../formats/1/bank.json"));
    add("notes.txt", include_bytes!("../../formats/1/notes.txt"));
    add("run.json", include_bytes!("../../formats/1/run.json"));
    add("outputs.jsonl", bytes);
    let score = || session.score(&ScoreOptions::default(), &mut |_| Flow::Continue);
    let Ok(report) = score() else {
        return;
    };
    for attempt in &report.attempts {
        assert!(
            attempt.verdict == "pass" || !attempt.reasons.is_empty(),
            "a reason for {}",
            attempt.verdict
        );
    }
    assert_eq!(
        report,
        score().expect("it scored before"),
        "the same report"
    );
});
