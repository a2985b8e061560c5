//! Fetches the shown attempt, the boxes of its highlights and the sizes of the pages.

use std::collections::BTreeMap;
use std::rc::Rc;

use yew::prelude::*;

use crate::state::{Action, Loaded, State};
use crate::worker::{Client, Request, Response, ShownAttempt};

/// Keeps the shown attempt and what its page pane needs in the state.
#[hook]
pub(crate) fn use_attempt(state: &UseReducerHandle<State>, client: &Client) {
    let index = state.shown_row().map(|row| row.index);
    let run_digest = state
        .run_data()
        .map(|data| data.overview.report_sha256.clone());
    let dispatcher = state.dispatcher();
    let asked = client.clone();
    let wanted = (index, run_digest, state.attempt_nonce);
    use_effect_with(wanted, move |(index, ..)| {
        let job = index.map(|index| {
            dispatcher.dispatch(Action::AttemptLoading);
            let dispatcher = dispatcher.clone();
            asked.ask(Request::Attempt { index }, move |response| {
                dispatcher.dispatch(match response {
                    Response::Attempt(shown) => {
                        let ShownAttempt { attempt, question } = *shown;
                        Action::AttemptReady(Rc::new(attempt), question.map(Rc::new))
                    }
                    Response::Failed { message } => Action::AttemptFailed(message.into()),
                    _ => return,
                });
            })
        });
        move || drop(job)
    });

    let shown = match &state.attempt {
        Loaded::Ready(attempt) => Some(Rc::clone(attempt)),
        _ => None,
    };
    let highlights = Rc::clone(&state.highlights);
    let dispatcher = state.dispatcher();
    let asked = client.clone();
    use_effect_with(shown, move |shown| {
        let mut jobs = Vec::new();
        if shown.is_some() {
            let mut by_document: BTreeMap<&str, Vec<_>> = BTreeMap::new();
            for one in &*highlights {
                by_document.entry(&one.document).or_default().push(one);
            }
            for (document, marks) in by_document {
                let keys: Vec<String> = marks.iter().map(|one| one.key.clone()).collect();
                let spans = marks
                    .iter()
                    .map(|one| (one.span.start, one.span.end))
                    .collect();
                let document = document.to_owned();
                let request = Request::Boxes {
                    document: document.clone(),
                    spans,
                };
                let dispatcher = dispatcher.clone();
                jobs.push(asked.ask(request, move |response| {
                    if let Response::Boxes { boxes } = response {
                        let boxes = keys.iter().cloned().zip(boxes).collect();
                        dispatcher.dispatch(Action::Boxes(document.clone(), boxes));
                    }
                }));
            }
        }
        move || drop(jobs)
    });

    let document = state.target.as_ref().map(|target| target.document.clone());
    let missing = document.filter(|document| !state.outlines.contains_key(document));
    let dispatcher = state.dispatcher();
    let asked = client.clone();
    use_effect_with(missing, move |missing| {
        let job = missing.clone().map(|document| {
            let request = Request::Outline {
                document: document.clone(),
            };
            asked.ask(request, move |response| {
                if let Response::Outline { pages } = response {
                    dispatcher.dispatch(Action::OutlineReady(document.clone(), pages.into()));
                }
            })
        });
        move || drop(job)
    });
}
