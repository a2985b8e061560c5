//! What stands behind a numeral: a unit, a currency, a counted noun.

use super::lex::Lex;
use super::units::{self, Currency, Unit};
use super::{Dimension, Exact};

/// What follows a numeral.
#[derive(Default)]
pub(super) struct Measure {
    pub(super) unit: Option<Unit>,
    pub(super) currency: Option<Currency>,
    /// Index of the piece after it.
    pub(super) end: usize,
}

/// Words after a number that are never what it counts.
const NO_NOUNS: &[&str] = &[
    "a",
    "an",
    "and",
    "are",
    "as",
    "at",
    "be",
    "but",
    "by",
    "can",
    "each",
    "for",
    "from",
    "had",
    "has",
    "have",
    "he",
    "her",
    "his",
    "if",
    "in",
    "into",
    "is",
    "it",
    "its",
    "may",
    "more",
    "must",
    "not",
    "of",
    "off",
    "on",
    "only",
    "or",
    "out",
    "over",
    "per",
    "she",
    "should",
    "so",
    "than",
    "that",
    "the",
    "their",
    "then",
    "there",
    "they",
    "this",
    "to",
    "under",
    "unless",
    "until",
    "was",
    "were",
    "when",
    "which",
    "while",
    "who",
    "will",
    "with",
    "would",
    "about",
    "above",
    "after",
    "against",
    "almost",
    "around",
    "because",
    "before",
    "below",
    "between",
    "daily",
    "during",
    "either",
    "except",
    "however",
    "less",
    "monthly",
    "near",
    "nor",
    "once",
    "since",
    "through",
    "throughout",
    "upon",
    "weekly",
    "whenever",
    "where",
    "whether",
    "within",
    "without",
    "yearly",
];

/// The unit or currency at `pieces[at]`, where a numeral ends. `can_be_money`: no currency yet.
pub(super) fn read_measure(pieces: &[Lex], at: usize, can_be_money: bool) -> Option<Measure> {
    let first = pieces.get(at)?;
    if let Some(measure) = signs(pieces, at, can_be_money) {
        return Some(measure);
    }
    let (at, is_hyphened) = match pieces.get(at + 1) {
        Some(next) if first.is_dash() && first.is_glued && next.is_glued => (at + 1, true),
        _ => (at, false),
    };
    let mut measure = words(pieces, at, can_be_money, is_hyphened)?;
    if let Some(unit) = &measure.unit
        && let Some((quotient, end)) = read_quotient(pieces, measure.end, unit)
    {
        measure = Measure {
            unit: Some(quotient),
            currency: None,
            end,
        };
    }
    Some(measure)
}

fn unit(unit: Unit, end: usize) -> Option<Measure> {
    Some(Measure {
        unit: Some(unit),
        currency: None,
        end,
    })
}

fn signs(pieces: &[Lex], at: usize, can_be_money: bool) -> Option<Measure> {
    let super::lex::Kind::Sign(sign) = pieces[at].kind else {
        return None;
    };
    let letter = |n: usize| pieces.get(at + n).map_or("", Lex::word_as_written);
    match sign {
        '%' | '٪' | '﹪' => unit(units::percent(), at + 1),
        '‰' => unit(units::permille(), at + 1),
        '\u{2103}' => unit(units::scale_of_letter("C")?, at + 1),
        '\u{2109}' => unit(units::scale_of_letter("F")?, at + 1),
        '°' | '˚' => match units::scale_of_letter(letter(1)) {
            Some(scale) => unit(scale, at + 2),
            None => unit(units::degree(), at + 1),
        },
        _ => {
            // A sign before the next number is that number's.
            let is_next = !pieces[at].is_glued
                && pieces
                    .get(at + 1)
                    .is_some_and(|p| p.is_glued && p.number().is_some());
            if !can_be_money || is_next {
                return None;
            }
            let currency = units::currency_of_sign(sign)?;
            Some(Measure {
                unit: None,
                currency: Some(currency),
                end: at + 1,
            })
        }
    }
}

