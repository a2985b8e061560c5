//! The decision about the chosen part: three answers, a note, and on to the next.

use gloo::timers::callback::Timeout;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::Icon;
use crate::state::{Part, Ruling, Subject};

/// A note is taken over this long after the last key.
const PAUSE_MILLIS: u32 = 300;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) subject: Subject,
    /// What is asked, in words.
    pub(crate) question: AttrValue,
    /// What the reviewer said of it.
    pub(crate) ruling: Option<Ruling>,
    pub(crate) note: AttrValue,
    pub(crate) on_decide: Callback<Option<Ruling>>,
    pub(crate) on_note: Callback<(Subject, String)>,
    /// To the next part, or the one before.
    pub(crate) on_step: Callback<bool>,
    pub(crate) on_undo: Callback<()>,
    pub(crate) on_next: Callback<()>,
}

#[component]
pub(crate) fn DecisionBar(props: &Props) -> Html {
    let area = use_node_ref();
    let timer = use_mut_ref(|| None::<Timeout>);
    // Another subject, or an undone note: the field shows what is kept, unless it is being written in.
    {
        let area = area.clone();
        use_effect_with(
            (props.subject.clone(), props.note.clone()),
            move |(_, note)| {
                if let Some(area) = area.cast::<HtmlTextAreaElement>()
                    && area.value() != **note
                {
                    area.set_value(note);
                }
            },
        );
    }
    let oninput = {
        let (subject, on_note) = (props.subject.clone(), props.on_note.clone());
        let timer = timer.clone();
        Callback::from(move |event: InputEvent| {
            let area: HtmlTextAreaElement = event.target_unchecked_into();
            let (subject, on_note, text) = (subject.clone(), on_note.clone(), area.value());
            *timer.borrow_mut() = Some(Timeout::new(PAUSE_MILLIS, move || {
                on_note.emit((subject, text));
            }));
        })
    };
    let take_note = {
        let (subject, on_note) = (props.subject.clone(), props.on_note.clone());
        let (timer, area) = (timer.clone(), area.clone());
        move || {
            *timer.borrow_mut() = None;
            if let Some(area) = area.cast::<HtmlTextAreaElement>() {
                on_note.emit((subject.clone(), area.value()));
            }
        }
    };
    let onblur = {
        let take_note = take_note.clone();
        Callback::from(move |_: FocusEvent| take_note())
    };
    let onkeydown = {
        let on_next = props.on_next.clone();
        Callback::from(move |event: KeyboardEvent| {
            let area: HtmlTextAreaElement = event.target_unchecked_into();
            let has_ctrl = event.ctrl_key() || event.meta_key();
            match event.key().as_str() {
                "Escape" => {
                    let _ = area.blur();
                }
                "Enter" if has_ctrl => {
                    event.prevent_default();
                    take_note();
                    let _ = area.blur();
                    on_next.emit(());
                }
                _ => {}
            }
        })
    };
    let buttons = Ruling::ALL.into_iter().zip(1..).map(|(ruling, key)| {
        let is_chosen = props.ruling == Some(ruling);
        let onclick = props.on_decide.reform(move |_: MouseEvent| Some(ruling));
        html! {
            <button key={ruling.code()} class="button big decision" {onclick}
                aria-pressed={is_chosen.to_string()} data-testid="decide" data-ruling={ruling.code()}>
                { ruling.word() }{ " " }<kbd>{ key.to_string() }</kbd>
            </button>
        }
    });
    let step = |is_forward: bool, icon: &'static str, label: &'static str| {
        let onclick = props.on_step.reform(move |_: MouseEvent| is_forward);
        html! {
            <button class="button quiet square" aria-label={label} title={label} {onclick}>
                <Icon name={icon} />
            </button>
        }
    };
    let take_back = props.on_decide.reform(|_: MouseEvent| None);
    let on_undo = props.on_undo.reform(|_: MouseEvent| ());
    let on_next = props.on_next.reform(|_: MouseEvent| ());
    let part = match &props.subject.part {
        Part::Whole => "whole".to_owned(),
        Part::Obligation(id) => id.clone(),
        Part::Citation(index) => format!("citation {}", index + 1),
    };
    html! {
        <section class="decision-bar" aria-label="Decision">
            <div class="decision-line">
                { step(false, "previous", "Previous part") }
                { step(true, "next", "Next part") }
                <p class="strong decision-question" data-testid="deciding" data-part={part}>
                    { &props.question }
                </p>
                <button class="button quiet" onclick={on_undo} data-testid="undo">
                    { "Undo " }<kbd>{ "u" }</kbd>
                </button>
            </div>
            <div class="decision-line" role="group" aria-label="Does it hold?">
                { for buttons }
                if props.ruling.is_some() {
                    <button class="button quiet" onclick={take_back} data-testid="take-back">
                        { "Leave open " }<kbd>{ "4" }</kbd>
                    </button>
                }
            </div>
            <div class="decision-note">
                <textarea ref={area} id="audit-note" rows="2" aria-label="Note"
                    placeholder="Note: what the page says, and where" data-testid="note"
                    {oninput} {onblur} {onkeydown} />
                <button class="button big primary" onclick={on_next} data-testid="next-undecided">
                    { "Next undecided " }<kbd>{ "n" }</kbd>
                </button>
            </div>
            <p class="decision-keys small faint">
                <span>{ "Note " }<kbd>{ "m" }</kbd></span>
                <span>{ "Part " }<kbd>{ "," }</kbd>{ " " }<kbd>{ "." }</kbd></span>
                <span>{ "Attempt " }<kbd>{ "j" }</kbd>{ " " }<kbd>{ "k" }</kbd></span>
                <span>{ "Page " }<kbd>{ "g" }</kbd></span>
                <span class="decision-promise">{ "The rules’ verdict stays as it is" }</span>
            </p>
        </section>
    }
}
