//! A hidden file field that a button opens.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::platform;
use crate::worker::Dropped;

/// What the field and its button need.
pub(crate) struct Chooser {
    pub(crate) field: NodeRef,
    pub(crate) onchange: Callback<Event>,
    /// Opens the browser's dialog.
    pub(crate) open: Callback<MouseEvent>,
}

/// Hands chosen files to `on_files`.
#[hook]
pub(crate) fn use_chooser(on_files: Callback<Vec<Dropped>>) -> Chooser {
    let field = use_node_ref();
    let onchange = Callback::from(move |event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        on_files.emit(platform::picked_files(input.files()));
        // So that the same file can be chosen again after it was removed.
        input.set_value("");
    });
    let open = {
        let field = field.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(input) = field.cast::<HtmlInputElement>() {
                input.click();
            }
        })
    };
    Chooser {
        field,
        onchange,
        open,
    }
}
