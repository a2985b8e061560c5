//! `proofmark completions` and `proofmark manual`: the grammar in the forms of a shell and of `man`.

use std::io::Write as _;

use clap::CommandFactory as _;

use crate::args::{Cli, Completions, Manual};
use crate::failure::Failure;
use crate::{inputs, print};

/// Prints a completion script.
pub(crate) fn completions(args: &Completions) -> Result<bool, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "proofmark", &mut script);
    print::line(String::from_utf8_lossy(&script).trim_end())?;
    Ok(true)
}

/// Writes one page a command into a folder, which is made where it is missing.
pub(crate) fn manual(args: &Manual) -> Result<bool, Failure> {
    inputs::make_folder(&args.out)?;
    clap_mangen::generate_to(Cli::command(), &args.out)
        .map_err(|error| Failure::io(&args.out, "cannot be written", &error))?;
    let _ = writeln!(
        std::io::stderr().lock(),
        "manual pages in {}",
        args.out.display()
    );
    Ok(true)
}
