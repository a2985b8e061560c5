//! Bank: what is wrong with a bank and where, a passage grounded as it is typed, freezing and attesting.

use std::collections::BTreeMap;
use std::rc::Rc;

use proofmark_report::format::{DocumentInfo, Span};
use yew::prelude::*;

use super::bank_hooks::{use_bank, use_claim, use_outline, use_probe};
use super::panes::{Sight, on_sight_key, use_sight};
use super::use_app;
use crate::app::AppContext;
use crate::components::{
    BankForm, ClaimDraft, Dialog, Edge, FindingList, FreezePanel, Notice, PagePane, Splitter,
};
use crate::hooks::use_keys;
use crate::platform;
use crate::state::{Action, Highlight, HighlightKind, Outline, PageTarget, Pane, Screen, View};
use crate::worker::{
    BankData, BankQuestion, BankRequest, BankResponse, Client, Dropped, Probe, Request, Response,
};

/// A quotation is looked for this long after the last key.
const PAUSE_MILLIS: u32 = 120;

/// Key of the one highlight.
const KEY: &str = "probe";

#[component]
pub(crate) fn BankPage() -> Html {
    let app = use_app();
    let sight = use_sight();
    let data = use_bank(&app);
    let passage_at = use_state_eq(|| 0_usize);
    let draft = use_state_eq(ClaimDraft::default);
    let failure = use_state_eq(|| None::<String>);
    // Where the person went on the pages; the quotation's place until then.
    let looked_at = use_state_eq(|| None::<PageTarget>);
    let shown = data.as_ref().and_then(|data| shown_claim(&app, data));
    let claim = use_claim(
        &app,
        data.as_ref(),
        shown.as_ref().map(|one| one.pointer.as_str()),
    );
    let passage = claim
        .as_ref()
        .and_then(|claim| claim.evidence.get(*passage_at).or(claim.evidence.first()))
        .cloned();
    {
        let passage_at = passage_at.setter();
        let id = shown.as_ref().map(|one| one.id.clone());
        use_effect_with(id, move |_| passage_at.set(0));
    }
    let as_in_bank = claim
        .as_ref()
        .map(|claim| ClaimDraft::of(claim, passage.as_ref()))
        .unwrap_or_default();
    {
        let draft = draft.setter();
        use_effect_with(as_in_bank.clone(), move |fresh| draft.set(fresh.clone()));
    }
    // What the bank has is not in the making.
    let pause_millis = if *draft == as_in_bank {
        0
    } else {
        PAUSE_MILLIS
    };
    let probe = use_probe(&app.client, &draft.document, &draft.quote, pause_millis);
    let as_frozen = {
        let passage = passage.clone().unwrap_or_default();
        use_probe(&app.client, &passage.document, &passage.quote, 0)
    };
    {
        let looked_at = looked_at.setter();
        // Another quotation leads to its own place; an answer that comes late leads nobody away.
        let quotation = (draft.document.clone(), draft.quote.clone());
        use_effect_with(quotation, move |_| looked_at.set(None));
    }
    let document = match &*looked_at {
        Some(target) => target.document.clone(),
        None => draft.document.clone(),
    };
    let outline = use_outline(&app.client, &document, data.as_ref());
    {
        let (app, sight) = (app.clone(), sight.clone());
        let data = data.clone();
        let shown = shown.as_ref().map(|one| one.id.clone());
        let undo = undo(&draft, &as_in_bank);
        use_keys(move |key| match key {
            "j" | "k" => {
                if let Some(data) = &data {
                    step(&app, data, shown.as_deref(), key == "j");
                }
                true
            }
            "u" => {
                undo.emit(());
                true
            }
            "m" => {
                platform::focus_by_id("bank-quote");
                true
            }
            "g" => {
                toggle_page(&app);
                true
            }
            _ => on_sight_key(&sight, key),
        });
    }
    let Some(data) = data.filter(|data| data.file.is_some()) else {
        let to_files = app.state.view.on(Screen::Files).fragment();
        return html! {
            <main class="sheet"><div class="empty-screen" data-testid="no-bank">
                <p>{ "There is no bank here. " }<a href={to_files}>{ "Drop a bank and its documents" }</a></p>
            </div></main>
        };
    };
    let new = claim
        .as_ref()
        .and_then(|claim| draft.change(claim, passage.as_ref(), probe.as_ref()));
    let is_changed = *draft != as_in_bank;
    let is_usable = is_changed && new.is_some();
    let on_use = {
        let (app, data, failure) = (app.clone(), data.clone(), failure.clone());
        Callback::from(move |()| {
            if let Some(new) = new.clone() {
                let request = BankRequest::Exchange(Box::new(new));
                change(&app, &data, request, failure.clone());
            }
        })
    };
    let on_freeze = {
        let (app, data, failure) = (app.clone(), data.clone(), failure.clone());
        Callback::from(move |(author, reviewer)| {
            let request = BankRequest::Freeze {
                frozen_at: platform::stamp().time,
                author,
                reviewer,
            };
            change(&app, &data, request, failure.clone());
        })
    };
    let on_save = {
        let (client, failure) = (app.client.clone(), failure.clone());
        Callback::from(move |()| save(&client, failure.clone()))
    };
    let close = {
        let failure = failure.clone();
        Callback::from(move |()| failure.set(None))
    };
    let on_draft = {
        let draft = draft.setter();
        Callback::from(move |next: ClaimDraft| draft.set(next))
    };
    // Words selected on the page are the quotation.
    let on_selected = {
        let draft = draft.clone();
        let document = document.clone();
        Callback::from(move |_: MouseEvent| {
            let quote = platform::selected_text_in("page-stage");
            if !quote.is_empty() && !draft.passage.is_empty() {
                draft.set(ClaimDraft {
                    quote,
                    document: document.clone(),
                    ..(*draft).clone()
                });
            }
        })
    };
    let on_passage = {
        let passage_at = passage_at.clone();
        Callback::from(move |at| passage_at.set(at))
    };
    let pane_button = |pane: Pane, words: &'static str| {
        let dispatcher = app.state.dispatcher();
        let view = View {
            pane,
            ..app.state.view.clone()
        };
        let is_shown = pane == app.state.view.pane;
        let onclick = Callback::from(move |_: MouseEvent| {
            dispatcher.dispatch(Action::Show(view.clone()));
        });
        html! { <button aria-pressed={is_shown.to_string()} {onclick}>{ words }</button> }
    };
    html! {
        <>
            <main class="panes" data-pane={app.state.view.pane.name()}>
                <section class="pane pane-side pane-list" aria-label="Findings">
                    <FindingList data={data.clone()} view={app.state.view.clone()}
                        shown={shown.as_ref().map(|one| one.id.clone())} />
                    <Splitter edge={Edge::List} />
                </section>
                <section class="pane pane-attempt" aria-label="Claim">
                    <div class="scroll" tabindex="0" role="region" aria-label="The claim">
                        <article class="attempt">
                            if let Some((question, claim)) = shown.map(|one| one.question).zip(claim) {
                                <BankForm {question} {claim} passage={passage.clone()}
                                    documents={data.documents.clone()} draft={(*draft).clone()}
                                    {is_changed} {is_usable} probe={probe.clone()}
                                    as_frozen={as_frozen} {on_draft} {on_passage} {on_use}
                                    on_undo={undo(&draft, &as_in_bank)} />
                            }
                            <FreezePanel data={data.clone()} {on_freeze} {on_save} />
                        </article>
                    </div>
                </section>
                <section class="pane pane-side pane-page" aria-label="Page" onmouseup={on_selected}>
                    { page_pane(&app, &data, &draft, probe.as_ref(), outline, &sight, &looked_at) }
                    <Splitter edge={Edge::Page} />
                </section>
            </main>
            <nav class="pane-tabs" aria-label="Panes">
                { pane_button(Pane::List, "Findings") }
                { pane_button(Pane::Attempt, "Claim") }
                { pane_button(Pane::Page, "Page") }
            </nav>
            if let Some(message) = &*failure {
                <Dialog title="That did not work" on_close={close}>
                    <Notice><p>{ message }</p></Notice>
                </Dialog>
            }
        </>
    }
}

