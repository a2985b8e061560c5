//! A button that copies a text and says whether it did.

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::platform;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// What the button says at first.
    pub(crate) words: AttrValue,
    /// Makes the text when it is asked for.
    pub(crate) text: Callback<(), String>,
    pub(crate) class: Classes,
    pub(crate) testid: AttrValue,
}

#[component]
pub(crate) fn CopyButton(props: &Props) -> Html {
    let told = use_state_eq(|| None::<&'static str>);
    let onclick = {
        let (told, text) = (told.setter(), props.text.clone());
        Callback::from(move |_: MouseEvent| {
            let (told, text) = (told.clone(), text.emit(()));
            spawn_local(async move {
                let is_done = platform::copy_text(&text).await.is_ok();
                told.set(Some(if is_done { "Copied" } else { "Copy failed" }));
            });
        })
    };
    html! {
        <button class={classes!("link-button", props.class.clone())} {onclick}
            data-testid={props.testid.clone()}>
            { told.map_or_else(|| props.words.to_string(), str::to_owned) }
        </button>
    }
}
