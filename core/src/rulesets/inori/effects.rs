//! What an event of Inori visibly did.

use serde::Serialize;

use super::card::Card;
use super::colour::Colour;
use super::rune::Rune;
use super::state::{CardSpace, Place};
use super::tree::TreeSpace;
use crate::kernel::Seat;

/// One thing that happened at the table. All but `rune-seen` are told to everyone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = InoriEffect))]
pub enum Effect {
    /// A season began; every seat has its pieces.
    SeasonBegan {
        /// The cards on display, from the left; null for an empty slot.
        display: Vec<Option<Card>>,
        /// How many pieces each seat has.
        pieces: u8,
        /// The number of the season, from 1.
        season: u8,
    },
    /// A turn began.
    Turn {
        /// Whose.
        seat: Seat,
    },
    /// A token was paid to the supply.
    Paid {
        /// Who paid.
        seat: Seat,
        /// The colour.
        colour: Colour,
    },
    /// A piece was placed.
    Offered {
        /// Whose.
        seat: Seat,
        /// Where.
        to: Place,
    },
    /// An altar tile was laid, for good.
    AltarLaid {
        /// Who laid it.
        seat: Seat,
        /// Its colour.
        colour: Colour,
        /// Beside which space.
        space: TreeSpace,
    },
    /// Tokens were taken.
    Gained {
        /// Who took them.
        seat: Seat,
        /// Their colour.
        colour: Colour,
        /// How many; fewer than printed when the supply ran out.
        count: u8,
    },
    /// Points were scored by a space.
    Scored {
        /// Who scored.
        seat: Seat,
        /// How many.
        points: u8,
    },
    /// A rune tile was drawn.
    RuneDrawn {
        /// Who drew it.
        seat: Seat,
    },
    /// Which rune tile was drawn; told to the drawer alone.
    RuneSeen {
        /// Who drew it.
        seat: Seat,
        /// The tile.
        rune: Rune,
    },
    /// A step of an effect found nothing to do.
    Nothing {
        /// Whose.
        seat: Seat,
    },
    /// The played runes were shuffled into a new stack.
    RunesShuffled {},
    /// A neutral piece was placed.
    NeutralPlaced {
        /// Who placed it.
        seat: Seat,
        /// Where.
        to: CardSpace,
    },
    /// A piece found no space, and is out for this season.
    PieceSpent {
        /// Whose.
        seat: Seat,
    },
    /// A rune tile was played.
    RunePlayed {
        /// Who played it.
        seat: Seat,
        /// The tile.
        rune: Rune,
    },
    /// A rune moved a piece from one card to another.
    PieceMoved {
        /// Who moved it.
        seat: Seat,
        /// Whose piece it is.
        owner: Seat,
        /// Where it stood.
        from: CardSpace,
        /// Where it stands.
        to: CardSpace,
    },
    /// All pieces are placed; the season is at its end.
    SeasonEnded {
        /// The number of the season.
        season: u8,
    },
    /// A card was judged.
    CardJudged {
        /// The card.
        card: Card,
        /// Whether every space held a piece.
        complete: bool,
        /// What each seat scored, in seat order.
        points: Vec<u8>,
    },
    /// A card was replaced, within its slot.
    CardReplaced {
        /// The card that left.
        card: Card,
        /// The card that came; null when there was none.
        by: Option<Card>,
    },
    /// The discard of a colour was shuffled into a new pile.
    PileShuffled {
        /// The colour.
        colour: Colour,
    },
    /// The seat with the fewest points drew two new start cards.
    StartsDrawn {
        /// Who drew.
        seat: Seat,
        /// The two cards.
        cards: Vec<Card>,
    },
    /// One of them joined the display; the other is out of the game.
    StartKept {
        /// Who kept it.
        seat: Seat,
        /// The card.
        card: Card,
        /// The other one.
        out: Card,
    },
    /// An altar tile of the Great Tree was scored at the end of the game.
    TreeScored {
        /// The colour of its altar tile.
        colour: Colour,
        /// The space.
        space: TreeSpace,
        /// What each seat scored, in seat order.
        points: Vec<u8>,
    },
    /// The game is over.
    GameOver {
        /// Who won; several when they share the victory.
        winners: Vec<Seat>,
    },
}
