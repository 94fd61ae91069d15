//! Panda cards and what is printed on them; the printed values themselves are in `cards.rs`.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::cards::PANDAS;
use super::operation::Operation;
use super::printed::printed;
use super::resource::{Resource, Resources};

/// What a panda is good at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = VillaPandaKind))]
pub enum Kind {
    /// Hires pandas.
    Builder,
    /// Acquires resources.
    Collector,
    /// Activates other pandas.
    Monk,
    /// Exchanges resources.
    Trader,
}

impl Kind {
    /// The four kinds.
    pub const ALL: [Self; 4] = [Self::Builder, Self::Collector, Self::Monk, Self::Trader];

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Builder => "builder",
            Self::Collector => "collector",
            Self::Monk => "monk",
            Self::Trader => "trader",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The symbol at the bottom edge of a starting card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Symbol {
    Square,
    Circle,
    Triangle,
    Bar,
}

impl Symbol {
    /// The four symbols.
    pub(super) const ALL: [Self; 4] = [Self::Square, Self::Circle, Self::Triangle, Self::Bar];

    /// Its name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Circle => "circle",
            Self::Triangle => "triangle",
            Self::Bar => "bar",
        }
    }
}

/// What is printed on a panda card.
#[derive(Debug)]
pub(super) struct Face {
    pub(super) id: &'static str,
    /// None on a card of the deck.
    pub(super) symbol: Option<Symbol>,
    pub(super) kind: Kind,
    /// The die that activates it. The sum that does is six higher; there is none to a 1, because 7 activates nothing.
    pub(super) die: u8,
    /// What playing it costs; a starting card is never played (VP-28).
    pub(super) cost: &'static [Resource],
    pub(super) effect: &'static [Operation],
}

printed! {
    /// A panda card; on the wire its id, such as `S-SQ-C` or `PB-07`.
    Panda, Face, PANDAS, "VillaPandaPanda", "a panda card",
    "^(S-(SQ|CI|TR|BA)-[BCT]|P[BCMT]-[0-9]{2})$", "PB-07"
}

impl Panda {
    /// What it is good at.
    pub fn kind(self) -> Kind {
        self.0.kind
    }

    /// The dice values and sums that activate it.
    pub fn values(self) -> impl Iterator<Item = u8> {
        [Some(self.die()), self.sum()].into_iter().flatten()
    }

    pub(super) fn die(self) -> u8 {
        self.0.die
    }

    pub(super) fn sum(self) -> Option<u8> {
        self.die().checked_add(6).filter(|sum| *sum != 7)
    }

    /// Whether a die value or a sum activates it.
    pub(super) fn carries(self, value: u8) -> bool {
        self.values().any(|own| own == value)
    }

    pub(super) fn symbol(self) -> Option<Symbol> {
        self.0.symbol
    }

    /// What playing it costs.
    pub(super) fn cost(self) -> Resources {
        self.0.cost.iter().copied().collect()
    }

    /// Its icons, from left to right.
    pub fn effect(self) -> &'static [Operation] {
        self.0.effect
    }
}
