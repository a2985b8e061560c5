//! The core as a module for JavaScript.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::run;
use crate::tools;
use crate::workspace;

/// Builds `dist-js/` with `proofmark.js`, its types and its wasm file; the folder's path.
///
/// # Errors
/// When a tool cannot be set up or the build fails.
pub(crate) fn pack() -> Result<PathBuf> {
    let bindgen = tools::wasm_bindgen()?;
    let target = "wasm32-unknown-unknown";
    let mut build = run::cargo();
    build.args(["build", "--locked", "--quiet", "--profile", "web"]);
    run::check(build.args(["--target", target, "--package", "proofmark-js"]))?;
    let wasm = workspace::target()
        .join(target)
        .join("web/proofmark_js.wasm");
    let folder = workspace::root().join("dist-js");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)
            .with_context(|| format!("removing {}", folder.display()))?;
    }
    let mut command = run::command(bindgen);
    command.args(["--target", "web", "--out-name", "proofmark", "--out-dir"]);
    run::check(command.arg(&folder).arg(wasm))?;
    Ok(folder)
}

/// Runs the module in Node.js on the example and holds what it reports to what the command line does.
///
/// # Errors
/// When something cannot be built, or the two differ.
pub(crate) fn test(proofmark: &str) -> Result<()> {
    tools::node()?;
    let folder = pack()?;
    let mut node = run::command("node");
    node.arg("tests/js/session.mjs").arg(folder);
    run::check(node.env("PROOFMARK", proofmark))
}
