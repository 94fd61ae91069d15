//! Crashes: the real server is killed in the middle of its work, again and again, while many games of every ruleset and
//! tournaments are played; and nothing that was ever answered is lost, doubled or changed.
//!
//! `PANDECT_CRASHES` says how many kills there are, `PANDECT_CRASH_SEED` which run it is.

mod growth;
mod organiser;
mod plan;
mod player;
mod seed;
mod session;
mod start;
mod tally;

use std::path::PathBuf;
use std::thread::scope;
use std::time::Duration;

use pandect::kernel::tree::Root;
use serde_json::Value;
use tempfile::TempDir;

use crate::binary::{Serving, Starting, pandect};
use crate::client::Client;
use growth::Growth;
use organiser::{Organiser, adjudicate};
use plan::{Hit, Way};
use player::{Player, Variants};
use seed::{Seed, Told};
use session::Session;
use tally::Tally;

/// Kills of a run that asks for no number.
const KILLS: u64 = 20;
const PLAYERS: u64 = 6;
const ORGANISERS: u64 = 2;

/// The server is gone, and did not answer.
#[derive(Debug)]
struct Gone;

impl From<ureq::Error> for Gone {
    fn from(error: ureq::Error) -> Self {
        assert!(!matches!(error, ureq::Error::Timeout(_)), "a server that runs does not answer");
        Self
    }
}

/// Everything that is listed, over all pages.
fn all(client: &Client, path: &str, field: &str, cursor: &str) -> Result<Vec<Value>, Gone> {
    let (mut items, mut more) = (Vec::new(), String::new());
    loop {
        let mut page = client.call("GET", &format!("{path}{more}")).attempt()?.expect(200);
        items.append(page[field].as_array_mut().expect("a page"));
        match &page[format!("next_{cursor}")] {
            Value::Null => return Ok(items),
            next => more = format!("&{cursor}={}", next.to_string().trim_matches('"')),
        }
    }
}

/// Everyone who plays, organises and watches, and what they hold the server to.
struct Run {
    seed: Seed,
    directory: TempDir,
    variants: Variants,
    players: Vec<Player>,
    organisers: Vec<Organiser>,
    growth: Option<Growth>,
    tally: Tally,
}

impl Run {
    fn new(seed: Seed) -> Self {
        Self {
            seed,
            directory: TempDir::new().expect("a temporary directory"),
            variants: Variants::read(),
            players: (0..PLAYERS).map(|number| Player::new(number, seed)).collect(),
            organisers: (0..ORGANISERS).map(|number| Organiser::new(number, seed)).collect(),
            growth: None,
            tally: Tally::default(),
        }
    }

    fn database(&self) -> PathBuf {
        self.directory.path().join("pandect.db")
    }

    fn sessions(&mut self) -> impl Iterator<Item = &mut Session> {
        let players = self.players.iter_mut().flat_map(Player::sessions);
        players.chain(self.organisers.iter_mut().flat_map(Organiser::sessions))
    }

    /// Kills the server once.
    fn kill(&mut self, number: u64) -> Hit {
        let way = Way::of(self.seed, number);
        let delay = way.delay(self.seed, number);
        if way == Way::Starting {
            let starting = Starting::new(self.directory.path(), &[]);
            std::thread::sleep(delay);
            assert_sound(&starting.kill());
            return Hit::Start;
        }
        let server = Starting::new(self.directory.path(), &[]).served();
        let client = Client::new(server.address);
        self.check(&client);
        let hit = self.play_until_killed(&client, server, way, delay);
        self.sessions().for_each(Session::interrupt);
        hit
    }

    fn play_until_killed(&mut self, client: &Client, server: Serving, way: Way, delay: Duration) -> Hit {
        let (database, tally, variants) = (self.database(), &self.tally, &self.variants);
        scope(|scope| {
            for player in &mut self.players {
                scope.spawn(move || player.play(client, tally, Some(variants)));
            }
            for organiser in &mut self.organisers {
                scope.spawn(move || organiser.play(client, tally, true));
            }
            if let Some(growth) = &mut self.growth {
                scope.spawn(move || growth.watch_on(client));
            }
            let hit = plan::wait(way, delay, &server, &database);
            assert_sound(&server.kill());
            hit
        })
    }

    /// That all is there which was answered before the last kill.
    fn check(&mut self, client: &Client) {
        let growth = self.growth.get_or_insert_with(|| Growth::new(client));
        growth.watch(client).expect("a server that runs");
        let (key, tally) = (growth.key.clone(), &self.tally);
        let players = self.players.iter_mut().map(|player| player.sessions().collect::<Vec<_>>());
        scope(|scope| {
            for organiser in &self.organisers {
                organiser.check(client).expect("a server that runs");
            }
            let organisers = self.organisers.iter_mut().map(|organiser| organiser.sessions().collect());
            for sessions in players.chain(organisers) {
                let key = &key;
                scope.spawn(move || {
                    for session in sessions.into_iter().filter(|session| session.is_unchecked()) {
                        session.check(client, key, tally).expect("a server that runs");
                    }
                });
            }
        });
    }

