//! Everything that touches the browser: files, downloads, keys, geometry, and the one place where
//! its exceptions become text.

mod build;
mod canvas;
mod download;
mod files;
mod fragment;
mod keys;
mod local_only;
mod measure;
mod theme;

pub(crate) use build::check_build;
pub(crate) use canvas::paint;
pub(crate) use download::{copy_text, save_bytes};
pub(crate) use files::{dropped_files, example_files, picked_files};
pub(crate) use fragment::{push_view, read_view, replace_view, view_in};
pub(crate) use keys::{BrowserKey, forget_key, load_key, make_key, sign_with};
pub(crate) use local_only::{LocalOnly, check_local_only, count_foreign_requests};
pub(crate) use measure::{
    click_by_id, device_pixels, focus_by_id, is_typing, place, row_height, scroll_into_view,
    scroll_to_span, scroll_to_top, today_in_words,
};

pub(crate) use theme::{apply_theme, set_theme, theme};

use wasm_bindgen::JsCast as _;
use wasm_bindgen::JsValue;

/// The text of whatever JavaScript threw.
pub(crate) fn error_text(thrown: &JsValue) -> String {
    if let Some(error) = thrown.dyn_ref::<js_sys::Error>() {
        return String::from(error.message());
    }
    thrown
        .as_string()
        .unwrap_or_else(|| "the browser gave no reason".to_owned())
}
