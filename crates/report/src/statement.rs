use proofmark_json::to_canonical;
use serde::Serialize;

use crate::format::{Attempt, Input, Report};
use crate::{Error, pae, report_bytes, sha256_hex};

/// `_type` of an in-toto Statement v1.
pub(crate) const STATEMENT_TYPE: &str = "https://in-toto.io/Statement/v1";
/// Predicate type of a test result.
pub(crate) const PREDICATE_TYPE: &str = "https://in-toto.io/attestation/test-result/v0.1";
/// Name of the subject, and of the report in an archive.
pub(crate) const REPORT_FILE: &str = "report.json";
/// Name of the printable page, as attachment of the subject and in an archive.
pub(crate) const PRINTABLE_FILE: &str = "report.html";

/// What is to be signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    /// Bytes of the subject, of a report the canonical ones; the subject's digest is theirs.
    pub report: Vec<u8>,
    /// Canonical bytes of the in-toto statement.
    pub payload: Vec<u8>,
    /// The bytes that a key signs: [`pae`] of the payload.
    pub pae: Vec<u8>,
    /// `PASSED`, `WARNED` or `FAILED`, to be shown before signing.
    pub result: &'static str,
}

/// Makes the in-toto statement of a report.
///
/// A printable page that is given is named with its digest in the subject's annotations, so that
/// the signature covers it too.
///
/// **Result**: `FAILED` with any failed attempt; else `WARNED` with any unresolved one, with no
/// attempt at all, or when a workflow was to qualify and does not; else `PASSED`.
///
/// # Errors
/// When the report has no canonical form, or an attempt's verdict is no verdict.
pub fn prepare(report: &Report, printable: Option<&[u8]>) -> Result<Prepared, Error> {
    let verdicts = ["pass", "fail", "unresolved"];
    let mut attempts = report.attempts.iter();
    if let Some(other) = attempts.find(|one| !verdicts.contains(&one.verdict.as_str())) {
        return Err(Error::Verdict {
            attempt: id_of(other),
            found: other.verdict.clone(),
        });
    }
    let bytes = report_bytes(report)?;
    let statement = statement(report, &bytes, printable.map(sha256_hex));
    let payload = to_canonical(&statement)?;
    let pae = pae(&payload);
    Ok(Prepared {
        report: bytes,
        payload,
        pae,
        result: statement.predicate.result,
    })
}

/// Returns how a statement and other exports name an attempt: `workflow/repetition/question`, with
/// `%` and `/` inside an id percent-encoded.
pub fn attempt_id(workflow: &str, repetition: u32, question_id: &str) -> String {
    let escape = |id: &str| id.replace('%', "%25").replace('/', "%2F");
    format!("{}/{repetition}/{}", escape(workflow), escape(question_id))
}

pub(crate) fn id_of(attempt: &Attempt) -> String {
    attempt_id(&attempt.workflow, attempt.repetition, &attempt.question_id)
}

#[derive(Serialize)]
pub(crate) struct Statement {
    #[serde(rename = "_type")]
    kind: &'static str,
    subject: [Subject; 1],
    #[serde(rename = "predicateType")]
    predicate_type: &'static str,
    predicate: Predicate,
}

#[derive(Serialize)]
struct Digest {
    sha256: String,
}

#[derive(Serialize)]
struct Subject {
    name: String,
    digest: Digest,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<Attachments>,
}

#[derive(Serialize)]
struct Attachments {
    attachments: [Attachment; 1],
}

#[derive(Serialize)]
struct Attachment {
    name: &'static str,
    digest: Digest,
}

#[derive(Serialize)]
struct Predicate {
    result: &'static str,
    configuration: Vec<Resource>,
    #[serde(rename = "passedTests")]
    passed: Vec<String>,
    #[serde(rename = "warnedTests")]
    warned: Vec<String>,
    #[serde(rename = "failedTests")]
    failed: Vec<String>,
}

