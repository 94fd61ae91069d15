//! Durable moves over HTTP beside a bare POST that inserts the same rows with the same group commit, in the same run,
//! and views at random indexes: `cargo bench --bench http`. `PANDECT_BENCH_SECONDS` sets the length of each part.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a bench tells its figures, and stops at the first thing that is wrong"
)]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use actix_web::{HttpResponse, HttpServer, web};
use pandect::app::{App, Organisers, Setup, Sources};
use pandect::audit::note::SignerKey;
use pandect::http::{Bounds, Metrics, Serving, serve};
use pandect::kernel::{Action, Hash, Status};
use pandect::rulesets::any::RulesetName;
use pandect::store::{Append, NewGame, Settings, Store, StoredEvent, StoredSeat};
use serde_json::{Value, json};

mod games;

fn seconds() -> Duration {
    let set = std::env::var("PANDECT_BENCH_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(set.unwrap_or(5))
}

/// A connection that is kept open, with just enough HTTP/1.1 to measure with.
struct Connection(TcpStream, Vec<u8>);

impl Connection {
    fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_nodelay(true).expect("no delay");
        Self(stream, vec![0; 1 << 16])
    }

    /// Sends a request and gives the status and the body.
    fn send(&mut self, method: &str, path: &str, token: &str, body: &str) -> (u16, String) {
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        self.0.write_all(request.as_bytes()).expect("sent");
        let mut filled = 0;
        loop {
            let read = self.0.read(&mut self.1[filled..]).expect("an answer");
            assert_ne!(read, 0, "the server hung up on {method} {path}");
            filled += read;
            let text = String::from_utf8_lossy(&self.1[..filled]);
            let Some((head, rest)) = text.split_once("\r\n\r\n") else { continue };
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
            let length: usize = length.unwrap_or(0);
            if rest.len() >= length {
                let status = head[9..12].parse().expect("a status");
                return (status, rest.to_owned());
            }
            if self.1.len() < filled + length {
                self.1.resize(2 * (filled + length), 0);
            }
        }
    }
}

/// One request after the other from each of `clients` threads; the times of all, sorted.
fn load(clients: usize, one: impl Fn(usize, &mut dyn FnMut() -> bool, &mut Vec<Duration>) + Sync) -> Figures {
    let end = Instant::now() + seconds();
    let all = Mutex::new(Vec::new());
    let begun = Instant::now();
    thread::scope(|scope| {
        for client in 0..clients {
            let (one, all) = (&one, &all);
            scope.spawn(move || {
                let mut times = Vec::new();
                one(client, &mut || Instant::now() < end, &mut times);
                all.lock().expect("times").append(&mut times);
            });
        }
    });
    let took = begun.elapsed();
    let mut times = all.into_inner().expect("times");
    times.sort_unstable();
    Figures { times, took }
}

struct Figures {
    times: Vec<Duration>,
    took: Duration,
}

impl Figures {
    fn rate(&self) -> f64 {
        self.times.len() as f64 / self.took.as_secs_f64()
    }

    fn percentile(&self, per_mille: usize) -> f64 {
        let at = (self.times.len() * per_mille / 1000).min(self.times.len().saturating_sub(1));
        self.times.get(at).map_or(0.0, Duration::as_secs_f64) * 1e3
    }

    fn tell(&self, what: &str) {
        println!(
            "{what:<52} {:>9.0}/s   p50 {:>7.3} ms   p99 {:>7.3} ms   ({} requests)",
            self.rate(),
            self.percentile(500),
            self.percentile(990),
            self.times.len()
        );
    }
}

/// A game that is played over and over: long, so that few are created while the clock runs.
fn script() -> games::Game {
    games::record(RulesetName::RedPanda, 4, 1, json!({"series": {"wins": 9}, "starter": "seat0"}))
}

