//! Writes the JSON Schemas of `docs/schemas` again from the types.

use std::process::ExitCode;

use anyhow::Result;

use crate::run;

/// Runs the test that compares the schemas, told to write them first.
///
/// # Errors
/// When it cannot be started or fails.
pub(crate) fn schemas() -> Result<ExitCode> {
    run::check(
        run::cargo()
            .args(["test", "--locked", "--quiet", "-p", "proofmark-harness"])
            .args(["--test", "schemas", "the_folder_holds"])
            .env("PROOFMARK_WRITE_SCHEMAS", "1"),
    )?;
    Ok(ExitCode::SUCCESS)
}