fn undo(draft: &UseStateHandle<ClaimDraft>, as_in_bank: &ClaimDraft) -> Callback<()> {
    let (draft, fresh) = (draft.setter(), as_in_bank.clone());
    Callback::from(move |()| draft.set(fresh.clone()))
}

/// A claim's question, id and pointer.
#[derive(Clone, PartialEq)]
struct Shown {
    question: BankQuestion,
    id: String,
    pointer: String,
}

/// The claim that the address names, else the first with an error, else the first.
fn shown_claim(app: &AppContext, data: &BankData) -> Option<Shown> {
    let all = || {
        data.questions
            .iter()
            .flat_map(|question| question.claims.iter().map(move |claim| (question, claim)))
    };
    let of = |wanted: &String| all().find(|(_, (id, _))| id == wanted);
    let named = app.state.view.claim.as_ref().and_then(of);
    let broken = data.errors.iter().find_map(|one| of(one.claim.as_ref()?));
    named
        .or(broken)
        .or_else(|| all().next())
        .map(|(question, (id, pointer))| Shown {
            question: question.clone(),
            id: id.clone(),
            pointer: pointer.clone(),
        })
}

fn step(app: &AppContext, data: &BankData, shown: Option<&str>, is_forward: bool) {
    let claims = data.questions.iter().flat_map(|one| &one.claims);
    let ids: Vec<&String> = claims.map(|(id, _)| id).collect();
    let now = ids.iter().position(|id| Some(id.as_str()) == shown);
    let next = match (now, is_forward) {
        (Some(now), true) => Some(now + 1),
        (Some(now), false) => now.checked_sub(1),
        (None, _) => Some(0),
    };
    if let Some(id) = next.and_then(|at| ids.get(at)) {
        app.state.dispatch(Action::Show(View {
            claim: Some((*id).clone()),
            pane: Pane::Attempt,
            ..app.state.view.clone()
        }));
    }
}

