//! Measures scoring and searching; `cargo xtask bench score` calls it, and prints what it says beside
//! what `bench/score/plain.py` says of the same inputs.
//!
//! `make CORPUS FOLDER` reads the PDFs of a folder and writes a bank about them, their text, and
//! outputs of 1 000, 10 000 and 100 000 attempts. `run FOLDER pdf|text N CORPUS` scores one of these.
//! `search FOLDER MEGABYTES` writes a text and quotations, and grounds them.
#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a measurement by hand takes arguments, reads the clock and files, and prints"
)]

mod made;
mod text;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use proofmark_engine::{Flow, ScoreOptions, Session};
use proofmark_ground::DocumentIndex;
use proofmark_report::report_bytes;
use proofmark_text::Document;

type Error = Box<dyn std::error::Error>;

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["make", corpus, folder] => made::write_inputs(Path::new(corpus), Path::new(folder)),
        ["run", folder, form, n, corpus] => run(Path::new(folder), form, n, Path::new(corpus)),
        ["search", folder, megabytes] => search(Path::new(folder), megabytes.parse()?),
        _ => Err("make CORPUS FOLDER | run FOLDER pdf|text N CORPUS | search FOLDER MB".into()),
    }
}

/// Scores, from the files' bytes to the report's, and prints the time of each part.
fn run(folder: &Path, form: &str, n: &str, corpus: &Path) -> Result<(), Error> {
    let start = Instant::now();
    let mut session = Session::default();
    let mut add = |path: &Path| -> Result<(), Error> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        session.add(&name, std::fs::read(path)?, &mut |_| Flow::Continue);
        Ok(())
    };
    add(&folder.join(format!("bank-{form}.json")))?;
    add(&folder.join(format!("run-{n}.json")))?;
    add(&folder.join(format!("outputs-{n}.jsonl")))?;
    let (documents, extension) = match form {
        "pdf" => (corpus.to_path_buf(), "pdf"),
        _ => (folder.join("text"), "txt"),
    };
    for path in made::files(&documents, extension)? {
        add(&path)?;
    }
    let n_read = start.elapsed();
    let report = session
        .score(&ScoreOptions::default(), &mut |_| Flow::Continue)
        .map_err(|refusal| refusal.to_string())?;
    let n_scored = start.elapsed();
    let bytes = report_bytes(&report)?;
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    for attempt in &report.attempts {
        *verdicts.entry(attempt.verdict.as_str()).or_default() += 1;
    }
    let shown: Vec<String> = verdicts.iter().map(|(v, n)| format!("{v}={n}")).collect();
    println!(
        "total_ms={} read_ms={} score_ms={} report_ms={} report_bytes={} peak_mb={} {}",
        start.elapsed().as_millis(),
        n_read.as_millis(),
        (n_scored - n_read).as_millis(),
        (start.elapsed() - n_scored).as_millis(),
        bytes.len(),
        peak_megabytes(),
        shown.join(" ")
    );
    Ok(())
}

/// Grounds made-up quotations in made-up text, and prints how long reading and searching took.
fn search(folder: &Path, n_megabytes: usize) -> Result<(), Error> {
    let made = text::made_up(n_megabytes << 20);
    let quotes = text::quotations(&made);
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(format!("search-{n_megabytes}.txt")), &made)?;
    let listed = serde_json::to_vec(&quotes)?;
    std::fs::write(folder.join(format!("search-{n_megabytes}.json")), listed)?;
    let document = Arc::new(Document::from_plain_text(&made));
    let start = Instant::now();
    let index = DocumentIndex::new(document);
    let n_read = start.elapsed();
    let mut n_right = 0;
    for quote in &quotes {
        n_right += usize::from(index.locate(&quote.text).state.code() == quote.state);
    }
    let n_searched = start.elapsed() - n_read;
    println!(
        "read_ms={} search_us={} quotes={} right={n_right} peak_mb={}",
        n_read.as_millis(),
        n_searched.as_micros() / quotes.len().max(1) as u128,
        quotes.len(),
        peak_megabytes()
    );
    Ok(())
}

/// The most memory that this process had, where the system tells; else 0.
fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}
