//! Verifying a signed report against keys and against the session's files.

use proofmark_engine::{FileKind, Flow, Progress, ScoreOptions, Session, recognise};
use proofmark_report::format::Report;
use proofmark_report::{
    Answer as Told, GivenInput, InputState, Material, PublicKey, SignatureState,
    Verification as Found, read_report, report_bytes, verify as verify_material,
};

use super::desk::{Desk, ReadFile};
use super::messages::{Answer, InputRow, SignatureRow, Verification};
use crate::state::Outcome;

/// Verifies the signed report among `files`. Keys come from there and from the session, inputs from
/// the session; with every input at hand the run is scored again.
pub(super) fn verify(
    session: &Session,
    files: Vec<ReadFile>,
    progress: &mut dyn FnMut(Progress) -> Flow,
) -> Result<Verification, String> {
    let mut signed = None;
    let mut report = None;
    let mut trusted = Vec::new();
    for pem in Desk::public_keys(session) {
        trusted.extend(PublicKey::from_pems(&pem).map_err(|error| error.to_string())?);
    }
    for ReadFile { name, bytes } in files {
        let bytes = bytes.map_err(|message| format!("{name} cannot be read: {message}"))?;
        match recognise(&name, &bytes) {
            FileKind::PublicKey => {
                let pem = String::from_utf8_lossy(&bytes);
                let keys =
                    PublicKey::from_pems(&pem).map_err(|error| format!("{name}: {error}"))?;
                trusted.extend(keys);
            }
            FileKind::Report => report = Some(bytes),
            FileKind::SignedReport | FileKind::Envelope | FileKind::Archive => {
                signed = Some((name, bytes));
            }
            _ => {
                return Err(format!(
                    "{name} is neither a signed report nor a public key"
                ));
            }
        }
    }
    let Some((name, bytes)) = signed else {
        return Err(
            "no signed report is among these files; choose a signed bundle, or an envelope \
                    with its report.json"
                .to_owned(),
        );
    };
    let material = Material::from_bytes(&bytes, report.as_deref());
    let inputs: Vec<GivenInput> = session
        .files()
        .into_iter()
        .map(|entry| GivenInput {
            name: entry.name,
            sha256: entry.sha256,
        })
        .collect();
    let claimed = material
        .parts
        .report
        .as_deref()
        .and_then(|bytes| read_report(bytes).ok());
    let inputs = relevant(&inputs, claimed.as_ref());
    let replayed = claimed
        .as_ref()
        .map(|claimed| replay(session, claimed, progress));
    let again = replayed.as_ref().and_then(|result| result.as_ref().ok());
    let given = (!inputs.is_empty()).then_some(inputs.as_slice());
    let found = verify_material(&material, &trusted, given, again.map(Vec::as_slice));
    let why_not = replayed.as_ref().and_then(|result| result.as_ref().err());
    Ok(Verification {
        name,
        answers: answers(&found, trusted.len(), why_not),
        signatures: found.signatures.iter().map(signature_row).collect(),
        inputs: found.inputs.iter().map(input_row).collect(),
    })
}

/// Of the session's files, those that the report may mean: keys and other files are no inputs.
fn relevant(inputs: &[GivenInput], claimed: Option<&Report>) -> Vec<GivenInput> {
    let Some(claimed) = claimed else {
        return Vec::new();
    };
    let is_meant = |given: &&GivenInput| {
        claimed
            .inputs
            .iter()
            .any(|one| one.name == given.name || one.sha256 == given.sha256)
    };
    inputs.iter().filter(is_meant).cloned().collect()
}

/// Scores the same inputs again with the checks and decisions that the report records.
fn replay(
    session: &Session,
    claimed: &Report,
    progress: &mut dyn FnMut(Progress) -> Flow,
) -> Result<Vec<u8>, String> {
    let entries = session.files();
    let missing = claimed
        .inputs
        .iter()
        .find(|input| !entries.iter().any(|entry| entry.sha256 == input.sha256));
    if let Some(input) = missing {
        return Err(format!(
            "{} is not among the files, so nothing was scored again",
            input.name
        ));
    }
    // Only the report's own inputs take part, whatever else lies on the Files screen.
    let mut only = session.clone();
    for entry in &entries {
        if !claimed
            .inputs
            .iter()
            .any(|input| input.sha256 == entry.sha256)
        {
            only.remove(entry.id);
        }
    }
    let options = ScoreOptions {
        preflight: claimed.preflight.clone(),
        audit: claimed.audit.clone(),
    };
    let report = only
        .score(&options, progress)
        .map_err(|refusal| refusal.to_string())?;
    report_bytes(&report).map_err(|error| error.to_string())
}

