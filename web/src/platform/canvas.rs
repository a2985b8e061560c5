//! Putting drawn pixels on a canvas.

use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

use super::error_text;
use crate::worker::PageImage;

/// Sizes the canvas to the image and copies its pixels.
pub(crate) fn paint(canvas: &HtmlCanvasElement, image: &PageImage) -> Result<(), String> {
    let paint = || -> Result<(), JsValue> {
        canvas.set_width(image.width);
        canvas.set_height(image.height);
        let context = canvas
            .get_context("2d")?
            .ok_or("this browser has no 2d canvas")?
            .dyn_into::<CanvasRenderingContext2d>()?;
        let data = ImageData::new_with_js_u8_clamped_array_and_sh(
            &image.pixels,
            image.width,
            image.height,
        )?;
        context.put_image_data(&data, 0.0, 0.0)
    };
    paint().map_err(|thrown| error_text(&thrown))
}
