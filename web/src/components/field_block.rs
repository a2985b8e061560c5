//! One requested field: answer, obligations, citations, and why.

use proofmark_report::format::{Citation, Explanation, Field, FieldInfo, ObligationInfo};
use yew::prelude::*;

use super::{AnswerText, CitationLine, Human, Icon};
use crate::state::{Outcome, Part};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) field: Field,
    pub(crate) info: Option<FieldInfo>,
    pub(crate) outcome: Outcome,
    /// The bank's obligations, for their words.
    pub(crate) obligations: Vec<ObligationInfo>,
    /// Citations in this field with their indexes in the attempt.
    pub(crate) citations: Vec<(usize, Citation)>,
    pub(crate) explanations: Vec<Explanation>,
    pub(crate) selected: Option<usize>,
    pub(crate) shown_place: Option<(usize, usize)>,
    pub(crate) on_citation: Callback<usize>,
    pub(crate) human: Option<Human>,
}

#[component]
pub(crate) fn FieldBlock(props: &Props) -> Html {
    let field = &props.field;
    let outcome = props.outcome;
    let id = format!("field-{}", field.field);
    let kind = props.info.as_ref().map(|info| match &info.noun {
        Some(noun) => format!("{}, {noun}", info.kind),
        None => info.kind.clone(),
    });
    html! {
        <section class="field" id={id} tabindex="-1" data-testid="field"
            data-field={field.field.clone()} aria-label={field.field.clone()}>
            <div class="field-head">
                <Icon name={outcome.icon()} tone={outcome.tone()} label={outcome.word()} />
                <h2>{ &field.field }</h2>
                <span class="faint small">{ kind.filter(|kind| kind != "text") }</span>
            </div>
            <span class="field-key">{ "Answer" }</span>
            <AnswerText text={field.text.clone()} marks={field.marks.clone()} />
            if !field.obligations.is_empty() {
                <span class="field-key">
                    { if field.obligations.len() == 1 { "Obligation" } else { "Obligations" } }
                </span>
                <div>{ for field.obligations.iter().map(|one| obligation(one, props)) }</div>
            }
            if !props.citations.is_empty() {
                <span class="field-key">
                    { if props.citations.len() == 1 { "Citation" } else { "Citations" } }
                </span>
                <div>
                    { for props.citations.iter().map(|(index, citation)| {
                        let is_selected = props.selected == Some(*index);
                        html! {
                            <CitationLine key={*index} index={*index} citation={citation.clone()}
                                {is_selected}
                                shown_place={props.shown_place.filter(|_| is_selected)}
                                human={props.human.clone()} on_select={props.on_citation.clone()} />
                        }
                    }) }
                </div>
            }
            if !props.explanations.is_empty() {
                <span class="field-key">{ "Why" }</span>
                <div>
                    { for props.explanations.iter().map(|one| html! {
                        <WhyLine explanation={one.clone()} />
                    }) }
                </div>
            }
        </section>
    }
}

fn obligation(one: &proofmark_report::format::Obligation, props: &Props) -> Html {
    let info = props.obligations.iter().find(|info| info.id == one.id);
    let words = info.map_or(one.id.as_str(), |info| {
        let words = if info.description.is_empty() {
            &info.value
        } else {
            &info.description
        };
        words.trim_end_matches('.')
    });
    let (stated, stated_outcome) = match one.stated.as_str() {
        "stated" => ("stated", Outcome::Pass),
        "contradicted" => ("contradicted", Outcome::Fail),
        "missing" => ("not stated", Outcome::Fail),
        _ => ("wording not registered", Outcome::Unresolved),
    };
    let (support, support_outcome) = match one.support.as_str() {
        "supported" => ("supported", Outcome::Pass),
        "unresolved" => ("support open", Outcome::Unresolved),
        _ => ("not supported", Outcome::Fail),
    };
    let outcome = stated_outcome.min(support_outcome);
    let part = Part::Obligation(one.id.clone());
    let human = props.human.as_ref();
    let inner = html! {
        <>
            <Icon name={outcome.icon()} tone={outcome.tone()} label={outcome.word()} />
            <span>
                { format!("{words}: {stated}, {support} ") }
                <span class="code">{ &one.id }</span>
                if let Some(alias) = one.alias.as_ref().filter(|alias| *alias != words) {
                    <span class="faint small">{ format!(" as “{alias}”") }</span>
                }
                { human.map(|human| human.said_of(part.clone())) }
            </span>
        </>
    };
    let key = one.id.clone();
    match human.filter(|human| human.is_deciding()) {
        Some(human) => {
            let current = human.is_chosen(&part).then_some("true");
            let onclick = human.on_part.reform(move |_: MouseEvent| part.clone());
            html! {
                <button class="obligation choosable" {key} {onclick} aria-current={current}
                    data-testid="obligation" data-obligation={one.id.clone()}>
                    { inner }
                </button>
            }
        }
        None => html! {
            <p class="obligation" {key} data-testid="obligation" data-obligation={one.id.clone()}>
                { inner }
            </p>
        },
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct WhyProps {
    pub(crate) explanation: Explanation,
}

/// A reason: in words first, its code after them.
#[component]
pub(crate) fn WhyLine(props: &WhyProps) -> Html {
    let one = &props.explanation;
    // A mere note moves no verdict, so it wears none.
    let (icon, tone, label) = match Outcome::of_axis(&one.weight) {
        Outcome::Pass => ("note", "tone-none", "Note"),
        outcome => (outcome.icon(), outcome.tone(), outcome.word()),
    };
    html! {
        <p class="why" data-testid="reason" data-code={one.code.clone()}>
            <Icon name={icon} {tone} {label} />
            <span>{ &one.message }{ " " }<span class="code">{ &one.code }</span></span>
        </p>
    }
}
