//! Judge: one claim after the other against the saved pages, with the findings as one writes.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use js_sys::Uint8Array;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::use_app;
use crate::app::AppContext;
use crate::components::{
    ClaimForm, ClaimList, Dialog, Edge, GradePanel, Notice, SavedPane, Splitter,
};
use crate::hooks::use_keys;
use crate::platform;
use crate::state::{Action, JudgeAction, Pane, Screen, State, View};
use crate::worker::{Client, Draft, JudgeRequest, JudgeResponse, Request, Response};

/// Findings are asked for this long after the last key.
const PAUSE_MILLIS: u32 = 120;

/// The verdicts by their keys.
const VERDICTS: [&str; 3] = ["grounded", "not_grounded", "source_silent"];

#[component]
pub(crate) fn JudgePage() -> Html {
    let app = use_app();
    let is_grading = use_state_eq(|| false);
    let problem = use_state_eq(|| None::<String>);
    use_judging(&app);
    {
        let app = app.clone();
        use_keys(move |key| on_key(&app, key));
    }
    let state = &*app.state;
    let judge = &state.judge;
    let Some(data) = &judge.data else {
        return not_ready(&app);
    };
    let show = {
        let dispatcher = app.state.dispatcher();
        Callback::from(move |view: View| dispatcher.dispatch(Action::Show(view)))
    };
    let pane = |pane: Pane, words: &'static str| {
        let view = View {
            pane,
            ..state.view.clone()
        };
        let onclick = show.reform(move |_: MouseEvent| view.clone());
        html! {
            <button aria-pressed={(pane == state.view.pane).to_string()} {onclick}
                data-testid={format!("pane-{}", pane.name())}>{ words }</button>
        }
    };
    let toggle = {
        let is_grading = is_grading.clone();
        Callback::from(move |()| is_grading.set(!*is_grading))
    };
    let on_save = {
        let (client, problem) = (app.client.clone(), problem.clone());
        let answers = judge.all_answers();
        Callback::from(move |()| save(&client, answers.clone(), problem.clone()))
    };
    let on_sign = {
        let (client, problem) = (app.client.clone(), problem.clone());
        let answers = judge.all_answers();
        Callback::from(move |()| sign(&client, &answers, &problem))
    };
    let close = {
        let problem = problem.clone();
        Callback::from(move |()| problem.set(None))
    };
    let claim = shown_claim(state).and_then(|id| judge.claim(&id).cloned());
    html! {
        <>
            <main class="panes panes-judge" data-pane={state.view.pane.name()}>
                <section class="pane pane-side pane-list" aria-label="Claims">
                    <ClaimList judge={judge.clone()} view={state.view.clone()}
                        shown={claim.as_ref().map(|claim| claim.id.clone())}
                        is_grading={*is_grading} on_grade={toggle} {on_save} {on_sign}
                        on_action={actions(&app)} />
                    <Splitter edge={Edge::List} />
                </section>
                <section class="pane pane-attempt" aria-label="Claim">
                    <div class="scroll" tabindex="0" role="region" aria-label="The claim">
                        if let Some(claim) = claim.clone() {
                            <ClaimForm claim={claim.clone()} draft={judge.draft(&claim)}
                                pages={data.pages.clone()} findings={judge.findings.clone()}
                                quote_state={AttrValue::from(judge.quote_state.clone())}
                                on_edit={on_edit(&app, &claim.id)} on_next={go_on(&app)}
                                on_undo={undo(&app)} />
                        }
                    </div>
                </section>
                <section class="pane pane-side pane-page" aria-label="Saved page">
                    { saved_pane(&app, claim.as_ref().map(|claim| claim.id.clone())) }
                    <Splitter edge={Edge::Page} />
                </section>
            </main>
            if *is_grading {
                <GradePanel client={app.client.clone()} data={data.clone()}
                    answers={judge.all_answers()} view={state.view.clone()} />
            }
            <nav class="pane-tabs" aria-label="Panes">
                { pane(Pane::List, "Claims") }
                { pane(Pane::Attempt, "Claim") }
                { pane(Pane::Page, "Saved page") }
            </nav>
            if let Some(message) = &*problem {
                <Dialog title="That did not work" on_close={close}>
                    <Notice><p>{ message }</p></Notice>
                </Dialog>
            }
        </>
    }
}

fn actions(app: &AppContext) -> Callback<JudgeAction> {
    let dispatcher = app.state.dispatcher();
    Callback::from(move |action| dispatcher.dispatch(Action::Judge(action)))
}

