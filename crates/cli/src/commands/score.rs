//! `proofmark score`.

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

/// Nothing failed, and the planned workflow qualifies where that was asked for.
pub(crate) fn holds(report: &Report, must_qualify: bool) -> bool {
    let any_failed = report
        .attempts
        .iter()
        .any(|attempt| attempt.verdict == "fail");
    !any_failed && (!must_qualify || report.qualification.qualified)
}
