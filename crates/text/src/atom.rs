//! Normalised chars, each with the raw bytes it stands for and the part it plays in a token.

use caseless::Caseless;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{canonical_combining_class, is_combining_mark};
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// What a normalised char can do in a token (G-8 to G-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// A letter, or a mark on one.
    Letter,
    /// A decimal digit.
    Digit,
    /// A char of a script that sets no spaces between words: a token by itself.
    Ideograph,
    /// A superscript or subscript digit, or a sign among them: never part of the number before it.
    Script,
    /// A fraction, a circled number or the like: tied to the number before it, but not fused with it.
    Fraction,
    /// Joins two letters or digits: `'`, `/`, `_`, `@`, `&`.
    Join,
    /// `/`, a join at which a line may end.
    Slash,
    /// A char whose Unicode is unknown; inside a word it is a part of the word.
    Unknown,
    /// `-`: a join, a sign, or a line-end hyphen.
    Hyphen,
    /// An en dash: a join or a sign, keyed as a hyphen.
    EnDash,
    /// U+2212: a sign or join before a digit, else an operator.
    Minus,
    /// `+` or `±`: a sign or an operator.
    Sign,
    /// `.`.
    Dot,
    /// `,`.
    Comma,
    /// `:`.
    Colon,
    /// A currency symbol.
    Currency,
    /// `#`.
    Hash,
    /// `%` or `‰`.
    Percent,
    /// `°`.
    Degree,
    /// An operator that always stands by itself.
    Operator,
    /// A soft hyphen at a line end; all others are removed.
    SoftHyphen,
    /// A space that sets thousands apart: no-break, figure, thin.
    GroupSpace,
    /// Any other space.
    Space,
    /// Ends a line or a page.
    LineBreak,
    /// Separates and is never compared.
    Other,
}

impl Class {
    /// Whether a join may stand before or after it.
    pub(crate) fn is_joinable(self) -> bool {
        matches!(self, Self::Letter | Self::Digit)
    }

    /// Whether it is white space of any kind.
    pub(crate) fn is_space(self) -> bool {
        matches!(self, Self::GroupSpace | Self::Space | Self::LineBreak)
    }
}

/// One char of normalised text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Atom {
    pub(crate) ch: char,
    /// First byte of the raw chars it stands for.
    pub(crate) start: u32,
    /// One past their last byte.
    pub(crate) end: u32,
    pub(crate) class: Class,
    /// Whether the raw char is lower case (G-13).
    pub(crate) is_lower: bool,
}

/// Appends the atoms of `raw[from..to]`; `from` and `to` lie on char boundaries.
pub(crate) fn push_atoms(raw: &str, from: usize, to: usize, atoms: &mut Vec<Atom>) {
    let bytes = &raw.as_bytes()[..to];
    let mut at = from;
    while at < to {
        let byte = bytes[at];
        if byte < 0x80 && bytes.get(at + 1).is_none_or(|next| *next < 0x80) {
            let (start, end) = (narrow(at), narrow(at + 1));
            atoms.push(Atom {
                ch: char::from(byte.to_ascii_lowercase()),
                start,
                end,
                class: ASCII[usize::from(byte)],
                is_lower: byte.is_ascii_lowercase(),
            });
            at += 1;
        } else {
            at = push_cluster(&raw[..to], at, atoms);
        }
    }
}

