//! What a game of Inori is opened with.

use serde::{Deserialize, Serialize};

/// The options of Inori. Every field has a default; the defaults are the game as the rulebook tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = InoriOptions))]
pub struct Options {
    /// Whether a move rune may move another seat's piece too (IN-12). Off: the own pieces alone.
    pub move_any_piece: bool,
    /// Whether the number of seats tells which start cards are used: the four-space ones with four seats, the
    /// three-space ones with fewer (IN-2). Off: any.
    pub start_cards_by_players: bool,
    /// Who begins the first season (IN-3).
    pub starter: Starter,
}

/// Who begins the first season (IN-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", schema(as = InoriStarter))]
pub enum Starter {
    /// A seat is drawn.
    #[default]
    Drawn,
    /// Seat 0 begins.
    Seat0,
}
