//! The benchmark of scoring: ten thousand attempts at real documents, beside a plain script; growth;
//! searching for quotations.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};

use crate::run;
use crate::tools;
use crate::workspace;

const MEGABYTES: [&str; 3] = ["1", "10", "100"];
const SIZES: [&str; 3] = ["1000", "10000", "100000"];

/// What a measuring program said: `key=value` words of its last line.
type Said = BTreeMap<String, String>;

/// Measures and prints one table. The only argument is a folder of PDFs.
///
/// # Errors
/// When there is no such folder, something is missing and cannot be installed, or measuring fails.
pub(crate) fn bench(arguments: &[String]) -> Result<ExitCode> {
    let corpus = crate::bench::filings(arguments)?;
    let scripts = workspace::root().join("bench/score");
    let python = tools::python_with("pyenv", &scripts.join("requirements.txt"))?;
    let program = run::example("proofmark-engine", "score_speed")?;
    let folder = workspace::cache()?.join("bench/score");
    let ours = |words: &[&str]| measure(run::command(&program).args(words));
    let plain = |words: &[&str]| {
        let mut command = run::command(&python);
        measure(command.arg(scripts.join("plain.py")).args(words))
    };
    let (corpus, folder) = (path(&corpus)?, path(&folder)?);
    let made = ours(&["make", corpus, folder])?;

    let mut rows = vec![row(&["", "ours", "plain script", "ours / script"])];
    rows.push(row(&["240 attempts, cold, from PDFs", "", "", ""]));
    let script = plain(&["run", folder, "pdf", "240", corpus])?;
    for n_threads in ["1", "2"] {
        let words = ["run", folder, "pdf", "240", corpus, n_threads];
        let said = ours(&words)?;
        for (name, key) in [("all", "total_ms"), ("reading", "read_ms")] {
            let name = format!("{name}, ours on {n_threads} cores, ms");
            rows.push(compared(&name, key, &said, &script));
        }
    }
    for (title, form) in [("cold, from PDFs", "pdf"), ("with extracted text", "text")] {
        let words = ["run", folder, form, "10000", corpus];
        let (a, b) = (ours(&on_one_core(&words))?, plain(&words)?);
        rows.push(row(&[&format!("10 000 attempts, {title}"), "", "", ""]));
        for (name, key) in [
            ("all, ms", "total_ms"),
            ("reading, ms", "read_ms"),
            ("scoring, ms", "score_ms"),
            ("report written, ms", "report_ms"),
            ("printable page, signature, export, ms", "sign_ms"),
            ("most memory, MB", "peak_mb"),
            ("pass", "pass"),
            ("fail", "fail"),
            ("unresolved", "unresolved"),
        ] {
            rows.push(compared(name, key, &a, &b));
        }
    }
    let words = ["verify", folder, "10000"];
    let (a, b) = (ours(&words)?, plain(&words)?);
    rows.push(compared("export verified, ms", "verify_ms", &a, &b));
    rows.push(row(&["growth, with extracted text", "", "", ""]));
    let mut times = Vec::new();
    for n in SIZES {
        let words = ["run", folder, "text", n, corpus];
        let (a, b) = (ours(&on_one_core(&words))?, plain(&words)?);
        rows.push(compared(
            &format!("{n} attempts, all, ms"),
            "total_ms",
            &a,
            &b,
        ));
        rows.push(compared(
            &format!("{n} attempts, scoring and report, ms"),
            "work_ms",
            &a,
            &b,
        ));
        rows.push(compared(
            &format!("{n} attempts, most memory, MB"),
            "peak_mb",
            &a,
            &b,
        ));
        times.push((number(&a, "work_ms"), number(&b, "work_ms")));
    }
    let of = |pick: fn(&(f64, f64)) -> f64| exponent(&times.iter().map(pick).collect::<Vec<_>>());
    rows.push(row(&[
        "exponent of growth, 1 000 to 100 000",
        &format!("{:.2}", of(|t| t.0)),
        &format!("{:.2}", of(|t| t.1)),
        "",
    ]));
    rows.push(row(&["1 000 quotations of 24 words", "", "", ""]));
    for megabytes in MEGABYTES {
        let words = ["search", folder, megabytes];
        let (a, b) = (ours(&words)?, plain(&words)?);
        for (name, key) in [
            ("reading, ms", "read_ms"),
            ("one quotation, µs", "search_us"),
            ("most memory, MB", "peak_mb"),
            ("right states", "right"),
        ] {
            rows.push(compared(&format!("{megabytes} MB: {name}"), key, &a, &b));
        }
    }
    println!();
    println!(
        "{} documents, {} questions",
        made.get("documents").map_or("?", String::as_str),
        made.get("questions").map_or("?", String::as_str)
    );
    for row in rows {
        let [a, b, c, d] = row;
        println!("{a:<46} {b:>12} {c:>14} {d:>14}");
    }
    Ok(ExitCode::SUCCESS)
}

/// The words for our program, which is told how many threads read.
fn on_one_core<'w>(words: &[&'w str]) -> Vec<&'w str> {
    [words, &["1"]].concat()
}

fn row(cells: &[&str; 4]) -> [String; 4] {
    cells.map(str::to_owned)
}

fn compared(name: &str, key: &str, ours: &Said, plain: &Said) -> [String; 4] {
    let shown = |said: &Said| said.get(key).cloned().unwrap_or_else(|| "-".to_owned());
    let (a, b) = (number(ours, key), number(plain, key));
    let is_count = matches!(key, "pass" | "fail" | "unresolved" | "right");
    let ratio = if a > 0.0 && b > 0.0 && !is_count {
        format!("{:.2}", a / b)
    } else {
        String::new()
    };
    [format!("  {name}"), shown(ours), shown(plain), ratio]
}

fn number(said: &Said, key: &str) -> f64 {
    said.get(key).and_then(|n| n.parse().ok()).unwrap_or(0.0)
}

/// The power of the number of attempts with which the time grows, from the first size to the last.
fn exponent(times: &[f64]) -> f64 {
    match times {
        [first, .., last] if *first > 0.0 => (last / first).ln() / 100f64.ln(),
        _ => f64::NAN,
    }
}

/// Runs a measuring program and reads its last line.
fn measure(command: &mut std::process::Command) -> Result<Said> {
    let mut last = String::new();
    if !run::listen(command, |line| line.clone_into(&mut last))? {
        bail!("measuring failed: {last}");
    }
    let mut said: Said = last
        .split_whitespace()
        .filter_map(|word| word.split_once('='))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    if said.contains_key("score_ms") {
        let work = number(&said, "score_ms") + number(&said, "report_ms");
        said.insert("work_ms".to_owned(), format!("{work:.0}"));
    }
    println!("  {last}");
    Ok(said)
}

fn path(path: &Path) -> Result<&str> {
    path.to_str().context("a folder's name is not Unicode")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_in_proportion_has_the_exponent_one() {
        assert!((exponent(&[3.0, 30.0, 300.0]) - 1.0).abs() < 1e-9, "linear");
        assert!(
            (exponent(&[2.0, 200.0, 20_000.0]) - 2.0).abs() < 1e-9,
            "square"
        );
        assert!(exponent(&[]).is_nan(), "nothing measured");
    }
}
