//! The REST API: actix-web over the app. No rules and no SQL; statuses of errors are in `problem.rs` alone.

mod admission;
mod answer;
mod audits;
mod connection;
mod events;
mod extract;
mod feed;
mod games;
mod help;
pub mod limits;
mod metrics;
mod middleware;
mod moves;
mod openapi;
mod operations;
mod outgoing;
mod problem;
mod room;
mod router;
mod rulesets;
mod server;
mod states;
mod tails;
mod tournaments;
mod tree;

pub use metrics::Metrics;
pub use openapi::{document, document_text};
pub use problem::{Code, ProblemDetails};
pub use server::{Bounds, Running, Serving, serve};

use std::sync::Arc;

use actix_web::web::Bytes;
use tokio::sync::watch;

use crate::app::App;
use router::Paths;
use tails::Tails;

/// What handlers share.
#[derive(Debug)]
struct Api {
    app: App,
    metrics: Metrics,
    /// Whether a shutdown is under way.
    closing: watch::Receiver<bool>,
    /// The OpenAPI document, made once.
    document: Bytes,
    paths: Paths,
    tails: Arc<Tails>,
}
