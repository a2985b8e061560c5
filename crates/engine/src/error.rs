//! Why there is no report.

use crate::session::Problem;

/// The inputs were refused; every problem is named.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The caller asked to stop.
    Cancelled,
    /// Something that is needed is not there, or is not sound.
    Inputs(Vec<Problem>),
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Cancelled => f.write_str("stopped before the end"),
            Self::Inputs(problems) => {
                for (n, problem) in problems.iter().enumerate() {
                    if n > 0 {
                        f.write_str("\n")?;
                    }
                    write!(f, "{problem}")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for Refusal {}
