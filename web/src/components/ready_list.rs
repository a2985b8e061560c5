//! What is there to score, what is missing, and the button.

use std::rc::Rc;

use yew::prelude::*;

use super::Icon;
use crate::worker::{FileState, Readiness};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) readiness: Rc<Readiness>,
    pub(crate) is_busy: bool,
    pub(crate) on_score: Callback<()>,
}

#[component]
pub(crate) fn ReadyList(props: &Props) -> Html {
    let readiness = &props.readiness;
    let checks = readiness.checks.iter().map(|check| {
        let (icon, tone, word, is_strong) = match check.state {
            FileState::Ready => ("pass", "tone-pass", "ready", false),
            FileState::Warning => ("warning", "tone-unresolved", "look at it", false),
            FileState::Missing => ("missing", "tone-none", "incomplete", true),
            FileState::Refused => ("fail", "tone-fail", "refused", true),
        };
        html! {
            <li key={check.title.clone()}>
                <Icon name={icon} {tone} label={word} />
                <span>{ &check.title }<span class="below">{ &check.detail }</span></span>
                <span class={if is_strong { "strong" } else { "faint" }}>{ word }</span>
            </li>
        }
    });
    let on_score = props.on_score.reform(|_: MouseEvent| ());
    html! {
        <>
            <ul class="checks">{ for checks }</ul>
            if !readiness.hint.is_empty() {
                <p class="quiet-text small" data-testid="ready-hint">{ &readiness.hint }</p>
            }
            <div class="actions">
                <button class="button big primary" data-testid="score" onclick={on_score}
                    disabled={!readiness.can_score || props.is_busy}>
                    { "Score the attempts" }
                </button>
            </div>
        </>
    }
}
