//! The worker's desk: the one engine session, the last report, and what is done with them.

use std::rc::Rc;

use proofmark_engine::{
    BoxView, FileId, FileKind, Flow, PlatformChecks, Progress as EngineProgress, Session, preflight,
};
use proofmark_report::format::{Audit, Report};

use super::convert;
use super::judging::Bench;
use super::messages::{
    Dropped, Find, Line, PageBox, PageImage, PageSize, Progress, Request, Response, Tile,
};
use super::packed::pack;
use super::scored::Scored;
use super::signing::{Made, Signing};

/// Progress is told at most this often: more would keep the page busy with drawing it.
const PROGRESS_MILLIS: f64 = 40.0;

/// Of the first page that is shown while a document is read: some 200 pixels wide, on a fine screen too.
const FIRST_PAGE_SCALE: f32 = 0.6;

/// Rows in one message, and questions: some milliseconds of work for the page.
const ROWS_AT_ONCE: usize = 4_000;
const QUESTIONS_AT_ONCE: usize = 100;

/// A file larger than this is refused before it is read: wasm's memory ends at 4 GB, and a document
/// needs several times its size.
const MAX_FILE: f64 = 1_073_741_824.0;

/// Where answers go.
pub(super) type Sink<'a> = &'a dyn Fn(Response);

/// A request whose files are bytes.
pub(super) enum Work {
    Add {
        files: Vec<ReadFile>,
        except: Vec<String>,
    },
    Verify {
        files: Vec<ReadFile>,
    },
    ReadAudit {
        files: Vec<ReadFile>,
    },
    Unlock {
        files: Vec<ReadFile>,
        password: String,
    },
    Other(Request),
}

/// A file, or why it could not be read.
pub(super) struct ReadFile {
    pub(super) name: String,
    pub(super) bytes: Result<Vec<u8>, String>,
}

/// Reads the files of a request.
pub(super) async fn with_bytes(request: Request) -> Result<Work, String> {
    Ok(match request {
        Request::Add { files, except } => Work::Add {
            files: read(files).await,
            except,
        },
        Request::Verify { files } => Work::Verify {
            files: read(files).await,
        },
        Request::Unlock { files, password } => Work::Unlock {
            files: read(files).await,
            password,
        },
        Request::ReadAudit { files } => Work::ReadAudit {
            files: read(files).await,
        },
        other => Work::Other(other),
    })
}

async fn read(files: Vec<Dropped>) -> Vec<ReadFile> {
    let mut out = Vec::with_capacity(files.len());
    for Dropped { name, blob } in files {
        let bytes = if blob.size() > MAX_FILE {
            Err("the file is larger than 1 GB, which is the most that is read".to_owned())
        } else {
            gloo::file::futures::read_as_bytes(&gloo::file::Blob::from(blob))
                .await
                .map_err(|error| error.to_string())
        };
        out.push(ReadFile { name, bytes });
    }
    out
}

/// The session and the last report.
#[derive(Default)]
pub(super) struct Desk {
    pub(super) session: Session,
    /// Files that the browser could not read.
    unread: Vec<(String, String)>,
    scored: Option<Rc<Scored>>,
    signing: Signing,
    bench: Bench,
}

impl Desk {
    /// Does one job and answers.
    pub(super) fn work(&mut self, work: Work, sink: Sink<'_>) {
        match work {
            Work::Add { files, except } => self.add(files, &except, sink),
            Work::Unlock { files, password } => {
                self.session.set_password(Some(password));
                self.add(files, &[], sink);
            }
            Work::Verify { files } => sink(self.verify(files, sink)),
            Work::ReadAudit { files } => sink(or_failed(super::audits::read(files))),
            Work::Other(request) => self.other(request, sink),
        }
    }

