//! A tile of a page's image, over the coarser image of the whole page.

use yew::prelude::*;

use super::Placed;
use crate::hooks::use_image;
use crate::platform;
use crate::worker::{Client, ImageRequest, Tile};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) client: Client,
    pub(crate) request: ImageRequest,
    /// Where it stands in the whole image.
    pub(crate) tile: Tile,
    /// CSS pixels to one of the image.
    pub(crate) share: f64,
}

#[component]
pub(crate) fn PageTile(props: &Props) -> Html {
    let image = use_image(&props.client, props.request.clone(), true);
    let canvas = use_node_ref();
    use_effect_with((canvas.clone(), image.clone()), |(canvas, image)| {
        let canvas = canvas.cast::<web_sys::HtmlCanvasElement>();
        if let (Some(canvas), Some(drawn)) = (canvas, image.ready()) {
            // Without it the page is as it was: less sharp.
            let _ = platform::paint(&canvas, &drawn.image);
        }
    });
    let tile = &props.tile;
    let at = |pixels: u32| f64::from(pixels) * props.share;
    html! {
        <Placed class="page-tile" top={at(tile.y)} left={at(tile.x)} width={at(tile.width)}
            height={at(tile.height)}>
            <canvas ref={canvas} class="page-canvas" data-testid="page-tile" aria-hidden="true"
                data-drawn={image.ready().is_some().to_string()} />
        </Placed>
    }
}
