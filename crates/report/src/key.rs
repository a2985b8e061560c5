use std::fmt;

use p256::SecretKey;
use p256::ecdsa::signature::{Signer as _, Verifier as _};
use p256::ecdsa::{SigningKey, VerifyingKey};
use pkcs8::der::zeroize::Zeroizing;
use pkcs8::der::{Decode as _, Encode as _, pem::PemLabel as _};
use pkcs8::pkcs5::EncryptionScheme;
use pkcs8::pkcs5::pbes2::{Kdf, Parameters};
use pkcs8::{
    DecodePrivateKey as _, DecodePublicKey as _, EncodePrivateKey as _, EncodePublicKey as _,
    EncryptedPrivateKeyInfoRef, LineEnding, PrivateKeyInfoRef, SecretDocument,
};
use proofmark_json::to_canonical;

use crate::{Error, sha256_hex};

const PUBLIC_LABEL: &str = "PUBLIC KEY";

/// Rounds of PBKDF2-HMAC-SHA256 for a key that we encrypt: OWASP's figure of 2023.
const PBKDF2_ROUNDS: u32 = 600_000;
/// Rounds above which a key is refused: opening it would take minutes in a browser.
const MAX_PBKDF2_ROUNDS: u32 = 20_000_000;
/// Memory of scrypt (128 · N · r bytes) above which a key is refused.
const MAX_SCRYPT_BYTES: u64 = 512 << 20;
/// Most parallel runs of scrypt, which multiply the time.
const MAX_SCRYPT_RUNS: u16 = 16;

/// A private key of ECDSA on P-256. It is wiped from memory when dropped and never printed.
#[derive(Clone)]
pub struct PrivateKey(SecretKey);

impl fmt::Debug for PrivateKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "PrivateKey({})", self.public().keyid())
    }
}

impl PrivateKey {
    /// Makes a key of 32 bytes that the caller drew from a secure random source.
    ///
    /// # Errors
    /// [`Error::DrawAgain`] when the bytes are zero or not below the order of the curve.
    pub fn from_random(bytes: &[u8; 32]) -> Result<Self, Error> {
        SecretKey::from_slice(bytes)
            .map(Self)
            .map_err(|_| Error::DrawAgain)
    }

    /// Reads a PKCS#8 PEM, plain or encrypted (PBES2 with PBKDF2-SHA-2 or scrypt, AES).
    ///
    /// A passphrase that is given for a plain key is not used.
    ///
    /// # Errors
    /// [`Error::PassphraseNeeded`] and [`Error::WrongPassphrase`]; [`Error::Pem`] for anything but
    /// PKCS#8; [`Error::Encryption`] and [`Error::Key`] for what is not supported.
    pub fn from_pem(pem: &str, passphrase: Option<&str>) -> Result<Self, Error> {
        const EXPECTED: &str = "a private key in PKCS#8 PEM";
        let pem = pem.strip_prefix('\u{FEFF}').unwrap_or(pem).trim();
        let (label, document) = SecretDocument::from_pem(pem).map_err(|error| Error::Pem {
            expected: EXPECTED,
            found: no_pem(pem, &error),
        })?;
        if label == PrivateKeyInfoRef::PEM_LABEL {
            return from_der(document.as_bytes());
        }
        if label != EncryptedPrivateKeyInfoRef::PEM_LABEL {
            let hint = if label == "EC PRIVATE KEY" {
                " (`openssl pkcs8 -topk8 -nocrypt` converts it)"
            } else {
                ""
            };
            return Err(Error::Pem {
                expected: EXPECTED,
                found: format!("{label}{hint}"),
            });
        }
        let encrypted =
            EncryptedPrivateKeyInfoRef::from_der(document.as_bytes()).map_err(|error| {
                Error::Encryption {
                    reason: error.to_string(),
                }
            })?;
        check_cost(&encrypted.encryption_algorithm)?;
        let passphrase = passphrase.ok_or(Error::PassphraseNeeded)?;
        let plain = encrypted.decrypt(passphrase).map_err(|error| match error {
            pkcs8::Error::EncryptedPrivateKey(
                pkcs8::pkcs5::Error::UnsupportedAlgorithm { .. }
                | pkcs8::pkcs5::Error::AlgorithmParametersInvalid { .. }
                | pkcs8::pkcs5::Error::NoPbes1CryptSupport,
            ) => Error::Encryption {
                reason: error.to_string(),
            },
            _ => Error::WrongPassphrase,
        })?;
        // A wrong passphrase passes the padding check once in about 256 tries and leaves noise.
        if PrivateKeyInfoRef::from_der(plain.as_bytes()).is_err() {
            return Err(Error::WrongPassphrase);
        }
        from_der(plain.as_bytes())
    }

