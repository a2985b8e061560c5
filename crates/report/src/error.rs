use proofmark_json::{CanonicalError, ReadError};
use thiserror::Error as ThisError;

/// Why a report, a key or an envelope could not be read or made.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// The file is no strict JSON or has another shape.
    #[error("{file}: {source}")]
    Read {
        /// Which file it should have been.
        file: &'static str,
        /// What is wrong and where.
        source: ReadError,
    },
    /// The report has a schema that this version does not know.
    #[error(
        "the report's schema is {found:?}; this version reads up to {newest:?}; a newer version of Proofmark is needed"
    )]
    NewerSchema {
        /// As written.
        found: String,
        /// The newest known.
        newest: &'static str,
    },
    /// The file says that it is something else, or does not say what it is.
    #[error("expected {expected:?}, found {}", .found.as_ref().map_or("no schema".to_owned(), |found| format!("{found:?}")))]
    OtherFormat {
        /// What the file should say.
        expected: &'static str,
        /// What it says.
        found: Option<String>,
    },
    /// An attempt's verdict is none of the three words.
    #[error(
        "{attempt}: expected the verdict pass, fail or unresolved, found {found:?}; score again"
    )]
    Verdict {
        /// The attempt, as exports name it.
        attempt: String,
        /// What stands there.
        found: String,
    },
    /// There is no canonical form.
    #[error(transparent)]
    Canonical(#[from] CanonicalError),
    /// Something in an envelope is not base64.
    #[error("{file}: {pointer} is not base64")]
    Base64 {
        /// Which file.
        file: &'static str,
        /// Where.
        pointer: String,
    },
    /// The text is no PEM of the kind wanted.
    #[error("expected {expected}, found {found}")]
    Pem {
        /// The kind wanted.
        expected: &'static str,
        /// The label found, or what else there is.
        found: String,
    },
    /// The key is damaged or not on the curve P-256.
    #[error("the key cannot be used: expected ECDSA on the curve P-256 ({reason})")]
    Key {
        /// What was found.
        reason: String,
    },
    /// The private key is encrypted and no passphrase was given.
    #[error("the private key is encrypted; its passphrase is needed")]
    PassphraseNeeded,
    /// The passphrase does not open the private key.
    #[error("the passphrase does not open the private key")]
    WrongPassphrase,
    /// The way in which the private key is encrypted is unknown or would take too long.
    #[error(
        "the private key's encryption is not supported ({reason}); re-encrypt it, for example with `openssl pkcs8 -topk8 -v2 aes-256-cbc`"
    )]
    Encryption {
        /// What was found.
        reason: String,
    },
    /// The random bytes are no key; this happens once in four thousand million draws.
    #[error("the random bytes are outside the range of private keys; draw again")]
    DrawAgain,
    /// The bytes are no signature.
    #[error("the bytes are no ECDSA P-256 signature")]
    SignatureForm,
    /// A signature that is to be added does not hold for the payload.
    #[error("the signature by key {keyid} does not hold for this payload")]
    SignatureWrong {
        /// Id of the key.
        keyid: String,
    },
    /// The key has signed already.
    #[error("the key {keyid} has signed already; a further signature is one by another key")]
    SignedTwice {
        /// Id of the key.
        keyid: String,
    },
    /// An envelope without any signature.
    #[error("there is no signature")]
    NoSignature,
    /// The archive could not be written or read.
    #[error("archive: {reason}")]
    Archive {
        /// What was found.
        reason: String,
    },
    /// An export could not be written.
    #[error("export: {reason}")]
    Export {
        /// What was found.
        reason: String,
    },
}