fn toggle_page(app: &AppContext) {
    let pane = match app.state.view.pane {
        Pane::Page => Pane::Attempt,
        _ => Pane::Page,
    };
    app.state.dispatch(Action::Show(View {
        pane,
        ..app.state.view.clone()
    }));
}

/// Makes the bank's new text and lets it take the old file's place.
fn change(
    app: &AppContext,
    data: &Rc<BankData>,
    request: BankRequest,
    failure: UseStateHandle<Option<String>>,
) {
    let (app_now, data) = (app.clone(), Rc::clone(data));
    app.client.send(
        Request::Bank(Box::new(request)),
        move |response| match response {
            Response::Bank(answer) => {
                if let BankResponse::Changed { name, text } = *answer {
                    match platform::text_file(&name, &text) {
                        Ok(file) => replace(&app_now, &data, file),
                        Err(message) => failure.set(Some(message)),
                    }
                }
            }
            Response::Failed { message } => failure.set(Some(message)),
            _ => {}
        },
    );
}

fn replace(app: &AppContext, data: &BankData, file: Dropped) {
    if let Some(id) = data.file {
        app.commands.on_remove.emit((id, data.sha256.clone()));
    }
    app.commands.on_files.emit(vec![file]);
}

fn save(client: &Client, failure: UseStateHandle<Option<String>>) {
    client.send(
        Request::Bank(Box::new(BankRequest::Save)),
        move |response| {
            let saved = match response {
                Response::File(file) => {
                    platform::save_bytes(&file.name, &file.media_type, &file.bytes)
                }
                Response::Failed { message } => Err(message),
                _ => return,
            };
            if let Err(message) = saved {
                failure.set(Some(message));
            }
        },
    );
}

/// The page of the quotation, with every place of it marked.
fn page_pane(
    app: &AppContext,
    data: &BankData,
    draft: &ClaimDraft,
    probe: Option<&Probe>,
    outlines: Rc<BTreeMap<String, Outline>>,
    sight: &Sight,
    looked_at: &UseStateHandle<Option<PageTarget>>,
) -> Html {
    let spans = probe
        .map(|probe| probe.spans.as_slice())
        .unwrap_or_default();
    let kind = if spans.len() > 1 {
        HighlightKind::Ambiguous
    } else {
        HighlightKind::Anchor
    };
    let highlights: Rc<[Highlight]> = spans
        .first()
        .map(|&(start, end, page)| Highlight {
            key: KEY.to_owned(),
            kind,
            document: draft.document.clone(),
            span: Span {
                start,
                end,
                first_page: page,
                last_page: page,
            },
            citation: None,
            place: None,
            label: format!("The quotation, page {page}"),
        })
        .into_iter()
        .collect();
    let boxes = probe.map(|probe| (KEY.to_owned(), probe.boxes.clone()));
    // Until the quotation is found, the page that the bank names.
    let written = || draft.page.parse().unwrap_or(1);
    let first_page = spans.first().map_or_else(written, |&(_, _, page)| page);
    let on_page = {
        let looked_at = looked_at.clone();
        Callback::from(move |(document, page_idx)| {
            let nonce = looked_at.as_ref().map_or(0, |target| target.nonce);
            looked_at.set(Some(PageTarget {
                document,
                page_idx,
                highlight: None,
                nonce: nonce.wrapping_add(1),
            }));
        })
    };
    let of_quote = (!draft.document.is_empty()).then(|| PageTarget {
        document: draft.document.clone(),
        page_idx: usize::try_from(first_page.saturating_sub(1)).unwrap_or(0),
        highlight: spans.first().map(|_| KEY.to_owned()),
        // Another place is another target.
        nonce: spans.first().map_or(0, |&(start, ..)| {
            u32::try_from(start % 0x7fff_ffff).unwrap_or(0)
        }),
    });
    let target = (**looked_at).clone().or(of_quote);
    let documents: Vec<DocumentInfo> = data
        .documents
        .iter()
        .map(|(id, file, n_pages)| DocumentInfo {
            id: id.clone(),
            file: file.clone(),
            sha256: String::new(),
            n_pages: *n_pages,
            n_chars: 0,
            scans: Vec::new(),
            unverified: Vec::new(),
        })
        .collect();
    html! {
        <PagePane client={app.client.clone()} {documents} {outlines} {highlights}
            boxes={Rc::new(boxes.into_iter().collect::<BTreeMap<_, _>>())} hidden={Rc::default()}
            selected={AttrValue::from(KEY)} {target} zoom={sight.zoom.clone()}
            turn={sight.turn.clone()} scale_in_use={sight.scale_in_use.clone()}
            on_select={Callback::noop()} {on_page} on_toggle={Callback::noop()} />
    }
}
