//! Signing and verifying a judge's results: an envelope and a bundle beside the file.

use std::path::{Path, PathBuf};

use proofmark_engine::{FileKind, Session, judged, judgements, sha256_hex};
use proofmark_report::{
    Envelope, Finding, FindingKind, GivenInput, Judgements, PublicKey, SignatureState,
    prepare_judgements, read_sigstore, verify_judgements,
};
use serde_json::json;

use crate::args::{Judged, Sign, Verify};
use crate::commands::{key, sign, verify};
use crate::failure::Failure;
use crate::{inputs, print};

/// Signs a results file, or adds a signature to the envelope of one.
pub(crate) fn sign(args: &Sign, envelope: Option<&[u8]>, as_json: bool) -> Result<bool, Failure> {
    let private = key::read_private(&args.key, args.passphrase.passphrase_file.as_deref())?;
    let results = match envelope {
        Some(envelope) => subject_beside(&args.report, envelope)?,
        None => args.report.clone(),
    };
    let bytes = inputs::read(&results)?;
    let session = judged_files(&args.judged)?;
    let said = judgements(&inputs::name(&results), &bytes, &session).map_err(Failure::Refused)?;
    let mut signed = match envelope {
        Some(envelope) => further(&args.report, envelope, &said)?,
        None => Envelope {
            payload: prepare_judgements(&said).map_err(sign::wrong)?.payload,
            signatures: Vec::new(),
        },
    };
    let out = args.out.clone().unwrap_or_else(|| match envelope {
        Some(_) => args.report.clone(),
        None => results.with_extension("dsse.json"),
    });
    let bundle = bundle_beside(&out);
    for path in [&out, &bundle] {
        sign::demand_free(path, args)?;
    }
    let n_signed = signed.signatures.len();
    let asked = sign::Question {
        what: "results",
        sha256: sha256_hex(&said.bytes),
        result: prepare_judgements(&said).map_err(sign::wrong)?.result,
        n_signed,
    };
    if !args.yes && !sign::confirm(&private, &asked, &out)? {
        return Err(Failure::refused("not signed"));
    }
    let signature = private.sign(&signed.pae());
    signed
        .add(&private.public(), &signature)
        .map_err(sign::wrong)?;
    sign::write(&out, &signed.to_bytes(), args)?;
    sign::write(&bundle, &signed.to_sigstore().map_err(sign::wrong)?, args)?;
    if as_json {
        print::json(&json!({
            "file": out.display().to_string(),
            "bundle": bundle.display().to_string(),
            "results_sha256": asked.sha256,
            "result": asked.result,
            "keyid": private.public().keyid(),
            "fingerprint": private.public().fingerprint(),
            "signatures": signed.signatures.len(),
        }))?;
    } else {
        print::line(format!(
            "signed: {} and {}",
            out.display(),
            bundle.display()
        ))?;
    }
    Ok(true)
}

/// Verifies an envelope or a bundle over the results file that lies beside it.
pub(crate) fn verify(
    args: &Verify,
    envelope: &[u8],
    trusted: &[PublicKey],
    as_json: bool,
) -> Result<bool, Failure> {
    let results = subject_beside(&args.bundle, envelope)?;
    let bytes = inputs::read(&results)?;
    let name = inputs::name(&results);
    let session = judged_files(&args.judged)?;
    // Results that cannot be read any more were changed: their digest says so.
    let said = judgements(&name, &bytes, &session).unwrap_or_else(|_| Judgements {
        name,
        bytes,
        ..Judgements::default()
    });
    let given: Vec<GivenInput> = judged(&session)
        .into_iter()
        .map(|input| GivenInput {
            name: input.name,
            sha256: input.sha256,
        })
        .collect();
    let given = (!given.is_empty()).then_some(given.as_slice());
    let mut found = verify_judgements(envelope, &said, trusted, given);
    found
        .findings
        .extend(of_other_half(&args.bundle, &said, trusted)?);
    if as_json {
        verify::print_json(&found, None)?;
    } else {
        verify::print_text(&found, None, args, label)?;
    }
    Ok(found.holds())
}

/// What people call the part that a finding about results is about.
fn label(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Report => "the results",
        FindingKind::Dsse => "the envelope",
        FindingKind::Sigstore => "the bundle",
        kind => kind.label(),
    }
}

/// What speaks against the bundle beside an envelope, or the envelope beside a bundle, where it is there.
fn of_other_half(
    path: &Path,
    said: &Judgements,
    trusted: &[PublicKey],
) -> Result<Option<Finding>, Failure> {
    let name = inputs::name(path);
    let (other, kind) = if let Some(stem) = name.strip_suffix(".sigstore.json") {
        (format!("{stem}.dsse.json"), FindingKind::Dsse)
    } else {
        (inputs::name(&bundle_beside(path)), FindingKind::Sigstore)
    };
    let other = path.with_file_name(other);
    if other == path || !other.is_file() {
        return Ok(None);
    }
    let found = verify_judgements(&inputs::read(&other)?, said, trusted, None);
    let mut states = found.signatures.iter().map(|one| one.state);
    let reason = match found.findings.first() {
        Some(finding) => finding.message.clone(),
        None if states.any(|state| state == SignatureState::Invalid) => {
            "its signature does not hold".to_owned()
        }
        // One whose key is not here says nothing.
        None => return Ok(None),
    };
    Ok(Some(Finding {
        kind,
        pointer: None,
        message: format!("{}: {reason}", inputs::name(&other)),
    }))
}

/// The envelope as it is, to which a signature may be added: its statement must be the one about this
/// file.
fn further(path: &Path, envelope: &[u8], said: &Judgements) -> Result<Envelope, Failure> {
    let found = verify_judgements(envelope, said, &[], None);
    if let Some(finding) = found.findings.first() {
        return Err(Failure::file(
            path,
            format!(
                "does not verify as it is ({}); nothing is added to it",
                finding.message
            ),
        ));
    }
    Envelope::read(envelope).map_err(|error| {
        let message = match read_sigstore(envelope) {
            Ok(_) => "is a bundle, which carries one signature; give the DSSE file".to_owned(),
            Err(_) => error.to_string(),
        };
        Failure::file(path, message)
    })
}

/// The file that the envelope is about, in the envelope's folder.
fn subject_beside(path: &Path, envelope: &[u8]) -> Result<PathBuf, Failure> {
    let name = proofmark_report::subject_name(envelope)
        .ok_or_else(|| Failure::file(path, "names no file that it is about"))?;
    Ok(path.with_file_name(name))
}

/// `results.dsse.json` → `results.sigstore.json`.
fn bundle_beside(out: &Path) -> PathBuf {
    let name = inputs::name(out);
    let stem = name
        .strip_suffix(".dsse.json")
        .or_else(|| name.strip_suffix(".json"))
        .unwrap_or(&name);
    out.with_file_name(format!("{stem}.sigstore.json"))
}

/// The claims and the list of pages that were given.
fn judged_files(args: &Judged) -> Result<Session, Failure> {
    let mut session = Session::default();
    for path in &args.claims {
        inputs::add_as(&mut session, path, FileKind::Claims)?;
    }
    if let Some(path) = &args.sources {
        inputs::add_as(&mut session, path, FileKind::Snapshots)?;
    }
    Ok(session)
}
