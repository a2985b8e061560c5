//! One page: its image, its text over it for selecting, and the highlights.
//!
//! Text and highlights are one SVG whose user units are the page's points, so that zooming moves
//! nothing and no computed style is needed.

use yew::prelude::*;

use super::{PageTile, Placed};
use crate::hooks::{use_image, use_lines};
use crate::platform;
use crate::state::{Drawing, Highlight, HighlightKind, Loaded};
use crate::worker::{Client, ImageRequest, Line, PageSize, Quad, Tile};

/// A highlight on this page with its boxes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PageMark {
    pub(crate) highlight: Highlight,
    pub(crate) quads: Vec<Quad>,
}

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) client: Client,
    pub(crate) document: AttrValue,
    pub(crate) file: AttrValue,
    pub(crate) page_idx: usize,
    pub(crate) size: PageSize,
    /// CSS pixels to the point.
    pub(crate) scale: f64,
    pub(crate) drawing: Drawing,
    /// Whether any of it shows; it is near the view otherwise.
    pub(crate) is_in_view: bool,
    /// Quarters by which the page is turned, clockwise.
    pub(crate) turn: u8,
    /// CSS pixels from the top of the pages, and from their left.
    pub(crate) top: f64,
    pub(crate) left: f64,
    pub(crate) marks: Vec<PageMark>,
    /// Key of the selected highlight.
    pub(crate) selected: Option<AttrValue>,
    pub(crate) on_select: Callback<String>,
}

#[component]
pub(crate) fn PageSheet(props: &Props) -> Html {
    let size = &props.size;
    let page_idx = u32::try_from(props.page_idx).unwrap_or(u32::MAX);
    let drawing = &props.drawing;
    let request = |scale_thousandths: u32, tile: Option<Tile>| ImageRequest {
        document: props.document.to_string(),
        page_idx,
        scale_thousandths,
        tile,
    };
    let whole = request(drawing.whole_thousandths, None);
    let image = use_image(&props.client, whole, props.is_in_view);
    let lines = use_lines(&props.client, &props.document, page_idx);
    let canvas = use_node_ref();
    let paint_error = use_state_eq(|| None::<String>);
    {
        let paint_error = paint_error.clone();
        use_effect_with((canvas.clone(), image.clone()), move |(canvas, image)| {
            let canvas = canvas.cast::<web_sys::HtmlCanvasElement>();
            if let (Some(canvas), Some(drawn)) = (canvas, image.ready()) {
                paint_error.set(platform::paint(&canvas, &drawn.image).err());
            }
        });
    }
    let (width, height) = (f64::from(size.width_pt), f64::from(size.height_pt));
    let number = props.page_idx + 1;
    let words = match (&image, &*paint_error) {
        (Loaded::Failed(message), _) => Some(format!("This page cannot be drawn: {message}")),
        (_, Some(message)) => Some(format!("This page cannot be shown: {message}")),
        (Loaded::Ready(_), None) => None,
        _ => Some(number.to_string()),
    };
    let is_failed = matches!(image, Loaded::Failed(_)) || paint_error.is_some();
    let (drawn_width, drawn_height) = (width * props.scale, height * props.scale);
    let (sheet_width, sheet_height) = if props.turn % 2 == 1 {
        (drawn_height, drawn_width)
    } else {
        (drawn_width, drawn_height)
    };
    let share = props.scale / (f64::from(drawing.tiled_thousandths.max(1)) / 1_000.0);
    let tiles = drawing.tiles.iter().map(|tile| {
        let request = request(drawing.tiled_thousandths, Some(*tile));
        let key = format!("{} {} {}", request.scale_thousandths, tile.x, tile.y);
        html! { <PageTile {key} client={props.client.clone()} {request} tile={*tile} {share} /> }
    });
    html! {
        <Placed class="page-sheet" top={props.top} left={props.left}
            width={sheet_width} height={sheet_height}
            role="group" label={format!("Page {number} of {}", props.file)}>
            <Placed class={classes!("page-face", format!("page-turn-{}", props.turn % 4))}
                width={drawn_width} height={drawn_height}>
            <canvas ref={canvas} class="page-canvas" data-testid="page-canvas"
                data-page={number.to_string()} data-document={props.document.clone()}
                data-drawn={image.ready().is_some().to_string()} aria-hidden="true" />
            { for tiles }
            if let Some(words) = words {
                <p class={classes!("page-waiting", is_failed.then_some("page-refused"))}>{ words }</p>
            }
            <svg class="page-overlay" viewBox={format!("0 0 {width} {height}")}
                preserveAspectRatio="none">
                <g class={classes!("page-text", is_failed.then_some("page-text-shown"))}>{ for lines.iter().filter_map(text_line) }</g>
                { for props.marks.iter().map(|mark| {
                    let is_selected = props.selected.as_deref() == Some(&*mark.highlight.key);
                    highlight(mark, is_selected, &props.on_select)
                }) }
            </svg>
            </Placed>
        </Placed>
    }
}

