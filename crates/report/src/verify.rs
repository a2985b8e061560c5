mod compare;
mod judgements;

use proofmark_json::{Node, first_difference, outline, parse};

use crate::archive::ArchiveParts;
use crate::format::Report;
use crate::statement::{PRINTABLE_FILE, REPORT_FILE, STATEMENT_TYPE, statement};
use crate::verification::{
    Answer, Finding, FindingKind, GivenInput, SignatureCheck, SignatureState, Verification,
};
use crate::{
    Envelope, EnvelopeSignature, Error, PublicKey, Signature, pae, read_report, read_sigstore,
    sha256_hex,
};

pub use judgements::{subject_name, verify_judgements};

use compare::{compare_inputs, compare_replay};

/// What is to be verified: the files of a signed export, or some of them.
#[derive(Clone, Debug, Default)]
pub struct Material {
    /// The files at hand.
    pub parts: ArchiveParts,
    /// Whether they came in one archive; then all must be there and agree to the byte.
    pub is_archive: bool,
    findings: Vec<Finding>,
}

impl Material {
    /// Takes what a user hands in: a signed export, a DSSE envelope or a Sigstore bundle, the last
    /// two with the report beside them. Never fails: what cannot be read becomes a finding.
    pub fn from_bytes(bytes: &[u8], report: Option<&[u8]>) -> Self {
        let body = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        if !body.trim_ascii_start().starts_with(b"{") {
            let (parts, findings) = ArchiveParts::read(bytes);
            return Self {
                parts,
                is_archive: true,
                findings,
            };
        }
        let is_bundle = outline(bytes).is_ok_and(|outline| {
            outline
                .top
                .value
                .as_object()
                .is_some_and(|object| object.get("dsseEnvelope").is_some())
        });
        let mut parts = ArchiveParts {
            report: report.map(<[u8]>::to_vec),
            ..ArchiveParts::default()
        };
        let slot = if is_bundle {
            &mut parts.sigstore
        } else {
            &mut parts.dsse
        };
        *slot = Some(bytes.to_vec());
        Self {
            parts,
            is_archive: false,
            findings: Vec::new(),
        }
    }
}

/// Verifies signatures, signers, inputs and replay, each for itself.
///
/// `trusted` are the keys that the verifier has from elsewhere, `inputs` the files at hand,
/// `replay` the report's bytes from scoring them again.
///
/// **Steps**: read keys and envelopes; check every signature over the exact payload bytes; only
/// then read the payload and hold the report, the page and the report's own contents against it;
/// then inputs and replay.
pub fn verify(
    material: &Material,
    trusted: &[PublicKey],
    inputs: Option<&[GivenInput]>,
    replay: Option<&[u8]>,
) -> Verification {
    let mut check = Check {
        material,
        trusted,
        findings: material.findings.clone(),
    };
    let enclosed = check.enclosed_keys();
    let envelope = check.envelope(&enclosed);
    let mut signatures = Vec::new();
    if let Some(envelope) = &envelope {
        signatures = check.signatures(envelope, &enclosed);
    }
    let report = check.report();
    let is_covered = match (&envelope, &material.parts.report) {
        (Some(envelope), Some(bytes)) => check.statement(&envelope.payload, bytes, report.as_ref()),
        (None, _) => Some(false),
        (Some(_), None) => None,
    };
    let signature_valid = match is_covered {
        Some(false) => Answer::No,
        _ if check.is_altered() => Answer::No,
        Some(true) => valid(&signatures),
        None => match valid(&signatures) {
            Answer::Yes => Answer::NotChecked,
            answer => answer,
        },
    };
    let signer_trusted = is_trusted(trusted, &signatures);
    let recorded = report.as_ref().map(|report| report.inputs.as_slice());
    let (inputs_match, input_checks) = compare_inputs(recorded, inputs);
    let (replay_identical, replay_difference) =
        compare_replay(material.parts.report.as_deref(), replay);
    Verification {
        signature_valid,
        signer_trusted,
        inputs_match,
        replay_identical,
        replay_difference,
        signatures,
        inputs: input_checks,
        findings: check.findings,
    }
}

