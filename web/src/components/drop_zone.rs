//! Where files come in: dropped, picked, or the example.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::platform;
use crate::worker::Dropped;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) on_files: Callback<Vec<Dropped>>,
    pub(crate) on_example: Callback<()>,
}

#[component]
pub(crate) fn DropZone(props: &Props) -> Html {
    let files = use_node_ref();
    let folder = use_node_ref();
    use_effect_with(folder.clone(), |folder| {
        if let Some(input) = folder.cast::<HtmlInputElement>() {
            let _ = input.set_attribute("webkitdirectory", "");
        }
    });
    let on_change = {
        let on_files = props.on_files.clone();
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            on_files.emit(platform::picked_files(input.files()));
            // So that the same file can be picked again after it was removed.
            input.set_value("");
        })
    };
    let open = |node: &NodeRef| {
        let node = node.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(input) = node.cast::<HtmlInputElement>() {
                input.click();
            }
        })
    };
    let on_example = props.on_example.reform(|_: MouseEvent| ());
    html! {
        <div class="drop-zone" data-testid="drop-zone">
            <p class="quiet-text">{ "Drop files anywhere in this window" }</p>
            <div class="actions">
                <button id="choose-files" class="button big primary" onclick={open(&files)}>
                    { "Choose files " }<kbd>{ "o" }</kbd>
                </button>
                <button class="button big" onclick={open(&folder)}>{ "Choose a folder" }</button>
                <button class="button big" data-testid="load-example" onclick={on_example}>
                    { "Load the example" }
                </button>
            </div>
            <input ref={files} type="file" multiple=true hidden=true data-testid="file-input"
                aria-label="Files" onchange={on_change.clone()} />
            <input ref={folder} type="file" multiple=true hidden=true data-testid="folder-input"
                aria-label="Folder" onchange={on_change} />
        </div>
    }
}
