//! Containment of panics in the PDF libraries.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `work`; `None` when it panics.
///
/// The libraries' inputs are read-only and their half-built outputs are dropped with the panic, so nothing
/// broken is seen afterwards. Where panics abort (the browser) the instance ends and its host starts anew.
pub(crate) fn contained<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}
