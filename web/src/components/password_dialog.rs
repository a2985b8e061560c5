//! Asks for the password of an encrypted document.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::Dialog;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The file.
    pub(crate) name: AttrValue,
    pub(crate) on_password: Callback<String>,
    pub(crate) on_close: Callback<()>,
}

#[component]
pub(crate) fn PasswordDialog(props: &Props) -> Html {
    let input = use_node_ref();
    use_effect_with(input.clone(), |input| {
        if let Some(input) = input.cast::<HtmlInputElement>() {
            let _ = input.focus();
        }
    });
    let take = {
        let (input, on_password) = (input.clone(), props.on_password.clone());
        move || {
            if let Some(input) = input.cast::<HtmlInputElement>() {
                on_password.emit(input.value());
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
    html! {
        <Dialog title="This document is encrypted" on_close={props.on_close.clone()}>
            <p class="quiet-text">
                { format!("{} needs the password that opens it. It stays in this page and is forgotten with it.",
                    props.name) }
            </p>
            <div class="import-form">
                <label for="document-password">{ "Password" }</label>
                <input ref={input} id="document-password" type="password" autocomplete="off" {onkeydown}
                    data-testid="password" />
                <div class="actions">
                    <button class="button big primary" {onclick} data-testid="give-password">{ "Open" }</button>
                </div>
            </div>
        </Dialog>
    }
}
