//! Exact fractions, and intervals in millionths, by integers alone.

use num_bigint::BigUint;
use num_rational::Ratio;

/// A share as it was counted, not reduced: `numerator` of `denominator`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fraction {
    /// The part.
    pub numerator: u64,
    /// The whole; 0 when there is none.
    pub denominator: u64,
}

impl Fraction {
    /// Compares two shares by value; `None` when either has no whole.
    pub fn compare(self, other: Self) -> Option<std::cmp::Ordering> {
        if self.denominator == 0 || other.denominator == 0 {
            return None;
        }
        let left = u128::from(self.numerator) * u128::from(other.denominator);
        let right = u128::from(other.numerator) * u128::from(self.denominator);
        Some(left.cmp(&right))
    }

    /// Four decimals, rounded half up; `None` when there is no whole.
    pub fn decimal(self) -> Option<String> {
        let denominator = u128::from(self.denominator);
        let scaled =
            (u128::from(self.numerator) * 20_000 + denominator).checked_div(2 * denominator)?;
        Some(format!("{}.{:04}", scaled / 10_000, scaled % 10_000))
    }
}

/// An interval in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// Lower end.
    pub lower: i64,
    /// Upper end.
    pub upper: i64,
}

/// A number of millionths with four decimals.
pub fn millionths(n: i64) -> String {
    let sign = if n < 0 { "-" } else { "" };
    let rounded = (n.unsigned_abs() + 50) / 100;
    format!("{sign}{}.{:04}", rounded / 10_000, rounded % 10_000)
}

const MILLION: u128 = 1_000_000;
const SCALE: u128 = 1_000_000_000;
/// The 97.5 % quantile of the standard normal distribution, times [`SCALE`].
const Z: u128 = 1_959_963_985;
/// Its square, times [`SCALE`].
const Z_SQUARED: u128 = 3_841_458_821;
/// Largest count that fits the arithmetic.
const MAX_COUNT: u64 = 1_000_000_000;

/// Wilson's 95 % score interval, without continuity correction. `None` when there is no whole.
///
/// **Source**: E. B. Wilson, JASA 22 (1927), 209–212.
pub(crate) fn wilson(share: Fraction) -> Option<Interval> {
    if share.denominator == 0 {
        return None;
    }
    let n = share.denominator.min(MAX_COUNT);
    let x = u128::from(share.numerator.min(n));
    let n = u128::from(n);
    let denominator = n * SCALE + Z_SQUARED;
    let center = x * SCALE + Z_SQUARED / 2;
    let under = x * (n - x) * SCALE / n * SCALE + Z_SQUARED * SCALE / 4;
    let half = Z * under.isqrt() / SCALE;
    let share = |numerator: u128| {
        i64::try_from(((numerator * MILLION + denominator / 2) / denominator).min(MILLION))
            .unwrap_or(0)
    };
    Some(Interval {
        lower: if x == 0 {
            0
        } else {
            share(center.saturating_sub(half))
        },
        upper: if x == n {
            1_000_000
        } else {
            share(center + half)
        },
    })
}

/// Cohen's kappa of a square table, as `(numerator, denominator)`, and its 95 % interval by the large-sample
/// standard error √(p(1−p) / (n(1−e)²)). `None` for an empty table, or one in which chance alone agrees always.
///
/// **Source**: J. Cohen, Educational and Psychological Measurement 20 (1960), 37–46, formula 7.
pub fn kappa(table: &[[u64; 3]; 3]) -> Option<((i128, i128), Interval)> {
    let at = |row: usize, column: usize| i128::from(table[row][column].min(MAX_COUNT / 1000));
    let n: i128 = (0..3)
        .flat_map(|r| (0..3).map(move |c| (r, c)))
        .map(|(r, c)| at(r, c))
        .sum();
    let agreed: i128 = (0..3).map(|k| at(k, k)).sum();
    let chance: i128 = (0..3)
        .map(|k| {
            let row: i128 = (0..3).map(|c| at(k, c)).sum();
            let column: i128 = (0..3).map(|r| at(r, k)).sum();
            row * column
        })
        .sum();
    let denominator = n * n - chance;
    if n == 0 || denominator == 0 {
        return None;
    }
    let numerator = n * agreed - chance;
    // z · √(a(n−a)/n³) / (1−e), with (1−e) = denominator/n².
    let variance = u128::try_from(agreed * (n - agreed)).unwrap_or(0) * SCALE * SCALE
        / u128::try_from(n).unwrap_or(1);
    let half = i128::try_from(Z * variance.isqrt() / SCALE).unwrap_or(0) * n
        / i128::try_from(SCALE / MILLION).unwrap_or(1)
        / denominator;
    let center = numerator * i128::try_from(MILLION).unwrap_or(0) / denominator;
    let narrow = |value: i128| i64::try_from(value.clamp(-1_000_000, 1_000_000)).unwrap_or(0);
    Some((
        (numerator, denominator),
        Interval {
            lower: narrow(center - half),
            upper: narrow(center + half),
        },
    ))
}

