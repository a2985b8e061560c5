//! Keeps the decisions in the browser's store, and the report informed of them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use gloo::events::EventListener;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::platform;
use crate::state::{Action, AuditAction, Entry, Kept, Screen, State, entries_of};
use crate::worker::{Client, Request, Response};

/// Reads the run's decisions when it is scored, and writes each new one.
#[hook]
pub(crate) fn use_kept_audit(state: &UseReducerHandle<State>, client: &Client) {
    let dispatcher = state.dispatcher();
    // What the store holds, by entry.
    let stored = use_memo((), |()| RefCell::new(BTreeMap::<String, Entry>::new()));
    let run_key: Option<Rc<str>> = state
        .run_data()
        .map(|data| data.overview.run_key.as_str().into());
    {
        let dispatcher = dispatcher.clone();
        use_effect_with((), move |()| {
            let name = platform::reviewer();
            dispatcher.dispatch(Action::Audit(AuditAction::Reviewer(name.into())));
        });
    }
    {
        let (dispatcher, stored) = (dispatcher.clone(), Rc::clone(&stored));
        let dropped = state.run_data().and_then(|data| {
            let overview = &data.overview;
            let audit = overview.audit.clone()?;
            (audit.bank_sha256 == overview.bank_sha256).then_some(audit)
        });
        use_effect_with((run_key.clone(), dropped), move |(run_key, dropped)| {
            let (Some(run_key), dropped) = (run_key.clone(), dropped.clone()) else {
                return;
            };
            spawn_local(async move {
                let send = |action| dispatcher.dispatch(Action::Audit(action));
                let entries = match platform::kept_entries(&run_key).await {
                    Ok(entries) => entries,
                    Err(message) => {
                        send(AuditAction::Kept(Kept::Failed(message.into())));
                        Vec::new()
                    }
                };
                *stored.borrow_mut() = by_id(&entries);
                send(AuditAction::Opened(run_key, entries));
                if let Some(audit) = dropped {
                    send(AuditAction::United(entries_of(&audit, platform::millis_of)));
                }
            });
        });
    }
    {
        let (dispatcher, stored) = (dispatcher.clone(), Rc::clone(&stored));
        let audit = (Rc::clone(&state.audit.run_key), Rc::clone(&state.audit.log));
        use_effect_with(audit, move |(run_key, log)| {
            if run_key.is_empty() {
                return;
            }
            let known = stored.borrow();
            let new: Vec<Entry> = log
                .entries()
                .iter()
                .filter(|entry| known.get(&entry.id) != Some(*entry))
                .cloned()
                .collect();
            drop(known);
            if new.is_empty() {
                return;
            }
            stored.borrow_mut().extend(by_id(&new));
            let (run_key, stored) = (Rc::clone(run_key), Rc::clone(&stored));
            spawn_local(async move {
                let kept = match platform::keep_entries(&run_key, &new).await {
                    Ok(()) => Kept::Since(platform::today_in_words().into()),
                    Err(message) => {
                        // Tried again with the next decision.
                        for entry in &new {
                            stored.borrow_mut().remove(&entry.id);
                        }
                        Kept::Failed(message.into())
                    }
                };
                dispatcher.dispatch(Action::Audit(AuditAction::Kept(kept)));
            });
        });
    }
    {
        let dispatcher = dispatcher.clone();
        let (run_key, stored) = (Rc::clone(&state.audit.run_key), Rc::clone(&stored));
        use_effect_with(run_key, move |run_key| {
            let run_key = Rc::clone(run_key);
            let listener = EventListener::new(&gloo::utils::window(), "storage", move |event| {
                if run_key.is_empty() || platform::changed_slot(event) != platform::CHANGED {
                    return;
                }
                let (dispatcher, run_key) = (dispatcher.clone(), Rc::clone(&run_key));
                let stored = Rc::clone(&stored);
                spawn_local(async move {
                    if let Ok(entries) = platform::kept_entries(&run_key).await {
                        stored.borrow_mut().extend(by_id(&entries));
                        dispatcher.dispatch(Action::Audit(AuditAction::United(entries)));
                    }
                });
            });
            move || drop(listener)
        });
    }
    use_report_audit(state, client);
}

/// Puts the decisions into the report where the report is looked at.
#[hook]
fn use_report_audit(state: &UseReducerHandle<State>, client: &Client) {
    let dispatcher = state.dispatcher();
    let client = client.clone();
    let wanted = (state.view.screen == Screen::Report)
        .then(|| {
            let overview = &state.run_data()?.overview;
            // Before the log is read there is nothing to tell.
            (*state.audit.run_key == *overview.run_key)
                .then(|| (overview.run_key.clone(), state.audit_for_report()))
        })
        .flatten();
    use_effect_with(wanted, move |wanted| {
        if let Some((_, audit)) = wanted.clone() {
            client.send(
                Request::SetAudit { audit },
                move |response| match response {
                    Response::Reported(overview) => dispatcher.dispatch(Action::Reported(overview)),
                    Response::Failed { message } => {
                        dispatcher.dispatch(Action::Announce(message.into()));
                    }
                    _ => {}
                },
            );
        }
    });
}

fn by_id(entries: &[Entry]) -> BTreeMap<String, Entry> {
    entries
        .iter()
        .map(|entry| (entry.id.clone(), entry.clone()))
        .collect()
}
