//! Every check of the project, one after the other.

use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::browser;
use crate::build;
use crate::js;
use crate::run;
use crate::supply;
use crate::tidy;
use crate::tools;
use crate::workspace;

/// The crates that only ever run natively.
const NATIVE_ONLY: [&str; 3] = ["proofmark-cli", "proofmark-harness", "xtask"];

/// The parts, in the order in which they run: the cheapest first, so that a slip shows early.
const PARTS: [Part; 11] = [
    Part {
        name: "fmt",
        group: "lint",
        run: fmt,
        is_default: true,
    },
    Part {
        name: "tidy",
        group: "lint",
        run: tidy_up,
        is_default: true,
    },
    Part {
        name: "supply",
        group: "lint",
        run: supplied,
        is_default: true,
    },
    Part {
        name: "clippy",
        group: "lint",
        run: clippy,
        is_default: true,
    },
    Part {
        name: "clippy-wasm",
        group: "lint",
        run: clippy_wasm,
        is_default: true,
    },
    Part {
        name: "doc",
        group: "lint",
        run: doc,
        is_default: true,
    },
    Part {
        name: "native",
        group: "native",
        run: native,
        is_default: true,
    },
    Part {
        name: "web",
        group: "web",
        run: web,
        is_default: true,
    },
    Part {
        name: "browser",
        group: "browser",
        run: in_browser,
        is_default: true,
    },
    Part {
        name: "js",
        group: "js",
        run: in_node,
        is_default: false,
    },
    Part {
        name: "spark",
        group: "spark",
        run: on_spark,
        is_default: false,
    },
];

struct Part {
    name: &'static str,
    group: &'static str,
    run: fn(&Plan<'_>) -> Result<Tally>,
    /// Whether it runs where no part is named.
    is_default: bool,
}

/// What one run of the checks is about.
struct Plan<'a> {
    /// The words after `--`: the browser scenarios to run, all where empty.
    scenarios: &'a [String],
    /// Whether the part that builds `dist/` runs as well.
    builds: bool,
}

/// How many checks passed and failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    passed: u32,
    failed: u32,
}

