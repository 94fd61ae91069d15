//! The vectors of the dossier (`fixtures/rules/takenoko.json`), run as data.
//!
//! Their states are sentences; each is built here, and what the vector expects is read from the file.
//!
//! TKV-5 describes a state that cannot be: where two plots and a third meet, a channel that ends there lies on an edge
//! of one of the two, so that this one is irrigated already ("one of its sides is covered by an irrigation channel").
//! Its channel is laid behind the one that leads there; what it expects of both plots then holds.

use serde_json::{Value, json};

use super::*;

const DOSSIER: &str = include_str!("../../../../../fixtures/rules/takenoko.json");

#[test]
#[expect(clippy::print_stdout, reason = "each vector is named in the output")]
fn every_vector_of_the_dossier_holds() {
    let dossier: Value = serde_json::from_str(DOSSIER).expect("the dossier is JSON");
    let vectors = dossier["vectors"].as_array().expect("vectors");
    assert_eq!(vectors.len(), 26);
    for vector in vectors {
        let id = vector["id"].as_str().expect("an id");
        println!("{id}: {}", vector["name"].as_str().expect("a name"));
        assert_eq!(found(id), vector["expected"], "{id}");
    }
}

fn found(id: &str) -> Value {
    match id {
        "TKV-1" | "TKV-2" | "TKV-3" | "TKV-4" => placing(id),
        "TKV-5" | "TKV-26" => channels(id),
        "TKV-6" | "TKV-7" | "TKV-8" => gardening(id),
        "TKV-9" | "TKV-10" => eating(id),
        "TKV-11" => reaching(),
        "TKV-12" => trio(),
        "TKV-13" | "TKV-14" | "TKV-15" | "TKV-16" => gardener_objectives(id),
        "TKV-17" | "TKV-18" => plot_objectives(id),
        "TKV-19" => end(),
        "TKV-20" => tie(),
        "TKV-21" => first_turn(),
        "TKV-22" | "TKV-23" => weather(id),
        "TKV-24" | "TKV-25" => drawing(id),
        _ => panic!("what is {id}?"),
    }
}

fn placing(id: &str) -> Value {
    let beside_two = || Scene::new(2).plot("green-plain-1", [1, 0], 1).plot("green-plain-2", [0, 1], 1);
    match id {
        "TKV-1" => {
            let scene = Scene::new(2).place("green-plain-1", [1, 0], None);
            json!({"irrigated": scene.irrigated([1, 0]), "height": scene.height([1, 0])})
        }
        "TKV-2" => json!({"height": Scene::new(2).place("green-fertilizer-1", [1, 0], None).height([1, 0])}),
        _ => {
            let plot = if id == "TKV-3" { "yellow-plain-1" } else { "yellow-watershed-1" };
            let scene = beside_two().place(plot, [1, 1], None);
            json!({"irrigated": scene.irrigated([1, 1]), "height": scene.height([1, 1])})
        }
    }
}

fn channels(id: &str) -> Value {
    let between = edge([1, 1], [2, 0]);
    if id == "TKV-26" {
        return json!({"legal": Scene::dry_pair().stored(1, &[]).may(Move::LayChannel { between })});
    }
    let leading = Move::LayChannel { between: edge([1, 0], [1, 1]) };
    let scene = Scene::dry_pair().stored(2, &[]).play(leading).play(Move::LayChannel { between });
    let [a, b] = [[1, 1], [2, 0]];
    json!({"irrigated": [scene.irrigated(a), scene.irrigated(b)], "height": [scene.height(a), scene.height(b)]})
}

fn gardening(id: &str) -> Value {
    let to = |at| Move::MoveGardener { to: hex(at) };
    match id {
        "TKV-6" => {
            let places = [[1, 0], [0, 1], [1, 1], [1, -1], [2, -1]];
            let scene = Scene::new(2)
                .plot("green-plain-1", [1, 0], 1)
                .plot("green-plain-2", [0, 1], 2)
                .plot("green-plain-3", [1, 1], 0)
                .plot("yellow-plain-1", [1, -1], 1)
                .plot("green-watershed-1", [2, -1], 4)
                .play(to([1, 0]));
            json!({"heights": places.map(|at| scene.height(at))})
        }
        "TKV-7" => {
            let scene = Scene::new(2)
                .plot("green-plain-1", [1, 0], 1)
                .plot("yellow-plain-1", [0, 1], 1)
                .plot("green-plain-2", [1, 1], 0)
                .gardener([0, 1])
                .play(to([1, 1]));
            json!({"own": scene.height([1, 1]), "neighbour": scene.height([1, 0])})
        }
        _ => {
            let scene = Scene::new(2).plot("green-fertilizer-1", [1, 0], 3).play(to([1, 0]));
            json!({"height": scene.height([1, 0])})
        }
    }
}

