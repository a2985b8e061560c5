//! An element whose place or size is computed: set through the CSSOM, since the policy allows no
//! style attributes.

use web_sys::HtmlElement;
use yew::prelude::*;

use crate::platform;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    #[prop_or_default]
    pub(crate) class: Classes,
    /// CSS pixels; what is `None` is left to the style sheet.
    #[prop_or_default]
    pub(crate) top: Option<f64>,
    #[prop_or_default]
    pub(crate) left: Option<f64>,
    #[prop_or_default]
    pub(crate) width: Option<f64>,
    #[prop_or_default]
    pub(crate) height: Option<f64>,
    #[prop_or_default]
    pub(crate) role: Option<AttrValue>,
    #[prop_or_default]
    pub(crate) label: Option<AttrValue>,
    #[prop_or_default]
    pub(crate) children: Html,
}

#[component]
pub(crate) fn Placed(props: &Props) -> Html {
    let node = use_node_ref();
    let sizes = [
        ("top", props.top),
        ("left", props.left),
        ("width", props.width),
        ("height", props.height),
    ];
    use_effect_with((node.clone(), sizes), |(node, sizes)| {
        if let Some(element) = node.cast::<HtmlElement>() {
            let sizes: Vec<_> = sizes
                .iter()
                .filter_map(|(name, size)| Some((*name, (*size)?)))
                .collect();
            platform::place(&element, &sizes);
        }
    });
    html! {
        <div ref={node} class={props.class.clone()} role={props.role.clone()}
            aria-label={props.label.clone()}>
            { props.children.clone() }
        </div>
    }
}
