//! Strict JSON with places: what `score`, `judge` and `report` read their files through.
//!
//! [`parse`] keeps everything a careful reader needs and ordinary readers drop: the order of
//! members, members whose key repeats, numbers as they were written, and where each value and key
//! stands. [`outline`] checks as much and keeps only the outermost level. [`canonical`] and [`to_canonical`] write the one byte form of RFC 8785 that digests and
//! signatures are made over. Documents are read whole; there is no streaming.
//!
//! ```
//! use proofmark_json::{canonical, lookup, parse};
//!
//! let node = parse(br#"{"b": 1.50, "a": [true]}"#)?;
//! assert!(lookup(&node, "/a/0").is_some());
//! assert_eq!(canonical(&node.value)?, br#"{"a":[true],"b":1.5}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod canonical;
mod compare;
mod error;
mod outline;
mod parse;
mod pointer;
mod read;
mod serialize;
mod value;

pub use canonical::{canonical, to_canonical};
pub use compare::first_difference;
pub use error::{CanonicalError, Error};
pub use outline::Outline;
pub use parse::{MAX_DEPTH, MAX_VALUES, char_starts, outline, parse, place};
pub use pointer::{escape_token, lookup};
pub use read::{ReadError, read, read_outlined};
pub use value::{Duplicate, Member, Node, Number, Object, Value};
