//! The pages of a document one under the other. Only those near the view exist; a page that is not
//! drawn yet is blank paper of the right size.

use std::collections::BTreeSet;
use std::rc::Rc;

use web_sys::Element;
use yew::prelude::*;

use super::page_sheet::PageMark;
use super::{PageSheet, Placed};
use crate::hooks::use_size;
use crate::platform;
use crate::state::{Boxes, Highlight, HighlightKind, Outline, PageTarget, drawing, upright};
use crate::worker::{Client, PageSize};

/// Pixels around and between the pages.
const GAP: f64 = 12.0;

/// Pages kept above and below the ones in view.
const MARGIN_PAGES: usize = 1;

/// How large a page is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Zoom {
    /// The widest page fills the pane.
    Fit,
    /// CSS pixels to the point.
    Scale(f64),
}

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) client: Client,
    pub(crate) document: AttrValue,
    pub(crate) file: AttrValue,
    pub(crate) outline: Outline,
    pub(crate) highlights: Rc<[Highlight]>,
    pub(crate) boxes: Boxes,
    pub(crate) hidden: Rc<BTreeSet<HighlightKind>>,
    pub(crate) selected: Option<AttrValue>,
    pub(crate) target: Option<PageTarget>,
    pub(crate) zoom: Zoom,
    /// Quarters by which the pages are turned, clockwise.
    pub(crate) turn: u8,
    pub(crate) on_select: Callback<String>,
    /// The page in view and the scale in use.
    pub(crate) on_view: Callback<(usize, f64)>,
}

#[component]
pub(crate) fn PageStage(props: &Props) -> Html {
    let scroller = use_node_ref();
    let size = use_size(&scroller);
    let scroll_top = use_state_eq(|| 0_i32);
    let scroll_left = use_state_eq(|| 0_i32);
    let scale = scale_of(props, f64::from(size.width));
    let turn = props.turn;
    let layout = use_memo(
        (props.outline.clone(), scale, turn),
        |(outline, scale, turn)| Layout::new(outline, *scale, *turn),
    );
    let onscroll = {
        let (scroll_top, scroll_left) = (scroll_top.clone(), scroll_left.clone());
        Callback::from(move |event: Event| {
            let scroller: Element = event.target_unchecked_into();
            scroll_top.set(scroller.scroll_top());
            scroll_left.set(scroller.scroll_left());
        })
    };
    // Another zoom keeps the same words under the eye.
    {
        let scroller = scroller.clone();
        let last = use_mut_ref(|| scale);
        let top_before = f64::from(*scroll_top);
        use_effect_with(scale, move |scale| {
            let before = std::mem::replace(&mut *last.borrow_mut(), *scale);
            // The place before the change: shorter pages may have cut the scroller's own by now.
            if let Some(scroller) = scroller.cast::<Element>()
                && before > 0.0
            {
                platform::scroll_to_top(&scroller, top_before * scale / before);
            }
        });
    }
    {
        let (scroller, layout, boxes) = (scroller.clone(), layout.clone(), props.boxes.clone());
        let target = props
            .target
            .clone()
            .filter(|target| target.document == *props.document);
        let is_measured = size.width > 0;
        use_effect_with((target, is_measured), move |(target, is_measured)| {
            let scroller = scroller.cast::<Element>().filter(|_| *is_measured);
            if let (Some(target), Some(scroller)) = (target, scroller) {
                scroll_to(&scroller, target, &layout, &boxes);
            }
        });
    }
    // The page under the upper third of the view is the current one.
    let eye = f64::from(*scroll_top) + f64::from(size.height) / 3.0;
    let current = layout.page_at(eye);
    {
        let on_view = props.on_view.clone();
        use_effect_with((current, scale), move |(current, scale)| {
            on_view.emit((*current, *scale));
        });
    }
    let bottom = f64::from(*scroll_top) + f64::from(size.height);
    let seen = layout.page_at(f64::from(*scroll_top))..=layout.page_at(bottom);
    let first = seen.start().saturating_sub(MARGIN_PAGES);
    let last = (seen.end() + MARGIN_PAGES + 1).min(props.outline.len());
    let pixels = scale * platform::device_pixels();
    let (view_left, view_top) = (f64::from(*scroll_left), f64::from(*scroll_top));
    let view_right = view_left + f64::from(size.width);
    let width = layout.width.max(f64::from(size.width) - 1.0);
    let sheets = (first..last).filter_map(|page_idx| {
        if size.width == 0 {
            return None;
        }
        let page = props.outline.get(page_idx)?;
        let turned = turned_size(page, turn);
        let left = ((width - turned.0 * scale) / 2.0).max(GAP);
        let top = layout.tops.get(page_idx).copied().unwrap_or_default();
        let in_points = |pixels: f64, origin: f64| (pixels - origin) / scale;
        let view = [
            in_points(view_left, left),
            in_points(view_top, top),
            in_points(view_right, left),
            in_points(bottom, top),
        ];
        let drawing = drawing(turned_size(page, 0), pixels, upright(view, turn, turned));
        Some(html! {
            <PageSheet key={format!("{} {page_idx}", props.document)}
                client={props.client.clone()} document={props.document.clone()}
                file={props.file.clone()} {page_idx} size={page.clone()} {scale} {drawing}
                is_in_view={seen.contains(&page_idx)} {turn} {top} {left}
                marks={marks_on(props, page_idx)} selected={props.selected.clone()}
                on_select={props.on_select.clone()} />
        })
    });
    html! {
        <div ref={scroller} class="page-desk" {onscroll} tabindex="0" data-testid="page-desk"
            aria-label={format!("Pages of {}", props.file)} role="region">
            <Placed class="page-column" height={layout.height} {width}>{ for sheets }</Placed>
        </div>
    }
}

