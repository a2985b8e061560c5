//! The page pane: toolbar, thumbnails, pages, legend.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use proofmark_report::format::DocumentInfo;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::find_box::{FindBox, Finding};
use super::{Icon, Legend, PageNumber, PageStage, TextPage, ThumbRail, Zoom};
use crate::hooks::use_finds;
use crate::platform;
use crate::state::{Boxes, Highlight, HighlightKind, Outline, PageTarget};
use crate::worker::Client;

/// CSS pixels to the point at 100 %.
pub(crate) const FULL_SIZE: f64 = 96.0 / 72.0;

/// One step of the zoom buttons.
const STEP: f64 = 1.2;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) client: Client,
    pub(crate) documents: Vec<DocumentInfo>,
    pub(crate) outlines: Rc<BTreeMap<String, Outline>>,
    pub(crate) highlights: Rc<[Highlight]>,
    pub(crate) boxes: Boxes,
    pub(crate) hidden: Rc<BTreeSet<HighlightKind>>,
    pub(crate) selected: Option<AttrValue>,
    pub(crate) target: Option<PageTarget>,
    pub(crate) zoom: UseStateHandle<Zoom>,
    /// Quarters by which the pages are turned, clockwise.
    pub(crate) turn: UseStateHandle<u8>,
    /// The scale in use is written here, for the zoom keys.
    pub(crate) scale_in_use: Rc<Cell<f64>>,
    pub(crate) on_select: Callback<String>,
    pub(crate) on_page: Callback<(String, usize)>,
    pub(crate) on_toggle: Callback<HighlightKind>,
}

#[component]
pub(crate) fn PagePane(props: &Props) -> Html {
    // The page in view and the scale in use, as the stage reports them.
    let seen = use_state_eq(|| (0_usize, FULL_SIZE));
    let words = use_state_eq(String::new);
    let at = use_state_eq(|| (0_usize, 0_u32));
    let wanted = props.target.as_ref().map(|target| target.document.as_str());
    let finds = use_finds(&props.client, wanted, &words);
    {
        let at = at.setter();
        use_effect_with(words.to_string(), move |_| at.set((0, 0)));
    }
    let Some(target) = &props.target else {
        return html! { <p class="pane-empty">{ "Choose an attempt to see its pages." }</p> };
    };
    let document = target.document.clone();
    let info = props.documents.iter().find(|one| one.id == document);
    let file = AttrValue::from(info.map_or(document.clone(), |one| one.file.clone()));
    let outline = props.outlines.get(&document).cloned();
    let finding = Finding::new(&document, finds, at.0);
    let highlights = finding.with(&props.highlights);
    let boxes = finding.boxes(&props.boxes);
    let is_finding = at.1 > 0 || finding.count().is_some_and(|n| n > 0);
    let target = match finding.target(&document, at.1) {
        Some(found) if is_finding => found,
        _ => target.clone(),
    };
    let selected = match finding.key() {
        Some(key) => Some(AttrValue::from(key)),
        None => props.selected.clone(),
    };
    let is_text = outline.as_ref().is_some_and(|pages| {
        pages
            .iter()
            .all(|page| page.width_pt <= 0.0 || page.height_pt <= 0.0)
    });
    let current = if is_text { target.page_idx } else { seen.0 };
    let n_pages = outline.as_ref().map_or(0, |pages| pages.len());
    let go = {
        let (on_page, document) = (props.on_page.clone(), document.clone());
        // Somebody may be quicker than the measuring of the pages.
        let last = outline
            .as_ref()
            .map_or(usize::MAX, |pages| pages.len().saturating_sub(1));
        Callback::from(move |page: usize| on_page.emit((document.clone(), page.min(last))))
    };
    let on_view = {
        let (seen, scale_in_use) = (seen.clone(), Rc::clone(&props.scale_in_use));
        Callback::from(move |view: (usize, f64)| {
            scale_in_use.set(view.1);
            seen.set(view);
        })
    };
    let body = match outline {
        None => html! { <p class="pane-empty">{ "Measuring the pages." }</p> },
        Some(_) if is_text => html! {
            <TextPage client={props.client.clone()} document={document.clone()} {file}
                page_idx={target.page_idx} highlights={highlights.clone()}
                hidden={props.hidden.clone()} selected={selected.clone()}
                target={target.clone()} on_select={props.on_select.clone()} />
        },
        Some(outline) => html! {
            <>
                <ThumbRail document={document.clone()} outline={outline.clone()}
                    highlights={highlights.clone()} boxes={boxes.clone()}
                    hidden={props.hidden.clone()} {current} on_page={go.clone()} />
                <PageStage key={document.clone()} client={props.client.clone()}
                    document={document.clone()} {file} {outline}
                    highlights={highlights.clone()} boxes={boxes.clone()}
                    hidden={props.hidden.clone()} selected={selected.clone()}
                    target={target.clone()} zoom={*props.zoom} turn={*props.turn}
                    on_select={props.on_select.clone()} {on_view} />
            </>
        },
    };
    let on_words = {
        let words = words.setter();
        Callback::from(move |text: String| words.set(text))
    };
    let on_step = {
        let (at, n) = (at.clone(), finding.count().unwrap_or(0));
        Callback::from(move |is_forward: bool| {
            if n > 0 {
                let step = if is_forward { 1 } else { n - 1 };
                // The first step of new words shows the first place, which is chosen already.
                at.set(((at.0 + step) % n, at.1 + 1));
            }
        })
    };
    let onkeydown = Callback::from(|event: KeyboardEvent| {
        if (event.ctrl_key() || event.meta_key()) && event.key().eq_ignore_ascii_case("f") {
            event.prevent_default();
            platform::focus_by_id("find-on-page");
        }
    });
    let find_box = html! {
        <FindBox words={AttrValue::from(words.to_string())} n={finding.count()} at={at.0} {on_words}
            {on_step} />
    };
    html! {
        <>
            { toolbar(props, &document, current, n_pages, seen.1, &go, find_box) }
            <div class={classes!("page-stage", is_text.then_some("page-stage-text"))} {onkeydown}>
                { body }
            </div>
            <Legend highlights={props.highlights.clone()} hidden={props.hidden.clone()}
                on_toggle={props.on_toggle.clone()} />
        </>
    }
}

