//! Which attempts an audit goes through, in plan order.

use std::collections::BTreeSet;

use super::{Outcome, Queue};
use crate::worker::Row;

/// Indexes of the rows of a queue.
pub(crate) fn queued(rows: &[Row], queue: Queue) -> BTreeSet<u32> {
    match queue {
        Queue::All => rows.iter().map(|row| row.index).collect(),
        Queue::Unresolved => rows
            .iter()
            .filter(|row| row.outcome == Outcome::Unresolved)
            .map(|row| row.index)
            .collect(),
        Queue::Sample { size, seed } => sample(rows, size, seed),
    }
}

/// The rule of a queue in words, so that somebody else can draw the same one.
pub(crate) fn rule_in_words(queue: Queue, n_queued: usize, n_rows: usize) -> String {
    match queue {
        Queue::Unresolved => {
            format!("every attempt that the rules leave open, {n_queued} of {n_rows}")
        }
        Queue::All => format!("every attempt, {n_rows} in all"),
        Queue::Sample { seed, .. } => format!(
            "{n_queued} of {n_rows} attempts in plan order, drawn without replacement by SplitMix64 from \
             seed {seed}; whoever takes the same seed gets the same attempts"
        ),
    }
}

/// Draws without replacement: a partial Fisher-Yates shuffle of the rows in plan order.
fn sample(rows: &[Row], size: u32, seed: u64) -> BTreeSet<u32> {
    let mut order: Vec<u32> = rows.iter().map(|row| row.index).collect();
    let mut random = SplitMix64(seed);
    let n = order.len().min(usize::try_from(size).unwrap_or(usize::MAX));
    for at in 0..n {
        let left = (order.len() - at) as u64;
        let step = usize::try_from(random.below(left)).unwrap_or(0);
        order.swap(at, at + step);
    }
    order.truncate(n);
    order.into_iter().collect()
}

/// The generator of the scorer's resampling, which is also used here.
///
/// **Source**: G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, each as likely: draws beyond the last whole multiple of `n` are thrown away.
    fn below(&mut self, n: u64) -> u64 {
        if n == 0 {
            return 0;
        }
        let end = u64::MAX - u64::MAX % n;
        loop {
            let drawn = self.next();
            if drawn < end {
                return drawn % n;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(n: u32) -> Vec<Row> {
        let row = |index| Row {
            index,
            workflow_idx: 0,
            repetition: 1,
            question_idx: index,
            outcome: if index % 3 == 0 {
                Outcome::Unresolved
            } else {
                Outcome::Pass
            },
            reasons: Vec::new(),
            documents: Vec::new(),
        };
        (0..n).map(row).collect()
    }

    #[test]
    fn a_sample_is_the_seeds_alone() {
        let rows = rows(72);
        let draw = |size, seed| queued(&rows, Queue::Sample { size, seed });
        assert_eq!(draw(20, 1).len(), 20, "as many as asked for");
        assert_eq!(draw(20, 1), draw(20, 1), "the same again");
        assert_ne!(draw(20, 1), draw(20, 2), "another seed");
        assert!(draw(20, 1).is_subset(&draw(30, 1)), "a larger one goes on");
        assert_eq!(draw(100, 1).len(), 72, "no more than there are");
        assert!(draw(0, 1).is_empty(), "none");
    }

    #[test]
    fn the_generator_is_the_published_one() {
        // The first outputs for seed 1234567 of the authors' own program.
        let mut random = SplitMix64(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317, "first");
        assert_eq!(random.next(), 3_203_168_211_198_807_973, "second");
    }

    #[test]
    fn the_default_queue_is_what_the_rules_leave_open() {
        let found = queued(&rows(7), Queue::Unresolved);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [0, 3, 6]);
    }
}
