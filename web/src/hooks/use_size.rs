//! The size of an element, as it changes.

use wasm_bindgen::prelude::*;
use web_sys::{Element, ResizeObserver};
use yew::prelude::*;

/// Width and height of an element's content box in whole CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ElementSize {
    pub(crate) width: i32,
    pub(crate) height: i32,
}

/// Measures the element of `node` now and each time its size changes.
#[hook]
pub(crate) fn use_size(node: &NodeRef) -> ElementSize {
    let size = use_state_eq(ElementSize::default);
    let setter = size.setter();
    let node = node.clone();
    use_effect_with((), move |()| {
        let observed = node.cast::<Element>().and_then(|element| {
            let measured = element.clone();
            let on_resize = Closure::<dyn FnMut()>::new(move || {
                setter.set(ElementSize {
                    width: measured.client_width(),
                    height: measured.client_height(),
                });
            });
            let observer = ResizeObserver::new(on_resize.as_ref().unchecked_ref()).ok()?;
            observer.observe(&element);
            Some((observer, on_resize))
        });
        move || {
            if let Some((observer, _closure)) = observed {
                observer.disconnect();
            }
        }
    });
    *size
}
