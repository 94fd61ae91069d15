//! The harness: a real server in this process, on a free port and a database of its own.

use std::collections::BTreeSet;
use std::net::{SocketAddr, TcpListener};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use actix_web::rt::System;
use pandect::app::{App, LIVE_GAMES_MAX, Organisers, STREAMS_MAX, Setup, Sources};
use pandect::audit::note::SignerKey;
use pandect::http::limits::REQUESTS_MAX;
use pandect::http::{Bounds, Metrics, Serving, serve};
use pandect::kernel::Hash;
use pandect::store::{Settings, Store};
use tempfile::TempDir;
use tokio::sync::oneshot;

use crate::client::Client;

/// The secret half of the key that servers of these tests sign with.
pub(crate) const SIGNING_SECRET: [u8; 32] = [0x5a; 32];

/// The name of their log.
pub(crate) const LOG_NAME: &str = "pandect";

/// How a server is set up.
#[derive(Debug, Clone)]
pub(crate) struct Configuration {
    organisers: Vec<String>,
    streams_max: usize,
    live_games_max: usize,
    requests_max: NonZeroUsize,
    requests_per_second: Option<u32>,
    cors_origins: Vec<String>,
    sources: Sources,
    signing_secret: [u8; 32],
    log_name: String,
}

impl Configuration {
    /// Only whoever has this token organises.
    pub(crate) fn organiser(mut self, token: &str) -> Self {
        self.organisers.push(token.into());
        self
    }

    /// So many event streams are open at once.
    pub(crate) fn streams_max(mut self, streams: usize) -> Self {
        self.streams_max = streams;
        self
    }

    /// So many games are in memory.
    pub(crate) fn live_games_max(mut self, games: usize) -> Self {
        self.live_games_max = games;
        self
    }

    /// So many requests are under way at once.
    pub(crate) fn requests_max(mut self, requests: usize) -> Self {
        self.requests_max = NonZeroUsize::new(requests).expect("at least one request");
        self
    }

    /// So many requests a second are taken from one address.
    pub(crate) fn requests_per_second(mut self, requests: u32) -> Self {
        self.requests_per_second = Some(requests);
        self
    }

    /// Pages of this origin may call the server.
    pub(crate) fn cors_origin(mut self, origin: &str) -> Self {
        self.cors_origins.push(origin.into());
        self
    }

    /// Time, ids and randomness come from here.
    pub(crate) fn sources(mut self, sources: Sources) -> Self {
        self.sources = sources;
        self
    }

    /// Receipts are signed with another key.
    pub(crate) fn signing_secret(mut self, secret: [u8; 32]) -> Self {
        self.signing_secret = secret;
        self
    }

    /// Starts a server on a new database.
    pub(crate) fn start(self) -> Server {
        let directory = TempDir::new().expect("a temporary directory");
        Server::on(Arc::new(directory), self)
    }

    fn organisers(&self) -> Organisers {
        if self.organisers.is_empty() {
            return Organisers::Anyone;
        }
        Organisers::Keys(self.organisers.iter().map(|token| Hash::of(token.as_bytes())).collect::<BTreeSet<_>>())
    }

    fn serving(&self, database: &Path) -> Serving {
        let metrics = Metrics::default();
        let counter = metrics.clone();
        let on_commit: pandect::store::OnCommit = Arc::new(move |batch| counter.count_commit(batch));
        let log_name = Some(self.log_name.clone());
        let settings = Settings { on_commit: Some(on_commit), log_name, ..Settings::default() };
        let app = App::new(Setup {
            store: Store::open(database, settings).expect("a store"),
            key: SignerKey::new(LOG_NAME, &self.signing_secret).expect("a key"),
            organisers: self.organisers(),
            live_games_max: NonZeroUsize::new(self.live_games_max).expect("at least one live game"),
            streams_max: self.streams_max,
            sources: self.sources,
        })
        .expect("a service");
        Serving {
            app,
            metrics,
            requests_per_second: self.requests_per_second.and_then(NonZeroU32::new),
            cors_origins: self.cors_origins.clone(),
            workers: 2,
            bounds: Bounds { requests: self.requests_max, ..Bounds::default() },
        }
    }
}

/// A running server. Dropping it stops it, and fails the test when it does not stop cleanly.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    directory: Arc<TempDir>,
    configuration: Configuration,
    client: Client,
    running: Option<Thread>,
}

