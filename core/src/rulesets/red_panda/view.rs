//! What one viewer may see. Hidden are the decks, those of eliminated seats too (RP-13), and the left-over cards, to
//! everyone, owners included (RP-32).

use serde::Serialize;

use super::state::count;
use super::{Card, Contender, Kata, Phase, State};
use crate::kernel::{Seat, Viewer};

/// The table of Red Panda, as one viewer may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = RedPandaView))]
pub struct View {
    /// What the active seat has to decide; null when the game is over.
    pub awaited: Option<Awaited>,
    /// The number of the deal, from 1.
    pub deal: u8,
    /// The cards out of the game and face up, in the order they came there.
    pub discard: Vec<Card>,
    /// How many cards were not dealt; they are out of the game, face down.
    pub left_over: u8,
    /// The cards that were not dealt; null for all but the full view.
    pub left_over_cards: Option<Vec<Card>>,
    /// The five sides of the Pagoda, with what lies there.
    pub pagoda: Vec<Side>,
    /// How many cards were in the decks of seats that were eliminated; they are out of the game, face down.
    pub removed: u8,
    /// The cards of those decks; null for all but the full view.
    pub removed_cards: Option<Vec<Card>>,
    /// What lies in front of each seat, in seat order.
    pub seats: Vec<SeatView>,
    /// Who began this deal.
    pub starter: Seat,
    /// Who holds the Invisibility token; null when it lies on the Pagoda.
    pub token: Option<Seat>,
    /// Whose turn it is; null when the game is over.
    pub turn: Option<Seat>,
    /// How many deals a seat has to win.
    pub wins_needed: u8,
}

/// One side of the Pagoda.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = RedPandaSide))]
pub struct Side {
    /// The Kata that every card here counts as.
    pub kata: Kata,
    /// The cards, in the order they were laid.
    pub cards: Vec<Card>,
}

/// What lies in front of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = RedPandaSeatView))]
pub struct SeatView {
    /// How many cards the deck holds.
    pub deck: u8,
    /// Whether the seat has left the competition of this deal.
    pub eliminated: bool,
    /// The cards of the deck that the viewer knows, from the top; the full view knows all.
    pub known: Vec<KnownCard>,
    /// The penalty cards around the deck.
    pub penalties: Vec<Card>,
    /// How many deals the seat has won.
    pub wins: u8,
}

/// A card of a deck that the viewer knows, from a look or by following it since.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = RedPandaKnownCard))]
pub struct KnownCard {
    /// The card.
    pub card: Card,
    /// How many cards lie above it; 0 for the top card.
    pub depth: u8,
}

/// What the active seat has to decide. Its legal moves are the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = RedPandaAwaited))]
pub enum Awaited {
    /// Which action to perform.
    Action {
        /// Whether it is a second action, granted by a Speed.
        extra: bool,
        /// Whether the token may be used to pass.
        may_pass: bool,
    },
    /// On which side to lay the flipped Double-Kata.
    Side {
        /// The Double-Kata.
        card: Card,
    },
    /// Which power to copy with Mimicry.
    Copy {},
    /// Whom to give the top card.
    Give {},
    /// Which card of a side of two to discard for the Perfect Show.
    Discard {},
    /// Which reward of the Perfect Show to take.
    Perfect {},
}

pub(super) fn view(state: &State, viewer: Viewer) -> View {
    let awaited = awaited(state);
    let seats = state.contenders.iter().zip(&state.wins);
    View {
        awaited,
        deal: state.deal,
        discard: state.discard.clone(),
        left_over: count(state.left_over.len()),
        left_over_cards: (viewer == Viewer::Full).then(|| state.left_over.clone()),
        pagoda: Kata::ALL.map(|kata| Side { kata, cards: state.pagoda.on(kata).collect() }).into(),
        removed: count(state.removed.len()),
        removed_cards: (viewer == Viewer::Full).then(|| state.removed.clone()),
        seats: seats.map(|(contender, wins)| seat_view(state, contender.as_ref(), *wins, viewer)).collect(),
        starter: state.starter,
        token: state.token,
        turn: awaited.map(|_| state.turn),
        wins_needed: state.options.wins_needed(),
    }
}

fn awaited(state: &State) -> Option<Awaited> {
    Some(match state.phase {
        Phase::Action { extra } => Awaited::Action { extra, may_pass: state.may_pass() },
        Phase::Side { card } => Awaited::Side { card },
        Phase::Copy {} => Awaited::Copy {},
        Phase::Give {} => Awaited::Give {},
        Phase::Discard {} => Awaited::Discard {},
        Phase::Perfect {} => Awaited::Perfect {},
        Phase::Over { .. } => return None,
    })
}

fn seat_view(state: &State, contender: Option<&Contender>, wins: u8, viewer: Viewer) -> SeatView {
    let Some(Contender { deck, penalties }) = contender else {
        return SeatView { deck: 0, eliminated: true, known: Vec::new(), penalties: Vec::new(), wins };
    };
    let known = (0..).zip(deck).filter(|(_, card)| knows(state, viewer, **card));
    SeatView {
        deck: count(deck.len()),
        eliminated: false,
        known: known.map(|(depth, card)| KnownCard { card: *card, depth }).collect(),
        penalties: penalties.clone(),
        wins,
    }
}

/// Whether the viewer knows this card, which lies in a deck (RP-23, RP-32).
fn knows(state: &State, viewer: Viewer, card: Card) -> bool {
    match viewer {
        Viewer::Full => true,
        Viewer::Spectator => false,
        Viewer::Seat(seat) => state.known.iter().any(|known| known.card == card && known.seat == seat),
    }
}
