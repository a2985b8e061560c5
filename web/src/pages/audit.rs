//! Audit: the attempts that a person goes through, and the decisions.

use std::rc::Rc;

use yew::prelude::*;

use super::panes::{on_key, panes, use_sight};
use super::{use_app, without_run};
use crate::app::AppContext;
use crate::components::{AgreementTable, AuditBar, DecisionBar, Dialog, NameDialog, Notice};
use crate::hooks::use_keys;
use crate::platform;
use crate::state::{
    Action, AuditAction, Part, Queue, Ruling, RunData, State, Subject, View, entries_of,
};
use crate::worker::{Dropped, Request, Response};

/// What is asked in a dialog.
#[derive(Clone, PartialEq)]
enum Question {
    None,
    /// The reviewer's name, and what is decided once it is known.
    Name(Option<Ruling>),
    Agreement,
    /// Something could not be done.
    Problem(String),
}

#[component]
pub(crate) fn AuditPage() -> Html {
    let app = use_app();
    let sight = use_sight();
    let question = use_state_eq(|| Question::None);
    {
        let (app, sight) = (app.clone(), sight.clone());
        let question = question.clone();
        use_keys(move |key| {
            *question == Question::None
                && (on_audit_key(&app, &question, key) || on_key(&app, &sight, key))
        });
    }
    let state = &*app.state;
    let Some(data) = state.run_data() else {
        return without_run(state, app.commands.on_cancel.clone());
    };
    html! {
        <>
            { audit_bar(&app, data, &question) }
            { panes(&app, data, &sight, decision_bar(&app, &question)) }
            { dialog(&app, data, &question) }
        </>
    }
}

fn act(app: &AppContext, action: AuditAction) {
    app.state.dispatch(Action::Audit(action));
}

fn decide(app: &AppContext, question: &UseStateHandle<Question>, ruling: Option<Ruling>) {
    if app.state.audit.reviewer.is_empty() {
        if ruling.is_some() {
            question.set(Question::Name(ruling));
        }
        return;
    }
    act(app, AuditAction::Decide(ruling, platform::stamp()));
}

fn on_audit_key(app: &AppContext, question: &UseStateHandle<Question>, key: &str) -> bool {
    if app.state.run_data().is_none() {
        return false;
    }
    match key {
        "1" | "2" | "3" => {
            let at = usize::from(key.as_bytes()[0] - b'1');
            decide(app, question, Ruling::ALL.get(at).copied());
        }
        "4" => decide(app, question, None),
        "n" => act(app, AuditAction::NextUndecided),
        "u" => act(app, AuditAction::Undo),
        "m" => platform::focus_by_id("audit-note"),
        "." => act(app, AuditAction::Step(true)),
        "," => act(app, AuditAction::Step(false)),
        "Enter" if !platform::is_on_control() => act(app, AuditAction::NextUndecided),
        "ArrowRight" if !platform::is_on_control() => act(app, AuditAction::Step(true)),
        "ArrowLeft" if !platform::is_on_control() => act(app, AuditAction::Step(false)),
        "ArrowDown" if !platform::is_on_control() => return next_attempt(app, true),
        "ArrowUp" if !platform::is_on_control() => return next_attempt(app, false),
        _ => return false,
    }
    true
}

fn next_attempt(app: &AppContext, is_forward: bool) -> bool {
    let state = &*app.state;
    let shown = state.shown_row().map(|row| row.index);
    let order = &state.filtered.order;
    let now = order.iter().position(|&index| Some(index) == shown);
    let next = match (now, is_forward) {
        (None, _) => Some(0),
        (Some(now), true) => Some(now + 1),
        (Some(now), false) => now.checked_sub(1),
    };
    let name = next
        .and_then(|at| order.get(at))
        .and_then(|&index| Some((state.run_data()?, index)))
        .and_then(|(data, index)| Some(data.name_of(data.rows.get(index as usize)?)));
    if let Some(name) = name {
        app.state.dispatch(Action::Show(state.view.at(name)));
    }
    true
}

fn audit_bar(app: &AppContext, data: &Rc<RunData>, question: &UseStateHandle<Question>) -> Html {
    let state = &*app.state;
    let on_queue = {
        let (dispatcher, view) = (app.state.dispatcher(), state.view.clone());
        Callback::from(move |queue: Queue| {
            dispatcher.dispatch(Action::Show(View {
                queue,
                ..view.clone()
            }));
        })
    };
    let ask = |asked: Question| {
        let question = question.clone();
        Callback::from(move |()| question.set(asked.clone()))
    };
    let on_export = {
        let (client, question) = (app.client.clone(), question.clone());
        let audit = state.audit.log.audit(&data.overview.bank_sha256);
        Callback::from(move |()| {
            let Some(audit) = audit.clone() else { return };
            let question = question.clone();
            client.send(Request::SaveAudit { audit }, move |response| {
                let saved = match response {
                    Response::File(file) => {
                        platform::save_bytes(&file.name, &file.media_type, &file.bytes)
                    }
                    Response::Failed { message } => Err(message),
                    _ => return,
                };
                if let Err(message) = saved {
                    question.set(Question::Problem(message));
                }
            });
        })
    };
    html! {
        <AuditBar progress={state.audit_progress()} queue={state.view.queue}
            reviewer={AttrValue::from(state.audit.reviewer.clone())} kept={state.audit.kept.clone()}
            has_decisions={state.audit.log.n_decisions() > 0}
            has_second={state.audit.log.names().len() > 1} {on_queue}
            on_name={ask(Question::Name(None))} {on_export} on_files={on_files(app, data, question)}
            on_agreement={ask(Question::Agreement)} />
    }
}

