//! The REST API: actix-web over the app. No rules and no SQL; statuses of errors are in `problem.rs` alone.
//!
//! Arrows point only left: `problem` and `limits`, what is `load`, what is taken from requests and put into answers, the
//! `document`, the `api` by resource, the `pages`, the `router` with every route, and the `server` around it all.

mod answer;
mod api;
mod document;
mod extract;
pub mod limits;
mod load;
mod metrics;
mod pages;
mod problem;
mod router;
mod server;

pub use metrics::Metrics;
pub use problem::{Code, ProblemDetails};
pub use router::{document, document_text};
pub use server::listener::{Bounds, Running, Serving, serve};
