//! Quantities, dates and clock times in prose, read exactly.
//!
//! Numbers are rationals of any size; nothing is ever rounded. What is read is what the text says, not
//! what it may mean: an identifier (`A/12-7`, `COVID-19`, `10-K`, `1.2.3`) is no quantity.

mod calendar;
mod exact;
mod find;
mod lex;
mod measure;
mod relate;
mod spans;
mod units;
mod words;

#[cfg(test)]
mod tests;

use crate::TextRange;

pub use calendar::{
    CalendarDay, Date, Time, dates_may_be_same, find_dates, find_times, find_years,
    times_may_be_same,
};
pub use exact::Exact;
pub use find::find_quantities;
pub use relate::{could_be_same, equal, restates, rounds_to, same_dimension};
pub use spans::find_implied_spans;
pub use units::{Currency, Dimension, Unit};
pub use words::Scale;

/// The sign that a quantity is written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// None.
    None,
    /// `+`.
    Plus,
    /// `-`, or the word `minus` or `negative`.
    Minus,
    /// `±`.
    PlusMinus,
    /// Parentheses around the number alone, as accounts write a negative one.
    Parentheses,
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// In digits: `13`, `0.75`.
    Digits,
    /// In words: `thirteen`.
    Words,
    /// As a fraction, in digits or words: `3/4`, `half`.
    Fraction,
    /// As a place in an order: `3rd`, `first`.
    Ordinal,
}

/// Which end of a range a quantity is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RangeEnd {
    /// The lower end, written first.
    Low,
    /// The upper end.
    High,
}

/// A number in prose, with what it counts or measures.
///
/// A word that is a unit of mass and a currency (`pounds`) gives the quantity both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// Bytes in the text that was read, from the sign or currency to the unit or scale word.
    pub range: TextRange,
    /// The numeral alone.
    pub number_range: TextRange,
    /// The numeral's value as written, without sign, scale word and unit.
    pub numeral: Exact,
    /// The value of one at the numeral's last written digit; `None` for fractions and ordinals, which
    /// are exact.
    pub step: Option<Exact>,
    /// The sign.
    pub sign: Sign,
    /// The word or letter that multiplies the numeral.
    pub scale: Option<Scale>,
    /// The unit of measurement.
    pub unit: Option<Unit>,
    /// The currency.
    pub currency: Option<Currency>,
    /// Whether it is marked as approximate.
    pub is_approximate: bool,
    /// How the number is written.
    pub form: Form,
    /// The word after a number without unit and currency, in lower case, where it may be what is counted.
    pub noun: Option<String>,
    /// Which end of a range it is, if it is one. A unit, currency or scale word that only one end
    /// carries is given to both.
    pub range_end: Option<RangeEnd>,
}

impl Quantity {
    /// The numeral times its scale word, without sign.
    pub fn magnitude(&self) -> Exact {
        match self.scale {
            Some(scale) => self.numeral.clone() * scale.factor(),
            None => self.numeral.clone(),
        }
    }

    /// The signed value in the base units of its dimension, or in whole currency units.
    pub fn value(&self) -> Exact {
        self.value_with(self.unit.as_ref().map(|unit| &unit.factor))
    }

    /// Whether it is written as negative.
    pub fn is_negative(&self) -> bool {
        matches!(self.sign, Sign::Minus | Sign::Parentheses)
    }

    /// Whether it is a bare number: no unit, no currency.
    pub fn is_bare(&self) -> bool {
        self.unit.is_none() && self.currency.is_none()
    }

    fn signed(&self) -> Exact {
        if self.is_negative() {
            -self.magnitude()
        } else {
            self.magnitude()
        }
    }

    /// One at the last written digit, scale word included.
    fn scaled_step(&self) -> Option<Exact> {
        let step = self.step.clone()?;
        Some(match self.scale {
            Some(scale) => step * scale.factor(),
            None => step,
        })
    }

    fn value_with(&self, factor: Option<&Exact>) -> Exact {
        let signed = self.signed();
        match (&self.unit, factor) {
            (Some(unit), Some(factor)) => signed * factor.clone() + unit.offset.clone(),
            _ => self.in_currency(signed),
        }
    }

    fn in_currency(&self, amount: Exact) -> Exact {
        match self.currency {
            Some(currency) => amount
                .divided_by(&Exact::whole(i128::from(currency.minor)))
                .unwrap_or_else(|| Exact::whole(0)),
            None => amount,
        }
    }
}
