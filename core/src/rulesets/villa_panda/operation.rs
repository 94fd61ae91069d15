//! The few operations that the effects of pandas, buildings and areas are made of (rulebook, Pandagraphy).

use serde::Serialize;

use super::panda::Kind;
use super::resource::Resource;

/// One icon of an effect. Gains are automatic, everything else is optional (VP-14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = VillaPandaOperation))]
pub enum Operation {
    /// Receive resources from the supply, as many as it has (VP-15).
    Gain {
        /// How many.
        count: u8,
        /// Which.
        resource: Resource,
    },
    /// Receive resources of your choice from the supply, one by one (VP-15).
    GainAny {
        /// How many.
        count: u8,
    },
    /// Take a panda from the market into your hand (VP-20).
    Hire {},
    /// Up to three exchanges: 1 for 1, then 2 for 1, then 3 for 2 (VP-19).
    Exchange {},
    /// Build a building, or slide a panda behind one (VP-21, VP-22, VP-23).
    Build {},
    /// Activate one other panda of a kind in your play area (VP-16).
    Activate {
        /// The kind.
        kind: Kind,
    },
    /// Activate one other panda in your play area (VP-16).
    ActivateAny {},
    /// Send a meeple from the board to its rest area (VP-29).
    Rest {},
}

impl Operation {
    /// The kind of the panda that it activates, none for any; nothing where it activates no panda.
    pub(super) fn activates(self) -> Option<Option<Kind>> {
        match self {
            Self::Activate { kind } => Some(Some(kind)),
            Self::ActivateAny {} => Some(None),
            _ => None,
        }
    }

    /// Activates a panda of a kind, or any.
    pub(super) fn activation(kind: Option<Kind>) -> Self {
        kind.map_or(Self::ActivateAny {}, |kind| Self::Activate { kind })
    }

    /// What it does, in words.
    pub(super) fn words(self) -> String {
        match self {
            Self::Gain { count, resource } => format!("gain {count} {resource}"),
            Self::GainAny { count } => format!("gain {count} of your choice"),
            Self::Hire {} => "hire a panda".into(),
            Self::Exchange {} => "exchange resources at the market".into(),
            Self::Build {} => "build or slide".into(),
            Self::Activate { kind } => format!("activate a {kind}"),
            Self::ActivateAny {} => "activate a panda of your choice".into(),
            Self::Rest {} => "send a meeple to its rest area".into(),
        }
    }
}

/// What a die-changing building does to one die (VP-10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = VillaPandaDieChange))]
pub enum DieChange {
    /// One more or one less.
    OneUpOrDown,
    /// Two more.
    TwoUp,
    /// Two less.
    TwoDown,
    /// The opposite face.
    Opposite,
    /// A new roll.
    Reroll,
}

impl DieChange {
    /// What a die may become; a reroll is no value yet. A die stays between 1 and 6 (VP-10).
    pub(super) fn results(self, die: u8) -> Vec<Option<u8>> {
        let results = match self {
            Self::OneUpOrDown => vec![die.checked_sub(1), die.checked_add(1)],
            Self::TwoUp => vec![die.checked_add(2)],
            Self::TwoDown => vec![die.checked_sub(2)],
            Self::Opposite => vec![7_u8.checked_sub(die)],
            Self::Reroll => return vec![None],
        };
        results.into_iter().filter(|to| to.is_some_and(|to| (1..=6).contains(&to))).collect()
    }

    /// What it does, in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::OneUpOrDown => "raise or lower one die by 1",
            Self::TwoUp => "raise one die by 2",
            Self::TwoDown => "lower one die by 2",
            Self::Opposite => "turn one die to its opposite face",
            Self::Reroll => "reroll one die",
        }
    }
}
