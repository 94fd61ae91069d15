//! What an event of Inori visibly did.

use serde::Serialize;
use utoipa::ToSchema;

use super::card::Card;
use super::colour::Colour;
use super::rune::Rune;
use super::state::{CardSpace, Place};
use super::tree::TreeSpace;
use crate::kernel::Seat;

/// One thing that happened at the table. All but `rune-seen` are told to everyone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[schema(as = InoriEffect)]
pub enum Effect {
    /// A season began; every seat has its pieces.
    #[schema(title = "InoriEffectSeasonBegan")]
    SeasonBegan {
        /// The cards on display, from the left; null for an empty slot.
        display: Vec<Option<Card>>,
        /// How many pieces each seat has.
        pieces: u8,
        /// The number of the season, from 1.
        season: u8,
    },
    /// A turn began.
    #[schema(title = "InoriEffectTurn")]
    Turn {
        /// Whose.
        seat: Seat,
    },
    /// A token was paid to the supply.
    #[schema(title = "InoriEffectPaid")]
    Paid {
        /// Who paid.
        seat: Seat,
        /// The colour.
        colour: Colour,
    },
    /// A piece was placed.
    #[schema(title = "InoriEffectOffered")]
    Offered {
        /// Whose.
        seat: Seat,
        /// Where.
        to: Place,
    },
    /// An altar tile was laid, for good.
    #[schema(title = "InoriEffectAltarLaid")]
    AltarLaid {
        /// Who laid it.
        seat: Seat,
        /// Its colour.
        colour: Colour,
        /// Beside which space.
        space: TreeSpace,
    },
    /// Tokens were taken.
    #[schema(title = "InoriEffectGained")]
    Gained {
        /// Who took them.
        seat: Seat,
        /// Their colour.
        colour: Colour,
        /// How many; fewer than printed when the supply ran out.
        count: u8,
    },
    /// Points were scored by a space.
    #[schema(title = "InoriEffectScored")]
    Scored {
        /// Who scored.
        seat: Seat,
        /// How many.
        points: u8,
    },
    /// A rune tile was drawn.
    #[schema(title = "InoriEffectRuneDrawn")]
    RuneDrawn {
        /// Who drew it.
        seat: Seat,
    },
    /// Which rune tile was drawn; told to the drawer alone.
    #[schema(title = "InoriEffectRuneSeen")]
    RuneSeen {
        /// Who drew it.
        seat: Seat,
        /// The tile.
        rune: Rune,
    },
    /// A step of an effect found nothing to do.
    #[schema(title = "InoriEffectNothing")]
    Nothing {
        /// Whose.
        seat: Seat,
    },
    /// The played runes were shuffled into a new stack.
    #[schema(title = "InoriEffectRunesShuffled")]
    RunesShuffled {},
    /// A neutral piece was placed.
    #[schema(title = "InoriEffectNeutralPlaced")]
    NeutralPlaced {
        /// Who placed it.
        seat: Seat,
        /// Where.
        to: CardSpace,
    },
    /// A piece found no space, and is out for this season.
    #[schema(title = "InoriEffectPieceSpent")]
    PieceSpent {
        /// Whose.
        seat: Seat,
    },
    /// A rune tile was played.
    #[schema(title = "InoriEffectRunePlayed")]
    RunePlayed {
        /// Who played it.
        seat: Seat,
        /// The tile.
        rune: Rune,
    },
    /// A rune moved a piece from one card to another.
    #[schema(title = "InoriEffectPieceMoved")]
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
    #[schema(title = "InoriEffectSeasonEnded")]
    SeasonEnded {
        /// The number of the season.
        season: u8,
    },
    /// A card was judged.
    #[schema(title = "InoriEffectCardJudged")]
    CardJudged {
        /// The card.
        card: Card,
        /// Whether every space held a piece.
        complete: bool,
        /// What each seat scored, in seat order.
        points: Vec<u8>,
    },
    /// A card was replaced, within its slot.
    #[schema(title = "InoriEffectCardReplaced")]
    CardReplaced {
        /// The card that left.
        card: Card,
        /// The card that came; null when there was none.
        by: Option<Card>,
    },
    /// The discard of a colour was shuffled into a new pile.
    #[schema(title = "InoriEffectPileShuffled")]
    PileShuffled {
        /// The colour.
        colour: Colour,
    },
    /// The seat with the fewest points drew two new start cards.
    #[schema(title = "InoriEffectStartsDrawn")]
    StartsDrawn {
        /// Who drew.
        seat: Seat,
        /// The two cards.
        cards: Vec<Card>,
    },
    /// One of them joined the display; the other is out of the game.
    #[schema(title = "InoriEffectStartKept")]
    StartKept {
        /// Who kept it.
        seat: Seat,
        /// The card.
        card: Card,
        /// The other one.
        out: Card,
    },
    /// An altar tile of the Great Tree was scored at the end of the game.
    #[schema(title = "InoriEffectTreeScored")]
    TreeScored {
        /// The colour of its altar tile.
        colour: Colour,
        /// The space.
        space: TreeSpace,
        /// What each seat scored, in seat order.
        points: Vec<u8>,
    },
    /// The game is over.
    #[schema(title = "InoriEffectGameOver")]
    GameOver {
        /// Who won; several when they share the victory.
        winners: Vec<Seat>,
    },
}