/// An input, as an in-toto ResourceDescriptor.
#[derive(Serialize)]
struct Resource {
    name: String,
    digest: Digest,
    annotations: Kind,
}

#[derive(Serialize)]
struct Kind {
    kind: String,
}

pub(crate) fn statement(report: &Report, bytes: &[u8], printable: Option<String>) -> Statement {
    let with = |verdict: &str| {
        let attempts = report
            .attempts
            .iter()
            .filter(|attempt| attempt.verdict == verdict);
        attempts.map(id_of).collect::<Vec<_>>()
    };
    let (passed, failed) = (with("pass"), with("fail"));
    // Whatever is neither is unresolved; a signed report of a later version may have other words.
    let other = report
        .attempts
        .iter()
        .filter(|a| a.verdict != "pass" && a.verdict != "fail");
    let warned: Vec<_> = other.map(id_of).collect();
    let qualification = &report.qualification;
    let disqualified = qualification.workflow.is_some() && !qualification.qualified;
    let result = if !failed.is_empty() {
        "FAILED"
    } else if !warned.is_empty() || passed.is_empty() || disqualified {
        "WARNED"
    } else {
        "PASSED"
    };
    Statement {
        kind: STATEMENT_TYPE,
        subject: [Subject {
            name: REPORT_FILE.to_owned(),
            digest: Digest {
                sha256: sha256_hex(bytes),
            },
            annotations: printable.map(|sha256| Attachments {
                attachments: [Attachment {
                    name: PRINTABLE_FILE,
                    digest: Digest { sha256 },
                }],
            }),
        }],
        predicate_type: PREDICATE_TYPE,
        predicate: Predicate {
            result,
            configuration: resources(&report.inputs),
            passed,
            warned,
            failed,
        },
    }
}

fn resources(inputs: &[Input]) -> Vec<Resource> {
    let resource = |input: &Input| Resource {
        name: input.name.clone(),
        digest: Digest {
            sha256: input.sha256.clone(),
        },
        annotations: Kind {
            kind: input.kind.clone(),
        },
    };
    inputs.iter().map(resource).collect()
}

/// A file of judgements that is signed as it is, and what the statement says of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgements {
    /// The file's name, without folders.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Ids of the claims that it finds grounded, in its order.
    pub passed: Vec<String>,
    /// Ids of the claims on which it finds its sources silent.
    pub warned: Vec<String>,
    /// Ids of the claims that it finds not grounded.
    pub failed: Vec<String>,
    /// What was judged: name, digest and kind of each batch and list of pages. Sizes are not written.
    pub inputs: Vec<Input>,
}

/// Makes the in-toto statement of a file of judgements.
///
/// **Result**: `FAILED` with any claim that is not grounded; else `WARNED` with any silence or without
/// any claim; else `PASSED`.
///
/// # Errors
/// When there is no canonical form.
pub fn prepare_judgements(judgements: &Judgements) -> Result<Prepared, Error> {
    let statement = statement_of(judgements);
    let payload = to_canonical(&statement)?;
    Ok(Prepared {
        report: judgements.bytes.clone(),
        pae: pae(&payload),
        payload,
        result: statement.predicate.result,
    })
}

fn statement_of(judgements: &Judgements) -> Statement {
    let result = if !judgements.failed.is_empty() {
        "FAILED"
    } else if !judgements.warned.is_empty() || judgements.passed.is_empty() {
        "WARNED"
    } else {
        "PASSED"
    };
    Statement {
        kind: STATEMENT_TYPE,
        subject: [Subject {
            name: judgements.name.clone(),
            digest: Digest {
                sha256: sha256_hex(&judgements.bytes),
            },
            annotations: None,
        }],
        predicate_type: PREDICATE_TYPE,
        predicate: Predicate {
            result,
            configuration: resources(&judgements.inputs),
            passed: judgements.passed.clone(),
            warned: judgements.warned.clone(),
            failed: judgements.failed.clone(),
        },
    }
}
