//! The number of the page in view, to read and to type.

use web_sys::HtmlInputElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The page in view, from 0.
    pub(crate) current: usize,
    pub(crate) on_page: Callback<usize>,
}

#[component]
pub(crate) fn PageNumber(props: &Props) -> Html {
    // What is being typed; another page that comes into view meanwhile does not take it away.
    let typed = use_state_eq(|| None::<String>);
    let oninput = {
        let typed = typed.setter();
        Callback::from(move |event: InputEvent| {
            typed.set(Some(
                event.target_unchecked_into::<HtmlInputElement>().value(),
            ));
        })
    };
    let onchange = {
        let (typed, on_page) = (typed.setter(), props.on_page.clone());
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            let number = input.value().trim().parse::<usize>().ok();
            typed.set(None);
            if let Some(page) = number.and_then(|number| number.checked_sub(1)) {
                on_page.emit(page);
            }
        })
    };
    let onblur = {
        let typed = typed.setter();
        Callback::from(move |_: FocusEvent| typed.set(None))
    };
    let value = (*typed)
        .clone()
        .unwrap_or_else(|| (props.current + 1).to_string());
    html! {
        <input type="text" inputmode="numeric" class="page-number" aria-label="Page"
            data-testid="page-number" {value} {oninput} {onchange} {onblur} />
    }
}
