//! What may be played: candidates from what lies on the table, each held against the refusals.

use super::{Category, Hex, Improvement, Move, Phase, Plot, State, Weather, refusals};

/// Every move open to the active seat.
pub(super) fn moves(state: &State) -> Vec<Move> {
    let mut candidates = answers(state);
    candidates.push(Move::Decline {});
    free(state, &mut candidates);
    candidates.retain(|mv| refusals::check(state, *mv).is_ok());
    candidates
}

/// What answers the decision that is pending.
fn answers(state: &State) -> Vec<Move> {
    let plots = || state.garden.plots.iter().map(|placed| placed.at);
    match &state.phase {
        _ if !state.growing.is_empty() => state.growing.iter().map(|at| Move::Grow { at: *at }).collect(),
        Phase::Over { .. } => Vec::new(),
        Phase::Place { looked_at } => placements(state, looked_at),
        Phase::Return { plots } => plots.map(|upper| Move::ReturnPlots { upper }).into(),
        Phase::Roll {} => vec![Move::Roll {}],
        Phase::Choose {} => Weather::ALL.map(|weather| Move::ChooseWeather { weather }).into(),
        Phase::Rain {} => plots().map(|at| Move::RainOn { at }).collect(),
        Phase::Storm {} => plots().chain([Hex::POND]).map(|to| Move::StormTo { to }).collect(),
        Phase::Clouds {} => Improvement::ALL.map(|chip| Move::TakeChip { chip }).into(),
        Phase::Act {} => actions(state),
    }
}

fn placements(state: &State, looked_at: &[Plot]) -> Vec<Move> {
    let chips = || [None].into_iter().chain(Improvement::ALL.map(Some));
    let rooms = state.garden.rooms();
    let places = looked_at.iter().flat_map(|plot| rooms.iter().map(|at| (*plot, *at)));
    places.flat_map(|(plot, at)| chips().map(move |chip| Move::PlacePlot { plot, at, chip })).collect()
}

fn actions(state: &State) -> Vec<Move> {
    let garden = &state.garden;
    let single = [Move::LookAtPlots {}, Move::TakeChannel {}, Move::EndTurn {}];
    let gardener = garden.reach(state.gardener).map(|to| Move::MoveGardener { to });
    let panda = garden.reach(state.panda).map(|to| Move::MovePanda { to });
    let objectives = Category::ALL.map(|category| Move::DrawObjective { category });
    single.into_iter().chain(gardener).chain(panda).chain(objectives).collect()
}

/// What costs no action (TK-15, TK-16, TK-26).
fn free(state: &State, moves: &mut Vec<Move>) {
    let Ok(player) = state.active() else { return };
    moves.extend(player.hand.iter().map(|objective| Move::Claim { objective: *objective }));
    if player.channels > 0 {
        moves.extend(state.garden.edges().into_iter().map(|between| Move::LayChannel { between }));
    }
    for chip in Improvement::ALL.into_iter().filter(|chip| player.chips.of(*chip) > 0) {
        moves.extend(state.garden.plots.iter().map(|placed| Move::PlaceChip { chip, at: placed.at }));
    }
}
