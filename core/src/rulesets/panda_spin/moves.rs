//! What a seat may ask for.

use serde::{Deserialize, Serialize};

use super::turn::Turn;
use super::{Animal, Combination, Effect, Element, State, legal, refusals};
use crate::kernel::{Illegal, Table};
use crate::rulesets::ways;

/// A move. The first, `play-element`, `discard-element` and `pass` are those of a turn; the others answer what a bid
/// brought up.
///
/// A bid is several moves, each from a short list: first the combination, then the cards for each of its values, from
/// the lowest: one such move for a single, a set or a bomb, two to five for a run or a formation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = PandaSpinMove))]
pub enum Move {
    /// Say which combination you lead, or beat the bid with. You must be able to lay it.
    Bid {
        /// The combination.
        combination: Combination,
    },
    /// Lay the cards for the next value of the combination that was announced; none, to leave it to wild values.
    Lay {
        /// The cards, by value of their white sides and then in the order Wood, Fire, Earth, Metal, Water.
        #[cfg_attr(feature = "schema", schema(max_items = 20))]
        cards: Vec<Animal>,
    },
    /// Play an Element card, and win the trick.
    PlayElement {
        /// The card.
        card: Element,
    },
    /// Discard an Element card unused, before bidding or passing. Whoever has no card left then passes, also the leader.
    DiscardElement {
        /// The card.
        card: Element,
    },
    /// Pass for the rest of the trick.
    Pass {},
    /// Use so many of the bid's bamboo symbols, each for a point from the supply.
    Gain {
        /// How many.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 13))]
        points: u8,
    },
    /// Use so many of the bid's panda symbols, each for a point of the seat that bid before you.
    Take {
        /// How many.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 6))]
        points: u8,
    },
    /// Use a panda symbol to turn a card in your hand to its blue side, unseen by the others.
    Turn {
        /// The card, its white side up.
        card: Animal,
    },
    /// Use a fire symbol to discard an Animal card from your hand.
    Burn {
        /// The card.
        card: Animal,
    },
    /// Leave the symbols that are asked for unused, or what is left of them.
    Decline {},
}

impl Move {
    /// Its type on the wire.
    pub(super) fn type_name(&self) -> &'static str {
        match self {
            Self::Bid { .. } => "bid",
            Self::Lay { .. } => "lay",
            Self::PlayElement { .. } => "play-element",
            Self::DiscardElement { .. } => "discard-element",
            Self::Pass {} => "pass",
            Self::Gain { .. } => "gain",
            Self::Take { .. } => "take",
            Self::Turn { .. } => "turn",
            Self::Burn { .. } => "burn",
            Self::Decline {} => "decline",
        }
    }
}

/// Applies a move of the active seat.
pub(super) fn play(state: &mut State, mv: &Move, table: &mut Table<Effect>) -> Result<(), Illegal> {
    let refused = |illegal| {
        let open = legal::moves(state);
        ways::naming(illegal, open.iter().map(Move::type_name))
    };
    refusals::check(state, mv).map_err(refused)?;
    let mut turn = Turn { seat: state.turn, state, table };
    match mv {
        Move::Bid { combination } => turn.announce(*combination),
        Move::Lay { cards } => turn.lay(cards),
        Move::PlayElement { card } => turn.play_element(*card),
        Move::DiscardElement { card } => turn.discard_element(*card),
        Move::Pass {} => turn.pass(),
        Move::Gain { points } => turn.gain(*points),
        Move::Take { points } => turn.take(*points),
        Move::Turn { card } => turn.turn_card(*card),
        Move::Burn { card } => turn.burn(*card),
        Move::Decline {} => turn.decline(),
    }
}