/// Appends the atoms of the char at `at` and the marks on it; returns where the next char starts.
fn push_cluster(raw: &str, at: usize, atoms: &mut Vec<Atom>) -> usize {
    let mut rest = raw[at..].chars();
    let Some(first) = rest.next() else {
        return raw.len();
    };
    let mut end = at + first.len_utf8();
    if first == '\u{AD}' {
        let mut after = rest.clone();
        let ends_line = loop {
            match after.next() {
                Some(c) if c == ' ' || c == '\t' || is_removed(c) => {}
                Some(c) => break is_line_break(c),
                None => break false,
            }
        };
        if ends_line {
            atoms.push(atom(first, at, end, Class::SoftHyphen, false));
        }
        return end;
    }
    if is_removed(first) {
        return end;
    }
    let mut marks = String::new();
    let mut after = end;
    for c in rest {
        after += c.len_utf8();
        if canonical_combining_class(c) != 0 || is_combining_mark(c) || is_joining_jamo(c) {
            if !is_removed(c) {
                marks.push(c);
            }
            end = after;
        } else if !is_removed(c) {
            break;
        }
    }
    if marks.is_empty() {
        if let Some((ch, class)) = special(first) {
            atoms.push(atom(ch, at, end, class, false));
            return end;
        }
        if first.general_category() == GeneralCategory::OtherNumber {
            push_other_number(first, at, end, atoms);
            return end;
        }
    }
    let mut folded = std::iter::once(first)
        .chain(marks.chars())
        .nfkc()
        .default_case_fold()
        .nfkc()
        .filter(|c| !is_removed(*c))
        .peekable();
    // A spacing accent is a space with a mark on it for NFKC, which would bind the mark to a word.
    if folded.peek() == Some(&' ') {
        let class = if first.is_whitespace() {
            Class::Space
        } else {
            Class::Other
        };
        atoms.push(atom(' ', at, end, class, false));
        return end;
    }
    for ch in folded {
        let (ch, class) = special(ch).unwrap_or_else(|| (ch, classify(ch)));
        atoms.push(atom(ch, at, end, class, first.is_lowercase()));
    }
    end
}

/// Fractions, superscripts and circled numbers. NFKC alone would make `10²` a hundred and two.
fn push_other_number(c: char, at: usize, end: usize, atoms: &mut Vec<Atom>) {
    if is_script_digit(c) {
        atoms.push(atom(c, at, end, Class::Script, false));
        return;
    }
    let before = atoms.len();
    for part in std::iter::once(c).nfkc() {
        let part = if part == '\u{2044}' { '/' } else { part };
        if part == '/' || part.is_alphanumeric() {
            atoms.push(atom(part, at, end, Class::Fraction, false));
        }
    }
    if atoms.len() == before {
        atoms.push(atom(c, at, end, Class::Fraction, false));
    }
}

fn atom(ch: char, start: usize, end: usize, class: Class, is_lower: bool) -> Atom {
    Atom {
        ch,
        start: narrow(start),
        end: narrow(end),
        class,
        is_lower,
    }
}

fn narrow(n: usize) -> u32 {
    u32::try_from(n).expect("texts are at most 4 GiB long")
}

fn is_script_digit(c: char) -> bool {
    matches!(c, '\u{B2}' | '\u{B3}' | '\u{B9}' | '\u{2070}' | '\u{2074}'..='\u{2079}' | '\u{2080}'..='\u{2089}')
}

/// Chars that are never compared and never part anything (G-7), direction marks included.
pub(crate) fn is_removed(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180B}'..='\u{180E}' | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0100}'..='\u{E01EF}')
}

