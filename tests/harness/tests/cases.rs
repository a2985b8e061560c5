//! The conformance cases, of the project and, where they lie beside it, the shared ones.

#![expect(
    clippy::print_stdout,
    reason = "a test says what it ran and what it could not"
)]

use std::path::{Path, PathBuf};

use proofmark_harness::{load, run};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn run_folder(folder: &Path) -> usize {
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder of cases can be listed")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .collect();
    paths.sort();
    let mut failures = Vec::new();
    let mut n_run = 0;
    for path in paths {
        let file = load(&path).expect("a case file reads");
        let tally = run(&file);
        println!(
            "{}: {} passed, {} known failures, {} failed",
            file.name,
            tally.passed,
            tally.known,
            tally.failures.len()
        );
        n_run += file.cases.len();
        failures.extend(tally.failures);
    }
    assert!(
        failures.is_empty(),
        "{} cases fail:\n{}",
        failures.len(),
        failures.join("\n")
    );
    n_run
}

#[test]
fn cases_of_the_project() {
    let n_run = run_folder(&root().join("tests/cases"));
    assert!(n_run >= 100, "only {n_run} cases were found");
}

#[test]
fn shared_cases() {
    let folder = root().join("../shared/cases");
    if !folder.is_dir() {
        println!("SKIPPED: there is no ../shared/cases beside the project");
        return;
    }
    assert!(run_folder(&folder) > 0, "the shared folder holds cases");
}
