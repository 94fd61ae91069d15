//! What a seat may ask for, and the reducer that carries it out with every forced step that follows.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::state::{PENALTY_PLACES, count};
use super::{Card, Contender, Effect, Kata, Known, Phase, State, Victory, deal, legal};
use crate::kernel::{Illegal, Seat, Table};

/// A move. The first three are the actions of a turn (RP-6); the others answer what an action brought up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = RedPandaMove)]
pub enum Move {
    /// Flip the top card of the own deck and place it at the Pagoda.
    #[schema(title = "RedPandaMoveKata")]
    Kata {},
    /// Take a card from the Pagoda as a penalty card.
    #[schema(title = "RedPandaMoveMeditate")]
    Meditate {
        /// The card.
        card: Card,
    },
    /// Return the Invisibility token to the Pagoda instead of performing an action.
    #[schema(title = "RedPandaMovePass")]
    Pass {},
    /// Lay the flipped Double-Kata on one of its two sides.
    #[schema(title = "RedPandaMoveLay")]
    Lay {
        /// The side.
        side: Kata,
    },
    /// Copy a power with Mimicry.
    #[schema(title = "RedPandaMoveCopy")]
    Copy {
        /// The power.
        kata: Kata,
    },
    /// Copy nothing with Mimicry; only where the option `mimicry_mandatory` is off.
    #[schema(title = "RedPandaMoveDecline")]
    Decline {},
    /// Give the own top card to another seat by Telekinesis.
    #[schema(title = "RedPandaMoveGive")]
    Give {
        /// Who receives it.
        seat: Seat,
    },
    /// Discard this card for a Perfect Show, from a side that holds two.
    #[schema(title = "RedPandaMoveDiscard")]
    Discard {
        /// The card.
        card: Card,
    },
    /// After a Perfect Show: discard all own penalty cards, and end the turn.
    #[schema(title = "RedPandaMoveDiscardPenalties")]
    DiscardPenalties {},
    /// After a Perfect Show: immediately play another card.
    #[schema(title = "RedPandaMovePlayAnother")]
    PlayAnother {},
}

impl Move {
    /// Its type on the wire.
    pub(super) fn type_name(self) -> &'static str {
        match self {
            Self::Kata {} => "kata",
            Self::Meditate { .. } => "meditate",
            Self::Pass {} => "pass",
            Self::Lay { .. } => "lay",
            Self::Copy { .. } => "copy",
            Self::Decline {} => "decline",
            Self::Give { .. } => "give",
            Self::Discard { .. } => "discard",
            Self::DiscardPenalties {} => "discard-penalties",
            Self::PlayAnother {} => "play-another",
        }
    }
}

/// Applies a move of the active seat.
pub(super) fn play(state: &mut State, mv: Move, table: &mut Table<Effect>) -> Result<(), Illegal> {
    legal::admit(state, mv)?;
    let mut turn = Turn { seat: state.turn, state, table };
    match mv {
        // A second card after a Perfect Show is a full Kata with all that follows from it: RP-16.
        Move::Kata {} | Move::PlayAnother {} => turn.flip(),
        Move::Meditate { card } => turn.meditate(card),
        Move::Pass {} => turn.pass(),
        Move::Lay { side } => turn.lay(side),
        Move::Copy { kata } => turn.copy(kata),
        Move::Decline {} => turn.decline(),
        Move::Give { seat } => turn.give(seat),
        Move::Discard { card } => turn.discard([card].into()),
        Move::DiscardPenalties {} => turn.discard_penalties(),
    }
}

/// The turn of the active seat, while a move is carried out.
struct Turn<'a> {
    seat: Seat,
    state: &'a mut State,
    table: &'a mut Table<Effect>,
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

    fn flip(&mut self) -> Result<(), Illegal> {
        let seat = self.seat;
        let card = self.state.contender_mut(seat)?.deck.pop_front().ok_or_else(legal::deck_empty)?;
        self.state.known.retain(|known| known.card != card);
        self.tell(Effect::Flipped { seat, card });
        match card.power() {
            Some(kata) => self.place(card, kata),
            None => self.await_next(Phase::Side { card }),
        }
    }

    /// Any card may be taken, Double-Katas too; it brings no power and no show (RP-30).
    fn meditate(&mut self, card: Card) -> Result<(), Illegal> {
        self.state.pagoda.take(card);
        self.state.contender_mut(self.seat)?.penalties.push(card);
        self.tell(Effect::Meditated { seat: self.seat, card });
        self.end()
    }

    /// Spends the token as the whole turn (RP-26).
    fn pass(&mut self) -> Result<(), Illegal> {
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

    fn lay(&mut self, side: Kata) -> Result<(), Illegal> {
        match self.state.phase {
            Phase::Side { card } => self.place(card, side),
            _ => Err(legal::not_awaited(self.state)),
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

    fn discard(&mut self, cards: Vec<Card>) -> Result<(), Illegal> {
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

    fn discard_penalties(&mut self) -> Result<(), Illegal> {
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
    fn give(&mut self, to: Seat) -> Result<(), Illegal> {
        let seat = self.seat;
        let card = self.state.contender_mut(seat)?.deck.pop_front().ok_or_else(legal::deck_empty)?;
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
    fn copy(&mut self, kata: Kata) -> Result<(), Illegal> {
        self.tell(Effect::Copied { seat: self.seat, kata });
        self.power(kata)
    }

    fn decline(&mut self) -> Result<(), Illegal> {
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
