use thiserror::Error;

/// Bytes that are not one JSON document, and where that shows.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct Error {
    /// Line, from 1. Lines end at `\n`.
    pub line: usize,
    /// Column in chars, from 1.
    pub column: usize,
    /// Byte offset in the input, from 0; the input's length when it ends too early.
    pub offset: usize,
    /// What was expected and what was found.
    pub message: String,
}

/// A value that has no canonical form.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CanonicalError {
    /// An object has two members of one key.
    #[error("duplicate key {key:?}")]
    DuplicateKey {
        /// The key.
        key: String,
    },
    /// A number too large for a double.
    #[error("the number {number} is out of range")]
    OutOfRange {
        /// The number as written.
        number: String,
    },
    /// A float in a type that is to be exact.
    #[error("a float cannot be written in an exact form")]
    Float,
    /// An integer beyond ±(2⁵³ − 1), which other readers would round.
    #[error("the integer {number} is beyond 2^53 - 1 and would be rounded by other readers")]
    Inexact {
        /// The integer.
        number: String,
    },
    /// A type that JSON cannot carry, such as a map whose keys are no strings.
    #[error("{0}")]
    Unsupported(String),
}
