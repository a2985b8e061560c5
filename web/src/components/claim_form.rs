//! One claim, the answer to it, and the findings about that answer as it is written.

use std::rc::Rc;

use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::Icon;
use crate::worker::{ClaimLine, Draft, Finding, PageLine};

/// The verdicts with their words and keys.
const VERDICTS: [(&str, &str, &str); 3] = [
    ("grounded", "Grounded", "1"),
    ("not_grounded", "Not grounded", "2"),
    ("source_silent", "Source silent", "3"),
];

/// The rules in a few words.
const RULES: [(&str, &str); 8] = [
    ("", "None: the exact value is in the quote"),
    ("R1", "R1 A bound that tells far too little"),
    ("R2", "R2 Absent from a list of every member"),
    ("R3", "R3 The frame or unit was replaced"),
    ("R4", "R4 A row of the past"),
    ("R5", "R5 Two expressions of one fact"),
    ("R6", "R6 Only a further case is left out"),
    ("R7", "R7 Another page documents it"),
];

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) claim: ClaimLine,
    pub(crate) draft: Draft,
    pub(crate) pages: Vec<PageLine>,
    pub(crate) findings: Rc<[Finding]>,
    /// How the quotation stands on the page; empty without one.
    pub(crate) quote_state: AttrValue,
    pub(crate) on_edit: Callback<Draft>,
    pub(crate) on_next: Callback<()>,
    pub(crate) on_undo: Callback<()>,
}

#[component]
pub(crate) fn ClaimForm(props: &Props) -> Html {
    let draft = &props.draft;
    let edit = |change: fn(&mut Draft, String)| {
        let (draft, on_edit) = (draft.clone(), props.on_edit.clone());
        move |text: String| {
            let mut next = draft.clone();
            change(&mut next, text);
            on_edit.emit(next);
        }
    };
    let area = |set: fn(&mut Draft, String)| {
        let edit = edit(set);
        Callback::from(move |event: InputEvent| {
            let area: HtmlTextAreaElement = event.target_unchecked_into();
            edit(area.value());
        })
    };
    let choice = |set: fn(&mut Draft, String)| {
        let edit = edit(set);
        Callback::from(move |event: Event| {
            let select: HtmlSelectElement = event.target_unchecked_into();
            edit(select.value());
        })
    };
    let on_verdict = {
        let edit = edit(|next, text| next.verdict = text);
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            edit(input.value());
        })
    };
    let on_escape = Callback::from(|event: KeyboardEvent| {
        if event.key() == "Escape" {
            let area: HtmlTextAreaElement = event.target_unchecked_into();
            let _ = area.blur();
        }
    });
    let on_next = props.on_next.reform(|_: MouseEvent| ());
    let on_undo = props.on_undo.reform(|_: MouseEvent| ());
    html! {
        <article class="attempt" data-testid="claim" data-claim={props.claim.id.clone()}>
            <div class="attempt-meta">
                <span class="mono">{ &props.claim.id }</span>
                <span>{ format!("type: {}", props.claim.kind) }</span>
                if let Some(url) = &props.claim.url {
                    <span class="break-anywhere">{ format!("cites {url}") }</span>
                } else {
                    <span>{ "cites no page" }</span>
                }
            </div>
            <h1 class="attempt-question">{ &props.claim.claim }</h1>
            <div class="claim-form">
                <span class="form-label" id="verdict-label">{ "Verdict" }</span>
                <div class="radios" role="radiogroup" aria-labelledby="verdict-label">
                    { for VERDICTS.iter().map(|(code, words, key)| html! {
                        <label key={*code}>
                            <input type="radio" name="verdict" value={*code}
                                checked={draft.verdict == *code} onchange={on_verdict.clone()}
                                data-testid={format!("verdict-{code}")} />
                            { *words }{ " " }<kbd>{ *key }</kbd>
                        </label>
                    }) }
                </div>
                <label class="form-label" for="judge-rule">{ "Rule" }</label>
                <select id="judge-rule" onchange={choice(|next, text| next.rule = text)}>
                    { for RULES.iter().map(|(code, words)| html! {
                        <option key={*code} value={*code} selected={draft.rule == *code}>{ *words }</option>
                    }) }
                </select>
                <label class="form-label" for="judge-page">{ "Page" }</label>
                { page_choice(props, choice(|next, text| next.url = text)) }
                <label class="form-label" for="judge-quote">{ "Quote" }</label>
                <textarea id="judge-quote" rows="3" spellcheck="false" value={draft.quote.clone()}
                    oninput={area(|next, text| next.quote = text)} onkeydown={on_escape.clone()}
                    data-testid="judge-quote" />
                <label class="form-label" for="judge-reason">{ "Reason" }</label>
                <textarea id="judge-reason" rows="2" value={draft.reason.clone()}
                    oninput={area(|next, text| next.reason = text)} onkeydown={on_escape}
                    data-testid="judge-reason" />
            </div>
            { findings(props) }
            <div class="actions judge-actions">
                <button class="button big primary" onclick={on_next} data-testid="next-claim">
                    { "Next claim " }<kbd>{ "n" }</kbd>
                </button>
                <button class="button quiet" onclick={on_undo}>{ "Undo " }<kbd>{ "u" }</kbd></button>
                <span class="small faint judge-keys">
                    { "Quote the value’s passage " }<kbd>{ "q" }</kbd>
                    { " Next value " }<kbd>{ "]" }</kbd>
                </span>
            </div>
        </article>
    }
}

