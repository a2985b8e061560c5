//! Judges claims about saved pages. This crate reads the files of a judging; a judge sees claims and
//! pages and never a gold label, which is a type of its own.

mod files;

pub use files::{
    Claim, ClaimBatch, ClaimType, Gold, GoldLabel, Snapshot, read_claims, read_gold, read_snapshots,
};
