//! Numbers in words.

use super::Exact;
use super::lex::Lex;

/// A number in words: its value, what it is, and how many pieces it takes.
pub(super) struct InWords {
    /// The number before its last scale word.
    pub(super) numeral: Exact,
    /// The scale word behind it (`million`), if it ends with one.
    pub(super) scale: Option<Scale>,
    pub(super) n_pieces: usize,
    pub(super) is_fraction: bool,
}

/// A word that multiplies the numeral before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scale {
    /// 10^3.
    Thousand,
    /// 10^6.
    Million,
    /// 10^9.
    Billion,
    /// 10^12.
    Trillion,
}

impl Scale {
    /// What it multiplies by.
    pub fn factor(self) -> Exact {
        Exact::power_of_ten(match self {
            Self::Thousand => 3,
            Self::Million => 6,
            Self::Billion => 9,
            Self::Trillion => 12,
        })
    }

    pub(super) fn of_word(word: &str) -> Option<Self> {
        Some(match word {
            "thousand" | "thousands" => Self::Thousand,
            "million" | "millions" | "mln" | "mn" => Self::Million,
            "billion" | "billions" | "bln" | "bn" => Self::Billion,
            "trillion" | "trillions" | "tn" => Self::Trillion,
            _ => return None,
        })
    }
}

