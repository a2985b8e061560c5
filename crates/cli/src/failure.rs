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

    /// A file that the system does not let through. `what` says what was tried: `cannot be read`.
    pub(crate) fn io(path: &Path, what: &str, error: &std::io::Error) -> Self {
        use std::io::ErrorKind;
        let reason = match error.kind() {
            ErrorKind::NotFound => "there is no such file or folder; check the path".to_owned(),
            ErrorKind::PermissionDenied => {
                "no permission; change the file's permissions or choose another".to_owned()
            }
            ErrorKind::IsADirectory => "it is a folder; give a file".to_owned(),
            ErrorKind::NotADirectory => {
                "a part of the path is a file and no folder; check the path".to_owned()
            }
            ErrorKind::AlreadyExists => "it is there already; choose another name".to_owned(),
            ErrorKind::StorageFull => "the disk is full; make room".to_owned(),
            ErrorKind::InvalidFilename => {
                "the system takes no such name; choose another".to_owned()
            }
            ErrorKind::ReadOnlyFilesystem => {
                "the disk is read-only; choose another place".to_owned()
            }
            ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                "the disk takes no more of it; make room".to_owned()
            }
            _ => {
                // ELOOP has no kind of its own.
                let text = error.to_string();
                let text = text.split(" (os error").next().unwrap_or_default();
                format!("{text}; check the path")
            }
        };
        Self::file(path, format!("{what}: {reason}"))
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

    /// Says a refusal on standard error only, where standard output holds an answer already.
    pub(crate) fn shown(self) -> Self {
        self.print(false);
        match self {
            Self::Internal(_) => self,
            Self::Refused(_) | Self::Shown => Self::Shown,
        }
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
            let _ = writeln!(stderr, "proofmark: {}", one_line(&with_option(problem)));
        }
        if as_json {
            let mut stdout = std::io::stdout().lock();
            let _ = writeln!(stdout, "{:#}", problems_json(&problems));
        }
    }
}

/// A text without the characters, of a file's name for one, that would move a terminal's cursor.
fn one_line(text: &impl ToString) -> String {
    let mut line = String::new();
    for one in text.to_string().chars() {
        if one.is_control() {
            line.extend(one.escape_default());
        } else {
            line.push(one);
        }
    }
    line
}

/// The problem with the option that helps, where one of this program's does.
fn with_option(problem: &Problem) -> Problem {
    let option = match problem.code {
        Some("password_needed" | "password_wrong") => " with --password-file FILE",
        _ => "",
    };
    Problem {
        message: format!("{}{option}", problem.message),
        ..problem.clone()
    }
}

/// What standard output holds where JSON was asked for and there is no result.
pub(crate) fn problems_json(problems: &[Problem]) -> serde_json::Value {
    let list: Vec<_> = problems.iter().map(problem_json).collect();
    json!({ "ok": false, "problems": list })
}

/// A problem as JSON.
pub(crate) fn problem_json(problem: &Problem) -> serde_json::Value {
    json!({
        "code": problem.code,
        "file": problem.file,
        "place": problem.place,
        "message": with_option(problem).message,
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
