//! `proofmark score` and `proofmark preflight`.

use proofmark_engine::{
    FileKind, PlatformChecks, ScoreOptions, Session, preflight as run_preflight,
};
use proofmark_report::format::Report;
use proofmark_report::report_bytes;
use serde_json::json;

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

/// Runs the checks that need no browser.
pub(crate) fn preflight(as_json: bool) -> Result<bool, Failure> {
    let found = run_preflight(platform());
    let holds = found.groups.iter().all(|group| group.passed);
    if as_json {
        print::json(&json!(found))?;
    } else {
        for group in &found.groups {
            let word = if group.passed { "passed" } else { "failed" };
            print::line(format!("{:<12} {word}  {}", group.id, group.message))?;
        }
    }
    Ok(holds)
}

/// What this program can tell of itself. A manifest named `proofmark.manifest` beside it, as a release
/// carries one, has its digest on the line of its name.
fn platform() -> PlatformChecks {
    let package = std::env::current_exe()
        .map_err(|error| error.to_string())
        .and_then(|path| {
            let manifest = path.with_file_name("proofmark.manifest");
            let lines = std::fs::read_to_string(&manifest)
                .map_err(|_| "no manifest of a release lies beside the program; use the program of an unpacked release".to_owned())?;
            let bytes = std::fs::read(&path).map_err(|error| error.to_string())?;
            let digest = proofmark_engine::sha256_hex(&bytes);
            let name = inputs::name(&path);
            let is_listed = lines
                .lines()
                .any(|line| line.split_whitespace().eq([digest.as_str(), name.as_str()]));
            if is_listed {
                Ok("the program has the manifest's digest".to_owned())
            } else {
                Err("the program's digest is not the manifest's".to_owned())
            }
        });
    let version = env!("CARGO_PKG_VERSION");
    PlatformChecks {
        package: match package {
            Ok(message) => (true, message),
            Err(message) => (false, message),
        },
        runtime: (true, format!("native program, version {version}")),
        local_only: (
            true,
            "the program holds no code that opens a connection".to_owned(),
        ),
        wasm_sha256: None,
    }
}
