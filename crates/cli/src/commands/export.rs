//! `proofmark export`.

use std::path::{Path, PathBuf};

use proofmark_engine::{Session, page_figures};
use proofmark_report::export::{
    DocumentText, annotations, attempts_csv, citations_csv, junit, obligations_csv, printable,
};
use proofmark_report::format::Report;
use serde_json::json;

use crate::args::Export;
use crate::failure::Failure;
use crate::outputs::{self, Made};
use crate::{inputs, print};

/// Writes the asked-for forms; at least one must be asked for.
pub(crate) fn run(args: &Export, as_json: bool) -> Result<bool, Failure> {
    if !(args.html || args.csv || args.junit || args.annotations) {
        return Err(Failure::refused(
            "nothing to export; give --html, --csv, --junit or --annotations",
        ));
    }
    let report = inputs::report(&args.report)?;
    let mut session = Session::default();
    if let Some(folder) = &args.documents {
        inputs::add_documents(&mut session, folder, &args.password, None)?;
    }
    let folder = match &args.out {
        Some(folder) => folder.clone(),
        None => args
            .report
            .parent()
            .map_or_else(PathBuf::new, Path::to_path_buf),
    };
    if !folder.as_os_str().is_empty() {
        inputs::make_folder(&folder)?;
    }
    let mut files: Vec<(&str, Vec<u8>)> = Vec::new();
    let failed = |error: proofmark_report::Error| Failure::internal(error.to_string());
    if args.html {
        let figures = page_figures(&session, &report, &mut print::progress());
        files.push(("report.html", printable(&report, &figures).into_bytes()));
    }
    if args.csv {
        files.push(("attempts.csv", attempts_csv(&report).map_err(failed)?));
        files.push(("obligations.csv", obligations_csv(&report).map_err(failed)?));
        files.push(("citations.csv", citations_csv(&report).map_err(failed)?));
    }
    if args.junit {
        files.push(("junit.xml", junit(&report).map_err(failed)?));
    }
    if args.annotations {
        files.push(("annotations.jsonld", annotations_of(&session, &report)?));
    }
    let mut written = Vec::new();
    for (name, bytes) in files {
        let path = folder.join(name);
        outputs::write(&path, &bytes, Made::Other)?;
        written.push(path.display().to_string());
    }
    if as_json {
        print::json(&json!({ "files": written }))?;
    } else {
        for path in written {
            print::line(path)?;
        }
    }
    Ok(true)
}

fn annotations_of(session: &Session, report: &Report) -> Result<Vec<u8>, Failure> {
    let texts: Vec<(String, String)> = session.texts_of(report);
    let texts: Vec<DocumentText<'_>> = texts
        .iter()
        .map(|(id, text)| DocumentText { id, text })
        .collect();
    annotations(report, &texts).map_err(|error| Failure::internal(error.to_string()))
}
