//! The worker: its messages, the side that calls the engine, and the page's handle on it.

mod audits;
mod bank_messages;
mod banking;
mod client;
mod convert;
mod desk;
mod exports;
mod images;
mod judge_messages;
mod judging;
mod looked_at;
mod messages;
mod packed;
mod preparing;
mod scored;
mod scoring;
mod serve;
mod signing;
mod verifying;

pub(crate) use bank_messages::{
    BankClaim, BankData, BankFinding, BankPassage, BankQuestion, BankRequest, BankResponse,
    ClaimChange, PassageChange, Probe,
};
pub(crate) use client::{Client, Job};
pub(crate) use images::ImageRequest;
#[cfg(test)]
pub(crate) use judge_messages::Batch;
pub(crate) use judge_messages::{
    Block, BlockKind, Candidate, ClaimLine, Draft, Finding, Gate, Grade, JudgeData, JudgeRequest,
    JudgeResponse, PageLine, SavedPage, Score, Side,
};
pub(crate) use messages::{
    Agreement, Dropped, Export, FileRow, FileState, Find, FromWorker, JobId, KeyInfo, Line,
    Overview, PageBox, PageImage, PageSize, Prepared, Problem, Progress, Quad, QuestionLine,
    Readiness, Request, Response, Row, SealedInfo, ShownAttempt, Signature, Tile, ToWorker,
    Verification,
};
pub(crate) use packed::unpack;
pub(crate) use serve::serve;
