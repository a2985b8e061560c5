//! Finds the quantities of a text.

use super::lex::{Kind, Lex, lex};
use super::measure::{self, read_measure};
use super::spans::read_article;
use super::units::{self, Currency};
use super::words::{self, Scale};
use super::{Exact, Form, Quantity, RangeEnd, Sign, calendar};
use crate::TextRange;

/// The quantities in `text`, in order; none overlap. Dates and clock times are left out, and so are
/// numbers inside identifiers.
pub fn find_quantities(text: &str) -> Vec<Quantity> {
    let pieces = lex(text);
    let taken = calendar::taken(text, &pieces);
    let mut found: Vec<Found> = Vec::new();
    let mut at = 0;
    let mut floor = 0;
    while at < pieces.len() {
        if taken.get(at).copied().unwrap_or(false) {
            at += 1;
            floor = at;
            continue;
        }
        match read_quantity(&pieces, at, floor) {
            Some(next) => {
                at = next.to.max(at + 1);
                floor = at;
                found.push(next);
            }
            None => at += 1,
        }
    }
    let mut found = join_compounds(&pieces, found);
    share_over_ranges(&pieces, &mut found);
    found.into_iter().map(|found| found.quantity).collect()
}

/// A quantity and the pieces `from..to` it is made of.
struct Found {
    quantity: Quantity,
    from: usize,
    to: usize,
}

/// A numeral and where it ends.
pub(super) struct Numeral {
    pub(super) value: Exact,
    pub(super) step: Option<Exact>,
    pub(super) scale: Option<Scale>,
    pub(super) form: Form,
    pub(super) end: usize,
}

fn read_quantity(pieces: &[Lex], at: usize, floor: usize) -> Option<Found> {
    let mut numeral = match pieces[at].kind {
        Kind::Number(_) => read_digits(pieces, at)?,
        Kind::Word { .. } => {
            read_number_words(pieces, at).or_else(|| read_article(pieces, at, floor))?
        }
        Kind::Sign(_) => return None,
    };
    let number_range = cover(pieces, at, numeral.end);
    let (mut from, mut sign, mut currency) = look_back(pieces, at, floor);
    let mut to = numeral.end;
    if numeral.form != Form::Ordinal {
        to = repeated_in_digits(pieces, &numeral, to);
        to = read_scale(pieces, &mut numeral, to, currency.is_some());
        if numeral.form == Form::Digits
            && let Some((part, n)) = pieces.get(to..).and_then(words::read_and_part)
        {
            numeral.value = numeral.value + part;
            numeral.step = None;
            numeral.form = Form::Fraction;
            to += n;
        }
    }
    if numeral.form == Form::Fraction {
        to += of_one(pieces, to);
    }
    let measure = match numeral.form {
        Form::Ordinal => None,
        _ => read_measure(pieces, to, currency.is_none()),
    };
    let mut unit = None;
    if let Some(measure) = measure {
        // After a currency sign a unit belongs to another reading: `$5 m` is millions.
        unit = if currency.is_some() {
            None
        } else {
            measure.unit
        };
        if currency.is_none() {
            currency = measure.currency;
            to = measure.end;
        }
    }
    // An hour and a half.
    if unit.is_some()
        && matches!(numeral.form, Form::Digits | Form::Words)
        && let Some((part, n)) = pieces.get(to..).and_then(words::read_and_part)
    {
        numeral.value = numeral.value + part;
        numeral.step = None;
        to += n;
    }
    if is_cut_off(pieces, to, numeral.form) {
        return None;
    }
    let is_bare = unit.is_none() && currency.is_none();
    let noun = if is_bare {
        measure::read_noun(pieces, to)
    } else {
        None
    };
    let is_open = |at: usize| pieces.get(at).is_some_and(|p| p.is_sign('('));
    if sign == Sign::None
        && from > floor
        && is_open(from - 1)
        && pieces.get(to).is_some_and(|p| p.is_sign(')'))
        && numeral.form == Form::Digits
        && unit
            .as_ref()
            .is_none_or(|unit| unit.dimension == super::Dimension::Percent)
    {
        sign = Sign::Parentheses;
        from -= 1;
        to += 1;
        // `$ (1,577)` and `(1,577) million`.
        if currency.is_none() && from > floor {
            let (start, _, before) = look_back_for_currency(pieces, from, floor);
            (from, currency) = (start, before);
        }
        if numeral.scale.is_none() {
            to = read_scale(pieces, &mut numeral, to, currency.is_some());
        }
        if is_bare
            && let Some(measure) = read_measure(pieces, to, currency.is_none())
            && measure
                .unit
                .as_ref()
                .is_none_or(|u| u.dimension == super::Dimension::Percent)
        {
            (unit, currency, to) = (measure.unit, currency.or(measure.currency), measure.end);
        }
    }
    let noun = noun.filter(|_| unit.is_none() && currency.is_none());
    let quantity = Quantity {
        range: cover(pieces, from, to),
        number_range,
        numeral: numeral.value,
        step: numeral.step,
        sign,
        scale: numeral.scale,
        unit,
        currency,
        is_approximate: is_approximate(pieces, from, to),
        form: numeral.form,
        noun,
        range_end: None,
    };
    Some(Found { quantity, from, to })
}

