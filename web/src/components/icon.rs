//! An icon of the page's sprite.

use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// Name in the sprite, without its prefix.
    pub(crate) name: AttrValue,
    /// The class that gives its colour.
    #[prop_or_default]
    pub(crate) tone: AttrValue,
    /// Its name for a reader; without one it is hidden, because a word stands beside it.
    #[prop_or_default]
    pub(crate) label: Option<AttrValue>,
}

#[component]
pub(crate) fn Icon(props: &Props) -> Html {
    let href = format!("#i-{}", props.name);
    let class = classes!("icon", props.tone.to_string());
    match &props.label {
        Some(label) => html! {
            <svg {class} role="img" aria-label={label.clone()}><use href={href} /></svg>
        },
        None => html! { <svg {class} aria-hidden="true"><use href={href} /></svg> },
    }
}
