//! Exact rational numbers.

use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

/// A rational number without rounding or overflow.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exact(BigRational);

impl Exact {
    /// The whole number `n`.
    pub fn whole(n: i128) -> Self {
        Self(BigRational::from_integer(BigInt::from(n)))
    }

    /// `numerator / denominator`; `None` when the denominator is 0.
    pub fn ratio(numerator: i128, denominator: i128) -> Option<Self> {
        (denominator != 0).then(|| {
            Self(BigRational::new(
                BigInt::from(numerator),
                BigInt::from(denominator),
            ))
        })
    }

    /// Ten to the power of `exponent`.
    pub fn power_of_ten(exponent: i32) -> Self {
        let power = BigRational::from_integer(BigInt::from(10).pow(exponent.unsigned_abs()));
        Self(if exponent < 0 { power.recip() } else { power })
    }

    /// The number that ASCII `digits` write, with the last `n_decimals` of them after the point.
    /// `None` when `digits` is empty or holds anything but digits.
    pub fn decimal(digits: &str, n_decimals: usize) -> Option<Self> {
        let whole = BigInt::parse_bytes(digits.as_bytes(), 10)?;
        let exponent = i32::try_from(n_decimals).ok()?;
        digits
            .bytes()
            .all(|b| b.is_ascii_digit())
            .then(|| Self(BigRational::from_integer(whole)) * Self::power_of_ten(-exponent))
    }

    /// The distance from 0.
    pub fn abs(&self) -> Self {
        Self(self.0.abs())
    }

    /// Half of it.
    pub fn half(&self) -> Self {
        Self(&self.0 / BigInt::from(2))
    }

    /// `self / other`; `None` when `other` is 0.
    pub fn divided_by(&self, other: &Self) -> Option<Self> {
        (!other.0.is_zero()).then(|| Self(&self.0 / &other.0))
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// Whether it has no fractional part.
    pub fn is_whole(&self) -> bool {
        self.0.is_integer()
    }
}

impl Add for Exact {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Exact {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul for Exact {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

impl Neg for Exact {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Exact {
    /// Writes `n` or `n/d`, in lowest terms.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
