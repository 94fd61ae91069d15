//! Moves of the own turn outside of effects: reshuffling, playing pandas, placing and recalling meeples.

use super::area::Area;
use super::building::Building;
use super::moves::{Move, Space};
use super::panda::Panda;
use super::pending::{Pending, Phase};
use super::resource::Goods;
use super::state::{Market, Row};
use super::turn::Play;
use super::{Effect, refusals, score};
use crate::kernel::{Illegal, Seat, Table};

impl Play<'_> {
    pub(super) fn carry_out(&mut self, seat: Seat, mv: Move) -> Result<(), Illegal> {
        match mv {
            Move::KeepMission { mission } => self.keep_mission(seat, mission),
            Move::Reshuffle { market } => {
                self.reshuffle(market);
                Ok(())
            }
            Move::Roll {} => {
                self.roll();
                Ok(())
            }
            Move::ChangeDie { building, die, to } => {
                self.change_die(building, die, to);
                Ok(())
            }
            Move::NameResource { resource } => self.name_resource(resource),
            Move::ChooseDie { value } => self.choose_die(value).map(drop),
            Move::PlayPanda { panda } => self.play_panda(panda),
            Move::Place { area, space } => self.place(area, space),
            Move::Recall { area } => self.recall(&[area]),
            Move::RecallBoth {} => {
                let areas: Vec<Area> = self.state.recallable().collect();
                self.recall(&areas)
            }
            Move::Return { resource } => self.give_back(seat, resource, 1),
            Move::EndTurn {} => self.enter(Phase::Keep {}).map(drop),
            _ => self.answer(mv),
        }
    }

    /// Carries out what answers the innermost thing that is pending.
    fn answer(&mut self, mv: Move) -> Result<(), Illegal> {
        match (self.state.pending.pop(), mv) {
            (Some(Pending::Pandas { pandas, .. }), Move::Activate { panda }) => {
                self.activate_next(&pandas, panda);
                Ok(())
            }
            (Some(Pending::Activate { kinds, source }), Move::Activate { panda }) => {
                self.activate_for_icon(kinds, source, panda);
                Ok(())
            }
            (Some(Pending::Buildings { buildings }), Move::UseBuilding { building }) => {
                self.use_triggered(buildings, building);
                Ok(())
            }
            (Some(Pending::Take { left }), Move::Take { resource }) => {
                self.state.pending.push(Pending::Take { left: left.saturating_sub(1) });
                self.gain(resource, 1)
            }
            (Some(Pending::Hire {}), Move::Hire { panda }) => self.hire(panda),
            (Some(Pending::Exchange { step }), Move::Exchange { give, take }) => {
                self.exchange(step, give.goods(), take.goods())
            }
            (Some(Pending::Build {}), Move::Build { building }) => self.build(building),
            (Some(Pending::Build {}), Move::Slide { building, panda }) => self.slide(building, panda),
            (Some(Pending::Pay { building, paid }), Move::Pay { panda }) => self.pay_panda(building, paid, panda),
            (Some(Pending::Rest {}), Move::Rest { area }) => {
                self.rest(area);
                Ok(())
            }
            (Some(_), Move::Pass {}) => Ok(()),
            (None, Move::UseBuilding { building }) => {
                self.use_numeral(building);
                Ok(())
            }
            (None, Move::Pass {}) => self.go_on(),
            _ => Err(refusals::not_awaited(self.state)),
        }
    }

    fn go_on(&mut self) -> Result<(), Illegal> {
        match self.state.phase {
            Phase::Rolled {} => self.leave_dice().map(drop),
            Phase::Numerals {} => self.leave_numerals().map(drop),
            _ => Err(refusals::not_awaited(self.state)),
        }
    }

    fn use_triggered(&mut self, mut buildings: Vec<Building>, building: Building) {
        buildings.retain(|other| *other != building);
        self.state.pending.push(Pending::Buildings { buildings });
        self.use_building(building);
    }

    /// All of the market goes back into its deck, which is shuffled (VP-5).
    fn reshuffle(&mut self, market: Market) {
        self.state.turn.reshuffles.add(market);
        let effect = match market {
            Market::Buildings => {
                let buildings = renew(&mut self.state.buildings, self.table);
                Effect::Reshuffled { buildings, market, pandas: Vec::new() }
            }
            Market::Pandas => {
                let pandas = renew(&mut self.state.pandas, self.table);
                Effect::Reshuffled { buildings: Vec::new(), market, pandas }
            }
        };
        self.tell(effect);
    }

    /// From the hand into the play area, for its cost (VP-27, VP-28). The dice that are activating pandas then activate
    /// it too if it carries the value: all that lie in the play area are activated (VP-12).
    fn play_panda(&mut self, panda: Panda) -> Result<(), Illegal> {
        let seat = self.state.turn.seat;
        self.pay(seat, panda.cost())?;
        let player = self.state.player_mut(seat)?;
        player.hand.retain(|own| *own != panda);
        player.play.push(panda);
        let carries = self.state.activating().is_some_and(|value| panda.carries(value));
        if let Some(Pending::Pandas { pandas, .. }) = self.state.pending.last_mut().filter(|_| carries) {
            pandas.push(panda);
        }
        self.tell(Effect::Played { paid: Goods(panda.cost()), panda, seat });
        score::settle(self.state, seat, self.table)
    }

    /// The Emperor steps aside first (VP-43); then whoever is there goes home, and the resource is received or the action
    /// carried out, one of the two (VP-8, VP-9).
    fn place(&mut self, area: Area, space: Space) -> Result<(), Illegal> {
        let seat = self.state.turn.seat;
        if self.state.board.emperor == Some(area) {
            self.emperor_moves();
        }
        self.rest(area);
        self.state.board.put(area, Some(seat));
        // A meeple that comes home in the turn is available in the next one: VP-6.
        self.state.turn.placements = self.state.turn.placements.saturating_sub(1);
        self.tell(Effect::Placed { area, seat, space });
        match space {
            Space::Resource => self.gain(area.resource(), 1),
            Space::Action => {
                let standing = self.state.player(seat)?.standing();
                self.state.phase = Phase::Action { area, done: false, standing };
                self.state.chain.clear();
                self.begin(area.action())
            }
        }
    }

    /// The whole action phase; they count from the next turn on (VP-7).
    fn recall(&mut self, areas: &[Area]) -> Result<(), Illegal> {
        let seat = self.state.turn.seat;
        for area in areas {
            self.state.board.put(*area, None);
            self.tell(Effect::Recalled { area: *area, seat });
        }
        self.enter(Phase::Keep {}).map(drop)
    }
}

fn renew<T: Copy + PartialEq>(row: &mut Row<T>, table: &mut Table<Effect>) -> Vec<T> {
    row.deck.extend(row.market.drain(..));
    table.shuffle(row.deck.make_contiguous());
    row.fill();
    row.market.clone()
}
