//! Proofmark: judge.
