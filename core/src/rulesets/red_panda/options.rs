//! What a game of Red Panda is opened with.

use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::openapi::Ref;
#[cfg(feature = "schema")]
use utoipa::openapi::schema::{Array, ArrayBuilder};

use super::cards::{Card, DOUBLE_PAIRS, Kata, Kind, MOST_COPIES, boxed_copies};
use crate::kernel::Illegal;

/// The options of Red Panda. Every field has a default; the defaults are one game as the rulebook tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = RedPandaOptions))]
pub struct Options {
    /// How many copies of each kind are in the pack (RP-2).
    pub copies: Copies,
    /// The two Katas of each Double-Kata, one pair for each copy in the pack (RP-3). A pair may come twice.
    #[cfg_attr(feature = "schema", schema(schema_with = double_pairs_schema))]
    pub double_pairs: Vec<[Kata; 2]>,
    /// Whether Mimicry has to copy when something can be copied (RP-27). Off: the copy may be declined.
    pub mimicry_mandatory: bool,
    /// The rulebook's Tournament variant: deals are played until a seat has won so many. Null plays one deal.
    pub series: Option<Series>,
    /// Who begins the first deal (RP-5).
    pub starter: Starter,
    /// Whether the starter moves one seat clockwise with each deal of a series (RP-36). Off: every deal has the same.
    pub starter_rotation: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            copies: Copies::default(),
            double_pairs: DOUBLE_PAIRS.to_vec(),
            mimicry_mandatory: true,
            series: None,
            starter: Starter::default(),
            starter_rotation: true,
        }
    }
}

// By hand: the derive does not say that an array of two has two items.
#[cfg(feature = "schema")]
fn double_pairs_schema() -> Array {
    let pair = ArrayBuilder::new()
        .items(Ref::from_schema_name(<Kata as utoipa::ToSchema>::name()))
        .min_items(Some(2))
        .max_items(Some(2));
    ArrayBuilder::new()
        .items(pair)
        .min_items(Some(6))
        .max_items(Some(usize::from(MOST_COPIES)))
        .description(Some("The two Katas of each Double-Kata, one pair for each copy in the pack (RP-3)."))
        .default(serde_json::to_value(DOUBLE_PAIRS).ok())
        .build()
}

/// How many copies of each kind are in the pack: the rulebook's counts 6, 7, 8, 9, 10 and 10, in any order (RP-2).
///
/// The rulebook tells the six counts but not whose they are, so only their order is open; other counts are refused.
/// A missing kind keeps its default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = RedPandaCopies))]
pub struct Copies {
    /// Double-Kata.
    #[cfg_attr(feature = "schema", schema(minimum = 6, maximum = 10))]
    pub double_kata: u8,
    /// Invisibility.
    #[cfg_attr(feature = "schema", schema(minimum = 6, maximum = 10))]
    pub invisibility: u8,
    /// Knowledge.
    #[cfg_attr(feature = "schema", schema(minimum = 6, maximum = 10))]
    pub knowledge: u8,
    /// Mimicry.
    #[cfg_attr(feature = "schema", schema(minimum = 6, maximum = 10))]
    pub mimicry: u8,
    /// Speed.
    #[cfg_attr(feature = "schema", schema(minimum = 6, maximum = 10))]
    pub speed: u8,
    /// Telekinesis.
    #[cfg_attr(feature = "schema", schema(minimum = 6, maximum = 10))]
    pub telekinesis: u8,
}

impl Default for Copies {
    fn default() -> Self {
        let of = |kata| boxed_copies(Kind::Single(kata));
        Self {
            double_kata: boxed_copies(Kind::Double),
            invisibility: of(Kata::Invisibility),
            knowledge: of(Kata::Knowledge),
            mimicry: of(Kata::Mimicry),
            speed: of(Kata::Speed),
            telekinesis: of(Kata::Telekinesis),
        }
    }
}

impl Copies {
    fn of(self, kind: Kind) -> u8 {
        match kind {
            Kind::Single(Kata::Invisibility) => self.invisibility,
            Kind::Single(Kata::Knowledge) => self.knowledge,
            Kind::Single(Kata::Speed) => self.speed,
            Kind::Single(Kata::Telekinesis) => self.telekinesis,
            Kind::Single(Kata::Mimicry) => self.mimicry,
            Kind::Double => self.double_kata,
        }
    }
}

/// A series of deals: the rulebook's Tournament variant, as one game with one log (RP-36).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = RedPandaSeries))]
pub struct Series {
    /// How many deals a seat has to win; the rulebook says 2.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 9))]
    pub wins: u8,
}

impl Default for Series {
    fn default() -> Self {
        Self { wins: 2 }
    }
}

/// Who begins the first deal; it stands for the rulebook's "most reddish hair" (RP-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = RedPandaStarter))]
pub enum Starter {
    /// A seat is drawn.
    #[default]
    Drawn,
    /// Seat 0 begins.
    Seat0,
}

/// The rulebook's six counts, ascending.
const COUNTS: [u8; 6] = [6, 7, 8, 9, 10, MOST_COPIES];

impl Options {
    /// Checks that the options make a game.
    pub(super) fn check(&self) -> Result<(), Illegal> {
        let mut counts = Kind::ALL.map(|kind| self.copies.of(kind));
        counts.sort_unstable();
        if counts != COUNTS {
            let detail =
                format!("the copies are {counts:?} sorted; give the six kinds 6, 7, 8, 9, 10 and 10 in any order");
            return Err(Illegal::new("copies-not-the-rulebooks", "RP-2", detail));
        }
        if self.double_pairs.len() != usize::from(self.copies.double_kata) {
            let (pairs, copies) = (self.double_pairs.len(), self.copies.double_kata);
            let detail = format!("there are {pairs} double_pairs for {copies} Double-Katas; give one pair for each");
            return Err(Illegal::new("double-pairs-miscounted", "RP-3", detail));
        }
        if let Some([kata, _]) = self.double_pairs.iter().find(|[a, b]| a == b) {
            let detail = format!("a double_pair shows {kata} twice; a Double-Kata shows two different Katas");
            return Err(Illegal::new("double-pair-of-one-kata", "RP-3", detail));
        }
        match self.series {
            Some(Series { wins }) if !(1..=9).contains(&wins) => {
                let detail = format!("a series to {wins} wins was asked for; give 1 to 9");
                Err(Illegal::new("series-wins-out-of-range", "RP-36", detail))
            }
            _ => Ok(()),
        }
    }

    /// The whole pack, in the order of the kinds (RP-2).
    pub(super) fn pack(&self) -> Vec<Card> {
        Kind::ALL.into_iter().flat_map(|kind| Card::copies(kind, self.copies.of(kind))).collect()
    }

    /// The sides that a Double-Kata can be laid on (RP-3); none for a single card or for a copy that is not in the pack.
    pub(super) fn sides_of(&self, card: Card) -> Option<[Kata; 2]> {
        let place = usize::from(card.number()).checked_sub(1)?;
        (card.kind() == Kind::Double).then(|| self.double_pairs.get(place).copied())?
    }

    /// How many deals a seat has to win (RP-36).
    pub(super) fn wins_needed(&self) -> u8 {
        self.series.map_or(1, |series| series.wins)
    }
}
