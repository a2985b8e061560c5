//! Keys of the whole window.

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast as _;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use crate::platform;

/// Calls `on_key` for each key outside text fields and without a modifier; `true` means it was used.
#[hook]
pub(crate) fn use_keys(on_key: impl Fn(&str) -> bool + 'static) {
    let latest = use_mut_ref(|| None::<Box<dyn Fn(&str) -> bool>>);
    *latest.borrow_mut() = Some(Box::new(on_key));
    use_effect_with((), move |()| {
        let window = gloo::utils::window();
        let options = EventListenerOptions::enable_prevent_default();
        let listener = EventListener::new_with_options(&window, "keydown", options, move |event| {
            let event = event.unchecked_ref::<KeyboardEvent>();
            let has_modifier = event.ctrl_key() || event.alt_key() || event.meta_key();
            if has_modifier || event.default_prevented() || platform::is_typing(event.target()) {
                return;
            }
            let is_letter = event.key().chars().count() == 1;
            if is_letter && !platform::are_letters_keys() {
                return;
            }
            let is_used = latest
                .borrow()
                .as_ref()
                .is_some_and(|on_key| on_key(&event.key()));
            if is_used {
                event.prevent_default();
            }
        });
        move || drop(listener)
    });
}
