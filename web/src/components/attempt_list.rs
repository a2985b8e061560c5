//! The list of attempts. Only the rows in view are in the page, so that 100 000 scroll like ten.

use std::rc::Rc;

use wasm_bindgen::JsCast as _;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::{Icon, Placed};
use crate::hooks::use_window;
use crate::platform;
use crate::state::{AttemptRef, AuditLog, Filtered, Outcome, RunData, View, reason_in_words};
use crate::worker::Row;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) data: Rc<RunData>,
    pub(crate) filtered: Rc<Filtered>,
    pub(crate) view: View,
    /// Index of the shown attempt.
    pub(crate) shown: Option<u32>,
    pub(crate) log: Rc<AuditLog>,
    /// Whose decisions the rows show.
    pub(crate) reviewer: AttrValue,
    pub(crate) on_select: Callback<AttemptRef>,
    /// So many rows on, or back.
    pub(crate) on_step: Callback<isize>,
}

#[component]
pub(crate) fn AttemptList(props: &Props) -> Html {
    let scroller = use_node_ref();
    let list = use_node_ref();
    let order = &props.filtered.order;
    let position = props
        .shown
        .and_then(|shown| order.iter().position(|&index| index == shown));
    // A selection that came from elsewhere (a key, a link, the grid) is brought into view.
    let window = use_window(&scroller, &list, order.len(), position);
    let onkeydown = {
        let on_step = props.on_step.clone();
        Callback::from(move |event: KeyboardEvent| {
            let step: isize = match event.key().as_str() {
                "ArrowDown" => 1,
                "ArrowUp" => -1,
                "PageDown" => 10,
                "PageUp" => -10,
                "Home" => isize::MIN / 2,
                "End" => isize::MAX / 2,
                _ => return,
            };
            event.prevent_default();
            on_step.emit(step);
        })
    };
    let rows = window.rows.clone().filter_map(|position| {
        let row = props.data.rows.get(*order.get(position)? as usize)?;
        Some(row_line(props, row, position, window.top(position)))
    });
    let active = position
        .filter(|position| window.rows.contains(position))
        .and_then(|_| props.shown.map(|shown| format!("attempt-{shown}")));
    let height = window.top(order.len());
    html! {
        <div ref={scroller} class="scroll attempt-list" {onkeydown} tabindex="0"
            role="listbox" aria-label="Attempts" aria-activedescendant={active}
            data-testid="attempt-list">
            <div ref={list} role="presentation">
                <div class="attempt-row-probe" aria-hidden="true"></div>
                <Placed class="attempt-rows" {height} role="presentation">{ for rows }</Placed>
            </div>
        </div>
    }
}

fn row_line(props: &Props, row: &Row, position: usize, top: f64) -> Html {
    let name = props.data.name_of(row);
    let outcome = row.outcome;
    let question = props.data.question(row);
    let reason = match row.reasons.first().and_then(|&at| {
        props
            .data
            .overview
            .codes
            .get(at as usize)
            .map(String::as_str)
    }) {
        Some(code) if row.reasons.len() > 1 => {
            format!(
                "{} and {} more",
                reason_in_words(code),
                row.reasons.len() - 1
            )
        }
        Some(code) => reason_in_words(code).to_owned(),
        None if outcome == Outcome::Declined => "Declined, as it should".to_owned(),
        None => "Complete and supported".to_owned(),
    };
    let is_shown = props.shown == Some(row.index);
    let on_select = {
        let name = name.clone();
        props.on_select.reform(move |event: MouseEvent| {
            event.prevent_default();
            name.clone()
        })
    };
    let ruling = props.log.ruling(&props.reviewer, &name);
    html! {
        <Placed key={row.index} class="attempt-row-place" {top} role="presentation">
            <a id={format!("attempt-{}", row.index)} class="attempt-row" role="option" tabindex="-1"
                href={props.view.at(name.clone()).fragment()} onclick={on_select}
                aria-selected={is_shown.to_string()}
                aria-setsize={props.filtered.order.len().to_string()}
                aria-posinset={(position + 1).to_string()}
                data-testid="attempt-row"
                data-attempt={format!("{}/{}/{}", name.workflow, name.repetition, name.question)}
                data-verdict={outcome.name()}>
                <Icon name={outcome.icon()} tone={outcome.tone()} label={outcome.word()} />
                <span class="mono attempt-row-id">{ &name.question }</span>
                <span class="attempt-row-title">
                    { question.map_or("", |one| one.question.as_str()) }
                </span>
                if let Some(ruling) = ruling {
                    <span class="human" data-testid="row-ruling">
                        <Icon name="person" label="A person" />{ ruling.small_word() }
                    </span>
                }
                <span class="attempt-row-below">
                    <span class="attempt-row-run">
                        { format!("{} · rep {}", name.workflow, name.repetition) }
                    </span>
                    <span class="attempt-row-reason">{ reason }</span>
                </span>
            </a>
        </Placed>
    }
}

/// Puts the focus on the list's search field.
pub(crate) fn focus_search() {
    platform::focus_by_id("search");
    if let Some(active) = gloo::utils::document().active_element()
        && let Ok(input) = active.dyn_into::<web_sys::HtmlInputElement>()
    {
        input.select();
    }
}
