//! How far the audit is, which attempts it goes through, and its files.

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::hooks::use_chooser;
use crate::state::{Kept, Queue};
use crate::worker::Dropped;

/// The size of a sample, until the person says another.
const SAMPLE: u32 = 20;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// Attempts decided, and attempts to decide.
    pub(crate) progress: (usize, usize),
    pub(crate) queue: Queue,
    pub(crate) reviewer: AttrValue,
    pub(crate) kept: Kept,
    pub(crate) has_decisions: bool,
    pub(crate) has_second: bool,
    pub(crate) on_queue: Callback<Queue>,
    pub(crate) on_name: Callback<()>,
    pub(crate) on_export: Callback<()>,
    pub(crate) on_files: Callback<Vec<Dropped>>,
    pub(crate) on_agreement: Callback<()>,
}

#[component]
pub(crate) fn AuditBar(props: &Props) -> Html {
    let chooser = use_chooser(props.on_files.clone());
    let (done, all) = props.progress;
    let left = all.saturating_sub(done);
    let on_name = props.on_name.reform(|_: MouseEvent| ());
    let on_export = props.on_export.reform(|_: MouseEvent| ());
    let on_agreement = props.on_agreement.reform(|_: MouseEvent| ());
    let (name, word) = if props.reviewer.is_empty() {
        ("nobody yet".to_owned(), "Say who decides")
    } else {
        (props.reviewer.to_string(), "Change")
    };
    html! {
        <section class="audit-bar" aria-label="Audit">
            <p class="audit-count" data-testid="audit-progress" data-done={done.to_string()}
                data-all={all.to_string()}>
                <span class="strong">{ format!("{done} of {all}") }</span>
                { format!(" decided, {left} left") }
            </p>
            <progress max={all.max(1).to_string()} value={done.to_string()}
                aria-label={format!("{done} of {all} decided")} />
            { queue_choice(props) }
            <span class="audit-who small faint">
                { "Reviewer: " }<span class="quiet-text" data-testid="reviewer">{ name }</span>{ " " }
                <button class="link-button" onclick={on_name} data-testid="change-reviewer">{ word }</button>
                { kept_words(&props.kept) }
            </span>
            <span class="actions">
                if props.has_second {
                    <button class="button" onclick={on_agreement} data-testid="open-agreement">
                        { "Agreement" }
                    </button>
                }
                <button class="button" onclick={on_export} disabled={!props.has_decisions}
                    data-testid="export-audit">
                    { "Export file" }
                </button>
                <button class="button" onclick={chooser.open}>{ "Merge a file" }</button>
                <input ref={chooser.field} type="file" multiple=true hidden=true
                    onchange={chooser.onchange}
                    aria-label="Audit files" data-testid="audit-input" />
            </span>
        </section>
    }
}

fn kept_words(kept: &Kept) -> Html {
    match kept {
        Kept::Nothing => Html::default(),
        Kept::Since(time) => {
            html! { <span data-testid="kept">{ format!(" · saved in this browser, {time}") }</span> }
        }
        Kept::Failed(message) => html! {
            <span class="tone-fail strong" role="alert" data-testid="kept" title={message.to_string()}>
                { " · not saved: export the file" }
            </span>
        },
    }
}

fn queue_choice(props: &Props) -> Html {
    let onchange = {
        let on_queue = props.on_queue.clone();
        Callback::from(move |event: Event| {
            let select: HtmlSelectElement = event.target_unchecked_into();
            on_queue.emit(match select.value().as_str() {
                "all" => Queue::All,
                "sample" => Queue::Sample {
                    size: SAMPLE,
                    seed: 1,
                },
                _ => Queue::Unresolved,
            });
        })
    };
    let kind = match props.queue {
        Queue::Unresolved => "unresolved",
        Queue::Sample { .. } => "sample",
        Queue::All => "all",
    };
    let option = |value: &'static str, words: &'static str| {
        html! { <option {value} selected={value == kind}>{ words }</option> }
    };
    html! {
        <span class="audit-queue">
            <select aria-label="Queue" {onchange} data-testid="queue">
                { option("unresolved", "Unresolved attempts") }
                { option("sample", "A sample of all") }
                { option("all", "Every attempt") }
            </select>
            if let Queue::Sample { size, seed } = props.queue {
                { number("Sample size", "sample-size", u64::from(size), props.on_queue.reform(move |n: u64| {
                    Queue::Sample { size: u32::try_from(n).unwrap_or(u32::MAX), seed }
                })) }
                <label class="small faint">{ "seed " }
                    { number("Seed", "sample-seed", seed, props.on_queue.reform(move |seed| {
                        Queue::Sample { size, seed }
                    })) }
                </label>
            }
        </span>
    }
}

fn number(label: &'static str, testid: &'static str, value: u64, on_number: Callback<u64>) -> Html {
    let onchange = Callback::from(move |event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        match input.value().trim().parse() {
            Ok(number) => on_number.emit(number),
            Err(_) => input.set_value(&value.to_string()),
        }
    });
    html! {
        <input type="text" inputmode="numeric" class="page-number" aria-label={label}
            data-testid={testid} value={value.to_string()} {onchange} />
    }
}
