//! The three panes that Review and Audit share: the attempts, one attempt, its page.

use std::cell::Cell;
use std::rc::Rc;

use yew::prelude::*;

use crate::app::AppContext;
use crate::components::{
    AttemptList, AttemptView, Edge, FULL_SIZE, Human, ListFilters, PagePane, Splitter, Zoom,
    focus_search, zoomed,
};
use crate::platform;
use crate::state::{
    Action, AttemptRef, AuditAction, Filters, Highlight, Loaded, Outcome, Pane, Part, RunData,
    Screen, Sort, State, View, rule_in_words,
};

/// How the page is looked at.
#[derive(Clone, PartialEq)]
pub(super) struct Sight {
    pub(super) zoom: UseStateHandle<Zoom>,
    pub(super) turn: UseStateHandle<u8>,
    pub(super) scale_in_use: Rc<Cell<f64>>,
}

/// Whole pages, upright, at first.
#[hook]
pub(super) fn use_sight() -> Sight {
    Sight {
        zoom: use_state(|| Zoom::Fit),
        turn: use_state_eq(|| 0),
        scale_in_use: use_memo((), |()| Cell::new(FULL_SIZE)),
    }
}

/// The panes, and the tabs among which only one shows. `below` stands under the attempt.
pub(super) fn panes(app: &AppContext, data: &Rc<RunData>, sight: &Sight, below: Html) -> Html {
    let state = &*app.state;
    let show = {
        let dispatcher = app.state.dispatcher();
        Callback::from(move |view: View| dispatcher.dispatch(Action::Show(view)))
    };
    let page_word = state
        .target
        .as_ref()
        .map_or(0, |target| target.page_idx + 1);
    let tabs = [
        (Pane::List, "Attempts".to_owned()),
        (Pane::Attempt, "Attempt".to_owned()),
        (Pane::Page, format!("Page {page_word}")),
    ];
    let tabs = tabs.into_iter().map(|(pane, words)| {
        let view = View {
            pane,
            ..state.view.clone()
        };
        let onclick = show.reform(move |_: MouseEvent| view.clone());
        html! {
            <button aria-pressed={(pane == state.view.pane).to_string()} {onclick}
                data-testid={format!("pane-{}", pane.name())}>
                { words }
            </button>
        }
    });
    html! {
        <>
            <main class="panes" data-pane={state.view.pane.name()}>
                <section class="pane pane-side pane-list" aria-label="Attempts">
                    { list_pane(app, data, &show) }
                    <Splitter edge={Edge::List} />
                </section>
                <section class="pane pane-attempt" aria-label="Attempt">
                    <div class="scroll" tabindex="0" aria-label="The attempt" role="region">
                        { attempt_pane(app, data) }
                    </div>
                    { below }
                </section>
                <section class="pane pane-side pane-page" aria-label="Page">
                    { page_pane(app, data, sight) }
                    <Splitter edge={Edge::Page} />
                </section>
            </main>
            <nav class="pane-tabs" aria-label="Panes">{ for tabs }</nav>
        </>
    }
}

