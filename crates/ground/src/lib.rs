//! Grounds quotations in documents: whole tokens, page seams, elisions.

mod result;

pub use result::{Difference, Fidelity, Grounding, NearPassage, SecondReading, Span, State};
