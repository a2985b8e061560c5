//! Sizes and places. The policy forbids style attributes, so computed geometry goes through the
//! CSSOM, here and nowhere else.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement, ScrollBehavior, ScrollToOptions};

/// Sets CSS properties of an element, in pixels.
pub(crate) fn place(element: &HtmlElement, sizes: &[(&str, f64)]) {
    let style = element.style();
    for (name, pixels) in sizes {
        // Fails only for a property that does not exist.
        let _ = style.set_property(name, &format!("{pixels}px"));
    }
}

/// Device pixels to a CSS pixel.
pub(crate) fn device_pixels() -> f64 {
    gloo::utils::window().device_pixel_ratio().max(1.0)
}

/// The height of a list row in pixels: the `--row` token, which density and pointer change.
pub(crate) fn row_height(probe: &Element) -> f64 {
    let height = probe.get_bounding_client_rect().height();
    if height > 0.0 { height } else { 44.0 }
}

/// Whether the key goes into a text field, where single letters are text.
pub(crate) fn is_typing(target: Option<web_sys::EventTarget>) -> bool {
    let Some(element) = target.and_then(|target| target.dyn_into::<Element>().ok()) else {
        return false;
    };
    matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
}

/// Moves the focus to an element.
pub(crate) fn focus_by_id(id: &str) {
    let element = gloo::utils::document().get_element_by_id(id);
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Takes the focus from what an event came from.
pub(crate) fn blur(target: Option<web_sys::EventTarget>) {
    if let Some(element) = target.and_then(|target| target.dyn_into::<HtmlElement>().ok()) {
        let _ = element.blur();
    }
}

/// Clicks an element.
pub(crate) fn click_by_id(id: &str) {
    let element = gloo::utils::document().get_element_by_id(id);
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        element.click();
    }
}

/// Scrolls to a stretch of what `scroller` holds, where not all of it is in view. Pixels.
pub(crate) fn bring_into_view(scroller: &Element, top: f64, height: f64) {
    let view_top = f64::from(scroller.scroll_top());
    let view_height = f64::from(scroller.client_height());
    if top < view_top || top + height > view_top + view_height {
        scroll_to_span(scroller, top, 0.0);
    }
}

/// Scrolls an element into view.
pub(crate) fn scroll_into_view(id: &str) {
    if let Some(element) = gloo::utils::document().get_element_by_id(id) {
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Center);
        options.set_behavior(ScrollBehavior::Auto);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// Scrolls an element into view, as little as needed.
pub(crate) fn scroll_nearest(id: &str) {
    if let Some(element) = gloo::utils::document().get_element_by_id(id) {
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Nearest);
        options.set_behavior(ScrollBehavior::Auto);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// The text that the person has selected, white space as single spaces.
pub(crate) fn selected_text() -> String {
    let selection = gloo::utils::window().get_selection().ok().flatten();
    let text = selection
        .map(|one| String::from(one.to_string()))
        .unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text that the person has selected inside an element of the class, white space as single spaces.
pub(crate) fn selected_text_in(class: &str) -> String {
    let selection = gloo::utils::window().get_selection().ok().flatten();
    let parent = selection
        .and_then(|one| one.anchor_node())
        .and_then(|node| node.parent_element());
    let is_inside = parent.is_some_and(|parent| {
        let found = parent.closest(&format!(".{class}"));
        found.ok().flatten().is_some()
    });
    if is_inside {
        selected_text()
    } else {
        String::new()
    }
}

/// Scrolls to a height in the scroller's own pixels.
pub(crate) fn scroll_to_top(scroller: &Element, top: f64) {
    let options = ScrollToOptions::new();
    options.set_top(top.max(0.0));
    options.set_behavior(ScrollBehavior::Auto);
    scroller.scroll_to_with_scroll_to_options(&options);
}

/// Scrolls so that `top`, in the scroller's own pixels, stands in its upper third.
pub(crate) fn scroll_to_span(scroller: &Element, top: f64, left: f64) {
    let options = ScrollToOptions::new();
    options.set_top((top - f64::from(scroller.client_height()) / 3.0).max(0.0));
    options.set_left((left - f64::from(scroller.client_width()) / 3.0).max(0.0));
    options.set_behavior(ScrollBehavior::Auto);
    scroller.scroll_to_with_scroll_to_options(&options);
}

/// The time now as a person writes it: `14:06`.
pub(crate) fn today_in_words() -> String {
    let now = js_sys::Date::new_0();
    format!("today {:02}:{:02}", now.get_hours(), now.get_minutes())
}

/// A day as a list shows it: `30 Nov`, with the year where it is another one.
pub(crate) fn day_in_words(millis: f64) -> String {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let date = js_sys::Date::new(&millis.into());
    let month = MONTHS
        .get(usize::try_from(date.get_month()).unwrap_or(0))
        .unwrap_or(&"");
    let (day, year) = (date.get_date(), date.get_full_year());
    if year == js_sys::Date::new_0().get_full_year() {
        format!("{day} {month}")
    } else {
        format!("{day} {month} {year}")
    }
}

/// Whether the focus is on something that Enter or the arrow keys belong to.
pub(crate) fn is_on_control() -> bool {
    let Some(active) = gloo::utils::document().active_element() else {
        return false;
    };
    // A highlight or a scrolled page takes them as well.
    active
        .closest("button, a[href], summary, dialog, [role=button], .page-desk, .thumbs")
        .ok()
        .flatten()
        .is_some()
}