fn eating(id: &str) -> Value {
    let plot = if id == "TKV-9" { "pink-plain-1" } else { "pink-enclosure-1" };
    let scene = Scene::new(2).plot(plot, [1, 0], 3).play(Move::MovePanda { to: hex([1, 0]) });
    json!({"height": scene.height([1, 0]), "reserve": colours(scene.state.players[0].bamboo, false)})
}

/// The sections of each colour that there are any of, or of all.
fn colours(bamboo: Bamboo, all: bool) -> Value {
    let colours = Colour::ALL.into_iter().filter(|colour| all || bamboo.of(*colour) > 0);
    colours.map(|colour| (colour.name().to_owned(), json!(bamboo.of(colour)))).collect()
}

fn reaching() -> Value {
    let plots = [("green-plain-1", 1), ("green-plain-2", 2), ("green-plain-3", 4)];
    let scene = plots.iter().fold(Scene::new(2), |scene, (id, q)| scene.plot(id, [*q, 0], 0));
    let (reachable, unreachable): (Vec<i8>, Vec<i8>) =
        [1, 2, 4].into_iter().partition(|q| scene.may(Move::MovePanda { to: hex([*q, 0]) }));
    json!({"reachable": reachable, "unreachable": unreachable})
}

fn trio() -> Value {
    let scene = Scene::new(2).reserve(0, (2, 1, 1)).hand(&["panda-one-of-each"]);
    let scene = scene.play(Move::Claim { objective: objective("panda-one-of-each") });
    json!({"reserve": colours(scene.state.players[0].bamboo, true), "points": scene.state.score(Seat(0))})
}

fn gardener_objectives(id: &str) -> Value {
    let pinks = |options: &Options, second: u8| {
        let scene = Scene::with(options, 2).plot("pink-plain-1", [1, 0], 3).plot("pink-watershed-1", [-3, 1], second);
        scene.gardener([1, 0])
    };
    let group = "gardener-pink-3-x2";
    match id {
        "TKV-13" => {
            let scene = Scene::new(2).plot("green-enclosure-1", [1, 0], 4).gardener([1, 0]);
            let scene = scene.hand(&["gardener-green-4-none"]);
            json!({"claimable": scene.may(Move::Claim { objective: objective("gardener-green-4-none") })})
        }
        "TKV-14" => json!({group: pinks(&Options::default(), 4).fulfils(group)}),
        "TKV-15" => json!({group: pinks(&Options::default(), 3).fulfils(group)}),
        _ => {
            let of = |edition| pinks(&Options { edition, ..Options::default() }, 3).gardener([0, 0]).fulfils(group);
            json!({"second": of(Edition::Second), "first": of(Edition::First)})
        }
    }
}

fn plot_objectives(id: &str) -> Value {
    if id == "TKV-17" {
        let scene = Scene::new(2).plot("green-plain-1", [1, 0], 1).plot("green-watershed-1", [2, 0], 1).plot(
            "green-plain-2",
            [3, 0],
            0,
        );
        return json!({"plot-line-green": scene.fulfils("plot-line-green")});
    }
    // Moved by (3, 0), away from the pond.
    let diamond = |green: [[i8; 2]; 2], pink: [[i8; 2]; 2]| {
        let [green, pink] = [green, pink].map(|pair| pair.map(|[q, r]| [q + 3, r]));
        // One watershed of each colour is printed, the other a chip.
        let scene = Scene::new(2).plot("green-watershed-1", green[0], 0).plot("green-plain-1", green[1], 0);
        let scene = scene.plot("pink-watershed-1", pink[0], 0).plot("pink-plain-1", pink[1], 0);
        let scene = scene.chip(green[1], Improvement::Watershed).chip(pink[1], Improvement::Watershed);
        scene.fulfils("plot-diamond-green-pink")
    };
    json!({
        "first": diamond([[1, -1], [1, 0]], [[0, 0], [0, 1]]),
        "mirror": diamond([[1, -1], [0, 0]], [[1, 0], [0, 1]]),
    })
}

