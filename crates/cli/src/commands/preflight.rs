//! `proofmark preflight`.

use std::path::{Component, Path};

use proofmark_engine::{PlatformChecks, preflight, sha256_hex};
use serde_json::json;

use crate::failure::Failure;
use crate::{inputs, print};

/// The list beside a release's program, in the form of `sha256sum`, as `cargo xtask bundle` writes it.
const MANIFEST: &str = "proofmark.manifest";

/// Runs the checks that need no browser. Holds when all do.
pub(crate) fn run(as_json: bool) -> Result<bool, Failure> {
    let found = preflight(platform());
    let holds = found.groups.iter().all(|group| group.passed);
    if as_json {
        print::json(&json!(found))?;
    } else {
        for group in &found.groups {
            let word = if group.passed { "passed" } else { "failed" };
            print::line(format!("{:<12} {word}  {}", group.id, group.message))?;
        }
    }
    Ok(holds)
}

/// What this program can tell of itself.
fn platform() -> PlatformChecks {
    let told = |found: Result<String, String>| match found {
        Ok(message) => (true, message),
        Err(message) => (false, message),
    };
    let program = std::env::current_exe()
        .map_err(|error| format!("the program's own file cannot be found ({error})"));
    PlatformChecks {
        package: told(program.clone().and_then(|path| package(&path))),
        runtime: told(program.and_then(|path| runtime(&path))),
        local_only: (
            true,
            "the program holds no code that opens a connection".to_owned(),
        ),
        wasm_sha256: None,
    }
}

/// Which program runs: its version and digest.
fn runtime(program: &Path) -> Result<String, String> {
    let bytes = std::fs::read(program)
        .map_err(|error| format!("the program's own file cannot be read ({error})"))?;
    Ok(format!(
        "native program, version {}, sha256 {}",
        env!("CARGO_PKG_VERSION"),
        sha256_hex(&bytes)
    ))
}

/// Whether every file of the release, the program among them, has the digest of the manifest.
fn package(program: &Path) -> Result<String, String> {
    let lines = std::fs::read_to_string(program.with_file_name(MANIFEST)).map_err(|_| {
        format!("no {MANIFEST} lies beside the program; use the program of an unpacked release")
    })?;
    let own_name = inputs::name(program);
    let mut n_files = 0;
    let mut lists_program = false;
    for line in lines.lines() {
        let (digest, name) = line
            .split_once("  ")
            .ok_or_else(|| format!("{MANIFEST} has a line without two blanks: {line:?}"))?;
        let path = Path::new(name);
        if !path
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
        {
            return Err(format!("{MANIFEST} names a file outside: {name:?}"));
        }
        let bytes = std::fs::read(program.with_file_name(path))
            .map_err(|error| format!("{name} of the release cannot be read ({error})"))?;
        if sha256_hex(&bytes) != digest {
            return Err(format!(
                "{name} differs from the release's; unpack the release again"
            ));
        }
        n_files += 1;
        lists_program |= name == own_name;
    }
    if lists_program {
        Ok(format!("{n_files} files match the release's manifest"))
    } else {
        Err(format!("{MANIFEST} does not list the program {own_name}"))
    }
}
