//! Closing a bank: who stands for it, and the copy to take away.

use std::rc::Rc;

use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::Icon;
use crate::worker::BankData;

/// A person: name and attestation.
type Person = (String, String);

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) data: Rc<BankData>,
    /// Author and reviewer.
    pub(crate) on_freeze: Callback<(Person, Person)>,
    pub(crate) on_save: Callback<()>,
}

#[component]
pub(crate) fn FreezePanel(props: &Props) -> Html {
    let data = &props.data;
    let author = use_state_eq(|| data.author.clone());
    let reviewer = use_state_eq(|| data.reviewer.clone());
    {
        let (author, reviewer) = (author.setter(), reviewer.setter());
        let written = (data.author.clone(), data.reviewer.clone());
        use_effect_with(written, move |(a, r)| {
            author.set(a.clone());
            reviewer.set(r.clone());
        });
    }
    let is_filled = [&*author, &*reviewer]
        .iter()
        .all(|(name, words)| !name.trim().is_empty() && !words.trim().is_empty());
    let is_one_person = author.0.trim().to_lowercase() == reviewer.0.trim().to_lowercase();
    let why_not = if data.n_before_freeze > 0 {
        Some("after the last error")
    } else if !is_filled {
        Some("after both have attested")
    } else if is_one_person {
        Some("after a second person has attested")
    } else {
        None
    };
    let onclick = {
        let people = ((*author).clone(), (*reviewer).clone());
        props.on_freeze.reform(move |_: MouseEvent| people.clone())
    };
    let on_save = props.on_save.reform(|_: MouseEvent| ());
    html! {
        <section class="section judge-findings" data-testid="freeze">
            <h2>
                { "Freeze and attest" }
                if let Some(words) = why_not { <span class="section-aside">{ words }</span> }
            </h2>
            <p class="form-text">
                if data.frozen_at.is_empty() {
                    { "Not frozen: it can be scored, and cannot qualify." }
                } else {
                    <Icon name="pass" tone="tone-pass" />{ format!(" Frozen {}", data.frozen_at) }
                }
            </p>
            <div class="claim-form freeze-form">
                { person("Author", "author", &author) }
                { person("Reviewer", "reviewer", &reviewer) }
            </div>
            <p class="faint small">
                { "That a phrase plays the right role, or that a paraphrase is true, no check can show. Author \
                   and reviewer, two people, stand for it by name." }
            </p>
            <div class="actions">
                <button class="button big" {onclick} disabled={why_not.is_some()} data-testid="freeze-bank">
                    { "Freeze the bank" }
                </button>
                <button class="button big" onclick={on_save} data-testid="save-bank">{ "Save a copy" }</button>
            </div>
        </section>
    }
}

fn person(title: &'static str, id: &'static str, who: &UseStateHandle<Person>) -> Html {
    let on_name = {
        let who = who.clone();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            who.set((input.value(), who.1.clone()));
        })
    };
    let on_words = {
        let who = who.clone();
        Callback::from(move |event: InputEvent| {
            let area: HtmlTextAreaElement = event.target_unchecked_into();
            who.set((who.0.clone(), area.value()));
        })
    };
    html! {
        <>
            <label class="form-label" for={format!("{id}-name")}>{ title }</label>
            <input id={format!("{id}-name")} type="text" value={who.0.clone()} oninput={on_name}
                placeholder="Name" autocomplete="off" />
            <label class="form-label" for={format!("{id}-words")}>{ "attests" }</label>
            <textarea id={format!("{id}-words")} rows="3" value={who.1.clone()} oninput={on_words}
                placeholder="What this person has checked" />
        </>
    }
}
