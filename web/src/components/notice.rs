//! Something went wrong, what it means, and the way on.

use yew::prelude::*;

use super::Icon;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) children: Html,
}

/// A failure, read aloud when it appears.
#[component]
pub(crate) fn Notice(props: &Props) -> Html {
    html! {
        <div class="notice" role="alert">
            <Icon name="fail" tone="tone-fail" />
            <div>{ props.children.clone() }</div>
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct WorkerProps {
    pub(crate) message: AttrValue,
    pub(crate) on_restart: Callback<()>,
}

/// The worker broke.
#[component]
pub(crate) fn WorkerNotice(props: &WorkerProps) -> Html {
    let on_restart = props.on_restart.reform(|_: MouseEvent| ());
    html! {
        <div class="notice worker-notice" role="alert" data-testid="worker-died">
            <Icon name="fail" tone="tone-fail" />
            <div>
                { "The worker stopped. Files that it had read will be read again; one that it was just reading \
                   is left out. " }
                <button class="button" onclick={on_restart}>{ "Start again" }</button>
                <span class="faint small">{ " " }{ &props.message }</span>
            </div>
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct KeptProps {
    pub(crate) message: AttrValue,
}

/// The browser does not keep the files.
#[component]
pub(crate) fn KeptNotice(props: &KeptProps) -> Html {
    html! {
        <div class="notice notice-mild worker-notice" role="alert" data-testid="not-kept">
            <Icon name="warning" tone="tone-unresolved" />
            <div>
                { "These files are not kept in this browser: everything works, and is gone when this page is \
                   closed. Export what you want to keep." }
                <span class="faint small">{ " " }{ &props.message }</span>
            </div>
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct RestartProps {
    pub(crate) message: AttrValue,
    pub(crate) on_close: Callback<()>,
}

/// The worker broke and was started again.
#[component]
pub(crate) fn RestartNotice(props: &RestartProps) -> Html {
    let on_close = props.on_close.reform(|_: MouseEvent| ());
    html! {
        <div class="notice notice-mild worker-notice" role="alert" data-testid="restarted">
            <Icon name="warning" tone="tone-unresolved" />
            <div>
                { "The worker stopped and was started again. Nothing decided is lost; files are read again, but \
                   for one that it was just reading. " }
                <button class="button" onclick={on_close}>{ "Close" }</button>
                <span class="faint small">{ " " }{ &props.message }</span>
            </div>
        </div>
    }
}
