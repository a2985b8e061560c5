//! Exact rational numbers.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{Signed, ToPrimitive};

/// A rational number without rounding or overflow.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Exact(Form);

/// In lowest terms, the denominator above 0. `Small` whenever both parts fit, so that equal numbers are equal
/// forms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Form {
    Small(i64, i64),
    Big(Box<BigRational>),
}

impl Exact {
    /// The whole number `n`.
    pub fn whole(n: i128) -> Self {
        i64::try_from(n).map_or_else(
            |_| Self::of_big(BigRational::from_integer(BigInt::from(n))),
            |n| Self(Form::Small(n, 1)),
        )
    }

    /// `numerator / denominator`; `None` when the denominator is 0.
    pub fn ratio(numerator: i128, denominator: i128) -> Option<Self> {
        if denominator == 0 {
            return None;
        }
        Some(Self::of_wide(numerator, denominator).unwrap_or_else(|| {
            Self::of_big(BigRational::new(
                BigInt::from(numerator),
                BigInt::from(denominator),
            ))
        }))
    }

    /// Ten to the power of `exponent`.
    pub fn power_of_ten(exponent: i32) -> Self {
        if let Some(power) = 10_i64.checked_pow(exponent.unsigned_abs()) {
            return Self(if exponent < 0 {
                Form::Small(1, power)
            } else {
                Form::Small(power, 1)
            });
        }
        let power = BigRational::from_integer(BigInt::from(10).pow(exponent.unsigned_abs()));
        Self::of_big(if exponent < 0 { power.recip() } else { power })
    }

    /// The number that ASCII `digits` write, with the last `n_decimals` of them after the point.
    /// `None` when `digits` is empty or holds anything but digits.
    pub fn decimal(digits: &str, n_decimals: usize) -> Option<Self> {
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let exponent = i32::try_from(n_decimals).ok()?;
        let whole = match digits.parse::<i64>() {
            Ok(whole) => Self(Form::Small(whole, 1)),
            Err(_) => Self::of_big(BigRational::from_integer(BigInt::parse_bytes(
                digits.as_bytes(),
                10,
            )?)),
        };
        Some(if exponent == 0 {
            whole
        } else {
            whole * Self::power_of_ten(-exponent)
        })
    }

    /// The distance from 0.
    pub fn abs(&self) -> Self {
        if self.is_negative() {
            -self.clone()
        } else {
            self.clone()
        }
    }

    /// Half of it.
    pub fn half(&self) -> Self {
        self.clone() * Self(Form::Small(1, 2))
    }

    /// `self / other`; `None` when `other` is 0.
    pub fn divided_by(&self, other: &Self) -> Option<Self> {
        if other.is_zero() {
            return None;
        }
        let small = match (&self.0, &other.0) {
            (Form::Small(a, b), Form::Small(c, d)) => {
                Self::of_wide(wide(*a) * wide(*d), wide(*b) * wide(*c))
            }
            _ => None,
        };
        Some(small.unwrap_or_else(|| Self::of_big(self.to_big() / other.to_big())))
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.0 == Form::Small(0, 1)
    }

    /// Whether it has no fractional part.
    pub fn is_whole(&self) -> bool {
        match &self.0 {
            Form::Small(_, denominator) => *denominator == 1,
            Form::Big(big) => big.is_integer(),
        }
    }

    fn is_negative(&self) -> bool {
        match &self.0 {
            Form::Small(numerator, _) => *numerator < 0,
            Form::Big(big) => big.is_negative(),
        }
    }

    /// `numerator / denominator` when it is small in lowest terms. The denominator is not 0.
    fn of_wide(numerator: i128, denominator: i128) -> Option<Self> {
        // The lowest number has no counterpart above 0.
        if numerator == i128::MIN || denominator == i128::MIN {
            return None;
        }
        let lowest = Ratio::new(numerator, denominator);
        let numerator = i64::try_from(*lowest.numer()).ok()?;
        let denominator = i64::try_from(*lowest.denom()).ok()?;
        Some(Self(Form::Small(numerator, denominator)))
    }

    fn of_big(big: BigRational) -> Self {
        Self(match (big.numer().to_i64(), big.denom().to_i64()) {
            (Some(numerator), Some(denominator)) => Form::Small(numerator, denominator),
            _ => Form::Big(Box::new(big)),
        })
    }

    fn to_big(&self) -> BigRational {
        match &self.0 {
            Form::Small(numerator, denominator) => {
                BigRational::new_raw(BigInt::from(*numerator), BigInt::from(*denominator))
            }
            Form::Big(big) => (**big).clone(),
        }
    }
}

