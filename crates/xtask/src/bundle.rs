//! Makes a release: everything that a user unpacks, with digests and a bill of materials.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result};

use crate::build;
use crate::manifest;
use crate::one_file;
use crate::run;
use crate::tools;
use crate::workspace;

/// Files that go into a release as they are.
const AS_THEY_ARE: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// The native program's own list, by which it knows itself as the one that was released.
const PROGRAM_MANIFEST: &str = "proofmark.manifest";

/// Builds all parts and writes them below `target/bundle/`.
///
/// # Errors
/// When a part cannot be built or a file cannot be written.
pub(crate) fn bundle() -> Result<ExitCode> {
    // Not optimised further: it saves a thirtieth of the download, and what is tested is what is released.
    build::dist()?;
    let page = one_file::pack()?;
    run::check(run::cargo().args([
        "build",
        "--release",
        "--locked",
        "--package",
        "proofmark-cli",
    ]))?;
    let folder = workspace::target().join("bundle/proofmark");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)
            .with_context(|| format!("emptying {}", folder.display()))?;
    }
    std::fs::create_dir_all(folder.join("bin"))
        .with_context(|| format!("creating {}", folder.display()))?;
    copy(&page, &folder.join("proofmark.html"))?;
    copy_folder(&workspace::dist(), &folder.join("reviewer"))?;
    copy_folder(&workspace::root().join("docs"), &folder.join("docs"))?;
    for name in AS_THEY_ARE {
        copy(&workspace::root().join(name), &folder.join(name))?;
    }
    let program = folder.join("bin/proofmark");
    copy(&workspace::target().join("release/proofmark"), &program)?;
    let bytes = std::fs::read(&program)?;
    let line = manifest::lines(&[("proofmark".to_owned(), bytes)]);
    std::fs::write(folder.join("bin").join(PROGRAM_MANIFEST), line)?;
    let shells = folder.join("completions");
    std::fs::create_dir_all(&shells)?;
    for shell in ["bash", "zsh", "fish"] {
        let output = run::command(&program)
            .args(["completions", shell])
            .output()?;
        std::fs::write(shells.join(format!("proofmark.{shell}")), output.stdout)?;
    }
    run::check(
        run::command(&program)
            .args(["manual", "--out"])
            .arg(folder.join("man")),
    )?;
    bill_of_materials(&folder)?;
    let mut files = Vec::new();
    for path in manifest::files_below(&folder)? {
        let bytes = std::fs::read(folder.join(&path))?;
        files.push((path, bytes));
    }
    let list = folder.join("SHA256SUMS");
    std::fs::write(&list, manifest::lines(&files))?;
    println!("{} files in {}", files.len() + 1, folder.display());
    Ok(ExitCode::SUCCESS)
}

/// A CycloneDX file for the program, one for the page.
fn bill_of_materials(folder: &Path) -> Result<()> {
    let mut tool = run::command(tools::cyclonedx()?);
    // Without this the file would hold the time and a random number, and no two releases be equal.
    tool.env("SOURCE_DATE_EPOCH", "0");
    run::check(tool.args(["cyclonedx", "--format", "json", "--spec-version", "1.5"]))?;
    for (package, name) in [("crates/cli", "proofmark-cli"), ("web", "proofmark-web")] {
        let made = workspace::root()
            .join(package)
            .join(format!("{name}.cdx.json"));
        copy(&made, &folder.join(format!("{name}.cdx.json")))?;
    }
    // The tool writes one beside every crate.
    for path in manifest::files_below(&workspace::root().join("crates"))?
        .into_iter()
        .map(|path| format!("crates/{path}"))
        .chain([
            "web/proofmark-web.cdx.json".to_owned(),
            "tests/harness/proofmark-harness.cdx.json".to_owned(),
        ])
        .filter(|path| path.ends_with(".cdx.json"))
    {
        let path = workspace::root().join(path);
        if path.exists() {
            std::fs::remove_file(&path).with_context(|| format!("removing {}", path.display()))?;
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    std::fs::copy(from, to)
        .with_context(|| format!("copying {} to {}", from.display(), to.display()))?;
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    for path in manifest::files_below(from)? {
        let target = to.join(&path);
        if let Some(parent) = target.parent() {
            std::fs::create_dir_all(parent)
                .with_context(|| format!("creating {}", parent.display()))?;
        }
        copy(&from.join(&path), &target)?;
    }
    Ok(())
}
