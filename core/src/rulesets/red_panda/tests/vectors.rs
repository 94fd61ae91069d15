//! The vectors of the dossier (`fixtures/rules/red-panda.json`), run as data.
//!
//! Where a vector is silent, the driver fills in: three seats, so that Telekinesis has a choice; an unnamed deck is a
//! Mimicry and one more card; a card that leaves a side of two is the first one offered (RP-15). A scripted answer
//! that the reducer gives by itself, because nothing else was possible (RP-22, RP-27), has to be among its effects.

use serde_json::{Map, Value};

use super::*;

const DOSSIER: &str = include_str!("../../../../../fixtures/rules/red-panda.json");

fn vectors() -> Vec<Value> {
    let dossier: Value = serde_json::from_str(DOSSIER).expect("the dossier is JSON");
    dossier["test_vectors"].as_array().expect("vectors").clone()
}

#[test]
#[expect(clippy::print_stdout, reason = "each vector is named in the output")]
fn every_vector_of_the_dossier_holds() {
    let vectors = vectors();
    assert_eq!(vectors.len(), 18);
    for vector in &vectors {
        println!("{}: {}", text(&vector["id"]), text(&vector["name"]));
        match text(&vector["id"]) {
            "RPV-17" => meditations(vector),
            "RPV-18" => deals(vector),
            _ => Run::of(vector).check(),
        }
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a number")).expect("it fits")
}

fn kata(code: &str) -> Kata {
    card(&format!("{code}-01")).power().expect("a Kata")
}

/// Hands out cards that the scene does not hold yet.
struct Supply(BTreeSet<Card>);

impl Supply {
    fn beside(scene: &Scene) -> Self {
        let taken: Vec<Card> =
            scene.state.contenders.iter().skip(1).flatten().flat_map(|seat| seat.deck.clone()).collect();
        Self(Options::default().pack().into_iter().filter(|card| !taken.contains(card)).collect())
    }

    /// The next card of a code such as `SPD` or `DBL(SPD,MIM)`.
    fn next(&mut self, code: &str) -> Card {
        let pair = code.strip_prefix("DBL(").map(|rest| rest.trim_end_matches(')').split(',').map(kata).collect());
        let fits = |card: &&Card| match &pair {
            Some(pair) => Options::default().sides_of(**card).map(Vec::from).as_ref() == Some(pair),
            None => card.to_string().starts_with(code),
        };
        let found = self.0.iter().find(fits).copied().unwrap_or_else(|| panic!("no {code} is left"));
        self.0.remove(&found);
        found
    }
}

/// A vector with its scene, played to the end of its script.
struct Run<'a> {
    name: &'a str,
    expect: &'a Map<String, Value>,
    scene: Scene,
    katas: usize,
}

impl<'a> Run<'a> {
    fn of(vector: &'a Value) -> Self {
        let expect = vector["expect"].as_object().expect("expectations");
        let scene = build(&vector["state"]);
        let mut run = Self { name: text(&vector["id"]), expect, scene, katas: 0 };
        for step in vector["script"].as_array().expect("a script") {
            run.step(text(step));
        }
        run
    }

    fn play(&mut self, mv: Move) {
        self.scene.try_play(mv).unwrap_or_else(|illegal| panic!("{}: {mv:?} is refused: {illegal}", self.name));
    }

    fn step(&mut self, step: &str) {
        let (verb, object) = step.split_once(' ').unwrap_or((step, ""));
        match (verb, object) {
            ("KATA", _) => {
                self.katas += 1;
                self.play(Move::Kata {});
            }
            ("PASS", _) => self.play(Move::Pass {}),
            ("SIDE", side) => self.play(Move::Lay { side: kata(side) }),
            ("COPY", code) => {
                let (seat, kata) = (Seat(0), kata(code));
                if self.scene.state.phase == (Phase::Copy {}) {
                    self.play(Move::Copy { kata });
                }
                assert!(self.scene.heard(&Effect::Copied { seat, kata }), "{}: {step}", self.name);
            }
            ("TARGET", "P1") => self.play(Move::Give { seat: Seat(1) }),
            ("CHOOSE", choice) => {
                while self.scene.state.phase == (Phase::Discard {}) {
                    self.play(self.scene.legal()[0]);
                }
                self.play(if choice == "a" { Move::DiscardPenalties {} } else { Move::PlayAnother {} });
            }
            _ => panic!("{}: what does {step} mean?", self.name),
        }
    }

    fn check(mut self) {
        for (key, expected) in self.expect {
            let found = self.found(key);
            let expected = if key == "note" { &found } else { expected };
            assert_eq!(&found, expected, "{}: {key}", self.name);
        }
    }

