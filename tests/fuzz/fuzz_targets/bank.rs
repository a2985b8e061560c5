//! Any bytes that call themselves a bank: checking them ends and never panics; one that is sound scores.

#![no_main]

use libfuzzer_sys::fuzz_target;
use proofmark_engine::{Flow, ScoreOptions, Session};

fuzz_target!(|bytes: &[u8]| {
    let mut session = Session::default();
    let mut add = |name: &str, bytes: &[u8]| {
        session.add(name, bytes.to_vec(), &mut |_| Flow::Continue);
    };
    add("bank.json", bytes);
    add("notes.txt", include_bytes!("../../formats/1/notes.txt"));
    add(
        "outputs.jsonl",
        include_bytes!("../../formats/1/outputs.jsonl"),
    );
    let _ = session.check_bank();
    let _ = session.bank_view();
    let score = || session.score(&ScoreOptions::default(), &mut |_| Flow::Continue);
    let Ok(report) = score() else {
        return;
    };
    assert_eq!(
        report,
        score().expect("it scored before"),
        "the same report"
    );
});
