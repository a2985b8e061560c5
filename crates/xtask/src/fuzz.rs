//! Reads mutated files until something breaks.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};

use crate::run;
use crate::workspace;

/// libFuzzer's instrumentation; no sanitizer, since the code is free of `unsafe` and would be slow under one.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 -Cdebug-assertions";

/// A target is named where its seeds are.
const TARGETS: [(&str, &[&str]); 6] = [
    ("pdf", &["../shared/corpus/pdfjs", "examples/larkfield"]),
    (
        "markup",
        &["examples/tarnwell", "../shared/corpus/learn/pages"],
    ),
    ("bank", &["tests/formats/1", "examples/larkfield"]),
    ("outputs", &["tests/formats/1"]),
    ("report", &["tests/formats/1"]),
    ("zip", &["tests/formats/1"]),
];

/// Fuzzes one target for some minutes. Inputs that reach new code are kept in `tests/fuzz/corpus`, and one that
/// breaks something is written to `tests/fuzz/artifacts`.
///
/// # Errors
/// When the arguments are wrong, or the target cannot be built for want of the nightly compiler.
pub(crate) fn fuzz(arguments: &[String]) -> Result<ExitCode> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (name, minutes) = match words.as_slice() {
        [name] => (*name, 30),
        [name, "--minutes", minutes] => (
            *name,
            minutes
                .parse::<u32>()
                .with_context(|| format!("`{minutes}` is no number of minutes"))?,
        ),
        _ => bail!("expected `cargo xtask fuzz TARGET [--minutes N]`"),
    };
    let Some((_, seeds)) = TARGETS.iter().find(|(target, _)| *target == name) else {
        bail!("there is no target `{name}`; the targets are in tests/fuzz/fuzz_targets");
    };
    let program = build(name)?;
    let folder = workspace::root().join("tests/fuzz");
    let (corpus, artifacts) = (folder.join("corpus").join(name), folder.join("artifacts"));
    for folder in [&corpus, &artifacts] {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("creating {}", folder.display()))?;
    }
    let mut fuzzer = run::command(program);
    fuzzer.arg(corpus);
    fuzzer.args(
        seeds
            .iter()
            .map(|seeds| workspace::root().join(seeds))
            .filter(|seeds| seeds.is_dir()),
    );
    fuzzer.arg(format!("-max_total_time={}", u64::from(minutes) * 60));
    fuzzer.args(["-timeout=60", "-rss_limit_mb=1024", "-max_len=65536"]);
    fuzzer.args(["-reload=0", "-print_final_stats=1"]);
    fuzzer.arg(format!("-artifact_prefix={}/{name}-", artifacts.display()));
    run::check(&mut fuzzer)?;
    Ok(ExitCode::SUCCESS)
}

fn build(name: &str) -> Result<PathBuf> {
    let host = run::first_line("rustc", &["--print=host-tuple"])
        .context("rustc does not say for which machine it builds")?;
    let target_folder = workspace::cache()?.join("fuzz-target");
    let mut build = run::command("rustup");
    build.args(["run", "nightly", "cargo", "build", "--release", "--quiet"]);
    build.args(["--manifest-path", "tests/fuzz/Cargo.toml", "--bin", name]);
    // A named target keeps the flags from build scripts.
    build.args(["--target", &host]);
    build
        .env("RUSTFLAGS", FLAGS)
        .env("CARGO_TARGET_DIR", &target_folder)
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("CARGO");
    run::check(&mut build)
        .context("fuzzing needs the nightly compiler: `rustup toolchain install nightly`")?;
    Ok(target_folder.join(host).join("release").join(name))
}
