//! Whoever organises tournaments and plays their games: the events that end a game, grow the tournament's log and the tree
//! are one transaction.

use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use super::player::step_each;
use super::seed::Seed;
use super::session::Session;
use super::tally::Tally;
use super::{Gone, all};
use crate::client::{Answer, Client};

/// Players of a tournament.
const PLAYERS: usize = 4;

/// Games of an open tournament.
const GAMES: u64 = 6;

/// A tournament, as its organiser knows it.
struct Tournament {
    id: String,
    /// The heads that were answered: index and hash.
    heads: Vec<(usize, String)>,
}

/// One organiser.
pub(super) struct Organiser {
    number: u64,
    seed: Seed,
    /// How many tournaments this organiser has asked for.
    asked_for: u64,
    /// How many games were seated.
    seated: u64,
    running: Option<Tournament>,
    sealed: Vec<Tournament>,
    tables: Vec<Session>,
    pub(super) over: Vec<Session>,
}

impl Organiser {
    pub(super) fn new(number: u64, seed: Seed) -> Self {
        let (sealed, tables, over) = (Vec::new(), Vec::new(), Vec::new());
        Self { number, seed, asked_for: 0, seated: 0, running: None, sealed, tables, over }
    }

    /// Every game of this organiser's tournaments.
    pub(super) fn sessions(&mut self) -> impl Iterator<Item = &mut Session> {
        self.tables.iter_mut().chain(&mut self.over)
    }

    /// The sealed tournaments.
    pub(super) fn sealed(&self) -> impl Iterator<Item = &str> {
        self.sealed.iter().map(|tournament| tournament.id.as_str())
    }

    /// Organises and plays until the server is gone, or, where no tournament is begun any more, until the last is sealed.
    pub(super) fn play(&mut self, client: &Client, tally: &Tally, begins: bool) -> Result<(), Gone> {
        loop {
            if self.running.is_none() {
                if !begins {
                    return Ok(());
                }
                self.begin(client, tally)?;
            } else if !step_each(&mut self.tables, &mut self.over, client, tally)? || self.tables.is_empty() {
                self.organise(client, tally)?;
            }
        }
    }

    /// Swiss where the number is even, seated by hand where it is odd.
    fn begin(&mut self, client: &Client, tally: &Tally) -> Result<(), Gone> {
        let format = match self.number % 2 {
            0 => json!({ "type": "swiss", "rounds": 2 }),
            _ => json!({ "type": "open" }),
        };
        let name = format!("Tournament {}-{}", self.number, self.asked_for);
        self.asked_for += 1;
        let rulesets = ["red-panda", "panda-rei", "panda-spin"].map(|ruleset| json!({ "ruleset": ruleset }));
        let request = json!({ "name": name, "format": format, "rulesets": rulesets });
        let answer = client.call("POST", "/v1/tournaments").json(&request).attempt();
        let answer = answer.inspect_err(|_| tally.orphans.count())?;
        if is_busy(&answer) {
            return Ok(());
        }
        let id = answer.expect(201)["tournament"]["id"].as_str().expect("an id").into();
        let mut tournament = Tournament { id, heads: Vec::new() };
        tournament.acknowledge(&answer);
        self.running = Some(tournament);
        Ok(())
    }

    /// Does what the tournament is ready for. What was not answered shows in how it stands.
    fn organise(&mut self, client: &Client, tally: &Tally) -> Result<(), Gone> {
        let Some(mut tournament) = self.running.take() else { return Ok(()) };
        let done = self.advance(&mut tournament, client, tally);
        match done {
            Ok(true) => {
                tally.tournaments.count();
                self.sealed.push(tournament);
            }
            Ok(false) | Err(_) => self.running = Some(tournament),
        }
        done.map(drop)
    }

