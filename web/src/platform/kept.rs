//! Runs and decisions kept in this browser: they come back after a reload, and leave it only as files.

use std::collections::BTreeMap;

use gloo::storage::{LocalStorage, SessionStorage, Storage as _};
use js_sys::{Function, Reflect};
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::database::{self, Store};
use crate::state::{Entry, Stamp};
use crate::worker::{Draft, Dropped};

/// The run of this tab, for as long as the tab is open.
const CURRENT: &str = "proofmark.run";
/// The reviewer's name.
const REVIEWER: &str = "proofmark.reviewer";
/// Written after each change of an audit, so that other tabs hear of it.
pub(crate) const CHANGED: &str = "proofmark.changed";

/// A line about a kept run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct KeptRun {
    pub(crate) id: String,
    pub(crate) title: String,
    /// Milliseconds since 1970 of the last change.
    pub(crate) millis: f64,
    pub(crate) n_files: usize,
    pub(crate) is_scored: bool,
    /// Attempts decided, and attempts to decide.
    pub(crate) progress: (usize, usize),
    /// Digests of files that were taken out again.
    pub(crate) removed: Vec<String>,
    /// The fragment of what was shown.
    pub(crate) view: String,
}

/// The kept runs, the last changed first.
pub(crate) async fn kept_runs() -> Result<Vec<KeptRun>, String> {
    let values = database::get_all(Store::Runs, "").await?;
    let mut runs: Vec<KeptRun> = values
        .into_iter()
        // A line of another version is left out; its files stay until everything is cleared.
        .filter_map(|value| serde_wasm_bindgen::from_value(value).ok())
        .collect();
    runs.sort_by(|a, b| b.millis.total_cmp(&a.millis));
    Ok(runs)
}

/// Writes the line about a run.
pub(crate) async fn keep_run(run: &KeptRun) -> Result<(), String> {
    let value = serde_wasm_bindgen::to_value(run).map_err(|error| error.to_string())?;
    database::put(Store::Runs, &[(run.id.clone(), value)]).await
}

/// Keeps files of a run; `first` is the number of the first of them.
pub(crate) async fn keep_files(run: &str, first: usize, files: &[Dropped]) -> Result<(), String> {
    let mut values = Vec::with_capacity(files.len());
    for (file, n) in files.iter().zip(first..) {
        let value = serde_wasm_bindgen::to_value(file).map_err(|error| error.to_string())?;
        values.push((format!("{run}/{n:08}"), value));
    }
    database::put(Store::Files, &values).await
}

/// The files of a kept run, in the order in which they came.
pub(crate) async fn kept_files(run: &str) -> Result<Vec<Dropped>, String> {
    let values = database::get_all(Store::Files, &format!("{run}/")).await?;
    values
        .into_iter()
        .map(|value| serde_wasm_bindgen::from_value(value).map_err(|error| error.to_string()))
        .collect()
}

/// Forgets the files of a run.
pub(crate) async fn forget_files(run: &str) -> Result<(), String> {
    database::delete(Store::Files, &format!("{run}/")).await
}

/// Forgets every run with its files. Decisions stay until [`forget_decisions`].
pub(crate) async fn forget_runs() -> Result<(), String> {
    database::delete(Store::Runs, "").await?;
    database::delete(Store::Files, "").await
}

/// Forgets every decision.
pub(crate) async fn forget_decisions() -> Result<(), String> {
    database::delete(Store::Decisions, "").await
}

/// The entries of a run's audit.
pub(crate) async fn kept_entries(run_key: &str) -> Result<Vec<Entry>, String> {
    let values = database::get_all(Store::Decisions, &format!("{run_key}/")).await?;
    values
        .into_iter()
        .map(|value| serde_wasm_bindgen::from_value(value).map_err(|error| error.to_string()))
        .collect()
}

