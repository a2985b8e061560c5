//! A claim of a bank and its passage, whose quotation is looked for as it is typed.

use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::Verdict;
use crate::platform;
use crate::state::{Outcome, citation_state_in_words};
use crate::worker::{BankClaim, BankPassage, BankQuestion, ClaimChange, PassageChange, Probe};

/// A claim in the making.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ClaimDraft {
    pub(crate) description: String,
    pub(crate) value: String,
    /// The accepted wordings, one a line.
    pub(crate) accepted: String,
    /// Pointer of the passage that is worked on.
    pub(crate) passage: String,
    pub(crate) document: String,
    /// As the bank writes it.
    pub(crate) page: String,
    pub(crate) quote: String,
}

impl ClaimDraft {
    /// As the bank has it.
    pub(crate) fn of(claim: &BankClaim, passage: Option<&BankPassage>) -> Self {
        let passage = passage.cloned().unwrap_or_default();
        Self {
            description: claim.description.clone(),
            value: claim.value.clone(),
            accepted: claim.accepted.join("\n"),
            passage: passage.pointer,
            document: passage.document,
            page: passage.page,
            quote: passage.quote,
        }
    }

    /// What differs from the bank; nothing where the quotation is another one and does not stand in one place.
    pub(crate) fn change(
        &self,
        claim: &BankClaim,
        passage: Option<&BankPassage>,
        probe: Option<&Probe>,
    ) -> Option<ClaimChange> {
        let other = |new: &str, old: &str| (new.trim() != old).then(|| new.trim().to_owned());
        let accepted = self.accepted_list();
        let passage = passage
            .filter(|one| one.quote.trim() != self.quote.trim() || one.document != self.document);
        let passage = match passage {
            None => None,
            Some(_) => {
                let found = probe.filter(|probe| probe.state == "located");
                let &[(start, end, page)] = found?.spans.as_slice() else {
                    return None;
                };
                Some(PassageChange {
                    pointer: self.passage.clone(),
                    document: self.document.clone(),
                    quote: self.quote.clone(),
                    page,
                    span: (start, end),
                })
            }
        };
        let change = ClaimChange {
            pointer: claim.pointer.clone(),
            description: other(&self.description, claim.description.trim()),
            value: other(&self.value, claim.value.trim()),
            accepted: (claim.is_accepted_plain && accepted != claim.accepted).then_some(accepted),
            passage,
        };
        let is_any = change.description.is_some()
            || change.value.is_some()
            || change.accepted.is_some()
            || change.passage.is_some();
        is_any.then_some(change)
    }

    fn accepted_list(&self) -> Vec<String> {
        let lines = self.accepted.lines().map(str::trim);
        lines
            .filter(|line| !line.is_empty())
            .map(str::to_owned)
            .collect()
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) question: BankQuestion,
    pub(crate) claim: BankClaim,
    /// The passage that is worked on.
    pub(crate) passage: Option<BankPassage>,
    /// Id, file and number of pages.
    pub(crate) documents: Vec<(String, String, u64)>,
    pub(crate) draft: ClaimDraft,
    /// Whether it says something else than the bank.
    pub(crate) is_changed: bool,
    /// Whether that can take the bank's place.
    pub(crate) is_usable: bool,
    /// Where it stands.
    pub(crate) probe: Option<Probe>,
    /// Where the bank's own quotation stands.
    pub(crate) as_frozen: Option<Probe>,
    pub(crate) on_draft: Callback<ClaimDraft>,
    pub(crate) on_passage: Callback<usize>,
    pub(crate) on_use: Callback<()>,
    pub(crate) on_undo: Callback<()>,
}

