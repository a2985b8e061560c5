//! Runs kept in this browser, to go on with.

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::Dialog;
use crate::platform::{self, KeptRun};
use crate::state::Loaded;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The run that is open.
    pub(crate) current: Option<String>,
    pub(crate) on_continue: Callback<KeptRun>,
    /// Everything kept is to be forgotten.
    pub(crate) on_clear: Callback<()>,
}

#[component]
pub(crate) fn ContinueList(props: &Props) -> Html {
    let runs = use_state_eq(Loaded::<Vec<KeptRun>>::default);
    let is_asking = use_state_eq(|| false);
    {
        let runs = runs.setter();
        use_effect_with(props.current.clone(), move |_| {
            spawn_local(async move {
                runs.set(match platform::kept_runs().await {
                    Ok(found) => Loaded::Ready(found),
                    Err(message) => Loaded::Failed(message.into()),
                });
            });
        });
    }
    let found = match &*runs {
        Loaded::Ready(found) => found,
        Loaded::Failed(message) => {
            return html! {
                <section class="section">
                    <h2>{ "Continue" }</h2>
                    <p class="quiet-text">
                        { format!("This browser keeps nothing here: {message}. Export before you leave.") }
                    </p>
                </section>
            };
        }
        Loaded::Empty | Loaded::Loading => return Html::default(),
    };
    let others: Vec<&KeptRun> = found
        .iter()
        .filter(|run| Some(&run.id) != props.current.as_ref())
        .collect();
    if found.is_empty() {
        return Html::default();
    }
    let ask = {
        let is_asking = is_asking.clone();
        Callback::from(move |_: MouseEvent| is_asking.set(true))
    };
    let on_close = {
        let is_asking = is_asking.clone();
        Callback::from(move |()| is_asking.set(false))
    };
    let clear = {
        let (runs, is_asking, on_clear) = (runs.clone(), is_asking.clone(), props.on_clear.clone());
        Callback::from(move |_: MouseEvent| {
            is_asking.set(false);
            runs.set(Loaded::Ready(Vec::new()));
            on_clear.emit(());
        })
    };
    html! {
        <section class="section" data-testid="continue">
            <h2>{ "Continue" }</h2>
            if others.is_empty() {
                <p class="faint">{ "The run that is open is kept, and comes back after a reload." }</p>
            }
            <ul class="continue-list">
                { for others.into_iter().map(|run| line(run, &props.on_continue)) }
            </ul>
            <p class="faint small">
                { "Kept in this browser only. " }
                <button class="link-button" onclick={ask} data-testid="clear-kept">{ "Clear" }</button>
            </p>
            if *is_asking {
                <Dialog title="Forget what is kept?" {on_close}>
                    <p>
                        { "The files, runs and human decisions kept in this browser are deleted. What you \
                           exported stays yours." }
                    </p>
                    <div class="actions">
                        <button class="button big primary" onclick={clear} data-testid="confirm-clear">
                            { "Delete everything kept" }
                        </button>
                    </div>
                </Dialog>
            }
        </section>
    }
}

fn line(run: &KeptRun, on_continue: &Callback<KeptRun>) -> Html {
    let onclick = {
        let run = run.clone();
        on_continue.reform(move |_: MouseEvent| run.clone())
    };
    let files = if run.n_files == 1 { "file" } else { "files" };
    let (done, all) = run.progress;
    let mut words = format!("{} {files}", run.n_files);
    if run.is_scored {
        words.push_str(", scored");
    }
    if done > 0 {
        words.push_str(&format!(", {done} of {all} decided"));
    }
    html! {
        <li key={run.id.clone()}>
            <button class="link-button" {onclick} data-testid="continue-run">{ &run.title }</button>
            <span class="faint small nowrap">{ platform::day_in_words(run.millis) }</span>
            <span class="below">{ words }</span>
        </li>
    }
}
