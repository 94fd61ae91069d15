//! Starts that are killed: the first one, which makes every file, and one that migrates.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::{Value, json};

use super::all;
use crate::binary::{Serving, Starting};
use crate::client::Client;
use crate::game::Game;
use crate::server::Server;

/// Starts a server and kills it so long after a file is there; says whether it was.
fn kill_behind(directory: &Path, file: &str, delay: Duration) -> bool {
    let (starting, begun) = (Starting::new(directory, &[]), Instant::now());
    let file = directory.join(file);
    while !file.exists() && begun.elapsed() < Duration::from_secs(5) {
        // No sleep: what is between a file and its content takes microseconds.
        std::hint::spin_loop();
    }
    sleep(delay);
    starting.kill();
    file.exists()
}

#[test]
fn a_first_start_that_is_killed_keeps_no_later_one_from_starting() {
    for file in ["pandect.key", "pandect.db.lock", "pandect.db", "pandect.db-wal"] {
        for delay in [0, 300, 3_000] {
            let directory = tempfile::tempdir().expect("a directory");
            assert!(kill_behind(directory.path(), file, Duration::from_micros(delay)), "{file} was never there");
            let serving = Serving::start(directory.path());
            Client::new(serving.address).get("/readyz").expect(200);
            assert_eq!(serving.terminate(), 0, "killed {delay} us behind {file}");
        }
    }
}

/// Games that are over and games that are not, in a database as the first version made it.
fn first_version() -> (Vec<u8>, Vec<Game>) {
    let server = Server::start();
    let outcome = json!({ "outcome": { "ranking": [[0], [1]], "scores": [1, 0], "reason": "time" } });
    let mut games: Vec<_> = (0..60).map(|_| Game::new(&server, 2, "97")).collect();
    for game in &games {
        server.organiser().post(&game.path("/adjudication"), &outcome).expect(201);
    }
    games.push(Game::over(&server));
    games.push(Game::at(&server, 2, "00", 5));
    let mut old = Vec::new();
    server.restart_after(|database| {
        let file = database.with_extension("old");
        let connection = Connection::open(&file).expect("a database");
        connection.execute_batch(include_str!("../../../migrations/0001_log.sql")).expect("the first schema");
        let copied = ["games", "seats", "seeds", "events"]
            .map(|table| format!("INSERT INTO {table} SELECT * FROM new.{table} ORDER BY 1, 2;"))
            .concat();
        let database = database.display();
        let copy = format!("ATTACH '{database}' AS new; {copied} DETACH new; PRAGMA user_version = 1;");
        connection.execute_batch(&copy).expect("what it had");
        connection.close().expect("a file");
        old = fs::read(file).expect("a file");
    });
    (old, games)
}

/// What a server has of the games: the tree, and each log.
fn found(serving: &Serving, games: &[Game]) -> Vec<Value> {
    let client = Client::new(serving.address);
    let leaves = all(&client, "/v1/log/leaves?limit=1000", "leaves", "from").expect("leaves");
    let log = |game: &Game| {
        let audit = client.get(&game.path("/audit")).expect(200);
        assert_ne!(audit["verdict"], "failed", "{audit}");
        client.get(&game.path("/events?limit=1000")).expect(200)["events"].take()
    };
    leaves.into_iter().chain(games.iter().map(log)).collect()
}

#[test]
fn a_migration_that_is_killed_is_done_by_the_next_start_as_if_nothing_had_been() {
    let (old, games) = first_version();
    let directory = tempfile::tempdir().expect("a directory");
    let database = directory.path().join("pandect.db");
    fs::write(&database, &old).expect("a file");
    let expected = found(&Serving::start(directory.path()), &games);
    assert_eq!(expected.len(), 61 + games.len(), "a leaf for each game that is over");
    for delay in [0, 100, 400, 1_000, 2_000, 4_000, 8_000] {
        let directory = tempfile::tempdir().expect("a directory");
        let database = directory.path().join("pandect.db");
        fs::write(&database, &old).expect("a file");
        kill_behind(directory.path(), "pandect.db-wal", Duration::from_micros(delay));
        let serving = Serving::start(directory.path());
        assert_eq!(found(&serving, &games), expected, "killed {delay} us into it");
        assert_eq!(serving.terminate(), 0);
    }
}
