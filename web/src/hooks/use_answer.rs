//! The one field of a dialog, answered by Enter or by its button.

use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What the field and its button need.
pub(crate) struct AnswerField {
    pub(crate) field: NodeRef,
    pub(crate) onkeydown: Callback<KeyboardEvent>,
    pub(crate) onclick: Callback<MouseEvent>,
}

/// The field has the focus at first, with its text selected; `on_answer` gets what is in it.
#[hook]
pub(crate) fn use_answer(on_answer: Callback<String>) -> AnswerField {
    let field = use_node_ref();
    use_effect_with(field.clone(), |field| {
        if let Some(input) = field.cast::<HtmlInputElement>() {
            let _ = input.focus();
            input.select();
        }
    });
    let take = {
        let field = field.clone();
        move || {
            if let Some(input) = field.cast::<HtmlInputElement>() {
                on_answer.emit(input.value());
            }
        }
    };
    let onclick = {
        let take = take.clone();
        Callback::from(move |_: MouseEvent| take())
    };
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
            take();
        }
    });
    AnswerField {
        field,
        onkeydown,
        onclick,
    }
}
