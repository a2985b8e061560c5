//! Shards of one run merge into the report of the whole.

use proofmark_engine::{Flow, ScoreOptions, Session, merge_reports};
use proofmark_report::format::Report;

fn example(name: &str) -> Vec<u8> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/larkfield");
    std::fs::read(folder.join(name)).expect("the example is part of the project")
}

fn score(outputs: &[&str]) -> Report {
    let mut session = Session::default();
    let inputs = [
        "bank.json",
        "run.json",
        "house-rules.pdf",
        "observers-handbook.pdf",
        "visitors-leaflet.pdf",
    ];
    for name in inputs.iter().chain(outputs) {
        session.add(name, example(name), &mut |_| Flow::Continue);
    }
    session
        .score(&ScoreOptions::default(), &mut |_| Flow::Continue)
        .expect("the example scores")
}

#[test]
fn shards_by_outputs_file() {
    let whole = score(&["outputs-kestrel.jsonl", "outputs-merlin.jsonl"]);
    let shards = [
        ("merlin".to_owned(), score(&["outputs-merlin.jsonl"])),
        ("kestrel".to_owned(), score(&["outputs-kestrel.jsonl"])),
    ];
    let merged = merge_reports(&shards).expect("shards of one run");
    assert_eq!(merged.metrics, whole.metrics, "metrics");
    assert_eq!(merged.workflows, whole.workflows, "summaries");
    assert_eq!(merged.qualification, whole.qualification, "gates");
    assert_eq!(merged.attempts, whole.attempts, "attempts");
    assert_eq!(merged, whole, "everything else");
}

#[test]
fn a_shard_of_another_bank_is_refused() {
    let whole = score(&["outputs-kestrel.jsonl"]);
    let mut other = whole.clone();
    other.bank_sha256 = "0".repeat(64);
    let problems = merge_reports(&[("a".to_owned(), whole), ("b".to_owned(), other)]);
    let problems = problems.expect_err("not of one run");
    assert!(
        problems[0].to_string().contains("another bank"),
        "{}",
        problems[0]
    );
}