fn unit_word(word: &str) -> Option<i128> {
    const WORDS: &[&str] = &[
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    WORDS
        .iter()
        .zip(0..)
        .find(|(name, _)| **name == word)
        .map(|(_, n)| n)
}

fn tens_word(word: &str) -> Option<i128> {
    const WORDS: &[&str] = &[
        "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ];
    let word = if word == "fourty" { "forty" } else { word };
    WORDS
        .iter()
        .zip(2..)
        .find(|(name, _)| **name == word)
        .map(|(_, n)| n * 10)
}

/// The value of an ordinal word below a hundred, parts of a compound aside.
pub(super) fn ordinal_word(word: &str) -> Option<i128> {
    const WORDS: &[&str] = &[
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
        "eleventh",
        "twelfth",
        "thirteenth",
        "fourteenth",
        "fifteenth",
        "sixteenth",
        "seventeenth",
        "eighteenth",
        "nineteenth",
    ];
    if let Some((_, n)) = WORDS.iter().zip(1..).find(|(name, _)| **name == word) {
        return Some(n);
    }
    let stem = word.strip_suffix("ieth")?;
    let tens = tens_word(&format!("{stem}y"))?;
    Some(tens)
}

/// What a word says as the lower part of a fraction: `third`, `quarters`.
fn denominator(word: &str) -> Option<i128> {
    let singular = word.strip_suffix('s').unwrap_or(word);
    match singular {
        "half" | "halve" | "halves" => Some(2),
        "quarter" => Some(4),
        _ if word == "halves" => Some(2),
        // `second` is never a fraction.
        "first" | "second" => None,
        _ => ordinal_word(singular),
    }
}

/// An ordinal in words at the start of `pieces`: `first`, `twenty-first`.
pub(super) fn read_ordinal(pieces: &[Lex]) -> Option<(i128, usize)> {
    let first = pieces.first()?;
    if let Some(tens) = tens_word(first.word()) {
        let at = if pieces.get(1).is_some_and(Lex::is_dash) {
            2
        } else {
            1
        };
        let unit = pieces
            .get(at)
            .and_then(|piece| ordinal_word(piece.word()))?;
        return (unit < 10).then_some((tens + unit, at + 1));
    }
    ordinal_word(first.word()).map(|n| (n, 1))
}

/// A number in words at the start of `pieces`.
pub(super) fn read_words(pieces: &[Lex]) -> Option<InWords> {
    if let Some(half) = read_half(pieces) {
        return Some(half);
    }
    let (numeral, scale, mut at) = read_cardinal(pieces)?;
    let mut numeral = Exact::whole(numeral);
    let mut is_fraction = false;
    if scale.is_none() {
        // `three quarters`, `two-thirds`; `two and a half`.
        let dash = usize::from(pieces.get(at).is_some_and(Lex::is_dash));
        if let Some(lower) = pieces
            .get(at + dash)
            .and_then(|piece| denominator(piece.word()))
            && let Some(part) = Exact::ratio(1, lower)
            && (numeral == Exact::whole(1) || pieces[at + dash].word().ends_with('s'))
            && !pieces
                .get(at + dash + 1)
                .is_some_and(|piece| piece.is_dash() && piece.is_glued)
            && !is_quarter_of_year(pieces, at + dash)
        {
            numeral = numeral * part;
            at += dash + 1;
            is_fraction = true;
        } else if let Some((part, n_pieces)) = read_and_part(&pieces[at..]) {
            numeral = numeral + part;
            at += n_pieces;
            is_fraction = true;
        }
    }
    Some(InWords {
        numeral,
        scale,
        n_pieces: at,
        is_fraction,
    })
}

/// `one third` is a fraction, but `first quarter` and `four quarters of 2022` speak of time.
fn is_quarter_of_year(pieces: &[Lex], at: usize) -> bool {
    pieces
        .get(at)
        .is_some_and(|piece| piece.word().starts_with("quarter"))
        && pieces
            .get(at + 1)
            .is_some_and(|piece| matches!(piece.word(), "ended" | "ending"))
}

/// `and a half`, `and three quarters`: the part, and the pieces it takes.
pub(super) fn read_and_part(pieces: &[Lex]) -> Option<(Exact, usize)> {
    if pieces.first()?.word() != "and" {
        return None;
    }
    let (upper, at) = match pieces.get(1)?.word() {
        "a" | "one" => (1, 2),
        word => (unit_word(word).filter(|n| *n > 0)?, 2),
    };
    let dash = usize::from(pieces.get(at).is_some_and(Lex::is_dash));
    let lower = denominator(pieces.get(at + dash)?.word())?;
    let part = Exact::ratio(upper, lower)?;
    (part < Exact::whole(1)).then_some((part, at + dash + 1))
}

/// `half`, `half a`, `a quarter of`, `half a dozen`; not `first half`, which the caller sees to.
fn read_half(pieces: &[Lex]) -> Option<InWords> {
    let at = usize::from(matches!(pieces.first()?.word(), "a" | "one"));
    let word = pieces.get(at)?.word();
    let fraction = |numeral: Exact, n_pieces| {
        Some(InWords {
            numeral,
            scale: None,
            n_pieces,
            is_fraction: true,
        })
    };
    let lower = match word {
        "half" => 2,
        "quarter" | "third" | "fifth" | "tenth" => denominator(word)?,
        _ => return None,
    };
    let value = Exact::ratio(1, lower)?;
    let rest = &pieces[at + 1..];
    let next = |n: usize| rest.get(n).map_or("", Lex::word);
    if word == "half" && matches!((next(0), next(1)), ("a", "dozen")) {
        return Some(InWords {
            numeral: Exact::whole(6),
            scale: None,
            n_pieces: at + 3,
            is_fraction: false,
        });
    }
    let n_after = match (next(0), next(1)) {
        ("a" | "an", _) if word == "half" => 1,
        ("of", "a" | "an" | "one") => 2,
        _ => 0,
    };
    let follows_unit = |n: usize| {
        let dash = usize::from(n == 0 && rest.first().is_some_and(Lex::is_dash));
        rest.get(n + dash).is_some_and(|piece| {
            super::units::unit_of_word(piece.word(), piece.word_as_written()).is_some()
        })
    };
    if follows_unit(n_after) {
        return fraction(value, at + 1 + n_after);
    }
    let is_part = word == "half" || (at == 1 && next(0) == "of");
    if is_part {
        fraction(value, at + 1)
    } else {
        None
    }
}

/// A cardinal in words: its numeral, the scale word it ends with, the pieces it takes.
fn read_cardinal(pieces: &[Lex]) -> Option<(i128, Option<Scale>, usize)> {
    let mut total = 0i128;
    let mut at = 0;
    while let Some((below, n_pieces)) = read_below_thousand(&pieces[at..]) {
        let next = at + n_pieces;
        match pieces
            .get(next)
            .and_then(|piece| Scale::of_word(piece.word()))
        {
            Some(scale) => {
                // `two million three hundred thousand` ends with its own last scale; only a
                // numeral with one scale word keeps the two apart.
                let more = pieces.get(next + 1..).and_then(|rest| {
                    let skip = usize::from(rest.first().is_some_and(|p| p.word() == "and"));
                    read_below_thousand(rest.get(skip..)?).map(|_| skip)
                });
                let multiplier = match scale {
                    Scale::Thousand => 1_000,
                    Scale::Million => 1_000_000,
                    Scale::Billion => 1_000_000_000,
                    Scale::Trillion => 1_000_000_000_000,
                };
                if total == 0 && more.is_none() {
                    return Some((below, Some(scale), next + 1));
                }
                let Some(sum) = total.checked_add(below * multiplier) else {
                    break;
                };
                total = sum;
                at = next + 1;
                match more {
                    Some(skip) if at < pieces.len() && total < i128::MAX / 4 => at += skip,
                    _ => return Some((total, None, at)),
                }
            }
            None => {
                total = total.checked_add(below)?;
                return Some((total, None, next));
            }
        }
    }
    (at > 0).then_some((total, None, at))
}

/// A cardinal below a thousand: `seventy-five`, `a hundred and five`, `a dozen`.
fn read_below_thousand(pieces: &[Lex]) -> Option<(i128, usize)> {
    let word = |n: usize| pieces.get(n).map_or("", Lex::word);
    match (word(0), word(1)) {
        ("a", "hundred") => return Some(after_hundred(pieces, 100, 2)),
        ("a", "dozen") => return Some((12, 2)),
        ("a", "thousand" | "million" | "billion" | "trillion") => return Some((1, 1)),
        ("dozen", _) => return Some((12, 1)),
        ("hundred", _) => return Some(after_hundred(pieces, 100, 1)),
        _ => {}
    }
    let (value, at) = read_below_hundred(pieces)?;
    match word(at) {
        "hundred" if value < 100 => Some(after_hundred(pieces, value * 100, at + 1)),
        "dozen" if value < 20 => Some((value * 12, at + 1)),
        _ => Some((value, at)),
    }
}

fn after_hundred(pieces: &[Lex], hundreds: i128, at: usize) -> (i128, usize) {
    let has_and = pieces.get(at).is_some_and(|piece| piece.word() == "and");
    let from = at + usize::from(has_and);
    match pieces.get(from..).and_then(read_below_hundred) {
        // `a hundred and two thirds` would be read wrongly; it is rare enough to leave.
        Some((value, n_pieces)) if value > 0 => (hundreds + value, from + n_pieces),
        _ => (hundreds, at),
    }
}

fn read_below_hundred(pieces: &[Lex]) -> Option<(i128, usize)> {
    let first = pieces.first()?;
    if let Some(value) = unit_word(first.word()) {
        return Some((value, 1));
    }
    let tens = tens_word(first.word())?;
    let at = if pieces.get(1).is_some_and(|p| p.is_dash() && p.is_glued) {
        2
    } else {
        1
    };
    let is_near = pieces
        .get(at)
        .is_some_and(|piece| !piece.is_new_line || at == 2);
    match pieces.get(at).and_then(|piece| unit_word(piece.word())) {
        Some(unit @ 1..=9) if is_near => Some((tens + unit, at + 1)),
        _ => Some((tens, 1)),
    }
}
