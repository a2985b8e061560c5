//! A verdict: icon, word and colour.

use yew::prelude::*;

use super::Icon;
use crate::state::Outcome;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) outcome: Outcome,
    /// Another word than the verdict's own.
    #[prop_or_default]
    pub(crate) word: Option<AttrValue>,
}

#[component]
pub(crate) fn Verdict(props: &Props) -> Html {
    let outcome = props.outcome;
    let word = props.word.clone().unwrap_or_else(|| outcome.word().into());
    html! {
        <span class={classes!("verdict", outcome.tone())}>
            <Icon name={outcome.icon()} />{ word }
        </span>
    }
}
