//! Asks once who decides.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::Dialog;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) name: AttrValue,
    pub(crate) on_name: Callback<String>,
    pub(crate) on_close: Callback<()>,
}

#[component]
pub(crate) fn NameDialog(props: &Props) -> Html {
    let input = use_node_ref();
    let is_empty = use_state_eq(|| false);
    use_effect_with(input.clone(), |input| {
        if let Some(input) = input.cast::<HtmlInputElement>() {
            let _ = input.focus();
            input.select();
        }
    });
    let take = {
        let (input, on_name, is_empty) = (input.clone(), props.on_name.clone(), is_empty.clone());
        move || {
            let name = input.cast::<HtmlInputElement>().map(|input| input.value());
            let name = name.unwrap_or_default().trim().to_owned();
            is_empty.set(name.is_empty());
            if !name.is_empty() {
                on_name.emit(name);
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
        <Dialog title="Who decides?" on_close={props.on_close.clone()}>
            <p class="quiet-text">
                { "Every decision carries a name and a time. It is kept in this browser, and goes into the \
                   audit file and the report." }
            </p>
            <div class="import-form">
                <label for="reviewer-name">{ "Your name" }</label>
                <input ref={input} id="reviewer-name" type="text" autocomplete="off"
                    maxlength="200" value={props.name.clone()} {onkeydown}
                    data-testid="reviewer-name" />
                if *is_empty {
                    <p class="tone-fail" role="alert">{ "A name is needed." }</p>
                }
                <div class="actions">
                    <button class="button big primary" {onclick} data-testid="confirm-name">
                        { "Decide as this person" }
                    </button>
                </div>
            </div>
        </Dialog>
    }
}
