//! Two reviewers side by side: what both decided, how far they agree, and where they do not.

use std::rc::Rc;

use proofmark_report::format::{Audit, Decision};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::{Dialog, Icon};
use crate::state::{AttemptRef, Loaded, Ruling, View};
use crate::worker::{Agreement, Client, Request, Response};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) client: Client,
    pub(crate) audit: Audit,
    /// Everybody who decided something; at least two.
    pub(crate) names: Vec<String>,
    /// Who sits here, if it is one of them.
    pub(crate) reviewer: AttrValue,
    pub(crate) view: View,
    pub(crate) on_go: Callback<View>,
    pub(crate) on_close: Callback<()>,
}

#[component]
pub(crate) fn AgreementTable(props: &Props) -> Html {
    let names = &props.names;
    let first = use_state_eq(|| {
        let is_here = names.iter().any(|name| *name == *props.reviewer);
        let name = if is_here {
            Some(props.reviewer.to_string())
        } else {
            names.first().cloned()
        };
        name.unwrap_or_default()
    });
    let second = {
        let first = first.to_string();
        use_state_eq(move || {
            let other = names.iter().find(|name| **name != first);
            other.cloned().unwrap_or_default()
        })
    };
    let found = use_state_eq(|| Loaded::<Rc<Agreement>>::Empty);
    {
        let (client, found) = (props.client.clone(), found.setter());
        let asked = (props.audit.clone(), first.to_string(), second.to_string());
        use_effect_with(asked, move |(audit, first, second)| {
            let request = Request::Agree {
                audit: audit.clone(),
                first: first.clone(),
                second: second.clone(),
            };
            let job = client.ask(request, move |response| {
                found.set(match response {
                    Response::Agreement(agreement) => Loaded::Ready(Rc::from(agreement)),
                    Response::Failed { message } => Loaded::Failed(message.into()),
                    _ => return,
                });
            });
            move || drop(job)
        });
    }
    let choice = |label: &'static str, chosen: &UseStateHandle<String>| {
        let setter = chosen.setter();
        let onchange = Callback::from(move |event: Event| {
            let select: HtmlSelectElement = event.target_unchecked_into();
            setter.set(select.value());
        });
        html! {
            <select aria-label={label} {onchange}>
                { for names.iter().map(|name| html! {
                    <option key={name.clone()} value={name.clone()} selected={*name == **chosen}>
                        { name }
                    </option>
                }) }
            </select>
        }
    };
    let body = match &*found {
        Loaded::Ready(agreement) => result(props, agreement, &first, &second),
        Loaded::Failed(message) => html! { <p>{ &**message }</p> },
        Loaded::Empty | Loaded::Loading => html! { <p class="faint">{ "Comparing." }</p> },
    };
    html! {
        <Dialog title="Agreement of two reviewers" on_close={props.on_close.clone()}>
            <p class="agreement-who">
                { choice("First reviewer", &first) }{ " against " }{ choice("Second reviewer", &second) }
            </p>
            { body }
        </Dialog>
    }
}

fn result(props: &Props, found: &Agreement, first: &str, second: &str) -> Html {
    let n_both: u64 = found.table.iter().flatten().sum();
    let n_agreed: u64 = (0..3).map(|k| found.table[k][k]).sum();
    html! {
        <div data-testid="agreement" data-both={n_both.to_string()} data-agreed={n_agreed.to_string()}
            data-kappa={found.kappa.map(|all| all[0].to_string())}>
            <table class="agreement-table">
                <thead>
                    <tr>
                        <th><span class="hidden-text">{ "Decision" }</span></th>
                        { for Ruling::ALL.iter().map(|one| html! {
                            <th scope="col" class="number">{ format!("{second}: {}", one.small_word()) }</th>
                        }) }
                    </tr>
                </thead>
                <tbody>
                    { for Ruling::ALL.iter().zip(&found.table).enumerate().map(|(row, (one, counts))| html! {
                        <tr>
                            <th scope="row">{ format!("{first}: {}", one.small_word()) }</th>
                            { for counts.iter().enumerate().map(|(column, count)| html! {
                                <td class={classes!("number", (row == column).then_some("strong"))}>
                                    { count }
                                </td>
                            }) }
                        </tr>
                    }) }
                </tbody>
            </table>
            <dl class="pairs">
                <dt>{ "Agree" }</dt>
                <dd>{ format!("{n_agreed} of {n_both} that both decided") }</dd>
                <dt>{ "Kappa" }</dt>
                <dd>{ kappa_words(found.kappa) }</dd>
                <dt>{ "Alone" }</dt>
                <dd>
                    { format!("{} by {first} only, {} by {second} only",
                        found.only_first, found.only_second) }
                </dd>
            </dl>
            <section class="section">
                <h3>{ "Conflicts" }<span class="section-aside">{ found.conflicts.len() }</span></h3>
                if found.conflicts.is_empty() {
                    <p class="faint">{ "None: whatever both decided, they decided alike." }</p>
                } else {
                    <ul class="conflicts">
                        { for found.conflicts.iter().map(|pair| conflict(props, pair)) }
                    </ul>
                }
            </section>
        </div>
    }
}

fn conflict(props: &Props, (one, other): &(Decision, Decision)) -> Html {
    let attempt = AttemptRef {
        workflow: one.workflow.clone(),
        repetition: one.repetition,
        question: one.question_id.clone(),
    };
    let part = match (&one.obligation, one.citation) {
        (Some(id), _) => format!(", obligation {id}"),
        (None, Some(index)) => format!(", citation {}", index + 1),
        (None, None) => String::new(),
    };
    let words = format!(
        "{} {} rep {}{part}",
        one.question_id, one.workflow, one.repetition
    );
    let view = props.view.at(attempt);
    let href = view.fragment();
    let onclick = props.on_go.reform(move |event: MouseEvent| {
        event.prevent_default();
        view.clone()
    });
    html! {
        <li data-testid="conflict">
            <a {href} {onclick}>{ words }</a>
            { for [one, other].into_iter().map(|decision| {
                let ruling = Ruling::from_code(&decision.decision);
                html! {
                    <p class="quiet-text">
                        <Icon name="person" />{ " " }
                        { format!("{}: {}", decision.name, ruling.map_or("", Ruling::small_word)) }
                        if !decision.note.is_empty() { { format!(". {}", decision.note) } }
                    </p>
                }
            }) }
        </li>
    }
}

fn kappa_words(kappa: Option<[i64; 3]>) -> String {
    let two = |millionths: i64| {
        let hundredths = (millionths.unsigned_abs() + 5_000) / 10_000;
        let sign = if millionths < 0 && hundredths > 0 {
            "−"
        } else {
            ""
        };
        format!("{sign}{}.{:02}", hundredths / 100, hundredths % 100)
    };
    match kappa {
        Some([center, lower, upper]) => {
            format!(
                "{}, 95 % interval {} to {}",
                two(center),
                two(lower),
                two(upper)
            )
        }
        None => "not defined: too little, or only one answer, was given".to_owned(),
    }
}
