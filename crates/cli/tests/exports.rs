//! The example's exports, read by programs of other makers (`tests/verifiers/install.sh`).

#![expect(
    clippy::print_stderr,
    reason = "a test that could not run must say so, also when it passes"
)]

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Desk, example};
use serde_json::{Value, json};

fn verifiers() -> PathBuf {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let base = variable("XDG_CACHE_HOME").map_or_else(
        || PathBuf::from(variable("HOME").unwrap_or_default()).join(".cache"),
        PathBuf::from,
    );
    base.join("proofmark/verifiers")
}

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/verifiers")
}

/// Says that a program is missing; fails where all are required.
fn missing(program: &str) {
    assert!(
        std::env::var_os("PROOFMARK_REQUIRE_VERIFIERS").is_none(),
        "{program} is required and not installed: run tests/verifiers/install.sh"
    );
    eprintln!("not run: {program} is not installed (tests/verifiers/install.sh installs it)");
}

/// The desk with every export of the example in the folder `exports`, and the report.
fn exported(name: &str) -> (Desk, Value) {
    let desk = Desk::new(name);
    let run = desk.score("report.json");
    assert_eq!(
        run.code, 1,
        "the example has failed attempts: {}",
        run.stderr
    );
    let documents = example().display().to_string();
    let run = desk.run(&[
        "export",
        "report.json",
        "--html",
        "--csv",
        "--junit",
        "--annotations",
        "--documents",
        &documents,
        "--out",
        "exports",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let report = serde_json::from_str(&desk.read_text("report.json")).expect("a report");
    (desk, report)
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

#[test]
fn other_readers_find_what_the_report_holds() {
    let python = verifiers().join("py/bin/python");
    if !python.exists() {
        return missing("junitparser");
    }
    let (desk, report) = exported("exports-counted");
    let output = Command::new(python)
        .arg("-B")
        .arg(scripts().join("exports.py"))
        .arg(desk.path("exports"))
        .output()
        .expect("python starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    let found: Value = serde_json::from_slice(&output.stdout).expect("counts");

    let attempts = list(&report, "attempts");
    let with = |verdict: &str| attempts.iter().filter(|a| a["verdict"] == verdict).count();
    let (passed, failed, unresolved) = (with("pass"), with("fail"), with("unresolved"));
    let fields = attempts.iter().flat_map(|attempt| list(attempt, "fields"));
    let obligations: usize = fields.map(|field| list(field, "obligations").len()).sum();
    let citations: Vec<&Value> = attempts
        .iter()
        .flat_map(|attempt| list(attempt, "citations"))
        .collect();
    let gates = list(&report["qualification"], "gates");
    let held = gates.iter().filter(|gate| gate["passed"] == true).count();
    let broken = gates.len() - held;
    let anchors: usize = list(&report, "questions")
        .iter()
        .flat_map(|question| list(question, "obligations"))
        .map(|obligation| list(obligation, "anchors").len())
        .sum();
    let placed = citations
        .iter()
        .filter(|one| !one["document_id"].is_null())
        .filter(|one| {
            !one["span"].is_null()
                || !list(one, "parts").is_empty()
                || !list(one, "occurrences").is_empty()
        })
        .count();
    let cases = attempts.len() + gates.len();
    let expected = json!({
        "attempts": attempts.len(),
        "verdicts": { "pass": passed, "fail": failed, "unresolved": unresolved },
        "obligations": obligations,
        "citations": citations.len(),
        "cases": cases,
        "outcomes": {
            "passed": passed + held, "failure": failed + broken, "skipped": unresolved,
        },
        "stated": {
            "tests": cases, "failures": failed + broken, "errors": 0, "skipped": unresolved,
        },
        "annotations": anchors + placed,
    });
    assert_eq!(found, expected);
}

#[test]
fn a_validator_finds_nothing_in_the_printable_page() {
    let program = verifiers().join("node_modules/html-validate/bin/html-validate.mjs");
    if !program.exists() {
        return missing("html-validate");
    }
    let (desk, _) = exported("exports-validated");
    let page = desk.read_text("exports/report.html");
    assert!(page.contains("<img "), "the pages are in it");
    let output = Command::new("node")
        .arg(program)
        .arg("--config")
        .arg(scripts().join("htmlvalidate.json"))
        .arg(desk.path("exports/report.html"))
        .output()
        .expect("node starts");
    let found = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{found}");
}