fn is_line_break(c: char) -> bool {
    matches!(
        c,
        '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// Hangul vowels and finals, which compose with the consonant before them.
fn is_joining_jamo(c: char) -> bool {
    matches!(c, '\u{1160}'..='\u{11FF}' | '\u{D7B0}'..='\u{D7FF}')
}

/// Chars with a part of their own, before normalisation can take it from them.
fn special(c: char) -> Option<(char, Class)> {
    Some(match c {
        '\u{A0}' | '\u{2007}' | '\u{2009}' | '\u{202F}' => (' ', Class::GroupSpace),
        _ if is_line_break(c) => ('\n', Class::LineBreak),
        _ if c.is_ascii() => return None,
        _ if c.is_whitespace() => (' ', Class::Space),
        '\u{60}'
        | '\u{B4}'
        | '\u{2B9}'
        | '\u{2BB}'..='\u{2BD}'
        | '\u{2C8}'
        | '\u{2018}'..='\u{201B}'
        | '\u{2032}'
        | '\u{2035}'
        | '\u{FF07}'
        | '\u{A78C}' => ('\'', Class::Join),
        '\u{AB}'
        | '\u{BB}'
        | '\u{201C}'..='\u{201F}'
        | '\u{2033}'
        | '\u{2036}'
        | '\u{2039}'
        | '\u{203A}'
        | '\u{301D}'..='\u{301F}' => ('"', Class::Other),
        '\u{2010}' | '\u{2011}' => ('-', Class::Hyphen),
        '\u{2012}' | '\u{2013}' => ('\u{2013}', Class::EnDash),
        '\u{2212}' => ('\u{2212}', Class::Minus),
        '\u{207A}' | '\u{207B}' | '\u{208A}' | '\u{208B}' => (c, Class::Script),
        // The ring above and the ordinal sign stand for the degree sign in many typed texts, but
        // only the ring is nothing else.
        '\u{B0}' | '\u{2DA}' => ('\u{B0}', Class::Degree),
        '\u{2030}' => (c, Class::Percent),
        '\u{B1}' => (c, Class::Sign),
        '\u{D7}'
        | '\u{F7}'
        | '\u{2243}'
        | '\u{2245}'
        | '\u{2248}'
        | '\u{2260}'
        | '\u{2261}'
        | '\u{2264}'
        | '\u{2265}'
        | '\u{226A}'..='\u{226F}'
        | '\u{2272}'
        | '\u{2273}'
        | '\u{2213}' => (c, Class::Operator),
        '\u{2266}' | '\u{2A7D}' => ('\u{2264}', Class::Operator),
        '\u{2267}' | '\u{2A7E}' => ('\u{2265}', Class::Operator),
        '\u{223C}' => ('~', Class::Operator),
        // Ellipses and trade marks become dots and letters under NFKC, which would bind to a word.
        '\u{2024}'..='\u{2026}' | '\u{2120}' | '\u{2122}' => (c, Class::Other),
        '\u{FFFD}' => (c, Class::Unknown),
        _ => return None,
    })
}

fn classify(c: char) -> Class {
    if c.is_ascii() {
        return ASCII[c as usize];
    }
    if is_unspaced(c) {
        return Class::Ideograph;
    }
    match c.general_category() {
        GeneralCategory::DecimalNumber => Class::Digit,
        GeneralCategory::CurrencySymbol => Class::Currency,
        GeneralCategory::PrivateUse => Class::Unknown,
        GeneralCategory::LetterNumber => Class::Letter,
        _ => match c.general_category_group() {
            GeneralCategoryGroup::Letter | GeneralCategoryGroup::Mark => Class::Letter,
            _ => Class::Other,
        },
    }
}

/// Letters of scripts that set no spaces between words: Han, kana, Thai, Lao, Khmer, Burmese.
fn is_unspaced(c: char) -> bool {
    let letter = matches!(c,
        '\u{E00}'..='\u{E3A}' | '\u{E40}'..='\u{E46}' | '\u{E80}'..='\u{EB0}' | '\u{EB2}'..='\u{EC6}'
        | '\u{1000}'..='\u{102A}' | '\u{1780}'..='\u{17B3}'
        | '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{30FC}'
        | '\u{31F0}'..='\u{31FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFD}');
    letter && !is_combining_mark(c)
}

const ASCII: [Class; 128] = {
    let mut table = [Class::Other; 128];
    let mut at = 0u8;
    while at < 128 {
        table[at as usize] = match at {
            b'a'..=b'z' | b'A'..=b'Z' => Class::Letter,
            b'0'..=b'9' => Class::Digit,
            b'\n' | b'\r' | 0x0B | 0x0C => Class::LineBreak,
            b' ' | b'\t' => Class::Space,
            b'\'' | b'_' | b'@' | b'&' | b'`' => Class::Join,
            b'/' => Class::Slash,
            b'-' => Class::Hyphen,
            b'.' => Class::Dot,
            b',' => Class::Comma,
            b':' => Class::Colon,
            b'+' => Class::Sign,
            b'$' => Class::Currency,
            b'#' => Class::Hash,
            b'%' => Class::Percent,
            b'<' | b'>' | b'=' | b'~' => Class::Operator,
            _ => Class::Other,
        };
        at += 1;
    }
    table
};
