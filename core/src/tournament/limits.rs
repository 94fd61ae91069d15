//! The most that a tournament may have of anything.

/// Characters in the name of a tournament, where it is given: the log has a commitment to it.
pub const TOURNAMENT_NAME_CHARS_MAX: usize = 100;
/// Characters in an arbiter's words, where they are given: the log has a commitment to them.
pub const RULING_CHARS_MAX: usize = 2_000;
/// Players in one tournament.
pub const PLAYERS_MAX: usize = 256;
/// Rulesets with options that one tournament plays.
pub const RULESETS_MAX: usize = 16;
/// Rounds of one tournament.
pub const ROUNDS_MAX: u32 = 512;
/// Places that points are given for: no ruleset has more seats.
pub const PLACES_MAX: usize = 6;
/// Points for one place.
pub(super) const POINTS_MAX: u32 = 1_000_000;
