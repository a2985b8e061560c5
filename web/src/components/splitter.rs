//! The edge between two panes: dragged, or moved by arrow keys. Sizes are kept in this browser.

use gloo::storage::{LocalStorage, Storage as _};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, PointerEvent};
use yew::prelude::*;

use crate::platform;

/// Pixels that an arrow key moves the edge.
const STEP: f64 = 16.0;

/// Which edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// Right of the list.
    List,
    /// Left of the page.
    Page,
}

impl Edge {
    fn property(self) -> &'static str {
        match self {
            Self::List => "--pane-list",
            Self::Page => "--pane-page",
        }
    }

    fn slot(self) -> &'static str {
        match self {
            Self::List => "proofmark.pane-list",
            Self::Page => "proofmark.pane-page",
        }
    }

    /// The least and the most pixels.
    fn bounds(self) -> (f64, f64) {
        match self {
            Self::List => (220.0, 560.0),
            Self::Page => (320.0, 1_100.0),
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::List => "Width of the list",
            Self::Page => "Width of the page",
        }
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) edge: Edge,
}

#[component]
pub(crate) fn Splitter(props: &Props) -> Html {
    let edge = props.edge;
    let node = use_node_ref();
    let size = use_state_eq(|| LocalStorage::get::<f64>(edge.slot()).ok());
    // Where the drag began, and how wide the pane was then.
    let drag = use_mut_ref(|| None::<(i32, f64)>);
    use_effect_with((node.clone(), *size), move |(node, size)| {
        let panes = node
            .cast::<Element>()
            .and_then(|element| element.closest(".panes").ok().flatten());
        if let (Some(panes), Some(size)) = (panes, size) {
            platform::place(panes.unchecked_ref(), &[(edge.property(), *size)]);
        }
    });
    let width_now = {
        let node = node.clone();
        move || {
            let pane = node
                .cast::<Element>()
                .and_then(|element| element.parent_element());
            pane.map_or(0.0, |pane| pane.get_bounding_client_rect().width())
        }
    };
    let set = {
        let size = size.clone();
        move |pixels: f64| {
            let (least, most) = edge.bounds();
            let pixels = pixels.clamp(least, most).round();
            // Where the browser keeps nothing, the size holds until the page is closed.
            let _ = LocalStorage::set(edge.slot(), pixels);
            size.set(Some(pixels));
        }
    };
    let direction = if edge == Edge::List { 1.0 } else { -1.0 };
    let onpointerdown = {
        let (drag, width_now) = (drag.clone(), width_now.clone());
        Callback::from(move |event: PointerEvent| {
            event.prevent_default();
            let element: Element = event.target_unchecked_into();
            let _ = element.set_pointer_capture(event.pointer_id());
            *drag.borrow_mut() = Some((event.client_x(), width_now()));
        })
    };
    let onpointermove = {
        let (drag, set) = (drag.clone(), set.clone());
        Callback::from(move |event: PointerEvent| {
            if let Some((start, width)) = *drag.borrow() {
                set(width + direction * f64::from(event.client_x() - start));
            }
        })
    };
    let onpointerup = {
        let drag = drag.clone();
        Callback::from(move |_: PointerEvent| *drag.borrow_mut() = None)
    };
    let onkeydown = {
        let width_now = width_now.clone();
        Callback::from(move |event: KeyboardEvent| {
            let step = match event.key().as_str() {
                "ArrowRight" => STEP,
                "ArrowLeft" => -STEP,
                _ => return,
            };
            event.prevent_default();
            set(width_now() + direction * step);
        })
    };
    let (least, most) = edge.bounds();
    let value = (*size).unwrap_or(if edge == Edge::List { 320.0 } else { 600.0 });
    html! {
        <div ref={node} role="separator" tabindex="0" aria-orientation="vertical"
            class={classes!("splitter", (edge == Edge::Page).then_some("splitter-page"))}
            aria-label={edge.label()} aria-valuemin={least.to_string()}
            aria-valuemax={most.to_string()} aria-valuenow={value.to_string()}
            data-testid={format!("splitter-{}", if edge == Edge::List { "list" } else { "page" })}
            onpointercancel={onpointerup.clone()} {onpointerdown} {onpointermove} {onpointerup}
            {onkeydown}></div>
    }
}