fn end() -> Value {
    let seven = [
        "panda-green-2-a",
        "panda-green-2-b",
        "panda-green-2-c",
        "panda-green-2-d",
        "panda-green-2-e",
        "panda-yellow-2-a",
        "panda-yellow-2-b",
    ];
    let mut scene = Scene::new(3).claimed(1, &seven).reserve(1, (0, 2, 0));
    scene.state.turn.seat = Seat(1);
    let last = scene.draw("panda-yellow-2-c");
    scene.state.players[1].hand.push(last);
    let mut scene = scene.play(Move::Claim { objective: last }).end_turn();
    let mut turns = Vec::new();
    while scene.state.phase == (Phase::Roll {}) {
        turns.push(scene.state.turn.seat);
        scene = scene.end_turn();
    }
    let over = scene.state.phase == Phase::Over { by: End::Emperor } && Takenoko::awaiting(&scene.state).is_empty();
    json!({"emperor": scene.state.emperor, "turns_left": turns, "then": if over { "over" } else { "not over" }})
}

fn tie() -> Value {
    let first =
        ["panda-pink-2-a", "panda-yellow-2-a", "gardener-pink-4-none", "gardener-green-3-x4", "gardener-yellow-3-x3"];
    let second = [
        "panda-one-of-each-a",
        "panda-pink-2-b",
        "gardener-pink-4-watershed",
        "gardener-pink-4-enclosure",
        "gardener-pink-3-x2",
        "plot-line-green",
    ];
    let mut scene = Scene::new(2).claimed(0, &first).claimed(1, &second);
    let panda = scene.state.players.iter().map(|player| player.points(|category| category == Category::Panda));
    assert_eq!(panda.collect::<Vec<_>>(), [9, 11]);
    scene.state.phase = Phase::Over { by: End::TurnCap };
    let outcome = Takenoko::outcome(&scene.state).expect("it is over");
    assert_eq!(outcome.scores, [31, 31]);
    assert_eq!(outcome.ranking.len(), 2);
    json!({"winner": outcome.ranking[0][0]})
}

fn first_turn() -> Value {
    let mut scene = Scene { state: dealt(&Options::default(), 2), told: Vec::new() };
    let mut rolls = Vec::new();
    for _ in 0..2 {
        for _ in 0..2 {
            rolls.push(scene.may(Move::Roll {}));
            scene = scene.end_turn();
        }
    }
    assert_eq!((rolls[0], rolls[2]), (rolls[1], rolls[3]), "the same for both seats");
    json!({"roll_on_first_turn": rolls[0], "roll_on_second_turn": rolls[2]})
}

fn weather(id: &str) -> Value {
    let panda = |at| Move::MovePanda { to: hex(at) };
    let plots = || Scene::new(2).plot("green-plain-1", [1, 0], 1).plot("green-plain-2", [0, 1], 1);
    if id == "TKV-22" {
        let scene = plots().weather(Weather::Wind).play(panda([1, 0]));
        let different = scene.clone().play(Move::TakeChannel {}).may(Move::EndTurn {});
        let identical = scene.play(panda([0, 1]));
        assert!(!identical.may(Move::TakeChannel {}), "still two actions");
        return json!({"two_identical_actions": identical.may(Move::EndTurn {}), "two_different_actions": different});
    }
    let scene = plots().weather(Weather::Sun).play(panda([1, 0])).play(Move::TakeChannel {});
    let all_different = !scene.may(panda([0, 1])) && !scene.may(Move::TakeChannel {});
    let scene = scene.play(Move::MoveGardener { to: hex([1, 0]) });
    assert!(!scene.may(Move::LookAtPlots {}) && scene.may(Move::EndTurn {}));
    json!({"actions": scene.state.turn.actions.len(), "all_different": all_different})
}

fn drawing(id: &str) -> Value {
    let draw = |category| Move::DrawObjective { category };
    if id == "TKV-24" {
        let five = ["plot-line-green", "plot-arc-green", "plot-line-pink", "plot-arc-pink", "plot-line-yellow"];
        let scene = Scene::new(2).hand(&five);
        return json!({"objective_action": Category::ALL.into_iter().any(|category| scene.may(draw(category)))});
    }
    let line = [("green-plain-1", [1, 0]), ("green-watershed-1", [2, 0]), ("green-watershed-2", [3, 0])];
    let scene = line.into_iter().fold(Scene::new(2), |scene, (id, at)| scene.plot(id, at, 1));
    let scene = scene.top("plot-line-green").play(draw(Category::Plot));
    let card = objective("plot-line-green");
    let shown = Effect::AlreadyFulfilled { seat: Seat(0), objective: card, discarded: true };
    json!({
        "discarded": scene.heard(&shown) && scene.state.discarded == [card],
        "draws_again_or_other_action": scene.may(draw(Category::Plot)) && scene.may(Move::LookAtPlots {}),
    })
}