fn cover(pieces: &[Lex], from: usize, to: usize) -> TextRange {
    pieces[from].range.cover(pieces[to - 1].range)
}

/// Length of `of an` between a fraction and a unit: `three quarters of an hour`.
fn of_one(pieces: &[Lex], at: usize) -> usize {
    let word = |n: usize| pieces.get(at + n).map_or("", Lex::word);
    let is_unit = pieces
        .get(at + 2)
        .is_some_and(|p| units::unit_of_word(p.word(), p.word_as_written()).is_some());
    if word(0) == "of" && matches!(word(1), "a" | "an" | "one") && is_unit {
        2
    } else {
        0
    }
}

/// Reads a numeral in digits, unless it is part of an identifier.
fn read_digits(pieces: &[Lex], at: usize) -> Option<Numeral> {
    let number = pieces[at].number()?;
    if number.is_identifier || joins_identifier(pieces, at) {
        return None;
    }
    let is_int = |at: usize| pieces.get(at)?.plain_int(1..=4);
    let glued_sign = |at: usize, sign: char| {
        pieces.get(at).is_some_and(|p| {
            p.is_glued && (p.is_sign(sign) || sign == '/' && p.is_sign('\u{2044}'))
        })
    };
    // `3/4`, `1 1/2`, `2½`.
    let fraction = |at: usize| {
        let (upper, lower) = (is_int(at)?, is_int(at + 2)?);
        let is_lone = glued_sign(at + 1, '/')
            && pieces.get(at + 2)?.is_glued
            && !(glued_sign(at + 3, '/') || glued_sign(at + 3, '-'));
        let is_usual = matches!(lower, 2..=6 | 8 | 9 | 10 | 12 | 16 | 32 | 64 | 100 | 1000);
        (is_lone && lower > 0 && (upper < lower || is_usual))
            .then(|| Exact::ratio(i128::from(upper), i128::from(lower)))?
    };
    let exact = |value, end| {
        Some(Numeral {
            value,
            step: None,
            scale: None,
            form: Form::Fraction,
            end,
        })
    };
    if let Some(value) = fraction(at) {
        return exact(value, at + 3);
    }
    if number.step.is_none() {
        return exact(number.value.clone(), at + 1);
    }
    if is_int(at).is_some() {
        if let Some(part) = pieces.get(at + 1).and_then(Lex::number)
            && part.step.is_none()
            && !part.is_identifier
        {
            return exact(number.value.clone() + part.value.clone(), at + 2);
        }
        let is_near = pieces
            .get(at + 1)
            .is_some_and(|p| !p.is_glued && !p.is_new_line);
        if is_near && let Some(part) = fraction(at + 1).filter(|part| *part < Exact::whole(1)) {
            return exact(number.value.clone() + part, at + 4);
        }
    }
    // `24/7`, `3:1`, `12-7-9`: no amounts.
    let joins = |at: usize, is_mark: fn(&Lex) -> bool| {
        pieces.get(at).is_some_and(|p| p.is_glued && is_mark(p))
            && pieces
                .get(at + 1)
                .is_some_and(|p| p.is_glued && p.number().is_some())
    };
    let is_slash = |p: &Lex| p.is_sign('/') || p.is_sign(':');
    let is_dash = Lex::is_dash as fn(&Lex) -> bool;
    if joins(at + 1, is_slash) || (joins(at + 1, is_dash) && joins(at + 3, is_dash)) {
        return None;
    }
    if let Some(suffix) = pieces.get(at + 1).filter(|p| p.is_glued)
        && measure::is_ordinal_suffix(suffix.word())
        && !number.has_marks
    {
        let value = number.value.clone();
        return Some(Numeral {
            value,
            step: None,
            scale: None,
            form: Form::Ordinal,
            end: at + 2,
        });
    }
    Some(Numeral {
        value: number.value.clone(),
        step: number.step.clone(),
        scale: None,
        form: Form::Digits,
        end: at + 1,
    })
}

