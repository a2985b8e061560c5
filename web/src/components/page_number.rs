//! The number of the page in view, to read and to type.

use yew::prelude::*;

use crate::hooks::use_typed;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The page in view, from 0.
    pub(crate) current: usize,
    pub(crate) on_page: Callback<usize>,
}

#[component]
pub(crate) fn PageNumber(props: &Props) -> Html {
    let on_page = props.on_page.clone();
    let on_done = Callback::from(move |words: String| {
        let number = words.trim().parse::<usize>().ok();
        if let Some(page) = number.and_then(|number| number.checked_sub(1)) {
            on_page.emit(page);
        }
    });
    let field = use_typed(AttrValue::from((props.current + 1).to_string()), on_done);
    html! {
        <input type="text" inputmode="numeric" class="page-number" aria-label="Page"
            data-testid="page-number" value={field.value} oninput={field.oninput}
            onchange={field.onchange} onblur={field.onblur} />
    }
}
