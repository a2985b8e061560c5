//! `proofmark`: the command line over the same core as the reviewer in the browser.

mod args;
mod commands;
mod failure;
mod inputs;
mod print;
mod summary;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Cli;
use crate::failure::Failure;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no failure; anything else is a refused input.
            let code = if error.use_stderr() { 2 } else { 0 };
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let as_json = cli.wants_json();
    let outcome = std::panic::catch_unwind(|| commands::run(cli));
    match outcome {
        Ok(Ok(done)) => ExitCode::from(if done { 0 } else { 1 }),
        Ok(Err(failure)) => {
            failure.print(as_json);
            ExitCode::from(failure.exit_code())
        }
        Err(_) => {
            Failure::internal("a bug stopped the program; please report the message above")
                .print(as_json);
            ExitCode::from(3)
        }
    }
}
