//! `proofmark sign`.

use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use proofmark_engine::{FileKind, Session, page_figures};
use proofmark_report::export::printable;
use proofmark_report::{
    Envelope, Material, PrivateKey, PublicKey, prepare, read_report, sha256_hex, subject_name,
    write_archive,
};
use serde_json::json;

use crate::args::Sign;
use crate::commands::{key, results};
use crate::failure::Failure;
use crate::outputs::{self, Made};
use crate::{inputs, print};

/// What is about to be signed.
struct Draft {
    report: Vec<u8>,
    payload: Vec<u8>,
    pae: Vec<u8>,
    result: String,
    printable: Vec<u8>,
    /// The signatures that are there already, with their keys.
    signed: Option<(Envelope, Vec<PublicKey>)>,
}

/// Signs a report, or adds a signature to a signed export. Asks first unless told not to.
pub(crate) fn run(args: &Sign, as_json: bool) -> Result<bool, Failure> {
    let bytes = inputs::read(&args.report)?;
    match inputs::signable(&args.report, &bytes)? {
        FileKind::Results => return results::sign(args, None, as_json),
        FileKind::Envelope if subject_name(&bytes).is_some_and(|name| name != "report.json") => {
            return results::sign(args, Some(&bytes), as_json);
        }
        _ => {}
    }
    let private = key::read_private(&args.key, args.passphrase.passphrase_file.as_deref())?;
    let draft = if bytes.starts_with(b"PK") {
        further(&args.report, &bytes)?
    } else {
        first(args, &bytes)?
    };
    let n_signed = draft.signed.as_ref().map_or(0, |(_, keys)| keys.len());
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| default_out(&args.report, n_signed));
    demand_free(&out, args)?;
    let question = Question {
        what: "report",
        sha256: sha256_hex(&draft.report),
        result: &draft.result,
        n_signed,
    };
    if !args.yes && !confirm(&private, &question, &out)? {
        return Err(Failure::refused("not signed"));
    }
    let signature = private.sign(&draft.pae);
    let (envelope, keys) = match draft.signed {
        None => {
            let envelope = Envelope::assemble(draft.payload, &[(private.public(), signature)])
                .map_err(wrong)?;
            (envelope, vec![private.public()])
        }
        Some((mut envelope, mut keys)) => {
            envelope.add(&private.public(), &signature).map_err(wrong)?;
            keys.push(private.public());
            (envelope, keys)
        }
    };
    let archive =
        write_archive(&draft.report, &envelope, &keys, &draft.printable).map_err(wrong)?;
    write(&out, &archive, args)?;
    if as_json {
        print::json(&json!({
            "file": out.display().to_string(),
            "report_sha256": sha256_hex(&draft.report),
            "result": draft.result,
            "keyid": private.public().keyid(),
            "fingerprint": private.public().fingerprint(),
            "signatures": keys.len(),
        }))?;
    } else {
        print::line(format!("signed: {}", out.display()))?;
    }
    Ok(true)
}

/// `report.json` → `report.signed.zip` → `report.signed-2.zip` → `report.signed-3.zip`.
fn default_out(path: &Path, n_signed: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    if n_signed == 0 {
        return path.with_file_name(format!("{stem}.signed.zip"));
    }
    let name = match stem.rsplit_once(".signed") {
        Some((name, "")) => name,
        Some((name, rest)) if is_count(rest) => name,
        _ => &stem,
    };
    path.with_file_name(format!("{name}.signed-{}.zip", n_signed + 1))
}

