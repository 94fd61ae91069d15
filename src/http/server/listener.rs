//! The server: sockets, workers, and an end that loses nothing.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::Arc;

use actix_http::error::DispatchError;
use actix_http::{HttpService, Protocol};
use actix_service::{IntoServiceFactory, ServiceFactoryExt, fn_service, map_config};
use actix_web::dev::{AppConfig, Server, ServerHandle};
use actix_web::middleware::{Compress, Condition, from_fn};
use actix_web::{App as Actix, web};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tracing_actix_web::TracingLogger;
use utoipa_actix_web::AppExt;

use super::connection::Connection;
use super::cors::cors;
use super::middleware;
use super::rate_limit::{self, Limiter};
use crate::app::App;
use crate::http::api::context::Api;
use crate::http::limits::{
    CONNECTIONS_MAX, DISCONNECT_TIME_MAX, REQUEST_TIME_MAX, REQUESTS_MAX, SHUTDOWN_TIME_MAX, STALL_TIME_MAX,
};
use crate::http::load::shedding::{LoadShedding, shed_load};
use crate::http::metrics::Metrics;
use crate::http::problem::{Code, Problem};
use crate::http::router::{self, document, document_text};

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
    /// How much is taken at once.
    pub bounds: Bounds,
}

/// How much a server takes at once. What is more waits in the kernel, where it is a connection, and is refused with a time
/// to come back, where it is a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Connections open at once; each has a file.
    pub connections: usize,
    /// Requests under way at once.
    pub requests: NonZeroUsize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { connections: CONNECTIONS_MAX, requests: REQUESTS_MAX }
    }
}

/// A running server.
#[derive(Debug)]
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    handle: ServerHandle,
    closing: watch::Sender<bool>,
    shedding: web::Data<LoadShedding>,
    app: App,
}

impl Running {
    /// Stops: takes no new connection, ends the event streams, refuses long requests that have not begun, finishes the
    /// answers under way, and closes the store when every accepted write is on disk.
    ///
    /// # Errors
    /// When the last writes fail.
    pub async fn stop(self) -> io::Result<()> {
        self.closing.send_replace(true);
        self.shedding.close();
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
    drop_stalled(&listener)?;
    let (closing, closed) = watch::channel(false);
    let shared = Shared::new(&serving, closed)?;
    let shedding = shared.shedding.clone();
    let origins = serving.cors_origins;
    let workers = serving.workers.max(1);
    let builder = Server::build()
        .workers(workers)
        .max_concurrent_connections(serving.bounds.connections.div_ceil(workers))
        .shutdown_timeout(SHUTDOWN_TIME_MAX.as_secs())
        .disable_signals();
    let stopping = builder.graceful_shutdown_signal();
    let listening = builder.listen("http", listener, move || {
        // The last one wrapped is the first to see a request.
        let (app, _) = Actix::new()
            .configure(|config| shared.configure(config))
            .into_utoipa_app()
            .configure(router::routes)
            .split_for_parts();
        let app = app
            .service(router::pages())
            .default_service(web::to(router::no_route))
            .wrap(Compress::default())
            .wrap(from_fn(middleware::refuse_queries))
            .wrap(from_fn(shed_load))
            .wrap(from_fn(rate_limit::limit_rate))
            .wrap(from_fn(middleware::envelope))
            // Around every answer, so that a page may read refusals too; and its own refusals are put into words.
            .wrap(Condition::new(!origins.is_empty(), cors(&origins)))
            .wrap(Condition::new(!origins.is_empty(), from_fn(middleware::envelope)))
            .wrap(from_fn(middleware::measure))
            .wrap(TracingLogger::<middleware::RequestSpan>::new());
        let app = app.into_factory().map_err(|error: actix_web::Error| error.error_response());
        let stopping = stopping.clone();
        let spoken = HttpService::build()
            .client_request_timeout(REQUEST_TIME_MAX)
            .client_disconnect_timeout(DISCONNECT_TIME_MAX)
            // A client that closes is gone: otherwise its stream stays open until two heartbeats have failed.
            .h1_allow_half_closed(false)
            .graceful_shutdown_signal(move || {
                let stopping = stopping.clone();
                async move { stopping.notified().await }
            })
            .on_connect_ext(Connection::introduce)
            .finish(map_config(app, |()| AppConfig::default()));
        fn_service(accept).and_then(spoken)
    });
    let server = listening?.run();
    let app = serving.app.clone();
    tokio::spawn(async move { app.resume_bots().await });
    let running = Running { address, handle: server.handle(), closing, shedding, app: serving.app };
    Ok((running, server))
}

/// Has the kernel drop the connections of clients that are gone without a word, or take nothing of what is sent to them:
/// a connection that is accepted has what its listener has.
#[cfg(target_os = "linux")]
fn drop_stalled(listener: &TcpListener) -> io::Result<()> {
    let millis = u32::try_from(STALL_TIME_MAX.as_millis()).unwrap_or(u32::MAX);
    Ok(rustix::net::sockopt::set_tcp_user_timeout(listener, millis)?)
}

/// Elsewhere the system's own patience holds.
#[cfg(not(target_os = "linux"))]
fn drop_stalled(_: &TcpListener) -> io::Result<()> {
    Ok(())
}

async fn accept(stream: TcpStream) -> Result<(Connection, Protocol, Option<SocketAddr>), DispatchError> {
    let peer = stream.peer_addr().ok();
    Ok((Connection::new(stream), Protocol::Http1, peer))
}

/// What every worker has of the server.
#[derive(Clone)]
struct Shared {
    api: web::Data<Api>,
    limiter: web::Data<Option<Limiter>>,
    shedding: web::Data<LoadShedding>,
}

impl Shared {
    fn new(serving: &Serving, closing: watch::Receiver<bool>) -> io::Result<Self> {
        let shedding = LoadShedding::new(serving.bounds.requests.get(), serving.workers, serving.metrics.clone());
        let api = Api {
            app: serving.app.clone(),
            metrics: serving.metrics.clone(),
            closing,
            document: document_text().map_err(io::Error::other)?.into(),
            paths: router::paths(&document()),
            message_cache: Arc::default(),
        };
        Ok(Self {
            api: web::Data::new(api),
            limiter: web::Data::new(serving.requests_per_second.map(rate_limit::limiter)),
            shedding: web::Data::new(shedding),
        })
    }

    fn configure(&self, config: &mut web::ServiceConfig) {
        let path = web::PathConfig::default()
            .error_handler(|error, _| Problem::new(Code::MalformedPath, error.to_string()).into());
        let query = web::QueryConfig::default()
            .error_handler(|error, _| Problem::new(Code::MalformedQuery, error.to_string()).into());
        config
            .app_data(self.api.clone())
            .app_data(self.limiter.clone())
            .app_data(self.shedding.clone())
            .app_data(path)
            .app_data(query);
    }
}
