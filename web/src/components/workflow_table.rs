//! The workflows side by side: attempts, then unique questions.

use proofmark_report::format::WorkflowSummary;
use yew::prelude::*;

use crate::state::{Filters, Outcome, Screen, View};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) workflows: Vec<WorkflowSummary>,
    pub(crate) repetitions: u32,
    pub(crate) view: View,
}

#[component]
pub(crate) fn WorkflowTable(props: &Props) -> Html {
    let heads = ["Passed", "Failed", "Unresolved", "Declined", "Missing"];
    let in_all = format!("Pass in all {}", props.repetitions);
    let rows = props.workflows.iter().map(|one| {
        let counts = &one.counts;
        let cells = [
            (counts.passed, None),
            (counts.failed, None),
            (counts.unresolved, Some(Outcome::Unresolved)),
            (counts.declined, Some(Outcome::Declined)),
            (counts.missing, Some(Outcome::Missing)),
        ];
        let link = |count: u64, outcome: Option<Outcome>| {
            // `passed` and `failed` hold the declined and missing ones too, which the list counts
            // apart, so those two link to the workflow as a whole.
            let filters = Filters {
                outcome,
                workflow: Some(one.workflow.clone()),
                ..Filters::default()
            };
            let view = View {
                filters,
                ..props.view.on(Screen::Review)
            };
            html! { <td class="number"><a href={view.fragment()}>{ count }</a></td> }
        };
        html! {
            <tr key={one.workflow.clone()}>
                <th scope="row" class="strong">{ &one.workflow }</th>
                { for cells.into_iter().map(|(count, outcome)| link(count, outcome)) }
                <td class="number">{ format!("{}/{}", one.pass_in_all, one.questions) }</td>
                <td class="number">{ format!("{}/{}", one.pass_in_any, one.questions) }</td>
            </tr>
        }
    });
    html! {
        <div class="wide-table">
            <table class="workflow-table">
                <thead><tr>
                    <th><span class="hidden-text">{ "Workflow" }</span></th>
                    { for heads.iter().map(|head| html! { <th scope="col" class="number">{ *head }</th> }) }
                    <th scope="col" class="number">{ in_all }</th>
                    <th scope="col" class="number">{ "Pass in any" }</th>
                </tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
        </div>
    }
}
