//! Bytes → text.

use std::borrow::Cow;

/// Decodes UTF-8, or UTF-16 with a byte order mark; else Windows-1252, the usual encoding of old text
/// files. The flag says that bytes had no meaning in the encoding and became U+FFFD.
pub(crate) fn decode(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf8(rest),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => utf8(bytes),
    }
}

fn utf8(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), false),
        Err(_) if is_mostly_utf8(bytes) => (String::from_utf8_lossy(bytes), true),
        Err(_) => {
            let text: String = bytes.iter().map(|b| windows_1252(*b)).collect();
            let lossy = text.contains('\u{fffd}');
            (Cow::Owned(text), lossy)
        }
    }
}

/// Whether multi-byte sequences are mostly valid: a damaged UTF-8 file rather than another encoding.
fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let bad = text.chars().filter(|c| *c == '\u{fffd}').count();
    let good = text
        .chars()
        .filter(|c| !c.is_ascii() && *c != '\u{fffd}')
        .count();
    good > bad
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> (Cow<'_, str>, bool) {
    let units = bytes.chunks(2).map(|pair| match pair {
        [a, b] => unit([*a, *b]),
        _ => 0xD800,
    });
    let text: String = char::decode_utf16(units)
        .map(|c| c.unwrap_or('\u{fffd}'))
        .collect();
    let lossy = text.contains('\u{fffd}');
    (Cow::Owned(text), lossy)
}

/// Windows-1252 as the WHATWG Encoding standard has it, with U+FFFD for its five unused bytes.
fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž',
        '\u{fffd}', '\u{fffd}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ',
        '\u{fffd}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn encodings_are_told_apart() {
        assert_eq!(decode(b"\xEF\xBB\xBFa").0, "a", "UTF-8 mark");
        assert_eq!(decode(b"\xFF\xFEa\0\xAC\x20").0, "a€", "UTF-16 LE");
        assert_eq!(decode(b"Gr\xF6\xDFe \x80 5").0, "Größe € 5", "Windows-1252");
        assert!(
            decode(
                "äöü\u{0}"
                    .as_bytes()
                    .strip_suffix(b"\0")
                    .unwrap_or_default()
            )
            .0 == "äöü",
            "UTF-8"
        );
        assert!(
            decode(b"\xFE\xFF\xD8\x00").1,
            "half a pair is said to be lost"
        );
    }
}
