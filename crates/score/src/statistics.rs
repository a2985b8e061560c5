//! Intervals over unique questions, in integers, so that every platform prints the same.

/// An interval in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// Lower end.
    pub lower: u64,
    /// Upper end.
    pub upper: u64,
}

/// One, in millionths.
const ONE: u64 = 1_000_000;
/// The scale of the constants below.
const SCALE: u128 = 1_000_000_000;
/// The 97.5 % quantile of the standard normal distribution, times [`SCALE`].
const Z: u128 = 1_959_963_985;
/// Its square, times [`SCALE`].
const Z_SQUARED: u128 = 3_841_458_821;
/// Largest count that fits the arithmetic; shares of larger ones are computed at this many.
const MAX_COUNT: u64 = 1_000_000_000;

/// Wilson's 95 % score interval for `passed` of `n`, without continuity correction. Everything for
/// `n` = 0.
///
/// **Source**: E. B. Wilson, JASA 22 (1927), 209–212.
pub fn wilson(passed: u64, n: u64) -> Interval {
    if n == 0 {
        return Interval {
            lower: 0,
            upper: ONE,
        };
    }
    let n = n.min(MAX_COUNT);
    let passed = passed.min(n);
    let (x, count) = (u128::from(passed), u128::from(n));
    let denominator = count * SCALE + Z_SQUARED;
    let center = x * SCALE + Z_SQUARED / 2;
    // The square of the root's argument, times SCALE².
    let under = x * (count - x) * SCALE / count * SCALE + Z_SQUARED * SCALE / 4;
    let half = Z * under.isqrt() / SCALE;
    let share = |numerator: u128| -> u64 {
        let millionths = (numerator * u128::from(ONE) + denominator / 2) / denominator;
        u64::try_from(millionths).unwrap_or(ONE).min(ONE)
    };
    Interval {
        lower: if passed == 0 {
            0
        } else {
            share(center.saturating_sub(half))
        },
        upper: if passed == n {
            ONE
        } else {
            share(center + half)
        },
    }
}

/// How often the questions are drawn anew; more narrows the ends' own scatter below a thousandth.
pub const RESAMPLES: usize = 10_000;
/// The generator's seed: fixed, so that a report can be made again.
pub const SEED: u64 = 20_260_131;

/// The 95 % percentile interval of the mean share of passes, the question being the unit: each
/// resample draws as many questions as there are, with all their repetitions, by SplitMix64.
/// `passes` holds each question's passes over `repetitions`. Everything without questions.
///
/// **Source**: B. Efron, R. Tibshirani, An Introduction to the Bootstrap (1993), chapters 8 and 13.
pub fn cluster_bootstrap(passes: &[u32], repetitions: u32) -> Interval {
    let n = passes.len() as u64;
    if n == 0 || repetitions == 0 {
        return Interval {
            lower: 0,
            upper: ONE,
        };
    }
    let mut generator = SplitMix64(SEED);
    let mut totals: Vec<u64> = (0..RESAMPLES)
        .map(|_| {
            (0..n)
                .map(|_| {
                    let idx = usize::try_from(generator.below(n)).unwrap_or(0);
                    u64::from(passes.get(idx).copied().unwrap_or(0))
                })
                .sum()
        })
        .collect();
    totals.sort_unstable();
    let trials = u128::from(n) * u128::from(repetitions);
    let share = |total: u64| -> u64 {
        let millionths = (u128::from(total) * u128::from(ONE) + trials / 2) / trials;
        u64::try_from(millionths).unwrap_or(ONE).min(ONE)
    };
    // Nearest rank: the smallest total that at least 2.5 % (97.5 %) of the resamples do not exceed.
    Interval {
        lower: share(totals[RESAMPLES * 25 / 1000 - 1]),
        upper: share(totals[RESAMPLES * 975 / 1000 - 1]),
    }
}

