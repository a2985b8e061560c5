//! A claim of a bank and its passage, whose quotation is looked for as it is typed.

use web_sys::{HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::Verdict;
use crate::state::{Outcome, citation_state_in_words};
use crate::worker::{BankClaim, BankPassage, BankQuestion, Probe};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) question: BankQuestion,
    pub(crate) claim: BankClaim,
    /// The passage that is worked on.
    pub(crate) passage: Option<BankPassage>,
    /// Id, file and number of pages.
    pub(crate) documents: Vec<(String, String, u64)>,
    /// The quotation in the making.
    pub(crate) quote: String,
    /// Where it stands.
    pub(crate) probe: Option<Probe>,
    /// Where the bank's own quotation stands.
    pub(crate) as_frozen: Option<Probe>,
    pub(crate) on_quote: Callback<String>,
    pub(crate) on_passage: Callback<usize>,
    pub(crate) on_use: Callback<()>,
    pub(crate) on_undo: Callback<()>,
}

#[component]
pub(crate) fn BankForm(props: &Props) -> Html {
    let claim = &props.claim;
    let number = props
        .question
        .claims
        .iter()
        .position(|one| one.id == claim.id)
        .map_or(1, |at| at + 1);
    let oninput = props.on_quote.reform(|event: InputEvent| {
        let area: HtmlTextAreaElement = event.target_unchecked_into();
        area.value()
    });
    let onkeydown = {
        let on_use = props.on_use.clone();
        Callback::from(move |event: KeyboardEvent| {
            let area: HtmlTextAreaElement = event.target_unchecked_into();
            match event.key().as_str() {
                "Escape" => {
                    let _ = area.blur();
                }
                "Enter" if event.ctrl_key() || event.meta_key() => {
                    event.prevent_default();
                    on_use.emit(());
                }
                _ => {}
            }
        })
    };
    let on_use = props.on_use.reform(|_: MouseEvent| ());
    let on_undo = props.on_undo.reform(|_: MouseEvent| ());
    let is_changed = props
        .passage
        .as_ref()
        .is_some_and(|passage| passage.quote.trim() != props.quote.trim());
    let is_usable = props
        .probe
        .as_ref()
        .is_some_and(|probe| probe.state == "located" && probe.spans.len() == 1);
    html! {
        <div data-testid="bank-claim" data-claim={claim.id.clone()}>
            <div class="attempt-meta">
                <span class="mono">{ &claim.id }</span>
                <span>{ format!("claim {number} of {} of {}", props.question.claims.len(), props.question.id) }</span>
            </div>
            <h1 class="attempt-question">{ &props.question.question }</h1>
            <div class="claim-form">
                <span class="form-label">{ "Field" }</span><p class="form-text">{ &claim.field }</p>
                if !claim.description.is_empty() {
                    <span class="form-label">{ "Meaning" }</span><p class="form-text">{ &claim.description }</p>
                }
                <span class="form-label">{ "Value" }</span><p class="form-text strong">{ &claim.value }</p>
                <span class="form-label">{ "Accepted" }</span>
                <ul class="chips">{ for claim.accepted.iter().map(|one| html! { <li>{ one }</li> }) }</ul>
                <span class="form-label">{ "Evidence" }</span>
                <div class="form-text">{ evidence(props) }</div>
                <label class="form-label" for="bank-quote">{ "Quote" }</label>
                <textarea id="bank-quote" rows="3" spellcheck="false" value={props.quote.clone()}
                    {oninput} {onkeydown} data-testid="bank-quote" />
                <span class="form-label">{ "Found" }</span>
                <div role="status" data-testid="probe"
                    data-state={props.probe.as_ref().map(|probe| probe.state.clone())}>
                    { found(props.probe.as_ref(), props.passage.as_ref()) }
                </div>
                if is_changed {
                    <span class="form-label">{ "In the bank" }</span>
                    <div>
                        { found(props.as_frozen.as_ref(), props.passage.as_ref()) }
                        <p class="mono small break-anywhere">
                            { props.passage.as_ref().map(|passage| passage.quote.clone()) }
                        </p>
                    </div>
                }
            </div>
            <div class="actions judge-actions">
                <button class="button big primary" onclick={on_use} disabled={!(is_changed && is_usable)}
                    data-testid="use-quote">
                    { "Use this quote " }<kbd>{ "Ctrl ↵" }</kbd>
                </button>
                <button class="button quiet" onclick={on_undo} disabled={!is_changed}>
                    { "Undo " }<kbd>{ "u" }</kbd>
                </button>
            </div>
        </div>
    }
}

fn evidence(props: &Props) -> Html {
    let Some(passage) = &props.passage else {
        return html! { <span class="faint">{ "none is registered" }</span> };
    };
    let document = props
        .documents
        .iter()
        .find(|(id, ..)| *id == passage.document);
    let words = match document {
        Some((_, file, n_pages)) => {
            format!("{file}, {n_pages} pages; page {} as written", passage.page)
        }
        None => format!("{}, which is not here", passage.document),
    };
    let many = &props.claim.evidence;
    let onchange = props.on_passage.reform(|event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        usize::try_from(select.selected_index()).unwrap_or(0)
    });
    html! {
        <>
            if many.len() > 1 {
                <select aria-label="Passage" {onchange}>
                    { for many.iter().enumerate().map(|(at, one)| html! {
                        <option key={at} selected={one.pointer == passage.pointer}>
                            { format!("Passage {} of {}", at + 1, many.len()) }
                        </option>
                    }) }
                </select>
                { " " }
            }
            { words }
        </>
    }
}

fn found(probe: Option<&Probe>, passage: Option<&BankPassage>) -> Html {
    let Some(probe) = probe else {
        return html! { <p class="faint form-text">{ "Type a quotation from the document." }</p> };
    };
    let (outcome, words) = match probe.state.as_str() {
        "located" => (Outcome::Pass, "Located once"),
        other => {
            let (words, outcome) = citation_state_in_words(other);
            (outcome, words)
        }
    };
    let words = if probe.state == "ambiguous" {
        format!("Stands in {} places", probe.spans.len())
    } else {
        sentence(words)
    };
    let place = probe.spans.first();
    html! {
        <div class={classes!("probe", outcome.tone())}>
            <p><Verdict {outcome} word={words} /></p>
            if let Some((start, end, page)) = place {
                <dl class="pairs small">
                    <dt>{ "Page" }</dt>
                    <dd>
                        { page.to_string() }
                        { match passage {
                            Some(passage) if passage.page == page.to_string() => ", as written",
                            Some(_) => ", not as written",
                            None => "",
                        } }
                        { probe.page_label.as_ref().map(|label| format!(" · labelled {label}")) }
                    </dd>
                    <dt>{ "Chars" }</dt>
                    <dd class="mono" data-testid="probe-chars">{ format!("{start} to {end}") }</dd>
                    if let Some(fidelity) = &probe.fidelity {
                        <dt>{ "Match" }</dt><dd>{ fidelity.replace('_', " ") }</dd>
                    }
                    if probe.is_unverified {
                        <dt>{ "Reading" }</dt><dd>{ "some chars of the page are guessed" }</dd>
                    }
                </dl>
            }
            if let Some(nearest) = &probe.nearest {
                <p class="small"><span class="faint">{ "Nearest, for reading only: " }</span><q>{ nearest }</q></p>
            }
        </div>
    }
}

/// With a capital first.
fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}
