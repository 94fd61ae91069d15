//! The interpreter of effects: it takes what is pending from the top of the stack, and puts back what needs a choice.

use super::Effect;
use super::area::Area;
use super::building::Building;
use super::operation::Operation;
use super::panda::{Kind, Panda};
use super::pending::{Pending, Phase, Source};
use super::resource::{Goods, Resource, Resources};
use super::state::{Built, End, Player, State};
use super::turn::Play;
use super::{exchange, score};
use crate::kernel::{Illegal, Seat};

impl Play<'_> {
    /// Whether it went on; it does not where the seat has a choice.
    pub(super) fn resolve(&mut self, pending: Pending) -> Result<bool, Illegal> {
        match pending {
            Pending::Pandas { begun, pandas } => self.pandas(begun, pandas),
            Pending::Icons { from, source } => self.icons(from, source),
            Pending::Take { left } => self.take(left),
            Pending::Pay { building, paid } => self.pay_pandas(building, paid),
            Pending::Buildings { ref buildings } => {
                let choice = !buildings.is_empty();
                Ok(self.ask(choice, pending))
            }
            Pending::Exchange { step } if step > 0 => Ok(self.ask(exchange::possible(self.state, step), pending)),
            Pending::Activate { kinds, source } => Ok(self.offer_activations(kinds, source)),
            Pending::Hire {} | Pending::Exchange { .. } | Pending::Build {} | Pending::Rest {} => self.offer(pending),
        }
    }

    /// Puts it back for a choice, or drops it.
    fn ask(&mut self, choice: bool, pending: Pending) -> bool {
        if choice {
            self.state.pending.push(pending);
        }
        !choice
    }

    /// An icon or action that may be declined (VP-14); one that can do nothing is skipped.
    fn offer(&mut self, pending: Pending) -> Result<bool, Illegal> {
        let state = &*self.state;
        let (operation, possible) = match pending {
            Pending::Hire {} => (Operation::Hire {}, !state.pandas.market.is_empty()),
            Pending::Exchange { step } => (Operation::Exchange {}, exchange::possible(state, step)),
            Pending::Build {} => (Operation::Build {}, state.can_build_or_slide()),
            _ => (Operation::Rest {}, state.restable().next().is_some()),
        };
        if !possible {
            self.tell(Effect::Skipped { operation, seat: self.state.acting() });
        }
        Ok(self.ask(possible, pending))
    }

    /// The same for icons that activate pandas, all of one card together: they are carried out in any order (VP-14).
    fn offer_activations(&mut self, kinds: Vec<Option<Kind>>, source: Option<Source>) -> bool {
        let possible = self.state.activatable(&kinds).next().is_some();
        if !possible {
            let seat = self.state.acting();
            kinds.iter().for_each(|kind| self.tell(Effect::Skipped { operation: Operation::activation(*kind), seat }));
        }
        self.ask(possible, Pending::Activate { kinds, source })
    }

    /// What an icon or the action of an area begins with.
    pub(super) fn begin(&mut self, operation: Operation) -> Result<(), Illegal> {
        let pending = match operation {
            Operation::Gain { count, resource } => return self.gain(resource, count),
            Operation::GainAny { count } => Pending::Take { left: count },
            Operation::Hire {} => Pending::Hire {},
            Operation::Exchange {} => Pending::Exchange { step: 0 },
            Operation::Build {} => Pending::Build {},
            Operation::Activate { kind } => Pending::Activate { kinds: vec![Some(kind)], source: None },
            Operation::ActivateAny {} => Pending::Activate { kinds: vec![None], source: None },
            Operation::Rest {} => Pending::Rest {},
        };
        self.state.pending.push(pending);
        Ok(())
    }

    /// Icons are carried out from left to right, but those that activate pandas and stand side by side in any order
    /// (VP-14).
    fn icons(&mut self, from: u8, source: Source) -> Result<bool, Illegal> {
        let icons = source.icons().get(usize::from(from)..).unwrap_or_default();
        let Some(first) = icons.first() else { return Ok(true) };
        let kinds: Vec<Option<Kind>> = icons.iter().map_while(|icon| icon.activates()).collect();
        let taken = kinds.len().max(1);
        if icons.len() > taken {
            // A card has three icons at most.
            let from = from.saturating_add(u8::try_from(taken).unwrap_or(u8::MAX));
            self.state.pending.push(Pending::Icons { from, source });
        }
        if kinds.is_empty() {
            self.begin(*first)?;
        } else {
            self.state.pending.push(Pending::Activate { kinds, source: Some(source) });
        }
        Ok(true)
    }

    // Activating.

    /// In an order of choice, each once, as long as it is still in the play area (VP-12). Between two of them the active
    /// seat is asked where it can play a card; before the first one it has been asked (VP-27).
    fn pandas(&mut self, begun: bool, mut pandas: Vec<Panda>) -> Result<bool, Illegal> {
        let play = &self.acting()?.play;
        pandas.retain(|panda| play.contains(panda));
        if begun && self.state.may_play_between(&pandas) {
            return Ok(self.ask(true, Pending::Pandas { begun, pandas }));
        }
        match *pandas {
            [] => Ok(true),
            [first, ..] if pandas.len() == 1 || self.come_to_the_same(&pandas) => {
                self.activate_next(&pandas, first);
                Ok(true)
            }
            _ => Ok(self.ask(true, Pending::Pandas { begun, pandas })),
        }
    }

    /// Whether they do in any order: they receive resources without a choice, and the supply has them all. Of a short one
    /// more may be there after a card is played between them.
    fn come_to_the_same(&self, pandas: &[Panda]) -> bool {
        let mut gains = Resources::default();
        for operation in pandas.iter().flat_map(|panda| panda.effect()) {
            let Operation::Gain { count, resource } = operation else { return false };
            *gains.of_mut(*resource) += count;
        }
        self.state.supply.covers(gains)
    }

    /// A trigger of its own: what acted before may act again (VP-17).
    pub(super) fn activate_next(&mut self, pandas: &[Panda], panda: Panda) {
        let pandas = pandas.iter().copied().filter(|other| *other != panda).collect();
        self.state.pending.push(Pending::Pandas { begun: true, pandas });
        self.state.chain.clear();
        self.activate(panda);
    }

    /// One for an icon that fits it; those for the other icons come after it and all that it activates (VP-14).
    pub(super) fn activate_for_icon(&mut self, mut kinds: Vec<Option<Kind>>, source: Option<Source>, panda: Panda) {
        let own = kinds.iter().position(|kind| *kind == Some(panda.kind()));
        if let Some(at) = own.or_else(|| kinds.iter().position(Option::is_none)) {
            kinds.remove(at);
        }
        if !kinds.is_empty() {
            self.state.pending.push(Pending::Activate { kinds, source });
        }
        self.done();
        self.activate(panda);
    }

    /// Within one trigger a panda acts once (VP-17).
    pub(super) fn activate(&mut self, panda: Panda) {
        self.state.chain.push(panda);
        self.tell(Effect::Activated { panda, seat: self.state.acting() });
        self.state.pending.push(Pending::Icons { from: 0, source: Source::Panda(panda) });
    }

    // Receiving and exchanging.

    /// One by one: any that the supply still has (VP-15).
    fn take(&mut self, left: u8) -> Result<bool, Illegal> {
        let kinds: Vec<Resource> = self.state.supply.kinds().collect();
        match *kinds {
            _ if left == 0 => {}
            [] => {
                let operation = Operation::GainAny { count: left };
                self.tell(Effect::Skipped { operation, seat: self.state.acting() });
            }
            [only] => self.gain(only, left)?,
            _ => return Ok(self.ask(true, Pending::Take { left })),
        }
        Ok(true)
    }

    /// What is given goes to the supply before anything is taken (VP-19).
    pub(super) fn exchange(&mut self, step: u8, give: Goods, take: Goods) -> Result<(), Illegal> {
        let seat = self.state.acting();
        self.pay(seat, give.0)?;
        self.state.supply.remove(take.0);
        self.acting()?.resources.add(take.0);
        self.tell(Effect::Exchanged { give, seat, take });
        self.state.pending.push(Pending::Exchange { step: step.saturating_add(1) });
        self.done();
        Ok(())
    }

    // Hiring and building.

    /// Into the hand, for nothing; the market is refilled at once (VP-20). A slot that stays empty sets the end (VP-32).
    pub(super) fn hire(&mut self, panda: Panda) -> Result<(), Illegal> {
        let seat = self.state.acting();
        let revealed = self.state.pandas.take(panda);
        self.acting()?.hand.push(panda);
        self.tell(Effect::Hired { panda, revealed, seat });
        if revealed.is_none() {
            score::set_end(self.state, End::Pandas, self.table);
        }
        self.done();
        Ok(())
    }

    /// The exact resources (VP-21). The panda cards follow one by one.
    pub(super) fn build(&mut self, building: Building) -> Result<(), Illegal> {
        let seat = self.state.acting();
        self.pay(seat, building.cost())?;
        self.tell(Effect::BuildingPaid { building, paid: Goods(building.cost()), seat });
        self.state.pending.push(Pending::Pay { building, paid: Vec::new() });
        self.done();
        Ok(())
    }

    /// With no more cards than are to be paid there is no choice among them.
    fn pay_pandas(&mut self, building: Building, mut paid: Vec<Panda>) -> Result<bool, Illegal> {
        let left = usize::from(building.pandas()).saturating_sub(paid.len());
        let own: Vec<Panda> = self.acting()?.own_pandas().collect();
        if left > 0 && own.len() > left {
            return Ok(self.ask(true, Pending::Pay { building, paid }));
        }
        if left > 0 {
            own.iter().try_for_each(|panda| self.acting().map(|player| player.give_up(*panda)))?;
            paid.extend(own);
        }
        self.complete(building, paid)?;
        Ok(true)
    }

    pub(super) fn pay_panda(&mut self, building: Building, mut paid: Vec<Panda>, panda: Panda) -> Result<(), Illegal> {
        self.acting()?.give_up(panda);
        paid.push(panda);
        self.state.pending.push(Pending::Pay { building, paid });
        Ok(())
    }

    /// The market is refilled at once; without a building left in the deck it shrinks, and nothing else happens (VP-21,
    /// VP-34).
    fn complete(&mut self, building: Building, behind: Vec<Panda>) -> Result<(), Illegal> {
        let seat = self.state.acting();
        let revealed = self.state.buildings.take(building);
        self.acting()?.buildings.push(Built { behind: behind.clone(), building });
        self.tell(Effect::Built { behind, building, revealed, seat });
        score::settle(self.state, seat, self.table)
    }

    /// One card, for nothing, behind any own building (VP-22).
    pub(super) fn slide(&mut self, building: Building, panda: Panda) -> Result<(), Illegal> {
        let seat = self.state.acting();
        let player = self.acting()?;
        player.give_up(panda);
        if let Some(built) = player.buildings.iter_mut().find(|built| built.building == building) {
            built.behind.push(panda);
        }
        self.tell(Effect::Slid { building, panda, seat });
        self.done();
        score::settle(self.state, seat, self.table)
    }

    /// Notes that the action of an area did something; only then are type A buildings triggered (VP-24).
    pub(super) fn done(&mut self) {
        if let Phase::Action { done, .. } = &mut self.state.phase {
            *done = true;
        }
    }
}

