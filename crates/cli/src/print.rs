//! Printing: results to standard output, progress to a terminal's standard error.

use std::io::{ErrorKind, IsTerminal as _, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use proofmark_engine::{Flow, Problem, Progress};

use crate::failure::Failure;

/// Whether the reader of standard output has gone away.
static IS_UNHEARD: AtomicBool = AtomicBool::new(false);

/// Writes one line to standard output. The reader of a pipe may have seen enough: that is no failure, and changes
/// nothing about the outcome.
pub(crate) fn line(text: impl AsRef<str>) -> Result<(), Failure> {
    if is_unheard() {
        return Ok(());
    }
    let mut stdout = std::io::stdout().lock();
    match writeln!(stdout, "{}", text.as_ref()).and_then(|()| stdout.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            IS_UNHEARD.store(true, Ordering::Relaxed);
            Ok(())
        }
        Err(error) => Err(Failure::io(
            Path::new("standard output"),
            "cannot be written",
            &error,
        )),
    }
}

/// Whether nobody reads any more what is printed; work that is only printed may stop.
pub(crate) fn is_unheard() -> bool {
    IS_UNHEARD.load(Ordering::Relaxed)
}

/// Writes a JSON value, indented, to standard output.
pub(crate) fn json(value: &serde_json::Value) -> Result<(), Failure> {
    line(format!("{value:#}"))
}

/// Writes what should be known about a file, and stops nothing, to standard error.
pub(crate) fn note(problem: &Problem) {
    let _ = writeln!(std::io::stderr().lock(), "proofmark: note: {problem}");
}

/// `1 error`, `12 errors`.
pub(crate) fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// A callback that shows progress while standard error is a terminal.
pub(crate) fn progress() -> impl FnMut(Progress) -> Flow {
    let is_terminal = std::io::stderr().is_terminal();
    move |at| {
        if is_terminal {
            let mut stderr = std::io::stderr().lock();
            let _ = match at {
                Progress::Reading {
                    name,
                    page,
                    n_pages,
                } if page < n_pages => {
                    write!(
                        stderr,
                        "\r\x1b[KReading {name}, page {} of {n_pages}",
                        page + 1
                    )
                }
                Progress::Scoring {
                    attempt,
                    n_attempts,
                } if attempt < n_attempts => {
                    write!(
                        stderr,
                        "\r\x1b[KScoring attempt {} of {n_attempts}",
                        attempt + 1
                    )
                }
                _ => write!(stderr, "\r\x1b[K"),
            };
            let _ = stderr.flush();
        }
        Flow::Continue
    }
}
