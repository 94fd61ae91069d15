//! The course of a turn (VP-4): every forced step is taken, until a seat has a choice.

use super::area::Area;
use super::building::Ability;
use super::emperor::Mission;
use super::panda::Panda;
use super::pending::{Pending, Phase};
use super::resource::{Resource, Resources};
use super::state::{End, Player, RESOURCE_LIMIT, State};
use super::{Effect, deal, dice, score};
use crate::kernel::{Illegal, Seat, Table};

/// The game while a move is carried out.
pub(super) struct Play<'a> {
    pub(super) state: &'a mut State,
    pub(super) table: &'a mut Table<Effect>,
}

impl<'a> Play<'a> {
    pub(super) fn new(state: &'a mut State, table: &'a mut Table<Effect>) -> Self {
        Self { state, table }
    }

    pub(super) fn tell(&mut self, effect: Effect) {
        self.table.tell_all(effect);
    }

    /// The seat whose cards are being resolved.
    pub(super) fn acting(&mut self) -> Result<&mut Player, Illegal> {
        self.state.player_mut(self.state.acting())
    }

    /// Takes forced steps until a seat has a choice, or the game is over.
    pub(super) fn run(&mut self) -> Result<(), Illegal> {
        while self.step()? {}
        Ok(())
    }

    /// Whether a step was taken; none is while a seat has a choice.
    fn step(&mut self) -> Result<bool, Illegal> {
        if let Some(innermost) = self.state.pending.pop() {
            return self.resolve(innermost);
        }
        match self.state.phase {
            Phase::Missions {} => self.missions(),
            Phase::Start {} | Phase::Over { .. } => Ok(false),
            Phase::Rolled {} => self.rolled(),
            Phase::Seven {} => self.seven(),
            Phase::Numerals {} => self.numerals(),
            Phase::Sum { seat } => self.sum(seat),
            Phase::Die {} => self.die(),
            Phase::Chosen { .. } | Phase::After {} => self.enter(Phase::Act {}),
            Phase::Act {} => self.act(),
            Phase::Action { area, done, standing } => self.after_action(area, done, standing),
            Phase::Keep {} => self.keep(),
        }
    }

    pub(super) fn enter(&mut self, phase: Phase) -> Result<bool, Illegal> {
        self.state.phase = phase;
        Ok(true)
    }

    // Before the first turn.

    /// Once each seat has chosen, or without missions, the first turn begins.
    fn missions(&mut self) -> Result<bool, Illegal> {
        if Seat::all(self.state.seats()).any(|seat| self.state.has_to_choose(seat)) {
            return Ok(false);
        }
        self.begin_turn(self.state.first)
    }

    /// The other one goes to the box; nobody learns which was kept (VP-36).
    pub(super) fn keep_mission(&mut self, seat: Seat, mission: Mission) -> Result<(), Illegal> {
        self.table.conceal();
        let player = self.state.player_mut(seat)?;
        let drawn = std::mem::replace(&mut player.missions, vec![mission]);
        self.state.missions.extend(drawn.into_iter().filter(|other| *other != mission));
        self.tell(Effect::MissionKept { seat });
        Ok(())
    }

    // The turn begins.

    /// The Emperor moves first, so that a meeple that he sends home counts as available in this turn (VP-6, VP-42).
    fn begin_turn(&mut self, seat: Seat) -> Result<bool, Illegal> {
        self.emperor_moves();
        let home = self.state.at_home(seat);
        self.state.turn = deal::turn(seat);
        self.state.turn.placements = home;
        self.state.turn.stranded = home == 0;
        self.tell(Effect::TurnBegan { meeples: home, round: self.state.round, seat });
        self.enter(Phase::Start {})
    }

    /// One area clockwise; whoever is there goes to its rest area. Nothing else moves the Emperor, and he does nothing
    /// else (VP-42, VP-43, VP-44).
    pub(super) fn emperor_moves(&mut self) {
        let Some(from) = self.state.board.emperor else { return };
        let to = self.state.clockwise(from);
        self.state.board.emperor = Some(to);
        self.tell(Effect::EmperorMoved { to });
        self.rest(to);
    }

    /// The meeple in an area, if there is one, goes to its owner's rest area (VP-8).
    pub(super) fn rest(&mut self, area: Area) {
        if let Some(seat) = self.state.board.put(area, None) {
            self.tell(Effect::Rested { area, seat });
        }
    }

    // Dice, and what they activate.

    fn rolled(&mut self) -> Result<bool, Illegal> {
        let choice = dice::changes(self.state).next().is_some() || self.state.may_play(|_| true);
        if choice { Ok(false) } else { self.leave_dice() }
    }

