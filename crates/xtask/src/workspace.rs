//! Where things are.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// The workspace's top folder.
pub(crate) fn root() -> PathBuf {
    // Cargo compiles this crate two levels below the top.
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the crate lies two folders below the workspace")
        .to_path_buf()
}

/// The built reviewer.
pub(crate) fn dist() -> PathBuf {
    root().join("dist")
}

/// The folder that Cargo builds into.
pub(crate) fn target() -> PathBuf {
    let named = std::env::var_os("CARGO_TARGET_DIR").filter(|folder| !folder.is_empty());
    named.map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// The folder for tools that the chores install: below `XDG_CACHE_HOME`, else `~/.cache`.
///
/// # Errors
/// When neither variable says where that is.
pub(crate) fn cache() -> Result<PathBuf> {
    let base = match std::env::var_os("XDG_CACHE_HOME") {
        Some(folder) if Path::new(&folder).is_absolute() => PathBuf::from(folder),
        _ => PathBuf::from(
            std::env::var_os("HOME").context("neither XDG_CACHE_HOME nor HOME is set")?,
        )
        .join(".cache"),
    };
    Ok(base.join("proofmark"))
}

/// The version of `package` in Cargo.lock.
///
/// # Errors
/// When the file is unreadable or has no such package.
pub(crate) fn locked_version(package: &str) -> Result<String> {
    let path = root().join("Cargo.lock");
    let lock =
        std::fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    version_in_lock(&lock, package)
        .map(str::to_owned)
        .with_context(|| format!("Cargo.lock has no package `{package}`"))
}

fn version_in_lock<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines();
    lines.by_ref().find(|line| *line == name)?;
    lines
        .next()?
        .strip_prefix("version = \"")?
        .strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_gives_the_version_of_exactly_that_package() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(
            version_in_lock(lock, "wasm-bindgen"),
            Some("0.2.130"),
            "the exact name"
        );
        assert_eq!(
            version_in_lock(lock, "wasm"),
            None,
            "no package by a part of a name"
        );
    }
}
