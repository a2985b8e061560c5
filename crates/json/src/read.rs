use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::{Duplicate, Error, Outline, outline, place};

/// Why a file does not hold what it should.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// No JSON.
    #[error(transparent)]
    Syntax(#[from] Error),
    /// A repeated key, which readers resolve in different ways.
    #[error("line {line}, column {column}: the key {} stands twice ({})", .duplicate.key, .duplicate.pointer)]
    Duplicate {
        /// Line of the later key, from 1.
        line: usize,
        /// Its column in chars, from 1.
        column: usize,
        /// The key and its pointer.
        duplicate: Duplicate,
    },
    /// JSON of another shape than expected.
    #[error("{message}")]
    Shape {
        /// What was expected and found, with line and column.
        message: String,
    },
}

/// Reads a type from strict JSON: one document, no repeated keys, and whatever the type demands.
///
/// # Errors
/// See [`ReadError`].
pub fn read<T: DeserializeOwned>(input: &[u8]) -> Result<T, ReadError> {
    read_outlined(input, outline(input)?)
}

/// As [`read`], of a text whose outline was looked at before.
///
/// # Errors
/// See [`ReadError`].
pub fn read_outlined<T: DeserializeOwned>(input: &[u8], outline: Outline) -> Result<T, ReadError> {
    if let Some(duplicate) = outline.duplicate {
        let (line, column) = place(input, duplicate.key_span.start);
        return Err(ReadError::Duplicate {
            line,
            column,
            duplicate,
        });
    }
    let body = input.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(input);
    serde_json::from_slice(body).map_err(|error| ReadError::Shape {
        message: error.to_string(),
    })
}
