//! Scoring in slices: between two of them the worker hands out the pages that somebody looks at.

use std::cell::RefCell;

use proofmark_engine::{Refusal, ScoreOptions};
use proofmark_report::format::Preflight;

use super::convert;
use super::desk::{Desk, Meter, Sink};
use super::messages::Response;

/// A slice is at least this long. Longer, and a page waits for it; shorter, and the pauses cost too much:
/// browsers make each of them 4 ms.
const SLICE_MILLIS: f64 = 50.0;

/// The time until the next pause.
pub(super) struct Slice {
    end: f64,
}

impl Slice {
    pub(super) fn begin() -> Self {
        Self {
            end: js_sys::Date::now() + SLICE_MILLIS,
        }
    }

    pub(super) fn is_open(&self) -> bool {
        js_sys::Date::now() < self.end
    }
}

/// Scores what the desk's session holds. `pause` returns when the scoring may go on; the desk is free
/// meanwhile.
pub(super) async fn score(
    desk: &RefCell<Desk>,
    preflight: Option<Preflight>,
    sink: Sink<'_>,
    pause: impl AsyncFn(),
) {
    let options = ScoreOptions {
        preflight,
        audit: None,
    };
    let job = desk.borrow().session.score_job(&options);
    let job = match job {
        Ok(job) => job,
        Err(Refusal::Inputs(problems)) => {
            return sink(Response::Refused {
                problems: problems.iter().map(convert::problem_with_file).collect(),
            });
        }
        Err(other) => {
            return sink(Response::Failed {
                message: other.to_string(),
            });
        }
    };
    let mut meter = Meter::default();
    let mut scoring = job.start();
    let mut is_left = true;
    while is_left {
        meter.tell(&scoring.progress(), sink);
        pause().await;
        let slice = Slice::begin();
        while is_left && slice.is_open() {
            is_left = scoring.step();
        }
    }
    meter.tell(&scoring.progress(), sink);
    pause().await;
    let report = scoring.finish();
    pause().await;
    desk.borrow_mut().take_report(report, sink);
}
