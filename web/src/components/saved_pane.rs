//! A saved page with its structure: the values to look at, and where the quotation stands.

use std::rc::Rc;

use yew::prelude::*;

use super::Icon;
use super::answer_text::split_chars;
use crate::platform;
use crate::worker::{Block, BlockKind, Candidate, SavedPage};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) page: Option<Rc<SavedPage>>,
    pub(crate) candidates: Rc<[Candidate]>,
    /// The candidate that is shown, from 0.
    pub(crate) shown: usize,
    /// Where the quotation stands, in chars.
    pub(crate) span: Option<(u64, u64)>,
    pub(crate) on_step: Callback<bool>,
    /// Text that the person selected.
    pub(crate) on_quote: Callback<String>,
}

#[component]
pub(crate) fn SavedPane(props: &Props) -> Html {
    // The shown value, or the quotation, is brought into view.
    {
        let at = props.candidates.get(props.shown).map(|_| props.shown);
        let page = props.page.as_ref().map(|page| page.url.clone());
        use_effect_with((page, at), move |_| {
            if at.is_some() {
                platform::scroll_into_view("candidate-shown");
            }
        });
    }
    use_effect_with(props.span, |span| {
        if span.is_some() {
            platform::scroll_into_view("quote-shown");
        }
    });
    let Some(page) = &props.page else {
        return html! {
            <p class="pane-empty">
                { "This page is not among the saved ones. Choose one that is, or drop it with its list." }
            </p>
        };
    };
    let step = |is_forward: bool| props.on_step.reform(move |_: MouseEvent| is_forward);
    let n = props.candidates.len();
    let words = match n {
        0 => "no value of this kind".to_owned(),
        1 => "1 value".to_owned(),
        n => format!("{} of {n} values", props.shown + 1),
    };
    let onmouseup = {
        let on_quote = props.on_quote.clone();
        Callback::from(move |_: MouseEvent| {
            let text = platform::selected_text();
            if !text.is_empty() {
                on_quote.emit(text);
            }
        })
    };
    html! {
        <>
            <div class="page-toolbar" role="toolbar" aria-label="Saved page">
                <span class="strong nowrap saved-file" title={page.url.clone()}>{ &page.file }</span>
                <span class="toolbar-gap"></span>
                <span class="small faint nowrap">{ format!("saved {}", day(&page.fetched_at)) }</span>
                <span class="toolbar-rest"></span>
                <span class="small nowrap" data-testid="value-count">{ words }</span>
                <button class="button quiet square" aria-label="Previous value" disabled={n < 2}
                    onclick={step(false)}><Icon name="previous" /></button>
                <button class="button quiet square" aria-label="Next value" disabled={n < 2}
                    onclick={step(true)}><Icon name="next" /></button>
            </div>
            <div class="scroll saved-scroll" tabindex="0" role="region"
                aria-label={format!("Saved page {}", page.file)}>
                <div class="saved-page" {onmouseup} data-testid="saved-page">
                    { blocks(props, page) }
                </div>
            </div>
        </>
    }
}

fn day(time: &str) -> &str {
    time.split_once('T').map_or(time, |(day, _)| day)
}

fn blocks(props: &Props, page: &SavedPage) -> Html {
    let mut out = Vec::new();
    let mut rest = page.blocks.as_slice();
    while let Some(first) = rest.first() {
        let same = |block: &Block| match first.kind {
            BlockKind::HeaderRow | BlockKind::Row => {
                matches!(block.kind, BlockKind::HeaderRow | BlockKind::Row)
                    && block.table == first.table
            }
            BlockKind::Item => block.kind == BlockKind::Item,
            _ => false,
        };
        let n = rest.iter().take_while(|block| same(block)).count().max(1);
        let (group, tail) = rest.split_at(n);
        rest = tail;
        out.push(match first.kind {
            BlockKind::HeaderRow | BlockKind::Row => table(props, group),
            BlockKind::Item => html! {
                <ul>{ for group.iter().map(|block| html! { <li>{ parts(props, block) }</li> }) }</ul>
            },
            BlockKind::Heading(1) => html! { <h2>{ parts(props, first) }</h2> },
            BlockKind::Heading(_) => html! { <h3>{ parts(props, first) }</h3> },
            BlockKind::Code => html! { <pre>{ parts(props, first) }</pre> },
            BlockKind::Paragraph => html! { <p>{ parts(props, first) }</p> },
        });
    }
    html! { { for out } }
}

fn table(props: &Props, rows: &[Block]) -> Html {
    html! {
        <div class="wide-table"><table><tbody>
            { for rows.iter().map(|row| {
                let is_head = row.kind == BlockKind::HeaderRow;
                html! {
                    <tr>
                        { for row.parts.iter().map(|(start, text)| {
                            let inner = marked(props, *start, text);
                            if is_head {
                                html! { <th scope="col">{ inner }</th> }
                            } else {
                                html! { <td>{ inner }</td> }
                            }
                        }) }
                    </tr>
                }
            }) }
        </tbody></table></div>
    }
}

fn parts(props: &Props, block: &Block) -> Html {
    html! { { for block.parts.iter().map(|(start, text)| marked(props, *start, text)) } }
}

/// A text cut at the values and the quotation in it.
fn marked(props: &Props, start: u64, text: &str) -> Html {
    let end = start + text.chars().count() as u64;
    let inside =
        |from: u64, to: u64| (from < end && to > start).then(|| (from.max(start), to.min(end)));
    let values: Vec<(usize, (u64, u64))> = props
        .candidates
        .iter()
        .enumerate()
        .filter_map(|(at, one)| Some((at, inside(one.start, one.end)?)))
        .collect();
    let quote = props.span.and_then(|(from, to)| inside(from, to));
    let mut cuts: Vec<u64> = [start, end].to_vec();
    cuts.extend(values.iter().flat_map(|(_, (from, to))| [*from, *to]));
    cuts.extend(quote.iter().flat_map(|(from, to)| [*from, *to]));
    cuts.sort_unstable();
    cuts.dedup();
    let mut rest = text;
    let mut out = Vec::new();
    for pair in cuts.windows(2) {
        let &[from, to] = pair else { continue };
        let (piece, tail) = split_chars(rest, to - from);
        rest = tail;
        let value = values
            .iter()
            .find(|(_, (begin, stop))| *begin <= from && *stop >= to);
        let is_quote = quote.is_some_and(|(begin, stop)| begin <= from && stop >= to);
        let is_shown = value.is_some_and(|(at, _)| *at == props.shown);
        let is_first = value.is_some_and(|(_, (begin, _))| *begin == from);
        let opens_quote = props.span.is_some_and(|(begin, _)| begin == from);
        let is_past = value
            .and_then(|(at, _)| props.candidates.get(*at))
            .is_some_and(|one| one.is_past);
        if value.is_none() && !is_quote {
            out.push(html! { { piece.to_owned() } });
            continue;
        }
        let id = if opens_quote {
            Some("quote-shown")
        } else if is_shown && is_first {
            Some("candidate-shown")
        } else {
            None
        };
        out.push(html! {
            <mark {id} class={classes!(value.is_some().then_some("saved-value"),
                is_past.then_some("saved-past"), is_shown.then_some("saved-shown"),
                is_quote.then_some("saved-quote"))}
                data-testid={if is_quote { "saved-quote" } else { "saved-value" }}>
                { piece.to_owned() }
            </mark>
        });
    }
    html! { { for out } }
}
