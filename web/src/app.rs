//! The app: its one state, its one worker, and which screen shows.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::components::{AppBar, KeptNotice, KeySheet, RestartNotice, WorkerNotice};
use crate::hooks::{
    KeptRuns, use_attempt, use_drop, use_fragment, use_kept_audit, use_kept_run, use_keys,
    use_preflight, use_search,
};
use crate::pages::{
    AuditPage, BankPage, FilesPage, JudgePage, ReportPage, ReviewPage, SummaryPage,
};
use crate::platform::{self, KeptRun};
use crate::state::{Action, FirstPage, Kept, Loaded, Phase, Screen, State, View};
use crate::worker::{Client, Dropped, QuestionLine, Request, Response, Row, unpack};

/// A worker that breaks more often than this waits for the person.
const MAX_RESTARTS: u32 = 3;

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
    /// Reads a file again, by name, with a password.
    pub(crate) on_unlock: Callback<(String, String)>,
    /// Stops what the worker is doing, and goes on with the files it had.
    pub(crate) on_cancel: Callback<()>,
    /// Starts another worker; `true` where it has to score again.
    pub(crate) on_restart: Callback<bool>,
    /// Goes on with a kept run.
    pub(crate) on_continue: Callback<KeptRun>,
    /// Forgets everything that the browser keeps.
    pub(crate) on_clear: Callback<()>,
    pub(crate) kept_runs: KeptRuns,
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
    let kept_runs = use_kept_run(&state, &client);
    let commands = use_commands(&state, &client, &kept_runs);
    let is_sheet_open = use_state_eq(|| false);

    use_fragment(&state);
    use_attempt(&state, &client);
    use_search(&state, &client);
    use_preflight(&state, &client);
    use_kept_audit(&state, &client);
    use_return(&state, &commands);
    let restarted = use_restart(&state, &commands);
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
                if let Kept::Failed(message) = &state.kept {
                    <KeptNotice message={AttrValue::from(message.to_string())} />
                }
                if let Some(message) = (*restarted).clone() {
                    <RestartNotice message={AttrValue::from(message)} on_close={
                        let restarted = restarted.clone();
                        Callback::from(move |()| restarted.set(None))
                    } />
                }
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
        Screen::Audit => html! { <AuditPage /> },
        Screen::Summary => html! { <SummaryPage /> },
        Screen::Bank => html! { <BankPage /> },
        Screen::Judge => html! { <JudgePage /> },
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
fn use_commands(
    state: &UseReducerHandle<State>,
    client: &Client,
    kept_runs: &KeptRuns,
) -> Commands {
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
    let on_unlock = {
        let (dispatcher, client) = (dispatcher.clone(), client.clone());
        Callback::from(move |(name, password): (String, String)| {
            let files = client.drops_named(&name);
            dispatcher.dispatch(Action::Busy(None));
            let request = Request::Unlock { files, password };
            client.send(request, answer_to(dispatcher.clone()));
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
    let on_restart = {
        let (client, on_score) = (client.clone(), on_score.clone());
        let dispatcher = dispatcher.clone();
        Callback::from(move |had_run: bool| {
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
    let had_run = state.run_data().is_some();
    let on_cancel = on_restart.reform(move |()| had_run);
    let on_continue = {
        let (dispatcher, client) = (dispatcher.clone(), client.clone());
        let kept_runs = kept_runs.clone();
        Callback::from(move |run: KeptRun| {
            let (dispatcher, client) = (dispatcher.clone(), client.clone());
            let kept_runs = kept_runs.clone();
            spawn_local(async move {
                match platform::kept_files(&run.id).await {
                    Ok(files) => go_on(&dispatcher, &client, &kept_runs, &run, files),
                    Err(message) => {
                        let message = format!("the kept files cannot be read: {message}");
                        dispatcher.dispatch(Action::Kept(Kept::Failed(message.into())));
                    }
                }
            });
        })
    };
    let on_clear = {
        let (dispatcher, kept_runs) = (dispatcher.clone(), kept_runs.clone());
        Callback::from(move |()| {
            let dispatcher = dispatcher.clone();
            kept_runs.let_go();
            spawn_local(async move {
                let result = match platform::forget_runs().await {
                    Ok(()) => platform::forget_decisions().await,
                    failed => failed,
                };
                dispatcher.dispatch(match result {
                    Ok(()) => Action::Announce("Nothing is kept any more".into()),
                    Err(message) => Action::Kept(Kept::Failed(message.into())),
                });
            });
        })
    };
    use_effect_with((), |()| platform::apply_theme(&platform::theme()));
    Commands {
        on_files,
        on_example,
        on_remove,
        on_score,
        on_unlock,
        on_cancel,
        on_restart,
        on_continue,
        on_clear,
        kept_runs: kept_runs.clone(),
    }
}

/// Reads the files of a kept run again, in place of whatever is there.
fn go_on(
    dispatcher: &UseReducerDispatcher<State>,
    client: &Client,
    kept_runs: &KeptRuns,
    run: &KeptRun,
    files: Vec<Dropped>,
) {
    client.start_anew();
    kept_runs.take_up(&run.id, files.len());
    dispatcher.dispatch(Action::Cleared);
    dispatcher.dispatch(Action::Returning(run.is_scored));
    let mut view = View::parse(&run.view);
    let needs_run = matches!(
        view.screen,
        Screen::Review | Screen::Audit | Screen::Summary
    );
    if needs_run && !run.is_scored {
        view.screen = Screen::Files;
    }
    dispatcher.dispatch(Action::Show(view));
    dispatcher.dispatch(Action::Busy(None));
    for digest in &run.removed {
        client.note_removed(digest.clone());
    }
    let request = Request::Add {
        files,
        except: run.removed.clone(),
    };
    client.send(request, answer_to(dispatcher.clone()));
}

/// Starts a worker that broke again, a few times; what it said when it last broke.
#[hook]
fn use_restart(
    state: &UseReducerHandle<State>,
    commands: &Commands,
) -> UseStateHandle<Option<String>> {
    let restarted = use_state_eq(|| None::<String>);
    let n_restarts = use_mut_ref(|| 0_u32);
    let message = match &state.phase {
        Phase::Dead(message) => Some(message.to_string()),
        _ => None,
    };
    // A worker may break again before the run of the one before is made again.
    let had_run = use_mut_ref(|| false);
    let has_run = state.run_data().is_some();
    let (setter, on_restart) = (restarted.setter(), commands.on_restart.clone());
    use_effect_with(message, move |message| {
        let Some(message) = message.clone() else {
            return;
        };
        let mut n = n_restarts.borrow_mut();
        if *n < MAX_RESTARTS {
            *n += 1;
            setter.set(Some(message));
            let mut had_run = had_run.borrow_mut();
            *had_run |= has_run;
            on_restart.emit(*had_run);
        }
    });
    restarted
}

/// After a reload goes on with the run of this tab, and scores a kept run that had been scored as soon as
/// its files are read and the checks are made.
#[hook]
fn use_return(state: &UseReducerHandle<State>, commands: &Commands) {
    let is_listening = state.phase == Phase::Idle;
    let is_tried = use_mut_ref(|| false);
    let on_continue = commands.on_continue.clone();
    let view = state.view.clone();
    use_effect_with(is_listening, move |is_listening| {
        if !*is_listening || std::mem::replace(&mut *is_tried.borrow_mut(), true) {
            return;
        }
        let Some(id) = platform::current_run() else {
            return;
        };
        spawn_local(async move {
            let runs = platform::kept_runs().await.unwrap_or_default();
            if let Some(run) = runs.into_iter().find(|run| run.id == id) {
                on_continue.emit(KeptRun {
                    // The address says where the person was.
                    view: view.fragment(),
                    ..run
                });
            }
        });
    });
    let is_checked = matches!(state.preflight, Loaded::Ready(_) | Loaded::Failed(_));
    let is_due = state.is_returning && is_listening && is_checked && state.readiness.can_score;
    let on_score = commands.on_score.clone();
    use_effect_with(is_due, move |is_due| {
        if *is_due {
            on_score.emit(());
        }
    });
}

/// Turns the worker's answers about files and runs into actions.
fn answer_to(dispatcher: UseReducerDispatcher<State>) -> impl Fn(Response) + 'static {
    let questions = RefCell::new(Vec::<QuestionLine>::new());
    let rows = RefCell::new(Vec::<Row>::new());
    move |response| match response {
        Response::Progress(progress) => dispatcher.dispatch(Action::Busy(Some(progress))),
        Response::FirstPage { label, image } => {
            let label = label.into();
            dispatcher.dispatch(Action::FirstPage(FirstPage { label, image }));
        }
        Response::Files { files, readiness } => {
            dispatcher.dispatch(Action::Files(files.into(), Rc::new(readiness)));
            dispatcher.dispatch(Action::Idle);
        }
        Response::Questions(lines) => questions.borrow_mut().extend(lines),
        Response::Rows { packed } => {
            let mut rows = rows.borrow_mut();
            let start = u32::try_from(rows.len()).unwrap_or(u32::MAX);
            rows.extend(unpack(&packed.to_vec(), start));
        }
        Response::Scored(overview) => {
            let (questions, rows) = (questions.take().into(), rows.take().into());
            dispatcher.dispatch(Action::Scored(overview, questions, rows));
        }
        Response::Refused { problems } => dispatcher.dispatch(Action::Refused(problems.into())),
        Response::Failed { message } => {
            dispatcher.dispatch(Action::Announce(message.into()));
            dispatcher.dispatch(Action::Idle);
        }
        _ => {}
    }
}