    /// The dice stay as they are now, for everybody and for the check of the 7 (VP-10, VP-11).
    pub(super) fn leave_dice(&mut self) -> Result<bool, Illegal> {
        let seven = self.state.turn.sum() == Some(dice::SEVEN);
        self.enter(if seven { Phase::Seven {} } else { Phase::Numerals {} })
    }

    fn seven(&mut self) -> Result<bool, Illegal> {
        if self.state.players.iter().any(|player| player.resources.total() > 0) {
            return Ok(false);
        }
        self.tell(Effect::Seven { resource: None });
        self.enter(Phase::Numerals {})
    }

    /// A panda that a numeral paid for may be played before the sum activates it, so a seat that used one is asked
    /// again.
    fn numerals(&mut self) -> Result<bool, Illegal> {
        let used =
            self.state.turn.used.iter().any(|building| matches!(building.ability(), Some(Ability::OnDie { .. })));
        let choice = dice::numerals(self.state).next().is_some() || (used && self.state.may_play(|_| true));
        if choice { Ok(false) } else { self.leave_numerals() }
    }

    pub(super) fn leave_numerals(&mut self) -> Result<bool, Illegal> {
        if self.state.turn.sum() == Some(dice::SEVEN) && self.state.options.seven_skips_activation {
            return self.enter(Phase::Act {}); // VP-11.
        }
        self.activate_by_sum(self.state.turn.seat)
    }

    /// All seats, the active one first, then clockwise (VP-12). The others resolve every icon of these pandas, but neither
    /// play cards nor use buildings (VP-18). A seat without pandas activates nothing (VP-45).
    fn activate_by_sum(&mut self, seat: Seat) -> Result<bool, Illegal> {
        self.state.phase = Phase::Sum { seat };
        let sum = self.state.turn.sum();
        self.activate_carriers(seat, sum)
    }

    fn activate_carriers(&mut self, seat: Seat, value: Option<u8>) -> Result<bool, Illegal> {
        let play = self.state.player(seat)?.play.iter().copied();
        let pandas = play.filter(|panda| value.is_some_and(|value| panda.carries(value))).collect();
        self.state.pending.push(Pending::Pandas { begun: false, pandas });
        Ok(true)
    }

    fn sum(&mut self, seat: Seat) -> Result<bool, Illegal> {
        let next = seat.clockwise(self.state.seats());
        if next == self.state.turn.seat { self.enter(Phase::Die {}) } else { self.activate_by_sum(next) }
    }

    /// A die that no own panda carries, and two dice that show the same, are no choice (VP-13).
    fn die(&mut self) -> Result<bool, Illegal> {
        let Some([one, other]) = self.state.turn.dice else { return self.enter(Phase::Act {}) };
        if self.state.may_play(|_| true) {
            return Ok(false);
        }
        let play = &self.state.player(self.state.turn.seat)?.play;
        if !play.iter().any(|panda| panda.carries(one) || panda.carries(other)) {
            return self.enter(Phase::Act {});
        }
        if one == other { self.choose_die(one) } else { Ok(false) }
    }

    /// Its own pandas, those that the sum activated once more among them (VP-13).
    pub(super) fn choose_die(&mut self, value: u8) -> Result<bool, Illegal> {
        let seat = self.state.turn.seat;
        self.tell(Effect::DieChosen { seat, value });
        self.state.phase = Phase::Chosen { value };
        self.activate_carriers(seat, Some(value))
    }

    // Actions.

    fn act(&mut self) -> Result<bool, Illegal> {
        let state = &*self.state;
        let choice = state.turn.placements > 0 || state.recallable().next().is_some() || state.may_play(|_| true);
        if choice { Ok(false) } else { self.enter(Phase::Keep {}) }
    }

    /// Type A buildings that stood before the action, after it is done, once a placement (VP-24).
    fn after_action(&mut self, area: Area, done: bool, standing: u8) -> Result<bool, Illegal> {
        let built = self.state.player(self.state.turn.seat)?.buildings.iter().take(usize::from(standing));
        let triggered = built.map(|built| built.building).filter(|building| match building.ability() {
            Some(Ability::AfterAction { area: own, .. }) => done && own == area,
            _ => false,
        });
        let buildings = triggered.collect();
        self.state.pending.push(Pending::Buildings { buildings });
        self.enter(Phase::After {})
    }

    // The turn ends.

