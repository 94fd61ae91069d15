//! The verifier in Python draws again all that a game draws, whatever is played, and finds the one draw that is another.

use std::fs;
use std::ops::RangeInclusive;

use pandect::kernel::LABEL;
use pandect::rulesets::any::RulesetName;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::anew;
use crate::binary::{ROOT, pandect};
use crate::game::{Game, seed};
use crate::second_verifier::{assert_verified, level, path, save, states, verifier, write, wrong};
use crate::server::Server;

/// A game: its ruleset, seats, options, and the byte that its seed is all through.
type Asked<'a> = (&'a str, u8, &'a str, &'a str);

const SERIES: Asked = ("red-panda", 3, r#"{"series":{"wins":2}}"#, "11");
const TWO_ROUNDS: Asked = ("panda-rei", 2, "{}", "11");
const ROUNDS: Asked = ("panda-spin", 2, "{}", "13");
const WEATHER: Asked = ("takenoko", 2, r#"{"drawn_fulfilled":"bottom","turn_cap":40}"#, "11");
/// A journey pile of a colour is used up, which seldom happens.
const USED_UP: Asked = ("inori", 4, "{}", "33");
/// Dice are rerolled, which not every game has the building for.
const REROLLS: Asked = ("villa-panda", 2, r#"{"emperor":"both","round_cap":20}"#, "d5");

/// What is kept of a game that is over, each in a file of the directory.
struct Kept {
    directory: TempDir,
    bundle: String,
    states: String,
    catalogue: String,
}

impl Kept {
    fn of(server: &Server, ruleset: &str, make: impl FnOnce(&TempDir) -> String) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let bundle = make(&directory);
        let catalogue = save(server, &directory, "box", &format!("/v1/rulesets/{ruleset}"));
        Self { states: states(&directory, &bundle), bundle, catalogue, directory }
    }

    /// A game of random players that give entropy.
    fn played(server: &Server, (ruleset, seats, options, byte): Asked) -> Self {
        Self::of(server, ruleset, |directory| {
            let (out, seats, seed) = (path(directory, "played"), seats.to_string(), seed(byte));
            let asked = ["--ruleset", ruleset, "--seats", &seats, "--options", options, "--seed", &seed, "--out", &out];
            let played = pandect(&[["play", "--entropy"].as_slice(), &asked].concat());
            assert_eq!(played.code, 0, "{played:?}");
            format!("{out}/{ruleset}-0000.pandect.json")
        })
    }

    /// Fails unless everything is drawn again, these things among it.
    fn assert_drawn_again(&self, things: &[&str]) {
        let good = verifier(&[&self.bundle, "--states", &self.states, "--box", &self.catalogue]);
        assert_verified(&good, &["states", "deal", "draws"]);
        for thing in things {
            assert!(level(&good, "draws").1.contains(&format!("{thing}: ")), "{thing}: {good:?}");
        }
    }

    /// Fails unless a log that was written with another state after the first event that fits is told as a wrong draw there.
    fn assert_found(&self, forgery: &Forgery) {
        let mut bundle: Value = serde_json::from_slice(&fs::read(&self.bundle).expect("a bundle")).expect("JSON");
        let lines = fs::read_to_string(&self.states).expect("states");
        let mut states: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let fits = |index: &usize| {
            let (before, after) = (&states[index - 1], &states[*index]);
            !before.is_null() && (forgery.when)(before, &bundle["events"][index]["payload"]["move"], after)
        };
        let what = forgery.what;
        let index = (1..states.len()).find(fits).unwrap_or_else(|| panic!("{what}: no event of this game fits"));
        (forgery.alter)(&mut states[index]);
        anew::write(bundle["events"].as_array_mut().expect("events"), &states);
        let written: String = states.iter().map(|state| format!("{state}\n")).collect();
        let [bundle, states] = [("anew", bundle.to_string()), ("altered", written)]
            .map(|(name, content)| write(&self.directory, name, content));
        let refused = verifier(&[&bundle, "--states", &states, "--box", &self.catalogue]);
        assert_eq!((refused.code, wrong(&refused)), (1, vec!["signature", "draws"]), "{what}: {refused:?}");
        let told = format!("event {index}: {what}: ");
        assert!(level(&refused, "draws").1.contains(&told), "{told}{refused:?}");
    }
}

/// A draw that is another one than the seed's.
struct Forgery {
    /// What the verifier calls it.
    what: &'static str,
    /// Whether it can be in an event, by the state before, the move, and the state after.
    when: fn(&Value, &Value, &Value) -> bool,
    alter: fn(&mut Value),
}

fn forgery(what: &'static str, when: fn(&Value, &Value, &Value) -> bool, alter: fn(&mut Value)) -> Forgery {
    Forgery { what, when, alter }
}

/// Swaps two things of a state that are not the same.
fn swap(state: &mut Value, [one, other]: [&str; 2]) {
    let [first, second] = [one, other].map(|at| state.pointer(at).expect("a thing of the state").clone());
    assert_ne!(first, second, "{one} and {other}");
    *state.pointer_mut(one).expect("the first") = second;
    *state.pointer_mut(other).expect("the second") = first;
}

fn differ(state: &Value, one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(|at| state.pointer(at));
    one.is_some() && other.is_some() && one != other
}

/// How many things a list of a state has.
fn count(state: &Value, list: &str) -> usize {
    state.pointer(list).and_then(Value::as_array).map_or(0, Vec::len)
}

fn is(mv: &Value, kind: &str) -> bool {
    mv["type"] == kind
}

/// A game of Inori in which so many runes are drawn and played that their stack is made anew.
fn game_of_runes(server: &Server) -> Kept {
    let seats = ["Ada", "Bo"].map(|name| json!({ "name": name }));
    let game =
        Game::create(server, &json!({ "ruleset": "inori", "seats": seats, "seed": seed("02"), "entropy": "none" }));
    let listed = server.spectator().get("/v1/rulesets/inori").expect(200);
    let draws_a_rune = |mv: &Value| {
        let mut components = listed["catalogue"].as_array().expect("components").iter();
        let card = components.find(|component| component["id"] == mv["card"]);
        let space = format!("space_{}", mv["space"]);
        let mut facts = card.and_then(|card| card["facts"].as_array()).into_iter().flatten();
        facts.any(|fact| fact["name"] == *space && fact.to_string().contains("draw a rune"))
    };
    let liking = |asked: &Value| match &asked["move"] {
        mv if mv["space"] == "T3" || draws_a_rune(mv) => 2,
        mv if is(mv, "play-rune") => 1,
        _ => 0,
    };
    for number in 0.. {
        let Some(seat) = game.awaited(server) else { break };
        let mut liked = game.legal_moves(server, seat);
        let most = liked.iter().map(liking).max();
        liked.retain(|asked| Some(liking(asked)) == most);
        // Not always the first one, and always the same one.
        game.send(server, seat, &liked[number * 7 % liked.len()]).expect(201);
    }
    Kept::of(server, "inori", |directory| save(server, directory, "bundle", &game.path("/bundle")))
}

#[test]
fn every_draw_of_every_ruleset_is_drawn_again_at_every_seat_count() {
    let server = Server::start();
    let games: [(Asked, RangeInclusive<u8>, &[&str]); 8] = [
        (SERIES, 2..=6, &["later deals"]),
        (TWO_ROUNDS, 2..=5, &[]),
        (ROUNDS, 2..=5, &["later rounds"]),
        (WEATHER, 2..=4, &["weather dice"]),
        (USED_UP, 2..=3, &[]),
        (USED_UP, 4..=4, &["journey piles"]),
        (REROLLS, 2..=2, &["dice", "rerolls", "reshuffles"]),
        (("villa-panda", 3, r#"{"emperor":"both","round_cap":8}"#, "11"), 3..=4, &["dice", "reshuffles"]),
    ];
    for ((ruleset, _, options, byte), seats, things) in games {
        for seats in seats {
            Kept::played(&server, (ruleset, seats, options, byte)).assert_drawn_again(things);
        }
    }
    game_of_runes(&server).assert_drawn_again(&["rune stacks"]);
}

/// `PANDECT_SWEEP` is how many seeds each variant is tried with; 1 when it is not set.
#[test]
fn every_variant_that_has_golden_replays_is_drawn_again() {
    let seeds: u8 = std::env::var("PANDECT_SWEEP").map_or(1, |seeds| seeds.parse().expect("a number of seeds"));
    let server = Server::start();
    for ruleset in RulesetName::ALL.iter().map(|name| name.as_str()) {
        let folder = format!("{ROOT}/fixtures/replays/{ruleset}/v1");
        let files = fs::read_dir(folder).expect("golden replays").map(|entry| entry.expect("an entry").path());
        // Those with two seats have every option.
        for file in files.filter(|file| file.to_string_lossy().ends_with("-2.json")) {
            let golden: Value = serde_json::from_slice(&fs::read(file).expect("a golden replay")).expect("JSON");
            let options = golden["events"][0][3]["options"].to_string();
            for seed in 0x11..0x11 + seeds {
                Kept::played(&server, (ruleset, 2, &options, &format!("{seed:02x}"))).assert_drawn_again(&[]);
            }
        }
    }
}

#[test]
fn the_bundles_that_are_kept_are_drawn_again() {
    let server = Server::start();
    for ruleset in RulesetName::ALL.iter().map(|name| name.as_str()) {
        let bundle = format!("{ROOT}/fixtures/bundles/{LABEL}/{ruleset}.pandect.json");
        Kept::of(&server, ruleset, |_| bundle).assert_drawn_again(&[]);
    }
}

// What is drawn after the deal, and from which end of its pile, each with a draw that is another one.

fn deals_of_a_series() -> Vec<Forgery> {
    let deals_again = |before: &Value, _: &Value, after: &Value| before["deal"] != after["deal"];
    let flips = |before: &Value, mv: &Value, after: &Value| {
        is(mv, "kata") && before["deal"] == after["deal"] && count(after, "/contenders/0/deck") > 1
    };
    vec![
        forgery("the deck", deals_again, |state| swap(state, ["/contenders/0/deck/0", "/contenders/1/deck/0"])),
        forgery("the deck", deals_again, |state| swap(state, ["/contenders/0/deck/0", "/left_over/0"])),
        forgery("the deck of seat 0", flips, |state| swap(state, ["/contenders/0/deck/0", "/contenders/0/deck/1"])),
    ]
}

fn second_round() -> Vec<Forgery> {
    let opens = |before: &Value, _: &Value, after: &Value| count(before, "/fictional") > count(after, "/fictional");
    vec![
        forgery(
            "the hand of seat 0",
            |_, _, after| after["turn"] == 12,
            |state| swap(state, ["/hands/0/0", "/hands/1/0"]),
        ),
        forgery("the fictional player's hand", opens, |state| swap(state, ["/fictional/0", "/fictional/1"])),
    ]
}

fn later_rounds() -> Vec<Forgery> {
    let begins = |before: &Value, _: &Value, after: &Value| before["round"] != after["round"];
    let draws_two =
        |before: &Value, mv: &Value, after: &Value| is(mv, "play-element") && before["round"] == after["round"];
    vec![
        forgery("the hand of seat 0", begins, |state| {
            swap(state, ["/players/0/hand/white/0", "/players/1/hand/white/0"]);
        }),
        forgery("the pile", begins, |state| swap(state, ["/pile/0", "/pile/1"])),
        forgery("the pile", draws_two, |state| swap(state, ["/pile/0", "/pile/1"])),
    ]
}

fn weather_and_piles() -> Vec<Forgery> {
    let sun = |_: &Value, mv: &Value, after: &Value| is(mv, "roll") && after["turn"]["weather"] == "sun";
    let looks = |_: &Value, mv: &Value, after: &Value| is(mv, "look-at-plots") && count(after, "/pile") > 0;
    let draws = |_: &Value, mv: &Value, after: &Value| mv["category"] == "panda" && count(after, "/decks/panda") > 1;
    vec![
        forgery("the weather", sun, |state| state["turn"]["weather"] = json!("wind")),
        forgery("the plots that were looked at", looks, |state| swap(state, ["/phase/place/looked_at/0", "/pile/0"])),
        forgery("the panda objectives", draws, |state| swap(state, ["/decks/panda/0", "/decks/panda/1"])),
    ]
}

fn end_of_a_season() -> Vec<Forgery> {
    let ends = |_: &Value, _: &Value, after: &Value| after["phase"].get("keep").is_some();
    let used_up = |before: &Value, _: &Value, after: &Value| {
        count(before, "/journey/4/discard") > count(after, "/journey/4/discard")
    };
    vec![
        forgery("the new start cards that were drawn", ends, |state| {
            swap(state, ["/phase/keep/cards/0", "/new_starts/0"]);
        }),
        forgery("the cards on display", ends, |state| {
            // Another card of the same colour: the one that lies at the bottom.
            let colour = state["display"][0]["card"].as_str().expect("a card")[..5].to_owned();
            let of_the_colour = |pile: &usize| {
                state["journey"][*pile]["cards"][0].as_str().is_some_and(|card| card.starts_with(&colour))
            };
            let pile = (0..6).find(of_the_colour).expect("a pile of the colour");
            swap(state, ["/display/0/card", &format!("/journey/{pile}/cards/0")]);
        }),
        forgery("the journey cards", used_up, |state| swap(state, ["/journey/4/cards/0", "/journey/4/cards/1"])),
    ]
}

fn stack_of_runes() -> Vec<Forgery> {
    let made_anew = |before: &Value, _: &Value, after: &Value| {
        count(before, "/rune_stack") < count(after, "/rune_stack") && differ(after, "/rune_stack/0", "/rune_stack/1")
    };
    vec![forgery("the stack of runes", made_anew, |state| swap(state, ["/rune_stack/0", "/rune_stack/1"]))]
}

fn dice_and_markets() -> Vec<Forgery> {
    let other_dice = |state: &mut Value| swap(state, ["/turn/dice/0", "/turn/dice/1"]);
    let rolls = |_: &Value, mv: &Value, after: &Value| is(mv, "roll") && differ(after, "/turn/dice/0", "/turn/dice/1");
    let rerolls = |_: &Value, mv: &Value, after: &Value| {
        is(mv, "change-die") && mv["to"].is_null() && differ(after, "/turn/dice/0", "/turn/dice/1")
    };
    let reshuffles = |_: &Value, mv: &Value, _: &Value| is(mv, "reshuffle") && mv["market"] == "pandas";
    let hires = |_: &Value, mv: &Value, after: &Value| is(mv, "hire") && count(after, "/pandas/deck") > 1;
    vec![
        forgery("the dice", rolls, other_dice),
        forgery("the dice", rerolls, other_dice),
        forgery("the pandas", reshuffles, |state| swap(state, ["/pandas/market/0", "/pandas/deck/0"])),
        forgery("the pandas", hires, |state| swap(state, ["/pandas/deck/0", "/pandas/deck/1"])),
    ]
}

#[test]
fn a_draw_that_is_not_the_seeds_is_found_wherever_something_is_drawn() {
    let server = Server::start();
    let played = |asked| Kept::played(&server, asked);
    for (kept, forgeries) in [
        (played(SERIES), deals_of_a_series()),
        (played(TWO_ROUNDS), second_round()),
        (played(ROUNDS), later_rounds()),
        (played(WEATHER), weather_and_piles()),
        (played(USED_UP), end_of_a_season()),
        (played(REROLLS), dice_and_markets()),
        (game_of_runes(&server), stack_of_runes()),
    ] {
        for forgery in &forgeries {
            kept.assert_found(forgery);
        }
    }
}
