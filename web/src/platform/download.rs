//! Handing a file or a text to the person.

use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

use super::error_text;

/// Saves bytes as a file, by the browser's own download.
pub(crate) fn save_bytes(name: &str, media_type: &str, bytes: &JsValue) -> Result<(), String> {
    let save = || -> Result<(), JsValue> {
        let options = BlobPropertyBag::new();
        options.set_type(media_type);
        let parts = js_sys::Array::of1(bytes);
        let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options)?;
        let url = Url::create_object_url_with_blob(&blob)?;
        let link = gloo::utils::document()
            .create_element("a")?
            .dyn_into::<HtmlAnchorElement>()?;
        link.set_href(&url);
        link.set_download(name);
        link.click();
        // The browser reads the blob after this turn; a minute is ample on any disk.
        gloo::timers::callback::Timeout::new(60_000, move || {
            let _ = Url::revoke_object_url(&url);
        })
        .forget();
        Ok(())
    };
    save().map_err(|thrown| error_text(&thrown))
}

/// Copies a text to the clipboard.
pub(crate) async fn copy_text(text: &str) -> Result<(), String> {
    let clipboard = gloo::utils::window().navigator().clipboard();
    JsFuture::from(clipboard.write_text(text))
        .await
        .map(drop)
        .map_err(|thrown| error_text(&thrown))
}
