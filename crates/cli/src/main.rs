//! `proofmark`: the command line over the same core as the reviewer in the browser.

mod args;
mod commands;
mod failure;
mod inputs;
mod outputs;
mod parallel;
mod print;
mod summary;

use std::process::ExitCode;

use clap::Parser;
use proofmark_engine::Problem;

use crate::args::Cli;
use crate::failure::Failure;

/// Whether JSON was asked for on a line that cannot be parsed as a whole.
fn asks_for_json() -> bool {
    let given: Vec<_> = std::env::args_os().skip(1).collect();
    given
        .iter()
        .any(|one| one == "--json" || one == "--format=json")
        || given
            .windows(2)
            .any(|pair| pair[0] == "--format" && pair[1] == "json")
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no failure; anything else is a refused input.
            let code = if error.use_stderr() { 2 } else { 0 };
            let _ = error.print();
            if error.use_stderr() && asks_for_json() {
                // The text is on standard error already; what reads standard output gets JSON.
                let text = error.to_string();
                let head: Vec<&str> = text
                    .lines()
                    .map(str::trim)
                    .take_while(|line| !line.is_empty())
                    .collect();
                let message = head.join(" ");
                let message = message.strip_prefix("error: ").unwrap_or(&message);
                let _ = print::json(&failure::problems_json(&[Problem {
                    code: None,
                    file: None,
                    place: None,
                    message: format!("{message}; see --help"),
                }]));
            }
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
