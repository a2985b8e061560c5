//! Runs the conformance cases of kind `locate`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use proofmark_ground::{Grounding, Library};
use proofmark_text::Document;
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn run(path: &Path) {
    let text = std::fs::read_to_string(path).expect("the case file can be read");
    let cases: Vec<Value> = serde_json::from_str(&text).expect("the case file is a JSON array");
    let mut failures = Vec::new();
    for (nth, case) in cases
        .iter()
        .enumerate()
        .filter(|(_, case)| case["kind"] == "locate")
    {
        let mut library = Library::new();
        for (id, pages) in case["documents"].as_object().expect("documents") {
            let pages: Vec<&str> = pages
                .as_array()
                .expect("pages")
                .iter()
                .filter_map(Value::as_str)
                .collect();
            library.insert(
                id.as_str(),
                Arc::new(Document::from_plain_text(&pages.join("\u{c}"))),
                None,
            );
        }
        let id = case["locate"]["document"].as_str().expect("document");
        let quote = case["locate"]["quote"].as_str().expect("quote");
        let grounding = library.locate(id, quote);
        if let Err(error) = check(&library, id, &grounding, &case["expect"]) {
            failures.push(format!(
                "{nth} [{}] {}: {quote:?}: {error}",
                case["rule"], case["why"]
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn check(library: &Library, id: &str, found: &Grounding, expect: &Value) -> Result<(), String> {
    let same = |name: &str, found: Value| {
        if found == expect[name] {
            Ok(())
        } else {
            Err(format!("{name}: {found}, not {}", expect[name]))
        }
    };
    for name in expect.as_object().expect("expect").keys() {
        let first = found.spans.first();
        let value = match name.as_str() {
            "state" => found.state.code().into(),
            "elided" => found.elided.into(),
            "elided_condition" => found.elided_condition.into(),
            "unverified" => found.unverified.into(),
            "fidelity" => found.fidelity.map(|f| f.code()).into(),
            "text" => first
                .map(|s| library.document(id).expect("located").slice(s.range))
                .into(),
            "pages" => {
                let last = found.spans.last();
                first
                    .zip(last)
                    .map(|(a, b)| vec![a.first_page_idx + 1, b.last_page_idx + 1])
                    .into()
            }
            other => return Err(format!("unknown expectation {other}")),
        };
        same(name, value)?;
    }
    Ok(())
}

#[test]
fn kept_cases() {
    run(&root().join("tests/cases/grounding.json"));
    run(&root().join("tests/cases/grounding-more.json"));
}

#[test]
#[expect(
    clippy::print_stderr,
    reason = "the reader of the test run has to see that nothing was checked"
)]
fn handed_cases() {
    let path = root().join("../shared/cases/grounding.json");
    if path.exists() {
        run(&path);
    } else {
        eprintln!(
            "{} is not there: only the kept cases were run",
            path.display()
        );
    }
}
