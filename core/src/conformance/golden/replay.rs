//! One golden replay: what is kept of a game, and how it is made again.

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::audit::Bundle;
use crate::kernel::{Action, Hash, Head, Kind, LogKind, Outcome, Sealing, Seat, ServerSeed, canonical, seal};
use crate::log::{Contribution, Created, Event, Moved, Payload, header, parse_action};
use crate::rulesets::any::{AnyMatch, AnyMove, Edition};
use crate::selfplay::second;

/// How many digits of a hash are kept. They are there to be compared, not to be trusted.
const DIGITS: usize = 8;

/// What is kept of a game.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Golden {
    id: Uuid,
    server_seed: ServerSeed,
    outcome: Option<Outcome>,
    events: Vec<Kept>,
}

/// What is kept of an event: the digits of its record's hash and of the hash of what is legal after it, its seat, and what
/// it carried: the first payload, the bytes of entropy, the bare move, or the payload of an organiser's end.
#[derive(Debug, Serialize, Deserialize)]
struct Kept(String, String, Option<Seat>, Box<RawValue>);

/// A game that is made again.
struct Replay<'a> {
    golden: &'a Golden,
    game: Option<AnyMatch>,
    head: Option<Head>,
}

/// A move without the tag around it, which is another one once a newer version is built in.
struct Bare(AnyMove);

impl Serialize for Bare {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write_bare(serializer)
    }
}

/// The hash of the lists of all awaited seats, in seat order, each in its own order.
fn legal(game: &AnyMatch) -> Hash {
    let list = |seat| game.legal(seat).into_iter().map(Bare).collect::<Vec<_>>();
    let lists: Vec<Vec<Bare>> = game.awaiting().iter().map(list).collect();
    Hash::of(&canonical(&lists).expect("moves are canonical"))
}

fn digits(hash: Hash) -> String {
    let mut digits = hash.to_string();
    digits.truncate(DIGITS);
    digits
}

impl Golden {
    /// What is kept of a whole game.
    pub(super) fn of(bundle: &Bundle) -> Self {
        let kept = |event: &Event| {
            let payload = event.payload.as_ref().expect("a game that is over is open").get();
            let mut payload: Value = serde_json::from_str(payload).expect("JSON");
            let content = match event.record.kind {
                Kind::Entropy => payload["entropy"].take(),
                Kind::Move => payload["move"].take(),
                _ => payload,
            };
            let content = serde_json::value::to_raw_value(&content).expect("JSON");
            Kept(digits(event.hash), String::new(), event.record.seat, content)
        };
        let first = bundle.events.first().expect("an event");
        let mut golden = Self {
            id: first.record.id,
            server_seed: bundle.server_seed.expect("a game that is over tells its seed"),
            outcome: bundle.outcome.clone(),
            events: bundle.events.iter().map(kept).collect(),
        };
        let mut replay = Replay { golden: &golden, game: None, head: None };
        let replayed = golden.events.iter().map(|event| replay.next(event).expect("it was played").1);
        let lists: Vec<String> = replayed.collect();
        golden.events.iter_mut().zip(lists).for_each(|(event, list)| event.1 = list);
        golden
    }

    /// Compact JSON, an event a line, so that a change shows where it is.
    pub(super) fn text(&self) -> String {
        let json = |value: serde_json::Result<String>| value.expect("a golden is JSON");
        let head = json(serde_json::to_string(&Self { events: Vec::new(), outcome: self.outcome.clone(), ..*self }));
        let events: Vec<String> = self.events.iter().map(|event| json(serde_json::to_string(event))).collect();
        format!("{}[\n{}\n]}}\n", head.trim_end_matches("[]}"), events.join(",\n"))
    }

    /// The first thing that is not as it was recorded, in words.
    pub(super) fn difference(&self, edition: Edition) -> Option<String> {
        let mut replay = Replay { golden: self, game: None, head: None };
        for (index, event) in self.events.iter().enumerate() {
            let (record, legal) = match replay.next(event) {
                Ok(found) => found,
                Err(refusal) => return Some(format!("event {index} is refused: {refusal}")),
            };
            if record != event.0 {
                return Some(format!("event {index}: the hash of its record was {}, and is {record}", event.0));
            }
            if legal != event.1 {
                let detail = "the hash of what is legal after it, in this order,";
                return Some(format!("event {index}: {detail} was {}, and is {legal}", event.1));
            }
        }
        let Some(game) = replay.game else { return Some("it has no event".into()) };
        if game.edition() != edition {
            return Some(format!("it is a game of {}", game.edition().log_tag()));
        }
        let outcome = game.outcome();
        (outcome.is_none() || outcome != self.outcome)
            .then(|| format!("the outcome was {:?}, and is {outcome:?}", self.outcome))
    }
}