/// The claim that the address names, else the first.
fn shown_claim(state: &State) -> Option<String> {
    let named = state
        .view
        .claim
        .clone()
        .filter(|id| state.judge.claim(id).is_some());
    named.or_else(|| state.judge.claims().next().map(|claim| claim.id.clone()))
}

fn act(app: &AppContext, action: JudgeAction) {
    app.state.dispatch(Action::Judge(action));
}

fn show_claim(app: &AppContext, id: String) {
    app.state.dispatch(Action::Show(View {
        claim: Some(id),
        pane: Pane::Attempt,
        ..app.state.view.on(Screen::Judge)
    }));
}

/// Keeps the judging and what is shown of it in the state.
#[hook]
fn use_judging(app: &AppContext) {
    let state = &*app.state;
    let judge = &state.judge;
    // Files that come or go open the judging anew.
    {
        let (client, dispatcher) = (app.client.clone(), app.state.dispatcher());
        let wanted = (Rc::clone(&state.files), Rc::clone(&judge.hosts));
        use_effect_with(wanted, move |(_, hosts)| {
            let hosts = hosts
                .split([',', ' ', '\n'])
                .filter(|host| !host.is_empty())
                .map(str::to_owned)
                .collect();
            let job = ask(&client, JudgeRequest::Open { hosts }, move |answer| {
                dispatcher.dispatch(Action::Judge(match answer {
                    Ok(JudgeResponse::Opened(data)) => JudgeAction::Opened(Rc::new(data)),
                    Ok(JudgeResponse::NotReady(problems)) => JudgeAction::NotReady(problems.into()),
                    _ => return,
                }));
            });
            move || drop(job)
        });
    }
    use_kept_answers(app);
    let shown = shown_claim(state);
    let draft = shown
        .as_ref()
        .and_then(|id| judge.claim(id))
        .map(|claim| judge.draft(claim));
    {
        let (client, dispatcher) = (app.client.clone(), app.state.dispatcher());
        let url = draft.as_ref().map(|draft| draft.url.clone());
        let wanted = (shown.clone().zip(url), judge.data.clone());
        use_effect_with(wanted, move |(wanted, _)| {
            let job = wanted.clone().map(|(claim, url)| {
                ask(&client, JudgeRequest::Page { claim, url }, move |answer| {
                    if let Ok(JudgeResponse::Page { page, candidates }) = answer {
                        let action = JudgeAction::Page(page.map(Rc::new), candidates.into());
                        dispatcher.dispatch(Action::Judge(action));
                    }
                })
            });
            move || drop(job)
        });
    }
    {
        let (client, dispatcher) = (app.client.clone(), app.state.dispatcher());
        let wanted = (shown.zip(draft), judge.data.clone());
        use_effect_with(wanted, move |(wanted, _)| {
            let job = Rc::new(std::cell::RefCell::new(None));
            let timer = wanted.clone().map(|(claim, answer)| {
                let job = Rc::clone(&job);
                Timeout::new(PAUSE_MILLIS, move || {
                    let request = JudgeRequest::Check { claim, answer };
                    *job.borrow_mut() = Some(ask(&client, request, move |answer| {
                        if let Ok(JudgeResponse::Checked {
                            findings,
                            state,
                            span,
                        }) = answer
                        {
                            let action = JudgeAction::Checked(findings.into(), state.into(), span);
                            dispatcher.dispatch(Action::Judge(action));
                        }
                    }));
                })
            });
            move || drop((timer, job))
        });
    }
}

/// Brings kept answers back, and keeps each new one.
#[hook]
fn use_kept_answers(app: &AppContext) {
    let judge = &app.state.judge;
    let key = judge.data.as_ref().map(|data| data.key.clone());
    let is_read = use_state_eq(|| None::<String>);
    {
        let (dispatcher, is_read) = (app.state.dispatcher(), is_read.setter());
        use_effect_with(key.clone(), move |key| {
            if let Some(key) = key.clone() {
                spawn_local(async move {
                    // What cannot be read is not there; the answers then live with the page.
                    let kept = platform::kept_answers(&key).await.unwrap_or_default();
                    dispatcher.dispatch(Action::Judge(JudgeAction::Kept(kept)));
                    is_read.set(Some(key));
                });
            }
        });
    }
    let dispatcher = app.state.dispatcher();
    let wanted = (
        key.filter(|key| (*is_read).as_ref() == Some(key)),
        judge.answers.clone(),
    );
    use_effect_with(wanted, move |(key, answers)| {
        if let Some(key) = key.clone() {
            let answers = (**answers).clone();
            spawn_local(async move {
                if let Err(message) = platform::keep_answers(&key, &answers).await {
                    let kept = crate::state::Kept::Failed(message.into());
                    dispatcher.dispatch(Action::Kept(kept));
                }
            });
        }
    });
}

