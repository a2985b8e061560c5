//! Summary: does the workflow qualify, and what stands in the way.

use std::collections::BTreeMap;
use std::rc::Rc;

use proofmark_report::format::{Gate, Interval, Metrics, WorkflowSummary};
use yew::prelude::*;

use super::{use_app, without_run};
use crate::components::{GateTable, ReasonTable, RepGrid, Verdict, WorkflowTable, gate_title};
use crate::state::{Outcome, RunData};

#[component]
pub(crate) fn SummaryPage() -> Html {
    let app = use_app();
    let state = &*app.state;
    let chosen = use_state_eq(|| None::<String>);
    let Some(data) = state.run_data() else {
        return without_run(state, app.commands.on_cancel.clone());
    };
    let overview = &data.overview;
    let qualifying = overview.qualification.workflow.clone();
    let shown = (*chosen)
        .clone()
        .or_else(|| qualifying.clone())
        .or_else(|| overview.plan.workflows.first().map(|one| one.id.clone()))
        .unwrap_or_default();
    let metrics: Vec<Metrics> = overview
        .metrics
        .iter()
        .filter(|one| one.workflow == shown)
        .cloned()
        .collect();
    let gates = if qualifying.as_deref() == Some(&shown) {
        overview.qualification.gates.clone()
    } else {
        Vec::new()
    };
    let choices = overview.plan.workflows.iter().map(|one| {
        let id = one.id.clone();
        let chosen = chosen.clone();
        let is_shown = one.id == shown;
        let onclick = Callback::from(move |_: MouseEvent| chosen.set(Some(id.clone())));
        html! {
            <button key={one.id.clone()} class="choice" aria-pressed={is_shown.to_string()} {onclick}>
                { &one.id }
            </button>
        }
    });
    html! {
        <main class="sheet sheet-two">
            <div class="stack">
                { headline(data) }
                <section class="section" data-testid="gates">
                    <h2>
                        { "Gates" }
                        <span class="choices">{ for choices }</span>
                        <span class="section-aside">
                            { "solid: passed · striped: unresolved · bar: needed · the lower bound \
                               decides" }
                        </span>
                    </h2>
                    <GateTable metrics={metrics.clone()} {gates} view={state.view.clone()} />
                </section>
                <section class="section">
                    <h2>
                        { "Questions by repetition" }
                        <span class="section-aside">{ "answerable, then those to decline" }</span>
                    </h2>
                    <RepGrid data={data.clone()} view={state.view.clone()} />
                </section>
                <section class="section">
                    <h2>
                        { "Workflows side by side" }
                        <span class="section-aside">{ "attempts, then unique questions" }</span>
                    </h2>
                    <WorkflowTable workflows={overview.workflows.clone()}
                        repetitions={overview.plan.repetitions} view={state.view.clone()} />
                    if overview.workflows.iter().any(|one| one.counts.unresolved > 0) {
                        <p class="faint small">
                            { "While anything is unresolved, no winner is named." }
                        </p>
                    }
                </section>
            </div>
            <aside class="stack">
                <section class="section">
                    <h2>{ "Reasons" }<span class="section-aside">{ "attempts with each" }</span></h2>
                    <ReasonTable reasons={reasons(&overview.workflows)} view={state.view.clone()} />
                </section>
                <section class="section">
                    <h2>
                        { format!("Pages, {shown}") }
                        <span class="section-aside">{ "two separate counts" }</span>
                    </h2>
                    { pages_table(&metrics) }
                </section>
                <section class="section">
                    <h2>{ "What this does not say" }</h2>
                    <ul class="notes">
                        { for overview.limitations.iter().map(|one| html! { <li>{ one }</li> }) }
                        { for overview.workflows.iter().map(|one| html! { <li>{ wilson(one) }</li> }) }
                    </ul>
                </section>
                if !overview.warnings.is_empty() {
                    <section class="section">
                        <h2>{ "Noticed about the inputs" }</h2>
                        <ul class="notes">
                            { for overview.warnings.iter().take(50).map(|one| html! {
                                <li>
                                    { one.file.iter().chain(&one.place).cloned()
                                        .collect::<Vec<_>>().join(", ") }
                                    { if one.file.is_some() { ": " } else { "" } }
                                    { &one.message }
                                </li>
                            }) }
                        </ul>
                    </section>
                }
            </aside>
        </main>
    }
}