#[component]
pub(crate) fn BankForm(props: &Props) -> Html {
    let claim = &props.claim;
    let draft = &props.draft;
    let number = props
        .question
        .claims
        .iter()
        .position(|(id, _)| *id == claim.id)
        .map_or(1, |at| at + 1);
    let edit = |set: fn(&mut ClaimDraft, String)| {
        let (draft, on_draft) = (draft.clone(), props.on_draft.clone());
        move |words: String| {
            let mut next = draft.clone();
            set(&mut next, words);
            on_draft.emit(next);
        }
    };
    let line = |set: fn(&mut ClaimDraft, String)| {
        let edit = edit(set);
        Callback::from(move |event: InputEvent| {
            edit(event.target_unchecked_into::<HtmlInputElement>().value());
        })
    };
    let lines = |set: fn(&mut ClaimDraft, String)| {
        let edit = edit(set);
        Callback::from(move |event: InputEvent| {
            edit(event.target_unchecked_into::<HtmlTextAreaElement>().value());
        })
    };
    let on_document = {
        let edit = edit(|draft, document| draft.document = document);
        Callback::from(move |event: Event| {
            edit(event.target_unchecked_into::<HtmlSelectElement>().value());
        })
    };
    let onkeydown = {
        let on_use = props.on_use.clone();
        Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
            "Escape" => platform::blur(event.target()),
            "Enter" if event.ctrl_key() || event.meta_key() => {
                event.prevent_default();
                on_use.emit(());
            }
            _ => {}
        })
    };
    let on_use = props.on_use.reform(|_: MouseEvent| ());
    let on_undo = props.on_undo.reform(|_: MouseEvent| ());
    let is_other_quote = props.passage.as_ref().is_some_and(|passage| {
        passage.quote.trim() != draft.quote.trim() || passage.document != draft.document
    });
    let n_lines = draft.accepted.lines().count().clamp(2, 8);
    html! {
        <div data-testid="bank-claim" data-claim={claim.id.clone()}>
            <div class="attempt-meta">
                <span class="mono">{ &claim.id }</span>
                <span>{ format!("claim {number} of {} of {}", props.question.claims.len(), props.question.id) }</span>
            </div>
            <h1 class="attempt-question">{ &props.question.question }</h1>
            <div class="claim-form" {onkeydown}>
                <span class="form-label">{ "Field" }</span><p class="form-text">{ &claim.field }</p>
                <label class="form-label" for="bank-description">{ "Meaning" }</label>
                <input id="bank-description" type="text" value={draft.description.clone()}
                    oninput={line(|draft, words| draft.description = words)} />
                <label class="form-label" for="bank-value">{ "Value" }</label>
                <input id="bank-value" type="text" spellcheck="false" value={draft.value.clone()}
                    oninput={line(|draft, words| draft.value = words)} data-testid="bank-value" />
                <label class="form-label" for="bank-accepted">{ "Accepted" }</label>
                <div>
                    <textarea id="bank-accepted" rows={n_lines.to_string()} spellcheck="false"
                        value={draft.accepted.clone()} readonly={!claim.is_accepted_plain}
                        oninput={lines(|draft, words| draft.accepted = words)}
                        data-testid="bank-accepted" />
                    <p class="faint small">
                        if claim.is_accepted_plain {
                            { "One wording a line." }
                        } else {
                            { "Not all of them are plain texts; change them in the file." }
                        }
                    </p>
                </div>
                <span class="form-label">{ "Evidence" }</span>
                <div class="bank-evidence">{ evidence(props, on_document) }</div>
                <label class="form-label" for="bank-quote">{ "Quote" }</label>
                <textarea id="bank-quote" rows="3" spellcheck="false" value={draft.quote.clone()}
                    oninput={lines(|draft, words| draft.quote = words)} data-testid="bank-quote" />
                <span class="form-label">{ "Found" }</span>
                <div role="status" data-testid="probe"
                    data-state={props.probe.as_ref().map(|probe| probe.state.clone())}>
                    { found(props.probe.as_ref(), props.passage.as_ref()) }
                </div>
                if is_other_quote {
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
                <button class="button big primary" onclick={on_use} disabled={!props.is_usable}
                    data-testid="use-quote">
                    { "Put into the bank " }<kbd>{ "Ctrl ↵" }</kbd>
                </button>
                <button class="button quiet" onclick={on_undo} disabled={!props.is_changed}>
                    { "Undo " }<kbd>{ "u" }</kbd>
                </button>
                if props.is_changed && !props.is_usable {
                    <span class="faint small">{ "The quotation must stand in exactly one place." }</span>
                }
            </div>
        </div>
    }
}

fn evidence(props: &Props, on_document: Callback<Event>) -> Html {
    let Some(passage) = &props.passage else {
        return html! { <span class="faint">{ "none is registered" }</span> };
    };
    let chosen = &props.draft.document;
    let is_here = props.documents.iter().any(|(id, ..)| id == chosen);
    let many = &props.claim.evidence;
    let on_passage = props.on_passage.reform(|event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        usize::try_from(select.selected_index()).unwrap_or(0)
    });
    html! {
        <>
            if many.len() > 1 {
                <select aria-label="Passage" onchange={on_passage}>
                    { for many.iter().enumerate().map(|(at, one)| html! {
                        <option key={at} selected={one.pointer == passage.pointer}>
                            { format!("Passage {} of {}", at + 1, many.len()) }
                        </option>
                    }) }
                </select>
            }
            <select aria-label="Document" onchange={on_document} data-testid="bank-document">
                if !is_here {
                    <option value={chosen.clone()} selected=true>
                        { format!("{chosen}, which is not here") }
                    </option>
                }
                { for props.documents.iter().map(|(id, file, n_pages)| html! {
                    <option key={id.clone()} value={id.clone()} selected={id == chosen}>
                        { format!("{file}, {n_pages} {}", if *n_pages == 1 { "page" } else { "pages" }) }
                    </option>
                }) }
            </select>
            <span class="faint small">{ format!("page {} as written", passage.page) }</span>
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
