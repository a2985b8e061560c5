//! The lines of a page.

use std::rc::Rc;

use yew::prelude::*;

use crate::worker::{Client, Line, Request, Response};

/// The lines of a page in text order; none until they are here.
#[hook]
pub(crate) fn use_lines(client: &Client, document: &AttrValue, page_idx: u32) -> Rc<[Line]> {
    let lines = use_state(Rc::<[Line]>::default);
    let setter = lines.setter();
    let client = client.clone();
    use_effect_with((document.clone(), page_idx), move |(document, page_idx)| {
        let request = Request::Lines {
            document: document.to_string(),
            page_idx: *page_idx,
        };
        let job = client.ask(request, move |response| {
            if let Response::Lines { lines } = response {
                setter.set(lines.into());
            }
        });
        move || drop(job)
    });
    (*lines).clone()
}
