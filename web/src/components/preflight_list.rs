//! The four groups of checks.

use proofmark_report::format::Preflight;
use yew::prelude::*;

use super::Icon;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) preflight: Preflight,
}

#[component]
pub(crate) fn PreflightList(props: &Props) -> Html {
    let groups = props.preflight.groups.iter().map(|group| {
        let title = match group.id.as_str() {
            "package" => "Package",
            "self_tests" => "Self-tests",
            "runtime" => "Runtime",
            "local_only" => "Local only",
            other => other,
        };
        let (icon, tone, word) = if group.passed {
            ("pass", "tone-pass", "passed")
        } else {
            ("fail", "tone-fail", "not passed")
        };
        html! {
            <li key={group.id.clone()} data-testid="preflight" data-group={group.id.clone()}
                data-passed={group.passed.to_string()}>
                <Icon name={icon} {tone} label={word} />
                <span>{ title.to_owned() }<span class="below">{ &group.message }</span></span>
                <span class={if group.passed { "faint" } else { "strong" }}>{ word }</span>
            </li>
        }
    });
    html! { <ul class="checks">{ for groups }</ul> }
}
