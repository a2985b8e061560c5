//! What the bank desk asks the worker for.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use crate::app::AppContext;
use crate::state::Outline;
use crate::worker::{
    BankClaim, BankData, BankRequest, BankResponse, Client, Job, Probe, Request, Response,
};

fn ask(client: &Client, request: BankRequest, sink: impl Fn(BankResponse) + 'static) -> Job {
    client.ask(Request::Bank(Box::new(request)), move |response| {
        if let Response::Bank(answer) = response {
            sink(*answer);
        }
    })
}

/// The bank with its findings, anew each time files come or go.
#[hook]
pub(super) fn use_bank(app: &AppContext) -> Option<Rc<BankData>> {
    let data = use_state(|| None::<Rc<BankData>>);
    let setter = data.setter();
    let client = app.client.clone();
    use_effect_with(Rc::clone(&app.state.files), move |_| {
        let questions = RefCell::new(Vec::new());
        let job = ask(&client, BankRequest::Open, move |answer| match answer {
            BankResponse::Questions(some) => questions.borrow_mut().extend(some),
            BankResponse::Opened(data) => setter.set(Some(Rc::new(BankData {
                questions: questions.take(),
                ..data
            }))),
            _ => {}
        });
        move || drop(job)
    });
    (*data).clone()
}

/// The claim at a pointer in full.
#[hook]
pub(super) fn use_claim(
    app: &AppContext,
    data: Option<&Rc<BankData>>,
    shown: Option<&str>,
) -> Option<BankClaim> {
    let claim = use_state_eq(|| None::<BankClaim>);
    let setter = claim.setter();
    let client = app.client.clone();
    let wanted = shown.map(str::to_owned);
    let bank = data.map(|data| data.sha256.clone());
    use_effect_with((wanted, bank), move |(wanted, _)| {
        let job = wanted.clone().map(|pointer| {
            ask(&client, BankRequest::Claim { pointer }, move |answer| {
                if let BankResponse::Claim(claim) = answer {
                    setter.set(claim);
                }
            })
        });
        move || drop(job)
    });
    (*claim)
        .clone()
        .filter(|claim| shown == Some(claim.pointer.as_str()))
}

/// Where a quotation stands, so long after it was last changed.
#[hook]
pub(super) fn use_probe(
    client: &Client,
    document: &str,
    quote: &str,
    pause_millis: u32,
) -> Option<Probe> {
    let probe = use_state(|| None::<Probe>);
    let setter = probe.setter();
    let client = client.clone();
    let wanted = (document.to_owned(), quote.trim().to_owned());
    use_effect_with(wanted, move |(document, quote)| {
        let job = Rc::new(std::cell::RefCell::new(None));
        let is_wanted = !document.is_empty() && !quote.is_empty();
        if !is_wanted {
            setter.set(None);
        }
        let timer = is_wanted.then(|| {
            let request = BankRequest::Probe {
                document: document.clone(),
                quote: quote.clone(),
            };
            let job = Rc::clone(&job);
            Timeout::new(pause_millis, move || {
                *job.borrow_mut() = Some(ask(&client, request, move |answer| {
                    if let BankResponse::Probed(found) = answer {
                        setter.set(Some(found));
                    }
                }));
            })
        });
        move || drop((timer, job))
    });
    (*probe).clone()
}

/// The sizes of a document's pages.
#[hook]
pub(super) fn use_outline(
    client: &Client,
    document: &str,
    data: Option<&Rc<BankData>>,
) -> Rc<BTreeMap<String, Outline>> {
    let outlines = use_state(Rc::<BTreeMap<String, Outline>>::default);
    let setter = outlines.setter();
    let client = client.clone();
    let is_here = data.is_some_and(|data| data.documents.iter().any(|(id, ..)| id == document));
    use_effect_with(
        (document.to_owned(), is_here),
        move |(document, is_here)| {
            let job = is_here.then(|| {
                let request = Request::Outline {
                    document: document.clone(),
                };
                let document = document.clone();
                client.ask(request, move |response| {
                    if let Response::Outline { pages } = response {
                        let one = BTreeMap::from([(document.clone(), Outline::from(pages))]);
                        setter.set(Rc::new(one));
                    }
                })
            });
            move || drop(job)
        },
    );
    (*outlines).clone()
}
