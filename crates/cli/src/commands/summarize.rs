//! `proofmark summarize`.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use proofmark_engine::{FileKind, Problem, ScoreOptions, Session, merge_reports};
use proofmark_report::format::Report;
use proofmark_report::report_bytes;

use crate::args::Summarize;
use crate::commands::score::holds;
use crate::failure::Failure;
use crate::outputs::{self, Made};
use crate::{inputs, print, summary};

/// Holds when no attempt failed.
pub(crate) fn run(args: &Summarize, as_json: bool) -> Result<bool, Failure> {
    if let Some(path) = &args.report {
        outputs::demand(path, Made::Report)?;
    }
    let merged = match &args.bank {
        Some(bank) => gather(args, bank)?,
        None => {
            let mut reports = Vec::with_capacity(args.reports.len());
            for path in &args.reports {
                reports.push((path.display().to_string(), inputs::report(path)?));
            }
            merge_reports(&reports).map_err(Failure::Refused)?
        }
    };
    let bytes = report_bytes(&merged).map_err(|error| Failure::internal(error.to_string()))?;
    if let Some(path) = &args.report {
        outputs::write(path, &bytes, Made::Report)?;
    }
    if as_json {
        print::line(String::from_utf8_lossy(&bytes))?;
    } else {
        summary::print(&merged)?;
    }
    Ok(holds(&merged, false))
}

/// Puts the verdicts of `score --stream` together.
fn gather(args: &Summarize, bank: &Path) -> Result<Report, Failure> {
    let mut session = Session::default();
    inputs::add_as(&mut session, bank, FileKind::Bank)?;
    if let Some(path) = &args.run {
        inputs::add_as(&mut session, path, FileKind::RunPlan)?;
    }
    if let Some(folder) = &args.documents {
        inputs::add_documents(&mut session, folder, &args.password, None)?;
    }
    for (idx, path) in args.reports.iter().enumerate() {
        if args.reports[..idx]
            .iter()
            .any(|earlier| outputs::is_same_file(earlier, path))
        {
            return Err(Failure::file(path, "was given before; give each part once"));
        }
        outputs::protect(path);
    }
    if let Some(path) = &args.report {
        outputs::demand(path, Made::Report)?;
    }
    let mut broken = None;
    let mut lines = args
        .reports
        .iter()
        .flat_map(|path| read_lines(path))
        .map_while(|read| read.map_err(|failure| broken = Some(failure)).ok());
    let report = session.gather(&ScoreOptions::default(), &mut lines)?;
    drop(lines);
    match broken {
        Some(failure) => Err(failure),
        None => Ok(report),
    }
}

/// The lines of a file, each with the file's name and its number; one failure where it cannot be read.
fn read_lines(
    path: &Path,
) -> Box<dyn Iterator<Item = Result<(String, u64, String), Failure>> + '_> {
    match File::open(path) {
        Err(error) => Box::new(std::iter::once(Err(Failure::io(
            path,
            "cannot be read",
            &error,
        )))),
        Ok(file) => Box::new((1..).zip(BufReader::new(file).split(b'\n')).map(
            move |(number, line)| {
                let line = line.map_err(|error| Failure::io(path, "cannot be read", &error))?;
                let mut line = String::from_utf8(line).map_err(|_| {
                    Failure::Refused(vec![Problem {
                        code: None,
                        file: Some(path.display().to_string()),
                        place: Some(format!("line {number}")),
                        message: "is no UTF-8 text; give what `score --stream` printed".to_owned(),
                    }])
                })?;
                if line.ends_with('\r') {
                    line.pop();
                }
                Ok((path.display().to_string(), number, line))
            },
        )),
    }
}
