//! `proofmark verify`.

use std::path::{Path, PathBuf};

use proofmark_engine::{FileKind, ScoreOptions, Session, sha256_hex};
use proofmark_report::{
    Answer, Envelope, Error, FindingKind, GivenInput, InputState, Material, SignatureState,
    Verification, WHAT_A_SIGNATURE_SAYS, read_report, read_sigstore, report_bytes, subject_name,
    verify,
};
use serde_json::json;

use crate::args::Verify;
use crate::commands::{key, results};
use crate::failure::Failure;
use crate::{inputs, parallel, print};

/// Holds when nothing speaks against the report. A file in which there is nothing to verify is
/// refused.
pub(crate) fn run(args: &Verify, as_json: bool) -> Result<bool, Failure> {
    let bytes = inputs::read(&args.bundle)?;
    inputs::signable(&args.bundle, &bytes)?;
    let mut trusted = Vec::new();
    for path in &args.public_key {
        trusted.extend(key::read_public(path)?);
    }
    let is_of_report = args.bank.is_some()
        || args.documents.is_some()
        || args.run.is_some()
        || args.audit.is_some()
        || !args.outputs.is_empty();
    let is_of_results = args.judged.sources.is_some() || !args.judged.claims.is_empty();
    // Inputs that nothing is compared with would look as if they had been checked.
    if subject_name(&bytes).is_some_and(|name| name != "report.json") {
        if is_of_report {
            return Err(Failure::file(
                &args.bundle,
                "is about a judge's results, which have claims and saved pages as inputs; give --claims and --sources",
            ));
        }
        return results::verify(args, &bytes, &trusted, as_json);
    }
    if is_of_results {
        return Err(Failure::file(
            &args.bundle,
            "is about no judge's results; leave --claims and --sources out, or give --bank, --documents and --outputs",
        ));
    }
    let beside = args.bundle.with_file_name("report.json");
    let report = if beside.is_file() {
        Some(inputs::read(&beside)?)
    } else {
        None
    };
    let material = Material::from_bytes(&bytes, report.as_deref());
    let mut given = given_inputs(args)?;
    if let Some(report) = material
        .parts
        .report
        .as_deref()
        .and_then(|b| read_report(b).ok())
    {
        let named: Vec<PathBuf> = args.bank.iter().chain(&args.outputs).cloned().collect();
        given.retain(|one| {
            named.iter().any(|path| inputs::name(path) == one.name)
                || report
                    .inputs
                    .iter()
                    .any(|i| i.name == one.name || i.sha256 == one.sha256)
        });
    }
    let (replay, replay_problem) = replay(args, &material)?;
    let inputs = if given.is_empty() {
        None
    } else {
        Some(given.as_slice())
    };
    let verification = verify(&material, &trusted, inputs, replay.as_deref());
    let refusal = refusal(&bytes, &material, &verification);
    if let (Some(reason), false) = (&refusal, as_json) {
        // A table of answers about nothing would only hide the reason.
        return Err(Failure::file(&args.bundle, reason));
    }
    if as_json {
        print_json(&verification, replay_problem.as_deref())?;
    } else {
        print_text(
            &verification,
            replay_problem.as_deref(),
            args,
            FindingKind::label,
        )?;
    }
    if let Some(reason) = refusal {
        return Err(Failure::file(&args.bundle, reason).shown());
    }
    Ok(verification.holds() && replay_problem.is_none())
}

/// Why the file is nothing that could be verified, rather than something that does not hold.
///
/// As long as an envelope and a report can be read, a change is a finding: the answer is no.
fn refusal(bytes: &[u8], material: &Material, found: &Verification) -> Option<String> {
    let parts = &material.parts;
    if material.is_archive {
        if parts.report.is_none() && parts.dsse.is_none() && parts.sigstore.is_none() {
            let reason = found.findings.first()?;
            return Some(format!(
                "is no signed export: {}; give one that `proofmark sign` wrote",
                reason.message
            ));
        }
    } else if let Some(reason) = unreadable_envelope(bytes, parts.sigstore.is_some()) {
        return Some(reason);
    }
    // A change of the schema alone is a change; what was signed so is of another version.
    if found.signature_valid == Answer::Yes
        && let Some(Err(error @ Error::NewerSchema { .. })) =
            parts.report.as_deref().map(read_report)
    {
        return Some(error.to_string());
    }
    None
}