fn list_pane(app: &AppContext, data: &Rc<RunData>, show: &Callback<View>) -> Html {
    let state = &*app.state;
    let on_filters = {
        let view = state.view.clone();
        show.reform(move |filters: Filters| View {
            filters,
            ..view.clone()
        })
    };
    let on_select = {
        let view = state.view.clone();
        show.reform(move |name: AttemptRef| view.at(name))
    };
    let on_step = {
        let dispatcher = app.state.dispatcher();
        Callback::from(move |by: isize| dispatcher.dispatch(Action::Step(by)))
    };
    let is_audit = state.view.screen == Screen::Audit;
    let sort = {
        let next = match state.view.sort {
            Sort::Verdict => Sort::Plan,
            Sort::Plan => Sort::Question,
            Sort::Question => Sort::Verdict,
        };
        let view = View {
            sort: next,
            ..state.view.clone()
        };
        show.reform(move |_: MouseEvent| view.clone())
    };
    let sort_words = match state.view.sort {
        Sort::Verdict => "by verdict",
        Sort::Plan => "as planned",
        Sort::Question => "by question",
    };
    let clear = on_filters.reform(|_: MouseEvent| Filters::default());
    let n_shown = state.filtered.order.len();
    html! {
        <>
            <ListFilters data={data.clone()} filters={state.view.filters.clone()}
                counts={state.filtered.counts} on_change={on_filters} />
            <div class="list-head">
                <span data-testid="list-count">
                    { format!("{n_shown} of {} attempts", data.rows.len()) }
                </span>
                if is_audit {
                    <span>{ "as planned" }</span>
                } else {
                    <button class="link-button" onclick={sort} title="Change the order">
                        { sort_words }
                    </button>
                }
            </div>
            if is_audit {
                <p class="list-rule small faint" data-testid="queue-rule">
                    { format!("To decide: {}.",
                        rule_in_words(state.view.queue, state.queue.len(), data.rows.len())) }
                </p>
            }
            if n_shown == 0 {
                <p class="pane-empty">
                    { "No attempt matches. " }
                    <button class="link-button" onclick={clear}>{ "Clear filters" }</button>
                </p>
            } else {
                <AttemptList data={data.clone()} filtered={state.filtered.clone()}
                    view={state.view.clone()} shown={state.shown_row().map(|row| row.index)}
                    log={state.audit.log.clone()}
                    reviewer={AttrValue::from(state.audit.reviewer.clone())} {on_select}
                    {on_step} />
            }
        </>
    }
}

fn attempt_pane(app: &AppContext, data: &Rc<RunData>) -> Html {
    let state = &*app.state;
    let Some(row) = state.shown_row() else {
        return html! { <p class="pane-empty">{ "Choose an attempt from the list." }</p> };
    };
    let dispatcher = app.state.dispatcher();
    let show_page = is_narrow_jump(&state.view);
    let on_citation = Callback::from(move |index: usize| {
        dispatcher.dispatch(Action::SelectCitation(index));
        if let Some(view) = &show_page {
            dispatcher.dispatch(Action::Show(view.clone()));
        }
    });
    match &state.attempt {
        Loaded::Ready(attempt) => html! {
            <AttemptView attempt={attempt.clone()} question={state.question.clone()}
                view={state.view.clone()} siblings={siblings(data, row)}
                selected={state.citation} shown_place={shown_place(state)} {on_citation}
                human={human(app)} />
        },
        Loaded::Failed(message) => html! { <p class="pane-empty">{ &**message }</p> },
        Loaded::Empty | Loaded::Loading => html! { <p class="pane-empty">{ "Loading." }</p> },
    }
}

/// What people decided about the shown attempt.
fn human(app: &AppContext) -> Option<Human> {
    let state = &*app.state;
    let dispatcher = app.state.dispatcher();
    Some(Human {
        log: state.audit.log.clone(),
        attempt: state.view.attempt.clone()?,
        part: (state.view.screen == Screen::Audit).then(|| state.audit.part.clone()),
        on_part: Callback::from(move |part: Part| {
            dispatcher.dispatch(Action::Audit(AuditAction::Choose(part)));
        }),
    })
}

/// Where one pane shows at a time, a citation leads to the page.
fn is_narrow_jump(view: &View) -> Option<View> {
    let is_narrow = gloo::utils::window()
        .match_media("(max-width: 760px)")
        .ok()
        .flatten()
        .is_some_and(|query| query.matches());
    is_narrow.then(|| View {
        pane: Pane::Page,
        ..view.clone()
    })
}

fn siblings(data: &RunData, row: &crate::worker::Row) -> Vec<(AttemptRef, Outcome)> {
    data.rows
        .iter()
        .filter(|one| one.workflow_idx == row.workflow_idx && one.question_idx == row.question_idx)
        .map(|one| (data.name_of(one), one.outcome))
        .collect()
}

fn shown_place(state: &State) -> Option<(usize, usize)> {
    let key = state.selected.as_ref()?;
    state.highlights.iter().find(|one| one.key == *key)?.place
}

