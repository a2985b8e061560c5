//! Which rows of a long list are in view, where the list is only a part of what its scroller holds.

use std::ops::Range;

use gloo::events::EventListener;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::use_size;
use crate::platform;

/// Rows drawn above and below the view, so that fast scrolling shows no gap.
const MARGIN_ROWS: usize = 12;

/// The rows in view.
pub(crate) struct Window {
    pub(crate) rows: Range<usize>,
    /// Pixels.
    pub(crate) row_height: f64,
}

impl Window {
    /// Where a row stands in its list, in pixels.
    #[expect(clippy::cast_precision_loss, reason = "a pixel position")]
    pub(crate) fn top(&self, row: usize) -> f64 {
        row as f64 * self.row_height
    }
}

/// The rows in view of `n`. `list` is the element that holds them all, with an `attempt-row-probe` in it;
/// `scroller` the positioned element in which it scrolls. A row that is newly `shown` is scrolled into view.
#[hook]
pub(crate) fn use_window(
    scroller: &NodeRef,
    list: &NodeRef,
    n: usize,
    shown: Option<usize>,
) -> Window {
    let size = use_size(scroller);
    let first = use_state_eq(|| 0_usize);
    let row_height = use_state_eq(|| 44.0_f64);
    {
        let (first, row_height) = (first.setter(), row_height.setter());
        let nodes = (scroller.clone(), list.clone());
        use_effect_with((nodes, size), move |((scroller, list), _)| {
            let nodes = scroller.cast::<Element>().zip(list.cast::<HtmlElement>());
            let listener = nodes.map(|(scroller, list)| {
                let probe = list.query_selector(".attempt-row-probe").ok().flatten();
                let height = probe.map_or(44.0, |probe| platform::row_height(&probe));
                row_height.set(height);
                let measured = scroller.clone();
                let measure = move || {
                    let above = measured.scroll_top() - list.offset_top();
                    first.set(rows_in(f64::from(above), height));
                };
                measure();
                EventListener::new(&scroller, "scroll", move |_| measure())
            });
            move || drop(listener)
        });
    }
    let start = first.saturating_sub(MARGIN_ROWS).min(n);
    let n_visible = rows_in(f64::from(size.height), *row_height) + 2 * MARGIN_ROWS + 1;
    let window = Window {
        rows: start..(start + n_visible).min(n),
        row_height: *row_height,
    };
    {
        let nodes = (scroller.clone(), list.clone());
        let row = shown.map(|row| (window.top(row), window.row_height));
        use_effect_with((shown, size.height > 0), move |_| {
            let nodes = (nodes.0.cast::<Element>(), nodes.1.cast::<HtmlElement>());
            let (Some(scroller), Some(list)) = nodes else {
                return;
            };
            if let Some((top, height)) = row {
                platform::bring_into_view(&scroller, top + f64::from(list.offset_top()), height);
            }
        });
    }
    window
}

/// Whole rows in a height of pixels.
pub(crate) fn rows_in(pixels: f64, row_height: f64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped"
    )]
    let rows = (pixels / row_height).clamp(0.0, 1e9) as usize;
    rows
}