/// Why a lone file is no envelope.
fn unreadable_envelope(bytes: &[u8], is_bundle: bool) -> Option<String> {
    if let Ok(report) = read_report(bytes) {
        return Some(format!(
            "is a report ({:?}) and carries no signature; give its signed export (.zip) or its DSSE file",
            report.schema
        ));
    }
    let error = if is_bundle {
        read_sigstore(bytes).err()
    } else {
        Envelope::read(bytes).err()
    }?;
    match read_report(bytes) {
        Err(newer @ Error::NewerSchema { .. }) => Some(newer.to_string()),
        _ => Some(format!(
            "{error}; give a signed export (.zip), its DSSE file or its Sigstore bundle"
        )),
    }
}

/// Name and digest of every file that was given.
fn given_inputs(args: &Verify) -> Result<Vec<GivenInput>, Failure> {
    let mut given = Vec::new();
    let mut add = |path: &Path| -> Result<(), Failure> {
        let bytes = inputs::read(path)?;
        given.push(GivenInput {
            name: inputs::name(path),
            sha256: sha256_hex(&bytes),
        });
        Ok(())
    };
    for path in args
        .bank
        .iter()
        .chain(&args.outputs)
        .chain(&args.run)
        .chain(&args.audit)
    {
        add(path)?;
    }
    if let Some(folder) = &args.documents {
        // A folder may hold more than the report's documents; only those are held against it.
        for path in inputs::documents(folder)? {
            add(&path)?;
        }
    }
    Ok(given)
}

/// Scores the inputs again, where all of them were given. Inputs that are refused now are a finding,
/// not a failure of verifying.
fn replay(
    args: &Verify,
    material: &Material,
) -> Result<(Option<Vec<u8>>, Option<String>), Failure> {
    let (Some(bank), Some(documents)) = (&args.bank, &args.documents) else {
        return Ok((None, None));
    };
    if args.outputs.is_empty() {
        return Ok((None, None));
    }
    let Some(signed) = material
        .parts
        .report
        .as_deref()
        .and_then(|b| read_report(b).ok())
    else {
        return Ok((None, None));
    };
    let mut session = Session::default();
    let prepared = (|| {
        inputs::add_as(&mut session, bank, FileKind::Bank)?;
        if let Some(plan) = &args.run {
            inputs::add_as(&mut session, plan, FileKind::RunPlan)?;
        }
        for path in &args.outputs {
            inputs::add_as(&mut session, path, FileKind::Outputs)?;
        }
        if let Some(audit) = &args.audit {
            inputs::add_as(&mut session, audit, FileKind::Audit)?;
        }
        inputs::add_documents(&mut session, documents, &args.password, None)
    })();
    let scored = prepared.and_then(|()| {
        let options = ScoreOptions {
            preflight: signed.preflight,
            ..ScoreOptions::default()
        };
        parallel::score(&session, &options, None).map_err(Failure::from)
    });
    match scored {
        Ok(report) => {
            let bytes =
                report_bytes(&report).map_err(|error| Failure::internal(error.to_string()))?;
            Ok((Some(bytes), None))
        }
        Err(Failure::Refused(problems)) => {
            let all: Vec<String> = problems.iter().map(ToString::to_string).collect();
            Ok((
                None,
                Some(format!("the inputs are refused now: {}", all.join("; "))),
            ))
        }
        Err(failure) => Err(failure),
    }
}

