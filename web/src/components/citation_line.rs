//! A citation: quotation, place and state. Choosing it goes to its page.

use proofmark_report::format::{Citation, Difference};
use yew::prelude::*;

use super::{CopyButton, Human, Icon};
use crate::state::{HighlightKind, Part, citation_state_in_words};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// Its index in the attempt.
    pub(crate) index: usize,
    pub(crate) citation: Citation,
    pub(crate) is_selected: bool,
    /// Which of several places is shown, from 1.
    pub(crate) shown_place: Option<(usize, usize)>,
    pub(crate) on_select: Callback<usize>,
    pub(crate) human: Option<Human>,
}

#[component]
pub(crate) fn CitationLine(props: &Props) -> Html {
    let citation = &props.citation;
    let (state, outcome) = citation_state_in_words(&citation.state);
    let kind = HighlightKind::of_citation(citation);
    let index = props.index;
    let onclick = props.on_select.reform(move |_: MouseEvent| index);
    let part = u32::try_from(index).map_or(Part::Whole, Part::Citation);
    let human = props.human.as_ref();
    let is_current = match human.filter(|human| human.is_deciding()) {
        Some(human) => human.is_chosen(&part),
        None => props.is_selected,
    };
    html! {
        <div class="citation-block">
            <button class="citation" id={format!("citation-{index}")} {onclick}
                aria-current={is_current.then_some("true")}
                data-testid="citation" data-citation={index.to_string()}
                data-state={citation.state.clone()}>
                <Icon name={outcome.icon()} tone={outcome.tone()} label={outcome.word()} />
                <span>
                    if let Some(quote) = &citation.quote {
                        <q>{ quote }</q>
                    } else {
                        <span class="faint">{ "no quotation" }</span>
                    }
                    <span class="citation-place">
                        if let Some(kind) = kind { { swatch(kind) } }
                        { " " }{ place_in_words(citation, props.shown_place) }{ " · " }{ state }
                        if citation.fidelity.as_deref() == Some("exact") { { ", exact match" } }
                        if citation.page_right == Some(false) {
                            { format!(", page written as {}",
                                citation.page.as_deref().unwrap_or("another")) }
                        }
                        { human.map(|human| human.said_of(part)) }
                    </span>
                </span>
            </button>
            if is_current {
                <CopyButton words="Copy" text={Callback::from({
                    let citation = citation.clone();
                    move |()| as_text(&citation)
                })} class="citation-copy" testid="copy-citation" />
            }
            if let Some(near) = &citation.nearest {
                <p class="citation-near">
                    <span class="faint small">
                        { format!("Nearest passage, page {}, for reading only: ",
                            near.span.first_page) }
                    </span>
                    { for near.differences.iter().map(difference) }
                </p>
            }
            if let Some(second) = &citation.second_reading {
                <p class="citation-near">
                    <span class="faint small">
                        { format!("The second reader has on page {}: ", second.page) }
                    </span>
                    { &second.text }
                </p>
            }
        </div>
    }
}

/// A citation as it can be pasted elsewhere: quotation, place, state.
fn as_text(citation: &Citation) -> String {
    let (state, _) = citation_state_in_words(&citation.state);
    let place = place_in_words(citation, None);
    match &citation.quote {
        Some(quote) => format!("“{quote}” ({place}; {state})"),
        None => format!("{place}; {state}"),
    }
}

/// The little sample of a highlight's dress.
pub(super) fn swatch(kind: HighlightKind) -> Html {
    let class = classes!("swatch", format!("swatch-{}", kind.name()));
    html! { <span {class} aria-hidden="true"></span> }
}

fn place_in_words(citation: &Citation, shown: Option<(usize, usize)>) -> String {
    let document = citation
        .document_id
        .as_deref()
        .or(citation.document.as_deref())
        .unwrap_or("no document named");
    let mut pages: Vec<u64> = citation
        .occurrences
        .iter()
        .chain(&citation.parts)
        .chain(&citation.span)
        .flat_map(|span| [span.first_page, span.last_page])
        .collect();
    pages.sort_unstable();
    pages.dedup();
    let pages = match (pages.as_slice(), &citation.page) {
        ([], Some(written)) => format!(", page {written} as written"),
        ([], None) => String::new(),
        ([one], _) => format!(", page {one}"),
        (many, _) => {
            let list: Vec<String> = many.iter().map(u64::to_string).collect();
            format!(", pages {}", list.join(", "))
        }
    };
    match shown {
        Some((place, of)) => format!("{document}{pages} · {place} of {of} shown"),
        None => format!("{document}{pages}"),
    }
}

fn difference(part: &Difference) -> Html {
    if part.same {
        return html! { <>{ &part.source }{ " " }</> };
    }
    html! {
        <>
            if !part.quote.is_empty() { <del>{ &part.quote }</del>{ " " } }
            if !part.source.is_empty() { <ins>{ &part.source }</ins>{ " " } }
        </>
    }
}
