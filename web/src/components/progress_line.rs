//! Counted progress with the way to stop it.

use yew::prelude::*;

use crate::platform;
use crate::state::FirstPage;
use crate::worker::Progress;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// `None` until something is counted.
    pub(crate) progress: Option<Progress>,
    pub(crate) on_cancel: Callback<()>,
    /// Shown while it belongs to what is counted.
    #[prop_or_default]
    pub(crate) first_page: Option<FirstPage>,
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
    let first_page = props.first_page.clone().filter(|first_page| {
        let label = props.progress.as_ref().map(|progress| &*progress.label);
        label == Some(&*first_page.label)
    });
    html! {
        <div class="progress-line" data-testid="progress">
            <span>{ words }</span>
            <progress max={total.to_string()} value={done.to_string()} aria-label="Progress" />
            <button class="button" data-testid="cancel" onclick={on_cancel}>{ "Cancel" }</button>
            if let Some(first_page) = first_page {
                <FirstPageImage {first_page} />
            }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct FirstPageProps {
    first_page: FirstPage,
}

#[component]
fn FirstPageImage(props: &FirstPageProps) -> Html {
    let canvas = use_node_ref();
    use_effect_with(
        (canvas.clone(), props.first_page.image.clone()),
        |(canvas, image)| {
            if let Some(canvas) = canvas.cast::<web_sys::HtmlCanvasElement>() {
                // Without it the counts alone are shown.
                let _ = platform::paint(&canvas, image);
            }
        },
    );
    html! { <canvas ref={canvas} class="first-page" data-testid="first-page" aria-hidden="true" /> }
}
