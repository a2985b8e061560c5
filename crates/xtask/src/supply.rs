//! What others wrote and we build in: licences, sources, and the record of direct dependencies.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::run;
use crate::workspace;

/// Licences that this project may be given on under.
const LICENCES: [&str; 5] = ["MIT", "Apache-2.0", "BSD-3-Clause", "Zlib", "Unicode-3.0"];
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";
/// Where every direct dependency stands with what was looked at.
const RECORD: &str = "docs/dependencies.md";

/// Everything that is wrong, and how many packages stand in more than one version.
pub(crate) struct Supply {
    pub(crate) problems: Vec<String>,
    pub(crate) n_packages: usize,
    pub(crate) doubles: Vec<String>,
}

/// Checks every package of the lock file.
///
/// # Errors
/// When Cargo does not tell what is built in, or the record cannot be read.
pub(crate) fn check() -> Result<Supply> {
    let output = run::cargo()
        .args(["metadata", "--format-version", "1", "--locked", "--quiet"])
        .output()?;
    if !output.status.success() {
        bail!(
            "cargo metadata: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let record = std::fs::read_to_string(workspace::root().join(RECORD))
        .with_context(|| format!("reading {RECORD}"))?;
    Ok(of(&metadata, &record))
}

fn of(metadata: &Value, record: &str) -> Supply {
    let packages = metadata["packages"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    let mut problems = Vec::new();
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut direct = BTreeSet::new();
    let mut n_packages = 0;
    for package in packages {
        let name = package["name"].as_str().unwrap_or_default();
        let Some(source) = package["source"].as_str() else {
            // One of our own: what it names is direct.
            let needed = package["dependencies"].as_array().into_iter().flatten();
            direct.extend(
                needed
                    .filter(|one| one["path"].is_null())
                    .filter_map(|one| one["name"].as_str()),
            );
            continue;
        };
        n_packages += 1;
        versions
            .entry(name)
            .or_default()
            .insert(package["version"].as_str().unwrap_or_default());
        if source != CRATES_IO {
            problems.push(format!(
                "{name}: comes from {source}; take it from crates.io"
            ));
        }
        if let Err(reason) = is_allowed(package["license"].as_str().unwrap_or_default()) {
            problems.push(format!("{name}: {reason}"));
        }
    }
    let recorded: BTreeSet<&str> = record
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .collect();
    for name in direct.difference(&recorded) {
        problems.push(format!(
            "{name}: a direct dependency without a line in {RECORD}; say there why it is needed"
        ));
    }
    for name in recorded.difference(&direct) {
        problems.push(format!(
            "{name}: stands in {RECORD} and is not used; take it out"
        ));
    }
    let doubles = versions
        .iter()
        .filter(|(_, versions)| versions.len() > 1)
        .map(|(name, versions)| {
            let versions: Vec<&str> = versions.iter().copied().collect();
            format!("{name} {}", versions.join(", "))
        })
        .collect();
    Supply {
        problems,
        n_packages,
        doubles,
    }
}

/// Whether an expression can be met by allowed licences alone.
fn is_allowed(expression: &str) -> Result<(), String> {
    // Older packages part alternatives by a slash.
    let parsed =
        spdx::Expression::parse_mode(expression, spdx::ParseMode::LAX).map_err(|error| {
            format!(
                "the licence {expression:?} cannot be read: {}",
                error.reason
            )
        })?;
    let meets = |needed: &spdx::LicenseReq| {
        let id = needed.license.id().map(|id| id.name);
        id.is_some_and(|id| LICENCES.contains(&id))
    };
    if parsed.evaluate(meets) {
        Ok(())
    } else {
        Err(format!(
            "the licence {expression:?} is not among those allowed"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_expression_is_met_by_allowed_licences_or_refused() {
        for good in [
            "MIT",
            "MIT/Apache-2.0",
            "(MIT OR GPL-3.0-only) AND Unicode-3.0",
            "Unlicense OR MIT",
        ] {
            assert_eq!(is_allowed(good), Ok(()), "{good}");
        }
        for bad in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "", "Beer"] {
            assert!(is_allowed(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_not_recorded_or_comes_from_elsewhere_is_told() {
        let metadata = json!({ "packages": [
            { "name": "ours", "source": null, "dependencies": [
                { "name": "a" }, { "name": "b" }, { "name": "own", "path": "x" } ] },
            { "name": "a", "version": "1.0.0", "source": CRATES_IO, "license": "MIT" },
            { "name": "a", "version": "2.0.0", "source": CRATES_IO, "license": "MIT" },
            { "name": "b", "version": "1.0.0", "source": "git+https://example.org/b", "license": "MIT" },
        ] });
        let found = of(&metadata, "| `a` | 1 |\n| `gone` | 1 |\n");
        assert_eq!(found.n_packages, 3);
        assert_eq!(found.doubles, ["a 1.0.0, 2.0.0"]);
        let about: Vec<&str> = found
            .problems
            .iter()
            .filter_map(|one| one.split(':').next())
            .collect();
        assert_eq!(about, ["b", "b", "gone"]);
    }
}
