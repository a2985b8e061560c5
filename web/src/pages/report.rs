//! Report: preflight, signing and exports on one side, verifying on the other.

use std::rc::Rc;

use yew::prelude::*;

use super::files::preflight;
use super::use_app;
use crate::components::{SignPanel, VerifyPanel};
use crate::state::{Action, Loaded, Screen};
use crate::worker::{Dropped, Request, Response};

#[component]
pub(crate) fn ReportPage() -> Html {
    let app = use_app();
    let state = &*app.state;
    let on_verify = {
        let dispatcher = app.state.dispatcher();
        let client = app.client.clone();
        Callback::from(move |files: Vec<Dropped>| {
            if files.is_empty() {
                return;
            }
            dispatcher.dispatch(Action::Verify(Loaded::Loading));
            let dispatcher = dispatcher.clone();
            client.send(Request::Verify { files }, move |response| {
                dispatcher.dispatch(Action::Verify(match response {
                    Response::Verified(result) => Loaded::Ready(Rc::from(result)),
                    Response::Failed { message } => Loaded::Failed(message.into()),
                    _ => return,
                }));
            });
        })
    };
    let sign = match state.run_data() {
        Some(data) => html! {
            <>
                <div>
                    <h1>{ "Sign the report" }</h1>
                    <p class="lead">
                        { format!("{} attempts with every reason and span, and every input by its \
                            digest. Any machine gives the same bytes for the same inputs.",
                            data.overview.n_attempts) }
                    </p>
                </div>
                <section class="section">
                    <h2>{ "Preflight" }</h2>
                    { preflight(&match &data.overview.preflight {
                        Some(recorded) => Loaded::Ready(Rc::new(recorded.clone())),
                        None => state.preflight.clone(),
                    }) }
                </section>
                <SignPanel client={app.client.clone()} data={data.clone()} />
            </>
        },
        None => html! {
            <div>
                <h1>{ "Sign a report" }</h1>
                <p class="lead">
                    { "There is no report to sign yet. " }
                    <a href={state.view.on(Screen::Files).fragment()}>{ "Score a run first" }</a>
                </p>
            </div>
        },
    };
    html! {
        <main class="sheet sheet-half">
            <div class="stack">{ sign }</div>
            <div class="stack">
                <div>
                    <h1>{ "Verify a report" }</h1>
                    <p class="lead">{ "There are four answers, and none stands for another." }</p>
                </div>
                <VerifyPanel state={state.verify.clone()} on_files={on_verify} />
            </div>
        </main>
    }
}
