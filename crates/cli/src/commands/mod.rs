//! One module a command. Each returns whether everything asked for held.

mod bank;
mod export;
mod extract;
mod judge;
mod judge_print;
mod key;
mod locate;
mod preflight;
mod results;
mod score;
mod shell;
mod sign;
mod summarize;
mod verify;

use crate::args::{Bank, Cli, Command, Judge, Key};
use crate::failure::Failure;

/// Runs the command; `false` means done, and something failed.
pub(crate) fn run(cli: Cli) -> Result<bool, Failure> {
    let json = cli.wants_json();
    match cli.command {
        Command::Extract(args) => extract::run(&args, json),
        Command::Locate(args) => locate::run(&args, json),
        Command::Bank(Bank::Check(args)) => bank::check(&args, json),
        Command::Bank(Bank::Freeze(args)) => bank::freeze(&args, json),
        Command::Score(args) => score::run(&args, json),
        Command::Summarize(args) => summarize::run(&args, json),
        Command::Preflight => preflight::run(json),
        Command::Key(Key::New(args)) => key::new(&args, json),
        Command::Key(Key::Public(args)) => key::public(&args, json),
        Command::Judge(Judge::Prepare(args)) => judge::prepare(&args, json),
        Command::Judge(Judge::Check(args)) => judge::check(&args, json),
        Command::Judge(Judge::Run(args)) => judge::run(&args, json),
        Command::Judge(Judge::Grade(args)) => judge::grade(&args, json),
        Command::Judge(Judge::Gate(args)) => judge::gate(&args, json),
        Command::Sign(args) => sign::run(&args, json),
        Command::Verify(args) => verify::run(&args, json),
        Command::Export(args) => export::run(&args, json),
        Command::Completions(args) => shell::completions(&args),
        Command::Manual(args) => shell::manual(&args),
    }
}
