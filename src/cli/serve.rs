//! `pandect serve`.

use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::net::{SocketAddr, TcpListener};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::signal::unix::{SignalKind, signal};

use super::Failure;
use super::key;
use crate::app::{App, LIVE_GAMES_MAX, Organisers, STREAMS_MAX, Setup, Sources};
use crate::http::limits::{CONNECTIONS_MAX, REQUESTS_MAX};
use crate::http::{Bounds, Metrics, Running, Serving, serve};
use crate::kernel::Hash;
use crate::store::{OnCommit, Settings, Store};

/// Serve the API.
#[derive(Debug, Args)]
pub(super) struct Serve {
    /// Where to listen. Without an organiser key only a loopback address is accepted, since anyone who reaches the
    /// server may then create games; port 0 takes a free one.
    #[arg(long, env = "PANDECT_ADDRESS", default_value = "127.0.0.1:8080")]
    address: SocketAddr,
    /// The database file. Made if there is none; its directory must exist.
    #[arg(long, env = "PANDECT_DATABASE", default_value = "pandect.db")]
    database: PathBuf,
    /// The file of the key that receipts are signed with. Made at the first start, readable by its owner only. Back it
    /// up: receipts under a lost key can be verified, and no more be made.
    #[arg(long, env = "PANDECT_KEY_FILE", default_value = "pandect.key")]
    key_file: PathBuf,
    /// The name of the log, which every key that signs it has: take one that nobody else uses, such as the server's host name
    /// and a path. Given at the first start, and kept from then on; the name of the key file when left out, or one that is made
    /// up.
    #[arg(long, env = "PANDECT_LOG_NAME", value_name = "NAME", value_parser = key::log_name)]
    log_name: Option<String>,
    /// The hash of an organiser's token, as `pandect key new --organiser` prints it. Several may be given.
    #[arg(long = "organiser", env = "PANDECT_ORGANISERS", value_delimiter = ',', value_name = "HASH")]
    organisers: Vec<Hash>,
    /// How to log. Use `json` where a collector reads it. `RUST_LOG` says how much.
    #[arg(long, env = "PANDECT_LOG", value_enum, default_value = "text")]
    log: LogFormat,
    /// Games held in memory. A game that is not is read from disk when it is needed; raise it when more are played at
    /// once than fit.
    #[arg(long, env = "PANDECT_LIVE_GAMES", default_value_t = LIVE_GAMES_MAX)]
    live_games: usize,
    /// Event streams open at once. Each holds a connection.
    #[arg(long, env = "PANDECT_STREAMS", default_value_t = STREAMS_MAX)]
    streams: usize,
    /// Requests per second that one address may send. Unlimited when left out; set it on a public server that has no
    /// proxy before it which does.
    #[arg(long, env = "PANDECT_REQUESTS_PER_SECOND")]
    requests_per_second: Option<NonZeroU32>,
    /// An origin whose pages may call the API from a browser, such as `https://example.org`; `*` is any. Several may be
    /// given. Leave it out when no pages but this server's own do.
    #[arg(
        long = "cors-origin",
        env = "PANDECT_CORS_ORIGINS",
        value_delimiter = ',',
        value_name = "ORIGIN",
        value_parser = origin
    )]
    cors_origins: Vec<String>,
    /// Requests under way at once; one more is answered with 503. More wait longer, and need more memory.
    #[arg(long, env = "PANDECT_REQUESTS", default_value_t = REQUESTS_MAX)]
    requests: NonZeroUsize,
    /// Threads that answer requests.
    #[arg(long, env = "PANDECT_WORKERS", default_value_t = default_workers())]
    workers: NonZeroUsize,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum LogFormat {
    /// For people.
    Text,
    /// One object a line.
    Json,
}

fn default_workers() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

impl Serve {
    pub(super) fn run(self) -> Result<(), Failure> {
        start_log(self.log);
        let organisers = organisers(&self.organisers, self.address)?;
        let listener = TcpListener::bind(self.address)
            .map_err(|error| Failure::new(format!("cannot listen on {}: {error}", self.address)))?;
        let address = listener.local_addr()?;
        let limits = self.limits();
        let backend = Backend {
            database: &self.database,
            key_file: &self.key_file,
            log_name: self.log_name,
            organisers,
            limits,
            cors_origins: self.cors_origins,
        };
        serve_until(listener, backend, async {
            // Whoever reads that it serves may stop it at once.
            let terminated = terminated()?;
            tracing::info!(%address, database = %self.database.display(), "serving");
            terminated.await;
            tracing::info!("stopping: finishing what was accepted");
            Ok(())
        })?;
        tracing::info!("stopped");
        Ok(())
    }

    fn limits(&self) -> Limits {
        Limits {
            live_games: NonZeroUsize::new(self.live_games).unwrap_or(NonZeroUsize::MIN),
            streams: self.streams,
            requests_per_second: self.requests_per_second,
            workers: self.workers.get(),
            bounds: Bounds { connections: connections(self.streams), requests: self.requests },
        }
    }
}

/// Files that are no connections: the database, its readers and the log beside it, the listener, the log.
const OTHER_FILES: usize = 128;