fn answers(found: &Found, n_trusted: usize, why_not: Option<&String>) -> Vec<Answer> {
    let answer = |id: &str, title: &str, told: Told, message: String| Answer {
        id: id.to_owned(),
        title: title.to_owned(),
        outcome: match told {
            Told::Yes => Outcome::Pass,
            Told::No => Outcome::Fail,
            Told::NotChecked => Outcome::Unresolved,
        },
        message,
    };
    vec![
        answer(
            "signature",
            "Signature valid",
            found.signature_valid,
            signature_words(found),
        ),
        answer(
            "signer",
            "Signer trusted",
            found.signer_trusted,
            signer_words(found, n_trusted),
        ),
        answer(
            "inputs",
            "Inputs match",
            found.inputs_match,
            inputs_words(found),
        ),
        answer(
            "replay",
            "Replay identical",
            found.replay_identical,
            replay_words(found, why_not),
        ),
    ]
}

fn signature_words(found: &Found) -> String {
    let total = found.signatures.len();
    let is_good = |state| matches!(state, SignatureState::Trusted | SignatureState::Valid);
    let good = found
        .signatures
        .iter()
        .filter(|one| is_good(one.state))
        .count();
    let mut words = format!("{good} of {total} signatures fit the payload");
    for finding in &found.findings {
        words.push_str("; ");
        words.push_str(&finding.message);
        if let Some(pointer) = finding
            .pointer
            .as_ref()
            .filter(|pointer| !pointer.is_empty())
        {
            words.push_str(&format!(" at {pointer}"));
        }
    }
    words
}

fn signer_words(found: &Found, n_trusted: usize) -> String {
    if n_trusted == 0 {
        return "no public key was given; compare the fingerprint with the signer".to_owned();
    }
    let is_trusted = |state| state == SignatureState::Trusted;
    let trusted = found
        .signatures
        .iter()
        .filter(|one| is_trusted(one.state))
        .count();
    format!(
        "{trusted} of {} by a key that was given",
        found.signatures.len()
    )
}

fn inputs_words(found: &Found) -> String {
    let named: Vec<_> = found
        .inputs
        .iter()
        .filter(|one| one.state != InputState::Extra)
        .collect();
    let same = named
        .iter()
        .filter(|one| one.state == InputState::Same)
        .count();
    let mut words = format!("{same} of {}", named.len());
    for one in named {
        match one.state {
            InputState::Changed => words.push_str(&format!("; {} differs", one.name)),
            InputState::Missing => words.push_str(&format!("; {} was not given", one.name)),
            InputState::Same | InputState::Extra => {}
        }
    }
    words
}

fn replay_words(found: &Found, why_not: Option<&String>) -> String {
    match (found.replay_identical, &found.replay_difference, why_not) {
        (Told::Yes, _, _) => "scored again, byte for byte the same".to_owned(),
        (Told::No, Some(pointer), _) => format!("first difference at {pointer}"),
        (Told::No, None, _) => "scored again, with another result".to_owned(),
        (Told::NotChecked, _, Some(reason)) => reason.clone(),
        (Told::NotChecked, _, None) => "nothing was scored again".to_owned(),
    }
}

fn signature_row(one: &proofmark_report::SignatureCheck) -> SignatureRow {
    let (is_valid, is_trusted) = match one.state {
        SignatureState::Trusted => (Outcome::Pass, Outcome::Pass),
        SignatureState::Valid => (Outcome::Pass, Outcome::Unresolved),
        SignatureState::Invalid => (Outcome::Fail, Outcome::Fail),
        SignatureState::UnknownKey => (Outcome::Unresolved, Outcome::Unresolved),
    };
    let key_id = one.fingerprint.clone().unwrap_or_else(|| one.keyid.clone());
    SignatureRow {
        key_id,
        is_valid,
        is_trusted,
    }
}

fn input_row(one: &proofmark_report::InputCheck) -> InputRow {
    let outcome = match one.state {
        InputState::Same => Outcome::Pass,
        InputState::Changed => Outcome::Fail,
        InputState::Missing => Outcome::Missing,
        InputState::Extra => Outcome::Unresolved,
    };
    let expected = one.expected.clone().unwrap_or_default();
    let given = match one.state {
        InputState::Same => Some(expected.clone()),
        _ => one.found.clone(),
    };
    InputRow {
        name: one.name.clone(),
        expected,
        given,
        outcome,
    }
}
