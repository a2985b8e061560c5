//! Grades against gold, and the gate between two judges. Nothing of it is asked for before it is opened.

use std::rc::Rc;

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::Verdict;
use crate::state::{Loaded, Outcome, Pane, View};
use crate::worker::{
    Client, Draft, Gate, Grade, JudgeData, JudgeRequest, JudgeResponse, Request, Response, Score,
    Side,
};

/// The classes of gold, as rows.
const ROWS: [&str; 3] = ["correct", "outdated, wrong", "unsourced"];

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) client: Client,
    pub(crate) data: Rc<JudgeData>,
    /// The person's answers.
    pub(crate) answers: Vec<(String, Draft)>,
    pub(crate) view: View,
}

/// Asks for an answer each time `request` changes.
#[hook]
fn use_answer(client: &Client, request: Option<JudgeRequest>) -> Loaded<Rc<JudgeResponse>> {
    let answer = use_state(Loaded::<Rc<JudgeResponse>>::default);
    let setter = answer.setter();
    let client = client.clone();
    use_effect_with(request, move |request| {
        setter.set(Loaded::Loading);
        let job = request.clone().map(|request| {
            client.ask(Request::Judge(Box::new(request)), move |response| {
                setter.set(match response {
                    Response::Judge(answer) => Loaded::Ready(Rc::from(answer)),
                    Response::Failed { message } => Loaded::Failed(message.into()),
                    _ => return,
                });
            })
        });
        move || drop(job)
    });
    (*answer).clone()
}

#[component]
pub(crate) fn GradePanel(props: &Props) -> Html {
    let n_files = props.data.results.len();
    // Without a results file there is only the person's own side.
    let candidate = use_state_eq(|| n_files.checked_sub(1));
    let baseline = use_state_eq(|| (n_files > 1).then_some(0_usize));
    let side = |chosen: Option<usize>| match chosen.and_then(|at| u32::try_from(at).ok()) {
        Some(at) => Side::File(at),
        None => Side::Mine(props.answers.clone()),
    };
    let grade = use_answer(
        &props.client,
        Some(JudgeRequest::Grade {
            side: side(*candidate),
        }),
    );
    let gate = use_answer(
        &props.client,
        (*baseline != *candidate).then(|| JudgeRequest::Gate {
            baseline: side(*baseline),
            candidate: side(*candidate),
        }),
    );
    html! {
        <section class="grade-strip" aria-label="Grade and gate" data-testid="grade">
            <div>
                <h2>{ "Graded results" }</h2>
                <div class="grade-choices">
                    { choice(props, "Candidate", &candidate) }
                    { choice(props, "Baseline", &baseline) }
                </div>
                { match &grade {
                    Loaded::Ready(answer) => match &**answer {
                        JudgeResponse::Graded(grade) => left_out(grade),
                        _ => Html::default(),
                    },
                    Loaded::Failed(message) => html! { <p role="alert">{ &**message }</p> },
                    _ => html! { <p class="faint">{ "Grading." }</p> },
                } }
            </div>
            if let Loaded::Ready(answer) = &grade {
                if let JudgeResponse::Graded(grade) = &**answer {
                    { confusion(grade) }
                    { scores(grade) }
                }
            }
            <div data-testid="gate">
                <h2>{ "Gate" }</h2>
                { match &gate {
                    _ if *baseline == *candidate => html! {
                        <p class="faint">{ "Choose another baseline to compare with." }</p>
                    },
                    Loaded::Ready(answer) => match &**answer {
                        JudgeResponse::Gated(gate) => gate_words(gate),
                        _ => Html::default(),
                    },
                    Loaded::Failed(message) => html! { <p>{ &**message }</p> },
                    _ => html! { <p class="faint">{ "Comparing." }</p> },
                } }
            </div>
            if let Loaded::Ready(answer) = &grade {
                if let JudgeResponse::Graded(grade) = &**answer {
                    { disagreements(props, grade) }
                }
            }
        </section>
    }
}

fn choice(props: &Props, label: &'static str, chosen: &UseStateHandle<Option<usize>>) -> Html {
    let setter = chosen.setter();
    let onchange = Callback::from(move |event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        setter.set(select.value().parse().ok());
    });
    html! {
        <label class="small faint">
            { label }{ " " }
            <select {onchange} data-testid={format!("side-{}", label.to_lowercase())}>
                <option value="mine" selected={chosen.is_none()}>{ "my answers" }</option>
                { for props.data.results.iter().enumerate().map(|(at, name)| html! {
                    <option key={at} value={at.to_string()} selected={**chosen == Some(at)}>{ name }</option>
                }) }
            </select>
        </label>
    }
}

/// What is not graded, by name.
fn left_out(grade: &Grade) -> Html {
    let line = |words: &str, ids: &[String]| {
        (!ids.is_empty()).then(|| html! { <p>{ format!("{words}: {}.", ids.join(", ")) }</p> })
    };
    html! {
        <div class="small faint break-anywhere">
            { line("Without gold", &grade.without_gold) }
            { line("Without a result, so silent", &grade.without_result) }
            { line("Without evidence, so silent", &grade.unevidenced) }
        </div>
    }
}

