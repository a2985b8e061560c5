//! Verifying a signed report: four answers, never one mark.

use std::rc::Rc;

use yew::prelude::*;

use super::{Icon, Notice, Verdict};
use crate::hooks::use_chooser;
use crate::platform;
use crate::state::{Loaded, Outcome, VerifyState, digest_start};
use crate::worker::{Dropped, Verification};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) state: VerifyState,
    pub(crate) on_files: Callback<Vec<Dropped>>,
}

#[component]
pub(crate) fn VerifyPanel(props: &Props) -> Html {
    let chooser = use_chooser(props.on_files.clone());
    html! {
        <>
            <div class="drop-zone">
                <p class="quiet-text">
                    { "Choose a signed report and the public keys you trust. Its inputs come from the \
                       Files screen: with all of them there, the run is scored again and compared." }
                </p>
                <div class="actions">
                    <button class="button" data-testid="verify" onclick={chooser.open}>
                        { "Choose files" }
                    </button>
                </div>
                <input ref={chooser.field} type="file" multiple=true hidden=true
                    onchange={chooser.onchange}
                    aria-label="Signed report and keys" data-testid="verify-input" />
            </div>
            { match &props.state {
                Loaded::Empty => Html::default(),
                Loaded::Loading => html! { <p class="faint">{ "Verifying." }</p> },
                Loaded::Failed(message) => html! { <Notice><p>{ &**message }</p></Notice> },
                Loaded::Ready(result) => outcome(result),
            } }
            <section class="section">
                <h2>{ "What a signature does not say" }</h2>
                <ul class="notes">
                    <li>
                        { "Who signed, and that nothing was changed afterwards: that is all. The \
                           verdicts may still be wrong." }
                    </li>
                </ul>
            </section>
        </>
    }
}

fn outcome(result: &Rc<Verification>) -> Html {
    let word =
        |outcome: Outcome, yes: &'static str, no: &'static str, open: &'static str| match outcome {
            Outcome::Pass => yes,
            Outcome::Fail => no,
            _ => open,
        };
    html! {
        <>
            <section class="section" data-testid="verify-result">
                <h2>
                    { &result.name }
                    <span class="section-aside">
                        { format!("verified {}", platform::today_in_words()) }
                    </span>
                </h2>
                <table class="answer-table"><tbody>
                    { for result.answers.iter().map(|one| html! {
                        <tr key={one.id.clone()} data-testid="answer" data-answer={one.id.clone()}
                            data-outcome={word(one.outcome, "yes", "no", "open")}>
                            <td class="lead-icon">
                                <Icon name={one.outcome.icon()} tone={one.outcome.tone()}
                                    label={word(one.outcome, "Yes", "No", "Open")} />
                            </td>
                            <th scope="row" class="strong nowrap">{ &one.title }</th>
                            <td>{ &one.message }</td>
                        </tr>
                    }) }
                </tbody></table>
            </section>
            if !result.signatures.is_empty() {
                <section class="section">
                    <h2>{ "Signatures" }</h2>
                    <table>
                        <thead><tr>
                            <th scope="col">{ "Key" }</th><th scope="col">{ "Valid" }</th>
                            <th scope="col">{ "Trusted" }</th>
                        </tr></thead>
                        <tbody>
                            { for result.signatures.iter().map(|one| html! {
                                <tr key={one.key_id.clone()}>
                                    <td class="mono" title={one.key_id.clone()}>
                                        { digest_start(&one.key_id) }
                                    </td>
                                    <td><Verdict outcome={one.is_valid}
                                        word={word(one.is_valid, "yes", "no", "unknown")} /></td>
                                    <td><Verdict outcome={one.is_trusted}
                                        word={word(one.is_trusted, "yes", "no", "unknown")} /></td>
                                </tr>
                            }) }
                        </tbody>
                    </table>
                </section>
            }
            if !result.inputs.is_empty() {
                <section class="section">
                    <h2>{ "Inputs" }</h2>
                    <table>
                        <thead><tr>
                            <th class="lead-icon"><span class="hidden-text">{ "State" }</span></th><th scope="col">{ "Name" }</th>
                            <th scope="col">{ "In the report" }</th><th scope="col">{ "Given" }</th>
                        </tr></thead>
                        <tbody>
                            { for result.inputs.iter().map(|one| html! {
                                <tr>
                                    <td class="lead-icon">
                                        <Icon name={one.outcome.icon()} tone={one.outcome.tone()}
                                            label={word(one.outcome, "Same", "Differs", "Not given")} />
                                    </td>
                                    <td>{ &one.name }</td>
                                    <td class="mono">{ digest_start(&one.expected) }</td>
                                    <td class="mono">
                                        { one.given.as_deref().map(digest_start) }
                                    </td>
                                </tr>
                            }) }
                        </tbody>
                    </table>
                </section>
            }
        </>
    }
}
