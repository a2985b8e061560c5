//! The reviewer in the browser: a yew app, and the worker that does its heavy work.
//!
//! The page's thread only draws. Files, page images and verdicts live in the worker, which owns the
//! one engine session; the two exchange the closed messages of `worker`.

#![deny(clippy::unwrap_used)]

mod app;
mod components;
mod hooks;
mod pages;
mod platform;
mod state;
mod worker;

/// Mounts the app on the element `#app`.
pub fn run_app() {
    app::mount();
}

/// Registers the worker: it answers until its page closes it.
pub fn run_worker() {
    worker::serve();
}
