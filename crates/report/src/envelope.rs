use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use proofmark_json::{read, to_canonical};
use serde::{Deserialize, Serialize};

use crate::{Error, PublicKey, Signature};

/// Payload type of an in-toto statement.
pub(crate) const PAYLOAD_TYPE: &str = "application/vnd.in-toto+json";
/// Media type of a Sigstore bundle, version 0.3.
pub(crate) const BUNDLE_TYPE: &str = "application/vnd.dev.sigstore.bundle.v0.3+json";

const DSSE: &str = "DSSE envelope";
const SIGSTORE: &str = "Sigstore bundle";

/// Returns the bytes that are signed for a payload: DSSE's pre-authentication encoding.
///
/// It binds the payload's type and both lengths, so that no other split of the same bytes, and no
/// file of another type, carries the same signature.
pub fn pae(payload: &[u8]) -> Vec<u8> {
    let head = format!(
        "DSSEv1 {} {PAYLOAD_TYPE} {} ",
        PAYLOAD_TYPE.len(),
        payload.len()
    );
    [head.as_bytes(), payload].concat()
}

/// A payload with its signatures (DSSE v1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// The in-toto statement's bytes.
    pub payload: Vec<u8>,
    /// The signatures, in the order they were added.
    pub signatures: Vec<EnvelopeSignature>,
}

/// A signature as an envelope carries it; neither part is trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnvelopeSignature {
    /// Id of the key, as written; empty when left out.
    pub keyid: String,
    /// The signature's bytes, normally DER.
    pub sig: Vec<u8>,
}

/// A DSSE envelope as a file.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct WireEnvelope {
    /// The in-toto statement, base64.
    payload: String,
    /// `application/vnd.in-toto+json`.
    #[serde(rename = "payloadType")]
    payload_type: String,
    /// One for each signer, in the order in which they signed.
    signatures: Vec<WireSignature>,
}

/// A signature over the pre-authentication encoding of payload type and payload.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WireSignature {
    /// Id of the key, as securesystemslib computes it.
    #[serde(default)]
    keyid: String,
    /// ECDSA P-256 in DER, base64.
    sig: String,
}

