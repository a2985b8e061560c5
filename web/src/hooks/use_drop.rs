//! Files dropped anywhere in the window.

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::spawn_local;
use web_sys::DragEvent;
use yew::prelude::*;

use crate::platform;
use crate::worker::Dropped;

/// Calls `on_files` with what is dropped; returns whether something hovers over the window.
#[hook]
pub(crate) fn use_drop(on_files: Callback<Vec<Dropped>>) -> bool {
    let is_over = use_state_eq(|| false);
    let setter = is_over.setter();
    let latest = use_mut_ref(|| on_files.clone());
    *latest.borrow_mut() = on_files;
    use_effect_with((), move |()| {
        let window = gloo::utils::window();
        let options = EventListenerOptions::enable_prevent_default();
        let over = setter.clone();
        let on_over = EventListener::new_with_options(&window, "dragover", options, move |event| {
            event.prevent_default();
            over.set(true);
        });
        let left = setter.clone();
        let on_leave = EventListener::new(&window, "dragleave", move |event| {
            // Leaving the window itself has no element that is entered.
            let event = event.unchecked_ref::<DragEvent>();
            if event.related_target().is_none() {
                left.set(false);
            }
        });
        let on_drop = EventListener::new_with_options(&window, "drop", options, move |event| {
            event.prevent_default();
            setter.set(false);
            let event = event.unchecked_ref::<DragEvent>();
            let Some(transfer) = event.data_transfer() else {
                return;
            };
            let files = platform::dropped_files(&transfer);
            let latest = latest.clone();
            spawn_local(async move {
                let files = files.await;
                if !files.is_empty() {
                    let on_files = latest.borrow().clone();
                    on_files.emit(files);
                }
            });
        });
        move || drop((on_over, on_leave, on_drop))
    });
    *is_over
}
