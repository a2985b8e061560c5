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
    comparable_pairs(a, b).iter().any(|pair| pair.a == pair.b)
}

/// Whether `a` rounds to `b` at the precision that `b` is written with: its last written digit, the
/// zeros of a whole number included. A half may round either way. Equal values do.
pub fn rounds_to(a: &Quantity, b: &Quantity) -> bool {
    comparable_pairs(a, b).iter().any(Pair::is_rounded)
}

/// Whether the two are one value in two units, each rounded as such restatements are: they differ by
/// no more than half of one at the last digit of either that is not a closing zero, and by no more than
/// a twentieth (`630 kg (1,400 lb)`). Only values in two units of one dimension can be.
pub fn restates(a: &Quantity, b: &Quantity) -> bool {
    let (Some(one), Some(other)) = (&a.unit, &b.unit) else {
        return false;
    };
    let (one_step, other_step) = (rough_step(a), rough_step(b));
    if one.factor == other.factor || !one.is_like(other) || one.is_calendar != other.is_calendar {
        return false;
    }
    let (a, b) = (a.value(), b.value());
    let difference = (a.clone() - b.clone()).abs();
    let is_near = |step: Option<Exact>| step.is_some_and(|step| difference <= step.half());
    let twentieth = |of: &Exact| of.abs() * Exact::ratio(1, 20).unwrap_or_else(|| Exact::whole(0));
    (is_near(one_step) || is_near(other_step))
        && difference <= twentieth(&a)
        && difference <= twentieth(&b)
}

/// One at the last digit that is not a closing zero, in base units.
fn rough_step(q: &Quantity) -> Option<Exact> {
    let unit = q.unit.as_ref()?;
    let mut step = q.step.clone()?;
    let ten = Exact::whole(10);
    let is_multiple = |of: &Exact| q.numeral.divided_by(of).is_some_and(|n| n.is_whole());
    if step == Exact::whole(1) && !q.numeral.is_zero() {
        while is_multiple(&(step.clone() * ten.clone())) {
            step = step * ten.clone();
        }
    }
    let step = match q.scale {
        Some(scale) => step * scale.factor(),
        None => step,
    };
    Some(step * unit.factor.clone())
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

/// Compares the two after something that only one of them writes is taken from it: the sign, the scale
/// word, the unit or currency, or several of these.
fn agree_where_written(a: &Quantity, b: &Quantity) -> bool {
    let lacks_sign = (a.sign == Sign::None) != (b.sign == Sign::None);
    let lacks_scale = a.scale.is_some() != b.scale.is_some();
    let lacks_unit = a.is_bare() != b.is_bare();
    for without in 1..8u8 {
        let (sign, scale, unit) = (without & 1 > 0, without & 2 > 0, without & 4 > 0);
        if (sign && !lacks_sign) || (scale && !lacks_scale) || (unit && !lacks_unit) {
            continue;
        }
        let (mut a, mut b) = (a.clone(), b.clone());
        for one in [&mut a, &mut b] {
            if sign {
                one.sign = Sign::None;
            }
            if scale {
                one.scale = None;
            }
            if unit {
                one.unit = None;
                one.currency = None;
                one.noun = None;
            }
        }
        if equal(&a, &b) || rounds_to(&a, &b) || rounds_to(&b, &a) {
            return true;
        }
    }
    // Degrees without a scale lack their scale.
    let is_degree = |q: &Quantity, dimension| {
        q.unit
            .as_ref()
            .is_some_and(|u| u.dimension == dimension && u.per.is_none())
    };
    for (one, other) in [(a, b), (b, a)] {
        if is_degree(one, Dimension::Degree) && is_degree(other, Dimension::Temperature) {
            return one.signed().abs() == other.signed().abs();
        }
    }
    false
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

/// Two values in one measure, each with one at its last written digit; `None` where it is exact.
struct Pair {
    a: Exact,
    b: Exact,
    a_step: Option<Exact>,
    b_step: Option<Exact>,
}

impl Pair {
    /// Whether `a` rounds to `b`. Two of the same precision never round.
    fn is_rounded(&self) -> bool {
        let is_coarser = match (&self.b_step, &self.a_step) {
            (Some(b), Some(a)) => b > a,
            (Some(_), None) => true,
            (None, _) => false,
        };
        let step = self.b_step.as_ref().filter(|_| is_coarser);
        self.a == self.b
            || step.is_some_and(|step| (self.a.clone() - self.b.clone()).abs() <= step.half())
    }
}

/// The values of the two in one measure, under every reading of their units. Empty when they cannot be
/// compared.
fn comparable_pairs(a: &Quantity, b: &Quantity) -> Vec<Pair> {
    if !same_dimension(a, b) || a.sign == Sign::PlusMinus && b.sign != Sign::PlusMinus {
        return Vec::new();
    }
    if b.sign == Sign::PlusMinus && a.sign != Sign::PlusMinus {
        return Vec::new();
    }
    if a.is_bare() && b.is_bare() {
        return vec![Pair {
            a: a.signed(),
            b: b.signed(),
            a_step: a.scaled_step(),
            b_step: b.scaled_step(),
        }];
    }
    let mut pairs = Vec::new();
    if let (Some(one), Some(other)) = (a.currency, b.currency)
        && one.may_be(other)
    {
        let step = |q: &Quantity| q.scaled_step().map(|step| q.in_currency(step));
        pairs.push(Pair {
            a: a.in_currency(a.signed()),
            b: b.in_currency(b.signed()),
            a_step: step(a),
            b_step: step(b),
        });
    }
    if let (Some(one), Some(other)) = (&a.unit, &b.unit)
        && one.is_like(other)
        && one.is_calendar == other.is_calendar
    {
        let mut add = |of_a: &Exact, of_b: &Exact| {
            let step = |q: &Quantity, factor: &Exact| Some(q.scaled_step()? * factor.clone());
            pairs.push(Pair {
                a: a.value_with(Some(of_a)),
                b: b.value_with(Some(of_b)),
                a_step: step(a, of_a),
                b_step: step(b, of_b),
            });
        };
        add(&one.factor, &other.factor);
        if let Some(factor) = &one.other_factor {
            add(factor, &other.factor);
        }
        if let Some(factor) = &other.other_factor {
            add(&one.factor, factor);
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