fn start_pandect(folder: &Path) -> SocketAddr {
    let store = Store::open(&folder.join("pandect.db"), Settings::default()).expect("a store");
    let app = App::new(Setup {
        store,
        key: SignerKey::new("bench", &[7; 32]).expect("a key"),
        organisers: Organisers::Anyone,
        live_games_max: NonZeroUsize::new(10_000).expect("a number"),
        streams_max: 10,
        sources: Sources::default(),
    });
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        actix_web::rt::System::new().block_on(async {
            let serving = Serving {
                app,
                metrics: Metrics::default(),
                requests_per_second: None,
                cors_origins: Vec::new(),
                workers: 2,
                bounds: Bounds::default(),
            };
            let (running, server) = serve(listener, serving).expect("it serves");
            tell.send(running.address).expect("told");
            server.await.expect("it ran");
        });
    });
    told.recv().expect("an address")
}

/// A created game: its path, its seats' tokens.
fn create(connection: &mut Connection, script: &games::Game) -> (String, Vec<String>) {
    let body = json!({
        "ruleset": "red-panda", "options": script.created.options, "seats": script.created.seats, "seed": script.seed
    });
    let (status, answer) = connection.send("POST", "/v1/games", "pdo_anyone", &body.to_string());
    assert_eq!(status, 201, "{answer}");
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    let tokens = answer["tokens"].as_array().expect("tokens").iter().map(|t| t.as_str().expect("text").to_owned());
    (format!("/v1/games/{}", answer["game"]["id"].as_str().expect("an id")), tokens.collect())
}

/// The script's moves as a client sends them: seat and body.
fn bodies(script: &games::Game) -> Vec<(usize, String)> {
    let body = |action: &Action<_>| match action {
        Action::Move(seat, mv) => (seat.index(), serde_json::to_string(mv).expect("JSON")),
        other => panic!("not a move: {other:?}"),
    };
    script.actions.iter().map(body).collect()
}

fn moves(address: SocketAddr, clients: usize, script: &games::Game, bodies: &[(usize, String)]) -> Figures {
    load(clients, |_, go_on, times| {
        let mut connection = Connection::open(address);
        while go_on() {
            let (game, tokens) = create(&mut connection, script);
            let path = format!("{game}/moves");
            for (seat, body) in bodies {
                if !go_on() {
                    return;
                }
                let begun = Instant::now();
                let (status, answer) = connection.send("POST", &path, &tokens[*seat], body);
                times.push(begun.elapsed());
                assert_eq!(status, 201, "{answer}");
            }
        }
    })
}

/// The rows that the script's moves insert, for one game after the other.
struct Rows {
    script: games::Game,
    games: AtomicUsize,
    places: Vec<Mutex<(Option<uuid::Uuid>, usize)>>,
}

impl Rows {
    fn event(&self, id: uuid::Uuid, at: usize) -> StoredEvent {
        let event = &self.script.bundle.events[at];
        let mut record = event.record.clone();
        record.id = id;
        StoredEvent { record, hash: event.hash, payload: event.payload.as_ref().expect("open").get().to_owned() }
    }
}

/// The bare handler: the next row of the client's game, committed as every other write is.
///
/// It reads the body as the other one does: a server that leaves it unread hangs up.
async fn bare(
    store: web::Data<Store>,
    rows: web::Data<Rows>,
    client: web::Path<usize>,
    _body: web::Bytes,
) -> HttpResponse {
    let (id, at) = {
        let mut place = rows.places[*client].lock().expect("a place");
        place.1 = if place.0.is_none() || place.1 + 1 >= rows.script.bundle.events.len() { 0 } else { place.1 + 1 };
        if place.1 == 0 {
            let number = rows.games.fetch_add(1, Ordering::Relaxed);
            place.0 = Some(uuid::Uuid::from_u128(number as u128 + 1));
        }
        (place.0.expect("a game"), place.1)
    };
    let event = rows.event(id, at);
    let done = if at == 0 {
        let seat = |n: u8| StoredSeat { name: format!("Random {n}"), token: Hash::of(&[n]) };
        let new = NewGame {
            ruleset: "red-panda".into(),
            version: 1,
            seed: rows.script.seed,
            seats: (0..4).map(seat).collect(),
            tournament: None,
            status: Status::Running,
            outcome: None,
            event,
        };
        store.create(new).await
    } else {
        store.append(Append { event, key: None, status: Status::Running, outcome: None }).await
    };
    done.expect("committed");
    HttpResponse::Created().json(json!({"index": at}))
}

