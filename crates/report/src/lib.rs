//! The report: its format and canonical bytes, signatures, verification, exports.
//!
//! This crate stands alone: to check a report it needs neither the PDF reader nor the scorer.

pub mod format;