/// A line of the page's text, transparent, stretched over its box.
fn text_line(line: &Line) -> Option<Html> {
    let [start, end, _, upper] = line.quad?;
    let length = distance(start, end);
    let height = distance(start, upper);
    if length <= 0.0 || height <= 0.0 || line.text.trim().is_empty() {
        return None;
    }
    let angle = f64::from(end[1] - start[1])
        .atan2(f64::from(end[0] - start[0]))
        .to_degrees();
    // The box reaches below the baseline by the descent, a fifth of the height in common faces.
    let down = [(upper[0] - start[0]) * 0.2, (upper[1] - start[1]) * 0.2];
    let [x, y] = [start[0] + down[0], start[1] + down[1]];
    let turn = (angle.abs() > 0.5).then(|| format!("rotate({angle:.2} {x} {y})"));
    Some(html! {
        <text class={line.is_undrawn.then_some("page-text-shown")} x={x.to_string()} y={y.to_string()} font-size={(height * 0.8).to_string()}
            textLength={length.to_string()} lengthAdjust="spacingAndGlyphs" transform={turn}>
            { &line.text }
        </text>
    })
}

fn highlight(mark: &PageMark, is_selected: bool, on_select: &Callback<String>) -> Html {
    let one = &mark.highlight;
    let onclick = {
        let key = one.key.clone();
        on_select.reform(move |_: MouseEvent| key.clone())
    };
    let onkeydown = {
        let (key, on_select) = (one.key.clone(), on_select.clone());
        Callback::from(move |event: KeyboardEvent| {
            if matches!(event.key().as_str(), "Enter" | " ") {
                event.prevent_default();
                on_select.emit(key.clone());
            }
        })
    };
    if one.kind == HighlightKind::Found {
        return html! {
            <g key={one.key.clone()} class="highlight-found" data-testid="find"
                aria-current={is_selected.then_some("true")}>
                { for mark.quads.iter().map(|quad| quad_shapes(one.kind, quad, is_selected)) }
            </g>
        };
    }
    let tag = one
        .place
        .zip(mark.quads.first())
        .map(|((place, of), quad)| place_tag(place, of, quad));
    html! {
        <g key={one.key.clone()} class={classes!("highlight", format!("highlight-{}", one.kind.name()))}
            role="button" tabindex="0" aria-label={one.label.clone()}
            aria-current={is_selected.then_some("true")} {onclick} {onkeydown}
            data-testid="highlight" data-highlight={one.key.clone()} data-kind={one.kind.name()}
            data-citation={one.citation.map(|index| index.to_string())}>
            { for mark.quads.iter().map(|quad| quad_shapes(one.kind, quad, is_selected)) }
            { tag }
        </g>
    }
}

