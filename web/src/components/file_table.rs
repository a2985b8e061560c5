//! The files with kind, size, digest and state; a second line says what is wrong and where.

use std::rc::Rc;

use yew::prelude::*;

use super::Icon;
use crate::state::{bytes_in_words, digest_start, kind_in_words};
use crate::worker::{FileRow, FileState};

/// Problems of one file that are shown; the rest is counted.
const MAX_PROBLEMS: usize = 12;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) files: Rc<[FileRow]>,
    /// Id and digest of a file that is to go.
    pub(crate) on_remove: Callback<(u32, String)>,
    /// Name of a file that a password is to be given for.
    pub(crate) on_unlock: Callback<String>,
}

#[component]
pub(crate) fn FileTable(props: &Props) -> Html {
    html! {
        <div class="wide-table">
            <table class="file-table">
                <thead><tr>
                    <th class="file-icon"><span class="hidden-text">{ "Use" }</span></th>
                    <th scope="col">{ "Name" }</th>
                    <th scope="col">{ "Kind" }</th>
                    <th scope="col" class="number">{ "Size" }</th>
                    <th scope="col">{ "SHA-256" }</th>
                    <th scope="col">{ "State" }</th>
                    <th><span class="hidden-text">{ "Remove" }</span></th>
                </tr></thead>
                <tbody>{ for props.files.iter().map(|file| rows(file, props)) }</tbody>
            </table>
        </div>
    }
}

fn rows(file: &FileRow, props: &Props) -> Html {
    let (icon, tone, word) = match file.state {
        FileState::Ready => ("pass", "tone-pass", "Ready"),
        FileState::Warning => ("warning", "tone-unresolved", "Warning"),
        FileState::Missing => ("missing", "tone-none", "Missing"),
        FileState::Refused => ("fail", "tone-fail", "Refused"),
    };
    let key = match file.id {
        Some(id) => id.to_string(),
        None => format!("missing {}", file.name),
    };
    let is_open = !file.problems.is_empty();
    let remove = file.id.map(|id| {
        let of = (id, file.sha256.clone());
        let onclick = props.on_remove.reform(move |_: MouseEvent| of.clone());
        html! {
            <button class="button quiet" {onclick} aria-label={format!("Remove {}", file.name)}>
                { "Remove" }
            </button>
        }
    });
    html! {
        <>
            <tr key={key.clone()} class={classes!(is_open.then_some("open"))}
                data-testid="file-row" data-name={file.name.clone()} data-kind={file.kind.clone()}
                data-state={word}>
                <td class="file-icon"><Icon name={icon} {tone} label={word} /></td>
                <th scope="row" class="file-name">{ &file.name }</th>
                <td class="file-kind">{ kind_in_words(&file.kind).to_owned() }</td>
                <td class="number file-size">{ file.size.map(bytes_in_words) }</td>
                <td class="mono faint file-digest" title={file.sha256.clone()}>
                    { digest_start(&file.sha256) }
                </td>
                <td class="file-state">{ &file.summary }</td>
                <td class="file-remove">{ remove }</td>
            </tr>
            if is_open {
                <tr key={format!("{key} problems")} class="file-problems">
                    <td></td>
                    <td colspan="6"><ul>{ for problems(file) }</ul>{ unlock(file, props) }</td>
                </tr>
            }
        </>
    }
}

/// The way to open an encrypted file.
fn unlock(file: &FileRow, props: &Props) -> Option<Html> {
    file.needs_password.then(|| {
        let name = file.name.clone();
        let onclick = props.on_unlock.reform(move |_: MouseEvent| name.clone());
        html! {
            <button class="button" {onclick} data-testid="unlock" data-name={file.name.clone()}>
                { "Enter the password" }
            </button>
        }
    })
}

fn problems(file: &FileRow) -> Vec<Html> {
    let mut lines: Vec<Html> = file
        .problems
        .iter()
        .take(MAX_PROBLEMS)
        .map(|problem| {
            html! {
                <li>
                    if !problem.place.is_empty() { <code>{ &problem.place }</code>{ ": " } }
                    { &problem.message }
                </li>
            }
        })
        .collect();
    let left = file.problems.len().saturating_sub(MAX_PROBLEMS);
    if left > 0 {
        lines.push(html! { <li class="faint">{ format!("and {left} more") }</li> });
    }
    lines
}
