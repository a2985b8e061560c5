//! Signing the last report, and the files made of it.

use proofmark_engine::Session;
use proofmark_report::{
    Envelope, Prepared as ReportPrepared, PrivateKey, PublicKey, Signature as ReportSignature,
    write_archive,
};

use super::messages::{Export, KeyInfo, MadeFile, Prepared, Response, SealedInfo, Signature};
use super::scored::Scored;

/// The key that was imported and the signatures so far.
#[derive(Default)]
pub(super) struct Signing {
    imported: Option<PrivateKey>,
    prepared: Option<ReportPrepared>,
    printable: Vec<u8>,
    envelope: Option<Envelope>,
    keys: Vec<PublicKey>,
}

type Answer = Result<Response, String>;

/// The printable page of a report, and the statement that covers both.
pub(super) struct Made {
    pub(super) printable: Vec<u8>,
    pub(super) prepared: ReportPrepared,
}

impl Signing {
    /// A new report is here: signatures over the old one say nothing about it.
    pub(super) fn forget_report(&mut self) {
        self.prepared = None;
        self.printable = Vec::new();
        self.envelope = None;
        self.keys = Vec::new();
    }

    pub(super) fn import(&mut self, pem: &str, passphrase: Option<&str>) -> Answer {
        let key = PrivateKey::from_pem(pem, passphrase).map_err(|error| error.to_string())?;
        let info = key_info(&key.public());
        self.imported = Some(key);
        Ok(Response::Key(info))
    }

    pub(super) fn name(public_der: &[u8]) -> Answer {
        let key = PublicKey::from_spki_der(public_der).map_err(|error| error.to_string())?;
        Ok(Response::Key(key_info(&key)))
    }

    pub(super) fn is_prepared(&self) -> bool {
        self.prepared.is_some()
    }

    /// Takes the statement of the report, with the printable page that it covers.
    pub(super) fn take(&mut self, made: Made) {
        self.prepared = Some(made.prepared);
        self.printable = made.printable;
    }

    /// What a person is told of the statement before it is signed.
    pub(super) fn tell(&self, scored: &Scored) -> Answer {
        let prepared = self.prepared()?;
        let count = |verdict: &str| {
            let attempts = scored.report.attempts.iter();
            attempts
                .filter(|attempt| attempt.verdict == verdict)
                .count() as u64
        };
        Ok(Response::Prepared(Box::new(Prepared {
            signed_bytes: prepared.pae.clone(),
            result: prepared.result.to_owned(),
            n_passed: count("pass"),
            n_warned: count("unresolved"),
            n_failed: count("fail"),
        })))
    }

    pub(super) fn seal(&mut self, signatures: &[Signature]) -> Answer {
        let mut pairs = Vec::with_capacity(signatures.len());
        for one in signatures {
            let key =
                PublicKey::from_spki_der(&one.public_key).map_err(|error| error.to_string())?;
            let signature =
                ReportSignature::from_raw(&one.r_s).map_err(|error| error.to_string())?;
            pairs.push((key, signature));
        }
        self.add(pairs)
    }

    pub(super) fn sign_with_imported(&mut self) -> Answer {
        let pae = self.prepared()?.pae.clone();
        let key = self.imported.as_ref().ok_or("no key was imported")?;
        let pair = (key.public(), key.sign(&pae));
        self.add(vec![pair])
    }

    fn add(&mut self, pairs: Vec<(PublicKey, ReportSignature)>) -> Answer {
        let payload = self.prepared()?.payload.clone();
        for (key, signature) in pairs {
            match &mut self.envelope {
                Some(envelope) => envelope.add(&key, &signature),
                None => Envelope::assemble(payload.clone(), &[(key.clone(), signature)])
                    .map(|envelope| self.envelope = Some(envelope)),
            }
            .map_err(|error| error.to_string())?;
            self.keys.push(key);
        }
        Ok(Response::Sealed(SealedInfo {
            key_ids: self.keys.iter().map(PublicKey::keyid).collect(),
        }))
    }

    pub(super) fn export(&mut self, session: &Session, scored: &Scored, kind: Export) -> Answer {
        let unsigned = "sign the report first";
        let text = |error: proofmark_report::Error| error.to_string();
        let (name, media_type, bytes) = match kind {
            Export::Report => ("report.json", "application/json", scored.bytes.clone()),
            Export::Envelope => {
                let envelope = self.envelope.as_ref().ok_or(unsigned)?;
                ("report.dsse.json", "application/json", envelope.to_bytes())
            }
            Export::Bundle => {
                let envelope = self.envelope.as_ref().ok_or(unsigned)?;
                (
                    "report.sigstore.json",
                    "application/json",
                    envelope.to_sigstore().map_err(text)?,
                )
            }
            Export::Archive => {
                let envelope = self.envelope.as_ref().ok_or(unsigned)?;
                let bytes = write_archive(&scored.bytes, envelope, &self.keys, &self.printable)
                    .map_err(text)?;
                ("signed-report.zip", "application/zip", bytes)
            }
            Export::Printable => {
                self.prepared()?;
                ("report.html", "text/html", self.printable.clone())
            }
            other => super::exports::make(session, scored, other)?,
        };
        Ok(Response::File(MadeFile {
            name: name.to_owned(),
            media_type: media_type.to_owned(),
            bytes: js_sys::Uint8Array::from(bytes.as_slice()),
        }))
    }

    fn prepared(&self) -> Result<&ReportPrepared, String> {
        self.prepared
            .as_ref()
            .ok_or_else(|| "nothing is scored that could be signed".to_owned())
    }
}

fn key_info(key: &PublicKey) -> KeyInfo {
    KeyInfo {
        key_id: key.fingerprint(),
        public_pem: key.to_pem(),
    }
}
