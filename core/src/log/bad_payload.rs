//! Why a payload cannot be read.

use crate::kernel::Kind;
use crate::rulesets::any::UnknownRuleset;

/// Why a payload cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum BadPayload {
    /// It is not what its kind asks for.
    #[error("the payload of kind {} cannot be read: {cause}", kind.name())]
    Shape {
        /// The record's kind.
        kind: Kind,
        /// What the parser says.
        cause: serde_json::Error,
    },
    /// A ruleset, or a version of one, that is not built in. It says nothing against the payload.
    #[error(transparent)]
    Unknown(#[from] UnknownRuleset),
    /// The move is for another ruleset, or another version, than the game's.
    #[error("the move is for {found:?}; this game is played by {expected}")]
    OtherRuleset {
        /// The game's ruleset, as a log names it.
        expected: &'static str,
        /// What the move names.
        found: String,
    },
    /// The kind has its place in the format, and no meaning yet.
    #[error("events of kind {} are reserved; this draft of the format has none", kind.name())]
    Reserved {
        /// The record's kind.
        kind: Kind,
    },
    /// A seat is missing where one must act, or named where none does.
    #[error("an event of kind {} {} a seat", kind.name(), if *needed { "must name" } else { "cannot have" })]
    Seat {
        /// The record's kind.
        kind: Kind,
        /// Whether a seat is needed.
        needed: bool,
    },
    /// The kind stands in another kind of log.
    #[error("an event of kind {} does not stand in the log of a game", kind.name())]
    Foreign {
        /// The record's kind.
        kind: Kind,
    },
    /// The first event is not `created`, or a later one is.
    #[error("the first event, and only the first, is of kind created; found {}", kind.name())]
    Order {
        /// The record's kind.
        kind: Kind,
    },
}