fn headline(data: &Rc<RunData>) -> Html {
    let qualification = &data.overview.qualification;
    let Some(workflow) = &qualification.workflow else {
        return html! {
            <div>
                <h1>{ "No workflow is up for qualification" }</h1>
                <p class="lead">{ "The run plan names none, so the gates are shown without a verdict." }</p>
            </div>
        };
    };
    let missed: Vec<_> = qualification
        .gates
        .iter()
        .filter(|gate| !gate.passed)
        .collect();
    let (outcome, words) = if qualification.qualified {
        (Outcome::Pass, format!("{workflow} qualifies"))
    } else {
        (Outcome::Unresolved, format!("{workflow} does not qualify"))
    };
    let shown: Vec<String> = missed.iter().take(3).map(gate_sentence).collect();
    let more = missed.len().saturating_sub(shown.len());
    html! {
        <div data-testid="qualification" data-qualified={qualification.qualified.to_string()}>
            <h1><Verdict {outcome} word={words} /></h1>
            <p class="lead">
                if qualification.qualified {
                    { "Every gate holds at its lower bound." }
                } else {
                    { shown.join(" ") }
                    if more == 1 { { " One more gate is not met." } }
                    if more > 1 { { format!(" {more} more gates are not met.") } }
                }
            </p>
        </div>
    }
}

/// A missed gate as a sentence of its own.
fn gate_sentence(gate: &&Gate) -> String {
    let message = gate.message.trim_end_matches('.');
    match gate.repetition {
        Some(repetition) => {
            format!(
                "{}, repetition {repetition}: {message}.",
                gate_title(&gate.id)
            )
        }
        None => format!("{}: {message}.", gate_title(&gate.id)),
    }
}

/// Reasons of all workflows together, most first.
fn reasons(workflows: &[WorkflowSummary]) -> Vec<(String, u64)> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for reason in workflows.iter().flat_map(|one| &one.reasons) {
        *counts.entry(&reason.code).or_default() += reason.attempts;
    }
    let mut counts: Vec<_> = counts
        .into_iter()
        .map(|(code, count)| (code.to_owned(), count))
        .collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    counts
}

fn pages_table(metrics: &[Metrics]) -> Html {
    let fraction = |[over, under]: [u64; 2]| format!("{over}/{under}");
    html! {
        <table>
            <thead><tr>
                <th><span class="hidden-text">{ "Name" }</span></th>
                { for metrics.iter().map(|one| html! {
                    <th scope="col" class="number">{ format!("rep {}", one.repetition) }</th>
                }) }
            </tr></thead>
            <tbody>
                <tr>
                    <td>{ "Page written, and right" }</td>
                    { for metrics.iter().map(|one| html! {
                        <td class="number">{ fraction(one.explicit_pages) }</td>
                    }) }
                </tr>
                <tr>
                    <td>{ "Page found through the quote" }</td>
                    { for metrics.iter().map(|one| html! {
                        <td class="number">{ fraction(one.quote_pages) }</td>
                    }) }
                </tr>
            </tbody>
        </table>
    }
}

fn wilson(one: &WorkflowSummary) -> String {
    let Interval { lower, upper } = one.wilson;
    let tenths = |millionths: u64| format!("{}.{}", millionths / 10_000, millionths / 1_000 % 10);
    format!(
        "{} passes every repetition in {} of {} questions (Wilson 95 %: {} to {} %).",
        one.workflow,
        one.pass_in_all,
        one.questions,
        tenths(lower),
        tenths(upper)
    )
}
