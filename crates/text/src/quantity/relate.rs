//! How two quantities relate: equal, of one dimension, a rounding, possibly one value.

use super::{Dimension, Exact, Form, Quantity, Sign};

/// Whether the two measure the same thing: the same dimension, both money (whatever the currency), or
/// both bare numbers whose nouns do not differ. An ordinal is like ordinals only.
pub fn same_dimension(a: &Quantity, b: &Quantity) -> bool {
    if (a.form == Form::Ordinal) != (b.form == Form::Ordinal) {
        return false;
    }
    if a.is_bare() && b.is_bare() {
        return nouns_agree(a, b);
    }
    are_both_money(a, b) || are_alike(a, b)
}

/// Whether the two are the same value in the same dimension, units converted. A bare sign of a currency
/// equals every currency that it may stand for; accounting parentheses equal a minus.
pub fn equal(a: &Quantity, b: &Quantity) -> bool {
    comparable_pairs(a, b).iter().any(|(a, b)| a == b)
}

/// Whether `a` rounds to `b` at the precision that `b` is written with: its last written digit, the
/// zeros of a whole number included. A half may round either way. Equal values do.
pub fn rounds_to(a: &Quantity, b: &Quantity) -> bool {
    let Some(step) = step_of(b) else {
        return equal(a, b);
    };
    is_coarser(b, a)
        && comparable_pairs(a, b)
            .iter()
            .any(|(a, b)| (a.clone() - b.clone()).abs() <= step.half())
        || equal(a, b)
}

/// Whether the two may be one value though they are not written alike: one rounds to the other, one is
/// marked approximate, or the numerals are equal and one lacks the unit, the currency, the scale word
/// or the sign.
pub fn could_be_same(a: &Quantity, b: &Quantity) -> bool {
    if equal(a, b) || rounds_to(a, b) || rounds_to(b, a) {
        return true;
    }
    if same_dimension(a, b) && (a.is_approximate || b.is_approximate) {
        return true;
    }
    if (a.form == Form::Ordinal) != (b.form == Form::Ordinal) {
        return false;
    }
    calendar_may_agree(a, b) || calendar_may_agree(b, a) || agree_where_written(a, b)
}

/// Compares the two after everything that only one of them writes is taken from the other.
fn agree_where_written(a: &Quantity, b: &Quantity) -> bool {
    let (mut a, mut b) = (a.clone(), b.clone());
    let mut lacks = false;
    if is_unsigned(&a) != is_unsigned(&b) {
        lacks = true;
        a.sign = Sign::None;
        b.sign = Sign::None;
    }
    if a.scale.is_some() != b.scale.is_some() {
        lacks = true;
        a.scale = None;
        b.scale = None;
    }
    if a.is_bare() != b.is_bare() {
        lacks = true;
        for one in [&mut a, &mut b] {
            one.unit = None;
            one.currency = None;
            one.noun = None;
        }
    }
    // Degrees without a scale lack their scale.
    let is_degree = |q: &Quantity, dimension| {
        q.unit
            .as_ref()
            .is_some_and(|u| u.dimension == dimension && u.per.is_none())
    };
    for (one, other) in [(&a, &b), (&b, &a)] {
        if is_degree(one, Dimension::Degree) && is_degree(other, Dimension::Temperature) {
            return one.signed() == other.signed();
        }
    }
    lacks && (equal(&a, &b) || rounds_to(&a, &b) || rounds_to(&b, &a))
}

fn is_unsigned(q: &Quantity) -> bool {
    matches!(q.sign, Sign::None | Sign::Plus)
}

/// Whether `calendar` (months, years) can last exactly as long as `fixed` (days, hours).
fn calendar_may_agree(calendar: &Quantity, fixed: &Quantity) -> bool {
    let (Some(long), Some(short)) = (&calendar.unit, &fixed.unit) else {
        return false;
    };
    if !long.is_calendar || short.is_calendar || long.per.is_some() || !long.is_like(short) {
        return false;
    }
    let value = fixed.value().abs();
    let months = (calendar.magnitude() * long.factor.clone())
        .divided_by(&Exact::whole(2_629_746))
        .unwrap_or_else(|| Exact::whole(0));
    let days = |n: i128| months.clone() * Exact::whole(n * 86_400);
    days(28) <= value && value <= days(31)
}

/// The values of the two in one measure, under every reading of their units. Empty when they cannot be
/// compared.
fn comparable_pairs(a: &Quantity, b: &Quantity) -> Vec<(Exact, Exact)> {
    if !same_dimension(a, b) || a.sign == Sign::PlusMinus && b.sign != Sign::PlusMinus {
        return Vec::new();
    }
    if b.sign == Sign::PlusMinus && a.sign != Sign::PlusMinus {
        return Vec::new();
    }
    if a.is_bare() && b.is_bare() {
        return vec![(a.signed(), b.signed())];
    }
    let mut pairs = Vec::new();
    if let (Some(one), Some(other)) = (a.currency, b.currency)
        && one.may_be(other)
    {
        pairs.push((a.in_currency(a.signed()), b.in_currency(b.signed())));
    }
    if let (Some(one), Some(other)) = (&a.unit, &b.unit)
        && one.is_like(other)
        && one.is_calendar == other.is_calendar
    {
        pairs.push((a.value(), b.value()));
        let others = [(&one.other_factor, false), (&other.other_factor, true)];
        for (factor, is_of_b) in others {
            let Some(factor) = factor else { continue };
            if is_of_b {
                pairs.push((a.value(), b.value_with(Some(factor))));
            } else {
                pairs.push((a.value_with(Some(factor)), b.value()));
            }
        }
    }
    pairs
}

fn are_both_money(a: &Quantity, b: &Quantity) -> bool {
    a.currency.is_some() && b.currency.is_some()
}

fn are_alike(a: &Quantity, b: &Quantity) -> bool {
    matches!((&a.unit, &b.unit), (Some(a), Some(b)) if a.is_like(b))
}

/// One at the last written digit, in base units.
fn step_of(q: &Quantity) -> Option<Exact> {
    let step = q.step.clone()?;
    let scaled = match q.scale {
        Some(scale) => step * scale.factor(),
        None => step,
    };
    Some(match &q.unit {
        Some(unit) => scaled * unit.factor.clone(),
        None => q.in_currency(scaled),
    })
}

/// Whether `b` is written with less precision than `a`; two of the same precision never round.
fn is_coarser(b: &Quantity, a: &Quantity) -> bool {
    match (step_of(b), step_of(a)) {
        (Some(b), Some(a)) => b > a,
        (Some(_), None) => true,
        _ => false,
    }
}

fn nouns_agree(a: &Quantity, b: &Quantity) -> bool {
    match (&a.noun, &b.noun) {
        (Some(a), Some(b)) => singular(a) == singular(b),
        _ => true,
    }
}

/// A noun without its plural ending, well enough to compare two of them.
fn singular(noun: &str) -> &str {
    noun.strip_suffix("es")
        .or_else(|| noun.strip_suffix("s"))
        .or_else(|| noun.strip_suffix("e"))
        .unwrap_or(noun)
}