fn words(pieces: &[Lex], at: usize, can_be_money: bool, is_hyphened: bool) -> Option<Measure> {
    let piece = pieces.get(at)?;
    let (lower, text) = (piece.word(), piece.word_as_written());
    let next = |n: usize| pieces.get(at + n).map_or("", Lex::word);
    let after_dash = |n: usize| {
        if pieces.get(at + n).is_some_and(Lex::is_dash) {
            (next(n + 1), n + 2)
        } else {
            (next(n), n + 1)
        }
    };
    match (lower, next(1)) {
        ("per", "cent") => return unit(units::percent(), at + 2),
        ("percentage", "point" | "points") => {
            return unit(units::percentage_points(100), at + 2);
        }
        ("basis", "point" | "points") => return unit(units::percentage_points(1), at + 2),
        ("nautical", "mile" | "miles") => {
            return unit(units::unit_of_word("nmi", "nmi")?, at + 2);
        }
        ("metric", "ton" | "tons") => return unit(units::unit_of_word("tonne", "tonne")?, at + 2),
        ("square" | "sq" | "cubic", next_word) => {
            let power = if lower == "cubic" { 3 } else { 2 };
            // `sq. ft.`
            let dot = usize::from(pieces.get(at + 1).is_some_and(|p| p.is_sign('.')));
            let name = if dot == 1 { next(2) } else { next_word };
            let length = units::unit_of_word(name, name)?;
            return unit(units::powered(&length, power)?, at + 2 + dot);
        }
        ("degree" | "degrees" | "deg", name) => {
            let letter = pieces.get(at + 1).map_or("", Lex::word_as_written);
            let scale = match name {
                "celsius" | "centigrade" | "fahrenheit" | "kelvin" => {
                    units::unit_of_word(name, name)
                }
                _ if matches!(letter, "C" | "F") => units::scale_of_letter(letter),
                _ => None,
            };
            return match scale {
                Some(scale) => unit(scale, at + 2),
                None => unit(units::degree(), at + 1),
            };
        }
        ("us" | "u" | "american", _) if can_be_money => {
            if let Some(end) = us_dollars(pieces, at) {
                let currency = units::dollar_of_prefix("US");
                return Some(Measure {
                    unit: None,
                    currency,
                    end,
                });
            }
        }
        _ => {}
    }
    let (hour, end) = after_dash(1);
    if matches!(hour, "hour" | "hours")
        && let Some(watts) = units::unit_of_word(lower, text)
        && watts.dimension == Dimension::Power
        && let Some(watt_hour) = units::unit_of_word("", "Wh")
    {
        let mut energy = watt_hour;
        energy.factor = watts.factor * energy.factor;
        return unit(energy, at + end);
    }
    let currency = can_be_money.then(|| money_word(lower, text)).flatten();
    let found = (lower == "in" && is_inch(pieces, at))
        .then(|| units::unit_of_word("inch", "inch"))
        .flatten()
        .or_else(|| units::unit_of_word(lower, text))
        .filter(|_| may_be_unit(pieces, at, is_hyphened));
    if found.is_none() && currency.is_none() {
        return None;
    }
    let mut end = at + 1;
    let mut found = found;
    if currency.is_some() && next(1) == "sterling" {
        end += 1;
        found = None;
    }
    // `50 m2`.
    if let Some(length) = &found
        && let Some(power) = pieces
            .get(end)
            .filter(|p| p.is_glued)
            .and_then(|p| p.plain_int(1..=1))
        && let Some(powered) = u8::try_from(power)
            .ok()
            .filter(|p| matches!(p, 2 | 3))
            .and_then(|p| units::powered(length, p))
    {
        found = Some(powered);
        end += 1;
    }
    Some(Measure {
        unit: found,
        currency,
        end,
    })
}

fn money_word(lower: &str, text: &str) -> Option<Currency> {
    units::currency_of_word(lower)
        .or_else(|| units::currency_of_code(text))
        .or_else(|| {
            if text == "p" {
                units::currency_of_word("pence")
            } else {
                None
            }
        })
}

/// `US dollars`, `U.S. dollars`, `American dollars`: the piece after it.
fn us_dollars(pieces: &[Lex], at: usize) -> Option<usize> {
    let rest = pieces.get(at + 1..)?;
    let n_between = rest
        .iter()
        .take(3)
        .take_while(|piece| piece.is_sign('.') || piece.word() == "s")
        .count();
    matches!(rest.get(n_between)?.word(), "dollar" | "dollars").then_some(at + n_between + 2)
}

