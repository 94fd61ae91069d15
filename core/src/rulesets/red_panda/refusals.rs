//! Why a move is refused, and what may be played instead. Every test here reads only what the mover can see.

use super::state::PENALTY_PLACES;
use super::{Card, Kata, Move, Phase, State, legal};
use crate::kernel::{Illegal, Seat};
use crate::rulesets::ways;

/// Whether the active seat may play the move. A refusal names every way that is open instead.
pub(super) fn admit(state: &State, mv: Move) -> Result<(), Illegal> {
    check(state, mv).map_err(|illegal| ways::naming(illegal, legal::moves(state).into_iter().map(Move::type_name)))
}

fn check(state: &State, mv: Move) -> Result<(), Illegal> {
    match (state.phase, mv) {
        (Phase::Action { .. }, Move::Kata {}) => kata(state),
        (Phase::Action { .. }, Move::Meditate { card }) => meditate(state, card),
        (Phase::Action { .. }, Move::Pass {}) => pass(state),
        (Phase::Side { card }, Move::Lay { side }) => lay(state, card, side),
        (Phase::Copy {}, Move::Copy { kata }) => copy(state, kata),
        (Phase::Copy {}, Move::Decline {}) => decline(state),
        (Phase::Give {}, Move::Give { seat }) => give(state, seat),
        (Phase::Discard {}, Move::Discard { card }) => discard(state, card),
        (Phase::Perfect {}, Move::DiscardPenalties {} | Move::PlayAnother {}) => Ok(()),
        _ => Err(not_awaited(state)),
    }
}

fn kata(state: &State) -> Result<(), Illegal> {
    if state.contender(state.turn)?.deck.is_empty() { Err(deck_empty()) } else { Ok(()) }
}

/// The refusal to flip or give from an empty deck.
pub(super) fn deck_empty() -> Illegal {
    Illegal::new("deck-empty", "RP-18", "your deck is empty, so there is no card to play")
}

fn meditate(state: &State, card: Card) -> Result<(), Illegal> {
    if state.contender(state.turn)?.penalties.len() >= PENALTY_PLACES {
        let detail = "you have four penalty cards and no free place for another";
        return Err(Illegal::new("penalty-places-full", "RP-6", detail));
    }
    if !state.pagoda.cards().any(|laid| laid == card) {
        let detail = format!("{card} is not next to the Pagoda, where a Meditation takes its card");
        return Err(Illegal::new("card-not-at-pagoda", "RP-30", detail));
    }
    Ok(())
}

fn pass(state: &State) -> Result<(), Illegal> {
    if state.token != Some(state.turn) {
        let detail = "you do not have the Invisibility token; only with it can you pass";
        return Err(Illegal::new("token-not-held", "RP-6", detail));
    }
    if !state.may_pass() {
        let detail = "the token can only be used as your whole turn";
        return Err(Illegal::new("not-at-turn-start", "RP-24", detail));
    }
    Ok(())
}

fn lay(state: &State, card: Card, side: Kata) -> Result<(), Illegal> {
    let sides = state.options.sides_of(card);
    if sides.is_some_and(|sides| sides.contains(&side)) {
        return Ok(());
    }
    let shown = sides.map_or_else(String::new, |[a, b]| format!("; it shows {a} and {b}"));
    Err(Illegal::new("side-not-on-card", "RP-7", format!("{card} cannot be laid on {side}{shown}")))
}

fn copy(state: &State, kata: Kata) -> Result<(), Illegal> {
    if state.copyable().any(|copyable| copyable == kata) {
        return Ok(());
    }
    let names: Vec<String> = state.copyable().map(|kata| kata.to_string()).collect();
    let detail = format!("{kata} cannot be copied now; what can be copied is {}", names.join(", "));
    Err(Illegal::new("kata-not-copyable", "RP-27", detail))
}

fn decline(state: &State) -> Result<(), Illegal> {
    if state.options.mimicry_mandatory {
        return Err(Illegal::new("copy-is-mandatory", "RP-27", "Mimicry has to copy a power in this game"));
    }
    Ok(())
}

fn give(state: &State, seat: Seat) -> Result<(), Illegal> {
    if state.opponents().any(|opponent| opponent == seat) {
        return Ok(());
    }
    let why = match seat {
        _ if seat == state.turn => "is yourself",
        _ if seat.0 < state.seats() => "is out of this deal",
        _ => "is not at this table",
    };
    let detail = format!("{seat} {why}; the card goes to another player who is in the competition");
    Err(Illegal::new("not-an-opponent", "RP-21", detail))
}

fn discard(state: &State, card: Card) -> Result<(), Illegal> {
    if state.pagoda.on_sides_of(2).any(|offered| offered == card) {
        return Ok(());
    }
    let detail = format!("{card} is not on a side that still holds two; choose between the two cards of such a side");
    Err(Illegal::new("card-not-on-a-side-of-two", "RP-15", detail))
}

/// The refusal of a move that does not answer what is pending.
pub(super) fn not_awaited(state: &State) -> Illegal {
    let (rule, detail) = match state.phase {
        Phase::Action { .. } => ("RP-6", "an action is awaited"),
        Phase::Side { .. } => ("RP-7", "the flipped Double-Kata waits for its side"),
        Phase::Copy {} => ("RP-27", "Mimicry waits for the power that it copies"),
        Phase::Give {} => ("RP-21", "Telekinesis waits for the seat that receives your top card"),
        Phase::Discard {} => ("RP-15", "the Perfect Show waits for the card that leaves a side of two"),
        Phase::Perfect {} => ("RP-16", "the Perfect Show waits for your choice"),
        Phase::Over { .. } => ("RP-19", "the game is over"),
    };
    Illegal::new("not-awaited", rule, detail)
}
