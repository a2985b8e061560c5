//! Measures scoring and searching; `cargo xtask bench score` calls it, and prints what it says beside
//! what `bench/score/plain.py` says of the same inputs.
//!
//! `make CORPUS FOLDER` reads the PDFs of a folder and writes a bank about them, their text, and
//! outputs of 240 to 100 000 attempts. `run FOLDER pdf|text N CORPUS THREADS` scores some of these, the
//! on so many threads, and writes a signed export; `verify FOLDER N` checks it. `search FOLDER MEGABYTES` writes a text and quotations, and grounds them.
#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a measurement by hand takes arguments, reads the clock and files, and prints"
)]

mod made;
mod text;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use proofmark_engine::{Flow, ScoreOptions, Session, open_document};
use proofmark_ground::DocumentIndex;
use proofmark_report::export::printable;
use proofmark_report::{
    Envelope, Material, PrivateKey, prepare, report_bytes, sha256_hex, verify, write_archive,
};
use proofmark_text::Document;

type Error = Box<dyn std::error::Error>;

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["make", corpus, folder] => made::write_inputs(Path::new(corpus), Path::new(folder)),
        ["run", folder, form, n, corpus, threads] => run(
            Path::new(folder),
            form,
            n,
            Path::new(corpus),
            threads.parse()?,
        ),
        ["verify", folder, n] => check(Path::new(folder), n),
        ["search", folder, megabytes] => search(Path::new(folder), megabytes.parse()?),
        _ => Err("make CORPUS FOLDER | run FOLDER pdf|text N CORPUS THREADS | verify FOLDER N | search FOLDER MB".into()),
    }
}

/// Scores, from the files' bytes to the report's, and prints the time of each part.
fn run(folder: &Path, form: &str, n: &str, corpus: &Path, n_threads: usize) -> Result<(), Error> {
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
    read_documents(
        &mut session,
        &made::files(&documents, extension)?,
        n_threads,
    )?;
    let n_read = start.elapsed();
    let job = session
        .score_job(&ScoreOptions::default())
        .map_err(|refusal| refusal.to_string())?;
    let judge = job.judge();
    let judgements = in_order(job.n_attempts(), n_threads, |idx| judge.judge(idx));
    let report = job.report(judgements.into_iter().flatten().collect());
    let n_scored = start.elapsed();
    let bytes = report_bytes(&report)?;
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    for attempt in &report.attempts {
        *verdicts.entry(attempt.verdict.as_str()).or_default() += 1;
    }
    let shown: Vec<String> = verdicts.iter().map(|(v, n)| format!("{v}={n}")).collect();
    let n_reported = start.elapsed();
    let peak = peak_megabytes();
    let page = printable(&report, &[]).into_bytes();
    let prepared = prepare(&report, Some(&page))?;
    let key = PrivateKey::from_random(&[7; 32])?;
    let signature = key.sign(&prepared.pae);
    let envelope = Envelope::assemble(prepared.payload, &[(key.public(), signature)])?;
    let export = write_archive(&bytes, &envelope, &[key.public()], &page)?;
    let n_signed = start.elapsed();
    std::fs::write(folder.join(format!("signed-{n}.zip")), export)?;
    println!(
        "total_ms={} read_ms={} score_ms={} report_ms={} sign_ms={} report_bytes={} peak_mb={peak} {}",
        n_reported.as_millis(),
        n_read.as_millis(),
        (n_scored - n_read).as_millis(),
        (n_reported - n_scored).as_millis(),
        (n_signed - n_reported).as_millis(),
        bytes.len(),
        shown.join(" ")
    );
    Ok(())
}

/// Reads documents as the command line does: so many at a time, taken in by name.
fn read_documents(session: &mut Session, paths: &[PathBuf], n_threads: usize) -> Result<(), Error> {
    let read = in_order(paths.len(), n_threads, |idx| {
        let name = paths[idx].file_name().unwrap_or_default().to_string_lossy();
        std::fs::read(&paths[idx]).map(|bytes| {
            let (size, sha256) = (bytes.len() as u64, sha256_hex(&bytes));
            (size, sha256, open_document(&name, bytes, None))
        })
    });
    for (path, document) in paths.iter().zip(read) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let (size, sha256, result) = document?;
        session.add_read_document(&name, size, sha256, result);
    }
    Ok(())
}

/// Results of `work` for every index below `n`, on so many threads, as the command line does it.
fn in_order<T: Send>(n: usize, n_threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(n));
    std::thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| {
                loop {
                    let idx = next.fetch_add(1, Ordering::Relaxed);
                    if idx >= n {
                        break;
                    }
                    let result = work(idx);
                    if let Ok(mut done) = done.lock() {
                        done.push((idx, result));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(idx, _)| *idx);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Checks a signed export: its signature, its digests, and the report against what was signed.
fn check(folder: &Path, n: &str) -> Result<(), Error> {
    let bytes = std::fs::read(folder.join(format!("signed-{n}.zip")))?;
    let key = PrivateKey::from_random(&[7; 32])?.public();
    let start = Instant::now();
    let found = verify(&Material::from_bytes(&bytes, None), &[key], None, None);
    let verified = start.elapsed();
    println!(
        "verify_ms={} signature={:?} findings={}",
        verified.as_millis(),
        found.signature_valid,
        found.findings.len()
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
