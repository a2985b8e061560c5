//! The four groups of checks, made once the worker listens.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::platform;
use crate::state::{Action, Loaded, Phase, State};
use crate::worker::{Client, Request, Response};

/// Runs the checks when the worker first listens and keeps their outcome in the state.
#[hook]
pub(crate) fn use_preflight(state: &UseReducerHandle<State>, client: &Client) {
    let is_ready = state.phase != Phase::Starting;
    let is_wanted = is_ready && state.preflight == Loaded::Empty;
    let dispatcher = state.dispatcher();
    let client = client.clone();
    use_effect_with(is_wanted, move |is_wanted| {
        if *is_wanted {
            dispatcher.dispatch(Action::Preflight(Loaded::Loading));
            run(dispatcher, &client);
        }
    });
}

fn run(dispatcher: UseReducerDispatcher<State>, client: &Client) {
    let client = client.clone();
    spawn_local(async move {
        let build = platform::check_build().await;
        let local = platform::check_local_only().await;
        let request = Request::Preflight {
            package: (build.is_whole, build.package),
            runtime: (build.is_runtime_known, build.runtime),
            local_only: (local.holds(), local_words(&local)),
            wasm_sha256: build.wasm_sha256,
        };
        client.send(request, move |response| {
            dispatcher.dispatch(Action::Preflight(match response {
                Response::Preflight(preflight) => Loaded::Ready(Rc::new(preflight)),
                Response::Failed { message } => Loaded::Failed(message.into()),
                _ => return,
            }));
        });
    });
}

fn local_words(local: &platform::LocalOnly) -> String {
    let policy = if local.has_policy {
        "policy active"
    } else {
        "no strict policy"
    };
    let probe = if local.is_probe_refused {
        "probe refused"
    } else {
        "a foreign host answered"
    };
    format!("{policy}, {probe}, {} foreign resources", local.n_foreign)
}
