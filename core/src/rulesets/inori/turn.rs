//! The turn of the active seat: its offer, the effect of the space, and its runes.

use super::colour::Colour;
use super::operation::{Cost, Operation};
use super::rune::Rune;
use super::state::{CardSpace, Phase, Pick, Pieces, Place, Player, State, Taking};
use super::tree::{PILE, TreeSpace};
use super::{Effect, refusals, season};
use crate::kernel::{Illegal, Seat, Table};

/// The turn of the active seat, while a move is carried out.
pub(super) struct Turn<'a> {
    pub(super) seat: Seat,
    pub(super) state: &'a mut State,
    pub(super) table: &'a mut Table<Effect>,
}

/// How a step came out.
enum Step {
    /// It is carried out.
    Done,
    /// The seat has to choose.
    Asks(Phase),
}

impl Turn<'_> {
    fn tell(&mut self, effect: Effect) {
        self.table.tell_all(effect);
    }

    fn player(&mut self) -> Result<&mut Player, Illegal> {
        self.state.player_mut(self.seat)
    }

    fn ask(&mut self, phase: Phase) -> Result<(), Illegal> {
        self.state.phase = phase;
        Ok(())
    }

    // The offer: pay, place, take the effect (IN-6).

    pub(super) fn offer(&mut self, at: Place, share: bool) -> Result<(), Illegal> {
        if share {
            self.discard_rune(Rune::Share)?;
        }
        self.pay(at)
    }

    fn pay(&mut self, at: Place) -> Result<(), Illegal> {
        let held = self.state.player(self.seat)?.tokens;
        let most: Vec<Colour> = held.most_held().collect();
        match (self.state.cost(at), &*most) {
            (Cost::Free {}, _) => self.place(at),
            (Cost::Token { colour }, _) | (Cost::MostHeld {}, &[colour]) => self.pay_with(at, colour),
            (Cost::MostHeld {}, _) => self.ask(Phase::Pay { at }), // IN-7.
        }
    }

    fn pay_with(&mut self, at: Place, colour: Colour) -> Result<(), Illegal> {
        let held = self.player()?.tokens.of_mut(colour);
        *held = held.checked_sub(1).ok_or_else(|| refusals::cannot_pay(colour))?;
        *self.state.supply.of_mut(colour) += 1;
        self.tell(Effect::Paid { seat: self.seat, colour });
        self.place(at)
    }

    pub(super) fn pay_chosen(&mut self, colour: Colour) -> Result<(), Illegal> {
        match self.state.phase {
            Phase::Pay { at } => self.pay_with(at, colour),
            _ => Err(refusals::not_awaited(self.state)),
        }
    }

    fn place(&mut self, at: Place) -> Result<(), Illegal> {
        let seat = self.seat;
        self.player()?.pieces -= 1; // Only a seat that has a piece gets a turn: IN-3.
        if let Some(pieces) = self.state.pieces_mut(at) {
            pieces.add(Pieces::one(seat));
        }
        self.tell(Effect::Offered { seat, to: at });
        self.run(at, 0)
    }

    /// With no legal space the piece is out for this season (IN-5).
    fn spend(&mut self) -> Result<(), Illegal> {
        let player = self.player()?;
        player.pieces -= 1;
        player.spent += 1;
        self.tell(Effect::PieceSpent { seat: self.seat });
        self.after_offer()
    }

    // The effect of a space.

    /// Carries out the effect of a space from a step on, as far as possible (IN-6). The first visitor lays its altar
    /// tile before the first step that needs the colour, or behind the last (IN-10).
    fn run(&mut self, at: Place, from: u8) -> Result<(), Illegal> {
        let mut next = from;
        for operation in self.state.effect(at).iter().skip(usize::from(from)) {
            if operation.needs_tile()
                && let Step::Asks(phase) = self.altar(at, next)
            {
                return self.ask(phase);
            }
            if let Step::Asks(phase) = self.carry_out(at, next, *operation)? {
                return self.ask(phase);
            }
            next += 1;
        }
        match self.altar(at, next) {
            Step::Asks(phase) => self.ask(phase),
            Step::Done => self.after_offer(),
        }
    }

    /// The altar tile of a space that has none (IN-10). The last one is no choice.
    fn altar(&mut self, at: Place, step: u8) -> Step {
        let Place::Tree { space } = at else { return Step::Done };
        if !TreeSpace::ALTARS.contains(&space) || self.state.tree.tile(space).is_some() {
            return Step::Done;
        }
        let unused: Vec<Colour> = self.state.tree.unused_tiles().collect();
        let [only] = *unused else { return Step::Asks(Phase::Altar { space, step }) };
        self.lay(space, only);
        Step::Done
    }

    fn lay(&mut self, space: TreeSpace, colour: Colour) {
        if let Some(altar) = self.state.tree.altar_mut(space) {
            altar.tile = Some(colour);
        }
        self.tell(Effect::AltarLaid { seat: self.seat, colour, space });
    }

    pub(super) fn lay_chosen(&mut self, colour: Colour) -> Result<(), Illegal> {
        let Phase::Altar { space, step } = self.state.phase else { return Err(refusals::not_awaited(self.state)) };
        self.lay(space, colour);
        self.run(Place::Tree { space }, step)
    }

    fn carry_out(&mut self, at: Place, step: u8, operation: Operation) -> Result<Step, Illegal> {
        let tokens = self.state.player(self.seat)?.tokens;
        match operation.beside(self.state.tile(at)) {
            Operation::Gain { colour: Some(colour), count } => self.gain(colour, count)?,
            Operation::GainAny { count } => return self.take(Taking { at, left: count, pick: Pick::Any, step }),
            Operation::GainLeast { count } => return self.take(Taking { at, left: count, pick: Pick::Least, step }),
            Operation::DrawRune {} => self.draw_rune()?,
            Operation::Score { points } => self.score(points)?,
            Operation::ScoreColour { colour: Some(colour) } => self.score(tokens.of(colour))?,
            Operation::ScoreKinds {} => self.score(tokens.kinds())?,
            Operation::ScoreMost {} => self.score(tokens.most())?,
            Operation::PlaceNeutrals {} => return Ok(self.place_neutrals(at, step)),
            Operation::TakePile {} => self.take_pile(at)?,
            // A colour that no tile tells, which `run` rules out, and what only runes do.
            Operation::Gain { colour: None, .. }
            | Operation::ScoreColour { colour: None }
            | Operation::MoveTo { .. }
            | Operation::MoveFrom { .. }
            | Operation::Share {} => {}
        }
        Ok(Step::Done)
    }

    /// From the supply, as many as it has (IN-8).
    fn gain(&mut self, colour: Colour, wanted: u8) -> Result<(), Illegal> {
        let supply = self.state.supply.of_mut(colour);
        let count = wanted.min(*supply);
        *supply -= count;
        self.receive(colour, count)
    }

    /// The box holds fifteen tokens of a colour, so no hand ever has more.
    fn receive(&mut self, colour: Colour, count: u8) -> Result<(), Illegal> {
        *self.player()?.tokens.of_mut(colour) += count;
        self.tell(Effect::Gained { seat: self.seat, colour, count });
        Ok(())
    }

    fn score(&mut self, points: u8) -> Result<(), Illegal> {
        self.player()?.points += u16::from(points);
        self.tell(Effect::Scored { seat: self.seat, points });
        Ok(())
    }

    /// The two tokens of the foot, once (IN-11). They lay beside the supply.
    fn take_pile(&mut self, at: Place) -> Result<(), Illegal> {
        let Place::Tree { space } = at else { return Ok(()) };
        let Some(foot) = self.state.tree.foot_mut(space) else { return Ok(()) };
        foot.taken = true;
        let colour = foot.colour;
        self.receive(colour, PILE)
    }

    /// Token by token, so that the second least-held one is found with the first in hand (IN-8).
    fn take(&mut self, mut taking: Taking) -> Result<Step, Illegal> {
        while taking.left > 0 {
            let among = self.state.takeable(taking.pick);
            match *among {
                [] => {
                    self.tell(Effect::Nothing { seat: self.seat });
                    break;
                }
                [only] => self.gain(only, 1)?,
                _ => return Ok(Step::Asks(Phase::Take(taking))),
            }
            taking.left -= 1;
        }
        Ok(Step::Done)
    }

    pub(super) fn take_chosen(&mut self, colour: Colour) -> Result<(), Illegal> {
        let Phase::Take(taking) = self.state.phase else { return Err(refusals::not_awaited(self.state)) };
        self.gain(colour, 1)?;
        self.go_on_taking(Taking { left: taking.left - 1, ..taking })
    }

    fn go_on_taking(&mut self, taking: Taking) -> Result<(), Illegal> {
        match self.take(taking)? {
            Step::Asks(phase) => self.ask(phase),
            Step::Done => self.run(taking.at, taking.step + 1),
        }
    }

    /// On free card spaces, as many as fit (IN-13). Those that are on cards already stay there.
    fn place_neutrals(&mut self, at: Place, step: u8) -> Step {
        if self.state.neutrals == 0 || self.state.free_card_spaces().next().is_none() {
            self.tell(Effect::Nothing { seat: self.seat });
        }
        self.go_on_placing(at, step)
    }

    /// With no more free spaces than pieces there is no choice.
    fn go_on_placing(&mut self, at: Place, step: u8) -> Step {
        let free: Vec<CardSpace> = self.state.free_card_spaces().collect();
        if self.state.neutrals == 0 {
            return Step::Done;
        }
        if free.len() > usize::from(self.state.neutrals) {
            return Step::Asks(Phase::Neutral { at, step });
        }
        free.into_iter().for_each(|to| self.place_neutral(to));
        Step::Done
    }

    fn place_neutral(&mut self, to: CardSpace) {
        if let Some(pieces) = self.state.pieces_mut(to.into()) {
            pieces.add(Pieces::NEUTRAL);
            self.state.neutrals -= 1;
            self.tell(Effect::NeutralPlaced { seat: self.seat, to });
        }
    }

    pub(super) fn place_neutral_chosen(&mut self, to: CardSpace) -> Result<(), Illegal> {
        let Phase::Neutral { at, step } = self.state.phase else { return Err(refusals::not_awaited(self.state)) };
        self.place_neutral(to);
        match self.go_on_placing(at, step) {
            Step::Asks(phase) => self.ask(phase),
            Step::Done => self.run(at, step + 1),
        }
    }

    // Runes (IN-12).

    fn draw_rune(&mut self) -> Result<(), Illegal> {
        let seat = self.seat;
        if self.state.rune_stack.is_empty() && !self.state.rune_discard.is_empty() {
            self.state.rune_stack = std::mem::take(&mut self.state.rune_discard);
            self.table.shuffle(&mut self.state.rune_stack);
            self.tell(Effect::RunesShuffled {});
        }
        let Some(rune) = self.state.rune_stack.pop() else {
            self.tell(Effect::Nothing { seat });
            return Ok(());
        };
        self.player()?.runes.push(rune);
        self.tell(Effect::RuneDrawn { seat });
        self.table.tell_only(seat, Effect::RuneSeen { seat, rune }); // Its kind is a secret: IN-21.
        Ok(())
    }

    fn discard_rune(&mut self, rune: Rune) -> Result<(), Illegal> {
        let hand = &mut self.player()?.runes;
        let place = hand.iter().position(|held| *held == rune).ok_or_else(refusals::rune_not_held)?;
        hand.remove(place);
        self.state.rune_discard.push(rune);
        self.tell(Effect::RunePlayed { seat: self.seat, rune });
        Ok(())
    }

    pub(super) fn play_rune(&mut self, rune: Rune) -> Result<(), Illegal> {
        self.discard_rune(rune)?;
        match rune.effect() {
            Operation::Gain { colour: Some(colour), count } => {
                self.gain(colour, count)?;
                self.reconsider()
            }
            _ => self.lift(rune),
        }
    }

    /// What is pending may have no choice any more, now that the seat holds other tokens.
    fn reconsider(&mut self) -> Result<(), Illegal> {
        match self.state.phase {
            Phase::Pay { at } => self.pay(at),
            Phase::Take(taking) => self.go_on_taking(taking),
            Phase::TurnEnd {} => self.after_offer(),
            Phase::SeasonEnd {} if self.state.player(self.seat)?.runes.is_empty() => self.done(),
            _ => Ok(()),
        }
    }

    fn lift(&mut self, rune: Rune) -> Result<(), Illegal> {
        let pieces: Vec<(CardSpace, Seat)> = self.state.liftable(rune).collect();
        match *pieces {
            [(from, owner)] => self.lift_piece(rune, from, owner),
            _ => self.ask(Phase::Lift { rune }),
        }
    }

    fn lift_piece(&mut self, rune: Rune, from: CardSpace, owner: Seat) -> Result<(), Illegal> {
        let to: Vec<CardSpace> = self.state.destinations(rune, from).collect();
        match *to {
            [only] => self.set_down(from, owner, only),
            _ => self.ask(Phase::SetDown { from, owner, rune }),
        }
    }

    pub(super) fn lift_chosen(&mut self, from: CardSpace, owner: Seat) -> Result<(), Illegal> {
        match self.state.phase {
            Phase::Lift { rune } => self.lift_piece(rune, from, owner),
            _ => Err(refusals::not_awaited(self.state)),
        }
    }

    pub(super) fn set_down_chosen(&mut self, to: CardSpace) -> Result<(), Illegal> {
        match self.state.phase {
            Phase::SetDown { from, owner, .. } => self.set_down(from, owner, to),
            _ => Err(refusals::not_awaited(self.state)),
        }
    }

    /// A moved piece pays nothing and triggers nothing (IN-12). Then the turn goes on as before.
    fn set_down(&mut self, from: CardSpace, owner: Seat, to: CardSpace) -> Result<(), Illegal> {
        if let Some(pieces) = self.state.pieces_mut(from.into()) {
            pieces.remove(Pieces::one(owner));
        }
        if let Some(pieces) = self.state.pieces_mut(to.into()) {
            pieces.add(Pieces::one(owner));
        }
        self.tell(Effect::PieceMoved { seat: self.seat, owner, from, to });
        self.ask(Phase::Offer {})
    }

    // The turn ends.

    /// Gain runes may be played at any time in the turn (IN-12), so also after the offer. Whether a seat holds one of
    /// that kind is its secret (IN-21): whoever holds any rune is asked.
    fn after_offer(&mut self) -> Result<(), Illegal> {
        if self.state.player(self.seat)?.runes.is_empty() {
            season::next_turn(self.state, self.table);
            return Ok(());
        }
        self.ask(Phase::TurnEnd {})
    }

    pub(super) fn done(&mut self) -> Result<(), Illegal> {
        match self.state.phase {
            Phase::Offer {} => return self.spend(),
            Phase::TurnEnd {} => season::next_turn(self.state, self.table),
            Phase::SeasonEnd {} => season::pass_window(self.state, self.table),
            _ => return Err(refusals::not_awaited(self.state)),
        }
        Ok(())
    }
}