fn start_bare(folder: &Path, clients: usize) -> SocketAddr {
    let store = web::Data::new(Store::open(&folder.join("bare.db"), Settings::default()).expect("a store"));
    let places = (0..clients).map(|_| Mutex::new((None, 0))).collect();
    let rows = web::Data::from(Arc::new(Rows { script: script(), games: AtomicUsize::new(0), places }));
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        actix_web::rt::System::new().block_on(async {
            let server = HttpServer::new(move || {
                actix_web::App::new()
                    .app_data(store.clone())
                    .app_data(rows.clone())
                    .route("/bare/{client}", web::post().to(bare))
            });
            server.workers(2).listen(listener).expect("it listens").run().await.expect("it ran");
        });
    });
    address
}

fn bare_moves(address: SocketAddr, clients: usize, bodies: &[(usize, String)]) -> Figures {
    load(clients, |client, go_on, times| {
        let mut connection = Connection::open(address);
        let path = format!("/bare/{client}");
        for (_, body) in bodies.iter().cycle() {
            if !go_on() {
                return;
            }
            let begun = Instant::now();
            let (status, _) = connection.send("POST", &path, "pds_none", body);
            times.push(begun.elapsed());
            assert_eq!(status, 201);
        }
    })
}

fn views(address: SocketAddr, script: &games::Game, bodies: &[(usize, String)]) -> Figures {
    let mut connection = Connection::open(address);
    let (game, tokens) = create(&mut connection, script);
    for (seat, body) in bodies {
        assert_eq!(connection.send("POST", &format!("{game}/moves"), &tokens[*seat], body).0, 201);
    }
    let length = bodies.len() + 1;
    load(4, |client, go_on, times| {
        let mut connection = Connection::open(address);
        let mut at = client;
        while go_on() {
            // A walk without a pattern that a cache could follow.
            at = (at * 7919 + 104_729) % length;
            let begun = Instant::now();
            let (status, answer) = connection.send("GET", &format!("{game}/states/{at}"), &tokens[0], "");
            times.push(begun.elapsed());
            assert_eq!(status, 200, "{answer}");
        }
    })
}

fn main() {
    // `cargo test --benches` runs this file too, and wants no figures.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let script = script();
    let bodies = bodies(&script);
    println!("a game of Red Panda with {} moves, in {}", bodies.len(), folder.path().display());
    let pandect = start_pandect(folder.path());
    let only = std::env::var("PANDECT_BENCH_CLIENTS").ok().and_then(|text| text.parse().ok());
    for clients in only.map_or(vec![1, 16, 64], |only| vec![only]) {
        let bare_folder = tempfile::tempdir().expect("a folder");
        let bare_address = start_bare(bare_folder.path(), clients);
        let mut ratios = Vec::new();
        for _ in 0..3 {
            let bare = bare_moves(bare_address, clients, &bodies);
            let played = moves(pandect, clients, &script, &bodies);
            bare.tell(&format!("{clients} at once, bare POST of the same rows"));
            played.tell(&format!("{clients} at once, moves"));
            ratios.push(played.rate() / bare.rate());
        }
        ratios.sort_by(f64::total_cmp);
        println!("{clients} at once: moves per bare POST, median of 3: {:.2}\n", ratios[1]);
    }
    let usual = games::record(RulesetName::RedPanda, 4, 1, json!({"starter": "seat0"}));
    for game in [&usual, &script] {
        let what = format!("4 at once, view at a random index of {} events", game.bundle.events.len());
        views(pandect, game, &self::bodies(game)).tell(&what);
    }
}
