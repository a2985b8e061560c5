//! Builds the reviewer for static servers.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};

use crate::manifest;
use crate::one_file;
use crate::run;
use crate::tools;
use crate::workspace;

/// Builds `dist/`; with `--wasm-opt` makes the wasm files smaller afterwards, with `--one-file` packs all of it
/// into one page that opens from a disk.
///
/// # Errors
/// When a tool cannot be set up or the build fails.
pub(crate) fn build(arguments: &[String]) -> Result<ExitCode> {
    let mut wants_wasm_opt = false;
    let mut wants_one_file = false;
    for argument in arguments {
        match argument.as_str() {
            "--wasm-opt" => wants_wasm_opt = true,
            "--one-file" => wants_one_file = true,
            other => bail!("`build` does not know `{other}`"),
        }
    }
    if wants_wasm_opt {
        small_dist()?;
    } else {
        dist()?;
    }
    for path in wasm_files()? {
        println!("{}: {} bytes", path.display(), path.metadata()?.len());
    }
    if wants_one_file {
        let path = one_file::pack()?;
        println!("{}: {} bytes", path.display(), path.metadata()?.len());
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds `dist/` and makes its wasm files smaller.
///
/// # Errors
/// As those of [`dist`]; when the optimiser fails.
fn small_dist() -> Result<()> {
    dist()?;
    optimise()?;
    manifest::write(&workspace::dist())
}

/// Builds `dist/` with the profile `web`.
///
/// # Errors
/// When a tool cannot be set up or the build fails.
pub(crate) fn dist() -> Result<()> {
    // Not `--release`: there Trunk adds wasm-opt, which it would have to download.
    let mut trunk = tools::trunk()?.command()?;
    run::check(trunk.args(["build", "--offline", "--locked", "--cargo-profile", "web"]))
}

fn wasm_files() -> Result<Vec<PathBuf>> {
    let folder = workspace::dist();
    let mut files = Vec::new();
    for entry in folder
        .read_dir()
        .with_context(|| format!("reading {}", folder.display()))?
    {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "wasm")
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn optimise() -> Result<()> {
    let script = tools::wasm_opt()?;
    for path in wasm_files()? {
        let smaller = path.with_extension("wasm.smaller");
        run::check(
            run::command("node")
                .arg(&script)
                // No browser reads that form of imports yet.
                .args([
                    "-O3",
                    "--all-features",
                    "--disable-compact-imports",
                    "--strip-debug",
                ])
                .arg(&path)
                .arg("-o")
                .arg(&smaller),
        )?;
        std::fs::rename(&smaller, &path)
            .with_context(|| format!("replacing {}", path.display()))?;
    }
    Ok(())
}