/// McNemar's exact test: the two-sided probability of a split of the discordant pairs at least as uneven,
/// were either side as likely. A reduced fraction, 1 at most.
///
/// **Source**: Q. McNemar, Psychometrika 12 (1947), 153–157, with the binomial distribution itself.
pub(crate) fn mcnemar(baseline_only: u64, candidate_only: u64) -> Ratio<BigUint> {
    let n = baseline_only + candidate_only;
    let fewer = baseline_only.min(candidate_only);
    let mut term = BigUint::from(1_u32);
    let mut sum = BigUint::from(0_u32);
    for k in 0..=fewer {
        sum += &term;
        term = term * (n - k) / (k + 1);
    }
    let one = Ratio::from_integer(BigUint::from(1_u32));
    let p = Ratio::new(sum * 2_u32, BigUint::from(1_u32) << n);
    if p > one { one } else { p }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_compared_and_printed_exactly() {
        let share = |numerator, denominator| Fraction {
            numerator,
            denominator,
        };
        assert_eq!(
            share(1, 3).compare(share(2, 6)),
            Some(std::cmp::Ordering::Equal),
            "1/3 and 2/6"
        );
        assert_eq!(share(0, 0).compare(share(1, 1)), None, "no whole");
        assert_eq!(share(2, 3).decimal().as_deref(), Some("0.6667"), "2/3");
        assert_eq!(share(0, 0).decimal(), None, "no whole");
    }

    #[test]
    fn mcnemar_of_small_splits() {
        let p = |a, b| mcnemar(a, b).to_string();
        assert_eq!(p(0, 0), "1", "no pair");
        assert_eq!(p(0, 5), "1/16", "five to nothing");
        assert_eq!(p(3, 3), "1", "even");
        assert_eq!(p(1, 5), "7/32", "one to five");
    }

    #[test]
    fn kappa_of_known_tables() {
        // Perfect agreement; and 20/5/10/15 of 50, whose kappa is 0.4.
        let (value, interval) = kappa(&[[3, 0, 0], [0, 4, 0], [0, 0, 5]]).expect("a table");
        assert_eq!(value.0, value.1, "one");
        assert_eq!(
            (interval.lower, interval.upper),
            (1_000_000, 1_000_000),
            "no spread"
        );
        let ((n, d), interval) = kappa(&[[20, 5, 0], [10, 15, 0], [0, 0, 0]]).expect("a table");
        assert_eq!(n * 10, d * 4, "0.4");
        assert_eq!(
            (millionths(interval.lower), millionths(interval.upper)),
            ("0.1460".into(), "0.6540".into()),
            "0.4 ± 1.96 · √(0.7·0.3/50)/0.5"
        );
        assert!(
            kappa(&[[5, 0, 0], [0; 3], [0; 3]]).is_none(),
            "chance agrees always"
        );
    }

    #[test]
    fn wilson_of_known_shares() {
        let interval = wilson(Fraction {
            numerator: 8,
            denominator: 10,
        })
        .expect("a share");
        assert_eq!(
            (millionths(interval.lower), millionths(interval.upper)),
            ("0.4902".into(), "0.9433".into()),
            "8 of 10"
        );
    }
}
