//! The list of attempts. Only the rows in view are in the page, so that 100 000 scroll like ten.

use std::rc::Rc;

use wasm_bindgen::JsCast as _;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use super::{Icon, Placed};
use crate::hooks::{rows_in, use_size};
use crate::platform;
use crate::state::{AttemptRef, AuditLog, Filtered, Outcome, RunData, View, reason_in_words};
use crate::worker::Row;

/// Rows drawn above and below the view, so that fast scrolling shows no gap.
const MARGIN_ROWS: usize = 12;

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
    let probe = use_node_ref();
    let top = use_state_eq(|| 0_usize);
    let row_height = use_state_eq(|| 44.0_f64);
    let size = use_size(&scroller);
    {
        let row_height = row_height.clone();
        use_effect_with((probe.clone(), size), move |(probe, _)| {
            if let Some(probe) = probe.cast::<Element>() {
                row_height.set(platform::row_height(&probe));
            }
        });
    }
    let onscroll = {
        let (top, row_height) = (top.clone(), *row_height);
        Callback::from(move |event: Event| {
            let scroller: Element = event.target_unchecked_into();
            top.set(rows_in(f64::from(scroller.scroll_top()), row_height));
        })
    };
    let order = &props.filtered.order;
    let position = props
        .shown
        .and_then(|shown| order.iter().position(|&index| index == shown));
    // A selection that came from elsewhere (a key, a link, the grid) is brought into view.
    {
        let (scroller, row_height) = (scroller.clone(), *row_height);
        use_effect_with((position, size.height > 0), move |(position, _)| {
            let scroller = scroller.cast::<Element>();
            if let (Some(position), Some(scroller)) = (*position, scroller) {
                #[expect(clippy::cast_precision_loss, reason = "a pixel position")]
                let row_top = position as f64 * row_height;
                let view_top = f64::from(scroller.scroll_top());
                let view_height = f64::from(scroller.client_height());
                if row_top < view_top || row_top + row_height > view_top + view_height {
                    platform::scroll_to_span(&scroller, row_top, 0.0);
                }
            }
        });
    }
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
    let first = top.saturating_sub(MARGIN_ROWS);
    let n_visible = rows_in(f64::from(size.height), *row_height) + 2 * MARGIN_ROWS + 1;
    let last = (first + n_visible).min(order.len());
    let rows = order
        .get(first..last)
        .unwrap_or_default()
        .iter()
        .zip(first..)
        .filter_map(|(&index, position)| {
            let row = props.data.rows.get(index as usize)?;
            Some(row_line(props, row, position, *row_height))
        });
    let active = position
        .filter(|position| (first..last).contains(position))
        .and_then(|_| props.shown.map(|shown| format!("attempt-{shown}")));
    #[expect(clippy::cast_precision_loss, reason = "a pixel height")]
    let height = order.len() as f64 * *row_height;
    html! {
        <div ref={scroller} class="scroll attempt-list" {onscroll} {onkeydown} tabindex="0"
            role="listbox" aria-label="Attempts" aria-activedescendant={active}
            data-testid="attempt-list">
            <div ref={probe} class="attempt-row-probe" aria-hidden="true"></div>
            <Placed class="attempt-rows" height={height} role="presentation">{ for rows }</Placed>
        </div>
    }
}

fn row_line(props: &Props, row: &Row, position: usize, row_height: f64) -> Html {
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
    #[expect(clippy::cast_precision_loss, reason = "a pixel position")]
    let top = position as f64 * row_height;
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
