//! Everything that is wrong with a bank, and its questions; each leads to its claim.

use std::rc::Rc;

use yew::prelude::*;

use super::{Icon, Placed, Verdict};
use crate::hooks::use_window;
use crate::state::{Outcome, Pane, View};
use crate::worker::{BankData, BankFinding, BankQuestion};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) data: Rc<BankData>,
    pub(crate) view: View,
    /// The shown claim.
    pub(crate) shown: Option<String>,
}

#[component]
pub(crate) fn FindingList(props: &Props) -> Html {
    let data = &props.data;
    let (n_errors, n_warnings) = (data.n_errors, data.n_warnings);
    let (scroller, list) = (use_node_ref(), use_node_ref());
    let position = props.shown.as_ref().and_then(|shown| {
        let mut questions = data.questions.iter();
        questions.position(|one| one.claims.iter().any(|(id, _)| id == shown))
    });
    let window = use_window(&scroller, &list, data.questions.len(), position);
    let count = |n: u64, word: &str| {
        if n == 1 {
            format!("1 {word}")
        } else {
            format!("{n} {word}s")
        }
    };
    let verdict = if let Some(problem) = &data.problem {
        html! { <p class="small">{ problem }</p> }
    } else if n_errors == 0 {
        html! {
            <p class="small" data-testid="bank-state" data-errors="0">
                <Verdict outcome={Outcome::Pass} word="No error" />
                <span class="faint">
                    { format!(", {}. What a wording means, no check of form shows.",
                        count(n_warnings, "warning")) }
                </span>
            </p>
        }
    } else {
        html! {
            <p class="small" data-testid="bank-state" data-errors={n_errors.to_string()}>
                <Verdict outcome={Outcome::Fail} word={count(n_errors, "error")} />
                <span class="faint">
                    { format!(" and {}. Nothing is scored until the errors are gone.",
                        count(n_warnings, "warning")) }
                </span>
            </p>
        }
    };
    let n_listed = (data.errors.len() + data.warnings.len()) as u64;
    let height = window.top(data.questions.len());
    let rows = window.rows.clone().filter_map(|at| {
        let one = data.questions.get(at)?;
        Some(question(props, one, at, window.top(at)))
    });
    html! {
        <>
            <div class="pane-head"><h2>{ &data.name }</h2>{ verdict }</div>
            <div ref={scroller} class="scroll" tabindex="0" role="region"
                aria-label="Findings and questions">
                <ul class="findings">
                    { for data.errors.iter().map(|one| finding(props, one, true)) }
                    { for data.warnings.iter().map(|one| finding(props, one, false)) }
                </ul>
                if n_listed < n_errors + n_warnings {
                    <p class="pane-empty">
                        { format!("{} more; they are listed when these are gone.",
                            n_errors + n_warnings - n_listed) }
                    </p>
                }
                <div class="pane-head">
                    <h2>{ "Questions " }<span class="faint small">{ data.questions.len() }</span></h2>
                </div>
                <div ref={list} class="bank-questions">
                    <div class="attempt-row-probe" aria-hidden="true"></div>
                    <Placed class="attempt-rows" {height} role="list">{ for rows }</Placed>
                </div>
            </div>
        </>
    }
}

fn to_claim(props: &Props, claim: &str) -> View {
    View {
        claim: Some(claim.to_owned()),
        pane: Pane::Attempt,
        ..props.view.clone()
    }
}

fn finding(props: &Props, one: &BankFinding, is_error: bool) -> Html {
    let (icon, tone, label) = if is_error {
        ("fail", "tone-fail", "Error")
    } else {
        ("warning", "tone-unresolved", "Warning")
    };
    let of_question = one.question.as_ref().and_then(|id| {
        let question = props
            .data
            .questions
            .iter()
            .find(|question| question.id == *id)?;
        question.claims.first().map(|(id, _)| id.clone())
    });
    let claim = one.claim.clone().or(of_question);
    let words = match (&one.question, &one.claim) {
        (Some(question), Some(claim)) => format!("{question} · {claim}"),
        (Some(one), None) | (None, Some(one)) => one.clone(),
        (None, None) => "bank".to_owned(),
    };
    let is_shown = one.claim.is_some() && one.claim == props.shown;
    html! {
        <li class={classes!("finding", is_shown.then_some("finding-shown"))} data-testid="bank-finding"
            data-code={one.code.clone()} data-pointer={one.pointer.clone()}>
            <Icon name={icon} {tone} label={label} />
            <div>
                <p>{ &one.message }</p>
                <p>
                    if let Some(claim) = claim {
                        <a href={to_claim(props, &claim).fragment()}>{ words }</a>
                    } else {
                        <span class="quiet-text">{ words }</span>
                    }
                    { " " }<span class="code">{ &one.code }</span>
                </p>
                <p><code class="faint small">{ &one.pointer }</code></p>
            </div>
        </li>
    }
}

fn question(props: &Props, one: &BankQuestion, at: usize, top: f64) -> Html {
    let is_broken = one.is_broken;
    let outcome = if is_broken {
        Outcome::Fail
    } else {
        Outcome::Pass
    };
    let words = match one.claims.len() {
        _ if one.is_unanswerable => "must be declined".to_owned(),
        1 => "1 claim".to_owned(),
        n => format!("{n} claims"),
    };
    let inner = html! {
        <>
            <Icon name={outcome.icon()} tone={outcome.tone()}
                label={if is_broken { "Error" } else { "In order" }} />
            <span class="mono attempt-row-id">{ &one.id }</span>
            <span class="attempt-row-title">{ &one.question }</span>
            <span class="attempt-row-below">{ words }</span>
        </>
    };
    let is_shown = one
        .claims
        .iter()
        .any(|(id, _)| Some(id) == props.shown.as_ref());
    let current = is_shown.then_some("true");
    let row = match one.claims.first() {
        Some((id, _)) => html! {
            <a class="attempt-row claim-row" href={to_claim(props, id).fragment()}
                aria-current={current} data-testid="bank-question">{ inner }</a>
        },
        None => html! {
            <div class="attempt-row claim-row" data-testid="bank-question">{ inner }</div>
        },
    };
    html! { <Placed key={at} class="attempt-row-place" {top} role="listitem">{ row }</Placed> }
}
