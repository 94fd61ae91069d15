//! Tournaments: what their events are, what the events lead to, who meets whom next, and who stands where.
//!
//! A tournament is a log like a game's: the same record, the same chain, and a pure function from its events to its
//! state. Pairings and standings are such functions too, so that whoever has the log can make them again. This layer reads
//! no clock, draws nothing but from fixed keys, and never looks into a game: it knows its id, its head and its outcome. Nor
//! does it know a name: it has commitments to them, and numbers.

mod event;
mod format;
mod limits;
mod pairing;
mod parse;
mod ranking;
mod reducer;
mod refusal;
mod standing;
mod state;
mod words;

pub use event::{
    Attachment, Conclusion, Correction, Registration, Round, Ruling, Seal, TournamentCreated, TournamentEvent,
    TournamentPayload, Withdrawal, opened, salt_seed, sealed,
};
pub use format::{Format, Played, Points, Repeats, Rules, TieBreak, UnknownRules};
pub use limits::{PLACES_MAX, PLAYERS_MAX, ROUNDS_MAX, RULESETS_MAX, RULING_CHARS_MAX, TOURNAMENT_NAME_CHARS_MAX};
pub use parse::BadTournamentPayload;
pub use refusal::TournamentRefusal;
pub use standing::{Standing, StandingReason, TieBreakValue};
pub use state::{Game, PlayerState, Tournament};
pub use words::words;

#[cfg(test)]
mod tests;
