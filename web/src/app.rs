//! The app: its one state, its one worker, and which screen shows.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::components::{AppBar, KeySheet, WorkerNotice};
use crate::hooks::{use_attempt, use_drop, use_fragment, use_keys, use_preflight, use_search};
use crate::pages::{FilesPage, ReportPage, ReviewPage, SummaryPage};
use crate::platform;
use crate::state::{Action, Phase, Screen, State};
use crate::worker::{Client, Dropped, Request, Response};

/// The state and the worker, for every screen.
#[derive(Clone, PartialEq)]
pub(crate) struct AppContext {
    pub(crate) state: UseReducerHandle<State>,
    pub(crate) client: Client,
    pub(crate) commands: Commands,
}

/// What every screen may ask for.
#[derive(Clone, PartialEq)]
pub(crate) struct Commands {
    pub(crate) on_files: Callback<Vec<Dropped>>,
    pub(crate) on_example: Callback<()>,
    pub(crate) on_remove: Callback<(u32, String)>,
    pub(crate) on_score: Callback<()>,
    /// Stops what the worker is doing, and goes on with the files it had.
    pub(crate) on_cancel: Callback<()>,
}

/// Mounts the app in place of the words that say it is starting.
pub(crate) fn mount() {
    console_error_panic_hook::set_once();
    let root = gloo::utils::document()
        .query_selector("#app")
        .ok()
        .flatten();
    if let Some(root) = root {
        root.set_inner_html("");
        yew::Renderer::<App>::with_root(root).render();
    }
}

#[component]
fn App() -> Html {
    let state = use_reducer(|| State::at(platform::read_view()));
    let client = use_memo((), |()| start_worker(state.dispatcher()));
    let commands = use_commands(&state, &client);
    let is_sheet_open = use_state_eq(|| false);

    use_fragment(&state);
    use_attempt(&state, &client);
    use_search(&state, &client);
    use_preflight(&state, &client);
    let is_over = use_drop(commands.on_files.clone());
    {
        let is_sheet_open = is_sheet_open.clone();
        let view = state.view.clone();
        let dispatcher = state.dispatcher();
        use_keys(move |key| match key {
            "?" => {
                is_sheet_open.set(!*is_sheet_open);
                true
            }
            "o" => {
                if view.screen == Screen::Files {
                    platform::click_by_id("choose-files");
                } else {
                    dispatcher.dispatch(Action::Show(view.on(Screen::Files)));
                }
                true
            }
            _ => false,
        });
    }

    let context = AppContext {
        state: state.clone(),
        client: (*client).clone(),
        commands: commands.clone(),
    };
    let close_sheet = {
        let is_sheet_open = is_sheet_open.clone();
        Callback::from(move |()| is_sheet_open.set(false))
    };
    let open_sheet = {
        let is_sheet_open = is_sheet_open.clone();
        Callback::from(move |()| is_sheet_open.set(true))
    };
    let run_name = state.run_data().map(|data| {
        let overview = &data.overview;
        AttrValue::from(format!(
            "{} · {} attempts",
            overview.title, overview.n_attempts
        ))
    });
    html! {
        <ContextProvider<AppContext> context={context}>
            <div class="app" data-screen={state.view.screen.name()}>
                <AppBar
                    view={state.view.clone()}
                    run_name={run_name}
                    on_keys={open_sheet}
                />
                if let Phase::Dead(message) = &state.phase {
                    <WorkerNotice message={AttrValue::from(message.to_string())}
                        on_restart={commands.on_cancel.clone()} />
                }
                { screen(state.view.screen) }
                if is_over {
                    <div class="app-drop" aria-hidden="true">{ "Let go to read the files" }</div>
                }
                <p class="hidden-text" role="status" aria-live="polite" data-testid="status">
                    { &*state.announcement }
                </p>
                if *is_sheet_open {
                    <KeySheet on_close={close_sheet} />
                }
            </div>
        </ContextProvider<AppContext>>
    }
}

fn screen(screen: Screen) -> Html {
    match screen {
        Screen::Files => html! { <FilesPage /> },
        Screen::Review => html! { <ReviewPage /> },
        Screen::Summary => html! { <SummaryPage /> },
        Screen::Report => html! { <ReportPage /> },
    }
}

