//! Games to measure with: random legal players, the same ones every time.

#![allow(dead_code, reason = "every bench includes this file, and none needs all of it")]

use pandect_core::audit::Bundle;
use pandect_core::kernel::{Action, EntropyPolicy, ServerSeed};
use pandect_core::log::{Created, parse_action};
use pandect_core::rulesets::any::{AnyMatch, AnyMove, RulesetName};
use pandect_core::selfplay::SelfPlay;

/// A recorded game, parsed.
pub(crate) struct Game {
    pub(crate) created: Created,
    pub(crate) seed: ServerSeed,
    pub(crate) actions: Vec<Action<AnyMove>>,
    pub(crate) bundle: Bundle,
}

impl Game {
    /// The match after every event but the last, each with the action that follows it.
    pub(crate) fn positions(&self) -> Vec<(AnyMatch, &Action<AnyMove>)> {
        let (mut game, _) = self.created.open(self.seed).expect("it opens");
        let step = |action| {
            let before = game.clone();
            game.advance(action).expect("a legal log");
            (before, action)
        };
        self.actions.iter().map(step).collect()
    }
}

/// Records one game.
pub(crate) fn record(ruleset: RulesetName, seats: u8, number: u64, options: serde_json::Value) -> Game {
    let options = ruleset.newest().options(options).expect("options");
    let seed = ServerSeed::new([7; 32]);
    let run = SelfPlay { options, seats, entropy: EntropyPolicy::None, seed };
    let bundle = run.play(number).expect("a game");
    let payload = |at: usize| bundle.events[at].payload.as_ref().expect("open").get();
    let created = Created::parse(bundle.events[0].record.kind, payload(0)).expect("created");
    let action = |at: usize| {
        let record = &bundle.events[at].record;
        parse_action(created.edition(), record.kind, record.seat, payload(at)).expect("an action")
    };
    let actions = (1..bundle.events.len()).map(action).collect();
    Game { created, seed: bundle.server_seed.expect("told"), actions, bundle }
}

/// The same games every time, with the usual options.
pub(crate) fn usual(ruleset: RulesetName, count: u64) -> Vec<Game> {
    (0..count).map(|number| record(ruleset, 4, number, serde_json::json!({}))).collect()
}
