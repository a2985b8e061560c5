//! The checks that must hold before a run may qualify.

use proofmark_json::ReadError;
use proofmark_report::format::{Preflight, PreflightGroup};
use serde::Deserialize;

use crate::selftest::self_tests;

/// What a face found out about the platform it runs on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlatformChecks {
    /// Whether every file of the installation has the digest of the build's manifest.
    pub package: (bool, String),
    /// Whether the running module is the one in the manifest.
    pub runtime: (bool, String),
    /// Whether nothing can leave the machine.
    pub local_only: (bool, String),
    /// SHA-256 of the wasm module, where one runs.
    pub wasm_sha256: Option<String>,
}

/// Runs the self-tests and puts them together with what the face found.
pub fn preflight(platform: PlatformChecks) -> Preflight {
    let group = |id: &str, (passed, message): (bool, String)| PreflightGroup {
        id: id.to_owned(),
        passed,
        message,
    };
    Preflight {
        groups: vec![
            group("package", platform.package),
            group("self_tests", self_tests()),
            group("runtime", platform.runtime),
            group("local_only", platform.local_only),
        ],
        wasm_sha256: platform.wasm_sha256,
    }
}

/// A recorded preflight as a file: what `proofmark preflight --json` prints, with or without the
/// schema that other files carry.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PreflightFile {
    schema: Option<String>,
    groups: Vec<PreflightGroup>,
    wasm_sha256: Option<String>,
}

/// The schema that a recorded preflight may name.
const PREFLIGHT_SCHEMA: &str = "proofmark/preflight/1";

/// Reads a recorded preflight.
pub(crate) fn read_preflight(bytes: &[u8]) -> Result<Preflight, ReadError> {
    let file: PreflightFile = proofmark_json::read(bytes)?;
    match file.schema {
        Some(schema) if schema != PREFLIGHT_SCHEMA => Err(ReadError::Shape {
            message: format!("expected the schema {PREFLIGHT_SCHEMA}, found {schema}"),
        }),
        _ => Ok(Preflight {
            groups: file.groups,
            wasm_sha256: file.wasm_sha256,
        }),
    }
}