/// Whether what is glued before a numeral makes it part of an identifier.
fn joins_identifier(pieces: &[Lex], at: usize) -> bool {
    let is_glued = |at: usize| pieces[at].is_glued;
    let Some(before) = at.checked_sub(1).filter(|_| is_glued(at)) else {
        return false;
    };
    let piece = &pieces[before];
    if !piece.word().is_empty() {
        let text = piece.word_as_written();
        // `CHF12`, `x4`.
        return units::currency_of_code(text).is_none() && !matches!(text, "x" | "×" | "ca" | "c");
    }
    if matches!(piece.kind, Kind::Sign('#' | '_' | '@' | '&')) {
        return true;
    }
    let joint = piece.is_dash() || matches!(piece.kind, Kind::Sign('/' | ':' | '.'));
    let Some(first) = before.checked_sub(1).filter(|_| joint && is_glued(before)) else {
        return false;
    };
    let first_piece = &pieces[first];
    if !first_piece.word().is_empty() {
        // `COVID-19`, `A/12`; but not `mid-2022`, `7am-9`, `GB-5`.
        let is_prefix = matches!(
            first_piece.word(),
            "mid" | "pre" | "post" | "sub" | "early" | "late"
        );
        let is_measure = first > 0 && is_glued(first) && pieces[first - 1].number().is_some();
        return !is_prefix && !is_measure;
    }
    let Some(number) = first_piece.number() else {
        return false;
    };
    // The second half of `A/12-7`, of `24/7`, of `12-7`, of a chain; but not of the range `3-5`.
    let rises = pieces[at]
        .number()
        .is_some_and(|second| number.value < second.value);
    let is_chain = first >= 2
        && is_glued(first)
        && pieces[first - 1].is_dash()
        && pieces[first - 1].is_glued
        && pieces[first - 2].number().is_some();
    // Asking about the first half ends there: a chain was ruled out.
    !piece.is_dash()
        || !rises
        || number.is_identifier
        || is_chain
        || joins_identifier(pieces, first)
}

/// Whether letters or a hyphen glued behind a numeral that no unit explains make it an identifier.
fn is_cut_off(pieces: &[Lex], to: usize, form: Form) -> bool {
    if form != Form::Digits && form != Form::Fraction {
        return false;
    }
    let Some(next) = pieces.get(to).filter(|p| p.is_glued && to > 0) else {
        return false;
    };
    let is_digit_end = pieces[to - 1].number().is_some();
    if !next.word().is_empty() {
        return is_digit_end;
    }
    let after = pieces.get(to + 1).filter(|p| p.is_glued);
    // `10-K`, `12-7`.
    match after {
        Some(after) if next.is_dash() && is_digit_end => {
            let is_letter = after.word().chars().count() == 1
                || !after.word().is_empty()
                    && after.word_as_written().chars().all(char::is_uppercase);
            let falls = match (pieces[to - 1].number(), after.number()) {
                (Some(a), Some(b)) => b.value <= a.value,
                _ => false,
            };
            is_letter || falls
        }
        _ => false,
    }
}

