//! The worker's message loop: jobs one after the other, forgotten ones left out.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use gloo::timers::future::TimeoutFuture;
use js_sys::Array;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::desk::Desk;
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
    /// The next job: in order, but that page images let what is quicker and wanted sooner go first. Nothing
    /// overtakes a job that changes what the worker knows.
    fn take_next(&mut self) -> Option<ToWorker> {
        let quick = self
            .waiting
            .iter()
            .take_while(|one| !changes(&one.request))
            .position(|one| !matches!(one.request, Request::Image { .. }));
        self.waiting.remove(quick.unwrap_or(0))
    }
}

/// Whether other jobs' answers depend on this one.
fn changes(request: &Request) -> bool {
    matches!(
        request,
        Request::Add { .. }
            | Request::Remove { .. }
            | Request::Unlock { .. }
            | Request::Score { .. }
            | Request::SetAudit { .. }
    )
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
        // Files are read before the desk is taken, since reading waits.
        match super::desk::with_bytes(request).await {
            Ok(request) => desk.borrow_mut().work(request, &answer),
            Err(message) => answer(Response::Failed { message }),
        }
        TimeoutFuture::new(0).await;
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
        _ => Array::new(),
    };
    // What cannot be sent cannot be reported either; the page then waits and offers a new start.
    if let Ok(value) = serde_wasm_bindgen::to_value(message) {
        let _ = scope().post_message_with_transfer(&value, &moved);
    }
}
