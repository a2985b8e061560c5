//! Everything that touches the browser: files, downloads, keys, geometry, and the one place where
//! its exceptions become text.

mod build;
mod canvas;
mod database;
mod download;
mod files;
mod fragment;
mod kept;
mod keys;
mod local_only;
mod measure;
mod theme;

pub(crate) use build::check_build;
pub(crate) use canvas::paint;
pub(crate) use download::{copy_text, save_bytes};
pub(crate) use files::{dropped_files, example_files, picked_files, text_file};
pub(crate) use fragment::{push_view, read_view, replace_view, view_in};
pub(crate) use kept::{
    CHANGED, KeptRun, current_run, forget_decisions, forget_files, forget_runs, keep_answers,
    keep_entries, keep_files, keep_run, kept_answers, kept_entries, kept_files, kept_runs,
    millis_of, new_id, reviewer, room, set_current_run, set_reviewer, stamp,
};
pub(crate) use keys::{BrowserKey, forget_key, load_key, make_key, sign_with};
pub(crate) use local_only::{LocalOnly, check_local_only, count_foreign_requests};
pub(crate) use measure::{
    blur, bring_into_view, click_by_id, day_in_words, device_pixels, focus_by_id, is_on_control,
    is_typing, place, row_height, scroll_into_view, scroll_nearest, scroll_to_span, scroll_to_top,
    selected_text, selected_text_in, today_in_words,
};

pub(crate) use theme::{apply_theme, are_letters_keys, set_letter_keys, set_theme, theme};

use wasm_bindgen::JsCast as _;
use wasm_bindgen::JsValue;

/// The slot of local storage that another tab wrote, by its event.
pub(crate) fn changed_slot(event: &web_sys::Event) -> String {
    js_sys::Reflect::get(event, &"key".into())
        .ok()
        .and_then(|key| key.as_string())
        .unwrap_or_default()
}

/// The text of whatever JavaScript threw.
pub(crate) fn error_text(thrown: &JsValue) -> String {
    if let Some(error) = thrown.dyn_ref::<js_sys::Error>() {
        return String::from(error.message());
    }
    thrown
        .as_string()
        .unwrap_or_else(|| "the browser gave no reason".to_owned())
}