/// A Sigstore bundle as a file.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct WireBundle {
    /// `application/vnd.dev.sigstore.bundle.v0.3+json`.
    media_type: String,
    /// What says by which key the signature was made.
    verification_material: WireMaterial,
    /// The envelope, with one signature.
    dsse_envelope: WireEnvelope,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct WireMaterial {
    /// The key.
    public_key: WireKey,
    /// Always empty: nothing is published.
    #[serde(default)]
    tlog_entries: Vec<()>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WireKey {
    /// Id of the key that signed.
    hint: String,
}

impl Envelope {
    /// Makes an envelope of a payload and its signatures, which may come from elsewhere (WebCrypto
    /// gives [`Signature::from_raw`]).
    ///
    /// # Errors
    /// [`Error::NoSignature`]; [`Error::SignatureWrong`] when one does not hold;
    /// [`Error::SignedTwice`] when two are by one key.
    pub fn assemble(
        payload: Vec<u8>,
        signatures: &[(PublicKey, Signature)],
    ) -> Result<Self, Error> {
        if signatures.is_empty() {
            return Err(Error::NoSignature);
        }
        let mut envelope = Self {
            payload,
            signatures: Vec::new(),
        };
        for (key, signature) in signatures {
            envelope.add(key, signature)?;
        }
        Ok(envelope)
    }

    /// Adds a signature over the same payload.
    ///
    /// # Errors
    /// [`Error::SignatureWrong`] and [`Error::SignedTwice`]; the envelope stays as it was.
    pub fn add(&mut self, key: &PublicKey, signature: &Signature) -> Result<(), Error> {
        let keyid = key.keyid();
        if !key.verify(&pae(&self.payload), signature) {
            return Err(Error::SignatureWrong { keyid });
        }
        if self.signatures.iter().any(|present| present.keyid == keyid) {
            return Err(Error::SignedTwice { keyid });
        }
        self.signatures.push(EnvelopeSignature {
            keyid,
            sig: signature.to_der(),
        });
        Ok(())
    }

    /// Returns the bytes that a further signer signs.
    pub fn pae(&self) -> Vec<u8> {
        pae(&self.payload)
    }

    /// Writes the envelope as canonical JSON, `report.dsse.json`.
    pub fn to_bytes(&self) -> Vec<u8> {
        canonical(&self.wire(&self.signatures))
    }

    /// Writes a Sigstore bundle v0.3, `report.sigstore.json`. A bundle carries one signature: the
    /// first one here.
    ///
    /// # Errors
    /// [`Error::NoSignature`].
    pub fn to_sigstore(&self) -> Result<Vec<u8>, Error> {
        let signature = self.signatures.first().ok_or(Error::NoSignature)?;
        Ok(canonical(&WireBundle {
            media_type: BUNDLE_TYPE.to_owned(),
            verification_material: WireMaterial {
                public_key: WireKey {
                    hint: signature.keyid.clone(),
                },
                tlog_entries: Vec::new(),
            },
            dsse_envelope: self.wire(std::slice::from_ref(signature)),
        }))
    }

    /// Reads a DSSE envelope. Unknown keys are left out, as DSSE asks.
    ///
    /// # Errors
    /// [`Error::Read`], [`Error::Base64`], [`Error::OtherFormat`] for another payload type,
    /// [`Error::NoSignature`].
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let wire = read(bytes).map_err(|source| Error::Read { file: DSSE, source })?;
        Self::from_wire(wire, DSSE, "")
    }

    fn wire(&self, signatures: &[EnvelopeSignature]) -> WireEnvelope {
        let signatures = signatures.iter().map(|signature| WireSignature {
            keyid: signature.keyid.clone(),
            sig: STANDARD.encode(&signature.sig),
        });
        WireEnvelope {
            payload: STANDARD.encode(&self.payload),
            payload_type: PAYLOAD_TYPE.to_owned(),
            signatures: signatures.collect(),
        }
    }

    fn from_wire(wire: WireEnvelope, file: &'static str, at: &str) -> Result<Self, Error> {
        if wire.payload_type != PAYLOAD_TYPE {
            let found = Some(wire.payload_type);
            return Err(Error::OtherFormat {
                expected: PAYLOAD_TYPE,
                found,
            });
        }
        if wire.signatures.is_empty() {
            return Err(Error::NoSignature);
        }
        let decode = |text: &str, pointer: String| {
            STANDARD
                .decode(text)
                .map_err(|_| Error::Base64 { file, pointer })
        };
        let payload = decode(&wire.payload, format!("{at}/payload"))?;
        let signatures = wire
            .signatures
            .into_iter()
            .enumerate()
            .map(|(index, signature)| {
                let sig = decode(&signature.sig, format!("{at}/signatures/{index}/sig"))?;
                Ok(EnvelopeSignature {
                    keyid: signature.keyid,
                    sig,
                })
            });
        Ok(Self {
            payload,
            signatures: signatures.collect::<Result<_, Error>>()?,
        })
    }
}

/// Reads a Sigstore bundle that holds a DSSE envelope and a public-key hint, and returns both.
///
/// # Errors
/// As [`Envelope::read`], and for a bundle of another media type.
pub fn read_sigstore(bytes: &[u8]) -> Result<(Envelope, String), Error> {
    let wire: WireBundle = read(bytes).map_err(|source| Error::Read {
        file: SIGSTORE,
        source,
    })?;
    if wire.media_type != BUNDLE_TYPE {
        return Err(Error::OtherFormat {
            expected: BUNDLE_TYPE,
            found: Some(wire.media_type),
        });
    }
    let envelope = Envelope::from_wire(wire.dsse_envelope, SIGSTORE, "/dsseEnvelope")?;
    Ok((envelope, wire.verification_material.public_key.hint))
}

fn canonical<T: Serialize>(value: &T) -> Vec<u8> {
    to_canonical(value).expect("an envelope holds nothing but strings")
}
