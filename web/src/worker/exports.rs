//! Files made of a report.

use proofmark_engine::Session;
use proofmark_report::export::{
    DocumentText, annotations, attempts_csv, citations_csv, junit, obligations_csv,
};
use proofmark_report::format::Report;

use super::messages::Export;
use super::scored::Scored;

/// A file's name, its media type and its bytes.
pub(super) type NamedBytes = (&'static str, &'static str, Vec<u8>);

/// Makes one of the exports that need no signature.
pub(super) fn make(session: &Session, scored: &Scored, kind: Export) -> Result<NamedBytes, String> {
    let report = &scored.report;
    let made = match kind {
        Export::AttemptsTable => ("attempts.csv", "text/csv", attempts_csv(report)),
        Export::ObligationsTable => ("obligations.csv", "text/csv", obligations_csv(report)),
        Export::CitationsTable => ("citations.csv", "text/csv", citations_csv(report)),
        Export::JUnit => ("junit.xml", "application/xml", junit(report)),
        Export::Annotations => {
            let texts = texts(session, scored, report);
            (
                "annotations.jsonld",
                "application/ld+json",
                annotations(report, &texts),
            )
        }
        Export::Report
        | Export::Envelope
        | Export::Bundle
        | Export::Archive
        | Export::Printable => {
            return Err("this file is made elsewhere".to_owned());
        }
    };
    let (name, media_type, bytes) = made;
    Ok((name, media_type, bytes.map_err(|error| error.to_string())?))
}

fn texts<'s>(session: &'s Session, scored: &Scored, report: &'s Report) -> Vec<DocumentText<'s>> {
    report
        .documents
        .iter()
        .filter_map(|one| {
            let source = session.source(scored.file_of(&one.id)?)?;
            Some(DocumentText {
                id: &one.id,
                text: source.document().raw(),
            })
        })
        .collect()
}
