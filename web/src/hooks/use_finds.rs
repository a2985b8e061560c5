//! Looks for words in the shown document.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use crate::worker::{Client, Find, Request, Response};

/// Waits this long after the last key.
const PAUSE_MILLIS: u32 = 150;

/// The places of `words` in a document, in text order; `None` until they are known, or without words.
#[hook]
pub(crate) fn use_finds(
    client: &Client,
    document: Option<&str>,
    words: &str,
) -> Option<Rc<[Find]>> {
    let finds = use_state(|| None::<Rc<[Find]>>);
    let setter = finds.setter();
    let client = client.clone();
    let asked = (document.map(str::to_owned), words.trim().to_owned());
    use_effect_with(asked, move |(document, words)| {
        setter.set(None);
        let job = Rc::new(std::cell::RefCell::new(None));
        let timer = document
            .clone()
            .filter(|_| !words.is_empty())
            .map(|document| {
                let (words, job) = (words.clone(), Rc::clone(&job));
                Timeout::new(PAUSE_MILLIS, move || {
                    let request = Request::Find { document, words };
                    *job.borrow_mut() = Some(client.ask(request, move |response| {
                        if let Response::Finds { finds } = response {
                            setter.set(Some(finds.into()));
                        }
                    }));
                })
            });
        move || drop((timer, job))
    });
    (*finds).clone()
}
