//! Finds the conformance cases and runs them.