fn ask(
    client: &Client,
    request: JudgeRequest,
    sink: impl Fn(Result<JudgeResponse, String>) + 'static,
) -> crate::worker::Job {
    client.ask(
        Request::Judge(Box::new(request)),
        move |response| match response {
            Response::Judge(answer) => sink(Ok(*answer)),
            Response::Failed { message } => sink(Err(message)),
            _ => {}
        },
    )
}

fn save(client: &Client, answers: Vec<(String, Draft)>, problem: UseStateHandle<Option<String>>) {
    let request = Request::Judge(Box::new(JudgeRequest::Save { answers }));
    client.send(request, move |response| save_file(response, &problem));
}

/// Hands a made file to the person.
fn save_file(response: Response, problem: &UseStateHandle<Option<String>>) {
    let saved = match response {
        Response::File(file) => platform::save_bytes(&file.name, &file.media_type, &file.bytes),
        Response::Failed { message } => Err(message),
        _ => return,
    };
    if let Err(message) = saved {
        problem.set(Some(message));
    }
}

/// Saves the results and, beside them, an envelope signed by this browser's key, which is made where there is
/// none yet.
fn sign(client: &Client, answers: &[(String, Draft)], problem: &UseStateHandle<Option<String>>) {
    save(client, answers.to_vec(), problem.clone());
    let request = Request::Judge(Box::new(JudgeRequest::Prepare {
        answers: answers.to_vec(),
    }));
    let (sealing, problem) = (client.clone(), problem.clone());
    client.send(request, move |response| match response {
        Response::Judge(answer) => {
            let JudgeResponse::ToSign(bytes) = *answer else {
                return;
            };
            let (client, problem) = (sealing.clone(), problem.clone());
            spawn_local(async move {
                match signature_of(&bytes).await {
                    Ok((public_key, r_s)) => seal(&client, public_key, r_s, problem),
                    Err(message) => problem.set(Some(format!("Signing failed: {message}"))),
                }
            });
        }
        Response::Failed { message } => problem.set(Some(message)),
        _ => {}
    });
}

/// The public key, DER, and the signature, r and s, of this browser's key.
async fn signature_of(bytes: &[u8]) -> Result<(Vec<u8>, Vec<u8>), String> {
    let key = match platform::load_key().await? {
        Some(key) => key,
        None => platform::make_key().await?,
    };
    let r_s = platform::sign_with(&key, bytes).await?;
    Ok((key.public_der.to_vec(), r_s))
}

fn seal(
    client: &Client,
    public_key: Vec<u8>,
    r_s: Vec<u8>,
    problem: UseStateHandle<Option<String>>,
) {
    let request = Request::Judge(Box::new(JudgeRequest::Seal { public_key, r_s }));
    client.send(request, move |response| {
        let made = match response {
            Response::Judge(answer) => *answer,
            Response::Failed { message } => return problem.set(Some(message)),
            _ => return,
        };
        let JudgeResponse::Sealed {
            envelope,
            public_pem,
        } = made
        else {
            return;
        };
        let saved = [
            ("results.dsse.json", "application/json", envelope),
            ("results.pub.pem", "application/x-pem-file", public_pem),
        ]
        .into_iter()
        .try_for_each(|(name, kind, text)| {
            platform::save_bytes(name, kind, &Uint8Array::from(text.as_bytes()))
        });
        if let Err(message) = saved {
            problem.set(Some(message));
        }
    });
}

fn on_edit(app: &AppContext, id: &str) -> Callback<Draft> {
    let (dispatcher, id) = (app.state.dispatcher(), id.to_owned());
    Callback::from(move |draft| {
        dispatcher.dispatch(Action::Judge(JudgeAction::Edit(id.clone(), draft)));
    })
}

fn undo(app: &AppContext) -> Callback<()> {
    let dispatcher = app.state.dispatcher();
    Callback::from(move |()| dispatcher.dispatch(Action::Judge(JudgeAction::Undo)))
}

