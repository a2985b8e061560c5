//! Runs the scenarios of `tests/browser` in a real browser.

use anyhow::Result;

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
            .args(names),
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
