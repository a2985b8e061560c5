//! Proofmark: json.
