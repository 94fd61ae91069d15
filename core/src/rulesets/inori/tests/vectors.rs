//! The vectors of the dossier (`fixtures/rules/inori.json`), run as data, and its tables held against those of the code.
//!
//! Where a vector is silent, the driver fills in the card whose space has the cost or effect that it names. INV-5 names
//! the altar and four blue tokens but no payment: it is the first visit, which is free; a later one pays first (INV-11).

use serde_json::{Value, json};

use super::*;

const DOSSIER: &str = include_str!("../../../../../fixtures/rules/inori.json");

fn dossier() -> Value {
    serde_json::from_str(DOSSIER).expect("the dossier is JSON")
}

#[test]
#[expect(clippy::print_stdout, reason = "each vector is named in the output")]
fn every_vector_of_the_dossier_holds() {
    let dossier = dossier();
    let vectors = dossier["vectors"].as_array().expect("vectors");
    assert_eq!(vectors.len(), 26);
    for vector in vectors {
        let id = text(&vector["id"]);
        println!("{id}: {}", text(&vector["name"]));
        let (state, expected) = (&vector["state"], &vector["expected"]);
        let found = match id {
            "INV-1" | "INV-2" | "INV-3" | "INV-4" | "INV-5" | "INV-26" => tree(id, state),
            "INV-6" | "INV-7" => majority(id, state),
            "INV-8" => least(state),
            "INV-9" | "INV-10" => scored(text(&vector["effect"]), state),
            "INV-11" => json!({"[BLU] 1/BLU": scored("T4 again", state)["points"]}),
            "INV-12" | "INV-13" | "INV-14" | "INV-15" => judged(state, expected),
            "INV-16" => json!({"complete": filled_by_a_neutral_piece()}),
            "INV-17" => json!({"legal": [may_share(1), may_share(0)]}),
            "INV-18" => {
                ["2", "3", "4"].map(|seats| (seats.to_owned(), course(seats)["pieces"].clone())).into_iter().collect()
            }
            "INV-19" => json!({"season": course("3")["display"]}),
            "INV-20" => last_place(state),
            _ => end_of_the_game(state),
        };
        assert_eq!(&found, expected, "{id}");
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

fn number(value: &Value) -> u8 {
    u8::try_from(value.as_u64().expect("a number")).expect("it fits")
}

fn colour(value: &Value) -> Colour {
    serde_json::from_value(value.clone()).expect("a colour")
}

fn counted(value: &Value) -> Tokens {
    let counts = value.as_object().into_iter().flatten();
    tokens(&counts.map(|(name, count)| (colour(&json!(name)), number(count))).collect::<Vec<_>>())
}

/// Offers to the Great Tree.
fn tree(id: &str, state: &Value) -> Value {
    let scene = Scene::new(2).tokens(0, counted(&state["tokens"]));
    let legal = |scene: &Scene, space| scene.legal().contains(&visit(space));
    match id {
        "INV-1" => {
            let scene = scene.play(visit(TreeSpace::T2)).play(Move::LayAltar { colour: Colour::Red });
            let paid = scene.told.iter().any(|(_, effect)| matches!(effect, Effect::Paid { .. }));
            assert!(!paid);
            json!({"cost": null, "altar_placed": scene.state.tree.tile(TreeSpace::T2).is_some()})
        }
        "INV-2" => {
            let altar = colour(&state["altar"]);
            let scene = scene.altar(TreeSpace::T2, altar).play(visit(TreeSpace::T2));
            json!({altar.name(): scene.held(0).of(altar)})
        }
        "INV-3" => json!({"legal": legal(&scene.altar(TreeSpace::T2, colour(&state["altar"])), TreeSpace::T2)}),
        "INV-4" => {
            let mut scene = scene;
            scene.state.tree.pieces_mut(TreeSpace::T1).expect("a space").add(Pieces::one(Seat(1)));
            json!({"legal": legal(&scene, TreeSpace::T1)})
        }
        "INV-5" => {
            let scene = scene.play(visit(TreeSpace::T4)).play(Move::LayAltar { colour: colour(&state["altar"]) });
            json!({"points": scene.scores()[0]})
        }
        _ => {
            let mut scene = scene.play(visit(TreeSpace::Foot1));
            let taken = scene.held(0).total();
            scene.state.tree.clear();
            json!({"first_visitor": taken, "afterwards_legal": legal(&scene, TreeSpace::Foot1)})
        }
    }
}

/// A space that costs a token of the most-held colour: J-YEL-4, the second.
fn majority(id: &str, state: &Value) -> Value {
    let scene = Scene::new(2).display(&["J-YEL-4"]).tokens(0, counted(&state["tokens"])).play(offer("J-YEL-4", 2));
    if id == "INV-7" {
        assert!(scene.legal().iter().all(|mv| matches!(mv, Move::Pay { .. })));
        // In the order of the vector; the listing has that of the colours.
        let choices = ["red", "blue"]
            .into_iter()
            .filter(|name| scene.legal().contains(&Move::Pay { colour: colour(&json!(name)) }));
        assert_eq!(scene.legal().len(), 2);
        return json!({"choices": choices.collect::<Vec<_>>()});
    }
    let paid = scene.told.iter().find_map(|(_, effect)| match effect {
        Effect::Paid { colour, .. } => Some(colour.name()),
        _ => None,
    });
    json!({"paid": paid})
}

/// A space that brings one of the least-held colour: J-BLU-6, the second.
fn least(state: &Value) -> Value {
    let scene = Scene::new(2).display(&["J-BLU-6"]).tokens(0, counted(&state["tokens"])).play(offer("J-BLU-6", 2));
    let choices = scene.legal().into_iter().map(|mv| match mv {
        Move::Take { colour } => colour.name(),
        _ => panic!("{mv:?}"),
    });
    json!({"choices": choices.collect::<Vec<_>>()})
}

/// The points of an effect, from a space that has it.
fn scored(effect: &str, state: &Value) -> Value {
    let scene = Scene::new(2).display(&["J-YEL-4", "S-YEL-B"]).tokens(0, counted(&state["tokens"]));
    let scene = match effect {
        "1/kind" => scene.play(offer("J-YEL-4", 3)),
        "1/most" => scene.play(offer("S-YEL-B", 3)),
        "T4 again" => scene.altar(TreeSpace::T4, Colour::Blue).play(visit(TreeSpace::T4)),
        _ => panic!("which space does {effect}?"),
    };
    json!({"points": scene.scores()[0]})
}

/// A card at the end of a season; answers what the vector asks for.
fn judged(state: &Value, expected: &Value) -> Value {
    let id = text(&state["card"]);
    let pieces = state.get("present").or(state.get("pieces")).and_then(Value::as_array).expect("pieces");
    let mut scene = Scene::new(2).display(&[id]);
    for (seat, held) in (0..).zip(state["tokens"].as_array().into_iter().flatten()) {
        scene = scene.tokens(seat, counted(held));
    }
    for (space, seat) in (1..).zip(pieces) {
        scene = scene.piece(number(seat), id, space);
    }
    let scene = scene.end_season();
    let mut found = json!({"points": scene.scores()});
    if expected.get("replaced_by").is_some() {
        let by = scene.told.iter().find_map(|(_, effect)| match effect {
            Effect::CardReplaced { by, .. } => *by,
            _ => None,
        });
        found["replaced_by"] = json!(by.map(Card::colour));
    }
    found
}

fn filled_by_a_neutral_piece() -> bool {
    let scene = Scene::new(2).display(&["J-RED-1", "J-BLU-1"]).piece(1, "J-RED-1", 1);
    let complete = |scene: &Scene| scene.view(Viewer::Spectator).display[0].as_ref().expect("a card").complete;
    assert!(!complete(&scene));
    let scene = scene.play(visit(TreeSpace::T5));
    complete(&scene.play(Move::PlaceNeutral { card: card("J-RED-1"), space: 2 }))
}

/// Whether seat 0, with a share rune, may offer to a space held by this seat.
fn may_share(holder: u8) -> bool {
    let scene = Scene::new(2).display(&["J-RED-1"]).runes(0, &[Rune::Share]).piece(holder, "J-RED-1", 1);
    scene.legal().contains(&share("J-RED-1", 1))
}

/// The pieces and cards of each season of a whole game.
fn course(seats: &str) -> Value {
    let mut scene = Scene::new(seats.parse().expect("a number"));
    let (mut pieces, mut display) = (vec![scene.state.players[0].pieces], vec![scene.state.display.len()]);
    while let Some(mv) = scene.legal().last().copied() {
        scene = scene.play(mv);
    }
    for (_, effect) in &scene.told {
        if let Effect::SeasonBegan { display: cards, pieces: each, .. } = effect {
            pieces.push(*each);
            display.push(cards.len());
        }
    }
    json!({"pieces": pieces, "display": display})
}

fn last_place(state: &Value) -> Value {
    let points: Vec<u16> = serde_json::from_value(state["points"].clone()).expect("points");
    let scene = Scene::new(3).points(&points).end_season();
    let chooses = scene.state.turn;
    let keep = scene.legal()[0];
    json!({"chooses": chooses, "first": scene.play(keep).state.first})
}

/// The scores of an altar space at the end of the fourth season; without a state, of one that has no altar tile.
fn end_of_the_game(state: &Value) -> Value {
    let mut scene = Scene::new(3).season(4);
    if state.is_null() {
        scene = scene.tokens(0, Tokens::each(1));
    } else {
        let (space, altar) =
            (serde_json::from_value(state["space"].clone()).expect("a space"), colour(&state["altar"]));
        for (seat, count) in (0..).zip(state["tokens"].as_array().expect("counts")) {
            scene = scene.tokens(seat, tokens(&[(altar, number(count))]));
        }
        scene = scene.altar(space, altar);
    }
    let scene = scene.end_season();
    assert!(Inori::outcome(&scene.state).is_some());
    json!({"points": scene.scores()})
}

fn cost_of(cost: Cost) -> Value {
    match cost {
        Cost::Free {} => Value::Null,
        Cost::Token { colour } => json!({"type": "color", "color": colour, "count": 1}),
        Cost::MostHeld {} => json!({"type": "majority", "count": 1}),
    }
}

fn effect_of(effect: &[Operation]) -> Value {
    match effect {
        [Operation::Gain { .. }, ..] => {
            let gained = effect.iter().map(|operation| match operation {
                Operation::Gain { colour: Some(colour), count } => (colour.name().to_owned(), json!(count)),
                _ => panic!("{operation:?}"),
            });
            json!({"type": "gain", "tokens": gained.collect::<Value>()})
        }
        [Operation::GainLeast { count }] => json!({"type": "gain_least", "count": count}),
        [Operation::DrawRune {}] => json!({"type": "rune", "count": 1}),
        [Operation::ScoreColour { colour }] => json!({"type": "score_color", "color": colour}),
        [Operation::ScoreKinds {}] => json!({"type": "score_unique"}),
        [Operation::ScoreMost {}] => json!({"type": "score_majority"}),
        _ => panic!("{effect:?}"),
    }
}

#[test]
fn the_cards_are_those_of_the_dossier() {
    let dossier = dossier();
    let cards = dossier["cards"].as_array().expect("cards");
    assert_eq!(cards.len(), Card::all().count());
    for (found, expected) in Card::all().zip(cards) {
        let spaces = found.spaces().iter();
        let spaces: Vec<Value> =
            spaces.map(|space| json!({"cost": cost_of(space.cost), "effect": effect_of(space.effect)})).collect();
        let printed = json!([
            found,
            found.kind().name().replace('-', "_"),
            found.colour(),
            found.colour(),
            found.corner(),
            spaces
        ]);
        let names = ["id", "kind", "color", "upper_right", "lower_right", "spaces"];
        assert_eq!(printed, names.map(|name| expected[name].clone()).into_iter().collect::<Value>());
        assert_ne!(found.colour(), found.corner(), "{found}: the lower right corner differs (rulebook, End of Season)");
    }
}

#[test]
fn runes_and_tree_are_those_of_the_dossier() {
    let dossier = dossier();
    let runes = dossier["runes"].as_array().expect("runes");
    assert_eq!(runes.len(), Rune::ALL.len());
    for (rune, expected) in Rune::ALL.into_iter().zip(runes) {
        let (kind, of) = match rune.effect() {
            Operation::Gain { colour, count } => {
                assert_eq!(json!(count), expected["count"], "{rune}");
                ("gain", colour)
            }
            Operation::MoveTo { colour } => ("move_to", Some(colour)),
            Operation::MoveFrom { colour } => ("move_from", Some(colour)),
            _ => ("share_space", None),
        };
        assert_eq!((json!(kind), json!(of)), (expected["type"].clone(), expected["color"].clone()), "{rune}");
        assert!(text(&expected["id"]).starts_with(rune.id()), "{rune}");
    }
    for (space, expected) in TreeSpace::ALL.into_iter().zip(dossier["tree"].as_array().expect("spaces")) {
        assert_eq!(json!(space), expected["id"]);
        let (first, second) = space.end_scores();
        let printed = (expected["first"].as_u64().unwrap_or(0), expected["second"].as_u64().unwrap_or(0));
        assert_eq!((u64::from(first), u64::from(second)), printed, "{space}");
    }
}