/// Where the pages stand.
struct Layout {
    /// Top of each page.
    tops: Vec<f64>,
    width: f64,
    height: f64,
    scale: f64,
    turn: u8,
    /// Width and height of each page in points, as it is turned.
    sizes: Vec<(f64, f64)>,
}

/// Width and height of a page in points, as it is turned.
fn turned_size(page: &PageSize, turn: u8) -> (f64, f64) {
    let (width, height) = (f64::from(page.width_pt), f64::from(page.height_pt));
    if turn % 2 == 1 {
        (height, width)
    } else {
        (width, height)
    }
}

/// Where a point of an upright page stands on the turned one. `size` is that of the turned page.
fn turned_point([x, y]: [f32; 2], turn: u8, (width, height): (f64, f64)) -> (f64, f64) {
    let (x, y) = (f64::from(x), f64::from(y));
    match turn % 4 {
        0 => (x, y),
        1 => (width - y, x),
        2 => (width - x, height - y),
        _ => (y, height - x),
    }
}

impl Layout {
    fn new(outline: &Outline, scale: f64, turn: u8) -> Self {
        let mut at = GAP;
        let mut widest = 0.0_f64;
        let mut tops = Vec::with_capacity(outline.len());
        let sizes: Vec<_> = outline.iter().map(|page| turned_size(page, turn)).collect();
        for (width, height) in &sizes {
            tops.push(at);
            at += height * scale + GAP;
            widest = widest.max(width * scale);
        }
        Self {
            tops,
            width: widest + 2.0 * GAP,
            height: at,
            scale,
            turn,
            sizes,
        }
    }

    /// The page at a height; the one above in a gap.
    fn page_at(&self, top: f64) -> usize {
        self.tops
            .partition_point(|&start| start <= top)
            .saturating_sub(1)
    }
}

fn scale_of(props: &Props, width: f64) -> f64 {
    match props.zoom {
        Zoom::Scale(scale) => scale,
        Zoom::Fit => {
            let widest = props
                .outline
                .iter()
                .map(|page| turned_size(page, props.turn).0)
                .fold(1.0, f64::max);
            ((width - 2.0 * GAP) / widest).clamp(0.1, 3.0)
        }
    }
}

fn scroll_to(scroller: &Element, target: &PageTarget, layout: &Layout, boxes: &Boxes) {
    let Some(&page_top) = layout.tops.get(target.page_idx) else {
        return;
    };
    let first_box = target
        .highlight
        .as_ref()
        .and_then(|key| boxes.get(key)?.first());
    match first_box {
        Some(one) => {
            let page = usize::try_from(one.page_idx).unwrap_or(target.page_idx);
            let page_top = layout.tops.get(page).copied().unwrap_or(page_top);
            let size = layout.sizes.get(page).copied().unwrap_or_default();
            let (x, y) = turned_point(one.quad[3], layout.turn, size);
            let top = page_top + y * layout.scale;
            platform::scroll_to_span(scroller, top, x * layout.scale);
        }
        None => platform::scroll_to_top(scroller, page_top - GAP),
    }
}

fn marks_on(props: &Props, page_idx: usize) -> Vec<PageMark> {
    let mut marks: Vec<PageMark> = props
        .highlights
        .iter()
        .filter(|one| one.document == *props.document && !props.hidden.contains(&one.kind))
        .filter_map(|one| {
            let boxes = props.boxes.get(&one.key)?;
            let quads: Vec<_> = boxes
                .iter()
                .filter(|found| usize::try_from(found.page_idx) == Ok(page_idx))
                .map(|found| found.quad)
                .collect();
            (!quads.is_empty()).then(|| PageMark {
                highlight: one.clone(),
                quads,
            })
        })
        .collect();
    // Anchors over supports, so that their frame shows inside the tint; the selected one on top.
    marks.sort_by_key(|mark| {
        let one = &mark.highlight;
        let is_selected = props.selected.as_deref() == Some(one.key.as_str());
        (is_selected, one.kind == HighlightKind::Anchor)
    });
    marks
}
