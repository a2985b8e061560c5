//! The page's handle on the worker: numbered jobs, progress, cancelling by replacing the worker.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, MessageEvent, WorkerOptions, WorkerType};
use yew::Callback;

use super::images::Images;
use super::looked_at::LookedAt;
use super::{Dropped, FromWorker, ImageRequest, JobId, PageImage, Request, Response, ToWorker};
use crate::platform;

/// The script that loads the worker, beside the page.
const LOADER: &str = "worker_loader.js";

const BREAKS_WORKERS: &str = "each time it was asked for, what reads and draws the files broke";

type Sink = Rc<dyn Fn(Response)>;

/// A handle on the worker. Clones share it; two are equal when they do.
#[derive(Clone)]
pub(crate) struct Client(Rc<Inner>);

impl PartialEq for Client {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

struct Inner {
    thread: RefCell<Option<Thread>>,
    sinks: RefCell<BTreeMap<JobId, Sink>>,
    /// Messages that wait until the worker listens; `None` once it does.
    waiting: RefCell<Option<Vec<ToWorker>>>,
    next_job: Cell<JobId>,
    /// What was dropped and read, so that a new worker can read it again.
    drops: RefCell<Vec<Dropped>>,
    /// How many of those the worker has read: what it died of is not read again.
    n_settled: Cell<usize>,
    /// Digests that the person removed.
    removed: RefCell<Vec<String>>,
    images: RefCell<Images>,
    looked_at: RefCell<LookedAt>,
    on_listen: Callback<()>,
    on_death: Callback<String>,
}

/// A running worker with the closures that it calls.
struct Thread {
    worker: web_sys::Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl Drop for Thread {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// A job that someone waits for: dropping it forgets it.
pub(crate) struct Job {
    client: Client,
    id: JobId,
}

impl Drop for Job {
    fn drop(&mut self) {
        self.client.0.looked_at.borrow_mut().remove(self.id);
        if self.client.0.sinks.borrow_mut().remove(&self.id).is_some() {
            self.client.post(ToWorker {
                job: self.id,
                request: Request::Forget { job: self.id },
            });
            self.client.try_next();
        }
    }
}

impl Client {
    /// Starts a worker. `on_listen` is called each time a worker is ready, `on_death` when one broke.
    pub(crate) fn start(on_listen: Callback<()>, on_death: Callback<String>) -> Self {
        let client = Self(Rc::new(Inner {
            thread: RefCell::default(),
            sinks: RefCell::default(),
            waiting: RefCell::default(),
            next_job: Cell::new(1),
            drops: RefCell::default(),
            n_settled: Cell::new(0),
            removed: RefCell::default(),
            images: RefCell::default(),
            looked_at: RefCell::default(),
            on_listen,
            on_death,
        }));
        client.spawn();
        client
    }

    /// Asks; `sink` gets every part of the answer until the job is dropped.
    #[must_use = "dropping the job forgets it"]
    pub(crate) fn ask(&self, request: Request, sink: impl Fn(Response) + 'static) -> Job {
        Job {
            id: self.send(request, sink),
            client: self.clone(),
        }
    }

    /// Asks for an image that somebody waits for. One that is kept comes at once.
    pub(crate) fn ask_image(
        &self,
        wanted: ImageRequest,
        is_in_view: bool,
        sink: impl Fn(Result<PageImage, String>) + 'static,
    ) -> Option<Job> {
        let kept = self.0.images.borrow_mut().get(&wanted);
        if let Some(image) = kept {
            sink(Ok(image));
            return None;
        }
        let looked_at = self.0.looked_at.borrow();
        let is_left_out = looked_at.is_left_out(&wanted.document, wanted.page_idx);
        drop(looked_at);
        if is_left_out {
            sink(Err(BREAKS_WORKERS.to_owned()));
            return None;
        }
        let generation = self.0.images.borrow().generation();
        let request = request_of(&wanted, is_in_view);
        let client = self.clone();
        Some(self.ask(request, move |response| match response {
            Response::Image(image) => {
                let n_bytes = image.pixels.length() as usize;
                client
                    .0
                    .looked_at
                    .borrow_mut()
                    .acquit(&wanted.document, wanted.page_idx);
                client.0.images.borrow_mut().put(
                    generation,
                    wanted.clone(),
                    image.clone(),
                    n_bytes,
                );
                sink(Ok(image));
            }
            Response::Failed { message } => sink(Err(message)),
            _ => {}
        }))
    }

    /// Asks; nobody can forget the job.
    pub(crate) fn send(&self, request: Request, sink: impl Fn(Response) + 'static) -> JobId {
        let id = self.0.next_job.get();
        self.0.next_job.set(id.wrapping_add(1).max(1));
        if let Request::Add { files, .. } = &request {
            self.0.drops.borrow_mut().extend(files.iter().cloned());
        }
        if request.changes() {
            // The same name may mean another file from now on.
            self.0.images.borrow_mut().forget_all();
        }
        self.0.sinks.borrow_mut().insert(id, Rc::new(sink));
        let is_due = self.0.looked_at.borrow_mut().insert(id, &request);
        if is_due {
            self.post(ToWorker { job: id, request });
        } else {
            self.try_next();
        }
        id
    }

    /// Remembers that a file was removed, for a worker that reads everything again.
    pub(crate) fn note_removed(&self, sha256: String) {
        self.0.removed.borrow_mut().push(sha256);
    }

    /// Ends the worker and starts one that knows nothing, not even what was dropped.
    pub(crate) fn start_anew(&self) {
        self.0.sinks.borrow_mut().clear();
        self.0.looked_at.borrow_mut().forget_all();
        self.0.drops.borrow_mut().clear();
        self.0.removed.borrow_mut().clear();
        self.0.n_settled.set(0);
        self.spawn();
    }

    /// What was dropped and read, in order.
    pub(crate) fn drops(&self) -> Vec<Dropped> {
        let drops = self.0.drops.borrow();
        let n = self.0.n_settled.get().min(drops.len());
        drops[..n].to_vec()
    }

    /// What was dropped under a name; the archives where no file of its own has it.
    pub(crate) fn drops_named(&self, name: &str) -> Vec<Dropped> {
        let base = |one: &Dropped| one.name.rsplit(['/', '\\']).next().map(str::to_owned);
        let drops = self.0.drops.borrow();
        let named: Vec<Dropped> = drops
            .iter()
            .filter(|one| base(one).as_deref() == Some(name))
            .cloned()
            .collect();
        if !named.is_empty() {
            return named;
        }
        let is_archive = |one: &&Dropped| one.name.to_ascii_lowercase().ends_with(".zip");
        drops.iter().filter(is_archive).cloned().collect()
    }

    /// Digests of files that were taken out.
    pub(crate) fn removed(&self) -> Vec<String> {
        self.0.removed.borrow().clone()
    }

    /// Ends the worker in the middle of what it does and starts another. Returns what the new one has
    /// to read: the files that the old one had read.
    pub(crate) fn restart(&self) -> Request {
        self.forget_all_but_looked_at();
        self.0.looked_at.borrow_mut().pause();
        self.spawn();
        let mut files = self.0.drops.take();
        files.truncate(self.0.n_settled.replace(0));
        Request::Add {
            files,
            except: self.0.removed.borrow().clone(),
        }
    }

    fn spawn(&self) {
        *self.0.waiting.borrow_mut() = Some(Vec::new());
        // The old thread ends here, before the new one starts.
        *self.0.thread.borrow_mut() = None;
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = match web_sys::Worker::new_with_options(LOADER, &options) {
            Ok(worker) => worker,
            Err(reason) => {
                self.die(platform::error_text(&reason));
                return;
            }
        };
        let on_message = {
            let client = self.clone();
            Closure::new(move |event: MessageEvent| client.receive(event.data()))
        };
        let on_error = {
            let client = self.clone();
            Closure::new(move |event: ErrorEvent| client.die(event.message()))
        };
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        *self.0.thread.borrow_mut() = Some(Thread {
            worker,
            _on_message: on_message,
            _on_error: on_error,
        });
    }

    fn receive(&self, data: JsValue) {
        match serde_wasm_bindgen::from_value(data) {
            Ok(FromWorker::Listening) => {
                let waiting = self.0.waiting.borrow_mut().take();
                for message in waiting.into_iter().flatten() {
                    self.post(message);
                }
                self.0.on_listen.emit(());
            }
            Ok(FromWorker::Answer { job, response }) => {
                if let Response::Files { files, .. } = &response {
                    self.0.n_settled.set(self.0.drops.borrow().len());
                    // A file that was dropped again is no longer removed.
                    let is_here = |sha256: &String| files.iter().any(|one| one.sha256 == *sha256);
                    self.0
                        .removed
                        .borrow_mut()
                        .retain(|sha256| !is_here(sha256));
                }
                let are_files = matches!(response, Response::Files { .. });
                self.answer(job, response);
                if are_files && self.0.looked_at.borrow().is_paused() {
                    // The page first takes away what it no longer shows.
                    let client = self.clone();
                    Timeout::new(0, move || client.ask_again()).forget();
                }
            }
            Ok(FromWorker::Died { message }) => self.die(message),
            Err(reason) => self.die(format!("an answer could not be read: {reason}")),
        }
    }

    /// Hands an answer to who waits for it; one that nobody waits for any more is stale.
    fn answer(&self, job: JobId, response: Response) {
        let sink = if response.is_part() {
            self.0.sinks.borrow().get(&job).cloned()
        } else {
            self.0.looked_at.borrow_mut().remove(job);
            self.0.sinks.borrow_mut().remove(&job)
        };
        if let Some(sink) = sink {
            sink(response);
        }
        self.try_next();
    }

    /// Forgets who waits, except for what is looked at: a place on the page asks for its image once.
    fn forget_all_but_looked_at(&self) {
        let looked_at = self.0.looked_at.borrow();
        let mut sinks = self.0.sinks.borrow_mut();
        sinks.retain(|id, _| looked_at.contains(*id));
    }

    /// Asks a new worker, which has read everything again, for what is still looked at.
    fn ask_again(&self) {
        let (left_out, now) = self.0.looked_at.borrow_mut().resume();
        for (job, request) in now {
            self.post(ToWorker { job, request });
        }
        for job in left_out {
            let message = BREAKS_WORKERS.to_owned();
            self.answer(job, Response::Failed { message });
        }
        self.try_next();
    }

    /// Asks for the next page on which a worker may have broken.
    fn try_next(&self) {
        let next = self.0.looked_at.borrow_mut().next_trial();
        if let Some((job, request)) = next {
            self.post(ToWorker { job, request });
        }
    }

    fn die(&self, message: String) {
        self.0.looked_at.borrow_mut().broke();
        self.forget_all_but_looked_at();
        self.0.on_death.emit(message);
    }

    fn post(&self, message: ToWorker) {
        if let Some(waiting) = self.0.waiting.borrow_mut().as_mut() {
            waiting.push(message);
            return;
        }
        let posted = serde_wasm_bindgen::to_value(&message)
            .map_err(JsValue::from)
            .and_then(|value| match &*self.0.thread.borrow() {
                Some(thread) => thread.worker.post_message(&value),
                None => Ok(()),
            });
        if let Err(reason) = posted {
            self.die(platform::error_text(&reason));
        }
    }
}

fn request_of(image: &ImageRequest, is_in_view: bool) -> Request {
    #[expect(clippy::cast_precision_loss, reason = "a scale is far below 2^24")]
    let scale = image.scale_thousandths as f32 / 1_000.0;
    Request::Image {
        document: image.document.clone(),
        page_idx: image.page_idx,
        scale,
        tile: image.tile,
        is_in_view,
    }
}