    /// What the position says about an expectation's key.
    fn found(&mut self, key: &str) -> Value {
        let scene = &mut self.scene;
        let sides = |scene: &Scene, code: &str| Value::from(scene.state.pagoda.on(kata(code)).count());
        match key {
            "note" => Value::Null,
            "penalty" => penalties(scene).into(),
            "alive" => (!scene.is_out(0)).into(),
            "turn_over" => (scene.state.turn != Seat(0)).into(),
            "win" => (scene.winner() == Some(Seat(0))).into(),
            "deck_removed" => (scene.is_out(0) && !scene.state.removed.is_empty()).into(),
            "deck_left" => scene.contender(0).deck.len().into(),
            "P1_deck" => scene.contender(1).deck.len().into(),
            "P1_bottom" => scene.contender(1).deck.back().map(|card| card.to_string()[..3].to_owned()).into(),
            "discard" => scene.state.discard.len().into(),
            "perfect" => scene.heard(&Effect::PerfectShow { seat: Seat(0) }).into(),
            "power" => acted(scene).into(),
            "transfer" => told(scene, |effect| matches!(effect, Effect::Given { .. })).into(),
            "speed_extra" | "extra_action" => (scene.state.phase == Phase::Action { extra: true }).into(),
            "kata_played" => self.katas.into(),
            "token" => scene.state.token.map_or_else(|| "pagoda".into(), |seat| format!("P{}", seat.0)).into(),
            "may_pass_now" => (scene.state.turn == Seat(0) && scene.legal().contains(&Move::Pass {})).into(),
            "may_pass_next_turn" => {
                let mut later = scene.clone();
                while later.state.turn != Seat(0) {
                    let mv = later.legal()[0];
                    later.try_play(mv).expect("a legal move");
                }
                later.legal().contains(&Move::Pass {}).into()
            }
            "sides" => ["INV", "KNO", "SPD", "TEL", "MIM"]
                .map(|code| (code.to_owned(), sides(scene, code)))
                .into_iter()
                .collect(),
            _ => match key.strip_prefix("side_") {
                Some(code) => sides(scene, code),
                None => panic!("{}: what does {key} mean?", self.name),
            },
        }
    }
}

/// The penalty cards of seat 0, or those that it was eliminated with.
fn penalties(scene: &mut Scene) -> usize {
    let gone = scene.told.iter().find_map(|(_, effect)| match effect {
        Effect::Eliminated { penalties, .. } => Some(penalties.len()),
        _ => None,
    });
    gone.unwrap_or_else(|| scene.contender(0).penalties.len())
}

fn told(scene: &Scene, which: impl Fn(&Effect) -> bool) -> bool {
    scene.told.iter().any(|(_, effect)| which(effect))
}

fn acted(scene: &Scene) -> bool {
    told(scene, |effect| {
        use Effect::{Copied, ExtraAction, Given, Looked, TokenTaken};
        matches!(effect, TokenTaken { .. } | Looked { .. } | Given { .. } | ExtraAction { .. } | Copied { .. })
    })
}

fn build(state: &Value) -> Scene {
    let mut scene = Scene::new(3);
    let mut supply = Supply::beside(&scene);
    for (code, count) in state["sides"].as_object().into_iter().flatten() {
        let side = kata(code);
        let cards: Vec<Card> = match count {
            Value::String(_) => vec![supply.next(&format!("DBL(INV,{code})"))], // "1 double only"
            _ => (0..number(count)).map(|_| supply.next(code)).collect(),
        };
        cards.into_iter().for_each(|card| scene.state.pagoda.lay(card, side));
    }
    scene.contender(0).deck = match state["deck"].as_array() {
        Some(deck) => deck.iter().map(|code| supply.next(text(code))).collect(),
        None => ["MIM", "KNO"].into_iter().map(|code| supply.next(code)).collect(),
    };
    let penalties = state["penalty"].as_u64().unwrap_or(0);
    scene.contender(0).penalties = (0..penalties).map(|_| supply.next("INV")).collect();
    if state["opponents"].is_array() {
        scene.contender(1).deck = (0..4).map(|_| supply.next("KNO")).collect(); // "P1 deck 4"
    }
    match state["token"].as_str() {
        Some("P1") => scene.token(1),
        Some(_) => scene.token(0), // "P0 since turn start"
        None => scene,
    }
}

/// RPV-17: whether a Meditation is legal.
fn meditations(vector: &Value) {
    let cases = vector["state"]["cases"].as_array().expect("cases");
    for (case, expected) in cases.iter().zip(vector["expect"].as_array().expect("expectations")) {
        let table = ["SPD-01"].into_iter().take(number(&case["table"])).collect::<Vec<_>>();
        let penalties = ["INV-01", "INV-02", "INV-03", "INV-04"];
        let scene = Scene::new(2).side(Kata::Speed, &table).penalties(0, &penalties[..number(&case["penalty"])]);
        let legal = scene.legal().iter().any(|mv| matches!(mv, Move::Meditate { .. }));
        assert_eq!(Some(legal), expected.as_bool(), "RPV-17: {case}");
    }
}

/// RPV-18: the sizes of a deal.
fn deals(vector: &Value) {
    for (n, players) in vector["state"]["players"].as_array().expect("counts").iter().enumerate() {
        let state = dealt(&Options::default(), u8::try_from(number(players)).expect("a seat count"));
        let hand = number(&vector["expect"]["hand"][n]);
        assert!(state.contenders.iter().flatten().all(|contender| contender.deck.len() == hand), "RPV-18: {players}");
        assert_eq!(state.left_over.len(), number(&vector["expect"]["left"][n]), "RPV-18: {players}");
    }
}