fn read_number_words(pieces: &[Lex], at: usize) -> Option<Numeral> {
    let word = |at: Option<usize>| at.and_then(|at| pieces.get(at)).map_or("", Lex::word);
    let before = word(at.checked_sub(1));
    let is_joined = pieces[at].is_glued
        && at > 0
        && pieces[at - 1].is_dash()
        && pieces[at - 1].is_glued
        && at > 1
        && !pieces[at - 2].word().is_empty();
    if is_joined && pieces[at].word() != "half" {
        return None;
    }
    if let Some(times) = adverb(pieces, at) {
        return Some(Numeral {
            value: Exact::whole(times),
            step: Some(Exact::whole(1)),
            scale: None,
            form: Form::Words,
            end: at + 1,
        });
    }
    if let Some((value, n_pieces)) = words::read_ordinal(&pieces[at..]) {
        let is_unit = pieces[at].word() == "second"
            && matches!(
                before,
                "per" | "a" | "each" | "every" | "one" | "split" | "half"
            );
        return (!is_unit).then(|| Numeral {
            value: Exact::whole(value),
            step: None,
            scale: None,
            form: Form::Ordinal,
            end: at + n_pieces,
        });
    }
    let read = words::read_words(&pieces[at..])?;
    let is_pronoun = read.n_pieces == 1
        && pieces[at].word() == "one"
        && (matches!(
            before,
            "no" | "any"
                | "every"
                | "each"
                | "this"
                | "that"
                | "the"
                | "which"
                | "another"
                | "some"
        ) || matches!(
            word(Some(at + 1)),
            "of" | "another" | "must" | "should" | "can" | "may" | "cannot" | "who" | "is" | "has"
        ));
    let is_ordered = matches!(before, "first" | "second" | "other" | "latter" | "better")
        && pieces[at].word() == "half";
    if is_pronoun || is_ordered {
        return None;
    }
    let form = if read.is_fraction {
        Form::Fraction
    } else {
        Form::Words
    };
    Some(Numeral {
        value: read.numeral,
        step: (!read.is_fraction).then(|| Exact::whole(1)),
        scale: read.scale,
        form,
        end: at + read.n_pieces,
    })
}

/// `twice`, `thrice`; `once` where a rate follows.
fn adverb(pieces: &[Lex], at: usize) -> Option<i128> {
    let next = pieces.get(at + 1).map_or("", Lex::word);
    match pieces[at].word() {
        "twice" => Some(2),
        "thrice" => Some(3),
        "once"
            if matches!(
                next,
                "a" | "an" | "per" | "each" | "every" | "daily" | "weekly" | "monthly" | "yearly"
            ) =>
        {
            Some(1)
        }
        _ => None,
    }
}

/// Sign and currency before a numeral at `at`: where they begin, and what they are.
fn look_back(pieces: &[Lex], at: usize, floor: usize) -> (usize, Sign, Option<Currency>) {
    let (mut from, mut sign) = (at, Sign::None);
    if let Some(inner) = glued_sign_before(pieces, from, floor) {
        let is_after_currency = from >= floor + 2
            && matches!(pieces[from - 2].kind, Kind::Sign(c) if units::currency_of_sign(c).is_some());
        if is_after_currency || stands_alone(pieces, from - 1) {
            (from, sign) = (from - 1, inner);
        }
    }
    let (start, _, currency) = look_back_for_currency(pieces, from, floor);
    from = start;
    if sign == Sign::None
        && currency.is_some()
        && let Some(outer) = glued_sign_before(pieces, from, floor)
        && stands_alone(pieces, from - 1)
    {
        (from, sign) = (from - 1, outer);
    }
    let word = from
        .checked_sub(1)
        .filter(|before| *before >= floor)
        .map_or("", |b| pieces[b].word());
    if sign == Sign::None && matches!(word, "minus" | "negative") {
        (from, sign) = (from - 1, Sign::Minus);
    }
    (from, sign, currency)
}

fn look_back_for_currency(
    pieces: &[Lex],
    from: usize,
    floor: usize,
) -> (usize, bool, Option<Currency>) {
    let Some(before) = from.checked_sub(1).filter(|before| *before >= floor) else {
        return (from, false, None);
    };
    let prefix = |at: usize| at.checked_sub(1).filter(|at| *at >= floor);
    match &pieces[before].kind {
        Kind::Sign(c) => {
            let Some(currency) = units::currency_of_sign(*c) else {
                return (from, false, None);
            };
            if currency.code == "$"
                && pieces[before].is_glued
                && let Some(letters) = prefix(before)
            {
                // `US$`, `U.S.$`.
                let named = if pieces[letters].is_sign('.') {
                    prefix(letters)
                        .filter(|at| pieces[*at].word() == "s")
                        .and_then(|at| {
                            let start = at.checked_sub(2).filter(|at| *at >= floor)?;
                            (pieces[start].word() == "u")
                                .then(|| (start, units::dollar_of_prefix("US")))
                        })
                } else {
                    let text = pieces[letters].word_as_written();
                    units::dollar_of_prefix(text).map(|dollar| (letters, Some(dollar)))
                };
                if let Some((start, dollar)) = named {
                    return (start, true, dollar);
                }
            }
            (before, true, Some(currency))
        }
        Kind::Word { text, .. } => match units::currency_of_code(text) {
            Some(currency) => (before, true, Some(currency)),
            None => (from, false, None),
        },
        Kind::Number(_) => (from, false, None),
    }
}