/// The first citation whose passage overlaps the anchor's.
fn citation_at<'h>(highlights: &'h [Highlight], anchor: &Highlight) -> Option<&'h Highlight> {
    highlights.iter().find(|one| {
        one.citation.is_some()
            && one.document == anchor.document
            && one.span.start < anchor.span.end
            && anchor.span.start < one.span.end
    })
}

fn page_pane(app: &AppContext, data: &Rc<RunData>, sight: &Sight) -> Html {
    let state = &*app.state;
    let on_select = {
        let dispatcher = app.state.dispatcher();
        let highlights = state.highlights.clone();
        Callback::from(move |key: String| {
            let chosen = highlights.iter().find(|one| one.key == key);
            // An anchor lies over the citations of its passage: choosing it means them.
            let under = chosen
                .filter(|one| one.citation.is_none())
                .and_then(|anchor| citation_at(&highlights, anchor));
            let citation = under.or(chosen).and_then(|one| one.citation);
            let key = under.map_or(key, |one| one.key.clone());
            dispatcher.dispatch(Action::SelectHighlight(key));
            if let Some(index) = citation {
                platform::scroll_into_view(&format!("citation-{index}"));
            }
        })
    };
    let on_page = {
        let dispatcher = app.state.dispatcher();
        Callback::from(move |(document, page_idx)| {
            dispatcher.dispatch(Action::GoToPage { document, page_idx });
        })
    };
    let on_toggle = {
        let dispatcher = app.state.dispatcher();
        Callback::from(move |kind| dispatcher.dispatch(Action::ToggleKind(kind)))
    };
    html! {
        <PagePane client={app.client.clone()} documents={data.overview.documents.clone()}
            outlines={state.outlines.clone()} highlights={state.highlights.clone()}
            boxes={state.boxes.clone()} hidden={state.hidden.clone()}
            selected={state.selected.clone().map(AttrValue::from)} target={state.target.clone()}
            zoom={sight.zoom.clone()} turn={sight.turn.clone()}
            scale_in_use={sight.scale_in_use.clone()} {on_select} {on_page} {on_toggle} />
    }
}

/// The keys that both screens have.
pub(super) fn on_key(app: &AppContext, sight: &Sight, key: &str) -> bool {
    let state = &*app.state;
    let Some(data) = state.run_data() else {
        return false;
    };
    let show = |view: View| app.state.dispatch(Action::Show(view));
    match key {
        "j" => app.state.dispatch(Action::Step(1)),
        "k" => app.state.dispatch(Action::Step(-1)),
        "[" | "]" => {
            let Some(row) = state.shown_row() else {
                return false;
            };
            let siblings = siblings(data, row);
            let now = siblings
                .iter()
                .position(|(name, _)| name.repetition == row.repetition);
            let next = match (now, key) {
                (Some(now), "]") => Some(now + 1),
                (Some(now), _) => now.checked_sub(1),
                (None, _) => None,
            };
            if let Some((name, _)) = next.and_then(|at| siblings.get(at)) {
                show(state.view.at(name.clone()));
            }
        }
        "c" => {
            let n = state
                .attempt
                .ready()
                .map_or(0, |attempt| attempt.citations.len());
            if n == 0 {
                return false;
            }
            let next = state.citation.map_or(0, |now| (now + 1) % n);
            app.state.dispatch(Action::SelectCitation(next));
            platform::scroll_into_view(&format!("citation-{next}"));
        }
        "/" => focus_search(),
        "g" => {
            let pane = if state.view.pane == Pane::Page {
                Pane::Attempt
            } else {
                Pane::Page
            };
            show(View {
                pane,
                ..state.view.clone()
            });
        }
        _ => return on_sight_key(sight, key),
    }
    true
}

/// The keys of the page alone.
pub(super) fn on_sight_key(sight: &Sight, key: &str) -> bool {
    match key {
        "0" => sight.zoom.set(Zoom::Fit),
        "r" => sight.turn.set((*sight.turn + 1) % 4),
        "+" | "=" | "-" => {
            let factor = if key == "-" { 1.0 / 1.2 } else { 1.2 };
            sight.zoom.set(zoomed(sight.scale_in_use.get(), factor));
        }
        _ => return false,
    }
    true
}
