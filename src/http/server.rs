//! The server: sockets, workers, and an end that loses nothing.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::num::NonZeroU32;

use actix_cors::Cors;
use actix_web::dev::ServerHandle;
use actix_web::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, IF_MATCH, IF_NONE_MATCH};
use actix_web::middleware::{Compress, Condition, from_fn};
use actix_web::{App as Actix, HttpServer, web};
use tokio::sync::watch;
use tracing_actix_web::TracingLogger;
use utoipa_actix_web::AppExt;

use super::extract::{IDEMPOTENCY_KEY, LAST_EVENT_ID};
use super::limits::{REQUEST_TIME_MAX, SHUTDOWN_TIME_MAX};
use super::metrics::Metrics;
use super::problem::{Code, Problem};
use super::router::{self, Paths};
use super::{Api, document, document_text, middleware};
use crate::app::App;

/// What is served, and how.
#[derive(Debug)]
pub struct Serving {
    /// The service.
    pub app: App,
    /// What counts its requests.
    pub metrics: Metrics,
    /// Requests per second and address; unlimited when there is none.
    pub requests_per_second: Option<NonZeroU32>,
    /// The origins whose pages browsers let call this server; `*` is any, and with none it is only its own pages.
    pub cors_origins: Vec<String>,
    /// Threads that answer.
    pub workers: usize,
}

/// A running server.
#[derive(Debug)]
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    handle: ServerHandle,
    closing: watch::Sender<bool>,
    app: App,
}

impl Running {
    /// Stops: takes no new connection, ends the event streams, finishes the answers under way, and closes the store when
    /// every accepted write is on disk.
    ///
    /// # Errors
    /// When the last writes fail.
    pub async fn stop(self) -> io::Result<()> {
        self.closing.send_replace(true);
        self.handle.stop(true).await;
        self.app.close().map_err(io::Error::other)
    }
}

/// Serves on a bound socket. The future runs the server until it is stopped.
///
/// # Errors
/// When the socket cannot be used.
pub fn serve(
    listener: TcpListener,
    serving: Serving,
) -> io::Result<(Running, impl Future<Output = io::Result<()>> + Send)> {
    let address = listener.local_addr()?;
    let (closing, closed) = watch::channel(false);
    let text = document_text().map_err(io::Error::other)?;
    let api = web::Data::new(Api {
        app: serving.app.clone(),
        metrics: serving.metrics,
        closing: closed,
        document: text.into(),
        paths: Paths::of(&document()),
    });
    let limiter = web::Data::new(serving.requests_per_second.map(middleware::limiter));
    let path = web::PathConfig::default()
        .error_handler(|error, _| Problem::new(Code::MalformedPath, error.to_string()).into());
    let query = web::QueryConfig::default()
        .error_handler(|error, _| Problem::new(Code::MalformedQuery, error.to_string()).into());
    let origins = serving.cors_origins;
    let server = HttpServer::new(move || {
        // The last one wrapped is the first to see a request.
        let (app, _) = Actix::new()
            .app_data(api.clone())
            .app_data(limiter.clone())
            .app_data(path.clone())
            .app_data(query.clone())
            .into_utoipa_app()
            .configure(router::routes)
            .split_for_parts();
        app.service(router::pages())
            .default_service(web::to(router::elsewhere))
            .wrap(Compress::default())
            .wrap(from_fn(middleware::refuse_queries))
            .wrap(from_fn(middleware::limit))
            .wrap(from_fn(middleware::envelope))
            // Around every answer, so that a page may read refusals too; and its own refusals are put into words.
            .wrap(Condition::new(!origins.is_empty(), cors(&origins)))
            .wrap(Condition::new(!origins.is_empty(), from_fn(middleware::envelope)))
            .wrap(from_fn(middleware::measure))
            .wrap(TracingLogger::<middleware::RequestSpan>::new())
    })
    .workers(serving.workers)
    .client_request_timeout(REQUEST_TIME_MAX)
    // A client that closes is gone: otherwise its stream stays open until two heartbeats have failed.
    .h1_allow_half_closed(false)
    .shutdown_timeout(SHUTDOWN_TIME_MAX.as_secs())
    .disable_signals()
    .listen(listener)?
    .run();
    let app = serving.app.clone();
    tokio::spawn(async move { app.resume_bots().await });
    let running = Running { address, handle: server.handle(), closing, app: serving.app };
    Ok((running, server))
}

/// What pages of these origins may send and read. Tokens come in a header that the page sets, never by themselves as a
/// cookie does.
fn cors(origins: &[String]) -> Cors {
    let cors = match origins {
        origins if origins.iter().any(|origin| origin == "*") => Cors::default().allow_any_origin().send_wildcard(),
        origins => origins.iter().fold(Cors::default(), |cors, origin| cors.allowed_origin(origin)),
    };
    cors.allowed_methods(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
        .allowed_headers([ACCEPT, AUTHORIZATION, CONTENT_TYPE, IF_MATCH, IF_NONE_MATCH, IDEMPOTENCY_KEY, LAST_EVENT_ID])
        .expose_headers(["ETag", "Location", "Retry-After", "X-Request-Id", "Idempotency-Replayed"])
        .max_age(3600)
        // A page of another origin cannot read the answer; whoever is no browser is not concerned.
        .block_on_origin_mismatch(false)
}
