//! `proofmark key`.

use std::path::{Path, PathBuf};

use proofmark_report::{Error, PrivateKey, PublicKey};
use serde_json::json;

use crate::args::{KeyNew, KeyPublic};
use crate::failure::Failure;
use crate::{inputs, outputs, print};

/// Makes a key pair. Neither file may be there already: a lost key cannot be made again.
pub(crate) fn new(args: &KeyNew, as_json: bool) -> Result<bool, Failure> {
    let public_path = public_path(&args.out);
    for path in [&args.out, &public_path] {
        if path.exists() {
            return Err(Failure::file(path, "is there already; choose another name"));
        }
    }
    let key = draw()?;
    let pem = match inputs::secret(args.passphrase.passphrase_file.as_deref())? {
        Some(passphrase) => key.to_encrypted_pem(&passphrase, &random::<16>()?, &random::<16>()?),
        None => key.to_pem(),
    }
    .map_err(|error| Failure::internal(error.to_string()))?;
    outputs::create(&args.out, pem.as_bytes(), true)?;
    if let Err(failure) = outputs::create(&public_path, key.public().to_pem().as_bytes(), false) {
        // Nobody has used the half that was written, and alone it would stand in the way of the next try.
        let _ = std::fs::remove_file(&args.out);
        return Err(failure);
    }
    if as_json {
        print::json(&json!({
            "private_key": args.out.display().to_string(),
            "public_key": public_path.display().to_string(),
            "keyid": key.public().keyid(),
            "fingerprint": key.public().fingerprint(),
        }))?;
    } else {
        print::line(format!("private key  {}", args.out.display()))?;
        print::line(format!("public key   {}", public_path.display()))?;
        // Signatures carry the key's id; people compare the fingerprint.
        print::line(format!("key id       {}", key.public().keyid()))?;
        print::line(format!("fingerprint  {}", key.public().fingerprint()))?;
    }
    Ok(true)
}

/// Prints the public half of a key.
pub(crate) fn public(args: &KeyPublic, as_json: bool) -> Result<bool, Failure> {
    let key = read_private(&args.key, args.passphrase.passphrase_file.as_deref())?;
    if as_json {
        print::json(&json!({
            "pem": key.public().to_pem(),
            "keyid": key.public().keyid(),
            "fingerprint": key.public().fingerprint(),
        }))?;
    } else {
        print::line(key.public().to_pem().trim_end())?;
    }
    Ok(true)
}

/// Reads a private key.
pub(crate) fn read_private(
    path: &Path,
    passphrase_file: Option<&Path>,
) -> Result<PrivateKey, Failure> {
    let passphrase = inputs::secret(passphrase_file)?;
    let pem = text(path)?;
    PrivateKey::from_pem(&pem, passphrase.as_deref()).map_err(|error| {
        let option = match error {
            Error::PassphraseNeeded => "; give it with --passphrase-file FILE",
            Error::WrongPassphrase => "; give the right one with --passphrase-file FILE",
            _ if pem.contains("PUBLIC KEY-----") => {
                "; this is the public half, give the private one"
            }
            _ => "",
        };
        Failure::file(path, format!("{error}{option}"))
    })
}

/// Reads public keys, one or several to a file.
pub(crate) fn read_public(path: &Path) -> Result<Vec<PublicKey>, Failure> {
    let pems = text(path)?;
    PublicKey::from_pems(&pems).map_err(|error| {
        let remedy = if pems.contains("PRIVATE KEY-----") {
            "; this is the private half, give the public one (`proofmark key public` prints it)"
        } else {
            ""
        };
        Failure::file(path, format!("{error}{remedy}"))
    })
}

fn text(path: &Path) -> Result<String, Failure> {
    String::from_utf8(inputs::read(path)?)
        .map_err(|_| Failure::file(path, "holds no text; expected PEM"))
}

fn draw() -> Result<PrivateKey, Failure> {
    // A draw is refused about once in 2^32 times; three in a row mean a broken source.
    for _ in 0..3 {
        if let Ok(key) = PrivateKey::from_random(&random::<32>()?) {
            return Ok(key);
        }
    }
    Err(Failure::internal(
        "the system's random source gives no usable key",
    ))
}

fn random<const N: usize>() -> Result<[u8; N], Failure> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| {
        Failure::internal(format!("the system's random source failed: {error}"))
    })?;
    Ok(bytes)
}

/// `auditor.pem` → `auditor.pub.pem`.
fn public_path(private: &Path) -> PathBuf {
    private.with_extension("pub.pem")
}
