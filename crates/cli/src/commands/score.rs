//! `proofmark score`.

use std::io::BufRead as _;

use proofmark_engine::{FileKind, ScoreOptions, Session};
use proofmark_report::format::Report;
use proofmark_report::report_bytes;

use crate::args::Score;
use crate::failure::Failure;
use crate::{inputs, print, summary};

/// Holds when no attempt failed and, where it was asked for, the workflow qualifies.
pub(crate) fn run(args: &Score, as_json: bool) -> Result<bool, Failure> {
    if let Some(path) = &args.report {
        inputs::demand_writable(path)?;
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
    let report = session.score(&ScoreOptions::default(), &mut print::progress())?;
    let bytes = report_bytes(&report).map_err(|error| Failure::internal(error.to_string()))?;
    if let Some(path) = &args.report {
        inputs::write(path, &bytes)?;
    }
    if as_json {
        print::line(String::from_utf8_lossy(&bytes))?;
    } else {
        summary::print(&report)?;
    }
    Ok(holds(&report, args.require_qualified))
}

/// Judges attempts as they come. Holds when every line could be used and none failed.
fn stream(session: &Session) -> Result<bool, Failure> {
    let stream = session.stream()?;
    let judge = stream.judge();
    let mut holds = true;
    for line in std::io::stdin().lock().split(b'\n') {
        let line = line.map_err(|error| Failure::refused(format!("standard input: {error}")))?;
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
    }
    Ok(holds)
}

/// Nothing failed, and the planned workflow qualifies where that was asked for.
pub(crate) fn holds(report: &Report, must_qualify: bool) -> bool {
    let any_failed = report
        .attempts
        .iter()
        .any(|attempt| attempt.verdict == "fail");
    !any_failed && (!must_qualify || report.qualification.qualified)
}
