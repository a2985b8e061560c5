//! The report: its format and canonical bytes, signatures, verification, exports.
//!
//! This crate stands alone: to check a report it needs neither the PDF reader nor the scorer. It
//! reads no clock and draws no random numbers; keys are made from bytes that the caller drew.
//!
//! ```
//! use proofmark_report::{Envelope, PrivateKey, pae};
//!
//! // Draw these from the system's random source.
//! let key = PrivateKey::from_random(&[7; 32])?;
//! let payload = br#"{"subject":[]}"#.to_vec();
//! let signature = key.sign(&pae(&payload));
//! let envelope = Envelope::assemble(payload, &[(key.public(), signature)])?;
//! assert!(Envelope::read(&envelope.to_bytes()).is_ok());
//! # Ok::<(), proofmark_report::Error>(())
//! ```

pub mod export;
pub mod format;
#[cfg(feature = "schema")]
pub mod schema;

mod archive;
mod bytes;
mod envelope;
mod error;
mod key;
mod statement;
mod verification;
mod verify;

pub use archive::{ArchiveParts, write_archive};
pub use bytes::{read_report, report_bytes, sha256_hex};
pub use envelope::{Envelope, EnvelopeSignature, pae, read_sigstore};
pub use error::Error;
pub use key::{PrivateKey, PublicKey, Signature};
pub use statement::{Judgements, Prepared, attempt_id, prepare, prepare_judgements};
pub use verification::{
    Answer, Finding, FindingKind, GivenInput, InputCheck, InputState, SignatureCheck,
    SignatureState, Verification, WHAT_A_SIGNATURE_SAYS,
};
pub use verify::{Material, subject_name, verify, verify_judgements};
