//! What narrows the attempts list: verdict with counts, words, workflow, repetition, reason, document.

use std::rc::Rc;

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::Icon;
use crate::state::{FacetCounts, Filters, Outcome, RunData, reason_in_words};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) data: Rc<RunData>,
    pub(crate) filters: Filters,
    pub(crate) counts: FacetCounts,
    pub(crate) on_change: Callback<Filters>,
}

#[component]
pub(crate) fn ListFilters(props: &Props) -> Html {
    let filters = &props.filters;
    let change = {
        let filters = filters.clone();
        let on_change = props.on_change.clone();
        move |edit: fn(&mut Filters, String)| {
            let (filters, on_change) = (filters.clone(), on_change.clone());
            Callback::from(move |event: Event| {
                let select: HtmlSelectElement = event.target_unchecked_into();
                let mut next = filters.clone();
                edit(&mut next, select.value());
                on_change.emit(next);
            })
        }
    };
    let on_search = {
        let (filters, on_change) = (filters.clone(), props.on_change.clone());
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            on_change.emit(Filters {
                search: input.value(),
                ..filters.clone()
            });
        })
    };
    let overview = &props.data.overview;
    let workflows = overview
        .plan
        .workflows
        .iter()
        .map(|one| (one.id.clone(), one.id.clone()));
    let repetitions =
        (1..=overview.plan.repetitions).map(|n| (n.to_string(), format!("Repetition {n}")));
    let reasons = overview
        .codes
        .iter()
        .map(|code| (code.clone(), reason_in_words(code).to_owned()));
    let documents = overview
        .documents
        .iter()
        .map(|one| (one.id.clone(), one.file.clone()));
    html! {
        <div class="filters">
            <div class="verdict-counts" role="group" aria-label="Verdict">
                { count_button(props, None, props.counts.all) }
                { for Outcome::ALL.into_iter().map(|outcome| {
                    count_button(props, Some(outcome), props.counts.of(outcome))
                }) }
            </div>
            <input id="search" type="search" placeholder="Search question, answer, quote"
                aria-label="Search attempts" data-testid="search" value={filters.search.clone()}
                oninput={on_search} />
            <div class="filter-pairs">
                { choice("Workflow", "All workflows", filters.workflow.as_deref(), workflows,
                    change(|next, value| next.workflow = some(value))) }
                { choice("Repetition", "All repetitions",
                    filters.repetition.map(|n| n.to_string()).as_deref(), repetitions,
                    change(|next, value| next.repetition = value.parse().ok())) }
                { choice("Reason", "Any reason", filters.reason.as_deref(), reasons,
                    change(|next, value| next.reason = some(value))) }
                { choice("Document", "Any document", filters.document.as_deref(), documents,
                    change(|next, value| next.document = some(value))) }
            </div>
        </div>
    }
}

fn some(value: String) -> Option<String> {
    (!value.is_empty()).then_some(value)
}

fn count_button(props: &Props, outcome: Option<Outcome>, count: usize) -> Html {
    let is_pressed = props.filters.outcome == outcome;
    let next = Filters {
        outcome,
        ..props.filters.clone()
    };
    let onclick = props.on_change.reform(move |_: MouseEvent| next.clone());
    let name = outcome.map_or("All", Outcome::word);
    html! {
        <button aria-pressed={is_pressed.to_string()} {onclick} title={name}
            data-testid={format!("count-{}", outcome.map_or("all", Outcome::name))}>
            <b>
                if let Some(outcome) = outcome {
                    <Icon name={outcome.icon()} tone={outcome.tone()} />
                }
                { count }
            </b>
            { outcome.map_or("All", Outcome::short_word) }
        </button>
    }
}

fn choice(
    label: &'static str,
    all: &'static str,
    chosen: Option<&str>,
    options: impl Iterator<Item = (String, String)>,
    onchange: Callback<Event>,
) -> Html {
    let options = options.map(|(value, words)| {
        let selected = chosen == Some(value.as_str());
        html! { <option key={value.clone()} {value} {selected}>{ words }</option> }
    });
    html! {
        <select aria-label={label} {onchange} data-testid={format!("filter-{}", label.to_lowercase())}>
            <option value="" selected={chosen.is_none()}>{ all }</option>
            { for options }
        </select>
    }
}
