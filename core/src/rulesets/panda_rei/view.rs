//! What one viewer may see. Hidden are the hands of other seats, the fictional player's hand and the draw deck; what
//! lies on the table and in the areas is public (PR-7, PR-18).

use serde::Serialize;

use super::{Area, Card, Phase, Pile, Played, Points, State, score};
use crate::kernel::{Seat, Viewer};

/// The table of Panda Rei, as one viewer may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PandaReiView))]
pub struct View {
    /// What is awaited, and of whom; null when the game is over.
    #[cfg_attr(feature = "schema", schema(required))]
    pub awaited: Option<Awaited>,
    /// How many cards the draw deck holds, face down.
    pub deck: u8,
    /// The draw deck, top first; null for all but the full view.
    #[cfg_attr(feature = "schema", schema(required))]
    pub deck_cards: Option<Vec<Card>>,
    /// How many cards the fictional player's hand holds, face down; null with three seats or more.
    #[cfg_attr(feature = "schema", schema(required))]
    pub fictional: Option<u8>,
    /// The fictional player's hand, top first; null for all but the full view, and with three seats or more.
    #[cfg_attr(feature = "schema", schema(required))]
    pub fictional_cards: Option<Vec<Card>>,
    /// The round, 1 or 2.
    pub round: u8,
    /// What lies in front of each seat, in seat order.
    pub seats: Vec<SeatView>,
    /// Who holds the starting player card: who leads this turn, or who has won it once cards are taken.
    pub starter: Seat,
    /// The cards of the dispute that are on the table, in the order they were played.
    pub table: Vec<Played>,
    /// Who still takes cards in this turn, in order; empty while cards are played.
    pub takers: Vec<Seat>,
    /// The turn, from 1 to 22.
    pub turn: u8,
}

/// What lies in front of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PandaReiSeatView))]
pub struct SeatView {
    /// How many cards the hand holds.
    pub hand: u8,
    /// The hand; null for all but this seat and the full view.
    #[cfg_attr(feature = "schema", schema(required))]
    pub hand_cards: Option<Vec<Card>>,
    /// The piles of the area with their points; those without cards and points are left out.
    pub piles: Vec<PileView>,
    /// The points, as if the game ended now.
    pub score: i32,
}

/// A pile of an area, with what it is worth as if the game ended now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PandaReiPileView))]
pub struct PileView {
    /// What it is a pile of.
    pub pile: Pile,
    /// Its points; those of the pandas depend on the other seats.
    pub points: i32,
    /// Its cards, with the monkeys that count for it. Monkeys that are placed at the end count where the total is best
    /// now.
    pub cards: Vec<Card>,
}

/// What is awaited. The legal moves of the seat are the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = PandaReiAwaited))]
pub enum Awaited {
    /// A card from the hand.
    Play {
        /// Of whom.
        seat: Seat,
    },
    /// A card to be taken from the table.
    Take {
        /// By whom.
        seat: Seat,
    },
}

pub(super) fn view(state: &State, viewer: Viewer) -> View {
    let full = viewer == Viewer::Full;
    let two = state.hands.len() == 2;
    let owners = (0..).map(Seat).zip(&state.hands);
    let fronts = owners.zip(state.areas.iter().zip(score::points(state)));
    let seats = fronts.map(|((seat, hand), (area, points))| SeatView {
        hand: count(hand),
        hand_cards: (full || viewer == Viewer::Seat(seat)).then(|| hand.clone()),
        piles: piles(state, area, &points),
        score: points.total(),
    });
    View {
        awaited: awaited(state),
        deck: count(&state.deck),
        deck_cards: full.then(|| state.deck.clone()),
        fictional: two.then(|| count(&state.fictional)),
        fictional_cards: (two && full).then(|| state.fictional.clone()),
        round: state.round(),
        seats: seats.collect(),
        starter: state.starter,
        table: state.table.clone(),
        takers: state.takers().collect(),
        turn: state.turn,
    }
}

fn awaited(state: &State) -> Option<Awaited> {
    let seat = state.active()?;
    Some(if state.phase == Phase::Take { Awaited::Take { seat } } else { Awaited::Play { seat } })
}

fn piles(state: &State, area: &Area, points: &Points) -> Vec<PileView> {
    let monkeys: Vec<(Card, Pile)> = area
        .monkeys
        .iter()
        .zip(score::placements(area, &state.options))
        .map(|(m, pile)| (m.card, pile.into()))
        .collect();
    let show = |pile| {
        let own = area.cards.iter().filter(|card| card.kind().pile() == Some(pile)).copied();
        let wild = monkeys.iter().filter(|(_, placed)| *placed == pile).map(|(card, _)| *card);
        PileView { pile, points: points.of(pile), cards: own.chain(wild).collect() }
    };
    Pile::ALL.into_iter().map(show).filter(|view| view.points != 0 || !view.cards.is_empty()).collect()
}

fn count(cards: &[Card]) -> u8 {
    // There are 119 cards.
    u8::try_from(cards.len()).unwrap_or(u8::MAX)
}
