//! House rules that clippy cannot see.

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::run;
use crate::workspace;

/// Longer Rust files should be parted into stages. Well above the five hundred lines that are aimed at:
/// this is the bound that nobody argues about.
const N_LINES_MAX: usize = 750;

/// The same for files of tests, which are lists of cases.
const N_TEST_LINES_MAX: usize = 1000;

/// Files that repeat data of others or are made by programs.
const GENERATED: [&str; 7] = [
    "Cargo.lock",
    "package-lock.json",
    "tests/cases/",
    "tests/formats/",
    "examples/",
    "crates/source/tests/files/",
    "crates/source/tests/broken/",
];

/// Prints what breaks a house rule.
///
/// # Errors
/// When the files cannot be listed.
pub(crate) fn tidy() -> Result<ExitCode> {
    let problems = problems()?;
    for problem in &problems {
        println!("{problem}");
    }
    println!("{} problems", problems.len());
    Ok(if problems.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// What breaks a house rule, each with its place.
///
/// # Errors
/// When the files cannot be listed.
pub(crate) fn problems() -> Result<Vec<String>> {
    let output = run::command("git")
        .args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ])
        .output()?;
    if !output.status.success() {
        bail!("git cannot list the files of this folder");
    }
    let list = String::from_utf8(output.stdout)?;
    let mut problems = Vec::new();
    for name in list.split('\0').filter(|name| !name.is_empty()) {
        // A file may be listed and deleted; binary files have no lines.
        let Ok(text) = std::fs::read_to_string(workspace::root().join(name)) else {
            continue;
        };
        problems.extend(problems_in(name, &text));
    }
    Ok(problems)
}

fn problems_in(name: &str, text: &str) -> Vec<String> {
    // Written in two parts, or this file would break its own rule.
    let machine_paths = [
        concat!("/wo", "rk/"),
        concat!("/ro", "ot/"),
        concat!("/ho", "me/"),
        concat!("/fa", "rm/"),
    ];
    let is_generated = GENERATED.iter().any(|part| name.contains(part));
    let mut problems = Vec::new();
    for (idx, line) in text.lines().enumerate() {
        let mut note = |what: &str| problems.push(format!("{name}:{}: {what}", idx + 1));
        if machine_paths.iter().any(|path| is_path_in(line, path)) {
            note("the path of one machine; use a relative one");
        }
        if is_generated {
            continue;
        }
        if line.ends_with([' ', '\t']) && !name.ends_with(".md") {
            note("white space at the end of the line");
        }
        if line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ") {
            note("a conflict that was not merged");
        }
    }
    if is_generated {
        return problems;
    }
    let n_lines = text.lines().count();
    let is_test = name.ends_with("tests.rs") || name.contains("tests/");
    let n_lines_max = if is_test {
        N_TEST_LINES_MAX
    } else {
        N_LINES_MAX
    };
    if name.ends_with(".rs") && n_lines > n_lines_max {
        problems.push(format!(
            "{name}: {n_lines} lines; part it (at most {n_lines_max})"
        ));
    }
    if !text.is_empty() && !text.ends_with('\n') {
        problems.push(format!("{name}: no line break at the end"));
    }
    problems
}

/// Whether an absolute path below `top` stands in the line: not a part of a longer path or address.
fn is_path_in(line: &str, top: &str) -> bool {
    line.match_indices(top).any(|(at, _)| {
        !line[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '/'))
            && line[at + top.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '.')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_one_machine_is_found_and_an_address_is_not() {
        let line = format!("open {}{}", concat!("/ho", "me/"), "me/file");
        assert_eq!(
            problems_in("a.md", &(line + "\n")).len(),
            1,
            "an absolute path"
        );
        let line = format!("https://example.org{}x\n", concat!("/wo", "rk/"));
        assert_eq!(
            problems_in("a.md", &line),
            Vec::<String>::new(),
            "part of an address"
        );
    }

    #[test]
    fn a_long_file_and_a_missing_line_break_are_found() {
        assert_eq!(
            problems_in("a.rs", &"x\n".repeat(N_LINES_MAX)).len(),
            0,
            "just fits"
        );
        assert_eq!(
            problems_in("a.rs", &"x\n".repeat(N_LINES_MAX + 1)).len(),
            1,
            "too long"
        );
        assert_eq!(problems_in("a.rs", "x").len(), 1, "no line break");
        assert_eq!(problems_in("tests/cases/a.json", "x").len(), 0, "generated");
    }
}
