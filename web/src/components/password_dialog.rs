//! Asks for the password of an encrypted document.

use yew::prelude::*;

use super::Dialog;
use crate::hooks::use_answer;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The file.
    pub(crate) name: AttrValue,
    pub(crate) on_password: Callback<String>,
    pub(crate) on_close: Callback<()>,
}

#[component]
pub(crate) fn PasswordDialog(props: &Props) -> Html {
    let answer = use_answer(props.on_password.clone());
    html! {
        <Dialog title="This document is encrypted" on_close={props.on_close.clone()}>
            <p class="quiet-text">
                { format!("{} needs the password that opens it. It stays in this page and is forgotten with it.",
                    props.name) }
            </p>
            <div class="import-form">
                <label for="document-password">{ "Password" }</label>
                <input ref={answer.field} id="document-password" type="password" autocomplete="off"
                    onkeydown={answer.onkeydown}
                    data-testid="password" />
                <div class="actions">
                    <button class="button big primary" onclick={answer.onclick} data-testid="give-password">{ "Open" }</button>
                </div>
            </div>
        </Dialog>
    }
}