fn start_worker(dispatcher: UseReducerDispatcher<State>) -> Client {
    let on_listen = {
        let dispatcher = dispatcher.clone();
        Callback::from(move |()| dispatcher.dispatch(Action::WorkerReady))
    };
    let on_death = Callback::from(move |message: String| {
        dispatcher.dispatch(Action::WorkerDied(message.into()));
    });
    Client::start(on_listen, on_death)
}

#[hook]
fn use_commands(state: &UseReducerHandle<State>, client: &Client) -> Commands {
    let dispatcher = state.dispatcher();
    let read = {
        let dispatcher = dispatcher.clone();
        let client = client.clone();
        Callback::from(move |request: Request| {
            dispatcher.dispatch(Action::Busy(None));
            client.send(request, answer_to(dispatcher.clone()));
        })
    };
    let on_files = {
        let read = read.clone();
        Callback::from(move |files: Vec<Dropped>| {
            if files.is_empty() {
                return;
            }
            read.emit(Request::Add {
                files,
                except: Vec::new(),
            });
        })
    };
    let on_example = {
        let (dispatcher, on_files) = (dispatcher.clone(), on_files.clone());
        Callback::from(move |()| {
            let (dispatcher, on_files) = (dispatcher.clone(), on_files.clone());
            spawn_local(async move {
                match platform::example_files().await {
                    Ok(files) => on_files.emit(files),
                    Err(message) => {
                        let message = format!("The example could not be loaded: {message}");
                        dispatcher.dispatch(Action::Announce(message.into()));
                    }
                }
            });
        })
    };
    let on_remove = {
        let (dispatcher, client) = (dispatcher.clone(), client.clone());
        Callback::from(move |(id, sha256): (u32, String)| {
            client.note_removed(sha256);
            client.send(Request::Remove { id }, answer_to(dispatcher.clone()));
        })
    };
    let on_score = {
        let (dispatcher, client) = (dispatcher.clone(), client.clone());
        let preflight = state
            .preflight
            .ready()
            .map(|preflight| (**preflight).clone());
        Callback::from(move |()| {
            dispatcher.dispatch(Action::ScoreStarted);
            let request = Request::Score {
                preflight: preflight.clone(),
            };
            client.send(request, answer_to(dispatcher.clone()));
        })
    };
    let on_cancel = {
        let (client, on_score) = (client.clone(), on_score.clone());
        let had_run = state.run_data().is_some();
        Callback::from(move |()| {
            let again = client.restart();
            dispatcher.dispatch(Action::Cancelled);
            dispatcher.dispatch(Action::Busy(None));
            let (answer, on_score) = (answer_to(dispatcher.clone()), on_score.clone());
            client.send(again, move |response| {
                let is_read = matches!(response, Response::Files { .. });
                answer(response);
                // The new worker knows no run; what was shown is made again.
                if is_read && had_run {
                    on_score.emit(());
                }
            });
        })
    };
    use_effect_with((), |()| platform::apply_theme(&platform::theme()));
    Commands {
        on_files,
        on_example,
        on_remove,
        on_score,
        on_cancel,
    }
}

/// Turns the worker's answers about files and runs into actions.
fn answer_to(dispatcher: UseReducerDispatcher<State>) -> impl Fn(Response) + 'static {
    move |response| match response {
        Response::Progress(progress) => dispatcher.dispatch(Action::Busy(Some(progress))),
        Response::Files { files, readiness } => {
            dispatcher.dispatch(Action::Files(files.into(), Rc::new(readiness)));
            dispatcher.dispatch(Action::Idle);
        }
        Response::Rows { start, rows } => dispatcher.dispatch(Action::Rows(start, rows)),
        Response::Scored(overview) => dispatcher.dispatch(Action::Scored(overview)),
        Response::Refused { problems } => dispatcher.dispatch(Action::Refused(problems.into())),
        Response::Failed { message } => {
            dispatcher.dispatch(Action::Announce(message.into()));
            dispatcher.dispatch(Action::Idle);
        }
        _ => {}
    }
}
