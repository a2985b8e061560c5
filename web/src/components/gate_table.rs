//! The gates of one workflow: three measured ones per repetition, then the others.

use proofmark_report::format::{Bounds, Gate, Metrics};
use yew::prelude::*;

use super::{BoundBar, Icon};
use crate::state::{Filters, Outcome, Screen, View};

/// A measured gate: id, unit, and where its bounds stand.
type Measured = (&'static str, &'static str, fn(&Metrics) -> Bounds);

const MEASURED: [Measured; 3] = [
    ("complete_supported", "questions", |one| {
        one.complete_supported
    }),
    ("clean_abstention", "questions", |one| one.clean_abstention),
    ("citation_precision", "citations", |one| {
        one.citation_precision
    }),
];

/// A gate in words.
pub(crate) fn gate_title(id: &str) -> &str {
    match id {
        "complete_supported" => "Complete and supported",
        "clean_abstention" => "Clean abstention",
        "citation_precision" => "Citation precision",
        "repetitions" => "Repetitions",
        "frozen" => "Frozen bank",
        "provenance" => "Provenance of the outputs",
        "preflight" => "Preflight",
        other => other,
    }
}

/// What each measured gate needs where the run judged none, per cent.
fn usual_need(id: &str) -> u64 {
    if id == "citation_precision" { 95 } else { 90 }
}

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The workflow's metrics by repetition.
    pub(crate) metrics: Vec<Metrics>,
    /// The gates, where this workflow is the one to qualify.
    pub(crate) gates: Vec<Gate>,
    pub(crate) view: View,
}

#[component]
pub(crate) fn GateTable(props: &Props) -> Html {
    let heads = props.metrics.iter().map(|one| {
        html! { <th scope="col" key={one.repetition}>{ format!("Repetition {}", one.repetition) }</th> }
    });
    let others = props
        .gates
        .iter()
        .filter(|gate| !MEASURED.iter().any(|(id, ..)| *id == gate.id));
    html! {
        <>
            <div class="wide-table">
                <table class="gate-table">
                    <thead><tr><th><span class="hidden-text">{ "Gate" }</span></th>{ for heads }</tr></thead>
                    <tbody>{ for MEASURED.iter().map(|gate| measured_row(props, gate)) }</tbody>
                </table>
            </div>
            <ul class="checks gate-others">{ for others.map(other_gate) }</ul>
        </>
    }
}

fn measured_row(props: &Props, (id, unit, bounds_of): &Measured) -> Html {
    let gate_of = |repetition: u32| {
        props
            .gates
            .iter()
            .find(|gate| gate.id == *id && gate.repetition == Some(repetition))
    };
    let needed = props
        .gates
        .iter()
        .find(|gate| gate.id == *id)
        .and_then(|gate| gate.needed_percent)
        .unwrap_or_else(|| usual_need(id));
    let total = props
        .metrics
        .first()
        .map_or(0, |one| bounds_of(one).lower[1]);
    let same_total = props
        .metrics
        .iter()
        .all(|one| bounds_of(one).lower[1] == total);
    let cells = props.metrics.iter().map(|one| {
        let bounds = bounds_of(one);
        let holds = |[over, under]: [u64; 2]| {
            under > 0 && u128::from(over) * 100 >= u128::from(needed) * u128::from(under)
        };
        let is_met =
            gate_of(one.repetition).map_or_else(|| holds(bounds.lower), |gate| gate.passed);
        // The attempts that it is measured on.
        let view = View {
            filters: Filters {
                workflow: Some(one.workflow.clone()),
                repetition: Some(one.repetition),
                ..Filters::default()
            },
            ..props.view.on(Screen::Review)
        };
        html! {
            <td key={one.repetition} data-rep={format!("rep {}", one.repetition)}
                data-testid="gate" data-gate={*id} data-repetition={one.repetition.to_string()}
                data-passed={is_met.to_string()}>
                <a class="gate-link" href={view.fragment()}>
                    <BoundBar {bounds} {needed} {is_met} />
                </a>
            </td>
        }
    });
    let of = if same_total {
        format!(", {total} {unit}")
    } else {
        String::new()
    };
    html! {
        <tr key={*id}>
            <th scope="row">
                <span class="strong">{ gate_title(id).to_owned() }</span><br />
                <span class="faint">{ format!("needs {needed} %{of}") }</span>
            </th>
            { for cells }
        </tr>
    }
}

fn other_gate(gate: &Gate) -> Html {
    let outcome = if gate.passed {
        Outcome::Pass
    } else {
        Outcome::Fail
    };
    let word = if gate.passed { "met" } else { "not met" };
    html! {
        <li key={gate.id.clone()} data-testid="gate" data-gate={gate.id.clone()}
            data-passed={gate.passed.to_string()}>
            <Icon name={outcome.icon()} tone={outcome.tone()} label={word} />
            <span>{ gate_title(&gate.id).to_owned() }<span class="below">{ &gate.message }</span></span>
            <span class={if gate.passed { "faint" } else { "strong" }}>{ word }</span>
        </li>
    }
}
