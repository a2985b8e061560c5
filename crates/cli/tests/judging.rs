//! The judge's commands, as people run them.

mod common;

use std::path::{Path, PathBuf};

use common::{Desk, Run};
use serde_json::Value;

/// A desk with all of the judging example.
fn desk(name: &str) -> Desk {
    let desk = Desk::new(name);
    let example: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/tarnwell");
    for entry in std::fs::read_dir(example).expect("the example is in the tree") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        std::fs::copy(&path, desk.path(&name)).expect("the file can be copied");
    }
    desk
}

fn judge(desk: &Desk, command: &str, more: &[&str]) -> Run {
    let inputs = ["--claims", "claims.json", "--sources", "sources.json"];
    desk.run(&[&["judge", command], more, &inputs].concat())
}

const HOST: [&str; 2] = ["--host", "docs.tarnwell.example"];

#[test]
fn pages_of_no_allowed_host_are_told_before_all_is_silence() {
    let desk = desk("no-host");
    let run = judge(&desk, "run", &["--out", "results.json"]);
    assert!(
        run.stderr
            .contains("none of the 3 saved pages is from learn.microsoft.com"),
        "{}",
        run.stderr
    );
    let run = judge(
        &desk,
        "run",
        &[&["--out", "results.json"], &HOST[..]].concat(),
    );
    assert_eq!(run.stderr, "", "nothing to say where the host is named");
}

#[test]
fn a_grade_of_results_that_break_rules_says_so() {
    let desk = desk("faulty-results");
    let grade = |results: &str| {
        let more = ["--gold", "gold.json", "--results", results];
        judge(&desk, "grade", &[&more, &HOST[..]].concat())
    };
    let mut results: Value =
        serde_json::from_slice(&desk.read("results-candidate.json")).expect("JSON");
    let answers = if results.is_array() {
        &mut results[0]
    } else {
        &mut results
    };
    let list = answers["results"].as_array_mut().expect("answers");
    let first = list[0].clone();
    list.push(first);
    desk.write("twice.json", results.to_string().as_bytes());
    let run = grade("twice.json");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("twice.json"), "{}", run.stderr);
    assert!(
        run.stderr.contains("`judge check` lists them"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_folder_that_is_a_file_is_refused_with_a_remedy() {
    let desk = desk("folder-is-file");
    let run = desk.run(&[
        "judge",
        "prepare",
        "--claims",
        "claims.json",
        "--out",
        "gold.json",
    ]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("it is a file; give a folder"),
        "{}",
        run.stderr
    );
    assert!(!run.stderr.contains("os error"), "{}", run.stderr);
}
