//! The view in the URL's fragment.

use wasm_bindgen::JsValue;

use crate::state::View;

/// The view that the address names.
pub(crate) fn read_view() -> View {
    View::parse(&gloo::utils::window().location().hash().unwrap_or_default())
}

/// The view that an address names, whether or not it is the window's.
pub(crate) fn view_in(address: &str) -> View {
    View::parse(address.split_once('#').map_or("", |(_, fragment)| fragment))
}

/// Puts the view into the address as a new step that Back undoes.
pub(crate) fn push_view(view: &View) {
    write(view, true);
}

/// Puts the view into the address without a new step.
pub(crate) fn replace_view(view: &View) {
    write(view, false);
}

fn write(view: &View, is_step: bool) {
    let window = gloo::utils::window();
    let fragment = view.fragment();
    if window.location().hash().is_ok_and(|now| now == fragment) {
        return;
    }
    // A page from `file://` may refuse; the view is then only not in the address.
    if let Ok(history) = window.history() {
        let _ = if is_step {
            history.push_state_with_url(&JsValue::NULL, "", Some(&fragment))
        } else {
            history.replace_state_with_url(&JsValue::NULL, "", Some(&fragment))
        };
    }
}