pub(crate) fn print_text(
    found: &Verification,
    replay_problem: Option<&str>,
    args: &Verify,
    label: fn(FindingKind) -> &'static str,
) -> Result<(), Failure> {
    print::line(args.bundle.display().to_string())?;
    for (question, answer) in answers(found) {
        print::line(format!(
            "  {question:<18} {}",
            word(answer, replay_problem, question)
        ))?;
    }
    if args.public_key.is_empty() {
        print::line(
            "name a key that you trust with --public-key; without one nobody is known to have signed",
        )?;
    }
    if let Some(pointer) = &found.replay_difference {
        print::line(format!("  first difference   {pointer}"))?;
    }
    if let Some(problem) = replay_problem {
        print::line(format!("  replay             {problem}"))?;
    }
    for one in &found.signatures {
        let state = match one.state {
            SignatureState::Trusted => "holds, by a key that you gave",
            SignatureState::Valid => "holds, by a key that came with the report",
            SignatureState::Invalid => "does not hold",
            SignatureState::UnknownKey => "cannot be checked: its key is not here",
        };
        let key = match one.keyid.as_str() {
            "" => "a key that is not named",
            id => id,
        };
        print::line(format!("signature by {key}: {state}"))?;
        // People compare fingerprints; the id is only what the file says.
        if let Some(fingerprint) = &one.fingerprint {
            print::line(format!("  key fingerprint    {fingerprint}"))?;
        }
    }
    for one in &found.inputs {
        let what = match one.state {
            InputState::Same => continue,
            InputState::Changed => "differs from the one that was scored",
            InputState::Missing => "was not given",
            InputState::Extra => "is no input of this report",
        };
        print::line(format!("input {} {what}", one.name))?;
    }
    for one in &found.findings {
        let place = one
            .pointer
            .as_ref()
            .map(|p| format!(" at {p}"))
            .unwrap_or_default();
        let part = label(one.kind);
        if one.message.starts_with(part) {
            print::line(format!("{}{place}", one.message))?;
        } else {
            print::line(format!("{part}{place}: {}", one.message))?;
        }
    }
    print::line(WHAT_A_SIGNATURE_SAYS)
}

fn answers(found: &Verification) -> [(&'static str, Answer); 4] {
    [
        ("signature valid", found.signature_valid),
        ("signer trusted", found.signer_trusted),
        ("inputs match", found.inputs_match),
        ("replay identical", found.replay_identical),
    ]
}

fn word(answer: Answer, replay_problem: Option<&str>, question: &str) -> &'static str {
    match answer {
        Answer::Yes => "yes",
        Answer::No => "no",
        Answer::NotChecked if question == "replay identical" && replay_problem.is_some() => "no",
        Answer::NotChecked => "not checked",
    }
}

pub(crate) fn print_json(
    found: &Verification,
    replay_problem: Option<&str>,
) -> Result<(), Failure> {
    let answer = |answer| match answer {
        Answer::Yes => json!("yes"),
        Answer::No => json!("no"),
        Answer::NotChecked => json!("not_checked"),
    };
    let signatures: Vec<_> = found
        .signatures
        .iter()
        .map(|one| {
            json!({
                "keyid": one.keyid,
                "state": match one.state {
                    SignatureState::Trusted => "trusted",
                    SignatureState::Valid => "valid",
                    SignatureState::Invalid => "invalid",
                    SignatureState::UnknownKey => "unknown_key",
                },
                "fingerprint": one.fingerprint,
            })
        })
        .collect();
    let inputs: Vec<_> = found
        .inputs
        .iter()
        .map(|one| {
            json!({
                "kind": one.kind,
                "name": one.name,
                "expected": one.expected,
                "found": one.found,
                "state": match one.state {
                    InputState::Same => "same",
                    InputState::Changed => "changed",
                    InputState::Missing => "missing",
                    InputState::Extra => "extra",
                },
            })
        })
        .collect();
    let findings: Vec<_> = found
        .findings
        .iter()
        .map(|one| {
            json!({
                "kind": one.kind.code(),
                "pointer": one.pointer,
                "message": one.message,
            })
        })
        .collect();
    print::json(&json!({
        "ok": found.holds() && replay_problem.is_none(),
        "signature_valid": answer(found.signature_valid),
        "signer_trusted": answer(found.signer_trusted),
        "inputs_match": answer(found.inputs_match),
        "replay_identical": if replay_problem.is_some() { json!("no") } else { answer(found.replay_identical) },
        "replay_difference": found.replay_difference,
        "replay_problem": replay_problem,
        "signatures": signatures,
        "inputs": inputs,
        "findings": findings,
        "note": WHAT_A_SIGNATURE_SAYS,
    }))
}
