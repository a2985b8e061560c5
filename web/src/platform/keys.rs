//! The browser's own signing key: ECDSA P-256 made by WebCrypto, its private half not extractable,
//! kept in IndexedDB for this origin.

use std::rc::Rc;

use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::JsFuture;
use web_sys::{CryptoKey, CryptoKeyPair, SubtleCrypto};

use super::database::{self, Store};
use super::error_text;

const SLOT: &str = "signing";

/// A key pair of this browser. Two are equal when they are the same objects.
#[derive(Clone, Debug)]
pub(crate) struct BrowserKey {
    pair: Rc<CryptoKeyPair>,
    /// SubjectPublicKeyInfo, DER.
    pub(crate) public_der: Rc<[u8]>,
}

impl PartialEq for BrowserKey {
    fn eq(&self, other: &Self) -> bool {
        self.public_der == other.public_der
    }
}

/// The key kept for this browser, if there is one.
pub(crate) async fn load_key() -> Result<Option<BrowserKey>, String> {
    match database::get(Store::Keys, SLOT).await? {
        Some(pair) => Ok(Some(with_public_half(pair.unchecked_into()).await?)),
        None => Ok(None),
    }
}

/// Makes a key and keeps it. The private half never leaves the browser's key store.
pub(crate) async fn make_key() -> Result<BrowserKey, String> {
    let uses = Array::of2(&"sign".into(), &"verify".into());
    let made = subtle()?
        .generate_key_with_object(&curve()?, false, &uses)
        .map_err(|thrown| error_text(&thrown))?;
    let made = JsFuture::from(made)
        .await
        .map_err(|thrown| error_text(&thrown))?;
    let pair: CryptoKeyPair = made.unchecked_into();
    database::put(Store::Keys, &[(SLOT.to_owned(), pair.clone().into())]).await?;
    with_public_half(pair).await
}

/// Deletes the kept key.
pub(crate) async fn forget_key() -> Result<(), String> {
    database::delete(Store::Keys, SLOT).await
}

/// Signs: ECDSA with SHA-256; r and s, 32 bytes each.
pub(crate) async fn sign_with(key: &BrowserKey, bytes: &[u8]) -> Result<Vec<u8>, String> {
    let algorithm = Object::new();
    set(&algorithm, "name", "ECDSA")?;
    set(&algorithm, "hash", "SHA-256")?;
    let private = half(&key.pair, "privateKey")?;
    let bytes = Uint8Array::from(bytes);
    let signed = subtle()?
        .sign_with_object_and_js_u8_array(&algorithm, &private, &bytes)
        .map_err(|thrown| error_text(&thrown))?;
    let signed = JsFuture::from(signed)
        .await
        .map_err(|thrown| error_text(&thrown))?;
    Ok(Uint8Array::new(&signed).to_vec())
}

async fn with_public_half(pair: CryptoKeyPair) -> Result<BrowserKey, String> {
    let public = half(&pair, "publicKey")?;
    let exported = subtle()?
        .export_key("spki", &public)
        .map_err(|thrown| error_text(&thrown))?;
    let exported = JsFuture::from(exported)
        .await
        .map_err(|thrown| error_text(&thrown))?;
    let public_der = Uint8Array::new(&exported).to_vec().into();
    Ok(BrowserKey {
        pair: Rc::new(pair),
        public_der,
    })
}

fn half(pair: &CryptoKeyPair, name: &str) -> Result<CryptoKey, String> {
    Reflect::get(pair, &name.into())
        .ok()
        .and_then(|key| key.dyn_into().ok())
        .ok_or_else(|| "the kept key is damaged; delete it and make a new one".to_owned())
}

fn curve() -> Result<Object, String> {
    let curve = Object::new();
    set(&curve, "name", "ECDSA")?;
    set(&curve, "namedCurve", "P-256")?;
    Ok(curve)
}

fn set(object: &Object, key: &str, value: &str) -> Result<(), String> {
    Reflect::set(object, &key.into(), &value.into())
        .map(drop)
        .map_err(|thrown| error_text(&thrown))
}

/// WebCrypto exists only in a secure context: https, localhost or a local file.
fn subtle() -> Result<SubtleCrypto, String> {
    let crypto = gloo::utils::window()
        .crypto()
        .map_err(|thrown| error_text(&thrown))?;
    let subtle = crypto.subtle();
    if subtle.is_undefined() {
        return Err("signing needs the page from localhost, https or a file".to_owned());
    }
    Ok(subtle)
}
