//! Rolling and changing the dice, the 7, and the numerals of type B buildings.

use super::Effect;
use super::building::{Ability, Building};
use super::moves::Move;
use super::pending::{Pending, Phase, Source};
use super::resource::Resource;
use super::state::{Player, State, Turn};
use super::turn::Play;
use crate::kernel::{Illegal, Seat};

/// The sum that activates nothing (rulebook, Dice Phase).
pub(super) const SEVEN: u8 = 7;

impl Turn {
    /// The sum of the dice as they are now, 12 at most.
    pub(super) fn sum(&self) -> Option<u8> {
        self.dice.map(|[one, other]| one + other)
    }

    pub(super) fn shows(&self, value: u8) -> bool {
        self.dice.is_some_and(|dice| dice.contains(&value))
    }

    fn has_used(&self, building: Building) -> bool {
        self.used.contains(&building)
    }
}

/// The buildings that the active seat had when it rolled (VP-25).
pub(super) fn standing(state: &State) -> impl Iterator<Item = Building> {
    let built = state.player(state.turn.seat).map_or(&[][..], |player| &player.buildings);
    built.iter().take(usize::from(state.turn.standing)).map(|built| built.building)
}

/// Those of them that it has not used in this turn, with their effects (VP-10, VP-25).
fn unused(state: &State) -> impl Iterator<Item = (Building, Ability)> {
    let unused = standing(state).filter(|building| !state.turn.has_used(*building));
    unused.filter_map(|building| Some((building, building.ability()?)))
}

/// Every change of a die that the active seat can make now (VP-10).
pub(super) fn changes(state: &State) -> impl Iterator<Item = Move> {
    let dice = match state.turn.dice {
        Some([one, other]) if one == other => vec![one],
        Some([one, other]) => vec![one, other],
        None => Vec::new(),
    };
    unused(state).flat_map(move |(building, ability)| {
        let Ability::ChangeDie { change } = ability else { return Vec::new() };
        let results = |die: &u8| change.results(*die).into_iter().map(|to| (*die, to)).collect::<Vec<_>>();
        let moves = dice.iter().flat_map(results);
        moves.map(|(die, to)| Move::ChangeDie { building, die, to }).collect()
    })
}

/// The buildings whose numeral at least one die shows; doubles count once (VP-25).
pub(super) fn numerals(state: &State) -> impl Iterator<Item = Building> {
    let shown = |ability| matches!(ability, Ability::OnDie { value, .. } if state.turn.shows(value));
    unused(state).filter(move |(_, ability)| shown(*ability)).map(|(building, _)| building)
}

impl Play<'_> {
    pub(super) fn roll(&mut self) {
        let dice = [self.table.die(), self.table.die()];
        self.state.turn.dice = Some(dice);
        self.state.turn.standing = self.state.player(self.state.turn.seat).map_or(0, Player::standing);
        self.tell(Effect::Rolled { dice, seat: self.state.turn.seat });
        self.state.phase = Phase::Rolled {};
    }

    /// For everybody, and for the check of the 7 (VP-10).
    pub(super) fn change_die(&mut self, building: Building, from: u8, to: Option<u8>) {
        let to = to.unwrap_or_else(|| self.table.die());
        let Some(dice) = &mut self.state.turn.dice else { return };
        if let Some(die) = dice.iter_mut().find(|die| **die == from) {
            *die = to;
        }
        let dice = *dice;
        self.state.turn.used.push(building);
        self.tell(Effect::DieChanged { building, dice, from, seat: self.state.turn.seat, to });
    }

    /// Every seat that has the resource returns one, the active one included (VP-11).
    pub(super) fn name_resource(&mut self, resource: Resource) -> Result<(), Illegal> {
        self.tell(Effect::Seven { resource: Some(resource) });
        let holds = |seat: &Seat| self.state.player(*seat).is_ok_and(|player| player.resources.of(resource) > 0);
        let holders: Vec<Seat> = Seat::all(self.state.seats()).filter(holds).collect();
        for seat in holders {
            self.give_back(seat, resource, 1)?;
        }
        self.state.phase = Phase::Numerals {};
        Ok(())
    }

    pub(super) fn use_numeral(&mut self, building: Building) {
        self.state.turn.used.push(building);
        self.use_building(building);
    }

    /// A trigger of its own: what acted before may act again (VP-17).
    pub(super) fn use_building(&mut self, building: Building) {
        self.state.chain.clear();
        self.tell(Effect::BuildingUsed { building, seat: self.state.turn.seat });
        self.state.pending.push(Pending::Icons { from: 0, source: Source::Building(building) });
    }
}
