//! Nim with one fault each: what the suite has to find.

use pandect_core::conformance::{conservation, legality, replays, secrecy, termination};

use super::super::{Effect, Heap, Move, Nim, Options, State, is_over};
use super::*;

/// The second seat does not see the first heap.
const HIDES: u8 = 0;
/// A move is heard by its mover alone.
const WHISPERS: u8 = 1;
/// An event is concealed.
const CONCEALS: u8 = 2;
/// The last match of a heap cannot be taken.
const REFUSES: u8 = 3;
/// A move that is refused is listed as well.
const LISTS: u8 = 4;
/// The game ends without an outcome.
const NOBODY: u8 = 5;
/// A match that is taken is gone.
const LOSES: u8 = 6;
/// The heaps grow for ever.
const GROWS: u8 = 7;
/// It does not say that it is open, and hides nothing.
const CLAIMS: u8 = 8;
/// The turn is drawn, which everybody sees.
const DRAWS: u8 = 9;

/// Nim with a fault.
#[derive(Debug, Clone, Copy)]
struct Faulty<const FAULT: u8>;

impl<const FAULT: u8> Ruleset for Faulty<FAULT> {
    const NAME: &'static str = "faulty";
    const VERSION: u32 = 1;
    const SEATS: RangeInclusive<u8> = Nim::SEATS;

    type Options = Options;
    type State = State;
    type Move = Move;
    type View = State;
    type Effect = Effect;

    fn deal(options: &Options, seats: u8, table: &mut Table<Effect>) -> Result<State, Illegal> {
        Nim::deal(options, seats, table)
    }

    fn awaiting(state: &State) -> Seats {
        Nim::awaiting(state)
    }

    fn legal(state: &State, seat: Seat) -> Vec<Move> {
        let mut legal = Nim::legal(state, seat);
        if FAULT == LISTS && !legal.is_empty() {
            legal.push(Move::Take { heap: 0, matches: 0 });
        }
        legal
    }

    fn play(state: &mut State, seat: Seat, mv: &Move, table: &mut Table<Effect>) -> Result<(), Illegal> {
        let Move::Take { heap, matches } = *mv;
        if FAULT == REFUSES && state.heaps.get(usize::from(heap)).is_some_and(|heap| heap.left == matches) {
            return Err(Illegal::new("not-the-last", "none", "the last match stays"));
        }
        let mut unheard = Table::at(pandect_core::kernel::GameKey::new([0; 32]), 1);
        Nim::play(state, seat, mv, if FAULT == WHISPERS { &mut unheard } else { &mut *table })?;
        match FAULT {
            WHISPERS => table.tell_only(seat, Effect::Taken { seat, heap, matches }),
            CONCEALS => table.conceal(),
            DRAWS => state.turn = Seat(table.below(2) as u8),
            LOSES => state.heaps[usize::from(heap)].taken = 0,
            GROWS => state.heaps.iter_mut().for_each(|heap| heap.left = heap.left.max(1)),
            _ => {}
        }
        Ok(())
    }

    fn view(state: &State, viewer: Viewer) -> State {
        let mut view = state.clone();
        if FAULT == HIDES && viewer == Viewer::Seat(Seat(1)) {
            view.heaps[0] = Heap { left: 0, taken: 0 };
        }
        view
    }

    fn outcome(state: &State) -> Option<Outcome> {
        if FAULT == NOBODY && is_over(state) { None } else { Nim::outcome(state) }
    }
}

impl<const FAULT: u8> Specimen for Faulty<FAULT> {
    const OPEN: bool = FAULT != CLAIMS;

    fn variants() -> Vec<(&'static str, Options)> {
        Nim::variants()
    }

    fn samples() -> Vec<Move> {
        Nim::samples()
    }

    fn contents(options: &Options, seats: u8) -> Vec<String> {
        Nim::contents(options, seats)
    }

    fn components(state: &State) -> Vec<String> {
        Nim::components(state)
    }

    fn max_events(options: &Options, seats: u8) -> u64 {
        Nim::max_events(options, seats)
    }
}

/// What a check says of a ruleset with a fault.
pub(super) fn found(check: fn()) -> String {
    let failed = std::panic::catch_unwind(check).expect_err("the suite finds nothing");
    failed.downcast::<String>().map_or_else(|_| "a failure without words".into(), |said| *said)
}

#[test]
fn a_view_that_hides_is_found_where_nothing_is_to_be_hidden() {
    assert!(found(secrecy::check::<Faulty<HIDES>>).contains("what Seat(Seat(1)) sees"));
}

#[test]
fn an_effect_that_not_everybody_hears_is_found() {
    assert!(found(secrecy::check::<Faulty<WHISPERS>>).contains("hears"));
}

#[test]
fn a_concealed_event_is_found_where_nothing_is_to_be_hidden() {
    assert!(found(secrecy::check::<Faulty<CONCEALS>>).contains("concealed"));
}

#[test]
fn a_draw_is_found_where_nothing_is_to_be_hidden() {
    assert!(found(secrecy::check::<Faulty<DRAWS>>).contains("something is drawn"));
}

#[test]
fn a_move_that_is_listed_and_refused_is_found() {
    assert!(found(legality::check::<Faulty<REFUSES>>).contains("the last match stays"));
    assert!(found(legality::check::<Faulty<LISTS>>).contains("Take { heap: 0, matches: 0 }"));
}

#[test]
fn a_game_that_ends_without_an_outcome_is_found() {
    assert!(found(termination::check::<Faulty<NOBODY>>).contains("there is an outcome exactly when nobody is awaited"));
}

#[test]
fn a_component_that_is_gone_is_found() {
    assert!(found(conservation::check::<Faulty<LOSES>>).contains("index"));
}

#[test]
fn a_game_without_an_end_is_found() {
    assert!(found(replays::check::<Faulty<GROWS>>).contains("no end after the"));
}

#[test]
fn secrets_of_which_none_is_kept_are_found() {
    assert!(found(secrecy::check::<Faulty<CLAIMS>>).contains("little is hidden"));
}
