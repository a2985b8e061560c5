//! The project's chores: serve the reviewer, build it, run every test.
//!
//! `cargo xtask` without a chore lists them. Nothing here is part of the product.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a chore talks to the person at the terminal"
)]

mod bench;
mod bench_score;
mod browser;
mod build;
mod bundle;
mod fixtures;
mod fuzz;
mod js;
mod manifest;
mod one_file;
mod run;
mod schemas;
mod serve;
mod supply;
mod test;
mod tidy;
mod tools;
mod workspace;

use std::process::ExitCode;

use anyhow::{Result, bail};

const HELP: &str = "\
cargo xtask serve [TRUNK ARGUMENTS]   set up what is missing, then serve the reviewer
cargo xtask build [--wasm-opt] [--one-file]
                                      build the reviewer for static servers into dist/, and as one page that
                                      opens from a disk into dist-one-file/
cargo xtask js                        build the core as a module for JavaScript into dist-js/
cargo xtask test [PART…]              run every check, or the named parts:
                                      lint (fmt, clippy, clippy-wasm, doc, tidy, supply), native, web (build), browser
cargo xtask test browser [-- NAME…]   only the named browser scenarios
cargo xtask test js                   the module for JavaScript, held to the command line
cargo xtask test spark [-- --attempts N]
                                      attempts scored on Spark and by GNU parallel, held to one process
cargo xtask one-file                  pack the dist/ that is there into one page
cargo xtask bundle                    make a release below target/bundle/
cargo xtask bench                     every benchmark, a table each: start, browser, score, source
cargo xtask bench source [NAME…]      measure the reading of PDFs beside poppler, MuPDF and pdf.js
cargo xtask bench start               bytes and time until the page can be used
cargo xtask bench browser [FOLDER]    time reading PDFs in Chromium beside pdf.js and the native program
cargo xtask bench score [FOLDER]      time scoring and searching beside a plain script, on a folder of PDFs
cargo xtask fuzz TARGET [--minutes N] read mutated files, thirty minutes unless told (nightly compiler); the targets
                                      are pdf, markup, bank, outputs, report and zip
cargo xtask fixtures [NAME…]          make the example's PDFs again from their sources
cargo xtask schemas                   write docs/schemas again from the types
cargo xtask manifest                  list the built files with their digests (Trunk calls this)
cargo xtask tidy                      the house rules that clippy cannot see
cargo xtask tools                     set up what the other chores need, and stop";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn dispatch(arguments: &[String]) -> Result<ExitCode> {
    let Some((chore, rest)) = arguments.split_first() else {
        println!("{HELP}");
        return Ok(ExitCode::SUCCESS);
    };
    match chore.as_str() {
        "serve" => serve::serve(rest),
        "build" => build::build(rest),
        "test" => test::test(rest),
        "bundle" => bundle::bundle(),
        "one-file" => {
            println!("{}", one_file::pack()?.display());
            Ok(ExitCode::SUCCESS)
        }
        "js" => {
            println!("{}", js::pack()?.display());
            Ok(ExitCode::SUCCESS)
        }
        "bench" => bench::bench(rest),
        "fuzz" => fuzz::fuzz(rest),
        "fixtures" => fixtures::fixtures(rest),
        "schemas" => schemas::schemas(),
        "manifest" => manifest::manifest(),
        "tidy" => tidy::tidy(),
        "tools" => tools::set_up_all(),
        "help" | "--help" | "-h" => {
            println!("{HELP}");
            Ok(ExitCode::SUCCESS)
        }
        other => bail!("there is no chore `{other}`; these are the chores:\n{HELP}"),
    }
}