/// **Source**: G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`, each as likely as the other.
    fn below(&mut self, n: u64) -> u64 {
        // Numbers past the last whole multiple of `n` are drawn again.
        let limit = u64::MAX - u64::MAX % n;
        loop {
            let drawn = self.next();
            if drawn < limit {
                return drawn % n;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        let mut generator = SplitMix64(1_234_567);
        let drawn: Vec<u64> = (0..3).map(|_| generator.next()).collect();
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        assert_eq!(drawn, expected, "the reference sequence of that seed");
    }

    #[test]
    fn wilson_matches_known_values() {
        for (passed, n, lower, upper) in [
            (0, 10, 0, 277_533),
            (10, 10, 722_467, 1_000_000),
            (5, 10, 236_593, 763_407),
            (36, 40, 769_482, 960_420),
            (81, 263, 255_289, 366_210),
        ] {
            let found = wilson(passed, n);
            assert!(found.lower.abs_diff(lower) <= 1, "{passed}/{n}: {found:?}");
            assert!(found.upper.abs_diff(upper) <= 1, "{passed}/{n}: {found:?}");
        }
        assert_eq!(
            wilson(0, 0),
            Interval {
                lower: 0,
                upper: ONE
            },
            "nothing known"
        );
        assert!(
            wilson(u64::MAX, u64::MAX).lower > 999_000,
            "huge counts do not overflow"
        );
    }

    #[test]
    fn the_bootstrap_holds_the_mean_and_repeats() {
        let passes: Vec<u32> = (0..40).map(|i| if i < 30 { 3 } else { 0 }).collect();
        let found = cluster_bootstrap(&passes, 3);
        assert!(found.lower < 750_000 && 750_000 < found.upper, "{found:?}");
        assert_eq!(found, cluster_bootstrap(&passes, 3), "the same each time");
        // The number of drawn passing questions is binomial(40, 3/4), whose quantiles are 24 and 35.
        assert_eq!(
            found,
            Interval {
                lower: 600_000,
                upper: 875_000
            },
            "24/40 and 35/40"
        );
        assert_eq!(
            cluster_bootstrap(&[3; 7], 3),
            Interval {
                lower: ONE,
                upper: ONE
            },
            "all pass"
        );
        assert_eq!(
            cluster_bootstrap(&[], 3),
            Interval {
                lower: 0,
                upper: ONE
            },
            "no question"
        );
    }

    #[test]
    fn draws_beyond_the_last_whole_multiple_are_drawn_again() {
        // Of this `n` only one multiple fits, so that about half of the numbers are thrown away.
        let n = (1 << 63) + 1;
        let mut all = SplitMix64(SEED);
        let mut kept = SplitMix64(SEED);
        for _ in 0..20 {
            let expected = std::iter::repeat_with(|| all.next()).find(|drawn| *drawn < n);
            assert_eq!(Some(kept.below(n)), expected);
        }
    }

    #[test]
    fn shares_are_rounded_to_the_nearest_millionth() {
        // One question that always passes once in three: a third, whichever questions are drawn.
        let third = cluster_bootstrap(&[1, 1], 3);
        assert_eq!((third.lower, third.upper), (333_333, 333_333));
        let two_thirds = cluster_bootstrap(&[2, 2], 3);
        assert_eq!((two_thirds.lower, two_thirds.upper), (666_667, 666_667));
        // Among very many questions Wilson's interval closes on the share itself.
        let half = wilson(500_000_000, 1_000_000_000);
        assert_eq!((half.lower, half.upper), (499_969, 500_031));
    }

    #[test]
    fn ends_are_the_nearest_ranks() {
        let passes: Vec<u32> = (0..1_000).map(|i| u32::from(i % 2 == 0)).collect();
        let n = passes.len() as u64;
        let mut generator = SplitMix64(SEED);
        let mut totals: Vec<u32> = (0..RESAMPLES)
            .map(|_| {
                (0..n)
                    .map(|_| passes[usize::try_from(generator.below(n)).expect("small")])
                    .sum()
            })
            .collect();
        totals.sort_unstable();
        let found = cluster_bootstrap(&passes, 1);
        // 250 and 9 750 of the resamples do not exceed the ends.
        assert_eq!(found.lower, u64::from(totals[249]) * 1_000);
        assert_eq!(found.upper, u64::from(totals[9_749]) * 1_000);
    }
}