/// `5 in` is inches only where nothing follows that `in` could lead to.
fn is_inch(pieces: &[Lex], at: usize) -> bool {
    let follows = pieces.get(at + 1);
    pieces[at].is_glued
        || follows.is_none_or(|next| next.word().is_empty() && next.number().is_none())
}

/// Whether the word that names a unit can be one here.
fn may_be_unit(pieces: &[Lex], at: usize, is_hyphened: bool) -> bool {
    let piece = &pieces[at];
    let text = piece.word_as_written();
    let next = pieces.get(at + 1);
    let is_letter = text.chars().count() == 1 && text.chars().all(char::is_alphabetic);
    if is_letter && is_hyphened {
        return false;
    }
    // `3 x 4 m`, `3x4`: a product, not a multiple.
    if matches!(text, "x" | "×") && next.is_some_and(|next| next.number().is_some()) {
        return false;
    }
    let is_capital = text.chars().all(char::is_uppercase);
    if is_letter && is_capital && !piece.is_glued {
        return next.is_none_or(|next| next.word().is_empty() || next.word() == "per");
    }
    true
}

/// `/h` or ` per hour` after a unit: the quotient and the piece after it.
fn read_quotient(pieces: &[Lex], at: usize, upper: &Unit) -> Option<(Unit, usize)> {
    let mark = pieces.get(at)?;
    let below = pieces.get(at + 1)?;
    let lower = units::unit_of_word(below.word(), below.word_as_written())?;
    if mark.is_sign('/') && mark.is_glued && below.is_glued {
        return Some((upper.over(&lower)?, at + 2));
    }
    let is_rate = lower.dimension == Dimension::Time
        && matches!(
            upper.dimension,
            Dimension::Length | Dimension::Data | Dimension::Volume
        );
    // "a day" and "per day" tell how often as well; a mass or a length is no such count.
    let is_share = mark.word() == "per" && lower.dimension != Dimension::Time;
    let joins = is_share || matches!(mark.word(), "per" | "an" | "a") && is_rate;
    joins.then(|| upper.over(&lower).map(|unit| (unit, at + 2)))?
}

/// The noun that a bare number counts: the word behind it, or behind its hyphen.
pub(super) fn read_noun(pieces: &[Lex], at: usize) -> Option<String> {
    let first = pieces.get(at)?;
    let piece = match pieces.get(at + 1) {
        Some(next) if first.is_dash() && first.is_glued && next.is_glued => next,
        _ => first,
    };
    let word = piece.word();
    let is_noun = word.chars().count() > 1
        && !NO_NOUNS.contains(&word)
        && super::words::Scale::of_word(word).is_none();
    is_noun.then(|| word.to_owned())
}

/// What a lone letter or two glued to a numeral multiply it by: `200k`, `$5m`, `3bn`.
pub(super) fn letter_scale(text: &str, is_money: bool) -> Option<super::Scale> {
    use super::Scale;
    Some(match text {
        "k" | "K" => Scale::Thousand,
        "M" | "MM" | "mn" | "Mn" => Scale::Million,
        "m" | "mm" if is_money => Scale::Million,
        "B" | "bn" | "Bn" | "BN" => Scale::Billion,
        "b" if is_money => Scale::Billion,
        "tn" => Scale::Trillion,
        "T" if is_money => Scale::Trillion,
        _ => return None,
    })
}

/// `3rd`: whether the letters glued to a numeral make it an ordinal.
pub(super) fn is_ordinal_suffix(lower: &str) -> bool {
    matches!(lower, "st" | "nd" | "rd" | "th")
}

/// A whole number of the smaller of two units, to be added to a number of the larger.
pub(super) fn in_larger_unit(larger: &Unit, smaller: &Unit, numeral: &Exact) -> Option<Exact> {
    let is_part = larger.is_like(smaller)
        && larger.offset.is_zero()
        && larger.is_calendar == smaller.is_calendar
        && smaller.factor < larger.factor;
    let part = numeral.clone() * smaller.factor.divided_by(&larger.factor)?;
    (is_part && part < Exact::whole(1)).then_some(part)
}
