//! Asks the worker for the attempts that hold the search words.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use crate::state::{Action, State};
use crate::worker::{Client, Request, Response};

/// Waits this long after the last key, so that a word in the making is not searched for.
const PAUSE_MILLIS: u32 = 120;

/// Keeps the hits of the search words in the state.
#[hook]
pub(crate) fn use_search(state: &UseReducerHandle<State>, client: &Client) {
    let query = state.view.filters.search.clone();
    let run_digest = state
        .run_data()
        .map(|data| data.overview.report_sha256.clone());
    let dispatcher = state.dispatcher();
    let client = client.clone();
    use_effect_with((query, run_digest), move |(query, run)| {
        let job = Rc::new(std::cell::RefCell::new(None));
        let timer = (run.is_some() && !query.is_empty()).then(|| {
            let query = query.clone();
            let job = Rc::clone(&job);
            Timeout::new(PAUSE_MILLIS, move || {
                let request = Request::Search {
                    query: query.clone(),
                };
                *job.borrow_mut() = Some(client.ask(request, move |response| {
                    if let Response::Found { indexes } = response {
                        let hits = Rc::new(indexes.into_iter().collect());
                        dispatcher.dispatch(Action::Found(query.clone(), hits));
                    }
                }));
            })
        });
        move || drop((timer, job))
    });
}