fn confusion(grade: &Grade) -> Html {
    html! {
        <div>
            <h2>{ "Verdict against gold" }</h2>
            <table data-testid="confusion">
                <thead><tr>
                    <th><span class="hidden-text">{ "Gold" }</span></th><th scope="col" class="number">{ "grounded" }</th>
                    <th scope="col" class="number">{ "not grounded" }</th>
                    <th scope="col" class="number">{ "silent" }</th>
                </tr></thead>
                <tbody>
                    { for ROWS.iter().zip(&grade.confusion).enumerate().map(|(row, (name, counts))| html! {
                        <tr>
                            <th scope="row">{ *name }</th>
                            { for counts.iter().enumerate().map(|(column, count)| html! {
                                <td class={classes!("number", (row == column).then_some("strong"))}>{ count }</td>
                            }) }
                        </tr>
                    }) }
                </tbody>
            </table>
        </div>
    }
}

fn share(score: &Score) -> String {
    let (over, under) = score.share;
    match &score.decimal {
        Some(decimal) => format!("{over}/{under} · {decimal}"),
        None => format!("{over}/{under} · not defined"),
    }
}

fn scores(grade: &Grade) -> Html {
    let (over, under) = grade.agreement;
    html! {
        <div>
            <h2>{ "Error class" }</h2>
            <table><tbody>
                { for grade.scores.iter().map(|score| html! {
                    <tr key={score.name.clone()} data-testid="score" data-score={score.name.clone()}
                        data-share={format!("{}/{}", score.share.0, score.share.1)}>
                        <th scope="row">{ &score.name }</th>
                        <td class="number strong nowrap">{ share(score) }</td>
                        <td class="number faint nowrap">{ score.interval.clone() }</td>
                    </tr>
                }) }
                <tr>
                    <th scope="row">{ "Agreement" }</th>
                    <td class="number">{ format!("{over}/{under}") }</td><td></td>
                </tr>
                <tr>
                    <th scope="row">{ "Kappa" }</th>
                    <td class="number" colspan="2">
                        { grade.kappa.clone().unwrap_or_else(|| "not defined".to_owned()) }
                    </td>
                </tr>
            </tbody></table>
        </div>
    }
}

fn gate_words(gate: &Gate) -> Html {
    let (outcome, words) = if gate.is_adopted {
        (Outcome::Pass, "Adopt the candidate")
    } else {
        (Outcome::Fail, "Keep the baseline")
    };
    let why = match gate.fell.as_slice() {
        [] if gate.is_adopted => "Neither precision nor recall fell, and one rose.".to_owned(),
        [] => "Neither precision nor recall rose.".to_owned(),
        fell => sentence(&format!("{} fell.", fell.join(" and "))),
    };
    let line = |name: &str, scores: &[Score]| {
        let words: Vec<String> = scores
            .iter()
            .take(2)
            .map(|score| format!("{} {}", score.name.to_lowercase(), share(score)))
            .collect();
        format!("{name}: {}", words.join(", "))
    };
    let flipped: usize = gate.flipped.iter().map(|(_, ids)| ids.len()).sum();
    let by_rule: Vec<String> = gate
        .flipped
        .iter()
        .map(|(rule, ids)| match rule.as_str() {
            "none" => format!("by the exact value {}", ids.join(", ")),
            rule => format!("by {rule} {}", ids.join(", ")),
        })
        .collect();
    html! {
        <>
            <p data-testid="gate-decision" data-adopted={gate.is_adopted.to_string()}>
                <Verdict {outcome} word={words} />
            </p>
            <p class="small">{ why }</p>
            <p class="small faint">{ line("Baseline", &gate.baseline) }</p>
            <p class="small faint">{ line("Candidate", &gate.candidate) }</p>
            <p class="small faint break-anywhere">
                { format!("{flipped} flipped: {}. Right alone: baseline {}, candidate {}. McNemar exact p = {}.",
                    if by_rule.is_empty() { "none".to_owned() } else { by_rule.join("; ") },
                    gate.only_right.0, gate.only_right.1, gate.p) }
            </p>
        </>
    }
}

/// With a capital first.
fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    chars
        .next()
        .map(|first| first.to_uppercase().chain(chars).collect())
        .unwrap_or_default()
}

fn disagreements(props: &Props, grade: &Grade) -> Html {
    html! {
        <div class="grade-wide">
            <h2>{ format!("Disagreements, {}", grade.disagreements.len()) }</h2>
            <div class="wide-table">
                <table class="disagreements">
                    <tbody>
                        { for grade.disagreements.iter().map(|one| {
                            let view = View {
                                claim: Some(one.id.clone()),
                                pane: Pane::Attempt,
                                ..props.view.clone()
                            };
                            html! {
                                <tr key={one.id.clone()} data-testid="disagreement">
                                    <th scope="row"><a href={view.fragment()} class="mono">{ &one.id }</a></th>
                                    <td>{ &one.claim }</td>
                                    <td class="nowrap">{ format!("gold {}", one.gold) }</td>
                                    <td class="nowrap">
                                        { one.verdict.replace('_', " ") }
                                        if one.is_unevidenced { { ", no evidence" } }
                                    </td>
                                    <td class="faint">{ if one.quote.is_empty() { &one.reason } else { &one.quote } }</td>
                                </tr>
                            }
                        }) }
                    </tbody>
                </table>
            </div>
        </div>
    }
}
