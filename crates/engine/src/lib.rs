//! Proofmark: engine.
