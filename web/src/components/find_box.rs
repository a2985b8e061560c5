//! Finding words on the pages, and what is found as marks.

use std::rc::Rc;

use proofmark_report::format::Span;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::state::{Boxes, Highlight, HighlightKind, PageTarget};
use crate::worker::Find;

/// Nonces of targets that finding makes begin here, so that they are none of the state's.
const FIRST_NONCE: u32 = 1 << 31;

/// What was found, and which place is shown.
pub(super) struct Finding {
    finds: Option<Rc<[Find]>>,
    at: usize,
    document: String,
}

impl Finding {
    pub(super) fn new(document: &str, finds: Option<Rc<[Find]>>, at: usize) -> Self {
        Self {
            finds,
            at,
            document: document.to_owned(),
        }
    }

    /// How many places there are; `None` while nothing is looked for.
    pub(super) fn count(&self) -> Option<usize> {
        self.finds.as_ref().map(|finds| finds.len())
    }

    /// Key of the shown place.
    pub(super) fn key(&self) -> Option<String> {
        self.shown().map(|_| format!("f{}", self.at))
    }

    fn shown(&self) -> Option<&Find> {
        self.finds.as_ref()?.get(self.at)
    }

    /// The marks with what was found.
    pub(super) fn with(&self, highlights: &Rc<[Highlight]>) -> Rc<[Highlight]> {
        match &self.finds {
            Some(finds) if !finds.is_empty() => {
                let found = finds.iter().enumerate().map(|(at, one)| Highlight {
                    key: format!("f{at}"),
                    kind: HighlightKind::Found,
                    document: self.document.clone(),
                    span: Span {
                        start: one.start,
                        end: one.end,
                        first_page: u64::from(one.page_idx) + 1,
                        last_page: u64::from(one.page_idx) + 1,
                    },
                    citation: None,
                    place: None,
                    label: format!("Found, page {}", one.page_idx + 1),
                });
                highlights.iter().cloned().chain(found).collect()
            }
            _ => Rc::clone(highlights),
        }
    }

    /// The boxes with those of what was found.
    pub(super) fn boxes(&self, boxes: &Boxes) -> Boxes {
        match &self.finds {
            Some(finds) if !finds.is_empty() => {
                let mut all = (**boxes).clone();
                for (at, one) in finds.iter().enumerate() {
                    all.insert(format!("f{at}"), one.boxes.clone());
                }
                Rc::new(all)
            }
            _ => Rc::clone(boxes),
        }
    }

    /// Where the page goes to show the place; `n_steps` makes the same place a new target.
    pub(super) fn target(&self, document: &str, n_steps: u32) -> Option<PageTarget> {
        let one = self.shown()?;
        Some(PageTarget {
            document: document.to_owned(),
            page_idx: usize::try_from(one.page_idx).ok()?,
            highlight: self.key(),
            nonce: FIRST_NONCE | n_steps,
        })
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) words: AttrValue,
    /// How many places there are; `None` while nothing is looked for.
    pub(super) n: Option<usize>,
    /// The shown one, from 0.
    pub(super) at: usize,
    pub(super) on_words: Callback<String>,
    pub(super) on_step: Callback<bool>,
}

#[component]
pub(super) fn FindBox(props: &Props) -> Html {
    let oninput = props.on_words.reform(|event: InputEvent| {
        let input: HtmlInputElement = event.target_unchecked_into();
        input.value()
    });
    let onkeydown = {
        let (on_step, on_words) = (props.on_step.clone(), props.on_words.clone());
        Callback::from(move |event: KeyboardEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            match event.key().as_str() {
                "Enter" => {
                    event.prevent_default();
                    on_step.emit(!event.shift_key());
                }
                "Escape" => {
                    input.set_value("");
                    on_words.emit(String::new());
                    let _ = input.blur();
                }
                _ => {}
            }
        })
    };
    let words = match props.n {
        None => String::new(),
        Some(0) => "none".to_owned(),
        Some(n) => format!("{} of {n}", props.at + 1),
    };
    html! {
        <>
            <input id="find-on-page" type="search" class="page-find" placeholder="Find"
                aria-label="Find on the pages" value={props.words.clone()} {oninput} {onkeydown}
                data-testid="find-words" />
            if props.n.is_some() {
                <span class="find-count" role="status" data-testid="find-count">{ words }</span>
            }
        </>
    }
}
