//! Counted progress with the way to stop it.

use yew::prelude::*;

use crate::worker::Progress;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// `None` until something is counted.
    pub(crate) progress: Option<Progress>,
    pub(crate) on_cancel: Callback<()>,
}

#[component]
pub(crate) fn ProgressLine(props: &Props) -> Html {
    let on_cancel = props.on_cancel.reform(|_: MouseEvent| ());
    let (words, done, total) = match &props.progress {
        Some(Progress {
            label,
            unit,
            done,
            total,
        }) if *total > 0 => (format!("{label}, {unit} {done} of {total}."), *done, *total),
        Some(Progress { label, .. }) => (format!("{label}."), 0, 1),
        None => ("Working.".to_owned(), 0, 1),
    };
    html! {
        <div class="progress-line" data-testid="progress">
            <span>{ words }</span>
            <progress max={total.to_string()} value={done.to_string()} aria-label="Progress" />
            <button class="button" data-testid="cancel" onclick={on_cancel}>{ "Cancel" }</button>
        </div>
    }
}
