//! One attempt: question, verdict on both axes, fields, and the output as it came.

use std::rc::Rc;

use proofmark_report::format::{Attempt, Explanation, Field, QuestionInfo};
use yew::prelude::*;

use super::{CitationLine, CopyButton, FieldBlock, Human, Icon, RawOutput, Verdict, WhyLine};
use crate::platform;
use crate::state::{AttemptRef, Outcome, Part, View, belongs, sorted_fields};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) attempt: Rc<Attempt>,
    pub(crate) question: Option<Rc<QuestionInfo>>,
    pub(crate) view: View,
    /// The same question's attempts of this workflow, in order.
    pub(crate) siblings: Vec<(AttemptRef, Outcome)>,
    /// The selected citation.
    pub(crate) selected: Option<usize>,
    pub(crate) shown_place: Option<(usize, usize)>,
    pub(crate) on_citation: Callback<usize>,
    /// What people decided.
    pub(crate) human: Option<Human>,
}

#[component]
pub(crate) fn AttemptView(props: &Props) -> Html {
    let attempt = &*props.attempt;
    let outcome = Outcome::of(&attempt.verdict, attempt.declined, attempt.missing);
    let siblings = props.siblings.iter().map(|(name, outcome)| {
        let current = (name.repetition == attempt.repetition).then_some("true");
        html! {
            <a key={name.repetition} href={props.view.at(name.clone()).fragment()}
                aria-current={current}>
                <Icon name={outcome.icon()} tone={outcome.tone()} label={outcome.word()} />
                { format!("rep {}", name.repetition) }
            </a>
        }
    });
    let on_field = Callback::from(|field: String| {
        platform::focus_by_id(&format!("field-{field}"));
    });
    let question = props.question.as_deref();
    html! {
        <article class="attempt" data-testid="attempt" data-verdict={attempt.verdict.clone()}>
            <div class="attempt-meta">
                <span class="mono">{ &attempt.question_id }</span>
                <span>{ &attempt.workflow }</span>
                <span class="rep-switch" role="group" aria-label="Repetitions of this question">
                    { for siblings }
                </span>
                <CopyButton key={props.view.fragment()} words="Copy link" text={address()} class="attempt-copy"
                    testid="copy-link" />
            </div>
            <h1 class="attempt-question">
                { question.map_or(attempt.question_id.as_str(), |one| one.question.as_str()) }
            </h1>
            <div class="axes">
                <span>
                    <span class="axes-key">
                        { if props.human.as_ref().is_some_and(Human::is_deciding) { "Machine" } else { "Verdict" } }
                    </span>
                    <Verdict {outcome} />
                </span>
                <span>
                    <span class="axes-key">{ "Completeness" }</span>
                    <Verdict outcome={Outcome::of_axis(&attempt.completeness)} />
                </span>
                <span>
                    <span class="axes-key">{ "Support" }</span>
                    <Verdict outcome={Outcome::of_axis(&attempt.support)} />
                </span>
                if let Some(human) = &props.human { { human.said_of(Part::Whole) } }
                if question.is_some_and(|one| one.expected_abstention) {
                    <span class="faint small">{ "The documents do not answer this." }</span>
                }
            </div>
            { for whole_attempt(attempt) }
            { for sorted_fields(attempt).into_iter().map(|(outcome, field)| {
                field_block(props, outcome, field)
            }) }
            { loose_citations(props) }
            if let Some(error) = &attempt.error {
                <p class="attempt-error"><span class="strong">{ "The run reported: " }</span>{ error }</p>
            }
            if let Some(raw) = &attempt.raw {
                <RawOutput raw={raw.clone()} segments={attempt.segments.clone()} {on_field} />
            }
            <p class="faint small attempt-origin">{ origin(attempt) }</p>
        </article>
    }
}

/// Reasons about no field of the question.
fn whole_attempt(attempt: &Attempt) -> Option<Html> {
    let mut lines = attempt
        .explanations
        .iter()
        .filter(|one| {
            !attempt
                .fields
                .iter()
                .any(|field| belongs(one, field, attempt))
        })
        .peekable();
    lines.peek()?;
    Some(html! {
        <div class="attempt-reasons">
            { for lines.map(|one| html! { <WhyLine explanation={one.clone()} /> }) }
        </div>
    })
}

fn field_block(props: &Props, outcome: Outcome, field: &Field) -> Html {
    let attempt = &*props.attempt;
    let question = props.question.as_deref();
    let citations: Vec<_> = attempt
        .citations
        .iter()
        .enumerate()
        .filter(|(_, one)| one.field.as_ref() == Some(&field.field))
        .map(|(index, one)| (index, one.clone()))
        .collect();
    let mut explanations: Vec<Explanation> = Vec::new();
    for one in &attempt.explanations {
        // The same sentence about two obligations of the field is said once.
        let is_said = explanations
            .iter()
            .any(|other| (&other.code, &other.message) == (&one.code, &one.message));
        if belongs(one, field, attempt) && !is_said {
            explanations.push(one.clone());
        }
    }
    let info = question
        .and_then(|one| one.fields.iter().find(|info| info.field == field.field))
        .cloned();
    let obligations = question
        .map(|one| {
            let of_field = one
                .obligations
                .iter()
                .filter(|info| info.field == field.field);
            of_field.cloned().collect::<Vec<_>>()
        })
        .unwrap_or_default();
    html! {
        <FieldBlock key={field.field.clone()} field={field.clone()} {info} {outcome} {obligations}
            {citations} {explanations} selected={props.selected} shown_place={props.shown_place}
            human={props.human.clone()} on_citation={props.on_citation.clone()} />
    }
}

/// Citations that stand in no field of the question.
fn loose_citations(props: &Props) -> Option<Html> {
    let attempt = &*props.attempt;
    let mut loose = attempt
        .citations
        .iter()
        .enumerate()
        .filter(|(_, one)| {
            !attempt
                .fields
                .iter()
                .any(|f| one.field.as_ref() == Some(&f.field))
        })
        .peekable();
    loose.peek()?;
    Some(html! {
        <section class="field" aria-label="Citations outside the fields">
            <div class="field-head"><h2>{ "Outside the fields" }</h2></div>
            <span class="field-key">{ "Citations" }</span>
            <div>
                { for loose.map(|(index, citation)| {
                    let is_selected = props.selected == Some(index);
                    html! {
                        <CitationLine key={index} {index} citation={citation.clone()} {is_selected}
                            shown_place={props.shown_place.filter(|_| is_selected)}
                            human={props.human.clone()} on_select={props.on_citation.clone()} />
                    }
                }) }
            </div>
        </section>
    })
}

fn origin(attempt: &Attempt) -> String {
    let mut words = attempt.adapter.clone();
    if let Some(file) = &attempt.file {
        words.push_str(&format!(" · {file}"));
        if let Some(line) = attempt.line {
            words.push_str(&format!(", line {line}"));
        }
    }
    if let Some(at) = &attempt.produced_at {
        words.push_str(&format!(" · produced {at}"));
    }
    words
}

/// The address of what is shown.
fn address() -> Callback<(), String> {
    Callback::from(|()| gloo::utils::window().location().href().unwrap_or_default())
}
