//! A short field whose value counts when it is left or Enter is pressed.

use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What an input element needs.
pub(crate) struct Typed {
    /// What to show: what is being typed, else what holds.
    pub(crate) value: AttrValue,
    pub(crate) oninput: Callback<InputEvent>,
    pub(crate) onchange: Callback<Event>,
    pub(crate) onblur: Callback<FocusEvent>,
}

/// A field over `value`. Whatever else changes on the screen, what is being typed stays; `on_done` gets it.
#[hook]
pub(crate) fn use_typed(value: AttrValue, on_done: Callback<String>) -> Typed {
    let typed = use_state_eq(|| None::<AttrValue>);
    let oninput = {
        let typed = typed.setter();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            typed.set(Some(input.value().into()));
        })
    };
    let onchange = {
        let typed = typed.setter();
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            typed.set(None);
            on_done.emit(input.value());
        })
    };
    let onblur = {
        let typed = typed.setter();
        Callback::from(move |_: FocusEvent| typed.set(None))
    };
    Typed {
        value: (*typed).clone().unwrap_or(value),
        oninput,
        onchange,
        onblur,
    }
}
