//! Tournaments: create, organise, look. Everything in a tournament is public; only its organiser may change it.

pub(super) mod amend;
pub(super) mod live;
pub(super) mod look;
mod organise;

pub use amend::Amended;
pub use live::LiveTournament;
pub use look::{TOURNAMENTS_PAGE_MAX, TournamentSummary};
pub use organise::{Amendment, NewCorrection, NewTable, NewTournament, SeatedGame};
