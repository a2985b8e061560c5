//! Every question over every repetition of every workflow.

use std::collections::BTreeMap;
use std::rc::Rc;

use yew::prelude::*;

use super::Icon;
use crate::state::{Filters, Outcome, RunData, View};
use crate::worker::Row;

/// Questions in one grid; a larger bank is cut, and says so.
const MAX_QUESTIONS: usize = 120;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) data: Rc<RunData>,
    pub(crate) view: View,
}

#[component]
pub(crate) fn RepGrid(props: &Props) -> Html {
    let overview = &props.data.overview;
    let questions = &props.data.questions;
    let (answerable, declined): (Vec<usize>, Vec<usize>) = (0..questions.len()).partition(|&at| {
        questions
            .get(at)
            .is_some_and(|one| !one.expected_abstention)
    });
    let columns: Vec<usize> = answerable
        .iter()
        .chain(&declined)
        .copied()
        .take(MAX_QUESTIONS)
        .collect();
    let n_answerable = answerable.len();
    let n_cut = questions.len().saturating_sub(MAX_QUESTIONS);
    let cells: BTreeMap<(u32, u32, u32), &Row> = props
        .data
        .rows
        .iter()
        .map(|row| ((row.workflow_idx, row.repetition, row.question_idx), row))
        .collect();
    let heads = columns.iter().enumerate().map(|(at, &question)| {
        let id = questions.get(question).map_or("", |one| one.id.as_str());
        html! { <>{ gap(at, n_answerable) }<th scope="col" title={id.to_owned()}>{ short(id) }</th></> }
    });
    let lines = overview
        .plan
        .workflows
        .iter()
        .zip(0_u32..)
        .flat_map(|(workflow, workflow_idx)| {
            let columns = &columns;
            let cells = &cells;
            (1..=overview.plan.repetitions).map(move |repetition| {
            let rows: Vec<Option<&Row>> = columns
                .iter()
                .map(|&question| {
                    let question = u32::try_from(question).ok()?;
                    cells.get(&(workflow_idx, repetition, question)).copied()
                })
                .collect();
            let n_passed = rows.iter().flatten().filter(|row| is_passed(row.outcome)).count();
            let first = (repetition == 1 && workflow_idx > 0).then_some("grid-next");
            html! {
                <tr class={classes!(first)}>
                    <th scope="row">{ format!("{} · rep {repetition}", workflow.id) }</th>
                    { for rows.into_iter().enumerate().map(|(at, row)| html! {
                        <>{ gap(at, n_answerable) }<td>{ row.map(|row| cell(props, row)) }</td></>
                    }) }
                    <td class="number quiet-text">{ n_passed }</td>
                </tr>
            }
        })
        });
    html! {
        <>
            <div class="wide-table">
                <table class="rep-grid">
                    <thead><tr>
                        <th><span class="hidden-text">{ "Workflow and repetition" }</span></th>{ for heads }
                        <th scope="col" class="grid-sum">{ format!("of {}", columns.len()) }</th>
                    </tr></thead>
                    <tbody>{ for lines }</tbody>
                </table>
            </div>
            if n_cut > 0 {
                <p class="faint small">
                    { format!("{n_cut} more questions are in the review’s list.") }
                </p>
            }
            <p class="grid-key">
                { for Outcome::ALL.into_iter().map(|outcome| html! {
                    <span>
                        <Icon name={outcome.icon()} tone={outcome.tone()} />
                        { format!(" {}", outcome.word().to_lowercase()) }
                    </span>
                }) }
            </p>
        </>
    }
}

fn is_passed(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Pass | Outcome::Declined)
}

/// The gap between the questions to answer and those to decline.
fn gap(at: usize, n_answerable: usize) -> Html {
    if at == n_answerable && at > 0 {
        html! { <td class="grid-gap"></td> }
    } else {
        Html::default()
    }
}

/// An id without the letters that all ids share: `q07` → `07`.
fn short(id: &str) -> String {
    let digits = id.trim_start_matches(|c: char| !c.is_ascii_digit());
    let shown = if digits.is_empty() { id } else { digits };
    shown.chars().take(4).collect()
}

fn cell(props: &Props, row: &Row) -> Html {
    let name = props.data.name_of(row);
    let outcome = row.outcome;
    let label = format!(
        "{}, {} repetition {}: {}",
        name.question,
        name.workflow,
        name.repetition,
        outcome.word()
    );
    // In a list that was narrowed before, it might not stand.
    let view = View {
        filters: Filters::default(),
        ..props.view.at(name)
    };
    html! {
        <a class={classes!("grid-cell", format!("grid-{}", outcome.name()))}
            href={view.fragment()} aria-label={label.clone()} title={label}
            data-testid="grid-cell">
            <Icon name={outcome.icon()} />
        </a>
    }
}