    /// Returns the key as PKCS#8 PEM, not encrypted.
    ///
    /// # Errors
    /// [`Error::Key`] when it cannot be encoded.
    pub fn to_pem(&self) -> Result<Zeroizing<String>, Error> {
        self.0
            .to_pkcs8_pem(LineEnding::LF)
            .map_err(|error| key_error(&error))
    }

    /// Returns the key as encrypted PKCS#8 PEM (PBES2: PBKDF2-HMAC-SHA256, AES-256-CBC), which
    /// OpenSSL reads. `salt` and `iv` are random bytes that the caller drew for this one call.
    ///
    /// # Errors
    /// [`Error::Key`] when it cannot be encoded.
    pub fn to_encrypted_pem(
        &self,
        passphrase: &str,
        salt: &[u8; 16],
        iv: &[u8; 16],
    ) -> Result<Zeroizing<String>, Error> {
        let failed = |error: &dyn fmt::Display| Error::Key {
            reason: error.to_string(),
        };
        let plain = self.0.to_pkcs8_der().map_err(|error| key_error(&error))?;
        let parameters = Parameters::generate_pbkdf2_sha256_aes256cbc(PBKDF2_ROUNDS, salt, *iv)
            .map_err(|error| failed(&error))?;
        let data = parameters
            .encrypt(passphrase, plain.as_bytes())
            .map_err(|error| failed(&error))?;
        let info = pkcs8::EncryptedPrivateKeyInfoOwned {
            encryption_algorithm: EncryptionScheme::from(parameters),
            encrypted_data: pkcs8::der::asn1::OctetString::new(data)
                .map_err(|error| failed(&error))?,
        };
        let der = info.to_der().map_err(|error| failed(&error))?;
        let document = SecretDocument::try_from(der).map_err(|error| failed(&error))?;
        document
            .to_pem(EncryptedPrivateKeyInfoRef::PEM_LABEL, LineEnding::LF)
            .map_err(|error| failed(&error))
    }

    /// Returns the public half.
    pub fn public(&self) -> PublicKey {
        PublicKey(VerifyingKey::from(SigningKey::from(&self.0)))
    }

    /// Signs a message (hashed with SHA-256) with the nonce of RFC 6979, so that signing twice
    /// gives the same bytes.
    pub fn sign(&self, message: &[u8]) -> Signature {
        Signature(SigningKey::from(&self.0).sign(message))
    }
}

fn from_der(der: &[u8]) -> Result<PrivateKey, Error> {
    SecretKey::from_pkcs8_der(der)
        .map(PrivateKey)
        .map_err(|error| key_error(&error))
}

/// What a text is that holds no PEM that can be read.
fn no_pem(text: &str, error: &pkcs8::der::Error) -> String {
    const BEGIN: &str = "-----BEGIN ";
    let Some(at) = text.find(BEGIN) else {
        return "a text without a line -----BEGIN …-----".to_owned();
    };
    let inside = &text[at + BEGIN.len()..];
    let label = inside.split("-----").next().unwrap_or_default();
    if !inside.contains("-----END ") {
        return format!("{label} that is cut off before its line -----END …-----");
    }
    format!("{label} that is damaged ({error}); get the whole file")
}

fn key_error(error: &pkcs8::Error) -> Error {
    Error::Key {
        reason: error.to_string(),
    }
}

