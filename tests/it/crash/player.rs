//! Whoever plays several games at once, and goes on with others where one has ended.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use pandect::rulesets::any::RulesetName;
use pandect::selfplay::pick;
use serde_json::{Value, json};

use super::Gone;
use super::seed::Seed;
use super::session::{Session, Step};
use super::tally::Tally;
use crate::binary::ROOT;
use crate::client::Client;

/// Games that one player has open.
const TABLES: usize = 2;

/// How long a player waits when every game waits for somebody else.
const PAUSE: Duration = Duration::from_millis(2);

/// The creations of the golden replays: every variant of every ruleset, for every number of seats.
pub(super) struct Variants(Vec<(RulesetName, Vec<Value>)>);

impl Variants {
    pub(super) fn read() -> Self {
        let of = |ruleset: RulesetName| {
            let folder = Path::new(ROOT).join("fixtures/replays").join(ruleset.as_str()).join("v1");
            let mut files: Vec<_> =
                fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path()).collect();
            files.sort();
            (ruleset, files.iter().map(|file| creation(&fs::read_to_string(file).expect("a replay"))).collect())
        };
        Self(RulesetName::ALL.iter().copied().map(of).collect())
    }
}

/// The first payload of a golden replay. Its names are commitments, which are as good as any other names.
fn creation(golden: &str) -> Value {
    serde_json::from_str::<Value>(golden).expect("a golden replay")["events"][0][3].take()
}

/// One player.
pub(super) struct Player {
    number: u64,
    seed: Seed,
    /// How many games this player has asked for.
    asked_for: u64,
    tables: Vec<Session>,
    pub(super) over: Vec<Session>,
}

impl Player {
    pub(super) fn new(number: u64, seed: Seed) -> Self {
        Self { number, seed, asked_for: 0, tables: Vec::new(), over: Vec::new() }
    }

    /// Every game of this player.
    pub(super) fn sessions(&mut self) -> impl Iterator<Item = &mut Session> {
        self.tables.iter_mut().chain(&mut self.over)
    }

    /// Plays until the server is gone, or, where no game is opened any more, until all are over.
    pub(super) fn play(&mut self, client: &Client, tally: &Tally, variants: Option<&Variants>) -> Result<(), Gone> {
        loop {
            while let Some(variants) = variants
                && self.tables.len() < TABLES
            {
                self.open(client, tally, variants)?;
            }
            if self.tables.is_empty() {
                return Ok(());
            }
            if !step_each(&mut self.tables, &mut self.over, client, tally)? {
                sleep(PAUSE);
            }
        }
    }

    /// Creates a game. One whose creation is not answered is nobody's: its tokens are lost.
    fn open(&mut self, client: &Client, tally: &Tally, variants: &Variants) -> Result<(), Gone> {
        let name = format!("player-{}-game-{}", self.number, self.asked_for);
        let rulesets = variants.0.len() as u64;
        let (ruleset, variants) = &variants.0[((self.number + self.asked_for) % rulesets) as usize];
        self.asked_for += 1;
        let mut draws = self.seed.draws(&name, u64::MAX);
        let variant = pick(&mut draws, variants).expect("a variant");
        // A request has no bot where the log has null.
        let seats = variant["seats"].as_array().expect("seats").iter();
        let mut seats: Vec<Value> = seats.map(|seat| json!({ "name": seat["name"] })).collect();
        let bots = match draws.below(8) {
            0 => 0..seats.len(),
            1 | 2 => 0..1,
            _ => 0..0,
        };
        for seat in &mut seats[bots] {
            seat["bot"] = json!("random");
        }
        let game_seed = [Some(self.seed.hex(&name)), None];
        let entropy = if draws.below(4) == 0 { "required" } else { "none" };
        let request = json!({
            "ruleset": ruleset.as_str(), "options": variant["options"], "seats": seats, "entropy": entropy,
            "seed": game_seed[draws.below(2) as usize],
        });
        let answer = client.call("POST", "/v1/games").json(&request).attempt();
        let created = answer.inspect_err(|_| tally.orphans.count())?;
        if [429, 503].contains(&created.status) {
            sleep(PAUSE);
            return Ok(());
        }
        let created = created.expect(201);
        self.tables.push(Session::new(name, self.seed, &created["game"]["id"], &created["tokens"]));
        Ok(())
    }
}

/// Takes a step in each game, puts those away that are over, and says whether anything went on.
pub(super) fn step_each(
    tables: &mut Vec<Session>,
    over: &mut Vec<Session>,
    client: &Client,
    tally: &Tally,
) -> Result<bool, Gone> {
    let (mut went_on, mut at) = (false, 0);
    while at < tables.len() {
        match tables[at].step(client, tally)? {
            Step::Over => {
                tally.games.count();
                over.push(tables.swap_remove(at));
                went_on = true;
                continue;
            }
            Step::Played => went_on = true,
            Step::Waits => {}
        }
        at += 1;
    }
    Ok(went_on)
}
