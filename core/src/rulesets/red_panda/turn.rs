//! The turn of the active seat: each move carried out, with every forced step that follows.

use super::state::{PENALTY_PLACES, count};
use super::{Card, Contender, Effect, Kata, Known, Phase, State, Victory, deal, refusals};
use crate::kernel::{Illegal, Seat, Table};

/// The turn of the active seat, while a move is carried out.
pub(super) struct Turn<'a> {
    pub(super) seat: Seat,
    pub(super) state: &'a mut State,
    pub(super) table: &'a mut Table<Effect>,
}

impl Turn<'_> {
    fn tell(&mut self, effect: Effect) {
        self.table.tell_all(effect);
    }

    fn await_next(&mut self, phase: Phase) -> Result<(), Illegal> {
        self.state.phase = phase;
        Ok(())
    }

    fn deck_is_empty(&self) -> Result<bool, Illegal> {
        Ok(self.state.contender(self.seat)?.deck.is_empty())
    }

    // The three actions.

    pub(super) fn flip(&mut self) -> Result<(), Illegal> {
        let seat = self.seat;
        let card = self.state.contender_mut(seat)?.deck.pop_front().ok_or_else(refusals::deck_empty)?;
        self.state.known.retain(|known| known.card != card);
        self.tell(Effect::Flipped { seat, card });
        match card.power() {
            Some(kata) => self.place(card, kata),
            None => self.await_next(Phase::Side { card }),
        }
    }

    /// Any card may be taken, Double-Katas too; it brings no power and no show (RP-30).
    pub(super) fn meditate(&mut self, card: Card) -> Result<(), Illegal> {
        self.state.pagoda.take(card);
        self.state.contender_mut(self.seat)?.penalties.push(card);
        self.tell(Effect::Meditated { seat: self.seat, card });
        self.end()
    }

    /// Spends the token as the whole turn (RP-26).
    pub(super) fn pass(&mut self) -> Result<(), Illegal> {
        self.tell(Effect::Passed { seat: self.seat });
        self.return_token();
        self.end()
    }

    fn return_token(&mut self) {
        if self.state.token == Some(self.seat) {
            self.state.token = None;
            self.tell(Effect::TokenReturned { seat: self.seat });
        }
    }

    // A card is placed.

    pub(super) fn lay(&mut self, side: Kata) -> Result<(), Illegal> {
        match self.state.phase {
            Phase::Side { card } => self.place(card, side),
            _ => Err(refusals::not_awaited(self.state)),
        }
    }

    /// The shows come before the power, and a card of a show has none (RP-17). Boring is tested first; both cannot
    /// be (RP-10).
    fn place(&mut self, card: Card, side: Kata) -> Result<(), Illegal> {
        self.state.pagoda.lay(card, side);
        self.tell(Effect::Laid { seat: self.seat, card, side });
        // Doubles that lie there count: RP-8.
        if self.state.pagoda.on(side).count() >= 3 {
            return self.boring_show(side);
        }
        if self.state.pagoda.is_complete() {
            return self.perfect_show();
        }
        match card.power() {
            Some(kata) => self.power(kata),
            None => self.end(), // A Double-Kata has no power: RP-7.
        }
    }

    /// Ends the turn at once, whatever was pending (RP-12).
    fn boring_show(&mut self, side: Kata) -> Result<(), Illegal> {
        let seat = self.seat;
        let cards = self.state.pagoda.clear(side);
        self.tell(Effect::BoringShow { seat, side, cards: cards.clone() });
        let penalties = &mut self.state.contender_mut(seat)?.penalties;
        penalties.extend(cards);
        // Tested before the win, so that a last card can lose: RP-20.
        if penalties.len() > PENALTY_PLACES {
            self.eliminate();
        }
        self.end()
    }

    /// All cards of the seat leave the game, its deck face down; what lies at the Pagoda stays (RP-13).
    fn eliminate(&mut self) {
        let seat = self.seat;
        let Some(contender) = self.state.contenders.get_mut(seat.index()).and_then(Option::take) else { return };
        let Contender { deck, penalties } = contender;
        self.state.known.retain(|known| !deck.contains(&known.card));
        self.tell(Effect::Eliminated { seat, deck: count(deck.len()), penalties: penalties.clone() });
        self.state.removed.extend(deck);
        self.state.discard.extend(penalties);
        self.return_token();
    }

    /// One card of each side is discarded. A side with one card leaves no choice (RP-15).
    fn perfect_show(&mut self) -> Result<(), Illegal> {
        self.tell(Effect::PerfectShow { seat: self.seat });
        let forced = self.state.pagoda.on_sides_of(1).collect();
        self.discard(forced)
    }

    pub(super) fn discard(&mut self, cards: Vec<Card>) -> Result<(), Illegal> {
        for card in &cards {
            self.state.pagoda.take(*card);
        }
        self.state.discard.extend(&cards);
        self.tell(Effect::Discarded { seat: self.seat, cards });
        let undecided = self.state.pagoda.on_sides_of(2).next().is_some();
        if undecided {
            return self.await_next(Phase::Discard {});
        }
        // Without a card to play, only one of the two rewards is left: RP-16.
        if self.deck_is_empty()? { self.discard_penalties() } else { self.await_next(Phase::Perfect {}) }
    }

    pub(super) fn discard_penalties(&mut self) -> Result<(), Illegal> {
        let cards = std::mem::take(&mut self.state.contender_mut(self.seat)?.penalties);
        self.state.discard.extend(&cards);
        self.tell(Effect::PenaltiesDiscarded { seat: self.seat, cards });
        self.end()
    }

    // The powers; none may be declined (RP-29), but for the switch of Mimicry.

    fn power(&mut self, kata: Kata) -> Result<(), Illegal> {
        match kata {
            Kata::Invisibility => self.invisibility(),
            Kata::Knowledge => self.knowledge(),
            Kata::Speed => self.speed(),
            Kata::Telekinesis => self.telekinesis(),
            Kata::Mimicry => self.mimicry(),
        }
    }

    fn idle(&mut self, kata: Kata) -> Result<(), Illegal> {
        self.tell(Effect::PowerIdle { seat: self.seat, kata });
        self.end()
    }

    /// The token comes from the Pagoda or from whoever holds it (RP-25).
    fn invisibility(&mut self) -> Result<(), Illegal> {
        let (seat, from) = (self.seat, self.state.token);
        if from == Some(seat) {
            return self.idle(Kata::Invisibility);
        }
        self.state.token = Some(seat);
        self.tell(Effect::TokenTaken { seat, from });
        self.end()
    }

    /// A private look, which stays valid for as long as the card is in a deck (RP-23, RP-32).
    fn knowledge(&mut self) -> Result<(), Illegal> {
        let seat = self.seat;
        let Some(card) = self.state.contender(seat)?.deck.front().copied() else { return self.idle(Kata::Knowledge) };
        let known = Known { card, seat };
        if !self.state.known.contains(&known) {
            self.state.known.push(known);
        }
        self.tell(Effect::Looked { seat });
        self.table.tell_only(seat, Effect::Saw { seat, card });
        self.end()
    }

    /// One more action, unless there is no card left to win with: then the turn ends (RP-18).
    fn speed(&mut self) -> Result<(), Illegal> {
        if self.deck_is_empty()? {
            return self.idle(Kata::Speed);
        }
        self.tell(Effect::ExtraAction { seat: self.seat });
        self.await_next(Phase::Action { extra: true }) // Chains without limit: RP-24.
    }

    fn telekinesis(&mut self) -> Result<(), Illegal> {
        if self.deck_is_empty()? {
            return self.idle(Kata::Telekinesis);
        }
        let opponents: Vec<Seat> = self.state.opponents().collect();
        match *opponents {
            [only] => self.give(only), // No choice: RP-22.
            _ => self.await_next(Phase::Give {}),
        }
    }

    /// Unseen, to the bottom (RP-21). Whoever knew the card saw it move, and still knows it: nothing is forgotten
    /// (RP-32).
    pub(super) fn give(&mut self, to: Seat) -> Result<(), Illegal> {
        let seat = self.seat;
        let card = self.state.contender_mut(seat)?.deck.pop_front().ok_or_else(refusals::deck_empty)?;
        self.state.contender_mut(to)?.deck.push_back(card);
        self.tell(Effect::Given { seat, to });
        self.end()
    }

    fn mimicry(&mut self) -> Result<(), Illegal> {
        let targets: Vec<Kata> = self.state.copyable().collect();
        match *targets {
            [] => self.idle(Kata::Mimicry),
            [only] if self.state.options.mimicry_mandatory => self.copy(only), // RP-27.
            _ => self.await_next(Phase::Copy {}),
        }
    }

    /// The active seat executes the power; the copied card does nothing (RP-28).
    pub(super) fn copy(&mut self, kata: Kata) -> Result<(), Illegal> {
        self.tell(Effect::Copied { seat: self.seat, kata });
        self.power(kata)
    }

    pub(super) fn decline(&mut self) -> Result<(), Illegal> {
        self.tell(Effect::Declined { seat: self.seat });
        self.end()
    }

    // The turn ends.

    /// Wins are tested now (RP-19); only the active seat can have emptied its deck or been eliminated (RP-34).
    fn end(&mut self) -> Result<(), Illegal> {
        let emptied = self.state.contender(self.seat).is_ok_and(|contender| contender.deck.is_empty());
        match self.state.last_one_left() {
            _ if emptied => deal::won(self.state, self.seat, Victory::EmptiedTheDeck, self.table),
            Some(last) => deal::won(self.state, last, Victory::LastOneLeft, self.table),
            None => {
                let next = self.next_survivor();
                deal::begin_turn(self.state, next, self.table);
            }
        }
        Ok(())
    }

    /// Clockwise, past whoever is out (RP-35).
    fn next_survivor(&self) -> Seat {
        let after = self.state.survivors().find(|seat| *seat > self.seat);
        after.or_else(|| self.state.survivors().next()).unwrap_or(self.seat)
    }
}