/// `-2`, `-13`.
fn is_count(text: &str) -> bool {
    text.strip_prefix('-')
        .is_some_and(|n| !n.is_empty() && n.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Demands that nothing is written over unasked, and no key and no input at all: but for the signed file to which
/// a signature is added, which keeps all that it holds.
pub(crate) fn demand_free(path: &Path, args: &Sign) -> Result<(), Failure> {
    if path.exists() && !args.force {
        return Err(Failure::file(
            path,
            "is there already; choose another name with --out, or write over it with --force",
        ));
    }
    if is_extended(path, args) {
        return Ok(());
    }
    outputs::demand(path, Made::Signature)
}

/// Writes what [`demand_free`] let through.
pub(crate) fn write(path: &Path, bytes: &[u8], args: &Sign) -> Result<(), Failure> {
    if is_extended(path, args) {
        outputs::extend(path, bytes)
    } else {
        outputs::write(path, bytes, Made::Signature)
    }
}

/// Whether `path` is the signed file that was given to be signed again.
fn is_extended(path: &Path, args: &Sign) -> bool {
    outputs::is_same_file(path, &args.report) && outputs::holds_signatures(path)
}

pub(crate) fn wrong(error: proofmark_report::Error) -> Failure {
    Failure::refused(error.to_string())
}

fn first(args: &Sign, bytes: &[u8]) -> Result<Draft, Failure> {
    let path = args.report.as_path();
    let report = read_report(bytes).map_err(|error| Failure::file(path, error.to_string()))?;
    let mut session = Session::default();
    if let Some(folder) = &args.documents {
        inputs::add_documents(&mut session, folder, &args.password, None)?;
    }
    let figures = page_figures(&session, &report, &mut print::progress());
    let printable = printable(&report, &figures).into_bytes();
    let prepared = prepare(&report, Some(&printable)).map_err(wrong)?;
    if prepared.report != bytes {
        return Err(Failure::file(
            path,
            "is not in its canonical form, so its digest would not be the signed one; write it again \
             with `proofmark score --report`",
        ));
    }
    Ok(Draft {
        report: prepared.report,
        payload: prepared.payload,
        pae: prepared.pae,
        result: prepared.result.to_owned(),
        printable,
        signed: None,
    })
}

/// A further signature is over the same payload, so what is there must verify first.
fn further(path: &Path, bytes: &[u8]) -> Result<Draft, Failure> {
    let material = Material::from_bytes(bytes, None);
    let found = proofmark_report::verify(&material, &[], None, None);
    if found.signature_valid != proofmark_report::Answer::Yes || !found.findings.is_empty() {
        return Err(Failure::file(
            path,
            "does not verify as it is; nothing is added to a changed export",
        ));
    }
    let parts = material.parts;
    let (Some(report), Some(dsse), Some(pems), Some(printable)) =
        (parts.report, parts.dsse, parts.public_keys, parts.printable)
    else {
        return Err(Failure::file(path, "is no complete signed export"));
    };
    let envelope = Envelope::read(&dsse).map_err(|error| Failure::file(path, error.to_string()))?;
    let keys = PublicKey::from_pems(&String::from_utf8_lossy(&pems))
        .map_err(|error| Failure::file(path, error.to_string()))?;
    let parsed = read_report(&report).map_err(|error| Failure::file(path, error.to_string()))?;
    let result = prepare(&parsed, Some(&printable))
        .map_err(wrong)?
        .result
        .to_owned();
    Ok(Draft {
        report,
        payload: envelope.payload.clone(),
        pae: envelope.pae(),
        result,
        printable,
        signed: Some((envelope, keys)),
    })
}

/// What a person is asked to sign.
pub(crate) struct Question<'a> {
    /// `report` or `results`.
    pub(crate) what: &'static str,
    pub(crate) sha256: String,
    pub(crate) result: &'a str,
    /// Signatures that are there already.
    pub(crate) n_signed: usize,
}

/// Asks the person at the terminal; without one, nothing is signed.
pub(crate) fn confirm(
    private: &PrivateKey,
    question: &Question<'_>,
    out: &Path,
) -> Result<bool, Failure> {
    let stdin = std::io::stdin();
    if !stdin.is_terminal() {
        return Err(Failure::refused(
            "signing asks first and there is no terminal; give --yes to sign without asking",
        ));
    }
    let mut stderr = std::io::stderr().lock();
    let text = format!(
        "{:<12} sha256 {}\nresult       {}\nfingerprint  {}\nsignatures   {} so far\nwrites       {}\nSign? [y/N] ",
        question.what,
        question.sha256,
        question.result,
        private.public().fingerprint(),
        question.n_signed,
        out.display(),
    );
    let _ = stderr.write_all(text.as_bytes());
    let _ = stderr.flush();
    let mut answer = String::new();
    stdin
        .lock()
        .read_line(&mut answer)
        .map_err(|error| Failure::internal(error.to_string()))?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}