    /// Plays everything to its end, and looks at all of it once more.
    fn finish(&mut self) {
        let server = Starting::new(self.directory.path(), &[]).served();
        let client = &Client::new(server.address);
        self.check(client);
        let tally = &self.tally;
        scope(|scope| {
            for player in &mut self.players {
                scope.spawn(move || player.play(client, tally, None).expect("a server that runs"));
            }
            for organiser in &mut self.organisers {
                scope.spawn(move || organiser.play(client, tally, false).expect("a server that runs"));
            }
        });
        end_orphans(client);
        self.sessions().for_each(Session::uncheck);
        self.check(client);
        let root = self.growth.as_mut().expect("a tree").check_all(client).expect("a server that runs");
        self.audit(client, root);
        assert_eq!(server.terminate(), 0);
    }

    /// That every game and every tournament verifies, and that the tree has each of them once and nothing else.
    fn audit(&mut self, client: &Client, root: Root) {
        let key = &self.growth.as_ref().expect("a tree").key;
        scope(|scope| {
            let mut games: Vec<&[Session]> = self.players.iter().map(|player| player.over.as_slice()).collect();
            games.extend(self.organisers.iter().map(|organiser| organiser.over.as_slice()));
            for games in games {
                scope.spawn(move || games.iter().for_each(|game| game.audit(client, key)));
            }
        });
        let games = all(client, "/v1/games?limit=100", "games", "cursor").expect("a server that runs");
        for game in &games {
            let id = game["id"].as_str().expect("an id");
            assert!(["over", "adjudicated"].iter().any(|ended| game["status"] == *ended), "{game}");
            let audit = client.get(&format!("/v1/games/{id}/audit")).expect(200);
            assert_eq!(audit["verdict"], "verified", "{audit}");
        }
        let mut leaves = games.len();
        for organiser in &self.organisers {
            organiser.check_sealed(client).expect("a server that runs");
            for id in organiser.sealed() {
                self.verify_tournament(client, id);
                leaves += 1;
            }
        }
        assert_eq!(root.size, leaves as u64, "every game and every sealed tournament is a leaf, once");
    }

    /// Verifies the file of a tournament, as a stranger would.
    fn verify_tournament(&self, client: &Client, id: &str) {
        let file = self.directory.path().join(format!("{id}.ndjson"));
        std::fs::write(&file, client.get(&format!("/v1/tournaments/{id}/bundle")).bytes).expect("a file");
        let verified = pandect(&["verify", "--quiet", file.to_str().expect("a path in UTF-8")]);
        assert_eq!(verified.code, 0, "{verified:?}");
    }
}

/// Ends the games that nobody has the tokens of.
fn end_orphans(client: &Client) {
    for status in ["waiting", "running"] {
        let path = format!("/v1/games?limit=100&status={status}");
        for game in all(client, &path, "games", "cursor").expect("a server that runs") {
            let seats = game["seats"].as_array().expect("seats").len();
            adjudicate(client, game["id"].as_str().expect("an id"), seats).expect("a server that runs");
        }
    }
}

/// That a server logged no failure of its own.
fn assert_sound(log: &str) {
    let failures: Vec<&str> =
        log.lines().filter(|line| line.contains("\"level\":\"ERROR\"") || line.contains("panicked")).collect();
    assert!(failures.is_empty(), "the server failed:\n{}", failures.join("\n"));
}

/// How many kills are asked for.
fn kills() -> u64 {
    match std::env::var("PANDECT_CRASHES") {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("PANDECT_CRASHES: expected a whole number, found {text}")),
        Err(_) => KILLS,
    }
}

#[test]
fn nothing_that_was_answered_is_lost_doubled_or_changed_however_often_the_server_is_killed() {
    let seed = Seed::new();
    let _told = Told(seed);
    let (mut run, kills) = (Run::new(seed), kills());
    let mut hits = Vec::new();
    for number in 0..kills {
        hits.push(run.kill(number));
        eprintln!("kill {} of {kills}: {:?}; {}", number + 1, hits[hits.len() - 1], run.tally);
    }
    run.finish();
    let count = |hit| hits.iter().filter(|found| **found == hit).count();
    eprintln!(
        "{kills} kills survived: {} while starting, {} while playing, {} in a checkpoint, {} in the last one of a stop, {} \
         while stopping; {}; {} checkpoints hold",
        count(Hit::Start),
        count(Hit::Play),
        count(Hit::Checkpoint),
        count(Hit::LastCheckpoint),
        count(Hit::Stop),
        run.tally,
        run.growth.as_ref().map_or(0, Growth::checkpoints)
    );
}
