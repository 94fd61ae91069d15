//! Cards and what is printed on them; the printed values themselves are in `cards.rs`.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::Colour;
use super::cards::CARDS;
use super::operation::{Cost, Operation};
use crate::rulesets::textual::{self, Form, Ids, textual};

/// What sort of card it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = InoriKind))]
pub enum Kind {
    /// One of the twelve that a game begins with.
    Start,
    /// One of the six that come into play at the end of a season; an incomplete one scores too (IN-16).
    NewStart,
    /// One of the 36 that replace the others.
    Journey,
}

impl Kind {
    /// Its name on the wire.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::NewStart => "new-start",
            Self::Journey => "journey",
        }
    }
}

/// One space of a card: what an offer there costs and does.
#[derive(Debug)]
pub(super) struct Space {
    pub(super) cost: Cost,
    pub(super) effect: &'static [Operation],
}

/// What is printed on a card.
#[derive(Debug)]
pub(super) struct Face {
    pub(super) id: &'static str,
    pub(super) kind: Kind,
    /// The card's colour, which is that of its upper right corner too (rulebook, End of Season).
    pub(super) colour: Colour,
    /// The colour of the lower right corner.
    pub(super) corner: Colour,
    /// From the left; space 1 is the first.
    pub(super) spaces: &'static [Space],
}

/// A card; on the wire its id, such as `S-YEL-A`, `N-RED` or `J-BLU-3`.
#[derive(Clone, Copy)]
pub struct Card(&'static Face);

impl Card {
    /// Every card of the box.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        CARDS.iter().map(Self)
    }

    /// The cards of one sort, in the order of the box.
    pub(super) fn of(kind: Kind) -> impl Iterator<Item = Self> {
        Self::all().filter(move |card| card.kind() == kind)
    }

    /// Its id.
    pub fn id(self) -> &'static str {
        self.0.id
    }

    /// What sort of card it is.
    pub fn kind(self) -> Kind {
        self.0.kind
    }

    /// Its colour, which is that of its upper right corner too.
    pub fn colour(self) -> Colour {
        self.0.colour
    }

    /// The colour of its lower right corner.
    pub fn corner(self) -> Colour {
        self.0.corner
    }

    pub(super) fn spaces(self) -> &'static [Space] {
        self.0.spaces
    }

    /// One of its spaces, by number from 1.
    pub(super) fn space(self, number: u8) -> Option<&'static Space> {
        self.0.spaces.get(usize::from(number).checked_sub(1)?)
    }
}

// The id is the card: a face is compared by it alone.
impl PartialEq for Card {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for Card {}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// Text that is not the id of a card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no card of Inori has the id {0:?}; ids are such as S-YEL-A, N-RED or J-BLU-3, and the catalogue lists all")]
pub struct NotACard(String);

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Self, NotACard> {
        textual::find(Self::all(), text).map_err(|_| NotACard(textual::shown(text)))
    }
}

textual! {
    Card,
    Form {
        schema: "InoriCard",
        about: "The id of a card; the catalogue tells what is printed on it.",
        expected: "the id of a card of Inori, such as \"J-BLU-3\"",
        ids: Ids::Like(
            "^(S-(YEL|BLU|GRN|PUR|RED|GRY)-[AB]|N-(YEL|BLU|GRN|PUR|RED|GRY)|J-(YEL|BLU|GRN|PUR|RED|GRY)-[1-6])$",
        ),
        example: "J-BLU-3",
    }
}