    fn other(&mut self, request: Request, sink: Sink<'_>) {
        match request {
            Request::Remove { id } => {
                self.session.remove(FileId(id));
                self.bench.close();
                sink(self.files());
            }
            Request::Attempt { index } => sink(match self.scored.as_ref() {
                Some(scored) => match scored.attempt(index) {
                    Some(shown) => Response::Attempt(Box::new(shown)),
                    None => failed("the run has no such attempt"),
                },
                None => failed("nothing is scored"),
            }),
            Request::Search { query } => sink(Response::Found {
                indexes: self
                    .scored
                    .as_ref()
                    .map(|one| one.search(&query))
                    .unwrap_or_default(),
            }),
            Request::Outline { document } => sink(self.outline(&document)),
            Request::Image {
                document,
                page_idx,
                scale,
                tile,
                is_in_view: _,
            } => {
                sink(self.image(&document, page_idx, scale, tile));
            }
            Request::Lines { document, page_idx } => sink(self.lines(&document, page_idx)),
            Request::Find { document, words } => sink(self.find(&document, &words)),
            Request::Boxes { document, spans } => sink(self.boxes(&document, &spans)),
            Request::Preflight {
                package,
                runtime,
                local_only,
                wasm_sha256,
            } => {
                let platform = PlatformChecks {
                    package,
                    runtime,
                    local_only,
                    wasm_sha256,
                };
                sink(Response::Preflight(preflight(platform)));
            }
            Request::ImportKey { pem, passphrase } => {
                sink(or_failed(self.signing.import(&pem, passphrase.as_deref())));
            }
            Request::NameKey { public_key } => sink(or_failed(Signing::name(&public_key))),
            Request::SetAudit { audit } => sink(self.set_audit(audit)),
            Request::Agree {
                audit,
                first,
                second,
            } => sink(super::audits::agree(&audit, &first, &second)),
            Request::SaveAudit { audit } => sink(or_failed(super::audits::save(&audit))),
            Request::Bank(request) => {
                sink(or_failed(super::banking::work(
                    &self.session,
                    *request,
                    sink,
                )));
            }
            Request::Judge(request) => {
                sink(or_failed(self.bench.work(&self.session, *request)));
            }
            Request::Prepare
            | Request::Seal { .. }
            | Request::SignWithImported
            | Request::Export { .. } => sink(self.of_report(request)),
            // These come as other work, or are answered by the queue.
            Request::Add { .. }
            | Request::Verify { .. }
            | Request::ReadAudit { .. }
            | Request::Unlock { .. }
            | Request::Score { .. }
            | Request::Forget { .. } => {}
        }
    }

    /// The report, if it is to be signed and its statement is not made yet.
    pub(super) fn to_prepare(&self) -> Option<(Session, Rc<Scored>)> {
        let scored = self.scored.as_ref()?;
        (!self.signing.is_prepared()).then(|| (self.session.clone(), Rc::clone(scored)))
    }

    /// Takes what is to be signed. Nothing that changes the report is done while it is made.
    pub(super) fn take_prepared(&mut self, made: Made) {
        self.signing.take(made);
    }

    fn of_report(&mut self, request: Request) -> Response {
        let Some(scored) = &self.scored else {
            return failed("nothing is scored");
        };
        let session = &self.session;
        or_failed(match request {
            Request::Prepare => self.signing.tell(scored),
            Request::Seal { signatures } => self.signing.seal(&signatures),
            Request::SignWithImported => self.signing.sign_with_imported(),
            Request::Export { kind } => self.signing.export(session, scored, kind),
            _ => Err("this is no request about a report".to_owned()),
        })
    }

    fn set_audit(&mut self, audit: Option<Audit>) -> Response {
        let Some(scored) = &mut self.scored else {
            return failed("nothing is scored");
        };
        match Rc::make_mut(scored).set_audit(audit) {
            Ok(is_changed) => {
                if is_changed {
                    self.signing.forget_report();
                }
                Response::Reported(Box::new(scored.overview()))
            }
            Err(message) => Response::Failed { message },
        }
    }

    fn add(&mut self, files: Vec<ReadFile>, except: &[String], sink: Sink<'_>) {
        let mut meter = Meter::default();
        self.bench.close();
        self.session.show_first_pages(FIRST_PAGE_SCALE);
        for ReadFile { name, bytes } in files {
            match bytes {
                Ok(bytes) => {
                    self.session.add(&name, bytes, &mut |at| {
                        meter.tell(&at, sink);
                        Flow::Continue
                    });
                }
                Err(message) => self.unread.push((name, message)),
            }
        }
        for entry in self.session.files() {
            if except.contains(&entry.sha256) {
                self.session.remove(entry.id);
            }
        }
        sink(self.files());
    }

    fn files(&self) -> Response {
        convert::files(&self.session, &self.unread)
    }

    /// The report of a new run takes the place of the last one.
    pub(super) fn take_report(&mut self, report: Report, sink: Sink<'_>) {
        match Scored::new(&self.session, report) {
            Ok(scored) => {
                for lines in scored.questions().chunks(QUESTIONS_AT_ONCE) {
                    sink(Response::Questions(lines.to_vec()));
                }
                for rows in scored.rows().chunks(ROWS_AT_ONCE) {
                    sink(Response::Rows {
                        packed: js_sys::Uint32Array::from(pack(rows).as_slice()),
                    });
                }
                sink(Response::Scored(Box::new(scored.overview())));
                self.signing.forget_report();
                self.scored = Some(Rc::new(scored));
            }
            Err(message) => sink(Response::Failed { message }),
        }
    }

    /// The file that holds a bank document: of the scored run, else of the bank that is here.
    fn file_of(&self, document: &str) -> Option<FileId> {
        let scored = self.scored.as_ref().and_then(|one| one.file_of(document));
        scored.or_else(|| {
            let attached = self.session.attachments();
            let one = attached.iter().find(|one| one.document == document)?;
            one.file.map(|(file, _)| file)
        })
    }

