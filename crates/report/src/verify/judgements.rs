use proofmark_json::parse;

use super::compare::compare_inputs;
use super::{Check, Material, is_trusted, valid};
use crate::format::Input;
use crate::statement::{Judgements, prepare_judgements};
use crate::verification::{Answer, FindingKind, GivenInput, InputState, Verification};
use crate::{Envelope, PublicKey, read_sigstore, sha256_hex};

/// Verifies a lone envelope over a file of judgements that lies beside it. There is nothing to replay.
///
/// Of `judgements`, everything but its inputs is what the file at hand says; the inputs are those that
/// the statement records, and `inputs` the files that are held against them.
pub fn verify_judgements(
    envelope: &[u8],
    judgements: &Judgements,
    trusted: &[PublicKey],
    inputs: Option<&[GivenInput]>,
) -> Verification {
    let material = Material::from_bytes(envelope, None);
    let mut check = Check {
        material: &material,
        trusted,
        findings: material.findings.clone(),
    };
    let envelope = check.envelope(&[]);
    let mut signatures = Vec::new();
    let mut recorded = None;
    let mut signature_valid = Answer::No;
    if let Some(envelope) = &envelope {
        signatures = check.signatures(envelope, &[]);
        recorded = check.judgements(&envelope.payload, judgements);
        if recorded.is_some() {
            signature_valid = valid(&signatures);
        }
    }
    let (mut inputs_match, input_checks) = compare_inputs(recorded.as_deref(), inputs);
    // A batch or a list of pages that was not signed is not what was judged; and where none was signed, none
    // that is given can be said to be it.
    if input_checks
        .iter()
        .any(|one| one.state == InputState::Extra)
    {
        inputs_match = Answer::No;
    }
    Verification {
        signature_valid,
        signer_trusted: is_trusted(trusted, &signatures),
        inputs_match,
        replay_identical: Answer::NotChecked,
        replay_difference: None,
        signatures,
        inputs: input_checks,
        findings: check.findings,
    }
}

/// Name of the file that an envelope or a bundle is about, as its payload says, before anything is
/// checked; `None` where there is no such name, or one that leads out of a folder.
pub fn subject_name(envelope: &[u8]) -> Option<String> {
    let parts = Material::from_bytes(envelope, None).parts;
    let read = match (&parts.dsse, &parts.sigstore) {
        (Some(bytes), _) => Envelope::read(bytes).ok(),
        (None, Some(bytes)) => read_sigstore(bytes).ok().map(|(envelope, _)| envelope),
        (None, None) => None,
    }?;
    let node = parse(&read.payload).ok()?;
    let name = proofmark_json::lookup(&node, "/subject/0/name")?
        .value
        .as_str()?;
    let is_plain = !name.is_empty() && !name.contains(['/', '\\']) && name != ".." && name != ".";
    is_plain.then(|| name.to_owned())
}

impl Check<'_> {
    /// Returns the inputs that a statement about exactly this file records; `None` when it is about
    /// another or is none.
    fn judgements(&mut self, payload: &[u8], judgements: &Judgements) -> Option<Vec<Input>> {
        let node = self.statement_node(payload)?;
        let text = |pointer: &str| {
            proofmark_json::lookup(&node, pointer)
                .and_then(|node| node.value.as_str())
                .unwrap_or_default()
        };
        if text("/subject/0/digest/sha256") != sha256_hex(&judgements.bytes) {
            let message = format!("{} is not the file that was signed", judgements.name);
            self.find(FindingKind::Report, message);
            return None;
        }
        let mut inputs = Vec::new();
        for index in 0.. {
            let at = format!("/predicate/configuration/{index}");
            if proofmark_json::lookup(&node, &at).is_none() {
                break;
            }
            inputs.push(Input {
                kind: text(&format!("{at}/annotations/kind")).to_owned(),
                name: text(&format!("{at}/name")).to_owned(),
                sha256: text(&format!("{at}/digest/sha256")).to_owned(),
                size: 0,
            });
        }
        let said = Judgements {
            inputs: inputs.clone(),
            ..judgements.clone()
        };
        let expected = prepare_judgements(&said).map(|prepared| prepared.payload);
        if expected.as_deref() != Ok(payload) {
            let message = format!("the statement does not say what {} says", judgements.name);
            self.find(FindingKind::Statement, message);
        }
        Some(inputs)
    }
}
