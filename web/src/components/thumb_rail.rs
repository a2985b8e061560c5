//! Small pages at the side, with a mark for each highlight at its height.

use std::collections::BTreeSet;
use std::rc::Rc;

use web_sys::Element;
use yew::prelude::*;

use super::Placed;
use crate::hooks::{rows_in, use_size};
use crate::platform;
use crate::state::{Boxes, Highlight, HighlightKind, Outline};

/// Pixels from one small page to the next, the number below it included.
const STEP: f64 = 84.0;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) document: AttrValue,
    pub(crate) outline: Outline,
    pub(crate) highlights: Rc<[Highlight]>,
    pub(crate) boxes: Boxes,
    pub(crate) hidden: Rc<BTreeSet<HighlightKind>>,
    pub(crate) current: usize,
    pub(crate) on_page: Callback<usize>,
}

#[component]
pub(crate) fn ThumbRail(props: &Props) -> Html {
    let scroller = use_node_ref();
    let size = use_size(&scroller);
    let scroll_top = use_state_eq(|| 0_i32);
    let onscroll = {
        let scroll_top = scroll_top.clone();
        Callback::from(move |event: Event| {
            let scroller: Element = event.target_unchecked_into();
            scroll_top.set(scroller.scroll_top());
        })
    };
    {
        let scroller = scroller.clone();
        use_effect_with((props.current, size.height > 0), move |(current, _)| {
            if let Some(scroller) = scroller.cast::<Element>() {
                #[expect(clippy::cast_precision_loss, reason = "a pixel position")]
                platform::bring_into_view(&scroller, *current as f64 * STEP, STEP);
            }
        });
    }
    let view_top = f64::from(*scroll_top);
    let first = rows_in(view_top, STEP).saturating_sub(2);
    let last = (rows_in(view_top + f64::from(size.height), STEP) + 3).min(props.outline.len());
    let leaves = (first..last).map(|page_idx| leaf(props, page_idx));
    #[expect(clippy::cast_precision_loss, reason = "a pixel height")]
    let height = props.outline.len() as f64 * STEP;
    html! {
        <nav ref={scroller} class="thumbs" aria-label="Pages" {onscroll}>
            <Placed class="thumb-column" {height}>{ for leaves }</Placed>
        </nav>
    }
}

fn leaf(props: &Props, page_idx: usize) -> Html {
    let marks = marks_on(props, page_idx);
    let kinds: BTreeSet<HighlightKind> = marks.iter().map(|(kind, _)| *kind).collect();
    let words: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
    let number = page_idx + 1;
    let label = if words.is_empty() {
        format!("Page {number}")
    } else {
        format!("Page {number}: {}", words.join(", ").to_lowercase())
    };
    let onclick = props.on_page.reform(move |_: MouseEvent| page_idx);
    let current = (page_idx == props.current).then_some("page");
    #[expect(clippy::cast_precision_loss, reason = "a pixel position")]
    let top = page_idx as f64 * STEP;
    html! {
        <Placed key={page_idx} class="thumb-place" {top}>
            <button class="thumb" aria-label={label} aria-current={current} {onclick}
                data-testid="thumb" data-page={number.to_string()}>
                <svg class="thumb-leaf" viewBox="0 0 48 60" aria-hidden="true">
                    { for (0..9_u32).map(|line| {
                        let width = if (line + u32::try_from(page_idx).unwrap_or(0)) % 4 == 3 {
                            "22"
                        } else {
                            "34"
                        };
                        let y = (8 + line * 5).to_string();
                        html! { <rect class="thumb-line" x="7" {y} {width} height="1.5" /> }
                    }) }
                    { for marks.iter().map(|(kind, share)| {
                        let y = (share * 53.0).clamp(1.0, 53.0).to_string();
                        let class = format!("thumb-{}", kind.name());
                        html! { <rect {class} x="42" {y} width="5" height="6" /> }
                    }) }
                </svg>
                { number }
            </button>
        </Placed>
    }
}

/// The kinds on a page, each with its height as a share of the page's.
fn marks_on(props: &Props, page_idx: usize) -> Vec<(HighlightKind, f32)> {
    let height = props
        .outline
        .get(page_idx)
        .map_or(1.0, |page| page.height_pt.max(1.0));
    props
        .highlights
        .iter()
        .filter(|one| one.document == *props.document && !props.hidden.contains(&one.kind))
        .filter_map(|one| {
            let on_page =
                |found: &&crate::worker::PageBox| usize::try_from(found.page_idx) == Ok(page_idx);
            let first = props.boxes.get(&one.key)?.iter().find(on_page)?;
            Some((one.kind, first.quad[3][1] / height))
        })
        .collect()
}
