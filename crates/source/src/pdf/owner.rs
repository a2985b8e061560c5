//! Opening an encrypted PDF by its owner's password.

use super::guard::contained;
use pdf::crypt::Rc4;
use pdf::file::{NoCache, NoLog, Storage};
use pdf::object::ParseOptions;
use pdf::primitive::Dictionary;

/// What fills up a password of less than 32 bytes (ISO 32000-1, 7.6.3.3, algorithm 2, step a).
const PADDING: [u8; 32] = [
    0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41, 0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01, 0x08,
    0x2E, 0x2E, 0x00, 0xB6, 0xD0, 0x68, 0x3E, 0x80, 0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53, 0x69, 0x7A,
];

/// The user's password of a file that opens with the owner's; `None` when the file does not.
///
/// The reading library takes the user's password only, but for AES-256. In the older methods the file itself
/// holds that password, encrypted with the owner's (ISO 32000-1, 7.6.3.4, algorithm 7).
pub(crate) fn user_password(data: &[u8], owner_password: &str) -> Option<String> {
    contained(|| find_user_password(data, owner_password)).flatten()
}

fn find_user_password(data: &[u8], owner_password: &str) -> Option<String> {
    let options = ParseOptions::tolerant();
    let mut file = Storage::with_cache(data, options, NoCache, NoCache, NoLog).ok()?;
    let trailer = file
        .load_storage_and_trailer_password(owner_password.as_bytes())
        .ok()?;
    let encryption = trailer.get("Encrypt")?.clone();
    let encryption = encryption
        .resolve(&file.resolver())
        .ok()?
        .into_dictionary()
        .ok()?;
    let whole = |key: &str| {
        encryption
            .get(key)
            .and_then(|value| value.as_integer().ok())
    };
    let revision = whole("R").filter(|revision| (2..=4).contains(revision))?;
    let key = wrapping_key(
        owner_password.as_bytes(),
        revision,
        n_key_bytes(&encryption)?,
    );
    let mut password = encryption.get("O")?.as_string().ok()?.as_bytes().to_vec();
    // The rounds cancel each other in any order.
    for round in 0..if revision == 2 { 1 } else { 20 } {
        let round_key: Vec<u8> = key.iter().map(|byte| byte ^ round).collect();
        Rc4::encrypt(&round_key, &mut password);
    }
    let n = (0..=password.len()).find(|n| PADDING.starts_with(&password[*n..]))?;
    password.truncate(n);
    String::from_utf8(password).ok()
}

/// The length of the file's key in bytes.
fn n_key_bytes(encryption: &Dictionary) -> Option<usize> {
    let whole = |key: &str| {
        encryption
            .get(key)
            .and_then(|value| value.as_integer().ok())
    };
    let n_bits = match whole("V")? {
        1 => 40,
        2 => whole("Length").unwrap_or(40),
        _ => 128,
    };
    usize::try_from(n_bits / 8)
        .ok()
        .filter(|n| (5..=16).contains(n))
}

/// The key that the user's password is encrypted with (algorithm 3, steps a to d).
fn wrapping_key(owner_password: &[u8], revision: i32, n_bytes: usize) -> Vec<u8> {
    let padded: Vec<u8> = owner_password
        .iter()
        .chain(&PADDING)
        .copied()
        .take(32)
        .collect();
    let mut hash = md5::compute(padded).0;
    if revision >= 3 {
        for _ in 0..50 {
            hash = md5::compute(hash).0;
        }
    }
    hash[..n_bytes].to_vec()
}
