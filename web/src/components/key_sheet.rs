//! The sheet that lists the keys.

use yew::prelude::*;

use super::Dialog;
use crate::platform;

/// Choices of appearance.
const THEMES: &[(&str, &str)] = &[("", "as the system"), ("light", "light"), ("dark", "dark")];

/// Keys and what they do.
const KEYS: &[(&str, &str)] = &[
    ("?", "this sheet"),
    ("o", "choose files"),
    ("Ctrl F", "find words, when the page has the focus"),
    ("q", "judge: quote the passage of the shown value"),
    ("j  k", "next and previous attempt"),
    ("[  ]", "previous and next repetition of the question"),
    ("c", "next citation"),
    ("/", "search the attempts"),
    ("g", "to the page and back"),
    ("+  -  0  r", "zoom in, zoom out, fit the width, turn"),
    (
        "1  2  3  4",
        "audit: holds, does not hold, cannot tell, leave open",
    ),
    ("n  Enter", "audit: next undecided attempt"),
    (",  .", "audit: previous and next part of the attempt"),
    ("↑  ↓  ←  →", "audit: the same as k, j, comma and full stop"),
    ("m", "audit: write a note"),
    ("u", "audit: undo"),
    ("Esc", "leave a field or a dialog"),
];

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) on_close: Callback<()>,
}

#[component]
pub(crate) fn KeySheet(props: &Props) -> Html {
    let lines = KEYS.iter().map(|(keys, does)| {
        let keys = keys
            .split_whitespace()
            .map(|key| html! { <kbd>{ key }</kbd> });
        html! { <><dt>{ for keys }</dt><dd>{ *does }</dd></> }
    });
    let chosen = platform::theme();
    let on_theme = Callback::from(|event: Event| {
        let select: web_sys::HtmlSelectElement = event.target_unchecked_into();
        platform::set_theme(&select.value());
    });
    let on_letters = Callback::from(|event: Event| {
        let field: web_sys::HtmlInputElement = event.target_unchecked_into();
        platform::set_letter_keys(field.checked());
    });
    html! {
        <Dialog title="Keys" on_close={props.on_close.clone()}>
            <dl class="key-sheet">{ for lines }</dl>
            <p>
                <label>
                    <input type="checkbox" checked={platform::are_letters_keys()} onchange={on_letters}
                        data-testid="letter-keys" />
                    { " Single letters and signs are keys, outside text fields" }
                </label>
            </p>
            <p>
                <label for="theme">{ "Appearance " }</label>
                <select id="theme" onchange={on_theme}>
                    { for THEMES.iter().map(|(value, words)| html! {
                        <option value={*value} selected={*value == chosen}>{ *words }</option>
                    }) }
                </select>
            </p>
        </Dialog>
    }
}