fn is_trusted(trusted: &[PublicKey], signatures: &[SignatureCheck]) -> Answer {
    let is_by_trusted = |check: &SignatureCheck| check.state == SignatureState::Trusted;
    match () {
        () if trusted.is_empty() => Answer::NotChecked,
        () if signatures.iter().any(is_by_trusted) => Answer::Yes,
        () => Answer::No,
    }
}

fn valid(signatures: &[SignatureCheck]) -> Answer {
    let any = |wanted: &[SignatureState]| signatures.iter().any(|c| wanted.contains(&c.state));
    if signatures.is_empty() || any(&[SignatureState::Invalid]) {
        Answer::No
    } else if any(&[SignatureState::Valid, SignatureState::Trusted]) {
        Answer::Yes
    } else {
        Answer::NotChecked
    }
}

struct Check<'material> {
    material: &'material Material,
    trusted: &'material [PublicKey],
    findings: Vec<Finding>,
}

impl Check<'_> {
    fn find(&mut self, kind: FindingKind, message: impl Into<String>) {
        self.findings.push(Finding::new(kind, message.into()));
    }

    fn find_at(&mut self, kind: FindingKind, pointer: &str, message: String) {
        self.findings.push(Finding {
            kind,
            pointer: Some(pointer.to_owned()),
            message,
        });
    }

    /// Whether a file of an archive, or the archive itself, is not as it was exported. A file that is
    /// missing alters none of the others; whether the report is the signed one is told by its digest,
    /// and a statement that does not agree with its report was signed so.
    fn is_altered(&self) -> bool {
        let parts = &self.material.parts;
        let is_altered = |finding: &Finding| match finding.kind {
            FindingKind::Container | FindingKind::Signature => true,
            FindingKind::Dsse => parts.dsse.is_some(),
            FindingKind::Sigstore => parts.sigstore.is_some(),
            FindingKind::PublicKey => parts.public_keys.is_some(),
            FindingKind::Printable => parts.printable.is_some(),
            FindingKind::Report | FindingKind::Statement => false,
        };
        self.material.is_archive && self.findings.iter().any(is_altered)
    }

    fn enclosed_keys(&mut self) -> Vec<PublicKey> {
        let Some(bytes) = &self.material.parts.public_keys else {
            return Vec::new();
        };
        let keys = match std::str::from_utf8(bytes) {
            Ok(pems) => PublicKey::from_pems(pems).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        match keys {
            Ok(keys) => {
                let again: String = keys.iter().map(PublicKey::to_pem).collect();
                if again.as_bytes() != bytes.as_slice() {
                    self.find(
                        FindingKind::PublicKey,
                        "the key file is not written as exported",
                    );
                }
                keys
            }
            Err(message) => {
                self.find(FindingKind::PublicKey, message);
                Vec::new()
            }
        }
    }

    /// Reads both envelopes and holds them against each other; the DSSE file leads.
    fn envelope(&mut self, enclosed: &[PublicKey]) -> Option<Envelope> {
        let parts = &self.material.parts;
        let dsse = parts.dsse.as_ref().and_then(|bytes| {
            let read = Envelope::read(bytes);
            self.envelope_read(FindingKind::Dsse, bytes, read, Envelope::to_bytes)
        });
        let bundle = parts.sigstore.as_ref().and_then(|bytes| {
            let read = read_sigstore(bytes);
            self.envelope_read(FindingKind::Sigstore, bytes, read, |(envelope, _)| {
                envelope.to_sigstore().unwrap_or_default()
            })
        });
        if let Some((bundle, hint)) = &bundle {
            if bundle.signatures.len() != 1 {
                self.find(
                    FindingKind::Sigstore,
                    "a bundle carries exactly one signature",
                );
            } else if *hint != bundle.signatures[0].keyid {
                let message = "the hint is not the signature's key id".to_owned();
                let pointer = "/verificationMaterial/publicKey/hint";
                self.find_at(FindingKind::Sigstore, pointer, message);
            }
            if let Some(dsse) = &dsse {
                let difference = if bundle.payload != dsse.payload {
                    Some(("payload", "the two envelopes carry different payloads"))
                } else if bundle.signatures.first() != dsse.signatures.first() {
                    let message = "the two envelopes carry different signatures";
                    Some(("signatures/0", message))
                } else {
                    None
                };
                if let Some((at, message)) = difference {
                    // The one whose signatures do not hold was changed.
                    let is_dsse = !self.is_sound(dsse, enclosed) && self.is_sound(bundle, enclosed);
                    let (kind, envelope) = if is_dsse {
                        (FindingKind::Dsse, "")
                    } else {
                        (FindingKind::Sigstore, "/dsseEnvelope")
                    };
                    self.find_at(kind, &format!("{envelope}/{at}"), message.to_owned());
                }
            }
        }
        dsse.or(bundle.map(|(envelope, _)| envelope))
    }

    /// Whether each signature holds under the key that it names.
    fn is_sound(&self, envelope: &Envelope, enclosed: &[PublicKey]) -> bool {
        let message = pae(&envelope.payload);
        envelope.signatures.iter().all(|signature| {
            let Ok(parsed) = Signature::from_der(&signature.sig) else {
                return false;
            };
            let mut keys = self.trusted.iter().chain(enclosed);
            keys.any(|key| key.keyid() == signature.keyid && key.verify(&message, &parsed))
        })
    }

    fn envelope_read<T>(
        &mut self,
        kind: FindingKind,
        bytes: &[u8],
        read: Result<T, Error>,
        write: impl Fn(&T) -> Vec<u8>,
    ) -> Option<T> {
        match read {
            Ok(envelope) => {
                // Outside an archive other tools may have written the file in their own way.
                if self.material.is_archive && write(&envelope) != bytes {
                    self.find(kind, "the envelope is not written as exported");
                }
                Some(envelope)
            }
            Err(error) => {
                self.find(kind, error.to_string());
                None
            }
        }
    }

    fn signatures(&mut self, envelope: &Envelope, enclosed: &[PublicKey]) -> Vec<SignatureCheck> {
        let message = pae(&envelope.payload);
        let mut checks: Vec<SignatureCheck> = Vec::new();
        for (index, signature) in envelope.signatures.iter().enumerate() {
            let pointer = format!("/signatures/{index}");
            let check = self.signature(&message, signature, enclosed, &pointer);
            if check.fingerprint.is_some()
                && checks
                    .iter()
                    .any(|earlier| earlier.fingerprint == check.fingerprint)
            {
                let message = "a second signature by the same key".to_owned();
                self.find_at(FindingKind::Signature, &pointer, message);
            }
            checks.push(check);
        }
        if self.material.is_archive {
            let ids = envelope
                .signatures
                .iter()
                .map(|signature| signature.keyid.as_str());
            if !ids.eq(enclosed.iter().map(PublicKey::keyid)) {
                self.find(
                    FindingKind::PublicKey,
                    "the enclosed keys are not those that the signatures name",
                );
            }
        }
        checks
    }

    /// A key id is a hint that nobody signed: every key at hand is tried.
    fn signature(
        &mut self,
        message: &[u8],
        signature: &EnvelopeSignature,
        enclosed: &[PublicKey],
        pointer: &str,
    ) -> SignatureCheck {
        let keyid = signature.keyid.clone();
        let parsed = match Signature::from_der(&signature.sig) {
            Ok(parsed) => parsed,
            Err(error) => {
                self.find_at(FindingKind::Signature, pointer, error.to_string());
                return SignatureCheck {
                    keyid,
                    state: SignatureState::Invalid,
                    fingerprint: None,
                };
            }
        };
        let holds = |key: &&PublicKey| key.verify(message, &parsed);
        let trusted = self.trusted.iter().find(holds);
        if let Some(key) = trusted.or_else(|| enclosed.iter().find(holds)) {
            if !keyid.is_empty() && keyid != key.keyid() {
                let message = "the key id is not that of the key that signed".to_owned();
                self.find_at(FindingKind::Signature, &format!("{pointer}/keyid"), message);
            }
            let state = if trusted.is_some() {
                SignatureState::Trusted
            } else {
                SignatureState::Valid
            };
            return SignatureCheck {
                keyid,
                state,
                fingerprint: Some(key.fingerprint()),
            };
        }
        let is_known = self
            .trusted
            .iter()
            .chain(enclosed)
            .any(|key| key.keyid() == keyid);
        // Without a key id the signature may be by anyone; only one key at hand decides nothing.
        let state = if is_known {
            SignatureState::Invalid
        } else {
            SignatureState::UnknownKey
        };
        if is_known {
            let message = "the signature does not hold for the payload".to_owned();
            self.find_at(FindingKind::Signature, pointer, message);
        }
        SignatureCheck {
            keyid,
            state,
            fingerprint: None,
        }
    }

    fn report(&mut self) -> Option<Report> {
        let bytes = self.material.parts.report.as_ref()?;
        match read_report(bytes) {
            Ok(report) => Some(report),
            Err(error) => {
                self.find(FindingKind::Report, error.to_string());
                None
            }
        }
    }

    fn statement_node(&mut self, payload: &[u8]) -> Option<Node> {
        let node = match parse(payload) {
            Ok(node) => node,
            Err(error) => {
                self.find(FindingKind::Statement, error.to_string());
                return None;
            }
        };
        let kind = proofmark_json::lookup(&node, "/_type").and_then(|node| node.value.as_str());
        if !node.duplicates().is_empty() || kind != Some(STATEMENT_TYPE) {
            self.find(
                FindingKind::Statement,
                "the payload is no in-toto statement (v1)",
            );
            return None;
        }
        Some(node)
    }

    /// Returns whether the payload is a statement about exactly these report bytes.
    fn statement(&mut self, payload: &[u8], bytes: &[u8], report: Option<&Report>) -> Option<bool> {
        let Some(node) = self.statement_node(payload) else {
            return Some(false);
        };
        let text = |pointer: &str| {
            proofmark_json::lookup(&node, pointer)
                .and_then(|node| node.value.as_str())
                .unwrap_or_default()
        };
        if text("/subject/0/digest/sha256") != sha256_hex(bytes) {
            let message = format!("{REPORT_FILE} is not the report that was signed");
            self.find(FindingKind::Report, message);
            return Some(false);
        }
        let page = "/subject/0/annotations/attachments/0";
        let page_sha256 = text(&format!("{page}/digest/sha256"));
        let printable = self.material.parts.printable.as_deref().map(sha256_hex);
        if printable
            .as_ref()
            .is_some_and(|printable| printable != page_sha256)
        {
            let message = format!("{PRINTABLE_FILE} is not the page that was signed");
            self.find(FindingKind::Printable, message);
        }
        // The statement must say of the report what the report says itself.
        if let Some(report) = report {
            let attached = (!page_sha256.is_empty()).then(|| page_sha256.to_owned());
            let expected = proofmark_json::to_canonical(&statement(report, bytes, attached));
            let expected = expected.unwrap_or_default();
            if expected != payload {
                let difference = parse(&expected)
                    .ok()
                    .and_then(|e| first_difference(&e, &node));
                let message = "the statement does not say what the report says".to_owned();
                let pointer = difference.unwrap_or_default();
                self.find_at(FindingKind::Statement, &pointer, message);
            }
        }
        Some(true)
    }
}
