//! Proofmark: source.
