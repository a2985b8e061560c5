//! The worker's message loop: jobs one after the other, forgotten ones left out.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use gloo::timers::future::TimeoutFuture;
use js_sys::Array;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::desk::{Desk, Sink};
use super::{FromWorker, Request, Response, ToWorker};

/// Registers the worker: from now on it answers.
pub(crate) fn serve() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        post(&FromWorker::Died {
            message: info.to_string(),
        });
    }));
    let queue = Rc::new(RefCell::new(Queue::default()));
    let desk = Rc::new(RefCell::new(Desk::default()));
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        match serde_wasm_bindgen::from_value::<ToWorker>(event.data()) {
            Ok(message) => receive(message, &queue, &desk),
            Err(reason) => {
                post(&FromWorker::Died {
                    message: format!("a request could not be read: {reason}"),
                });
            }
        }
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    // The closure lives as long as the worker does.
    on_message.forget();
    post(&FromWorker::Listening);
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<ToWorker>,
    is_running: bool,
}

impl Queue {
    /// The next job: in order, but that page images let what is quicker and wanted sooner go first, and those in
    /// view go before the others. Nothing overtakes a job that changes what the worker knows.
    fn take_next(&mut self) -> Option<ToWorker> {
        let next = self.first_of(|_| true);
        self.waiting.remove(next.unwrap_or(0))
    }

    /// The next job that can be done in the middle of another one.
    fn take_between(&mut self, can_be_done: fn(&Request) -> bool) -> Option<ToWorker> {
        let next = self.first_of(can_be_done)?;
        self.waiting.remove(next)
    }

    fn first_of(&self, is_wanted: impl Fn(&Request) -> bool) -> Option<usize> {
        let rank = |request: &Request| match request {
            Request::Image { is_in_view, .. } => 1 + u8::from(!is_in_view),
            _ => 0,
        };
        self.waiting
            .iter()
            .enumerate()
            .take_while(|(_, one)| !one.request.changes())
            .filter(|(_, one)| is_wanted(&one.request))
            .min_by_key(|(_, one)| rank(&one.request))
            .map(|(at, _)| at)
    }
}

/// What is looked at while a run is scored.
fn is_about_files(request: &Request) -> bool {
    matches!(
        request,
        Request::Image { .. }
            | Request::Lines { .. }
            | Request::Outline { .. }
            | Request::Boxes { .. }
            | Request::Find { .. }
            | Request::Bank(_)
            | Request::Judge(_)
    )
}

/// What is looked at while a report is made ready to be signed.
fn is_looked_at(request: &Request) -> bool {
    is_about_files(request) || matches!(request, Request::Attempt { .. } | Request::Search { .. })
}

fn receive(message: ToWorker, queue: &Rc<RefCell<Queue>>, desk: &Rc<RefCell<Desk>>) {
    let mut open = queue.borrow_mut();
    if let Request::Forget { job } = message.request {
        open.waiting.retain(|waiting| waiting.job != job);
        return;
    }
    open.waiting.push_back(message);
    if !open.is_running {
        open.is_running = true;
        spawn_local(run(Rc::clone(queue), Rc::clone(desk)));
    }
}

/// Works the queue off. Between two jobs the browser may deliver messages, so that a job that nobody
/// wants any more is not started.
async fn run(queue: Rc<RefCell<Queue>>, desk: Rc<RefCell<Desk>>) {
    loop {
        let next = {
            let mut open = queue.borrow_mut();
            let next = open.take_next();
            open.is_running = next.is_some();
            next
        };
        let Some(ToWorker { job, request }) = next else {
            return;
        };
        let answer = |response| post(&FromWorker::Answer { job, response });
        match request {
            Request::Score { preflight } => {
                let pause = async || work_between(&queue, &desk, is_about_files).await;
                super::scoring::score(&desk, preflight, &answer, pause).await;
            }
            about_report if about_report.needs_statement() => {
                let pause = async || work_between(&queue, &desk, is_looked_at).await;
                match super::preparing::prepare(&desk, pause).await {
                    Ok(()) => do_one(&desk, about_report, &answer).await,
                    Err(message) => answer(Response::Failed { message }),
                }
            }
            other => do_one(&desk, other, &answer).await,
        }
        TimeoutFuture::new(0).await;
    }
}

async fn do_one(desk: &RefCell<Desk>, request: Request, answer: Sink<'_>) {
    // Files are read before the desk is taken, since reading waits.
    match super::desk::with_bytes(request).await {
        Ok(request) => desk.borrow_mut().work(request, answer),
        Err(message) => answer(Response::Failed { message }),
    }
}

/// Lets messages in, and does what does not wait for the end of a long job.
async fn work_between(
    queue: &RefCell<Queue>,
    desk: &RefCell<Desk>,
    can_be_done: fn(&Request) -> bool,
) {
    loop {
        TimeoutFuture::new(0).await;
        let next = queue.borrow_mut().take_between(can_be_done);
        let Some(ToWorker { job, request }) = next else {
            return;
        };
        let answer = |response| post(&FromWorker::Answer { job, response });
        do_one(desk, request, &answer).await;
    }
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// Sends a message; images and files are moved, not copied.
fn post(message: &FromWorker) {
    let moved = match message {
        FromWorker::Answer {
            response: Response::Image(image),
            ..
        } => Array::of1(&image.pixels.buffer()),
        FromWorker::Answer {
            response: Response::File(file),
            ..
        } => Array::of1(&file.bytes.buffer()),
        FromWorker::Answer {
            response: Response::Rows { packed },
            ..
        } => Array::of1(&packed.buffer()),
        _ => Array::new(),
    };
    // What cannot be sent cannot be reported either; the page then waits and offers a new start.
    if let Ok(value) = serde_wasm_bindgen::to_value(message) {
        let _ = scope().post_message_with_transfer(&value, &moved);
    }
}
