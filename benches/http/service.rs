//! The service under load: moves and views.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Instant;

use pandect::kernel::Action;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Connection, Figures, load};
use crate::games;

/// The server that was built with this bench, as it is run in earnest; ends when dropped.
pub(crate) struct Service {
    process: Child,
    pub(crate) address: SocketAddr,
    _folder: TempDir,
}

impl Service {
    /// Starts a server over a new database.
    pub(crate) fn start(program: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let serve = ["serve", "--address", "127.0.0.1:0", "--log", "json"];
        let mut command = Command::new(program);
        let mut process =
            command.args(serve).current_dir(folder.path()).stderr(Stdio::piped()).spawn().expect("a server");
        let mut log = BufReader::new(process.stderr.take().expect("its log")).lines();
        let address = loop {
            let line = log.next().expect("it serves").expect("text");
            let line: Value = serde_json::from_str(&line).expect("a line of JSON");
            if let Some(address) = line["fields"]["address"].as_str() {
                break address.parse().expect("an address");
            }
        };
        // A log that nobody reads would stop the server when the pipe is full.
        thread::spawn(move || log.for_each(drop));
        Self { process, address, _folder: folder }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A created game: its path, its seats' tokens.
fn create(connection: &mut Connection, script: &games::Game) -> (String, Vec<String>) {
    let seats: Vec<_> = (0..script.created.seats.len()).map(|seat| json!({"name": format!("Player {seat}")})).collect();
    let body = json!({
        "ruleset": "red-panda", "options": script.created.options, "seats": seats, "seed": script.seed
    });
    let (status, answer) = connection.send("POST", "/v1/games", "pdo_anyone", &body.to_string());
    assert_eq!(status, 201, "{answer}");
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    let tokens = answer["tokens"].as_array().expect("tokens").iter().map(|t| t.as_str().expect("text").to_owned());
    (format!("/v1/games/{}", answer["game"]["id"].as_str().expect("an id")), tokens.collect())
}

/// The script's moves as a client sends them: seat and body.
pub(crate) fn bodies(script: &games::Game) -> Vec<(usize, String)> {
    let body = |action: &Action<_>| match action {
        Action::Move(seat, mv) => (seat.index(), serde_json::to_string(mv).expect("JSON")),
        other => panic!("not a move: {other:?}"),
    };
    script.actions.iter().map(body).collect()
}

/// Moves of so many games at once, each by a client of its own.
pub(crate) fn moves(address: SocketAddr, clients: usize, script: &games::Game, bodies: &[(usize, String)]) -> Figures {
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

/// A game that is over.
pub(crate) struct Finished {
    path: String,
    token: String,
    pub(crate) length: usize,
    /// Bytes of the view in the middle.
    pub(crate) size: usize,
}

impl Finished {
    /// Plays the game to its end.
    pub(crate) fn play(address: SocketAddr, script: &games::Game) -> Self {
        let mut connection = Connection::open(address);
        let (path, mut tokens) = create(&mut connection, script);
        let bodies = bodies(script);
        for (seat, body) in &bodies {
            assert_eq!(connection.send("POST", &format!("{path}/moves"), &tokens[*seat], body).0, 201);
        }
        let (length, token) = (bodies.len() + 1, tokens.swap_remove(0));
        let (status, middle) = connection.send("GET", &format!("{path}/states/{}", length / 2), &token, "");
        assert_eq!(status, 200, "{middle}");
        Self { path, token, length, size: middle.len() }
    }

    /// Views at indexes without a pattern that a cache could follow, from four clients.
    pub(crate) fn views(&self, address: SocketAddr) -> Figures {
        load(4, |client, go_on, times| {
            let mut connection = Connection::open(address);
            let mut at = client;
            while go_on() {
                at = (at * 7919 + 104_729) % self.length;
                let begun = Instant::now();
                let (status, answer) = connection.send("GET", &format!("{}/states/{at}", self.path), &self.token, "");
                times.push(begun.elapsed());
                assert_eq!(status, 200, "{answer}");
            }
        })
    }
}
