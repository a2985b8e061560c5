//! Tokens: the units in which texts are compared (G-9 to G-13).

use crate::TextRange;
use crate::scan::Scanner;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TokenKind {
    /// Letters and joins only.
    Word,
    /// Holds at least one digit.
    Number,
    /// A standing operator or symbol: `<`, `≥`, `%`, `€` and the like.
    Operator,
}

/// A token of a text, owned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Bytes in the raw text, from the token's first char to its last.
    pub range: TextRange,
    /// What it is compared by: normalised, without digit grouping.
    pub key: Box<str>,
    /// Further keys it answers to; empty unless it holds a hyphen at a line end (G-13).
    pub alt_keys: Vec<Box<str>>,
    /// What it is.
    pub kind: TokenKind,
}

impl Token {
    /// Whether it answers to `key`.
    pub fn matches_key(&self, key: &str) -> bool {
        *self.key == *key || self.alt_keys.iter().any(|alt| **alt == *key)
    }

    /// Whether the two answer to a common key.
    pub fn matches(&self, other: &Self) -> bool {
        self.matches_key(&other.key) || other.alt_keys.iter().any(|alt| self.matches_key(alt))
    }
}

/// A token as it is read, without allocation.
#[derive(Clone, Copy, Debug)]
pub struct TokenRef<'a> {
    /// Bytes in the raw text.
    pub range: TextRange,
    /// What it is compared by.
    pub key: &'a str,
    /// Further keys; see [`Token::alt_keys`].
    pub alt_keys: &'a [String],
    /// The key as it was before digit grouping was taken out, where that differs.
    pub grouped: Option<&'a str>,
    /// What it is.
    pub kind: TokenKind,
    /// Whether it is tied to the token before it: the `½` of `2½`. Quoting one without the other
    /// cuts the number.
    pub is_tied: bool,
}

