//! Whether a quotation that was not found may stand where the source's chars are unknown (G-25).

use crate::result::NearPassage;

/// Chars that one unknown glyph may stand for: a ligature has up to three.
const MAX_CHARS_OF_GLYPH: usize = 3;

/// Whether the passage differs from the quotation only where glyphs of the source are unknown, and everything
/// known around them fits. Then nobody can say that the quotation is not there.
pub(crate) fn may_be_unread(passage: &NearPassage) -> bool {
    let mut differing = passage.differences.iter().filter(|d| !d.is_same).peekable();
    differing.peek().is_some() && differing.all(|d| may_read(&d.source, &d.quote))
}

/// Whether `source` reads as `quote` with some chars for its unknown glyphs; only letters, digits and unknown
/// glyphs are looked at.
fn may_read(source: &str, quote: &str) -> bool {
    if !source.contains(char::REPLACEMENT_CHARACTER) {
        return false;
    }
    let fold = |text: &str| -> Vec<char> {
        text.chars()
            .filter(|c| c.is_alphanumeric() || *c == char::REPLACEMENT_CHARACTER)
            .flat_map(char::to_lowercase)
            .collect()
    };
    let quote = fold(quote);
    // Whether the source so far reads as so many chars of the quotation.
    let mut reads = vec![false; quote.len() + 1];
    reads[0] = true;
    for c in fold(source) {
        let next = (0..=quote.len())
            .map(|n| {
                if c == char::REPLACEMENT_CHARACTER {
                    (n.saturating_sub(MAX_CHARS_OF_GLYPH)..=n).any(|before| reads[before])
                } else {
                    n > 0 && quote[n - 1] == c && reads[n - 1]
                }
            })
            .collect();
        reads = next;
    }
    reads[quote.len()]
}

#[cfg(test)]
mod tests {
    use super::may_read;

    #[test]
    fn unknown_glyphs_may_be_what_is_quoted_and_known_ones_not() {
        assert!(may_read("beginner\u{fffd}s", "beginner's"), "an apostrophe");
        assert!(may_read("\u{fffd}nance", "finance"), "a ligature");
        assert!(may_read("o\u{fffd}ce", "office"), "one of three");
        assert!(may_read("\u{fffd}", "12"), "a figure");
        assert!(!may_read("beginner\u{fffd}s", "expert's"), "other letters");
        assert!(!may_read("\u{fffd}nance", "governance"), "too many chars");
        assert!(!may_read("5\u{fffd}", "6%"), "another figure");
        assert!(!may_read("beginner", "beginners"), "nothing is unknown");
    }
}
