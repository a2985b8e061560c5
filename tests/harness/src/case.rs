//! The case files.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

/// One file of cases.
#[derive(Debug)]
pub struct CaseFile {
    /// The file's name.
    pub name: String,
    /// Its cases, in order.
    pub cases: Vec<Case>,
}

/// One case.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// `locate`, `score` or `bank`.
    pub kind: String,
    /// The rule that it shows.
    pub rule: String,
    /// What it shows.
    pub why: String,
    /// The texts of the pages of each document.
    pub documents: BTreeMap<String, Vec<String>>,
    /// Of a `locate` case.
    pub locate: Option<LocateInput>,
    /// Of a `score` or `bank` case: the bank's only question.
    pub question: Option<Value>,
    /// Of a `score` case.
    pub attempt: Option<Value>,
    /// What must hold.
    pub expect: Value,
    /// Why the case fails for now; it must fail as long as this stands.
    pub known_failure: Option<String>,
}

/// What a `locate` case asks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LocateInput {
    /// Id of the document.
    pub document: String,
    /// The quotation.
    pub quote: String,
}

/// Reads a case file.
///
/// # Errors
/// A sentence with the file's name when it is no array of cases.
pub fn load(path: &Path) -> Result<CaseFile, String> {
    let name = path
        .file_name()
        .map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_default();
    let bytes = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
    let cases = serde_json::from_slice(&bytes).map_err(|error| format!("{name}: {error}"))?;
    Ok(CaseFile { name, cases })
}