    /// The limit holds at the end of the own turn, and at no other time (VP-30).
    fn keep(&mut self) -> Result<bool, Illegal> {
        let seat = self.state.turn.seat;
        let held = self.state.player(seat)?.resources;
        let surplus = held.total().saturating_sub(RESOURCE_LIMIT);
        let kinds: Vec<Resource> = held.kinds().collect();
        match *kinds {
            _ if surplus == 0 => self.finish_turn(),
            [only] => {
                self.give_back(seat, only, surplus)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// With the turn of the seat before the first one the round ends, and the game with it where the end is set; there
    /// is no extra round (VP-33).
    fn finish_turn(&mut self) -> Result<bool, Illegal> {
        let next = self.state.turn.seat.clockwise(self.state.seats());
        if next != self.state.first {
            return self.begin_turn(next);
        }
        if self.state.round >= self.state.options.round_cap {
            score::set_end(self.state, End::RoundCap, self.table);
        }
        match self.state.ending {
            Some(by) => self.end(by),
            None => {
                self.state.round = self.state.round.saturating_add(1);
                self.begin_turn(next)
            }
        }
    }

    /// Missions are revealed and scored (VP-35).
    fn end(&mut self, by: End) -> Result<bool, Illegal> {
        self.state.phase = Phase::Over { by };
        let state = &*self.state;
        for (seat, player) in Seat::all(state.seats()).zip(&state.players) {
            for mission in &player.missions {
                let points = score::mission_points(state, player, *mission);
                self.table.tell_all(Effect::MissionRevealed { mission: *mission, points, seat });
            }
        }
        let points = state.players.iter().map(|player| score::final_points(state, player)).collect();
        self.tell(Effect::GameOver { points });
        Ok(true)
    }

    // Resources.

    /// From the supply, as many as it has; nothing replaces what is not there (VP-15).
    pub(super) fn gain(&mut self, resource: Resource, wanted: u8) -> Result<(), Illegal> {
        let seat = self.state.acting();
        let count = wanted.min(self.state.supply.of(resource));
        self.state.supply.remove(one_kind(resource, count));
        self.acting()?.resources.add(one_kind(resource, count));
        if count > 0 {
            self.tell(Effect::Gained { count, resource, seat });
        }
        let missing = wanted.saturating_sub(count);
        if missing > 0 {
            self.tell(Effect::Short { missing, resource, seat });
        }
        Ok(())
    }

    /// To the supply.
    pub(super) fn give_back(&mut self, seat: Seat, resource: Resource, count: u8) -> Result<(), Illegal> {
        self.pay(seat, one_kind(resource, count))?;
        self.tell(Effect::Returned { count, resource, seat });
        Ok(())
    }

    pub(super) fn pay(&mut self, seat: Seat, resources: Resources) -> Result<(), Illegal> {
        self.state.player_mut(seat)?.resources.remove(resources);
        self.state.supply.add(resources);
        Ok(())
    }
}

fn one_kind(resource: Resource, count: u8) -> Resources {
    let mut resources = Resources::default();
    *resources.of_mut(resource) = count;
    resources
}

impl State {
    /// Whether the active seat can play a card that fits. What it holds of hidden cards would show in whether it is asked,
    /// so with those the number of cards alone decides (VP-20, VP-27).
    pub(super) fn may_play(&self, fits: impl Fn(Panda) -> bool) -> bool {
        let fits = |player: &Player, panda: Panda| fits(panda) && player.resources.covers(panda.cost());
        let payable = |player: &Player| player.hand.iter().any(|panda| fits(player, *panda));
        let open = self.options.hand_public;
        self.player(self.turn.seat).is_ok_and(|player| if open { payable(player) } else { !player.hand.is_empty() })
    }

    /// Whether the active seat can play a card after one of its pandas that the dice activated: before the next one, of
    /// these or of another seat, or one that the dice then activate too (VP-12, VP-27).
    pub(super) fn may_play_between(&self, next: &[Panda]) -> bool {
        let Some(value) = self.activating().filter(|_| self.acting() == self.turn.seat) else { return false };
        let carries = |player: &Player| player.play.iter().any(|panda| panda.carries(value));
        let others = || Seat::all(self.seats()).zip(&self.players).filter(|(seat, _)| *seat != self.turn.seat);
        let sum = matches!(self.phase, Phase::Sum { .. });
        let follows = !next.is_empty() || (sum && others().any(|(_, player)| carries(player)));
        self.may_play(|panda| follows || panda.carries(value))
    }

    /// The areas whose meeples the active seat may recall: only where the turn began with none at home (VP-7).
    pub(super) fn recallable(&self) -> impl Iterator<Item = Area> {
        self.board.of(self.turn.seat).filter(|_| self.turn.stranded)
    }
}