impl Replay<'_> {
    /// Plays an event again: the digits of its record's hash and of what is legal after it.
    fn next(&mut self, Kept(_, _, seat, content): &Kept) -> Result<(String, String), String> {
        let (kind, payload) = match &mut self.game {
            None => {
                let created = Created::parse(Kind::Created, content.get()).map_err(|error| error.to_string())?;
                let (game, _) = created.open(self.golden.server_seed).map_err(|refusal| refusal.to_string())?;
                self.game = Some(game);
                (Kind::Created, Payload::Created(created).canonical())
            }
            Some(game) => {
                let action = action(game.edition(), *seat, content)?;
                game.advance(&action).map_err(|refusal| refusal.to_string())?;
                let kind = header(&action).0;
                let payload = match action {
                    Action::Entropy(_, entropy) => Payload::Entropy(Contribution { entropy }).canonical(),
                    Action::Move(_, mv) => Payload::Move(Moved(mv)).canonical(),
                    // The words are not kept; the payload that commits to them is.
                    Action::Adjudicated(_) => Ok(content.get().as_bytes().to_vec()),
                };
                (kind, payload)
            }
        };
        let game = self.game.as_ref().ok_or("there is no game")?;
        let (payload, state) = (payload.expect("canonical"), game.canonical_state().expect("canonical"));
        let index = self.head.map_or(0, |head| head.index + 1);
        let at = second(index as usize).map_err(|error| error.to_string())?;
        let (id, log, seat) = (self.golden.id, LogKind::Game, *seat);
        let sealing = Sealing { log, id, at, kind, seat, payload: &payload, state: state.as_deref() };
        let (_, hash) = seal(&self.golden.server_seed, self.head, sealing).expect("a short log");
        self.head = Some(Head { index, hash });
        Ok((digits(hash), digits(legal(game))))
    }
}

/// What an event after the first one did: entropy is a text, a move has a seat, and an organiser none.
fn action(edition: Edition, seat: Option<Seat>, content: &RawValue) -> Result<Action<AnyMove>, String> {
    let json = content.get();
    let parsed = match seat {
        None => return parse_action(edition, Kind::Adjudicated, None, json).map_err(|error| error.to_string()),
        Some(seat) if json.starts_with('"') => serde_json::from_str(json).map(|entropy| Action::Entropy(seat, entropy)),
        Some(seat) => edition.read_move(&mut serde_json::Deserializer::from_str(json)).map(|mv| Action::Move(seat, mv)),
    };
    parsed.map_err(|error| error.to_string())
}

#[test]
fn the_first_event_that_differs_is_named_and_what_of_it_does() {
    let text = include_str!("../../../../fixtures/replays/red-panda/v1/default-2.json");
    let said = |change: &dyn Fn(&mut Golden)| {
        let mut golden: Golden = serde_json::from_str(text).expect("a golden");
        assert_eq!(golden.text(), text);
        change(&mut golden);
        golden.difference(Edition::of("red-panda", 1).expect("it is built in")).unwrap_or_default()
    };
    assert_eq!(said(&|_| {}), "");
    let record = said(&|golden| (golden.events[5].0, golden.events[7].0) = ("-".into(), "-".into()));
    assert!(record.starts_with("event 5: the hash of its record was -, and is "), "{record}");
    let list = said(&|golden| (golden.events[5].1, golden.events[7].0) = ("-".into(), "-".into()));
    let of_the_list = "event 5: the hash of what is legal after it, in this order, was -, and is ";
    assert!(list.starts_with(of_the_list), "{list}");
    let turn = said(&|golden| golden.events[5].2 = golden.events[5].2.map(|seat| Seat(1 - seat.0)));
    assert!(turn.starts_with("event 5 is refused: it is not the turn of seat "), "{turn}");
    let outcome = said(&|golden| golden.outcome = None);
    assert!(outcome.starts_with("the outcome was None, and is Some("), "{outcome}");
    assert!(said(&|golden| drop(golden.events.pop())).ends_with(", and is None"));
    assert_eq!(said(&|golden| golden.events.clear()), "it has no event");
}