/// Calls `visit` with each token of `raw` in order; ranges are bytes in `raw`.
pub fn visit_tokens(raw: &str, visit: impl FnMut(TokenRef<'_>)) {
    visit_tokens_in(raw, TextRange::new(0, raw.len()), visit);
}

/// Calls `visit` with each token of `raw[range]`, read as if nothing stood around it; the tokens'
/// ranges are bytes in `raw`.
///
/// # Panics
/// When `range` does not lie on char boundaries of `raw`.
pub fn visit_tokens_in(raw: &str, range: TextRange, visit: impl FnMut(TokenRef<'_>)) {
    assert!(
        raw.is_char_boundary(range.start()) && raw.is_char_boundary(range.end()),
        "a range of text must lie on char boundaries"
    );
    Scanner::new(visit).run(raw, range);
}

/// The tokens of `raw`, in order.
///
/// # Example
/// ```
/// let keys: Vec<_> = proofmark_text::tokenize("Her “well‑known” fee: $ 1,000.")
///     .into_iter()
///     .map(|token| token.key.into_string())
///     .collect();
/// assert_eq!(keys, ["her", "well-known", "fee", "$1000"]);
/// ```
pub fn tokenize(raw: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    visit_tokens(raw, |token| {
        tokens.push(Token {
            range: token.range,
            key: token.key.into(),
            alt_keys: token
                .alt_keys
                .iter()
                .map(|alt| alt.as_str().into())
                .collect(),
            kind: token.kind,
        });
    });
    tokens
}

/// Where `needle` occurs in `haystack` as whole tokens: the index of the first token of each
/// occurrence, ascending. Empty for an empty needle.
pub fn find_tokens(haystack: &[Token], needle: &[Token]) -> Vec<usize> {
    if needle.is_empty() {
        return Vec::new();
    }
    haystack
        .windows(needle.len())
        .enumerate()
        .filter(|(_, window)| window.iter().zip(needle).all(|(a, b)| a.matches(b)))
        .map(|(at, _)| at)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each text's keys, joined by ` | `; alternative keys follow theirs after a `=`.
    fn keys(text: &str) -> String {
        let keys: Vec<String> = tokenize(text)
            .into_iter()
            .map(|token| {
                let mut key = token.key.into_string();
                for alt in token.alt_keys {
                    key.push('=');
                    key.push_str(&alt);
                }
                key
            })
            .collect();
        keys.join(" | ")
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(keys(text), expected, "{text:?}");
    }

    #[test]
    fn g6_compatibility_and_case_are_form() {
        check("Straße ﬁne oﬃce ＦＵＬＬ", "strasse | fine | office | full");
        check("e\u{301}te\u{301} ÉTÉ", "été | été");
        check("ΣΊΣΥΦΟΣ σίσυφος", "σίσυφοσ | σίσυφοσ");
        check("Ⅷ ５ 𝟏𝟐", "viii | 5 | 12");
    }

    #[test]
    fn g6_superscripts_do_not_fuse() {
        check("10² m", "10 | ² | m");
        check("H₂O", "h | ₂ | o");
        check("10⁻²³", "10 | ⁻²³");
        check("2½ ① 1", "2 | 1/2 | 1 | 1");
        check("Acme™ said…what", "acme | said | what");
    }

    #[test]
    fn g7_invisible_chars_are_dropped() {
        check(
            "ef\u{AD}fi\u{AD}cient co\u{200B}lour\u{FEFF} 1\u{2060}2",
            "efficient | colour | 12",
        );
    }

    #[test]
    fn g8_quotes_and_dashes_are_one() {
        check(
            "O’Brien O'Brien O‘Brien O´Brien",
            "o'brien | o'brien | o'brien | o'brien",
        );
        check("well‑known well‐known", "well-known | well-known");
        check("−5 -5 –5 3–5 3-5 3−5", "-5 | -5 | -5 | 3-5 | 3-5 | 3-5");
        check("x − 5", "x | − | 5");
        check("«a» “b”", "a | b");
    }

    #[test]
    fn g9_joins_bind_only_between_letters_and_digits() {
        check(
            "A/12-7 AT&T a@b.com x_y e.g. 'tis members' _foo_",
            "a/12-7 | at&t | a@b.com | x_y | e.g | tis | members | foo",
        );
        check(
            "a--b a - b a- b wait...what",
            "a | b | a | b | a | b | wait | what",
        );
        check("07:30 note: 5 a:b", "07:30 | note | 5 | a | b");
        check("3.5. .5 1.2.3", "3.5 | .5 | 1.2.3");
    }

    #[test]
    fn g9_signs_and_symbols_bind_to_numbers() {
        check("-5 +5 ±5 (-5) x-5 3-5", "-5 | +5 | ±5 | -5 | x-5 | 3-5");
        check(
            "£12.50 £ 12.50 $\n61,502 -$5 $-5 US$5 12€ #4",
            "£12.50 | £12.50 | $61502 | -$5 | $-5 | us$5 | 12€ | #4",
        );
        check("5% 5 % 5%-10% 3‰", "5% | 5 | % | 5% | 10% | 3‰");
        check(
            "5°C 5 °C 45° 5℃ 5°North",
            "5°c | 5 | ° | c | 45° | 5°c | 5° | north",
        );
        check(
            "100+ 3+5 5±2 5 ± 2",
            "100 | + | 3 | + | 5 | 5 | ± | 2 | 5 | ± | 2",
        );
        check("Total $ (5)", "total | $ | 5");
    }

    #[test]
    fn g10_operators_stand_alone() {
        check(
            "p<0.05 n ≥30 a = b ~5 ≈ 5 x ≠ y 2×3",
            "p | < | 0.05 | n | ≥ | 30 | a | = | b | ~ | 5 | ≈ | 5 | x | ≠ | y | 2 | × | 3",
        );
    }

    #[test]
    fn g12_grouping_is_form() {
        check(
            "1,000 1,000,000.50 1\u{A0}000 12\u{202F}345,5",
            "1000 | 1000000.50 | 1000 | 12345,5",
        );
        check(
            "1,00 0,500 1,2,3 2019,2020 12,34,567",
            "1,00 | 0,500 | 1 | 2 | 3 | 2019,2020 | 1234567",
        );
        check("1 000 2019\u{A0}100\u{A0}200", "1 | 000 | 2019 | 100 | 200");
        check(
            "1,000-2,000 $1,000, USD1,000 1.000,50",
            "1000-2000 | $1000 | usd1000 | 1.000,50",
        );
    }

    #[test]
    fn g13_line_end_hyphens_have_both_keys() {
        check("con-\ntinues", "con-tinues=continues");
        check("con- \r\n  tinues", "con-tinues=continues");
        check("con-\n\u{c}tinues", "con-tinues=continues");
        check("con\u{AD}\ntinues", "con-tinues=continues");
        check(
            "Anglo-\nSaxon 10-\n15 10–\n15",
            "anglo-saxon | 10-15 | 10-15",
        );
        check("con- tinues a -\nb", "con | tinues | a | b");
        check("a-\nb-\nc", "a-b-c=ab-c=a-bc=abc");
    }

    #[test]
    fn ranges_are_raw_bytes() {
        let text = "  “£ 1,000” con-\ntinues ﬁ.";
        let raw: Vec<_> = tokenize(text)
            .iter()
            .map(|t| &text[std::ops::Range::from(t.range)])
            .collect();
        assert_eq!(
            raw,
            ["£ 1,000", "con-\ntinues", "ﬁ"],
            "from the first char to the last"
        );
    }

    #[test]
    fn unspaced_scripts_are_read_char_by_char() {
        check("2019年中文", "2019 | 年 | 中 | 文");
    }

    #[test]
    fn find_tokens_wants_whole_tokens() {
        let text = tokenize("took 113 hours, then 13 hours");
        assert_eq!(
            find_tokens(&text, &tokenize("13 hours")),
            [4],
            "13 is not 113"
        );
        assert_eq!(
            find_tokens(&text, &tokenize("")),
            [0usize; 0],
            "nothing is nowhere"
        );
    }
}
