//! The screens, one a file.

mod audit;
mod bank;
mod bank_hooks;
mod files;
mod judge;
mod panes;
mod report;
mod review;
mod summary;

pub(crate) use audit::AuditPage;
pub(crate) use bank::BankPage;
pub(crate) use files::FilesPage;
pub(crate) use judge::JudgePage;
pub(crate) use report::ReportPage;
pub(crate) use review::ReviewPage;
pub(crate) use summary::SummaryPage;

use yew::prelude::*;

use crate::app::AppContext;
use crate::components::ProgressLine;
use crate::state::{Phase, Run, Screen, State};

/// The context that every screen stands in.
#[hook]
fn use_app() -> AppContext {
    use_context::<AppContext>().expect("every screen is drawn inside the app")
}

/// What a screen shows while there is no run: why, and the way on.
fn without_run(state: &State, on_cancel: Callback<()>) -> Html {
    let to_files = state.view.on(Screen::Files).fragment();
    let inner = match (&state.run, &state.phase) {
        (Run::Scoring, Phase::Busy(progress)) => html! {
            <ProgressLine progress={progress.clone()} {on_cancel} />
        },
        (Run::Refused(_), _) => html! {
            <p>
                { "The run was refused. " }
                <a href={to_files}>{ "See what is wrong with the files" }</a>
            </p>
        },
        _ => {
            let way_on = if state.readiness.can_score {
                "The files are there: score the attempts"
            } else {
                "Drop a bank, its documents and the outputs"
            };
            html! { <p>{ "Nothing is scored yet. " }<a href={to_files}>{ way_on }</a></p> }
        }
    };
    html! { <main class="sheet"><div class="empty-screen" data-testid="no-run">{ inner }</div></main> }
}