/// The sign glued to the front of the piece at `at`.
fn glued_sign_before(pieces: &[Lex], at: usize, floor: usize) -> Option<Sign> {
    let before = at.checked_sub(1).filter(|before| *before >= floor)?;
    if !pieces[at].is_glued {
        return None;
    }
    match pieces[before].kind {
        Kind::Sign('-' | '\u{2212}') => Some(Sign::Minus),
        Kind::Sign('+') => Some(Sign::Plus),
        Kind::Sign('±') => Some(Sign::PlusMinus),
        _ => None,
    }
}

/// Whether nothing that a sign could join is glued before the piece at `at`.
fn stands_alone(pieces: &[Lex], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).filter(|_| pieces[at].is_glued) else {
        return true;
    };
    match pieces[before].kind {
        Kind::Sign(c) => !matches!(c, ')' | ']' | '%' | '°' | '/' | '-' | '\u{2013}'),
        _ => false,
    }
}

/// `thirteen (13)`: steps over the repetition.
fn repeated_in_digits(pieces: &[Lex], numeral: &Numeral, to: usize) -> usize {
    let is = |at: usize, sign| pieces.get(at).is_some_and(|p| p.is_sign(sign));
    let repeats = numeral.form == Form::Words
        && is(to, '(')
        && is(to + 2, ')')
        && pieces
            .get(to + 1)
            .and_then(Lex::number)
            .is_some_and(|n| n.value == numeral.value);
    if repeats { to + 3 } else { to }
}

/// Reads a scale word or letter at `to` into `numeral`; returns where it ends.
fn read_scale(pieces: &[Lex], numeral: &mut Numeral, to: usize, is_money: bool) -> usize {
    if numeral.scale.is_some() || numeral.form == Form::Fraction && !is_money {
        // `half a million` and `three quarters of a million` are rare; their numeral is exact.
        if numeral.scale.is_some() {
            return to;
        }
    }
    let Some(mut piece) = pieces.get(to) else {
        return to;
    };
    let mut end = to + 1;
    if piece.is_dash() && piece.is_glued {
        match pieces.get(to + 1) {
            Some(next) if next.is_glued => (piece, end) = (next, to + 2),
            _ => return to,
        }
    }
    if let Some(scale) = Scale::of_word(piece.word()) {
        numeral.scale = Some(scale);
        return end;
    }
    let times = match piece.word() {
        "hundred" => Some(100),
        "dozen" => Some(12),
        _ => None,
    };
    if let Some(times) = times.filter(|_| numeral.form == Form::Digits) {
        numeral.value = numeral.value.clone() * Exact::whole(times);
        numeral.step = numeral.step.clone().map(|step| step * Exact::whole(times));
        return end;
    }
    if numeral.form == Form::Digits
        && (piece.is_glued || is_money)
        && end == to + 1
        && let Some(scale) = measure::letter_scale(piece.word_as_written(), is_money)
    {
        numeral.scale = Some(scale);
        return end;
    }
    to
}

/// Words that say that what follows is approximate.
const ABOUT: &[&str] = &[
    "about",
    "around",
    "approximately",
    "approx",
    "roughly",
    "nearly",
    "almost",
    "circa",
    "ca",
    "some",
    "estimated",
    "approximate",
    "approximates",
    "near",
];

fn is_approximate(pieces: &[Lex], from: usize, to: usize) -> bool {
    let word = |at: usize| pieces.get(at).map_or("", Lex::word);
    let before = |n: usize| from.checked_sub(n);
    let is_marked = |n: usize| {
        before(n).is_some_and(|at| {
            ABOUT.contains(&word(at)) || matches!(pieces[at].kind, Kind::Sign('~' | '≈' | '∼'))
        })
    };
    let dotted = before(1).is_some_and(|at| pieces[at].is_sign('.'))
        && before(2).is_some_and(|at| matches!(word(at), "approx" | "ca" | "c"));
    let article = before(1).is_some_and(|at| matches!(word(at), "the" | "a" | "an"));
    let close_to = before(2).is_some_and(|at| word(at) == "close")
        && before(1).is_some_and(|at| word(at) == "to");
    let at = if pieces
        .get(to)
        .is_some_and(|p| p.is_sign('(') || p.is_sign(','))
    {
        to + 1
    } else {
        to
    };
    let behind = matches!(word(at), "approximately" | "approx" | "roughly")
        || (word(to), word(to + 1)) == ("or", "so")
        || (word(to), word(to + 1), word(to + 2)) == ("more", "or", "less")
        || pieces.get(to).is_some_and(Lex::is_dash) && word(to + 1) == "ish";
    is_marked(1) || (article && is_marked(2)) || dotted || close_to || behind
}

