//! The benchmarks, each side by side with other programs.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};

use crate::run;
use crate::tools;
use crate::workspace;

/// Every benchmark, the quick ones first.
const ALL: [(&str, Bench); 4] = [
    ("start of the page", start),
    ("reading in the browser", browser),
    ("scoring and searching", crate::bench_score::bench),
    ("reading, against other readers", source),
];

type Bench = fn(&[String]) -> Result<ExitCode>;

/// Real PDFs beside a developer's checkout; `--corpus` names others.
const CORPUS: &str = "../shared/corpus";

/// Runs a benchmark, or all of them one after the other. The options of `source` are those of
/// `bench/source/measure.py`; `score` and `browser` take a folder.
///
/// # Errors
/// When there is no such benchmark, a tool is missing and cannot be installed, or measuring fails.
pub(crate) fn bench(arguments: &[String]) -> Result<ExitCode> {
    match arguments.split_first() {
        None => {
            for (title, run) in ALL {
                println!("\n== {title}");
                run(&[])?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Some((name, rest)) if name == "source" => source(rest),
        Some((name, rest)) if name == "score" => crate::bench_score::bench(rest),
        Some((name, rest)) if name == "browser" => browser(rest),
        Some((name, [])) if name == "start" => start(&[]),
        _ => bail!("which benchmark? There are `start`, `browser`, `score` and `source`"),
    }
}

fn source(arguments: &[String]) -> Result<ExitCode> {
    let cache = workspace::cache()?.join("bench");
    let scripts = workspace::root().join("bench/source");
    poppler()?;
    let python = tools::python_with("bench/python", &scripts.join("requirements.txt"))?;
    let npm = pdfjs(&cache, &scripts)?;
    let measure = run::example("proofmark-source", "measure")?;
    let has = |name: &str| arguments.iter().any(|word| word == name);
    let mut command = run::command(python);
    command.arg(scripts.join("measure.py"));
    command.arg("--measure").arg(measure);
    command.arg("--npm").arg(npm);
    if !has("--corpus") {
        let corpus = workspace::root().join(CORPUS);
        if !corpus.is_dir() {
            bail!("there is no folder `{CORPUS}`: name a folder of PDFs with --corpus");
        }
        command.arg("--corpus").arg(corpus);
    }
    if !has("--out") {
        command.arg("--out").arg(cache.join("out"));
    }
    run::check(command.args(arguments))?;
    Ok(ExitCode::SUCCESS)
}

/// The folder of PDFs that the only argument names, or the filings beside a developer's checkout.
///
/// # Errors
/// When there is no such folder, or more than one argument.
pub(crate) fn filings(arguments: &[String]) -> Result<PathBuf> {
    let corpus = match arguments {
        [] => workspace::root().join(CORPUS).join("financebench"),
        [folder] => PathBuf::from(folder),
        _ => bail!("one argument at most: a folder of PDFs"),
    };
    if !corpus.is_dir() {
        bail!(
            "there is no folder `{}`: name a folder of PDFs",
            corpus.display()
        );
    }
    Ok(corpus.canonicalize()?)
}

/// How the reviewer starts, as `dist/` is built.
fn start(_: &[String]) -> Result<ExitCode> {
    crate::build::dist()?;
    let mut node = run::command("node");
    node.arg(workspace::root().join("bench/browser/start.mjs"));
    node.arg("--dist").arg(workspace::dist());
    node.arg("--modules").arg(tools::playwright()?);
    run::check(node.arg("--browser").arg(tools::chromium()?))?;
    Ok(ExitCode::SUCCESS)
}

/// Reading in Chromium; the only argument is a folder of PDFs.
fn browser(arguments: &[String]) -> Result<ExitCode> {
    let corpus = filings(arguments)?;
    let cache = workspace::cache()?.join("bench");
    let npm = pdfjs(&cache, &workspace::root().join("bench/source"))?;
    let mut node = run::command("node");
    node.arg(workspace::root().join("bench/browser/measure.mjs"));
    node.arg("--corpus").arg(corpus);
    node.arg("--pdfjs").arg(npm.join("node_modules/pdfjs-dist"));
    node.arg("--modules").arg(tools::playwright()?);
    node.arg("--browser").arg(tools::chromium()?);
    node.arg("--native")
        .arg(run::example("proofmark-source", "measure")?);
    run::check(node.arg("--ours").arg(crate::js::pack()?))?;
    Ok(ExitCode::SUCCESS)
}

/// pdftotext and pdftoppm with the data they need for East Asian fonts.
fn poppler() -> Result<()> {
    // They tell their version on the error output.
    let is_here = ["pdftotext", "pdftoppm"].iter().all(|program| {
        let output = run::command(program).arg("-v").output();
        output.is_ok_and(|output| output.status.success())
    });
    let has_data = Path::new("/usr/share/poppler/cMap").is_dir();
    if is_here && has_data {
        return Ok(());
    }
    run::apt_install(&["poppler-utils", "poppler-data"])
}

/// The folder whose `node_modules` holds pdf.js.
fn pdfjs(cache: &Path, scripts: &Path) -> Result<PathBuf> {
    tools::node()?;
    let folder = cache.join("npm");
    let lock = "package-lock.json";
    let is_same = std::fs::read(folder.join(lock))
        .is_ok_and(|have| std::fs::read(scripts.join(lock)).is_ok_and(|want| have == want));
    if is_same && folder.join("node_modules/pdfjs-dist").is_dir() {
        return Ok(folder);
    }
    std::fs::create_dir_all(&folder).with_context(|| format!("creating {}", folder.display()))?;
    for file in ["package.json", lock] {
        std::fs::copy(scripts.join(file), folder.join(file))?;
    }
    run::check(run::command("npm").current_dir(&folder).args([
        "ci",
        "--ignore-scripts",
        "--omit=optional",
        "--no-audit",
        "--no-fund",
    ]))?;
    Ok(folder)
}