/// Refuses a key file that would keep the machine busy for minutes or take all its memory.
fn check_cost(scheme: &EncryptionScheme) -> Result<(), Error> {
    let refuse = |reason: String| Err(Error::Encryption { reason });
    let EncryptionScheme::Pbes2(parameters) = scheme else {
        return refuse("PBES1 is obsolete".to_owned());
    };
    match &parameters.kdf {
        Kdf::Pbkdf2(pbkdf2) if pbkdf2.iteration_count > MAX_PBKDF2_ROUNDS => {
            refuse(format!("{} rounds of PBKDF2", pbkdf2.iteration_count))
        }
        Kdf::Scrypt(scrypt) => {
            let memory = u128::from(scrypt.cost_parameter) * u128::from(scrypt.block_size) * 128;
            if memory > u128::from(MAX_SCRYPT_BYTES) || scrypt.parallelization > MAX_SCRYPT_RUNS {
                return refuse(format!("scrypt over {memory} bytes"));
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// A public key of ECDSA on P-256.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

impl PublicKey {
    /// Reads one SPKI PEM.
    ///
    /// # Errors
    /// [`Error::Pem`] when the text is no public key in PEM, [`Error::Key`] when the key is of
    /// another kind.
    pub fn from_pem(pem: &str) -> Result<Self, Error> {
        const EXPECTED: &str = "a public key in SPKI PEM";
        let pem = pem.strip_prefix('\u{FEFF}').unwrap_or(pem).trim();
        let (label, document) = pkcs8::Document::from_pem(pem).map_err(|error| Error::Pem {
            expected: EXPECTED,
            found: no_pem(pem, &error),
        })?;
        if label != PUBLIC_LABEL {
            return Err(Error::Pem {
                expected: EXPECTED,
                found: label.to_owned(),
            });
        }
        Self::from_spki_der(document.as_bytes())
    }

    /// Reads several SPKI PEMs that stand one after the other, in their order.
    ///
    /// # Errors
    /// As [`Self::from_pem`], for the first that cannot be read, and for a text without any.
    pub fn from_pems(pems: &str) -> Result<Vec<Self>, Error> {
        const END: &str = "-----END PUBLIC KEY-----";
        let pems = pems.strip_prefix('\u{FEFF}').unwrap_or(pems);
        let mut keys = Vec::new();
        let mut rest = pems;
        while let Some(end) = rest.find(END) {
            let (pem, after) = rest.split_at(end + END.len());
            keys.push(Self::from_pem(pem)?);
            rest = after;
        }
        if keys.is_empty() || !rest.trim().is_empty() {
            return Self::from_pem(rest).map(|key| vec![key]);
        }
        Ok(keys)
    }

    /// Reads the DER of a SubjectPublicKeyInfo, as WebCrypto exports it (`spki`).
    ///
    /// # Errors
    /// [`Error::Key`].
    pub fn from_spki_der(der: &[u8]) -> Result<Self, Error> {
        VerifyingKey::from_public_key_der(der)
            .map(Self)
            .map_err(|error| Error::Key {
                reason: error.to_string(),
            })
    }

    /// Returns the DER of the SubjectPublicKeyInfo, the point not compressed; 91 bytes.
    pub fn to_spki_der(&self) -> Vec<u8> {
        self.0
            .to_public_key_der()
            .expect("a P-256 point has an encoding of fixed length")
            .into_vec()
    }

    /// Returns the key as SPKI PEM, with a line feed at the end.
    pub fn to_pem(&self) -> String {
        self.0
            .to_public_key_pem(LineEnding::LF)
            .expect("a P-256 point has an encoding of fixed length")
    }

    /// Returns the key's id as `securesystemslib` computes it: SHA-256 over the canonical JSON of
    /// key type, scheme and PEM (with the line feed at its end). 64 hex digits, never empty.
    pub fn keyid(&self) -> String {
        let described = serde_json::json!({
            "keytype": "ecdsa",
            "scheme": "ecdsa-sha2-nistp256",
            "keyval": { "public": self.to_pem() },
        });
        // That library's canonical JSON (OLPC) leaves line feeds as they are; RFC 8785 does not.
        let canonical = to_canonical(&described).expect("strings have a canonical form");
        let canonical = String::from_utf8(canonical).expect("canonical JSON is UTF-8");
        sha256_hex(canonical.replace("\\n", "\n").as_bytes())
    }

    /// Returns what people compare: SHA-256 of the SubjectPublicKeyInfo's DER in lower-case hex.
    pub fn fingerprint(&self) -> String {
        sha256_hex(&self.to_spki_der())
    }

    /// Returns whether a signature holds for a message (hashed with SHA-256).
    pub fn verify(&self, message: &[u8], signature: &Signature) -> bool {
        self.0.verify(message, &signature.0).is_ok()
    }
}

/// A signature of ECDSA on P-256.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature(p256::ecdsa::Signature);

impl Signature {
    /// Reads the form that OpenSSL and Sigstore use: a DER sequence of r and s.
    ///
    /// # Errors
    /// [`Error::SignatureForm`].
    pub fn from_der(der: &[u8]) -> Result<Self, Error> {
        p256::ecdsa::Signature::from_der(der)
            .map(Self)
            .map_err(|_| Error::SignatureForm)
    }

    /// Reads the form that WebCrypto gives (IEEE P1363): r then s, 32 bytes each.
    ///
    /// # Errors
    /// [`Error::SignatureForm`].
    pub fn from_raw(raw: &[u8]) -> Result<Self, Error> {
        p256::ecdsa::Signature::from_slice(raw)
            .map(Self)
            .map_err(|_| Error::SignatureForm)
    }

    /// Returns the DER form.
    pub fn to_der(&self) -> Vec<u8> {
        self.0.to_der().as_bytes().to_vec()
    }

    /// Returns r then s, 32 bytes each.
    pub fn to_raw(&self) -> [u8; 64] {
        self.0.to_bytes().into()
    }
}