/// The shapes of one line's box.
fn quad_shapes(kind: HighlightKind, quad: &Quad, is_selected: bool) -> Html {
    let [start, end, upper_end, upper_start] = *quad;
    let points = points_of(quad);
    // Under the text, not through its descenders.
    let under = distance(start, upper_start) * 0.04;
    let underline = move |class: &'static str| {
        let [[x1, y1], [x2, y2]] = [
            beyond(upper_start, start, under),
            beyond(upper_end, end, under),
        ];
        html! {
            <line {class} x1={x1.to_string()} y1={y1.to_string()} x2={x2.to_string()}
                y2={y2.to_string()} />
        }
    };
    let side = || {
        html! {
            <line class="highlight-side" x1={start[0].to_string()} y1={start[1].to_string()}
                x2={upper_start[0].to_string()} y2={upper_start[1].to_string()} />
        }
    };
    html! {
        <>
            <polygon class="highlight-fill" points={points.clone()} />
            { match kind {
                HighlightKind::Anchor
                | HighlightKind::Ambiguous
                | HighlightKind::Near
                | HighlightKind::Found => {
                    html! { <polygon class="highlight-frame" points={points.clone()} /> }
                }
                HighlightKind::Supports | HighlightKind::Unregistered => {
                    underline("highlight-underline")
                }
                HighlightKind::Contradicted => html! {
                    <>
                        <polygon class="highlight-hatched" points={points.clone()} />
                        { underline("highlight-thin-underline") }
                        { side() }
                    </>
                },
            } }
            if is_selected {
                <polygon class="highlight-ring" points={points_of(&outset(quad))} />
            }
        </>
    }
}

/// `1 of 2` on the upper edge of an ambiguous passage; the style sheet shows it for the chosen one alone, so
/// that the others cover no line above them.
fn place_tag(place: usize, of: usize, quad: &Quad) -> Html {
    let [start, _, _, upper] = *quad;
    let height = distance(start, upper).max(4.0);
    let text = format!("{place} of {of}");
    #[expect(clippy::cast_precision_loss, reason = "a handful of chars")]
    let width = text.len() as f32 * height * 0.32 + height * 0.3;
    let [x, y] = upper;
    html! {
        <g class="highlight-tag" aria-hidden="true">
            <rect x={x.to_string()} y={(y - height * 0.56).to_string()} width={width.to_string()}
                height={(height * 0.56).to_string()} />
            <text x={(x + width / 2.0).to_string()} y={(y - height * 0.13).to_string()}
                font-size={(height * 0.48).to_string()} text-anchor="middle">{ text }</text>
        </g>
    }
}

/// The box a point larger on each side, so that a ring around it covers no letter of the line.
fn outset(quad: &Quad) -> Quad {
    let [start, end, upper_end, upper_start] = *quad;
    let (width, height) = (distance(start, end), distance(start, upper_start));
    if width <= 0.0 || height <= 0.0 {
        return *quad;
    }
    let along = [(end[0] - start[0]) / width, (end[1] - start[1]) / width];
    let up = [
        (upper_start[0] - start[0]) / height,
        (upper_start[1] - start[1]) / height,
    ];
    let moved = |[x, y]: [f32; 2], a: f32, u: f32| {
        [x + along[0] * a + up[0] * u, y + along[1] * a + up[1] * u]
    };
    [
        moved(start, -1.0, -1.0),
        moved(end, 1.0, -1.0),
        moved(upper_end, 1.0, 1.0),
        moved(upper_start, -1.0, 1.0),
    ]
}

fn points_of(quad: &Quad) -> String {
    let points: Vec<String> = quad.iter().map(|[x, y]| format!("{x},{y}")).collect();
    points.join(" ")
}

fn distance([x1, y1]: [f32; 2], [x2, y2]: [f32; 2]) -> f32 {
    (x2 - x1).hypot(y2 - y1)
}

/// The point `by` points past `to` on the way from `from`.
fn beyond(from: [f32; 2], to: [f32; 2], by: f32) -> [f32; 2] {
    let length = distance(from, to).max(f32::EPSILON);
    [
        to[0] + (to[0] - from[0]) / length * by,
        to[1] + (to[1] - from[1]) / length * by,
    ]
}