fn go_on(app: &AppContext) -> Callback<()> {
    let app = app.clone();
    Callback::from(move |()| next_open(&app))
}

fn next_open(app: &AppContext) {
    let state = &*app.state;
    match state.judge.next_open(shown_claim(state).as_deref()) {
        Some(id) => show_claim(app, id),
        None => app
            .state
            .dispatch(Action::Announce("Every claim is judged".into())),
    }
}

fn saved_pane(app: &AppContext, claim: Option<String>) -> Html {
    let judge = &app.state.judge;
    let on_step = {
        let dispatcher = app.state.dispatcher();
        Callback::from(move |is_forward| {
            dispatcher.dispatch(Action::Judge(JudgeAction::Step(is_forward)));
        })
    };
    let on_quote = {
        let app = app.clone();
        Callback::from(move |quote: String| {
            if let Some(id) = &claim {
                quote_it(&app, id, quote);
            }
        })
    };
    html! {
        <SavedPane page={judge.page.clone()} candidates={judge.candidates.clone()}
            shown={judge.candidate} span={judge.quote_span} {on_step} {on_quote} />
    }
}

fn quote_it(app: &AppContext, id: &str, quote: String) {
    let judge = &app.state.judge;
    if let Some(claim) = judge.claim(id) {
        let draft = Draft {
            quote,
            ..judge.draft(claim)
        };
        act(app, JudgeAction::Edit(id.to_owned(), draft));
    }
}

fn on_key(app: &AppContext, key: &str) -> bool {
    let state = &*app.state;
    let judge = &state.judge;
    let Some(claim) = shown_claim(state).and_then(|id| judge.claim(&id).cloned()) else {
        return false;
    };
    match key {
        "1" | "2" | "3" => {
            let at = usize::from(key.as_bytes()[0] - b'1');
            let draft = Draft {
                verdict: VERDICTS[at].to_owned(),
                ..judge.draft(&claim)
            };
            act(app, JudgeAction::Edit(claim.id, draft));
        }
        "q" => {
            if let Some(one) = judge.candidates.get(judge.candidate) {
                quote_it(app, &claim.id, one.passage.clone());
            }
        }
        "]" => act(app, JudgeAction::Step(true)),
        "[" => act(app, JudgeAction::Step(false)),
        "n" => next_open(app),
        "Enter" if !platform::is_on_control() => next_open(app),
        "u" => act(app, JudgeAction::Undo),
        "m" => platform::focus_by_id("judge-reason"),
        "g" => app.state.dispatch(Action::Show(View {
            pane: match state.view.pane {
                Pane::Page => Pane::Attempt,
                _ => Pane::Page,
            },
            ..state.view.clone()
        })),
        "j" | "k" => step_claim(app, &claim.id, key == "j"),
        "ArrowDown" | "ArrowUp" if !platform::is_on_control() => {
            step_claim(app, &claim.id, key == "ArrowDown");
        }
        _ => return false,
    }
    true
}

fn step_claim(app: &AppContext, id: &str, is_forward: bool) {
    let ids: Vec<&str> = app
        .state
        .judge
        .claims()
        .map(|one| one.id.as_str())
        .collect();
    let now = ids.iter().position(|one| *one == id);
    let next = match (now, is_forward) {
        (Some(now), true) => Some(now + 1),
        (Some(now), false) => now.checked_sub(1),
        (None, _) => Some(0),
    };
    if let Some(id) = next.and_then(|at| ids.get(at)) {
        show_claim(app, (*id).to_owned());
    }
}

/// Whether any file is about claims: only then is it worth saying what is missing.
fn has_claims(state: &State) -> bool {
    state.files.iter().any(|file| {
        matches!(
            file.kind.as_str(),
            "claims" | "snapshots" | "results" | "gold"
        )
    })
}

/// What is missing.
fn not_ready(app: &AppContext) -> Html {
    let state = &*app.state;
    let to_files = state.view.on(Screen::Files).fragment();
    html! {
        <main class="sheet">
            <div class="empty-screen" data-testid="no-claims">
                <p>
                    { "There are no claims to judge. " }
                    <a href={to_files}>
                        { "Drop a file of claims, the list of saved pages (sources.json) and the pages" }
                    </a>
                </p>
            </div>
            if !state.files.is_empty() && !state.judge.problems.is_empty() && has_claims(state) {
                <ul class="notes">
                    { for state.judge.problems.iter().map(|one| html! { <li>{ &one.message }</li> }) }
                </ul>
            }
        </main>
    }
}
