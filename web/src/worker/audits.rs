//! Human decisions from files and into files, and how far two reviewers agree.

use proofmark_engine::{agreement, audit_bytes, read_audit};
use proofmark_report::format::Audit;

use super::desk::ReadFile;
use super::messages::{Agreement, MadeFile, Response};

/// The decisions of files, each of which has to be an audit.
pub(super) fn read(files: Vec<ReadFile>) -> Result<Response, String> {
    let mut audits = Vec::with_capacity(files.len());
    for ReadFile { name, bytes } in files {
        let bytes = bytes.map_err(|message| format!("{name} cannot be read: {message}"))?;
        let audit =
            read_audit(&bytes).map_err(|error| format!("{name} is no audit file: {error}"))?;
        audits.push(audit);
    }
    Ok(Response::Audits(audits))
}

/// Compares two reviewers.
pub(super) fn agree(audit: &Audit, first: &str, second: &str) -> Response {
    let found = agreement(audit, first, second);
    Response::Agreement(Box::new(Agreement {
        table: found.table,
        only_first: found.only_first,
        only_second: found.only_second,
        kappa: found.kappa,
        conflicts: found
            .conflicts
            .into_iter()
            .map(|one| (one.first, one.second))
            .collect(),
    }))
}

/// The decisions as a file.
pub(super) fn save(audit: &Audit) -> Result<Response, String> {
    let bytes = audit_bytes(audit)?;
    Ok(Response::File(MadeFile {
        name: "audit.json".to_owned(),
        media_type: "application/json".to_owned(),
        bytes: js_sys::Uint8Array::from(bytes.as_slice()),
    }))
}