/// Takes in the decisions of files about this bank.
fn on_files(
    app: &AppContext,
    data: &Rc<RunData>,
    question: &UseStateHandle<Question>,
) -> Callback<Vec<Dropped>> {
    let (client, dispatcher) = (app.client.clone(), app.state.dispatcher());
    let question = question.clone();
    let bank = data.overview.bank_sha256.clone();
    let names = app.state.audit.log.names();
    Callback::from(move |files: Vec<Dropped>| {
        if files.is_empty() {
            return;
        }
        let (dispatcher, question) = (dispatcher.clone(), question.clone());
        let (bank, names) = (bank.clone(), names.clone());
        client.send(
            Request::ReadAudit { files },
            move |response| match response {
                Response::Audits(audits) => {
                    if audits.iter().any(|audit| audit.bank_sha256 != bank) {
                        question.set(Question::Problem(
                            "These decisions are about another bank, so none was taken in."
                                .to_owned(),
                        ));
                        return;
                    }
                    let mut names = names.clone();
                    for audit in &audits {
                        names.extend(audit.decisions.iter().map(|one| one.name.clone()));
                        let entries = entries_of(audit, platform::millis_of);
                        dispatcher.dispatch(Action::Audit(AuditAction::United(entries)));
                    }
                    names.sort_unstable();
                    names.dedup();
                    if names.len() > 1 {
                        question.set(Question::Agreement);
                    }
                }
                Response::Failed { message } => question.set(Question::Problem(message)),
                _ => {}
            },
        );
    })
}

fn decision_bar(app: &AppContext, question: &UseStateHandle<Question>) -> Html {
    let state = &*app.state;
    let Some(subject) = state.subject().filter(|_| state.shown_row().is_some()) else {
        return Html::default();
    };
    let said = state.audit.log.of(&state.audit.reviewer, &subject);
    let on_decide = {
        let (app, question) = (app.clone(), question.clone());
        Callback::from(move |ruling| decide(&app, &question, ruling))
    };
    let send = |make: fn() -> AuditAction| {
        let dispatcher = app.state.dispatcher();
        Callback::from(move |()| dispatcher.dispatch(Action::Audit(make())))
    };
    let on_step = {
        let dispatcher = app.state.dispatcher();
        Callback::from(move |is_forward| {
            dispatcher.dispatch(Action::Audit(AuditAction::Step(is_forward)));
        })
    };
    let on_note = {
        let dispatcher = app.state.dispatcher();
        Callback::from(move |(subject, note)| {
            let action = AuditAction::Note(subject, note, platform::stamp());
            dispatcher.dispatch(Action::Audit(action));
        })
    };
    html! {
        <DecisionBar question={AttrValue::from(asked(state, &subject))}
            ruling={said.and_then(|entry| entry.ruling)}
            note={AttrValue::from(said.map(|entry| entry.note.clone()).unwrap_or_default())}
            {subject} {on_decide} {on_note} {on_step} on_undo={send(|| AuditAction::Undo)}
            on_next={send(|| AuditAction::NextUndecided)} />
    }
}

/// What is asked about a part.
fn asked(state: &State, subject: &Subject) -> String {
    let attempt = state.attempt.ready();
    match &subject.part {
        Part::Whole => "The whole attempt: does it hold?".to_owned(),
        Part::Obligation(id) => {
            let field = attempt.and_then(|attempt| {
                let holds = |field: &&proofmark_report::format::Field| {
                    field.obligations.iter().any(|one| one.id == *id)
                };
                attempt.fields.iter().find(holds)
            });
            match field {
                Some(field) => format!("{}: does it meet {id}?", field.field),
                None => format!("Does it meet {id}?"),
            }
        }
        Part::Citation(index) => {
            let field = attempt
                .and_then(|attempt| attempt.citations.get(usize::try_from(*index).ok()?))
                .and_then(|citation| citation.field.as_ref());
            let number = index + 1;
            match field {
                Some(field) => format!("{field}: does citation {number} support it?"),
                None => format!("Does citation {number} support the answer?"),
            }
        }
    }
}

fn dialog(app: &AppContext, data: &Rc<RunData>, question: &UseStateHandle<Question>) -> Html {
    let state = &*app.state;
    let on_close = {
        let question = question.clone();
        Callback::from(move |()| question.set(Question::None))
    };
    match &**question {
        Question::None => Html::default(),
        Question::Name(ruling) => {
            let on_name = {
                let (app, question, ruling) = (app.clone(), question.clone(), *ruling);
                Callback::from(move |name: String| {
                    platform::set_reviewer(&name);
                    act(&app, AuditAction::Reviewer(name.into()));
                    if ruling.is_some() {
                        act(&app, AuditAction::Decide(ruling, platform::stamp()));
                    }
                    question.set(Question::None);
                })
            };
            html! {
                <NameDialog name={AttrValue::from(state.audit.reviewer.clone())} {on_name} {on_close} />
            }
        }
        Question::Agreement => {
            let Some(audit) = state.audit.log.audit(&data.overview.bank_sha256) else {
                return Html::default();
            };
            let on_go = {
                let (dispatcher, question) = (app.state.dispatcher(), question.clone());
                Callback::from(move |view: View| {
                    question.set(Question::None);
                    dispatcher.dispatch(Action::Show(view));
                })
            };
            // The names are chosen when the table opens, so that it waits for the second one.
            let names = state.audit.log.names();
            if names.len() < 2 {
                return Html::default();
            }
            html! {
                <AgreementTable client={app.client.clone()} {audit} {names}
                    reviewer={AttrValue::from(state.audit.reviewer.clone())}
                    view={state.view.clone()} {on_go} {on_close} />
            }
        }
        Question::Problem(message) => html! {
            <Dialog title="That did not work" {on_close}>
                <Notice><p>{ message }</p></Notice>
            </Dialog>
        },
    }
}
