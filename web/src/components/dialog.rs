//! A modal dialog: the browser's own, which keeps the focus inside and closes on Escape.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) title: AttrValue,
    pub(crate) on_close: Callback<()>,
    pub(crate) children: Html,
}

#[component]
pub(crate) fn Dialog(props: &Props) -> Html {
    let node = use_node_ref();
    use_effect_with(node.clone(), |node| {
        if let Some(dialog) = node.cast::<HtmlDialogElement>() {
            // Fails only where it is open already.
            let _ = dialog.show_modal();
        }
    });
    let on_close = props.on_close.reform(|_: Event| ());
    let on_button = props.on_close.reform(|_: MouseEvent| ());
    html! {
        <dialog ref={node} class="dialog" onclose={on_close} aria-labelledby="dialog-title">
            <div class="dialog-head">
                <h2 id="dialog-title">{ &props.title }</h2>
                <button class="button quiet" onclick={on_button}>{ "Close" }</button>
            </div>
            { props.children.clone() }
        </dialog>
    }
}
