//! Light or dark, and whether letters are keys, as the person chose in this browser.

use gloo::storage::{LocalStorage, Storage as _};

const SLOT: &str = "proofmark.theme";
const KEYS_SLOT: &str = "proofmark.letter_keys";

/// The choice kept in this browser: `light`, `dark`, or empty for the system's.
pub(crate) fn theme() -> String {
    LocalStorage::get(SLOT).unwrap_or_default()
}

/// Applies a choice and keeps it. Where the browser keeps nothing it holds until the page is closed.
pub(crate) fn set_theme(theme: &str) {
    let _ = LocalStorage::set(SLOT, theme);
    apply_theme(theme);
}

/// Applies a choice.
pub(crate) fn apply_theme(theme: &str) {
    if let Some(root) = gloo::utils::document().document_element() {
        // Fails only for names that are no attribute names.
        let _ = if theme.is_empty() {
            root.remove_attribute("data-theme")
        } else {
            root.set_attribute("data-theme", theme)
        };
    }
}

/// Whether single letters do something; whoever speaks to the computer may want them not to.
pub(crate) fn are_letters_keys() -> bool {
    LocalStorage::get(KEYS_SLOT).unwrap_or(true)
}

/// Keeps that choice.
pub(crate) fn set_letter_keys(are_keys: bool) {
    let _ = LocalStorage::set(KEYS_SLOT, are_keys);
}
