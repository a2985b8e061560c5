//! Finds the conformance cases and runs each through the engine, as files dropped into a session.
//!
//! A case file is a JSON array. Every case has `kind`, `rule`, `why`, `documents` (id → texts of its
//! pages) and `expect`; every key of `expect` must hold, and what it leaves out is free. Unknown keys
//! of a case or of its `expect` fail it, so that a misspelt expectation cannot pass unnoticed.

mod case;
mod check;

pub use case::{Case, CaseFile, load};
pub use check::check;

/// What became of the cases of a file.
#[derive(Debug, Default)]
pub struct Tally {
    /// Cases whose every expectation held.
    pub passed: usize,
    /// Cases marked as known failures that failed, as marked.
    pub known: usize,
    /// One line for each case that failed, or that passed though marked as failing.
    pub failures: Vec<String>,
}

/// Runs every case of a file.
pub fn run(file: &CaseFile) -> Tally {
    let mut tally = Tally::default();
    for (n, case) in file.cases.iter().enumerate() {
        let name = format!("{} #{n} {} ({})", file.name, case.rule, case.why);
        match (check(case), &case.known_failure) {
            (Ok(()), None) => tally.passed += 1,
            (Ok(()), Some(_)) => {
                tally
                    .failures
                    .push(format!("{name}: passes now; take its known_failure away"));
            }
            (Err(_), Some(_)) => tally.known += 1,
            (Err(what), None) => tally.failures.push(format!("{name}: {what}")),
        }
    }
    tally
}