/// Joins `1 hour 30 minutes` into one quantity in the larger unit.
fn join_compounds(pieces: &[Lex], found: Vec<Found>) -> Vec<Found> {
    let mut joined: Vec<Found> = Vec::new();
    for next in found {
        if let Some(last) = joined.last_mut()
            && let Some(part) = part_of(pieces, last, &next)
        {
            let (large, small) = (&mut last.quantity, &next.quantity);
            if let (Some(unit), Some(smaller), Some(step)) = (&large.unit, &small.unit, &small.step)
            {
                large.step = smaller
                    .factor
                    .divided_by(&unit.factor)
                    .map(|ratio| ratio * step.clone());
            }
            large.numeral = large.numeral.clone() + part;
            large.range = large.range.cover(small.range);
            last.to = next.to;
            continue;
        }
        joined.push(next);
    }
    joined
}

/// What `next` adds to `last`, in the unit of `last`, if the two are one compound.
fn part_of(pieces: &[Lex], last: &Found, next: &Found) -> Option<Exact> {
    let (a, b) = (&last.quantity, &next.quantity);
    let between = pieces.get(last.to..next.from)?;
    let joins = match between {
        [] => true,
        [one] => one.word() == "and" || one.is_sign(','),
        [comma, and] => comma.is_sign(',') && and.word() == "and",
        _ => false,
    };
    let (Some(large), Some(small)) = (&a.unit, &b.unit) else {
        return None;
    };
    let is_plain = |q: &Quantity| q.sign == Sign::None && q.scale.is_none();
    let may_join = matches!(
        large.dimension,
        super::Dimension::Time | super::Dimension::Length | super::Dimension::Mass
    ) && large.per.is_none();
    // The larger part may itself be a compound of whole numbers.
    if !joins || !may_join || !is_plain(a) || !is_plain(b) || b.is_approximate {
        return None;
    }
    let part = measure::in_larger_unit(large, small, &b.numeral)?;
    let is_step_whole = a.step.as_ref().is_some_and(|step| part < *step);
    is_step_whole.then_some(part)
}

/// Marks ranges, and gives both ends the unit, currency and scale word that only one of them carries.
fn share_over_ranges(pieces: &[Lex], found: &mut [Found]) {
    for at in 1..found.len() {
        let (head, tail) = found.split_at_mut(at);
        let (Some(low), Some(high)) = (head.last_mut(), tail.first_mut()) else {
            continue;
        };
        let Some(between) = pieces.get(low.to..high.from) else {
            continue;
        };
        let [joint] = between else { continue };
        let before = low.from.checked_sub(1).map_or("", |at| pieces[at].word());
        let is_range = (joint.is_dash() && !joint.is_new_line)
            || matches!(joint.word(), "to" | "through")
            || (joint.word() == "and" && before == "between");
        let is_choice = matches!(joint.word(), "or" | "and");
        if !is_range && !is_choice {
            continue;
        }
        let (a, b) = (&mut low.quantity, &mut high.quantity);
        if a.form == Form::Ordinal || b.form == Form::Ordinal {
            continue;
        }
        // `2 bicycles and 3 hours`: what a word follows is complete.
        if a.is_bare() && a.noun.is_none() && !b.is_bare() {
            a.unit = b.unit.clone();
            a.currency = b.currency;
        } else if b.is_bare() && b.noun.is_none() && a.currency.is_some() && is_range {
            b.currency = a.currency;
        } else if a.is_bare() && b.is_bare() && a.noun.is_none() {
            a.noun.clone_from(&b.noun);
        } else if a.unit.is_none() && b.unit.is_none() && a.currency.is_some() && is_range {
            // Both are money already.
        }
        if is_range {
            if a.scale.is_none() && b.scale.is_some() && a.numeral < Exact::whole(1000) {
                a.scale = b.scale;
            }
            a.range_end = Some(RangeEnd::Low);
            b.range_end = Some(RangeEnd::High);
        }
    }
}
