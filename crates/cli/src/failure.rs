//! Why a command ends without a result.

use std::io::Write as _;
use std::path::Path;

use proofmark_engine::{Problem, Refusal};
use serde_json::json;

/// A refused input or an internal error.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input was refused: exit code 2.
    Refused(Vec<Problem>),
    /// The input was refused and the command has said why already: exit code 2.
    Shown,
    /// Something else went wrong: exit code 3.
    Internal(String),
}

impl Failure {
    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::Internal(message.into())
    }

    /// A refused file.
    pub(crate) fn file(path: &Path, message: impl Into<String>) -> Self {
        Self::Refused(vec![Problem {
            code: None,
            file: Some(path.display().to_string()),
            place: None,
            message: message.into(),
        }])
    }

    /// A refusal that is about no single file.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self::Refused(vec![Problem {
            code: None,
            file: None,
            place: None,
            message: message.into(),
        }])
    }

    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Refused(_) | Self::Shown => 2,
            Self::Internal(_) => 3,
        }
    }

    /// Writes the failure to standard error, and as JSON to standard output where JSON was asked for.
    pub(crate) fn print(&self, as_json: bool) {
        let problems = match self {
            Self::Shown => return,
            Self::Refused(problems) => problems.clone(),
            Self::Internal(message) => {
                vec![Problem {
                    code: None,
                    file: None,
                    place: None,
                    message: message.clone(),
                }]
            }
        };
        let mut stderr = std::io::stderr().lock();
        for problem in &problems {
            let _ = writeln!(stderr, "proofmark: {problem}");
        }
        if as_json {
            let list: Vec<_> = problems.iter().map(problem_json).collect();
            let mut stdout = std::io::stdout().lock();
            let _ = writeln!(stdout, "{:#}", json!({ "ok": false, "problems": list }));
        }
    }
}

/// A problem as JSON.
pub(crate) fn problem_json(problem: &Problem) -> serde_json::Value {
    json!({
        "code": problem.code,
        "file": problem.file,
        "place": problem.place,
        "message": problem.message,
    })
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Inputs(problems) => Self::Refused(problems),
            other => Self::refused(other.to_string()),
        }
    }
}
