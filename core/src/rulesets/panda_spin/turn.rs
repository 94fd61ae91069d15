//! The turn of a seat: a bid and its symbols, an Element card, a pass.

use super::combinations::{Held, Shape};
use super::faces::Side;
use super::state::{Bid, Phase, no_such_seat};
use super::trick;
use super::view::Shown;
use super::{Animal, Card, Combination, Effect, Element, Mood, State, Symbol, Value, legal, refusals};
use crate::kernel::{Illegal, Seat, Table};

/// The turn of the active seat, while a move is carried out.
pub(super) struct Turn<'a> {
    pub(super) seat: Seat,
    pub(super) state: &'a mut State,
    pub(super) table: &'a mut Table<Effect>,
}

/// The kinds of symbols that are asked for, in this order.
const ASKED: [Symbol; 3] = [Symbol::Bamboo, Symbol::Panda, Symbol::Fire];

impl Turn<'_> {
    fn tell(&mut self, effect: Effect) {
        self.table.tell_all(effect);
    }

    // A bid.

    pub(super) fn announce(&mut self, combination: Combination) -> Result<(), Illegal> {
        let seat = self.seat;
        let shape = combination.shape().ok_or_else(|| refusals::not_a_combination(combination))?;
        self.tell(Effect::Announced { seat, combination });
        self.state.trick.bids.push(Bid { blue: Vec::new(), combination, seat, white: Vec::new() });
        self.lay_next(shape, None)
    }

    /// The cards of one value. All that is printed on them is used; wild values fill what is left (PS-7, PS-14).
    pub(super) fn lay(&mut self, cards: &[Animal]) -> Result<(), Illegal> {
        let seat = self.seat;
        let (Phase::Lay { value }, Some(bid)) = (self.state.phase, self.state.trick.bids.last_mut()) else {
            return Err(refusals::not_awaited(self.state));
        };
        let shape = bid.combination.shape().ok_or_else(|| refusals::not_a_combination(bid.combination))?;
        let player = self.state.players.get_mut(seat.index()).ok_or_else(|| no_such_seat(seat))?;
        let (mut laid, mut printed) = (Vec::new(), 0);
        for card in cards {
            let side = player.hand.side(*card).ok_or_else(|| refusals::not_in_hand(*card))?;
            player.hand.remove(*card);
            match side {
                Side::White => bid.white.push(*card),
                Side::Blue => bid.blue.push(*card),
            }
            printed += card.face(side).copies;
            laid.push(Shown::of(Held { animal: *card, side }));
        }
        // The move was found to print the value no more often than the bid has it.
        let wild = shape.copies - printed;
        self.tell(Effect::Laid { seat, value, cards: laid, wild });
        self.lay_next(shape, Some(value))
    }

    /// Asks for the cards of the next value, even where there is but one choice: a step taken without asking would tell
    /// the others what the hand does not hold. With all values laid, the bid stands.
    fn lay_next(&mut self, shape: Shape, after: Option<Value>) -> Result<(), Illegal> {
        if let Some(value) = shape.values.iter().copied().find(|value| after.is_none_or(|after| *value > after)) {
            self.state.phase = Phase::Lay { value };
            return Ok(());
        }
        self.played()?;
        self.ask(0)
    }

    /// Remembers when the seat last played (PS-30).
    fn played(&mut self) -> Result<(), Illegal> {
        // At most once for each card of a round, and once more for each that came back.
        self.state.plays += 1;
        self.state.player_mut(self.seat)?.last = Some(self.state.plays);
        Ok(())
    }

    // Its symbols, each used or not (PS-7).

    /// Asks for the next kind of symbol that the bid has and that can do something, as far as all can see: what the
    /// hand holds is not looked at. Then the turn is over.
    fn ask(&mut self, from: usize) -> Result<(), Illegal> {
        let pending = ASKED.iter().skip(from).find_map(|symbol| self.pending(*symbol));
        match pending {
            Some(phase) => self.state.phase = phase,
            None => return trick::go_on(self.state, self.seat, self.table),
        }
        Ok(())
    }

    fn pending(&self, symbol: Symbol) -> Option<Phase> {
        let symbols = self.state.trick.highest()?.symbols(symbol);
        let any_hand = self.state.hand_size(self.seat) > 0;
        match (symbol, self.state.mood) {
            _ if symbols == 0 => None,
            (Symbol::Bamboo, _) => Some(Phase::Gain {}),
            (Symbol::Panda, Mood::Hungry) => (legal::most_to_take(self.state) > 0).then_some(Phase::Take {}),
            (Symbol::Panda, Mood::Spin) => any_hand.then_some(Phase::Turnover { symbols }),
            (Symbol::Fire, _) => any_hand.then_some(Phase::Burn { symbols }),
            (Symbol::Water, _) => None,
        }
    }

    /// A point for each symbol, from a supply without limit (PS-22).
    pub(super) fn gain(&mut self, points: u8) -> Result<(), Illegal> {
        let seat = self.seat;
        self.state.player_mut(seat)?.points += u16::from(points);
        self.tell(Effect::Gained { seat, points });
        self.ask(1)
    }

    /// A point for each symbol, from who bid before (PS-23).
    pub(super) fn take(&mut self, points: u8) -> Result<(), Illegal> {
        let seat = self.seat;
        let Some(from) = self.state.trick.before_highest() else { return Err(refusals::not_awaited(self.state)) };
        // The move asked for no more than there are.
        self.state.player_mut(from)?.points -= u16::from(points);
        self.state.player_mut(seat)?.points += u16::from(points);
        self.tell(Effect::Took { seat, from, points });
        self.ask(2)
    }

    /// One white Animal card for each symbol; which one, the others do not see (PS-24).
    pub(super) fn turn_card(&mut self, card: Animal) -> Result<(), Illegal> {
        let seat = self.seat;
        let Phase::Turnover { symbols } = self.state.phase else { return Err(refusals::not_awaited(self.state)) };
        if !self.state.player_mut(seat)?.hand.turn(card) {
            return Err(refusals::not_white(card));
        }
        self.table.conceal();
        self.tell(Effect::Turned { seat });
        self.table.tell_only(seat, Effect::TurnedCard { seat, card: Shown::blue(card) });
        match symbols {
            0 | 1 => self.ask(2),
            _ => {
                self.state.phase = Phase::Turnover { symbols: symbols - 1 };
                Ok(())
            }
        }
    }

    /// One Animal card for each symbol, of either side, in the open (PS-25). It may empty the hand.
    pub(super) fn burn(&mut self, card: Animal) -> Result<(), Illegal> {
        let seat = self.seat;
        let Phase::Burn { symbols } = self.state.phase else { return Err(refusals::not_awaited(self.state)) };
        self.state.player_mut(seat)?.hand.remove(card);
        self.state.discard.push(Card::Animal(card));
        self.tell(Effect::Burnt { seat, card });
        if symbols > 1 && self.state.hand_size(seat) > 0 {
            self.state.phase = Phase::Burn { symbols: symbols - 1 };
            return Ok(());
        }
        self.ask(3)
    }

    pub(super) fn decline(&mut self) -> Result<(), Illegal> {
        let (symbol, next) = match self.state.phase {
            Phase::Gain {} => (Symbol::Bamboo, 1),
            Phase::Take {} | Phase::Turnover { .. } => (Symbol::Panda, 2),
            Phase::Burn { .. } => (Symbol::Fire, 3),
            Phase::Turn {} | Phase::Lay { .. } | Phase::Over {} => return Err(refusals::not_awaited(self.state)),
        };
        self.tell(Effect::Declined { seat: self.seat, symbol });
        self.ask(next)
    }

    // An Element card.

    /// Wins at once; the player draws two, all others pass (PS-26).
    pub(super) fn play_element(&mut self, card: Element) -> Result<(), Illegal> {
        let seat = self.seat;
        self.state.player_mut(seat)?.hand.remove_element(card);
        self.state.discard.push(Card::Element(card));
        self.tell(Effect::ElementPlayed { seat, card });
        self.played()?;
        self.draw_two()?;
        let others: Vec<Seat> = self.state.clockwise_after(seat).filter(|other| *other != seat).collect();
        for other in others {
            if self.state.trick.inside.contains(&other) {
                trick::pass(self.state, other, self.table)?;
            }
        }
        trick::end(self.state, seat, self.table)
    }

    /// There are always two: the pack has two cards more for each Element than are dealt. White sides up.
    fn draw_two(&mut self) -> Result<(), Illegal> {
        let seat = self.seat;
        let cards: Vec<Card> = std::iter::from_fn(|| self.state.pile.pop()).take(2).collect();
        let hand = &mut self.state.player_mut(seat)?.hand;
        cards.iter().for_each(|card| hand.receive(*card));
        // Two at most.
        self.tell(Effect::Drew { seat, count: u8::try_from(cards.len()).unwrap_or(2) });
        self.table.tell_only(seat, Effect::DrewCards { seat, cards });
        Ok(())
    }

    /// Free, and before bidding or passing. Whoever has nothing else then passes, the leader too (PS-28).
    pub(super) fn discard_element(&mut self, card: Element) -> Result<(), Illegal> {
        let seat = self.seat;
        self.state.player_mut(seat)?.hand.remove_element(card);
        self.state.discard.push(Card::Element(card));
        self.tell(Effect::ElementDiscarded { seat, card });
        if self.state.hand_size(seat) > 0 {
            return Ok(());
        }
        if self.state.player(seat)?.last.is_none() {
            // Its last card was no bid, and it made none before: PS-30.
            self.played()?;
        }
        self.pass()
    }

    /// Final for the trick (PS-15).
    pub(super) fn pass(&mut self) -> Result<(), Illegal> {
        trick::pass(self.state, self.seat, self.table)?;
        trick::go_on(self.state, self.seat, self.table)
    }
}
