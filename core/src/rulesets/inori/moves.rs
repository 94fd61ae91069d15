//! What a seat may ask for.

use serde::{Deserialize, Serialize};

use super::card::Card;
use super::colour::Colour;
use super::rune::Rune;
use super::state::{CardSpace, Place, State};
use super::tree::TreeSpace;
use super::turn::Turn;
use super::{Effect, refusals, season};
use crate::kernel::{Illegal, Seat, Table};

/// A move. The first two place the one piece of a turn (IN-5), the third and the last are about runes (IN-12), the others
/// answer what an offer, a rune or the end of a season brought up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = InoriMove))]
pub enum Move {
    /// Place a piece on a space of a card.
    OfferCard {
        /// The card.
        card: Card,
        /// Whether a share rune is played for it: exactly where others hold the space.
        share: bool,
        /// The number of the space, from 1 on the left.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 4))]
        space: u8,
    },
    /// Place a piece on a space of the Great Tree.
    OfferTree {
        /// Whether a share rune is played for it: exactly where others hold the space.
        share: bool,
        /// The space.
        space: TreeSpace,
    },
    /// Play a rune that brings tokens or moves a piece.
    PlayRune {
        /// The tile.
        rune: Rune,
    },
    /// Say which of several most-held colours pays for the offer.
    Pay {
        /// The colour.
        colour: Colour,
    },
    /// Lay an altar tile beside the space just used, once what does not depend on its colour is taken (IN-10).
    LayAltar {
        /// Its colour.
        colour: Colour,
    },
    /// Take a token.
    Take {
        /// Its colour.
        colour: Colour,
    },
    /// Place a neutral piece.
    PlaceNeutral {
        /// The card.
        card: Card,
        /// The number of the space, from 1 on the left.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 4))]
        space: u8,
    },
    /// Say which piece the rune moves.
    Lift {
        /// The card that it stands on.
        card: Card,
        /// Whose piece it is.
        owner: Seat,
        /// The number of the space, from 1 on the left.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 4))]
        space: u8,
    },
    /// Say where that piece goes.
    SetDown {
        /// The card.
        card: Card,
        /// The number of the space, from 1 on the left.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 4))]
        space: u8,
    },
    /// Keep one of the two new start cards.
    KeepStart {
        /// The card.
        card: Card,
    },
    /// Do no more now: ends the own turn, or passes before the cards are judged. A piece that no space is open to is out
    /// for this season; while one is open, it has to be placed.
    Done {},
}

impl Move {
    /// The offer to a space.
    pub(super) fn to(at: Place, share: bool) -> Self {
        match at {
            Place::Card { card, space } => Self::OfferCard { card, share, space },
            Place::Tree { space } => Self::OfferTree { share, space },
        }
    }

    /// Its type on the wire.
    pub(super) fn type_name(self) -> &'static str {
        match self {
            Self::OfferCard { .. } => "offer-card",
            Self::OfferTree { .. } => "offer-tree",
            Self::PlayRune { .. } => "play-rune",
            Self::Pay { .. } => "pay",
            Self::LayAltar { .. } => "lay-altar",
            Self::Take { .. } => "take",
            Self::PlaceNeutral { .. } => "place-neutral",
            Self::Lift { .. } => "lift",
            Self::SetDown { .. } => "set-down",
            Self::KeepStart { .. } => "keep-start",
            Self::Done {} => "done",
        }
    }
}

/// Applies a move of the active seat, with every forced step that follows it.
pub(super) fn play(state: &mut State, mv: Move, table: &mut Table<Effect>) -> Result<(), Illegal> {
    refusals::admit(state, mv)?;
    let mut turn = Turn { seat: state.turn, state, table };
    match mv {
        Move::OfferCard { card, share, space } => turn.offer(Place::Card { card, space }, share),
        Move::OfferTree { share, space } => turn.offer(Place::Tree { space }, share),
        Move::PlayRune { rune } => turn.play_rune(rune),
        Move::Pay { colour } => turn.pay_chosen(colour),
        Move::LayAltar { colour } => turn.lay_chosen(colour),
        Move::Take { colour } => turn.take_chosen(colour),
        Move::PlaceNeutral { card, space } => turn.place_neutral_chosen(CardSpace { card, space }),
        Move::Lift { card, owner, space } => turn.lift_chosen(CardSpace { card, space }, owner),
        Move::SetDown { card, space } => turn.set_down_chosen(CardSpace { card, space }),
        Move::KeepStart { card } => {
            season::keep_start(state, card, table);
            Ok(())
        }
        Move::Done {} => turn.done(),
    }
}
