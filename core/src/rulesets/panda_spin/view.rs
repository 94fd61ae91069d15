//! What one viewer may see. Hidden are hands, the sides of the cards in them, and the draw pile (PS-32).

use serde::Serialize;

use super::combinations::{Held, wild_values};
use super::state::{Bid, Phase, Player};
use super::{Animal, Card, Combination, Element, Mood, Side, State, Suit, Symbol, Value};
use crate::kernel::{Seat, Viewer};

/// The table of Panda Spin, as one viewer may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PandaSpinView))]
pub struct View {
    /// What the active seat has to decide; null when the game is over.
    #[cfg_attr(feature = "schema", schema(required))]
    pub awaited: Option<Awaited>,
    /// The bids of this trick, the highest last.
    pub bids: Vec<BidView>,
    /// The discard pile, in the order the cards came there.
    pub discard: Vec<Card>,
    /// The side of the panda mood tile.
    pub mood: Mood,
    /// How many cards the draw pile has.
    pub pile: u8,
    /// The draw pile, the next card first; null for all but the full view.
    #[cfg_attr(feature = "schema", schema(required))]
    pub pile_cards: Option<Vec<Card>>,
    /// The number of the round, from 1.
    pub round: u8,
    /// What belongs to each seat, in seat order.
    pub seats: Vec<SeatView>,
    /// The suits in play.
    pub suits: Vec<Suit>,
    /// The number of the trick in its round, from 1.
    pub trick: u8,
    /// Whose turn it is; null when the game is over.
    #[cfg_attr(feature = "schema", schema(required))]
    pub turn: Option<Seat>,
}

/// A bid of this trick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PandaSpinBidView))]
pub struct BidView {
    /// The cards, and what they show.
    pub cards: Vec<Shown>,
    /// The combination.
    pub combination: Combination,
    /// Whether the cards still lie before the seat; once it has passed they were taken back or discarded.
    pub on_table: bool,
    /// Who bid.
    pub seat: Seat,
    /// The values that wild ones took.
    pub wild: Vec<Value>,
}

/// What belongs to a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PandaSpinSeatView))]
pub struct SeatView {
    /// How many cards the hand has.
    pub cards: u8,
    /// The hand; null for all but its owner and the full view.
    #[cfg_attr(feature = "schema", schema(required))]
    pub hand: Option<HandView>,
    /// Whether the seat has not passed in this trick.
    pub in_trick: bool,
    /// The cards of the hand that everybody saw go back into it, with their blue sides up.
    pub known: Vec<Shown>,
    /// Whether the seat has shown out of this round.
    pub out: bool,
    /// Its points.
    pub points: u16,
}

/// A hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PandaSpinHandView))]
pub struct HandView {
    /// The Animal cards with their blue sides up, and what they show.
    pub blue: Vec<Shown>,
    /// The Element cards.
    pub elements: Vec<Element>,
    /// The Animal cards with their white sides up; their ids tell what they show.
    pub white: Vec<Animal>,
}

/// An Animal card with a side up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PandaSpinShown))]
pub struct Shown {
    /// The card.
    pub card: Animal,
    /// The side that is up.
    pub side: Side,
    /// The symbol on it; white sides have none.
    #[cfg_attr(feature = "schema", schema(required))]
    pub symbol: Option<Symbol>,
    /// The values on it.
    #[cfg_attr(feature = "schema", schema(min_items = 1, max_items = 3))]
    pub values: Vec<Value>,
}

impl Shown {
    pub(super) fn of(card: Held) -> Self {
        let face = card.face();
        Self { card: card.animal, side: card.side, symbol: face.symbol, values: face.values().collect() }
    }

    pub(super) fn blue(animal: Animal) -> Self {
        Self::of(Held { animal, side: Side::Blue })
    }
}

/// What the active seat has to decide. Its legal moves are the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = PandaSpinAwaited))]
pub enum Awaited {
    /// What to lead the trick with.
    Lead {},
    /// Whether to beat the bid, or pass.
    Beat {
        /// The bid to beat.
        bid: Combination,
    },
    /// Which cards of a value are part of the bid that was announced; none, where wild values can take its place.
    Lay {
        /// The bid.
        bid: Combination,
        /// The value.
        value: Value,
    },
    /// Whether symbols of the bid are used.
    Symbols {
        /// How many of them may still be used.
        count: u8,
        /// The kind.
        symbol: Symbol,
    },
}

pub(super) fn view(state: &State, viewer: Viewer) -> View {
    let awaited = awaited(state);
    View {
        awaited,
        bids: state.trick.bids.iter().map(|bid| bid_view(state, bid)).collect(),
        discard: state.discard.clone(),
        mood: state.mood,
        // There are seventy cards.
        pile: u8::try_from(state.pile.len()).unwrap_or(u8::MAX),
        pile_cards: (viewer == Viewer::Full).then(|| state.pile.iter().rev().copied().collect()),
        round: state.round,
        seats: state.seated().map(|(seat, player)| seat_view(state, seat, player, viewer)).collect(),
        suits: state.suits.clone(),
        trick: state.trick.number,
        turn: awaited.map(|_| state.turn),
    }
}

fn awaited(state: &State) -> Option<Awaited> {
    let highest = state.trick.highest();
    let beat = |bid: &Bid| Awaited::Beat { bid: bid.combination };
    let symbols = |symbol| Awaited::Symbols { count: highest.map_or(0, |bid| bid.symbols(symbol)), symbol };
    Some(match state.phase {
        Phase::Turn {} => highest.map_or(Awaited::Lead {}, beat),
        Phase::Lay { value } => Awaited::Lay { bid: highest?.combination, value },
        Phase::Gain {} => symbols(Symbol::Bamboo),
        Phase::Take {} => symbols(Symbol::Panda),
        Phase::Turnover { symbols } => Awaited::Symbols { count: symbols, symbol: Symbol::Panda },
        Phase::Burn { symbols } => Awaited::Symbols { count: symbols, symbol: Symbol::Fire },
        Phase::Over {} => return None,
    })
}

fn bid_view(state: &State, bid: &Bid) -> BidView {
    let cards = bid.cards();
    // Of a bid that is being laid, the values below the one that is asked for.
    let asked = match state.phase {
        Phase::Lay { value } if Some(bid) == state.trick.highest() => Some(value),
        _ => None,
    };
    let wild = bid.combination.shape().map_or_else(Vec::new, |shape| wild_values(&cards, shape, asked));
    BidView {
        cards: cards.into_iter().map(Shown::of).collect(),
        combination: bid.combination,
        on_table: state.trick.inside.contains(&bid.seat),
        seat: bid.seat,
        wild,
    }
}

fn seat_view(state: &State, seat: Seat, player: &Player, viewer: Viewer) -> SeatView {
    let sees = viewer == Viewer::Full || viewer == Viewer::Seat(seat);
    SeatView {
        cards: player.hand.size(),
        hand: sees.then(|| hand_view(player)),
        in_trick: state.trick.inside.contains(&seat),
        known: player.hand.seen.iter().map(|card| Shown::blue(*card)).collect(),
        out: player.out,
        points: player.points,
    }
}

fn hand_view(player: &Player) -> HandView {
    let blue = player.hand.animals().into_iter().filter(|card| card.side == Side::Blue);
    HandView {
        blue: blue.map(Shown::of).collect(),
        elements: player.hand.elements.clone(),
        white: player.hand.white.clone(),
    }
}
