//! The bar over every screen.

use yew::prelude::*;

use super::Icon;
use crate::platform;
use crate::state::{Screen, View};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) view: View,
    pub(crate) run_name: Option<AttrValue>,
    pub(crate) on_keys: Callback<()>,
}

#[component]
pub(crate) fn AppBar(props: &Props) -> Html {
    // On a narrow screen the tabs scroll.
    use_effect_with(props.view.screen, |screen| {
        platform::scroll_nearest(&format!("tab-{}", screen.name()));
    });
    let tabs = Screen::ALL.into_iter().map(|screen| {
        let current = (screen == props.view.screen).then_some("page");
        html! {
            <a key={screen.name()} id={format!("tab-{}", screen.name())}
                href={props.view.on(screen).fragment()} aria-current={current}
                data-testid={format!("tab-{}", screen.name())}>
                { screen.title() }
            </a>
        }
    });
    let on_keys = props.on_keys.reform(|_: MouseEvent| ());
    let n_foreign = platform::count_foreign_requests();
    let requests = if n_foreign == 1 {
        "request"
    } else {
        "requests"
    };
    html! {
        <header class="app-bar">
            <a class="app-bar-wordmark" href={props.view.on(Screen::Files).fragment()}>
                { "Proofmark" }
            </a>
            <nav aria-label="Screens">{ for tabs }</nav>
            <div class="app-bar-tail">
                if let Some(name) = &props.run_name {
                    <span class="app-bar-run">{ name }</span>
                }
                <span title="Requests to other hosts since the page was opened">
                    <Icon name="offline" />{ format!(" {n_foreign} {requests}") }
                </span>
                <button class="button quiet" onclick={on_keys}>{ "Keys " }<kbd>{ "?" }</kbd></button>
            </div>
        </header>
    }
}