fn wide(part: i64) -> i128 {
    i128::from(part)
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Form::Small(a, b), Form::Small(c, d)) => {
                (wide(*a) * wide(*d)).cmp(&(wide(*c) * wide(*b)))
            }
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for Exact {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let small = match (&self.0, &other.0) {
            (Form::Small(a, b), Form::Small(c, d)) => (wide(*a) * wide(*d))
                .checked_add(wide(*c) * wide(*b))
                .and_then(|sum| Self::of_wide(sum, wide(*b) * wide(*d))),
            _ => None,
        };
        small.unwrap_or_else(|| Self::of_big(self.to_big() + other.to_big()))
    }
}

impl Sub for Exact {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Exact {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let small = match (&self.0, &other.0) {
            (Form::Small(a, b), Form::Small(c, d)) => {
                Self::of_wide(wide(*a) * wide(*c), wide(*b) * wide(*d))
            }
            _ => None,
        };
        small.unwrap_or_else(|| Self::of_big(self.to_big() * other.to_big()))
    }
}

impl Neg for Exact {
    type Output = Self;
    fn neg(self) -> Self {
        match self.0 {
            Form::Small(numerator, denominator) if numerator != i64::MIN => {
                Self(Form::Small(-numerator, denominator))
            }
            _ => Self::of_big(-self.to_big()),
        }
    }
}

impl fmt::Display for Exact {
    /// Writes `n` or `n/d`, in lowest terms.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_big().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use num_traits::Zero;
    use proptest::prelude::*;

    use super::*;

    /// Parts around the bounds of what is held as two machine words, and plain ones.
    fn part() -> impl Strategy<Value = i128> {
        prop_oneof![
            -50_i128..50,
            (-3_i128..4).prop_map(|step| i128::from(i64::MAX) + step),
            (-3_i128..4).prop_map(|step| i128::from(i64::MIN) + step),
            (0_i128..4).prop_map(|step| i128::MIN + step),
            any::<i128>(),
        ]
    }

    fn number() -> impl Strategy<Value = (Exact, BigRational)> {
        (
            part(),
            part().prop_filter("a denominator", |part| *part != 0),
        )
            .prop_map(|(n, d)| {
                let exact = Exact::ratio(n, d).expect("a denominator");
                (exact, BigRational::new(BigInt::from(n), BigInt::from(d)))
            })
    }

    /// The number is the same, and small if it can be.
    fn assert_same(exact: &Exact, big: &BigRational) {
        assert_eq!(*exact, Exact::of_big(big.clone()));
        assert_eq!(exact.to_string(), big.to_string());
    }

    proptest! {
        #[test]
        fn small_and_large_numbers_reckon_alike((a, big_a) in number(), (b, big_b) in number()) {
            assert_same(&a, &big_a);
            assert_same(&(a.clone() + b.clone()), &(&big_a + &big_b));
            assert_same(&(a.clone() - b.clone()), &(&big_a - &big_b));
            assert_same(&(a.clone() * b.clone()), &(&big_a * &big_b));
            assert_same(&-a.clone(), &-&big_a);
            assert_same(&a.abs(), &big_a.abs());
            assert_same(&a.half(), &(&big_a / BigInt::from(2)));
            assert_eq!(a.divided_by(&b).is_none(), big_b.is_zero());
            if let Some(quotient) = a.divided_by(&b) {
                assert_same(&quotient, &(&big_a / &big_b));
            }
            assert_eq!(a.cmp(&b), big_a.cmp(&big_b));
            assert_eq!(a == b, big_a == big_b);
            assert_eq!((a.is_zero(), a.is_whole()), (big_a.is_zero(), big_a.is_integer()));
        }

        #[test]
        fn written_digits_are_the_number(digits in "[0-9]{1,40}", n_decimals in 0_usize..45) {
            let whole = BigInt::parse_bytes(digits.as_bytes(), 10).expect("digits");
            let power = BigInt::from(10).pow(u32::try_from(n_decimals).expect("few"));
            let exact = Exact::decimal(&digits, n_decimals).expect("digits");
            assert_same(&exact, &BigRational::new(whole, power));
        }
    }

    #[test]
    fn what_is_no_number_is_none() {
        for digits in ["", "-1", "1e3", "1 000", "٣"] {
            assert_eq!(Exact::decimal(digits, 0), None, "{digits:?}");
        }
        assert_eq!(Exact::ratio(1, 0), None);
        assert_eq!(Exact::whole(3).divided_by(&Exact::whole(0)), None);
    }
}
