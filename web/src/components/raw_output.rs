//! The output as it came, each segment in its own dress.

use proofmark_report::format::Segment;
use yew::prelude::*;

use super::answer_text::split_chars;

/// Chars that are shown at first; a page of a million chars would stop the browser.
const SHOWN_CHARS: u64 = 20_000;

/// Segment kinds with their words, in the order of the key.
const KINDS: &[(&str, &str)] = &[
    ("label", "label"),
    ("field_text", "field text"),
    ("citation", "citation"),
    ("quote", "quote"),
    ("reference", "reference"),
    ("source_card", "source card"),
    ("extra", "extra"),
];

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) raw: AttrValue,
    pub(crate) segments: Vec<Segment>,
    /// A segment that belongs to a field was clicked.
    pub(crate) on_field: Callback<String>,
}

#[component]
pub(crate) fn RawOutput(props: &Props) -> Html {
    let is_whole = use_state_eq(|| false);
    let mut rest = props.raw.as_str();
    let mut at = 0;
    let mut left = if *is_whole { u64::MAX } else { SHOWN_CHARS };
    let mut parts = Vec::with_capacity(props.segments.len() + 1);
    for segment in &props.segments {
        if segment.start > at {
            let (gap, tail) = split_chars(rest, segment.start - at);
            parts.push(html! { { gap.to_owned() } });
            rest = tail;
            at = segment.start;
        }
        let n = segment.end.saturating_sub(at).min(left);
        let (text, tail) = split_chars(rest, n);
        parts.push(part(segment, text, &props.on_field));
        rest = tail;
        at += n;
        left -= n;
        if left == 0 {
            break;
        }
    }
    let is_cut = left == 0 && !rest.is_empty();
    if !is_cut {
        parts.push(html! { { rest.to_owned() } });
    }
    let kinds = KINDS
        .iter()
        .filter(|(kind, _)| props.segments.iter().any(|segment| segment.kind == *kind))
        .map(|(kind, word)| html! { <span class={segment_class(kind)}>{ *word }</span> });
    let show_all = {
        let is_whole = is_whole.clone();
        Callback::from(move |_: MouseEvent| is_whole.set(true))
    };
    html! {
        <details class="raw-output" open=true>
            <summary><h2>{ "Raw output" }</h2><span class="raw-key">{ for kinds }</span></summary>
            <pre data-testid="raw-output">{ for parts }</pre>
            if is_cut {
                <button class="button" onclick={show_all}>{ "Show the rest" }</button>
            }
        </details>
    }
}

fn part(segment: &Segment, text: &str, on_field: &Callback<String>) -> Html {
    let text = text.to_owned();
    let class = segment_class(&segment.kind);
    match &segment.field {
        Some(field) => {
            let name = field.clone();
            let onclick = on_field.reform(move |_: MouseEvent| name.clone());
            html! { <span {class} {onclick} title={field.clone()}>{ text }</span> }
        }
        None => html! { <span {class}>{ text }</span> },
    }
}

fn segment_class(kind: &str) -> Classes {
    let known = KINDS
        .iter()
        .find(|(name, _)| *name == kind)
        .map_or("field_text", |(name, _)| name);
    classes!(format!("segment-{}", known.replace('_', "-")))
}
