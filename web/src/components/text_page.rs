//! A page of a source without page images: its text, with the marks in it.

use std::collections::BTreeSet;
use std::rc::Rc;

use yew::prelude::*;

use super::answer_text::split_chars;
use crate::hooks::use_lines;
use crate::platform;
use crate::state::{Highlight, HighlightKind, PageTarget};
use crate::worker::{Client, Line};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) client: Client,
    pub(crate) document: AttrValue,
    pub(crate) file: AttrValue,
    pub(crate) page_idx: usize,
    pub(crate) highlights: Rc<[Highlight]>,
    pub(crate) hidden: Rc<BTreeSet<HighlightKind>>,
    pub(crate) selected: Option<AttrValue>,
    pub(crate) target: Option<PageTarget>,
    pub(crate) on_select: Callback<String>,
}

#[component]
pub(crate) fn TextPage(props: &Props) -> Html {
    let page_idx = u32::try_from(props.page_idx).unwrap_or(u32::MAX);
    let lines = use_lines(&props.client, &props.document, page_idx);
    let marks: Vec<&Highlight> = props
        .highlights
        .iter()
        .filter(|one| one.document == *props.document && !props.hidden.contains(&one.kind))
        .collect();
    {
        let key = props
            .target
            .as_ref()
            .and_then(|target| target.highlight.clone());
        use_effect_with((props.target.clone(), lines.len()), move |_| {
            if let Some(key) = key {
                platform::scroll_into_view(&format!("text-mark-{key}"));
            }
        });
    }
    html! {
        <div class="page-desk" tabindex="0" role="region" data-testid="page-desk"
            aria-label={format!("Page {} of {}", props.page_idx + 1, props.file)}>
            <div class="text-page" data-testid="text-page"
                data-page={(props.page_idx + 1).to_string()}>
                { for lines.iter().map(|line| {
                    let parts = line_parts(line, &marks, props);
                    html! { <p>{ for parts }</p> }
                }) }
            </div>
        </div>
    }
}

/// A line cut at the marks' ends. Of marks that overlap the selected one shows, then the last.
fn line_parts(line: &Line, marks: &[&Highlight], props: &Props) -> Vec<Html> {
    let n_chars = line.text.chars().count() as u64;
    let (start, end) = (line.start, line.start + n_chars);
    let here: Vec<_> = marks
        .iter()
        .filter(|one| one.span.start < end && one.span.end > start)
        .collect();
    let mut cuts: Vec<u64> = here
        .iter()
        .flat_map(|one| [one.span.start.max(start), one.span.end.min(end)])
        .chain([start, end])
        .collect();
    cuts.sort_unstable();
    cuts.dedup();
    let mut rest = line.text.as_str();
    let mut parts = Vec::new();
    for pair in cuts.windows(2) {
        let &[from, to] = pair else { continue };
        let (text, tail) = split_chars(rest, to - from);
        rest = tail;
        let covering = here
            .iter()
            .filter(|one| one.span.start <= from && one.span.end >= to);
        let shown = covering.max_by_key(|one| {
            (
                props.selected.as_deref() == Some(one.key.as_str()),
                one.kind,
            )
        });
        parts.push(match shown {
            Some(one) => marked(one, text, from == one.span.start, props),
            None => html! { { text.to_owned() } },
        });
    }
    parts
}

fn marked(one: &Highlight, text: &str, is_first: bool, props: &Props) -> Html {
    let is_selected = props.selected.as_deref() == Some(one.key.as_str());
    let key = one.key.clone();
    let onclick = props.on_select.reform(move |_: MouseEvent| key.clone());
    html! {
        <mark class={classes!("text-mark", format!("swatch-{}", one.kind.name()))}
            id={is_first.then(|| format!("text-mark-{}", one.key))}
            aria-label={is_first.then(|| one.label.clone())}
            aria-current={is_selected.then_some("true")} {onclick}
            data-testid="highlight" data-highlight={one.key.clone()} data-kind={one.kind.name()}>
            { text.to_owned() }
        </mark>
    }
}
