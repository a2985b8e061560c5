//! Strict JSON with places: what `score`, `judge` and `report` read their files through.
//!
//! [`parse`] keeps everything a careful reader needs and ordinary readers drop: the order of
//! members, members whose key repeats, numbers as they were written, and where each value and key
//! stands. [`canonical`] and [`to_canonical`] write the one byte form of RFC 8785 that digests and
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
mod parse;
mod pointer;
mod read;
mod serialize;
mod value;

pub use canonical::{canonical, to_canonical};
pub use compare::first_difference;
pub use error::{CanonicalError, Error};
pub use parse::{MAX_DEPTH, char_starts, parse, place};
pub use pointer::{escape_token, lookup};
pub use read::{ReadError, read};
pub use value::{Duplicate, Member, Node, Number, Object, Value};
