//! Lists the files of a built reviewer with their digests, so that the page can tell whether it is the
//! one that was built.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};

use crate::workspace;

/// The list's name beside the page.
pub(crate) const NAME: &str = "manifest.sha256";

/// Writes the list into the folder that Trunk is about to publish; without Trunk, into `dist/`.
///
/// # Errors
/// When a file cannot be read or the list cannot be written.
pub(crate) fn manifest() -> Result<ExitCode> {
    let folder = std::env::var_os("TRUNK_STAGING_DIR").map_or_else(workspace::dist, PathBuf::from);
    write(&folder)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the list of the files below `folder` into it.
///
/// # Errors
/// When a file cannot be read or the list cannot be written.
pub(crate) fn write(folder: &Path) -> Result<()> {
    let mut files = Vec::new();
    for path in files_below(folder)?.into_iter().filter(|path| path != NAME) {
        let file = folder.join(&path);
        let bytes = std::fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
        files.push((path, bytes));
    }
    let file = folder.join(NAME);
    std::fs::write(&file, lines(&files)).with_context(|| format!("writing {}", file.display()))
}

/// A list of files with their digests, in the form of the coreutils program `sha256sum`, which can check it
/// as well.
pub(crate) fn lines(files: &[(String, Vec<u8>)]) -> String {
    let mut list = String::new();
    for (path, bytes) in files {
        for byte in Sha256::digest(bytes) {
            let _ = write!(list, "{byte:02x}");
        }
        let _ = writeln!(list, "  {path}");
    }
    list
}

/// The paths of all files below a folder, relative to it, with `/` between their parts, in order.
///
/// # Errors
/// When a folder cannot be listed.
pub(crate) fn files_below(folder: &Path) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    collect(folder, folder, &mut paths)?;
    paths.sort();
    Ok(paths)
}

/// Adds the paths of all files below `folder`, relative to `top`, with `/` between their parts.
fn collect(top: &Path, folder: &Path, paths: &mut Vec<String>) -> Result<()> {
    for entry in folder
        .read_dir()
        .with_context(|| format!("reading {}", folder.display()))?
    {
        let path = entry?.path();
        if path.is_dir() {
            collect(top, &path, paths)?;
            continue;
        }
        let parts: Vec<String> = path
            .strip_prefix(top)?
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        paths.push(parts.join("/"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_but_the_list_itself_is_listed_in_order() {
        let folder =
            std::env::temp_dir().join(format!("proofmark-manifest-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("a")).expect("a temporary folder can be made");
        std::fs::write(folder.join("b.txt"), "abc").expect("a file can be written");
        std::fs::write(folder.join("a/c.txt"), "").expect("a file can be written");
        write(&folder).expect("the list can be written");
        // A second time, so that the list of the first stands there.
        write(&folder).expect("the list can be written");
        let list = std::fs::read_to_string(folder.join(NAME)).expect("the list can be read");
        std::fs::remove_dir_all(&folder).expect("the folder can be removed");
        assert_eq!(
            list,
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a/c.txt\n\
             ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b.txt\n",
            "the digests of nothing and of `abc` (FIPS 180-4)"
        );
    }
}