impl State {
    /// The pandas that icons of a card or an action may activate: one of the acting seat's play area, of a kind of them,
    /// that has not acted in this trigger (VP-16, VP-17).
    pub(super) fn activatable(&self, kinds: &[Option<Kind>]) -> impl Iterator<Item = Panda> {
        let play = self.player(self.acting()).map_or(&[][..], |player| &player.play);
        let fits = |panda: &Panda| kinds.iter().any(|kind| kind.is_none_or(|kind| panda.kind() == kind));
        play.iter().copied().filter(move |panda| fits(panda) && !self.chain.contains(panda))
    }

    /// The areas whose meeple the rest icon can send home: any player's, but not the Emperor (VP-29, VP-44).
    pub(super) fn restable(&self) -> impl Iterator<Item = Area> {
        let acting = self.acting();
        let fits = move |owner: Seat| self.options.rest_any_meeple || owner == acting;
        self.board.areas().filter(move |(_, meeple)| meeple.is_some_and(fits)).map(|(area, _)| area)
    }

    fn can_build_or_slide(&self) -> bool {
        let Ok(player) = self.player(self.acting()) else { return false };
        let can_slide = !player.buildings.is_empty() && player.own_pandas().next().is_some();
        can_slide || self.buildings.market.iter().any(|building| player.can_pay(*building))
    }
}

impl Player {
    /// Whether it has the resources and the number of panda cards (VP-21).
    pub(super) fn can_pay(&self, building: Building) -> bool {
        self.resources.covers(building.cost()) && self.own_pandas().count() >= usize::from(building.pandas())
    }
}
