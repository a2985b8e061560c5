//! Puts the program of a release together.

use std::process::ExitCode;

use anyhow::{Context as _, Result};

use crate::manifest;
use crate::run;
use crate::workspace;

/// Files of the tree that a release carries.
const TEXTS: [&str; 3] = ["README.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// Builds `proofmark` and writes it into `target/package/` with the manifest that its preflight reads.
///
/// # Errors
/// When the build fails or a file cannot be written.
pub(crate) fn package() -> Result<ExitCode> {
    let name = format!("proofmark{}", std::env::consts::EXE_SUFFIX);
    run::check(run::cargo().args(["build", "--release", "--locked", "-p", "proofmark-cli"]))?;
    let target = workspace::target();
    let folder = target.join("package");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)
            .with_context(|| format!("emptying {}", folder.display()))?;
    }
    std::fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    let root = workspace::root();
    let texts = TEXTS.map(|text| (root.join(text), text));
    let program = (target.join("release").join(&name), name.as_str());
    for (from, to) in texts.into_iter().chain([program]) {
        std::fs::copy(&from, folder.join(to))
            .with_context(|| format!("copying {}", from.display()))?;
    }
    manifest::write(&folder)?;
    println!("{}", folder.display());
    Ok(ExitCode::SUCCESS)
}