fn toolbar(
    props: &Props,
    document: &str,
    current: usize,
    n_pages: usize,
    scale: f64,
    go: &Callback<usize>,
    find_box: Html,
) -> Html {
    let on_document = {
        let on_page = props.on_page.clone();
        Callback::from(move |event: Event| {
            let select: HtmlSelectElement = event.target_unchecked_into();
            on_page.emit((select.value(), 0));
        })
    };
    let zoom_by = |factor: f64| {
        let zoom = props.zoom.clone();
        Callback::from(move |_: MouseEvent| zoom.set(zoomed(scale, factor)))
    };
    let fit = {
        let zoom = props.zoom.clone();
        Callback::from(move |_: MouseEvent| zoom.set(Zoom::Fit))
    };
    let turn = {
        let turn = props.turn.clone();
        Callback::from(move |_: MouseEvent| turn.set((*turn + 1) % 4))
    };
    let options = props.documents.iter().map(|one| {
        let selected = one.id == document;
        html! { <option key={one.id.clone()} value={one.id.clone()} {selected}>{ &one.file }</option> }
    });
    let percent = (scale / FULL_SIZE * 100.0).round();
    html! {
        <div class="page-toolbar" role="toolbar" aria-label="Page">
            <select aria-label="Document" onchange={on_document} data-testid="page-document">
                { for options }
            </select>
            <span class="toolbar-gap"></span>
            { tool("previous", "Previous page", current == 0,
                go.reform(move |_: MouseEvent| current.saturating_sub(1))) }
            <PageNumber {current} on_page={go.clone()} />
            <span class="faint nowrap">{ format!("of {n_pages}") }</span>
            { tool("next", "Next page", current + 1 >= n_pages,
                go.reform(move |_: MouseEvent| current + 1)) }
            <span class="toolbar-gap"></span>
            { tool("minus", "Zoom out", false, zoom_by(1.0 / STEP)) }
            <span class="small nowrap toolbar-percent">{ format!("{percent} %") }</span>
            { tool("plus", "Zoom in", false, zoom_by(STEP)) }
            { tool("fit", "Fit width", false, fit) }
            { tool("turn", "Turn clockwise", false, turn) }
            <span class="toolbar-gap"></span>
            { find_box }
        </div>
    }
}

/// A zoom `factor` times the scale in use, within bounds.
pub(crate) fn zoomed(scale: f64, factor: f64) -> Zoom {
    Zoom::Scale((scale * factor).clamp(0.2, 6.0))
}

fn tool(
    icon: &'static str,
    label: &'static str,
    is_off: bool,
    onclick: Callback<MouseEvent>,
) -> Html {
    html! {
        <button class="button quiet square" aria-label={label} title={label} disabled={is_off}
            {onclick}>
            <Icon name={icon} />
        </button>
    }
}
