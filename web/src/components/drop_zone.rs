//! Where files come in: dropped, picked, or the example.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::hooks::use_chooser;
use crate::worker::Dropped;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) on_files: Callback<Vec<Dropped>>,
    pub(crate) on_example: Callback<()>,
}

#[component]
pub(crate) fn DropZone(props: &Props) -> Html {
    let files = use_chooser(props.on_files.clone());
    let folder = use_chooser(props.on_files.clone());
    use_effect_with(folder.field.clone(), |folder| {
        if let Some(input) = folder.cast::<HtmlInputElement>() {
            let _ = input.set_attribute("webkitdirectory", "");
        }
    });
    let on_example = props.on_example.reform(|_: MouseEvent| ());
    html! {
        <div class="drop-zone" data-testid="drop-zone">
            <p class="quiet-text">{ "Drop files anywhere in this window" }</p>
            <div class="actions">
                <button id="choose-files" class="button big primary" onclick={files.open}>
                    { "Choose files " }<kbd>{ "o" }</kbd>
                </button>
                <button class="button big" onclick={folder.open}>{ "Choose a folder" }</button>
                <button class="button big" data-testid="load-example" onclick={on_example}>
                    { "Load the example" }
                </button>
            </div>
            <input ref={files.field} type="file" multiple=true hidden=true data-testid="file-input"
                aria-label="Files" onchange={files.onchange} />
            <input ref={folder.field} type="file" multiple=true hidden=true data-testid="folder-input"
                aria-label="Folder" onchange={folder.onchange} />
        </div>
    }
}
