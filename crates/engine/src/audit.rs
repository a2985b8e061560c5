//! Human decisions as a file.

use proofmark_json::{ReadError, read as read_json};
use proofmark_report::format::Audit;

/// The value of [`Audit::schema`].
pub const AUDIT_SCHEMA: &str = "proofmark/audit/1";

/// Reads an audit file.
pub(crate) fn read(bytes: &[u8]) -> Result<Audit, ReadError> {
    let audit: Audit = read_json(bytes)?;
    if audit.schema != AUDIT_SCHEMA {
        return Err(ReadError::Shape {
            message: format!("expected the schema {AUDIT_SCHEMA}, found {}", audit.schema),
        });
    }
    let known = ["holds", "does_not_hold", "cannot_tell"];
    for (n, decision) in audit.decisions.iter().enumerate() {
        if !known.contains(&decision.decision.as_str()) {
            return Err(ReadError::Shape {
                message: format!(
                    "/decisions/{n}/decision: expected holds, does_not_hold or cannot_tell, found {}",
                    decision.decision
                ),
            });
        }
    }
    Ok(audit)
}