/// Raises the limit of open files as far as it may be, and says how many connections there can be; one that is refused for
/// want of a file would be refused without a word.
fn connections(streams: usize) -> usize {
    let limit = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }) {
        tracing::warn!(%error, "the limit of open files stays as it is");
    }
    let files =
        getrlimit(Resource::Nofile).current.map_or(usize::MAX, |files| usize::try_from(files).unwrap_or(usize::MAX));
    let connections = files.saturating_sub(OTHER_FILES).clamp(1, CONNECTIONS_MAX);
    if connections <= streams {
        tracing::warn!(
            connections,
            streams,
            files,
            "the limit of open files is too low for so many event streams and others beside them: raise it (ulimit -n, \
             LimitNOFILE) or lower --streams"
        );
    }
    connections
}

/// An origin as browsers write it (RFC 6454): scheme, host, and the port where it is not the usual one.
fn origin(text: &str) -> Result<String, String> {
    let authority = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let written = |authority: &str| {
        let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.:[]".contains(c);
        !authority.is_empty() && authority.chars().all(allowed)
    };
    if text == "*" || authority.is_some_and(written) {
        return Ok(text.into());
    }
    Err("expected * or an origin such as https://example.org, in lower case and with no path".into())
}

/// Who may organise: with no key configured anyone, and then only where nobody but this machine can reach the server.
fn organisers(hashes: &[Hash], address: SocketAddr) -> Result<Organisers, Failure> {
    if !hashes.is_empty() {
        return Ok(Organisers::Keys(BTreeSet::from_iter(hashes.iter().copied())));
    }
    if address.ip().is_loopback() {
        return Ok(Organisers::Anyone);
    }
    Err(Failure::new(format!(
        "{address} can be reached from other machines, and without an organiser key anyone could create games: \
         make one with `pandect key new --organiser` and pass its hash as --organiser, or listen on 127.0.0.1"
    )))
}

/// What is served from.
pub(super) struct Backend<'a> {
    pub(super) database: &'a Path,
    pub(super) key_file: &'a Path,
    pub(super) log_name: Option<String>,
    pub(super) organisers: Organisers,
    pub(super) limits: Limits,
    pub(super) cors_origins: Vec<String>,
}

/// How much is served at once.
pub(super) struct Limits {
    live_games: NonZeroUsize,
    streams: usize,
    requests_per_second: Option<NonZeroU32>,
    workers: usize,
    bounds: Bounds,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            live_games: NonZeroUsize::new(LIVE_GAMES_MAX).unwrap_or(NonZeroUsize::MIN),
            streams: STREAMS_MAX,
            requests_per_second: None,
            workers: default_workers().get(),
            bounds: Bounds::default(),
        }
    }
}

/// Serves until the future ends, which first runs when requests are answered; then stops, and loses nothing.
pub(super) fn serve_until(
    listener: TcpListener,
    backend: Backend<'_>,
    until: impl Future<Output = Result<(), Failure>>,
) -> Result<(), Failure> {
    actix_web::rt::System::new().block_on(async {
        let (running, server) = start(listener, backend)?;
        let server = tokio::spawn(server);
        until.await?;
        running.stop().await?;
        Ok(server.await??)
    })
}

/// Puts the layers together.
fn start(
    listener: TcpListener,
    backend: Backend<'_>,
) -> Result<(Running, impl Future<Output = std::io::Result<()>> + Send + use<>), Failure> {
    let metrics = Metrics::default();
    let counter = metrics.clone();
    let Backend { database, key_file, log_name, organisers, limits, cors_origins } = backend;
    let found = key::read(key_file)?;
    // A key that was made before the first start was made for this log.
    let name_of_key = || found.as_ref().filter(|_| !database.exists()).map(|key| key.verifier().name().into());
    let on_commit: OnCommit = Arc::new(move |batch| counter.count_commit(batch));
    let log_name = log_name.or_else(name_of_key);
    let store = Store::open(database, Settings { on_commit: Some(on_commit), log_name, ..Settings::default() })?;
    let key = match found {
        Some(key) => key,
        None => key::make(key_file, store.log_name())?,
    };
    let app = App::new(Setup {
        store,
        key,
        organisers,
        live_games_max: limits.live_games,
        streams_max: limits.streams,
        sources: Sources::default(),
    })?;
    let Limits { requests_per_second, workers, bounds, .. } = limits;
    Ok(serve(listener, Serving { app, metrics, requests_per_second, cors_origins, workers, bounds })?)
}

/// Listens for the signals from now on, and ends with the first one.
fn terminated() -> Result<impl Future<Output = ()>, Failure> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        let (terminate, interrupt) = (std::pin::pin!(terminate.recv()), std::pin::pin!(interrupt.recv()));
        futures_util::future::select(terminate, interrupt).await;
    })
}

fn start_log(format: LogFormat) {
    let level = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info"));
    // A log that goes to a file or a collector has no colours.
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
    let log = tracing_subscriber::fmt().with_env_filter(level).with_writer(std::io::stderr).with_ansi(colours);
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
}