#[derive(Debug)]
struct Thread {
    stop: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

impl Server {
    /// A server that lets anyone organise, without limits that a test would notice.
    pub(crate) fn start() -> Self {
        Self::configure().start()
    }

    /// Sets a server up that is yet to be started.
    pub(crate) fn configure() -> Configuration {
        Configuration {
            organisers: Vec::new(),
            streams_max: STREAMS_MAX,
            live_games_max: LIVE_GAMES_MAX,
            requests_max: REQUESTS_MAX,
            requests_per_second: None,
            cors_origins: Vec::new(),
            sources: Sources::default(),
            signing_secret: SIGNING_SECRET,
            log_name: LOG_NAME.into(),
        }
    }

    fn on(directory: Arc<TempDir>, configuration: Configuration) -> Self {
        let (stop, stopped) = oneshot::channel();
        let (tell, told) = mpsc::channel();
        let database = database(&directory);
        let setup = configuration.clone();
        let thread = std::thread::spawn(move || {
            System::new().block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
                let (running, server) = serve(listener, setup.serving(&database)).expect("a server");
                tell.send(running.address).expect("a test that waits for the address");
                let server = tokio::spawn(server);
                stopped.await.expect("a test that stops the server");
                running.stop().await.expect("a server that stops cleanly");
                server.await.expect("a server that does not panic").expect("a server that runs");
            });
        });
        let address = told.recv().expect("a server that starts");
        let client = Client::new(address);
        Self { address, directory, configuration, client, running: Some(Thread { stop, thread }) }
    }

    /// A client without a token.
    pub(crate) fn spectator(&self) -> &Client {
        &self.client
    }

    /// A client that organises: where no token is configured, everyone does.
    pub(crate) fn organiser(&self) -> Client {
        match self.configuration.organisers.first() {
            Some(token) => self.client.with_token(token),
            None => self.client.clone(),
        }
    }

    /// A client with a token.
    pub(crate) fn with_token(&self, token: &str) -> Client {
        self.client.with_token(token)
    }

    /// The database file. A test that writes to it stops the server first.
    pub(crate) fn database(&self) -> PathBuf {
        database(&self.directory)
    }

    /// Every byte on disk, of the database, its write-ahead log and whatever else lies there.
    pub(crate) fn bytes_on_disk(&self) -> Vec<u8> {
        let files = std::fs::read_dir(self.directory.path()).expect("the directory");
        files.flat_map(|file| std::fs::read(file.expect("a file").path()).expect("its bytes")).collect()
    }

    /// Stops the server and says how long that took.
    pub(crate) fn stop(&mut self) -> Duration {
        let begun = Instant::now();
        if let Some(Thread { stop, thread }) = self.running.take() {
            stop.send(()).expect("a server that runs");
            thread.join().expect("a server that stops cleanly");
        }
        begun.elapsed()
    }

    /// Stops the server, does something to the database file, and starts a server on it.
    pub(crate) fn restart_after(mut self, change: impl FnOnce(&Path)) -> Self {
        self.stop();
        change(&self.database());
        Self::on(Arc::clone(&self.directory), self.configuration.clone())
    }

    /// Stops the server and starts another one on the same database.
    pub(crate) fn restart(self) -> Self {
        self.restart_after(|_| {})
    }

    /// What the server counted.
    pub(crate) fn metrics(&self) -> String {
        self.client.get("/metrics").text()
    }

    /// That no request so far was answered as the server's own failure, and that it still answers.
    pub(crate) fn assert_it_never_failed(&self) {
        self.client.get("/readyz").expect(200);
        let failed: Vec<_> =
            self.metrics().lines().filter(|line| line.contains("status=\"5")).map(String::from).collect();
        assert_eq!(failed, Vec::<String>::new());
    }
}

fn database(directory: &TempDir) -> PathBuf {
    directory.path().join("pandect.db")
}

impl Drop for Server {
    fn drop(&mut self) {
        let Some(Thread { stop, thread }) = self.running.take() else { return };
        let stopped = stop.send(()).is_ok() && thread.join().is_ok();
        // A second panic while a test fails would hide the first one.
        assert!(stopped || std::thread::panicking(), "the server did not stop cleanly");
    }
}
