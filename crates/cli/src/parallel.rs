//! Work on several threads, with results in order.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use proofmark_engine::{Flow, Progress, Refusal, ScoreOptions, Session};
use proofmark_report::format::Report;

use crate::print;

/// The threads to work on: as asked for, else one for each processor.
fn n_threads(jobs: Option<usize>) -> usize {
    jobs.or_else(|| {
        std::thread::available_parallelism()
            .ok()
            .map(NonZeroUsize::get)
    })
    .unwrap_or(1)
}

/// Does `work` for every index below `n`, on `jobs` threads, and returns the results in order of index.
///
/// `done` is told, on this thread, how many are done; when it says stop, nothing more is begun and there is no
/// result.
pub(crate) fn in_order<T: Send>(
    n: usize,
    jobs: Option<usize>,
    work: impl Fn(usize) -> T + Sync,
    mut done: impl FnMut(usize) -> Flow,
) -> Option<Vec<T>> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut results: Vec<Option<T>> = std::iter::repeat_with(|| None).take(n).collect();
    std::thread::scope(|scope| {
        for _ in 0..n_threads(jobs).clamp(1, n.max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let idx = next.fetch_add(1, Ordering::Relaxed);
                    // Nobody listens any more after a stop.
                    if idx >= n || sender.send((idx, work(idx))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (n_done, (idx, result)) in (1..).zip(receiver) {
            results[idx] = Some(result);
            if done(n_done) == Flow::Stop {
                break;
            }
        }
    });
    results.into_iter().collect()
}

/// Scores what the session holds, as [`Session::score`] does, on several threads.
///
/// # Errors
/// As [`Session::score`].
pub(crate) fn score(
    session: &Session,
    options: &ScoreOptions,
    jobs: Option<usize>,
) -> Result<Report, Refusal> {
    let job = session.score_job(options)?;
    let judge = job.judge();
    let n_attempts = job.n_attempts();
    let mut tell = print::progress();
    let judgements = in_order(
        n_attempts,
        jobs,
        |attempt_idx| judge.judge(attempt_idx),
        |attempt| {
            tell(Progress::Scoring {
                attempt,
                n_attempts,
            })
        },
    );
    let judgements: Option<Vec<_>> = judgements.into_iter().flatten().collect();
    judgements
        .map(|judgements| job.report(judgements))
        .ok_or(Refusal::Cancelled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_on_any_number_of_threads() {
        for jobs in [Some(1), Some(2), Some(7), None] {
            let mut n_told = 0;
            let squares = in_order(
                100,
                jobs,
                |idx| idx * idx,
                |n_done| {
                    n_told += 1;
                    assert_eq!(n_done, n_told);
                    Flow::Continue
                },
            );
            assert_eq!(squares, Some((0..100).map(|idx| idx * idx).collect()));
            assert_eq!(n_told, 100);
        }
        let none: Option<Vec<usize>> = in_order(0, Some(3), |idx| idx, |_| Flow::Continue);
        assert_eq!(none, Some(Vec::new()));
    }

    #[test]
    fn a_stop_begins_nothing_more() {
        let n_begun = AtomicUsize::new(0);
        let work = |idx| {
            n_begun.fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(std::time::Duration::from_millis(1));
            idx
        };
        assert_eq!(in_order(10_000, Some(2), work, |_| Flow::Stop), None);
        assert!(n_begun.load(Ordering::Relaxed) < 10_000);
    }
}
