//! Runs the scenarios of `tests/browser` in a real browser.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::one_file;
use crate::run;
use crate::tools;
use crate::workspace;

/// Runs the scenarios whose names hold one of `names`; all without names. Returns how many passed and
/// failed.
///
/// # Errors
/// When a tool cannot be set up or the runner cannot be started.
pub(crate) fn run(names: &[String]) -> Result<(u32, u32)> {
    let modules = tools::playwright()?;
    let browser = tools::chromium()?;
    let proofmark = build_command_line()?;
    let one_file = one_file::pack()?;
    let (mut passed, mut failed) = (0, 0);
    let is_good = run::watch(
        run::command("node")
            .arg("tests/browser/run.mjs")
            .arg("--dist")
            .arg(workspace::dist())
            .arg("--modules")
            .arg(modules)
            .arg("--browser")
            .arg(browser)
            .arg("--one-file")
            .arg(one_file)
            .args(names)
            .env("PROOFMARK", proofmark),
        |line| {
            if line.starts_with("ok ") {
                passed += 1;
            } else if line.starts_with("not ok ") {
                failed += 1;
            }
        },
    )?;
    // A runner that broke down, or that found nothing to do, is not a success.
    if failed == 0 && (!is_good || passed == 0) {
        failed = 1;
    }
    Ok((passed, failed))
}

/// Builds the command line, with which scenarios compare the browser; the program's path.
///
/// As the native tests build it, whose program is then taken: alone it would be built with other features
/// of its dependencies, and they once more.
///
/// # Errors
/// When it cannot be built.
pub(crate) fn build_command_line() -> Result<String> {
    let mut path = None;
    let mut cargo = run::cargo();
    cargo.args(["test", "--workspace", "--no-run", "--locked", "--quiet"]);
    cargo.arg("--message-format=json-render-diagnostics");
    run::listen(&mut cargo, |line| {
        if let Some(found) = program_in(line) {
            path = Some(found);
        }
    })?;
    path.context("the command line was not built")
}

/// The command line's path, where one of Cargo's messages says that it was made. Paths with escaped chars
/// are left out.
fn program_in(message: &str) -> Option<String> {
    let (_, rest) = message.split_once("\"executable\":\"")?;
    let (path, _) = rest.split_once('"')?;
    let is_program = Path::new(path).file_stem()? == "proofmark";
    (is_program && !path.contains('\\')).then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_read_from_the_message_that_names_it() {
        let message =
            r#"{"reason":"compiler-artifact","executable":"/t/debug/proofmark","fresh":true}"#;
        assert_eq!(
            program_in(message).as_deref(),
            Some("/t/debug/proofmark"),
            "the program"
        );
        let message = r#"{"reason":"compiler-artifact","executable":"/t/debug/deps/proofmark-5e","fresh":true}"#;
        assert_eq!(program_in(message), None, "its tests");
        let message = r#"{"reason":"compiler-artifact","executable":null,"fresh":true}"#;
        assert_eq!(program_in(message), None, "a library");
    }
}
