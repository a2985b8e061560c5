//! Reasons by the number of attempts that have each; each leads to its attempts.

use yew::prelude::*;

use super::Icon;
use crate::state::{Filters, Screen, View, reason_in_words, weight_of_reason};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// Codes with their counts, most first.
    pub(crate) reasons: Vec<(String, u64)>,
    pub(crate) view: View,
}

#[component]
pub(crate) fn ReasonTable(props: &Props) -> Html {
    let rows = props.reasons.iter().map(|(code, count)| {
        let outcome = weight_of_reason(code);
        let filters = Filters {
            reason: Some(code.clone()),
            ..Filters::default()
        };
        let view = View {
            filters,
            ..props.view.on(Screen::Review)
        };
        html! {
            <tr key={code.clone()}>
                <td class="lead-icon"><Icon name={outcome.icon()} tone={outcome.tone()} /></td>
                <td><a href={view.fragment()}>{ reason_in_words(code).to_owned() }</a></td>
                <td class="code">{ code }</td>
                <td class="number strong">{ *count }</td>
            </tr>
        }
    });
    html! { <table class="reason-table"><tbody>{ for rows }</tbody></table> }
}