    fn outline(&self, document: &str) -> Response {
        let view = self
            .file_of(document)
            .and_then(|file| self.session.document_view(file));
        let Some(view) = view else {
            return failed("this document is not here any more");
        };
        let pages = view.pages.into_iter().map(|page| PageSize {
            width_pt: page.width_pt,
            height_pt: page.height_pt,
            label: page.label,
            has_text: page.has_text,
        });
        Response::Outline {
            pages: pages.collect(),
        }
    }

    fn image(&self, document: &str, page_idx: u32, scale: f32, tile: Option<Tile>) -> Response {
        let Some(file) = self.file_of(document) else {
            return failed("this document is not here any more");
        };
        let page_idx = page_idx as usize;
        let image = match tile {
            Some(Tile {
                x,
                y,
                width,
                height,
            }) => self
                .session
                .render_tile(file, page_idx, scale, [x, y, width, height]),
            None => self.session.render(file, page_idx, scale),
        };
        match image {
            Ok(image) => Response::Image(page_image(&image)),
            Err(message) => Response::Failed { message },
        }
    }

    fn lines(&self, document: &str, page_idx: u32) -> Response {
        let lines = self.file_of(document).map(|file| {
            let lines = self.session.page_text(file, page_idx as usize).into_iter();
            lines
                .map(|line| Line {
                    text: line.text,
                    start: line.start,
                    quad: line.quad,
                    is_undrawn: line.is_undrawn,
                })
                .collect()
        });
        Response::Lines {
            lines: lines.unwrap_or_default(),
        }
    }

    fn find(&self, document: &str, words: &str) -> Response {
        let Some(file) = self.file_of(document) else {
            return failed("this document is not here any more");
        };
        let finds = self.session.find(file, words).into_iter();
        Response::Finds {
            finds: finds
                .filter_map(|one| {
                    Some(Find {
                        start: one.start,
                        end: one.end,
                        page_idx: u32::try_from(one.page_idx).ok()?,
                        boxes: one.boxes.into_iter().filter_map(page_box).collect(),
                    })
                })
                .collect(),
        }
    }

    fn boxes(&self, document: &str, spans: &[(u64, u64)]) -> Response {
        let Some(file) = self.file_of(document) else {
            return failed("this document is not here any more");
        };
        let boxes = spans.iter().map(|&(start, end)| {
            let boxes = self.session.boxes(file, start, end).into_iter();
            boxes.filter_map(page_box).collect()
        });
        Response::Boxes {
            boxes: boxes.collect(),
        }
    }

    fn verify(&mut self, files: Vec<ReadFile>, sink: Sink<'_>) -> Response {
        let mut meter = Meter::default();
        let result = super::verifying::verify(&self.session, files, &mut |at| {
            meter.tell(&at, sink);
            Flow::Continue
        });
        or_failed(result.map(|found| Response::Verified(Box::new(found))))
    }

    /// Public keys among the session's files.
    pub(super) fn public_keys(session: &Session) -> Vec<String> {
        session
            .files()
            .iter()
            .filter(|entry| entry.kind == FileKind::PublicKey)
            .filter_map(|entry| session.bytes(entry.id))
            .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
            .collect()
    }
}

fn page_image(image: &proofmark_engine::PageImage) -> PageImage {
    PageImage {
        width: image.width,
        height: image.height,
        pixels: js_sys::Uint8ClampedArray::from(image.rgba.as_slice()),
    }
}

/// The label of the progress with a file.
fn reading(name: &str) -> String {
    format!("Reading {name}")
}

fn page_box(one: BoxView) -> Option<PageBox> {
    Some(PageBox {
        page_idx: u32::try_from(one.page_idx).ok()?,
        quad: one.quad,
    })
}

fn failed(message: &str) -> Response {
    Response::Failed {
        message: message.to_owned(),
    }
}

fn or_failed(result: Result<Response, String>) -> Response {
    result.unwrap_or_else(|message| Response::Failed { message })
}

/// Tells progress, not too often.
#[derive(Default)]
pub(super) struct Meter {
    last: f64,
    label: String,
}

impl Meter {
    pub(super) fn tell(&mut self, at: &EngineProgress, sink: Sink<'_>) {
        let progress = match at {
            EngineProgress::FirstPage { name, image } => {
                sink(Response::FirstPage {
                    label: reading(name),
                    image: page_image(image),
                });
                return;
            }
            EngineProgress::Reading {
                name,
                page,
                n_pages,
            } => Progress {
                label: reading(name),
                unit: "page".to_owned(),
                done: *page as u64,
                total: *n_pages as u64,
            },
            EngineProgress::Scoring {
                attempt,
                n_attempts,
            } => Progress {
                label: "Scoring".to_owned(),
                unit: "attempt".to_owned(),
                done: *attempt as u64,
                total: *n_attempts as u64,
            },
        };
        let now = js_sys::Date::now();
        let is_new = progress.label != self.label;
        if is_new || now - self.last >= PROGRESS_MILLIS || progress.done == progress.total {
            self.last = now;
            self.label.clone_from(&progress.label);
            sink(Response::Progress(progress));
        }
    }
}