    /// Says whether it is sealed.
    fn advance(&mut self, tournament: &mut Tournament, client: &Client, tally: &Tally) -> Result<bool, Gone> {
        let look = client.call("GET", &tournament.path("")).attempt()?.expect(200);
        let count = |field: &str| look[field].as_array().map_or(0, Vec::len);
        let open = look["format"]["type"] == "open";
        let (rest, body) = if look["status"] == "sealed" {
            return Ok(true);
        } else if count("players") < PLAYERS {
            ("/players", json!({ "name": format!("Player {}", count("players")) }))
        } else if look["running"] != 0 {
            self.end_orphans(tournament, client, tally)?;
            return Ok(false);
        } else if open && look["games"].as_u64() < Some(GAMES) {
            let seed = self.seed.hex(&format!("organiser {} seats {}", self.number, self.seated));
            let ruleset = look["games"].as_u64().expect("a number") % 3;
            ("/games", json!({ "players": [self.seated % 4, (self.seated + 1) % 4], "ruleset": ruleset, "seed": seed }))
        } else if !open && count("rounds") < 2 {
            ("/rounds", Value::Null)
        } else {
            ("/seal", Value::Null)
        };
        let path = tournament.path(rest);
        let call = client.call("POST", &path);
        let call = if body.is_null() { call } else { call.json(&body) };
        let answer = call.attempt()?;
        if is_busy(&answer) {
            return Ok(false);
        }
        let changed = answer.expect(201);
        tournament.acknowledge(&answer);
        for table in changed["tables"].as_array().into_iter().flatten() {
            let name = format!("organiser-{}-game-{}", self.number, self.seated);
            self.seated += 1;
            self.tables.push(Session::new(name, self.seed, &table["game"], &table["tokens"]));
        }
        Ok(false)
    }

    /// Ends the games whose tokens are lost, because their creation was not answered.
    fn end_orphans(&self, tournament: &Tournament, client: &Client, tally: &Tally) -> Result<(), Gone> {
        if !self.tables.is_empty() {
            return Ok(());
        }
        let games = all(client, &tournament.path("/games?limit=1000"), "games", "after")?;
        for game in games.iter().filter(|game| game["outcome"].is_null()) {
            let id = game["game"].as_str().expect("an id");
            if adjudicate(client, id, game["players"].as_array().expect("players").len())? {
                tally.orphans.count();
            }
        }
        Ok(())
    }

    /// That every head which was answered is in the log of its tournament.
    pub(super) fn check(&self, client: &Client) -> Result<(), Gone> {
        self.running.iter().try_for_each(|tournament| tournament.check(client))
    }

    /// The same for all of them.
    pub(super) fn check_sealed(&self, client: &Client) -> Result<(), Gone> {
        self.sealed.iter().try_for_each(|tournament| tournament.check(client))
    }
}

impl Tournament {
    fn path(&self, rest: &str) -> String {
        format!("/v1/tournaments/{}{rest}", self.id)
    }

    fn acknowledge(&mut self, answer: &Answer) {
        let head = answer.expect(201)["tournament"]["head"].take();
        let (index, hash) = (head["index"].as_u64().expect("an index"), head["hash"].as_str().expect("a hash"));
        self.heads.push((index as usize, hash.into()));
    }

    fn check(&self, client: &Client) -> Result<(), Gone> {
        let events = all(client, &self.path("/events?limit=1000"), "events", "after")?;
        for (index, hash) in &self.heads {
            let found = events.get(*index).map(|event| &event["hash"]);
            assert_eq!(found, Some(&json!(hash)), "event {index} of tournament {}", self.id);
        }
        Ok(())
    }
}

fn is_busy(answer: &Answer) -> bool {
    let busy = [429, 503].contains(&answer.status);
    if busy {
        sleep(Duration::from_millis(2));
    }
    busy
}

/// Ends a game that nobody plays, and says whether it still ran.
pub(super) fn adjudicate(client: &Client, id: &str, seats: usize) -> Result<bool, Gone> {
    let ranking: Vec<usize> = (0..seats).collect();
    let outcome = json!({ "ranking": [ranking], "scores": vec![0; seats] });
    let body = json!({ "outcome": outcome, "reason": "nobody has its tokens" });
    let path = format!("/v1/games/{id}/adjudication");
    let answer = client.call("POST", &path).json(&body).attempt()?;
    match answer.status {
        201 => Ok(true),
        409 | 503 => Ok(false),
        _ => panic!("{}", answer.text()),
    }
}