fn page_choice(props: &Props, onchange: Callback<Event>) -> Html {
    let url = &props.draft.url;
    let is_known = props.pages.iter().any(|page| page.url == *url);
    html! {
        <select id="judge-page" {onchange} data-testid="judge-page">
            if !is_known {
                <option value={url.clone()} selected=true>
                    { if url.is_empty() { "Choose a saved page".to_owned() }
                        else { format!("{url} (not saved)") } }
                </option>
            }
            { for props.pages.iter().map(|page| {
                let is_cited = props.claim.saved_url.as_ref() == Some(&page.url);
                let words = if is_cited { format!("{} (cited)", page.url) } else { page.url.clone() };
                html! {
                    <option key={page.url.clone()} value={page.url.clone()} selected={page.url == *url}>
                        { words }
                    </option>
                }
            }) }
        </select>
    }
}

fn findings(props: &Props) -> Html {
    let draft = &props.draft;
    let is_empty = draft.verdict.is_empty();
    let standing = match &*props.quote_state {
        "located" => Some("The quote stands once on the saved page."),
        "ambiguous" => Some("The quote stands on the saved page, more than once."),
        _ => None,
    };
    html! {
        <section class="section judge-findings" aria-live="polite" aria-label="Findings">
            <h2>{ "Findings" }<span class="section-aside">{ "as you type" }</span></h2>
            if is_empty {
                <p class="faint">{ "Choose a verdict; what is wrong with the answer shows here at once." }</p>
            }
            if let Some(words) = standing {
                <p class="why" data-testid="quote-stands">
                    <Icon name="pass" tone="tone-pass" label="In order" /><span>{ words }</span>
                </p>
            }
            if !is_empty {
                { for props.findings.iter().map(|one| html! {
                    <p class="why" key={one.code.clone()} data-testid="finding"
                        data-code={one.code.clone()}>
                        <Icon name="fail" tone="tone-fail" label="To change" />
                        <span>{ &one.message }{ " " }<span class="code">{ &one.code }</span></span>
                    </p>
                }) }
                if props.findings.is_empty() {
                    <p class="why" data-testid="no-finding">
                        <Icon name="pass" tone="tone-pass" label="In order" />
                        <span>{ "Nothing to change." }</span>
                    </p>
                }
                { suggestion(props) }
            }
        </section>
    }
}

/// The change that the first finding asks for, where it is a plain one.
fn suggestion(props: &Props) -> Option<Html> {
    let (verdict, rule, words) = props.findings.iter().find_map(|one| {
        Some(match one.code.as_str() {
            "understated_bound" => ("not_grounded", "R1", "Not grounded, R1"),
            "silence_on_enumeration" => ("not_grounded", "R2", "Not grounded, R2"),
            "superseded_frame" => ("not_grounded", "R3", "Not grounded, R3"),
            "legacy_row" => ("not_grounded", "R4", "Not grounded, R4"),
            "omission_is_not_contradiction" => ("grounded", "R6", "Grounded, R6"),
            _ => return None,
        })
    })?;
    let next = Draft {
        verdict: verdict.to_owned(),
        rule: rule.to_owned(),
        ..props.draft.clone()
    };
    let onclick = props.on_edit.reform(move |_: MouseEvent| next.clone());
    Some(html! {
        <div class="actions">
            <button class="button" {onclick} data-testid="suggestion">
                { format!("Change to {words}") }
            </button>
        </div>
    })
}
