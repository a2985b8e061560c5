//! The page of the method shows the conformance cases as they are.
//!
//! `docs/method.md` is `docs/method.in.md` with each line `<!-- cases: FILE RULE… -->` replaced by a table
//! of that file's cases for those rules. To write it again after a change of cases or text:
//!
//! ```text
//! PROOFMARK_WRITE=1 cargo test -p proofmark-harness --test method
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::Value;

const FILES: [&str; 3] = ["grounding", "bank", "scoring"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn cases(name: &str) -> Vec<Value> {
    let path = root().join("tests/cases").join(name).with_extension("json");
    let text = std::fs::read_to_string(&path).expect("the cases are there");
    serde_json::from_str(&text).expect("a file of cases is an array")
}

#[test]
fn the_method_shows_every_rule_as_the_cases_have_it() {
    let files: BTreeMap<&str, Vec<Value>> = FILES.map(|name| (name, cases(name))).into();
    let source = std::fs::read_to_string(root().join("docs/method.in.md")).expect("the text");
    let mut shown = BTreeSet::new();
    let mut page = String::new();
    // The first line says what the source is; the page says so of itself.
    for line in source.lines().skip(1) {
        match line
            .strip_prefix("<!-- cases: ")
            .and_then(|rest| rest.strip_suffix(" -->"))
        {
            None if line == "<!-- handbook -->" => page.push_str(&handbook(&files["grounding"])),
            None => page.push_str(line),
            Some(wanted) => {
                let mut words = wanted.split(' ');
                let file = words.next().expect("the name of a file of cases");
                let rules: Vec<&str> = words.collect();
                shown.extend(
                    rules
                        .iter()
                        .map(|rule| (file.to_owned(), (*rule).to_owned())),
                );
                page.push_str(&table(&files[file], &rules));
            }
        }
        page.push('\n');
    }
    for (file, cases) in &files {
        for case in cases {
            let rule = text(&case["rule"]);
            assert!(
                shown.contains(&((*file).to_owned(), rule.clone())),
                "no table of docs/method.in.md shows the cases of {file} for {rule}"
            );
        }
    }
    let path = root().join("docs/method.md");
    if std::env::var_os("PROOFMARK_WRITE").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == page,
        "docs/method.md is not what its source and the cases give; write it again with \
         `PROOFMARK_WRITE=1 cargo test -p proofmark-harness --test method`"
    );
}

/// The document that most cases are about.
fn handbook(cases: &[Value]) -> String {
    let pages = array(&cases[0]["documents"]["handbook"]);
    let pages: Vec<String> = pages
        .iter()
        .map(|page| text(page).trim().to_owned())
        .collect();
    format!(
        "```text\n{}\n```",
        pages.join("\n\n----- next page -----\n\n")
    )
}

/// A Markdown table of the cases for some rules.
fn table(cases: &[Value], rules: &[&str]) -> String {
    let cases: Vec<&Value> = cases
        .iter()
        .filter(|case| rules.contains(&text(&case["rule"]).as_str()))
        .collect();
    assert!(!cases.is_empty(), "there is no case for {rules:?}");
    let is_kind = |kind: &str| cases.iter().all(|case| case["kind"] == kind);
    let (head, row): (&str, fn(&Value) -> String) = if is_kind("locate") {
        (
            "| quotation | source | result | why |\n| --- | --- | --- | --- |",
            quotation,
        )
    } else if is_kind("bank") {
        (
            "| accepted wordings, evidence | errors | why |\n| --- | --- | --- |",
            bank,
        )
    } else {
        (
            "| registered value | answer | verdict | why |\n| --- | --- | --- | --- |",
            answer,
        )
    };
    let mut table = head.to_owned();
    for case in cases {
        let _ = write!(table, "\n{} | {} |", row(case), cell(&text(&case["why"])));
    }
    table
}

fn quotation(case: &Value) -> String {
    let expected = &case["expect"];
    let pages = match expected["pages"].as_array().map(Vec::as_slice) {
        Some([first, last]) if first == last => format!(", page {first}"),
        Some([first, last]) => format!(", pages {first} to {last}"),
        _ => String::new(),
    };
    let document = &case["documents"][text(&case["locate"]["document"])];
    let source = array(document)
        .iter()
        .map(text)
        .collect::<Vec<_>>()
        .join(" ⏎ ");
    // The handbook that most cases share is shown once, by the text.
    let source = if source.chars().count() > 200 {
        "the handbook".to_owned()
    } else {
        code(&source)
    };
    format!(
        "| {} | {source} | {}{pages}",
        code(&text(&case["locate"]["quote"])),
        text(&expected["state"])
    )
}

fn bank(case: &Value) -> String {
    let mut said = Vec::new();
    for claim in array(&case["question"]["essential_claims"]) {
        let wordings: Vec<String> = array(&claim["accepted_values"])
            .iter()
            .map(|one| code(&text(one)))
            .collect();
        let quote = match &claim["evidence"] {
            Value::Array(all) => all.first().map_or(Value::Null, |one| one["quote"].clone()),
            one => one["quote"].clone(),
        };
        said.push(format!("{}; {}", wordings.join(", "), code(&text(&quote))));
    }
    let errors: Vec<String> = array(&case["expect"]["errors"])
        .iter()
        .map(|one| code(&text(one)))
        .collect();
    let errors = if errors.is_empty() {
        "none".to_owned()
    } else {
        errors.join(", ")
    };
    let said = if said.is_empty() {
        "none".to_owned()
    } else {
        said.join("<br>")
    };
    format!("| {said} | {errors}")
}

fn answer(case: &Value) -> String {
    let values: Vec<String> = array(&case["question"]["essential_claims"])
        .iter()
        .map(|claim| code(&text(&claim["value"])))
        .collect();
    let values = if values.is_empty() {
        "none: the documents do not say".to_owned()
    } else {
        values.join("<br>")
    };
    let lines: Vec<String> = text(&case["attempt"]["raw"])
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(code)
        .collect();
    let expected = &case["expect"];
    let mut verdict = format!("**{}**", text(&expected["verdict"]));
    let reasons: Vec<String> = array(&expected["reasons_include"])
        .iter()
        .map(text)
        .collect();
    if !reasons.is_empty() {
        let _ = write!(verdict, ": {}", reasons.join(", "));
    }
    format!("| {values} | {} | {verdict}", lines.join("<br>"))
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Words of a cell: a bar would end it.
fn cell(words: &str) -> String {
    words.replace('|', "\\|").replace('\n', " ⏎ ")
}

/// A code span that holds any text, also one with backticks.
fn code(words: &str) -> String {
    let words = cell(words);
    if words.is_empty() {
        return String::new();
    }
    if words.contains('`') || words.starts_with(' ') || words.ends_with(' ') {
        format!("`` {words} ``")
    } else {
        format!("`{words}`")
    }
}