/// Keeps entries of a run's audit, each under its own key, so that two tabs overwrite nothing.
pub(crate) async fn keep_entries(run_key: &str, entries: &[Entry]) -> Result<(), String> {
    let mut values = Vec::with_capacity(entries.len());
    for entry in entries {
        let value = serde_wasm_bindgen::to_value(entry).map_err(|error| error.to_string())?;
        values.push((format!("{run_key}/{}", entry.id), value));
    }
    database::put(Store::Decisions, &values).await?;
    // Without local storage other tabs hear of it when they are opened again.
    let _ = LocalStorage::set(CHANGED, format!("{run_key} {}", new_id()));
    Ok(())
}

/// The answers to claims, by the claims' digest.
pub(crate) async fn kept_answers(key: &str) -> Result<BTreeMap<String, Draft>, String> {
    match database::get(Store::Decisions, &format!("judge {key}")).await? {
        Some(value) => serde_wasm_bindgen::from_value::<Vec<(String, Draft)>>(value)
            .map(|all| all.into_iter().collect())
            .map_err(|error| error.to_string()),
        None => Ok(BTreeMap::new()),
    }
}

/// Keeps the answers to claims.
pub(crate) async fn keep_answers(
    key: &str,
    answers: &BTreeMap<String, Draft>,
) -> Result<(), String> {
    let all: Vec<(&String, &Draft)> = answers.iter().collect();
    let value = serde_wasm_bindgen::to_value(&all).map_err(|error| error.to_string())?;
    database::put(Store::Decisions, &[(format!("judge {key}"), value)]).await
}

/// The run of this tab.
pub(crate) fn current_run() -> Option<String> {
    SessionStorage::get(CURRENT).ok()
}

/// Remembers the run of this tab; `None` forgets it.
pub(crate) fn set_current_run(run: Option<&str>) {
    match run {
        // Where the browser refuses, a reload starts afresh and the list offers the run.
        Some(run) => drop(SessionStorage::set(CURRENT, run)),
        None => SessionStorage::delete(CURRENT),
    }
}

/// The reviewer's name, as given last in this browser.
pub(crate) fn reviewer() -> String {
    LocalStorage::get(REVIEWER).unwrap_or_default()
}

/// Keeps the reviewer's name.
pub(crate) fn set_reviewer(name: &str) {
    let _ = LocalStorage::set(REVIEWER, name);
}

/// The time now, and a name that no other entry has.
pub(crate) fn stamp() -> Stamp {
    let now = js_sys::Date::new_0();
    Stamp {
        id: new_id(),
        millis: now.get_time(),
        time: String::from(now.to_iso_string()),
    }
}

/// Milliseconds since 1970 of an RFC 3339 time; 0 where it is none.
pub(crate) fn millis_of(time: &str) -> f64 {
    let millis = js_sys::Date::parse(time);
    if millis.is_finite() { millis } else { 0.0 }
}

/// Sixteen random bytes in hex.
pub(crate) fn new_id() -> String {
    let mut bytes = [0_u8; 16];
    let is_drawn = gloo::utils::window()
        .crypto()
        .and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bytes))
        .is_ok();
    if !is_drawn {
        // Names only have to differ; nothing secret rests on them.
        for byte in &mut bytes {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "below 256"
            )]
            let drawn = (js_sys::Math::random() * 256.0) as u8;
            *byte = drawn;
        }
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes that the browser still has room for; `None` where it does not say.
pub(crate) async fn room() -> Option<f64> {
    let get = |of: &JsValue, key: &str| Reflect::get(of, &key.into()).ok();
    let storage = get(&gloo::utils::window().navigator(), "storage")?;
    let estimate = get(&storage, "estimate")?.dyn_into::<Function>().ok()?;
    let promise = estimate.call0(&storage).ok()?;
    let told = JsFuture::from(promise.dyn_into::<js_sys::Promise>().ok()?)
        .await
        .ok()?;
    let quota = get(&told, "quota")?.as_f64()?;
    let usage = get(&told, "usage")?.as_f64()?;
    Some((quota - usage).max(0.0))
}
