//! Files: what is here, what is missing, and the start of the scoring.

use yew::prelude::*;

use super::use_app;
use crate::components::{
    ContinueList, DropZone, FileTable, Notice, PasswordDialog, PreflightList, ProgressLine,
    ReadyList,
};
use crate::state::{Loaded, Phase, Run, Screen};
use crate::worker::{FileRow, FileState};

#[component]
pub(crate) fn FilesPage() -> Html {
    let app = use_app();
    let state = &*app.state;
    let commands = &app.commands;
    let progress = match &state.phase {
        Phase::Busy(progress) => Some(progress.clone()),
        _ => None,
    };
    // A finished scoring leads on to the review, once.
    {
        let was_scoring = use_mut_ref(|| false);
        let (is_scoring, is_ready) = (
            state.run == Run::Scoring,
            matches!(state.run, Run::Ready(_)),
        );
        let dispatcher = app.state.dispatcher();
        let view = state.view.on(Screen::Review);
        let is_brought_back = state.is_brought_back;
        use_effect_with((is_scoring, is_ready), move |&(is_scoring, is_ready)| {
            if std::mem::replace(&mut *was_scoring.borrow_mut(), is_scoring)
                && is_ready
                && !is_brought_back
            {
                dispatcher.dispatch(crate::state::Action::Show(view));
            }
        });
    }
    let is_busy = progress.is_some()
        || matches!(state.phase, Phase::Starting)
        || matches!(state.preflight, Loaded::Empty | Loaded::Loading);
    let locked = use_state_eq(|| None::<String>);
    let on_unlock = {
        let locked = locked.clone();
        Callback::from(move |name: String| locked.set(Some(name)))
    };
    let close = {
        let locked = locked.clone();
        Callback::from(move |()| locked.set(None))
    };
    let on_password = {
        let (locked, on_unlock) = (locked.clone(), commands.on_unlock.clone());
        Callback::from(move |password: String| {
            if let Some(name) = (*locked).clone() {
                on_unlock.emit((name, password));
            }
            locked.set(None);
        })
    };
    html! {
        <main class="sheet sheet-two">
            if let Some(name) = (*locked).clone() {
                <PasswordDialog name={AttrValue::from(name)} {on_password} on_close={close} />
            }
            <div class="stack">
                <div>
                    <h1>{ "Drop the bank, the outputs and their documents" }</h1>
                    <p class="lead">
                        { "In any order, one by one, as a folder or as a .zip. Each file is known by \
                           its content. Nothing leaves this machine." }
                    </p>
                </div>
                <DropZone on_files={commands.on_files.clone()}
                    on_example={commands.on_example.clone()} />
                if let Some(progress) = progress {
                    <ProgressLine {progress} on_cancel={commands.on_cancel.clone()}
                        first_page={state.first_page.clone()} />
                }
                if let Run::Refused(problems) = &state.run {
                    <Notice>
                        <p class="strong">{ "The run was refused" }</p>
                        <ul>
                            { for problems.iter().take(40).map(|one| html! {
                                <li>
                                    if !one.place.is_empty() { <code>{ &one.place }</code>{ ": " } }
                                    { &one.message }
                                </li>
                            }) }
                        </ul>
                    </Notice>
                }
                <section class="section">
                    <h2>{ "Files" }<span class="section-aside">{ counts(&state.files) }</span></h2>
                    if state.files.is_empty() {
                        <p class="faint">
                            { "No file is here yet. A bank, a run plan, outputs and the bank’s \
                               documents are needed to score; the example has all of them." }
                        </p>
                    } else {
                        <FileTable files={state.files.clone()}
                            on_remove={commands.on_remove.clone()} {on_unlock} />
                    }
                </section>
            </div>
            <aside class="stack">
                <section class="section">
                    <h2>{ "Ready to score?" }</h2>
                    <ReadyList readiness={state.readiness.clone()} {is_busy}
                        on_score={commands.on_score.clone()} />
                </section>
                <section class="section">
                    <h2>{ "Preflight" }</h2>
                    { preflight(&state.preflight) }
                </section>
                <ContinueList current={commands.kept_runs.current()}
                    on_continue={commands.on_continue.clone()} on_clear={commands.on_clear.clone()} />
            </aside>
        </main>
    }
}

/// The preflight's list, or where it stands.
pub(super) fn preflight(state: &Loaded<std::rc::Rc<proofmark_report::format::Preflight>>) -> Html {
    match state {
        Loaded::Ready(preflight) => html! {
            <>
                <PreflightList preflight={(**preflight).clone()} />
                <p class="faint small">{ "A run qualifies only where all four hold." }</p>
            </>
        },
        Loaded::Failed(message) => html! { <p>{ &**message }</p> },
        Loaded::Empty | Loaded::Loading => {
            html! { <p class="faint">{ "Checking this build." }</p> }
        }
    }
}

fn counts(files: &[FileRow]) -> String {
    let count = |state| files.iter().filter(|file| file.state == state).count();
    let read = count(FileState::Ready) + count(FileState::Warning);
    let parts = [
        (read, "read"),
        (count(FileState::Refused), "refused"),
        (count(FileState::Missing), "missing"),
    ];
    let words: Vec<String> = parts
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, word)| format!("{n} {word}"))
        .collect();
    words.join(" · ")
}
