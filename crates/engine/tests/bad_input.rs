//! Bad files are named with their reason, and the rest goes on.

use proofmark_engine::{FileKind, FileState, Flow, ScoreOptions, Session};

fn add(session: &mut Session, name: &str, bytes: &[u8]) {
    session.add(name, bytes.to_vec(), &mut |_| Flow::Continue);
}

fn example(name: &str) -> Vec<u8> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/larkfield");
    std::fs::read(folder.join(name)).expect("the example is part of the project")
}

/// The one problem of the last file, `place: message`.
fn last_problem(session: &Session) -> String {
    let entry = session.files().pop().expect("a file is listed");
    assert_eq!(entry.state, FileState::Refused, "{} is refused", entry.name);
    let problem = entry
        .problems
        .first()
        .expect("a refused file has a problem");
    assert_eq!(
        problem.file.as_deref(),
        Some(entry.name.as_str()),
        "the problem names the file"
    );
    problem.to_string()
}

#[test]
fn each_bad_file_says_why() {
    let pdf = example("house-rules.pdf");
    let no_pages = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\nxref\n0 3\n0000000000 65535 f \n0000000009 00000 n \n0000000052 00000 n \ntrailer<</Size 3/Root 1 0 R>>\nstartxref\n97\n%%EOF\n";
    let cases: [(&str, &[u8], &str); 9] = [
        ("cut.pdf", &pdf[..pdf.len() / 3], "cut off"),
        ("empty.pdf", b"", "empty"),
        ("none.pdf", no_pages, "no pages"),
        ("bank.json", b"{\"questions\": [}", "line 1, column 16"),
        ("notes.json", b"{\"hello\": 1}", "none of the files"),
        (
            "preflight.json",
            b"{\"groups\": [{\"id\": \"package\"}]}",
            "line 1, column 29: missing field `passed`; correct it there",
        ),
        (
            "preflight-2.json",
            b"{\"groups\": 7, \"wasm_sha256\": null}",
            "line 1, column 12: invalid type",
        ),
        (
            "audit.json",
            b"{\"schema\": \"proofmark/audit/1\"}",
            "line 1, column 31: missing field",
        ),
        (
            "picture.png",
            b"\x89PNG\r\n\x1a\n\0\0\0\0",
            "none of the files",
        ),
    ];
    let mut session = Session::default();
    for &(name, bytes, expected) in &cases {
        add(&mut session, name, bytes);
        let found = last_problem(&session);
        assert!(
            found.contains(expected),
            "{name}: expected `{expected}` in `{found}`"
        );
    }
    assert_eq!(
        session.files().len(),
        cases.len(),
        "every file stays listed"
    );
}

#[test]
fn one_broken_line_costs_one_attempt() {
    let mut session = Session::default();
    for name in [
        "bank.json",
        "run.json",
        "house-rules.pdf",
        "observers-handbook.pdf",
    ] {
        add(&mut session, name, &example(name));
    }
    add(
        &mut session,
        "visitors-leaflet.pdf",
        &example("visitors-leaflet.pdf"),
    );
    add(
        &mut session,
        "outputs-merlin.jsonl",
        &example("outputs-merlin.jsonl"),
    );
    let text = String::from_utf8(example("outputs-kestrel.jsonl")).expect("the outputs are text");
    let whole = text.lines().count();
    let broken: String = text
        .lines()
        .enumerate()
        .map(|(n, line)| {
            if n == 4 {
                "{\"workflow\": \"kestrel\", \n".to_owned()
            } else {
                format!("{line}\n")
            }
        })
        .collect();
    add(&mut session, "outputs-kestrel.jsonl", broken.as_bytes());
    let entry = session.files().pop().expect("the outputs are listed");
    assert_eq!(
        entry.kind,
        FileKind::Outputs,
        "recognised though a line is broken"
    );
    assert_eq!(entry.state, FileState::Warning, "usable, with a warning");
    assert_eq!(entry.problems.len(), 1, "one problem");
    assert_eq!(
        entry.problems[0].place.as_deref(),
        Some("line 5"),
        "it names the line"
    );
    assert!(
        entry.summary.starts_with(&format!("{} ", whole - 1)),
        "the others are read"
    );
    let report = session
        .score(&ScoreOptions::default(), &mut |_| Flow::Continue)
        .expect("the rest is scored");
    let missing: Vec<_> = report
        .attempts
        .iter()
        .filter(|a| a.missing && a.workflow == "kestrel")
        .collect();
    assert_eq!(
        missing.len(),
        1,
        "the broken line's attempt counts as missing"
    );
    assert!(
        report
            .warnings
            .iter()
            .any(|w| w.place.as_deref() == Some("line 5")),
        "the report says so"
    );
}

#[test]
fn files_come_in_any_order() {
    let names = [
        "bank.json",
        "run.json",
        "house-rules.pdf",
        "observers-handbook.pdf",
        "visitors-leaflet.pdf",
        "outputs-kestrel.jsonl",
        "outputs-merlin.jsonl",
    ];
    let score = |order: &[&str]| {
        let mut session = Session::default();
        for name in order {
            add(&mut session, name, &example(name));
        }
        let report = session.score(&ScoreOptions::default(), &mut |_| Flow::Continue);
        proofmark_report::report_bytes(&report.expect("the example scores")).expect("canonical")
    };
    let forwards = score(&names);
    let mut reversed = names;
    reversed.reverse();
    assert!(
        forwards == score(&reversed),
        "the order of files leaves no trace in the report"
    );
}

#[test]
fn two_banks_are_not_guessed_between() {
    let mut session = Session::default();
    add(&mut session, "bank.json", &example("bank.json"));
    add(
        &mut session,
        "other.json",
        br#"{"schema": "proofmark/bank/1", "questions": []}"#,
    );
    let refusal = session.score(&ScoreOptions::default(), &mut |_| Flow::Continue);
    let message = refusal.expect_err("nothing is scored").to_string();
    assert!(message.contains("second bank"), "{message}");
    assert!(!session.readiness().can_score, "nor offered");
}
