//! Asks once who decides.

use yew::prelude::*;

use super::Dialog;
use crate::hooks::use_answer;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) name: AttrValue,
    pub(crate) on_name: Callback<String>,
    pub(crate) on_close: Callback<()>,
}

#[component]
pub(crate) fn NameDialog(props: &Props) -> Html {
    let is_empty = use_state_eq(|| false);
    let answer = {
        let (on_name, is_empty) = (props.on_name.clone(), is_empty.setter());
        use_answer(Callback::from(move |name: String| {
            let name = name.trim().to_owned();
            is_empty.set(name.is_empty());
            if !name.is_empty() {
                on_name.emit(name);
            }
        }))
    };
    html! {
        <Dialog title="Who decides?" on_close={props.on_close.clone()}>
            <p class="quiet-text">
                { "Every decision carries a name and a time. It is kept in this browser, and goes into the \
                   audit file and the report." }
            </p>
            <div class="import-form">
                <label for="reviewer-name">{ "Your name" }</label>
                <input ref={answer.field} id="reviewer-name" type="text" autocomplete="off"
                    maxlength="200" value={props.name.clone()} onkeydown={answer.onkeydown}
                    data-testid="reviewer-name" />
                if *is_empty {
                    <p class="tone-fail" role="alert">{ "A name is needed." }</p>
                }
                <div class="actions">
                    <button class="button big primary" onclick={answer.onclick} data-testid="confirm-name">
                        { "Decide as this person" }
                    </button>
                </div>
            </div>
        </Dialog>
    }
}
