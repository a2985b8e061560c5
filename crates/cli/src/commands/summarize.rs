//! `proofmark summarize`.

use proofmark_engine::merge_reports;
use proofmark_report::report_bytes;

use crate::args::Summarize;
use crate::commands::score::holds;
use crate::failure::Failure;
use crate::{inputs, print, summary};

/// Holds when no attempt failed.
pub(crate) fn run(args: &Summarize, as_json: bool) -> Result<bool, Failure> {
    if let Some(path) = &args.report {
        inputs::demand_writable(path)?;
    }
    let mut reports = Vec::with_capacity(args.reports.len());
    for path in &args.reports {
        reports.push((path.display().to_string(), inputs::report(path)?));
    }
    let merged = merge_reports(&reports).map_err(Failure::Refused)?;
    let bytes = report_bytes(&merged).map_err(|error| Failure::internal(error.to_string()))?;
    if let Some(path) = &args.report {
        inputs::write(path, &bytes)?;
    }
    if as_json {
        print::line(String::from_utf8_lossy(&bytes))?;
    } else {
        summary::print(&merged)?;
    }
    Ok(holds(&merged, false))
}
