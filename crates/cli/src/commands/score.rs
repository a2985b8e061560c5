//! `proofmark score`.

use std::io::{BufRead, Read as _};

use proofmark_engine::{FileKind, MAX_LINE_BYTES, ScoreOptions, Session};
use proofmark_report::format::Report;
use proofmark_report::report_bytes;

use crate::args::Score;
use crate::failure::Failure;
use crate::outputs::{self, Made};
use crate::{inputs, parallel, print, summary};

/// Holds when no attempt failed and, where it was asked for, the workflow qualifies.
pub(crate) fn run(args: &Score, as_json: bool) -> Result<bool, Failure> {
    if let Some(path) = &args.report {
        outputs::demand(path, Made::Report)?;
    }
    let mut session = Session::default();
    inputs::add_as(&mut session, &args.bank, FileKind::Bank)?;
    for (path, kind) in [
        (&args.run, FileKind::RunPlan),
        (&args.audit, FileKind::Audit),
        (&args.preflight, FileKind::Preflight),
    ] {
        if let Some(path) = path {
            inputs::add_as(&mut session, path, kind)?;
        }
    }
    for path in &args.outputs {
        inputs::add_as(&mut session, path, FileKind::Outputs)?;
    }
    inputs::add_documents(&mut session, &args.documents, &args.password, args.jobs)?;
    if args.stream {
        return stream(&session);
    }
    if let Some(path) = &args.report {
        outputs::demand(path, Made::Report)?;
    }
    let report = parallel::score(&session, &ScoreOptions::default(), args.jobs)?;
    let bytes = report_bytes(&report).map_err(|error| Failure::internal(error.to_string()))?;
    if let Some(path) = &args.report {
        outputs::write(path, &bytes, Made::Report)?;
    }
    if as_json {
        print::line(String::from_utf8_lossy(&bytes))?;
    } else {
        summary::print(&report)?;
    }
    Ok(holds(&report, args.require_qualified))
}

/// Judges attempts as they come. Holds when every line could be used and none failed; when nobody reads the
/// verdicts any more it stops, and that does not hold, since the rest was not judged.
fn stream(session: &Session) -> Result<bool, Failure> {
    let stream = session.stream()?;
    let judge = stream.judge();
    let mut holds = true;
    let mut input = std::io::stdin().lock();
    let cannot_read = |error| Failure::refused(format!("standard input: {error}"));
    while let Some(line) = next_line(&mut input, MAX_LINE_BYTES).map_err(cannot_read)? {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let told = judge.judge(&line);
        holds &= told
            .attempt
            .as_ref()
            .is_some_and(|attempt| attempt.verdict != "fail");
        let text =
            serde_json::to_string(&told).map_err(|error| Failure::internal(error.to_string()))?;
        print::line(text)?;
        if print::is_unheard() {
            return Ok(false);
        }
    }
    Ok(holds)
}

/// The next line without its end; of one that is longer than `max` the first `max + 1` bytes, which is enough to be
/// refused for its length. `None` after the last.
fn next_line(input: &mut impl BufRead, max: usize) -> std::io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let limit = u64::try_from(max).unwrap_or(u64::MAX).saturating_add(1);
    if input.by_ref().take(limit).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > max {
        input.skip_until(b'\n')?;
    }
    Ok(Some(line))
}

/// Nothing failed, and the planned workflow qualifies where that was asked for.
pub(crate) fn holds(report: &Report, must_qualify: bool) -> bool {
    let any_failed = report
        .attempts
        .iter()
        .any(|attempt| attempt.verdict == "fail");
    !any_failed && (!must_qualify || report.qualification.qualified)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_up_to_its_bound_and_the_next_begins_after_it() {
        let mut input = &b"abc\n\nabcd\nabcdefgh\nxy"[..];
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input, 4).expect("memory") {
            lines.push(String::from_utf8(line).expect("ASCII"));
        }
        assert_eq!(lines, ["abc", "", "abcd", "abcde", "xy"]);
    }
}
