//! The least game that has a secret: it passes, and what could leak of it is found. Few positions hide anything, and only from
//! some, so everything that the suite asks of secrets is asked of little.
//!
//! A coin lies under a cup. The first seat looks, the second guesses; the cup is lifted, and both bow.

use std::hint::black_box;

use pandect_core::conformance::{secrecy, sentences, timing};

use super::faults::found;
use super::*;

const NONE: u8 = 0;
/// The spectators see the coin.
const SHOWS: u8 = 1;
/// A refusal names the coin.
const NAMES: u8 = 2;
/// A refusal takes longer for one side of the coin.
const LINGERS: u8 = 3;
/// The state says what it is in a sentence.
const TALKS: u8 = 4;

#[derive(Debug, Clone, Copy)]
struct Cup<const FAULT: u8>;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Under {
    coin: u8,
    guess: Option<u8>,
    bows: u8,
    said: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
enum Act {
    Guess { coin: u8 },
    Bow {},
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Seen {
    coin: Option<u8>,
    guess: Option<u8>,
    bows: u8,
}

impl<const FAULT: u8> Ruleset for Cup<FAULT> {
    const NAME: &'static str = "cup";
    const VERSION: u32 = 1;
    const SEATS: RangeInclusive<u8> = SEATS..=SEATS;

    type Options = Nothing;
    type State = Under;
    type Move = Act;
    type View = Seen;
    type Effect = Act;

    fn deal(_: &Nothing, _: u8, table: &mut Table<Act>) -> Result<Under, Illegal> {
        let said = if FAULT == TALKS { "the cup is down" } else { "" };
        Ok(Under { coin: table.below(2) as u8, guess: None, bows: 0, said: said.into() })
    }

    fn awaiting(state: &Under) -> Seats {
        match (state.guess, state.bows) {
            (None, _) => Seats::one(Seat(1)),
            (_, bows @ 0..=3) => Seats::one(Seat(bows % 2)),
            _ => Seats::default(),
        }
    }

    fn legal(state: &Under, seat: Seat) -> Vec<Act> {
        match (Self::awaiting(state).contains(seat), state.guess) {
            (false, _) => Vec::new(),
            (true, None) => (0..2).map(|coin| Act::Guess { coin }).collect(),
            (true, Some(_)) => vec![Act::Bow {}],
        }
    }

    fn play(state: &mut Under, _: Seat, mv: &Act, table: &mut Table<Act>) -> Result<(), Illegal> {
        match (mv, state.guess) {
            (Act::Guess { coin: coin @ 0..=1 }, None) => state.guess = Some(*coin),
            (Act::Bow {}, Some(_)) => state.bows += 1,
            _ => {
                if FAULT == LINGERS && state.coin == 1 {
                    for look in 0..2_000 {
                        black_box(look);
                    }
                }
                let detail = if FAULT == NAMES { format!("it is {}", state.coin) } else { "not now".into() };
                return Err(Illegal::new("not-now", "none", detail));
            }
        }
        table.tell_all(mv.clone());
        Ok(())
    }

    fn view(state: &Under, viewer: Viewer) -> Seen {
        let knows = viewer == Viewer::Full || viewer == Viewer::Seat(Seat(0)) || state.guess.is_some();
        let shown = knows || (FAULT == SHOWS && viewer == Viewer::Spectator);
        Seen { coin: shown.then_some(state.coin), guess: state.guess, bows: state.bows }
    }

    fn outcome(state: &Under) -> Option<Outcome> {
        let right = i32::from(state.guess == Some(state.coin));
        Self::awaiting(state).is_empty().then(|| Outcome::by_score(vec![1 - right, right], Reason::of("cup-lifted")))
    }
}

impl<const FAULT: u8> Specimen for Cup<FAULT> {
    fn variants() -> Vec<(&'static str, Nothing)> {
        vec![("the only one", Nothing {})]
    }

    fn samples() -> Vec<Act> {
        vec![Act::Guess { coin: 0 }, Act::Bow {}]
    }

    fn contents(_: &Nothing, _: u8) -> Vec<String> {
        vec!["coin".into()]
    }

    fn components(_: &Under) -> Vec<String> {
        vec!["coin".into()]
    }

    fn shuffle_hidden(state: &mut Under, viewer: Viewer, before: Option<&Act>, below: &mut dyn FnMut(u32) -> u32) {
        let hidden = state.guess.is_none() && before.is_none();
        if hidden && (viewer == Viewer::Seat(Seat(1)) || viewer == Viewer::Spectator) {
            state.coin = below(2) as u8;
        }
    }

    fn max_events(_: &Nothing, _: u8) -> u64 {
        6
    }
}

pandect_core::conforms! { cup: super::Cup<{ super::NONE }> }

#[test]
fn a_secret_that_a_view_shows_is_found() {
    assert!(found(secrecy::check::<Cup<SHOWS>>).contains("Spectator: the view"));
}

#[test]
fn a_secret_that_a_refusal_names_is_found() {
    assert!(found(secrecy::check::<Cup<NAMES>>).contains("the refusal of"));
}

#[test]
fn a_secret_that_the_time_of_a_refusal_follows_is_found() {
    assert!(found(timing::check::<Cup<LINGERS>>).contains("follows what is hidden"));
}

#[test]
fn a_sentence_in_a_state_is_found() {
    assert!(found(sentences::check::<Cup<TALKS>>).contains("the cup is down"));
}
