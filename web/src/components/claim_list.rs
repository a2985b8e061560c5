//! The claims with what was said of each, and how many are left.

use yew::prelude::*;

use super::{Icon, Placed};
use crate::hooks::{use_typed, use_window};
use crate::state::{JudgeAction, JudgeState, View, verdict_of_claim};
use crate::worker::ClaimLine;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) judge: JudgeState,
    pub(crate) view: View,
    pub(crate) shown: Option<String>,
    pub(crate) is_grading: bool,
    pub(crate) on_grade: Callback<()>,
    pub(crate) on_save: Callback<()>,
    pub(crate) on_sign: Callback<()>,
    pub(crate) on_action: Callback<JudgeAction>,
}

#[component]
pub(crate) fn ClaimList(props: &Props) -> Html {
    let judge = &props.judge;
    let (done, all) = judge.progress();
    let on_grade = props.on_grade.reform(|_: MouseEvent| ());
    let on_save = props.on_save.reform(|_: MouseEvent| ());
    let on_sign = props.on_sign.reform(|_: MouseEvent| ());
    let hosts = use_typed(
        AttrValue::from(judge.hosts.clone()),
        props
            .on_action
            .reform(|hosts: String| JudgeAction::Hosts(hosts.into())),
    );
    let files: Vec<&str> = judge
        .data
        .iter()
        .flat_map(|data| data.batches.iter().map(|batch| batch.file.as_str()))
        .collect();
    let title = match files.as_slice() {
        [one] => (*one).to_owned(),
        many => format!("{} files of claims", many.len()),
    };
    let has_gold = judge.data.as_ref().is_some_and(|data| data.has_gold);
    let gold = if has_gold { ", gold hidden" } else { "" };
    let problems = judge.data.as_ref().map(|data| data.problems.as_slice());
    let (scroller, list) = (use_node_ref(), use_node_ref());
    let claims: Vec<&ClaimLine> = judge.claims().collect();
    let position = props
        .shown
        .as_ref()
        .and_then(|shown| claims.iter().position(|one| one.id == *shown));
    let window = use_window(&scroller, &list, claims.len(), position);
    let height = window.top(claims.len());
    let lines = window.rows.clone().filter_map(|at| {
        let claim = claims.get(at)?;
        Some(html! {
            <Placed key={at} class="attempt-row-place" top={window.top(at)}>
                { line(props, claim) }
            </Placed>
        })
    });
    html! {
        <>
            <div class="pane-head">
                <h2>{ title }</h2>
                <p class="small faint" data-testid="judge-progress" data-done={done.to_string()}
                    data-all={all.to_string()}>
                    { format!("{done} of {all} judged, {} left{gold}", all - done) }
                </p>
                <progress max={all.max(1).to_string()} value={done.to_string()}
                    aria-label={format!("{done} of {all} judged")} />
                <div class="actions">
                    <button class="button" onclick={on_save} disabled={done == 0}
                        data-testid="export-results">{ "Export results" }</button>
                    <button class="button" onclick={on_sign} disabled={done == 0}
                        title="Saves the results, their signature by this browser’s key, and the public key"
                        data-testid="sign-results">{ "Sign and export" }</button>
                    <button class="button" onclick={on_grade} disabled={!has_gold}
                        aria-pressed={props.is_grading.to_string()} data-testid="open-grade"
                        title={(!has_gold).then_some("Drop gold labels to grade")}>
                        { if props.is_grading { "Hide the grade" } else { "Grade and gate" } }
                    </button>
                </div>
                <label class="small faint judge-hosts">
                    { "Evidence from " }
                    <input type="text" value={hosts.value} oninput={hosts.oninput}
                        onchange={hosts.onchange} onblur={hosts.onblur}
                        placeholder="learn.microsoft.com" data-testid="hosts" spellcheck="false" />
                </label>
                if let Some(problems) = problems.filter(|all| !all.is_empty()) {
                    <div role="status" data-testid="judge-problems"><ul class="small tone-unresolved">
                        { for problems.iter().take(6).map(|one| html! { <li>{ &one.message }</li> }) }
                    </ul></div>
                }
            </div>
            <nav ref={scroller} class="scroll claim-list" aria-label="All claims" tabindex="0">
                <div ref={list}>
                    <div class="attempt-row-probe" aria-hidden="true"></div>
                    <Placed class="attempt-rows" {height}>{ for lines }</Placed>
                </div>
            </nav>
        </>
    }
}

fn line(props: &Props, claim: &ClaimLine) -> Html {
    let verdict = props
        .judge
        .answers
        .get(&claim.id)
        .map_or("", |draft| draft.verdict.as_str());
    let (outcome, words) = verdict_of_claim(verdict);
    let view = View {
        claim: Some(claim.id.clone()),
        pane: crate::state::Pane::Attempt,
        ..props.view.clone()
    };
    let current = (props.shown.as_ref() == Some(&claim.id)).then_some("true");
    html! {
        <a key={claim.id.clone()} id={format!("claim-{}", claim.id)} class="attempt-row claim-row"
            href={view.fragment()} aria-current={current} data-testid="claim-row"
            data-claim={claim.id.clone()} data-verdict={verdict.to_owned()}>
            <Icon name={outcome.icon()} tone={outcome.tone()} label={words} />
            <span class="mono attempt-row-id">{ &claim.id }</span>
            <span class="attempt-row-title">{ &claim.claim }</span>
            <span class="attempt-row-below">{ words }</span>
        </a>
    }
}
