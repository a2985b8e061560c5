//! A validator of another maker: Python's `jsonschema`, which `tests/verifiers/install.sh` installs.
//!
//! Where it is not there its part is left out and said to be, unless `PROOFMARK_REQUIRE_VERIFIERS`
//! is set.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

fn python() -> PathBuf {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let home = || variable("HOME").map(|home| Path::new(&home).join(".cache"));
    let cache = variable("XDG_CACHE_HOME").map(PathBuf::from).or_else(home);
    let cache = cache.unwrap_or_default();
    cache.join("proofmark/verifiers/py/bin/python")
}

/// What is wrong with each value, in their order; nothing with one that its schema accepts. `None`
/// where no validator is installed.
#[expect(
    clippy::print_stderr,
    reason = "a test that could not run must say so, also when it passes"
)]
pub(crate) fn wrongs<'a>(
    schemas: &BTreeMap<&'static str, Value>,
    values: impl Iterator<Item = (&'static str, &'a Value)>,
) -> Option<Vec<Option<String>>> {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    if !python().exists() {
        assert!(
            std::env::var_os("PROOFMARK_REQUIRE_VERIFIERS").is_none(),
            "jsonschema is required and not installed: run tests/verifiers/install.sh"
        );
        eprintln!("not run: jsonschema is not installed (tests/verifiers/install.sh installs it)");
        return None;
    }
    let values: Vec<Value> = values.map(|(name, value)| json!([name, value])).collect();
    let job = json!({ "schemas": schemas, "values": values });
    let run = RUNS.fetch_add(1, Ordering::Relaxed);
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("schemas-{run}.json"));
    std::fs::write(&file, job.to_string()).expect("the job can be written");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../verifiers/schemas.py");
    let mut command = Command::new(python());
    // Without `-B` the run would leave compiled files in the tree.
    let output = command.arg("-B").arg(script).arg(&file).output();
    let output = output.expect("python starts");
    let problem = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{problem}");
    let found: Vec<Option<String>> =
        serde_json::from_slice(&output.stdout).expect("a list of answers");
    assert_eq!(found.len(), values.len(), "an answer for each value");
    Some(found)
}
