//! Makes the example's PDFs again from the sources beside them.

use std::process::ExitCode;

use anyhow::Result;

use crate::run;

/// Runs the example's own script, which says what it needs.
///
/// # Errors
/// When the script cannot be started or fails.
pub(crate) fn fixtures(arguments: &[String]) -> Result<ExitCode> {
    run::check(
        run::command("bash")
            .arg("examples/sources/larkfield/make")
            .args(arguments),
    )?;
    Ok(ExitCode::SUCCESS)
}
