use std::fmt::Write as _;

use proofmark_json::{ReadError, outline, read_outlined, to_canonical};
use sha2::{Digest as _, Sha256};

use crate::Error;
use crate::format::{Report, SCHEMA};

/// Writes a report in its one canonical form (RFC 8785): the bytes that are signed and replayed.
///
/// # Errors
/// When a count is beyond 2⁵³ − 1.
pub fn report_bytes(report: &Report) -> Result<Vec<u8>, Error> {
    Ok(to_canonical(report)?)
}

/// Reads a report strictly: one JSON document, no repeated or unknown keys, a known schema.
///
/// # Errors
/// [`Error::NewerSchema`] for a later version of the format, whatever else is in the file;
/// [`Error::OtherFormat`] for any other schema or none; [`Error::Read`] for the rest.
pub fn read_report(bytes: &[u8]) -> Result<Report, Error> {
    let fail = |source: ReadError| Error::Read {
        file: "report",
        source,
    };
    let outline = outline(bytes).map_err(|error| fail(error.into()))?;
    if outline.duplicate.is_some() {
        return read_outlined(bytes, outline).map_err(fail);
    }
    let schema = outline
        .top
        .value
        .as_object()
        .and_then(|object| object.get("schema"));
    let schema = schema.and_then(|node| node.value.as_str());
    if schema != Some(SCHEMA) {
        let found = schema.map(str::to_owned);
        return Err(match found {
            Some(found) if is_newer(&found) => Error::NewerSchema {
                found,
                newest: SCHEMA,
            },
            found => Error::OtherFormat {
                expected: SCHEMA,
                found,
            },
        });
    }
    read_outlined(bytes, outline).map_err(fail)
}

fn is_newer(schema: &str) -> bool {
    let version = schema.strip_prefix("proofmark/report/").unwrap_or("");
    let digits = version.split('.').next().unwrap_or("");
    !digits.is_empty()
        && !digits.starts_with('0')
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the SHA-256 of bytes in lower-case hex, 64 chars.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("writing to a string cannot fail");
        hex
    })
}
