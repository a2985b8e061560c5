//! Keeps the files of the run in the browser's store and brings them back after a reload.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::platform::{self, KeptRun};
use crate::state::{Action, Kept, Phase, State, bytes_in_words};
use crate::worker::{Client, Dropped, FileRow};

/// What of the run the store has.
#[derive(Default)]
struct Memory {
    run: Option<String>,
    n_kept: usize,
    is_writing: bool,
    /// Names of private keys that were ever among the files, also after they were taken out.
    secrets: BTreeSet<String>,
    /// What is to be written after that which is being written.
    waiting: Option<(KeptRun, Vec<Dropped>)>,
}

/// The way back to a kept run.
#[derive(Clone)]
pub(crate) struct KeptRuns {
    memory: Rc<RefCell<Memory>>,
}

impl PartialEq for KeptRuns {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.memory, &other.memory)
    }
}

impl KeptRuns {
    /// The run of this tab.
    pub(crate) fn current(&self) -> Option<String> {
        self.memory.borrow().run.clone()
    }

    /// From now on the run of this tab is `run`, of which `n_kept` files are kept.
    pub(crate) fn take_up(&self, run: &str, n_kept: usize) {
        platform::set_current_run(Some(run));
        *self.memory.borrow_mut() = Memory {
            run: Some(run.to_owned()),
            n_kept,
            ..Memory::default()
        };
    }

    /// The next file begins a new run.
    pub(crate) fn let_go(&self) {
        platform::set_current_run(None);
        *self.memory.borrow_mut() = Memory::default();
    }
}

/// Writes new files and what is known of the run, each time either changes.
#[hook]
pub(crate) fn use_kept_run(state: &UseReducerHandle<State>, client: &Client) -> KeptRuns {
    let runs = use_memo((), |()| KeptRuns {
        memory: Rc::default(),
    });
    let dispatcher = state.dispatcher();
    let is_settled = state.phase == Phase::Idle && !state.is_returning;
    let is_scored = state.run_data().is_some();
    let changed = (
        Rc::clone(&state.files),
        is_settled,
        is_scored,
        state.audit_progress(),
        state.view.fragment(),
    );
    let (runs_now, client) = ((*runs).clone(), client.clone());
    let title = title_of(state);
    use_effect_with(
        changed,
        move |(files, is_settled, is_scored, progress, view)| {
            let drops = client.drops();
            // Before anything was dropped, and while a kept run is coming back, there is nothing to tell.
            if !*is_settled || drops.is_empty() {
                return;
            }
            let line = KeptRun {
                id: String::new(),
                title,
                millis: js_sys::Date::now(),
                n_files: files.iter().filter(|file| file.id.is_some()).count(),
                is_scored: *is_scored,
                progress: *progress,
                removed: client.removed(),
                view: view.clone(),
            };
            let memory = Rc::clone(&runs_now.memory);
            let secrets = {
                let mut open = memory.borrow_mut();
                let is_secret = |file: &&FileRow| file.kind == "private_key";
                let names = files.iter().filter(is_secret).map(|file| file.name.clone());
                open.secrets.extend(names);
                open.secrets.clone()
            };
            let drops = without_secrets(drops, &secrets);
            memory.borrow_mut().waiting = Some((line, drops));
            if memory.borrow().is_writing {
                return;
            }
            memory.borrow_mut().is_writing = true;
            spawn_local(async move {
                loop {
                    let next = memory.borrow_mut().waiting.take();
                    let Some((line, drops)) = next else { break };
                    let kept = write(&memory, line, &drops).await;
                    dispatcher.dispatch(Action::Kept(kept));
                }
                memory.borrow_mut().is_writing = false;
            });
        },
    );
    (*runs).clone()
}

/// A private key is never kept, nor an archive that may hold one.
fn without_secrets(drops: Vec<Dropped>, secrets: &BTreeSet<String>) -> Vec<Dropped> {
    let base = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or(name).to_owned();
    let is_in_archive = secrets
        .iter()
        .any(|name| !drops.iter().any(|one| base(&one.name) == *name));
    let is_archive = |name: &str| name.to_ascii_lowercase().ends_with(".zip");
    drops
        .into_iter()
        .filter(|one| !secrets.contains(&base(&one.name)))
        .filter(|one| !(is_in_archive && is_archive(&one.name)))
        .collect()
}

async fn write(memory: &RefCell<Memory>, line: KeptRun, drops: &[Dropped]) -> Kept {
    let (run, n_kept) = {
        let mut open = memory.borrow_mut();
        let run = open.run.get_or_insert_with(platform::new_id).clone();
        (run, open.n_kept)
    };
    platform::set_current_run(Some(&run));
    let line = KeptRun {
        id: run.clone(),
        ..line
    };
    // A file that broke the worker is left out, and then the numbers begin anew.
    let is_anew = drops.len() < n_kept;
    let first = if is_anew { 0 } else { n_kept };
    let new = drops.get(first..).unwrap_or_default();
    let writing = async {
        if is_anew {
            platform::forget_files(&run).await?;
        }
        if !new.is_empty() {
            let needed: f64 = new.iter().map(|one| one.blob.size()).sum();
            if let Some(room) = platform::room().await.filter(|room| *room < needed) {
                return Err(format!(
                    "these files need {} and the browser has room for {}",
                    in_words(needed),
                    in_words(room)
                ));
            }
            platform::keep_files(&run, first, new).await?;
        }
        platform::keep_run(&line).await
    };
    match writing.await {
        Ok(()) => {
            let mut open = memory.borrow_mut();
            // Meanwhile another run may have been taken up.
            if open.run.as_ref() == Some(&run) {
                open.n_kept = drops.len();
            }
            Kept::Since(platform::today_in_words().into())
        }
        Err(message) => Kept::Failed(message.into()),
    }
}

fn in_words(bytes: f64) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a size in bytes"
    )]
    let whole = bytes as u64;
    bytes_in_words(whole)
}

fn title_of(state: &State) -> String {
    if let Some(data) = state.run_data() {
        return data.overview.title.clone();
    }
    let of_kind = |kind: &str| state.files.iter().find(|file| file.kind == kind);
    let file = ["bank", "claims"]
        .iter()
        .find_map(|kind| of_kind(kind))
        .or_else(|| state.files.first());
    file.map(|file| file.name.clone()).unwrap_or_default()
}
