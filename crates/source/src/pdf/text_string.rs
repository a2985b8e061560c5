//! PDF text strings (ISO 32000-2, 7.9.2.2): UTF-16BE or UTF-8 with a mark, else PDFDocEncoding.

/// Decodes a text string; bytes without meaning become U+FFFD. Language escapes are removed.
pub(crate) fn decode(bytes: &[u8]) -> String {
    let text: String = match bytes {
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        // Not in the standard, but written by some producers.
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => return bytes.iter().map(|b| pdf_doc(*b)).collect(),
    };
    if text.contains('\u{1b}') {
        without_escapes(&text)
    } else {
        text
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units)
        .map(|c| c.unwrap_or('\u{fffd}'))
        .collect()
}

/// Removes `ESC language ESC` marks.
fn without_escapes(text: &str) -> String {
    text.split('\u{1b}').step_by(2).collect()
}

/// PDFDocEncoding (ISO 32000-2, Annex D.2).
fn pdf_doc(byte: u8) -> char {
    const LOW: [char; 8] = ['˘', 'ˇ', 'ˆ', '˙', '˝', '˛', '˚', '˜'];
    const HIGH: [char; 34] = [
        '\u{fffd}', '•', '†', '‡', '…', '—', '–', 'ƒ', '⁄', '‹', '›', '−', '‰', '„', '“', '”', '‘',
        '’', '‚', '™', 'ﬁ', 'ﬂ', 'Ł', 'Œ', 'Š', 'Ÿ', 'Ž', 'ı', 'ł', 'œ', 'š', 'ž', '\u{fffd}', '€',
    ];
    match byte {
        0x18..=0x1F => LOW[usize::from(byte - 0x18)],
        0x7F..=0xA0 => HIGH[usize::from(byte - 0x7F)],
        0xAD => '\u{fffd}',
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn three_encodings() {
        assert_eq!(decode(b"\xFE\xFF\x20\xAC"), "€", "UTF-16BE");
        assert_eq!(decode(b"\xEF\xBB\xBF\xE2\x82\xAC"), "€", "UTF-8");
        assert_eq!(decode(b"\xA0 \x84 \x92"), "€ — ™", "PDFDocEncoding");
        assert_eq!(
            decode(b"\xFE\xFF\0\x1B\0e\0n\0\x1B\0a"),
            "a",
            "language escape"
        );
    }
}
