//! The worker: its messages, the side that calls the engine, and the page's handle on it.

mod client;
mod convert;
mod desk;
mod exports;
mod messages;
mod scored;
mod serve;
mod signing;
mod verifying;

pub(crate) use client::Client;
pub(crate) use messages::{
    Dropped, Export, FileRow, FileState, FromWorker, JobId, KeyInfo, Line, Overview, PageBox,
    PageImage, PageSize, Prepared, Problem, Progress, Quad, Readiness, Request, Response, Row,
    SealedInfo, Signature, ToWorker, Verification,
};
pub(crate) use serve::serve;
