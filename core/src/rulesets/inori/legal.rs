//! What may be played. Every test here reads only what the active seat can see.

use super::state::{CardSpace, Phase, Pieces, Place, State};
use super::{Move, refusals};

/// Every move open to the active seat.
pub(super) fn moves(state: &State) -> Vec<Move> {
    let mut moves = answers(state);
    let runes = state.player(state.turn).map_or(&[][..], |player| &player.runes);
    let playable = runes.iter().map(|rune| Move::PlayRune { rune: *rune });
    moves.extend(playable.filter(|mv| refusals::check(state, *mv).is_ok()));
    moves
}

/// The moves that answer what is pending; runes come besides.
fn answers(state: &State) -> Vec<Move> {
    match state.phase {
        Phase::Offer {} => offers(state),
        Phase::Pay { .. } => refusals::payable(state).map(|colour| Move::Pay { colour }).collect(),
        Phase::Altar { .. } => state.tree.unused_tiles().map(|colour| Move::LayAltar { colour }).collect(),
        Phase::Take(taking) => state.takeable(taking.pick).into_iter().map(|colour| Move::Take { colour }).collect(),
        Phase::Neutral { .. } => {
            state.free_card_spaces().map(|CardSpace { card, space }| Move::PlaceNeutral { card, space }).collect()
        }
        Phase::Lift { rune } => {
            let lift = |(CardSpace { card, space }, owner)| Move::Lift { card, owner, space };
            state.liftable(rune).map(lift).collect()
        }
        Phase::SetDown { from, rune, .. } => {
            state.destinations(rune, from).map(|CardSpace { card, space }| Move::SetDown { card, space }).collect()
        }
        Phase::TurnEnd {} | Phase::SeasonEnd {} => vec![Move::Done {}],
        Phase::Keep { cards } => cards.map(|card| Move::KeepStart { card }).into(),
        Phase::Over {} => Vec::new(),
    }
}

/// One piece is placed, where it can be (IN-5).
pub(super) fn offers(state: &State) -> Vec<Move> {
    let offer = |(at, pieces): (Place, Pieces)| {
        let share = !pieces.is_empty();
        refusals::may_offer(state, at, pieces, share).is_ok().then(|| Move::to(at, share))
    };
    let offers: Vec<Move> = state.places().filter_map(offer).collect();
    if offers.is_empty() { vec![Move::Done {}] } else { offers }
}