impl Tally {
    fn of_one(result: Result<()>) -> Self {
        match result {
            Ok(()) => Self {
                passed: 1,
                failed: 0,
            },
            Err(error) => {
                eprintln!("failed: {error:#}");
                Self {
                    passed: 0,
                    failed: 1,
                }
            }
        }
    }

    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

/// Runs all parts, or those named. What stands after `--` names browser scenarios.
///
/// # Errors
/// When a named part does not exist.
pub(crate) fn test(arguments: &[String]) -> Result<ExitCode> {
    let (wanted, scenarios) = match arguments.iter().position(|word| word == "--") {
        Some(at) => (&arguments[..at], &arguments[at + 1..]),
        None => (arguments, &[][..]),
    };
    for word in wanted {
        if !PARTS
            .iter()
            .any(|part| word == part.name || word == part.group)
        {
            let names: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
            bail!(
                "there is no part `{word}`; the parts are lint, {}",
                names.join(", ")
            );
        }
    }
    let is_wanted = |part: &Part| {
        (wanted.is_empty() && part.is_default)
            || wanted
                .iter()
                .any(|word| word == part.name || word == part.group)
    };
    let builds = PARTS
        .iter()
        .any(|part| part.name == "web" && is_wanted(part));
    let plan = Plan { scenarios, builds };
    say_what_is_not_here();
    let before = tree_state();
    let mut total = Tally::default();
    let mut times: Vec<(&str, Duration, Tally)> = Vec::new();
    for part in PARTS.iter().filter(|part| is_wanted(part)) {
        println!("\n== {}", part.name);
        let start = Instant::now();
        // A part that cannot be set up has failed; the others still say what they can.
        let tally = (part.run)(&plan).unwrap_or_else(|error| Tally::of_one(Err(error)));
        total.add(tally);
        times.push((part.name, start.elapsed(), tally));
    }
    if before != tree_state() {
        println!("\nfailed: the checks changed files of the working tree; see `git status`");
        total.add(Tally {
            passed: 0,
            failed: 1,
        });
    }
    println!();
    for (name, time, tally) in times {
        let Tally { passed, failed } = tally;
        println!(
            "{name:<12} {:>7.1} s   {passed} passed, {failed} failed",
            time.as_secs_f64()
        );
    }
    say_what_is_not_here();
    println!("{} passed, {} failed", total.passed, total.failed);
    Ok(if total.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The project's contract and the large corpora lie beside a developer's checkout, never in it.
fn say_what_is_not_here() {
    if !workspace::root().join("../shared").is_dir() {
        println!(
            "NOTE: there is no folder `shared` beside this checkout: the checks against the large \
             corpora in it are LEFT OUT. That is not a failure."
        );
    }
}

fn tree_state() -> Option<Vec<u8>> {
    let output = run::command("git")
        .args(["status", "--porcelain"])
        .output()
        .ok()?;
    output.status.success().then_some(output.stdout)
}

fn fmt(_: &Plan<'_>) -> Result<Tally> {
    tools::components()?;
    Ok(Tally::of_one(run::check(
        run::cargo().args(["fmt", "--all", "--check"]),
    )))
}

fn tidy_up(_: &Plan<'_>) -> Result<Tally> {
    let problems = tidy::problems()?;
    for problem in &problems {
        println!("{problem}");
    }
    Ok(Tally {
        passed: u32::from(problems.is_empty()),
        failed: u32::from(!problems.is_empty()),
    })
}

fn supplied(_: &Plan<'_>) -> Result<Tally> {
    let found = supply::check()?;
    for problem in &found.problems {
        println!("{problem}");
    }
    println!(
        "{} packages; in more than one version: {}",
        found.n_packages,
        found.doubles.join("; ")
    );
    Ok(Tally {
        passed: u32::from(found.problems.is_empty()),
        failed: u32::from(!found.problems.is_empty()),
    })
}

fn clippy(_: &Plan<'_>) -> Result<Tally> {
    tools::components()?;
    let mut clippy = run::cargo();
    clippy.args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--locked",
        "--quiet",
    ]);
    Ok(Tally::of_one(run::check(
        clippy.args(["--", "-D", "warnings"]),
    )))
}

fn clippy_wasm(_: &Plan<'_>) -> Result<Tally> {
    tools::components()?;
    tools::wasm_target()?;
    let mut clippy = run::cargo();
    clippy.args(["clippy", "--workspace", "--locked", "--quiet"]);
    clippy.args(["--target", "wasm32-unknown-unknown"]);
    for package in NATIVE_ONLY {
        clippy.args(["--exclude", package]);
    }
    Ok(Tally::of_one(run::check(
        clippy.args(["--", "-D", "warnings"]),
    )))
}

fn doc(_: &Plan<'_>) -> Result<Tally> {
    let mut doc = run::cargo();
    doc.args(["doc", "--workspace", "--no-deps", "--locked", "--quiet"]);
    Ok(Tally::of_one(run::check(
        doc.env("RUSTDOCFLAGS", "-D warnings"),
    )))
}

fn native(_: &Plan<'_>) -> Result<Tally> {
    let verifiers = tools::verifiers();
    let mut cargo = run::cargo();
    cargo.args([
        "test",
        "--workspace",
        "--locked",
        "--no-fail-fast",
        "--color",
        "never",
    ]);
    if verifiers.is_ok() {
        // A test that finds one of them missing now fails instead of saying so.
        cargo.env("PROOFMARK_REQUIRE_VERIFIERS", "1");
    }
    let mut tally = count_tests(&mut cargo)?;
    if let Err(error) = verifiers {
        eprintln!("failed: what other makers' programs say was not checked: {error:#}");
        tally.failed += 1;
    }
    Ok(tally)
}

fn count_tests(command: &mut Command) -> Result<Tally> {
    let mut tally = Tally::default();
    let is_good = run::watch(command, |line| tally.add(tally_of_line(line)))?;
    // What does not compile, or dies, prints no result.
    if !is_good && tally.failed == 0 {
        tally.failed = 1;
    }
    Ok(tally)
}

/// Reads the line in which a test program sums up: `test result: ok. 3 passed; 0 failed; …`.
fn tally_of_line(line: &str) -> Tally {
    let Some(rest) = line.strip_prefix("test result: ") else {
        return Tally::default();
    };
    let count = |word: &str| {
        rest.split([';', '.'])
            .find_map(|part| part.trim().strip_suffix(word)?.trim().parse().ok())
            .unwrap_or(0)
    };
    Tally {
        passed: count(" passed"),
        failed: count(" failed"),
    }
}

fn web(_: &Plan<'_>) -> Result<Tally> {
    Ok(Tally::of_one(build::dist()))
}

fn in_browser(plan: &Plan<'_>) -> Result<Tally> {
    // Never against what an older source built.
    if !plan.builds {
        build::dist()?;
    }
    let (passed, failed) = browser::run(plan.scenarios)?;
    Ok(Tally { passed, failed })
}

/// The module for JavaScript, held to the command line.
fn in_node(_: &Plan<'_>) -> Result<Tally> {
    let proofmark = browser::build_command_line()?;
    Ok(Tally::of_one(js::test(&proofmark)))
}

/// Attempts scored by several engines, on this machine. The words after `--` go to the script.
fn on_spark(plan: &Plan<'_>) -> Result<Tally> {
    let python = tools::spark()?;
    run::check(run::cargo().args([
        "build",
        "--release",
        "--locked",
        "--quiet",
        "--package",
        "proofmark-cli",
    ]))?;
    let program = workspace::target().join("release/proofmark");
    let mut script = run::command(&python);
    script
        .arg("tests/spark/run.py")
        .arg("--proofmark")
        .arg(program);
    script.arg("--work").arg(workspace::target().join("spark"));
    Ok(Tally::of_one(run::check(script.args(plan.scenarios))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_line_is_counted_and_others_are_not() {
        let line = "test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; \
                    0 filtered out; finished in 0.05s";
        assert_eq!(
            tally_of_line(line),
            Tally {
                passed: 12,
                failed: 3
            },
            "a failing program"
        );
        assert_eq!(
            tally_of_line("test a::b ... ok"),
            Tally::default(),
            "a single test"
        );
        let line = "test result: ok. 0 passed; 0 failed; 0 ignored; finished in 0.00s";
        assert_eq!(tally_of_line(line), Tally::default(), "nothing ran");
    }
}
