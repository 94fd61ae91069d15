//! Use cases: create a game, play a move, look at a state, replay, audit, organise a tournament. Live games are held in memory; the clock, ids
//! and randomness come from [`Sources`].
//!
//! The app knows no HTTP status and no SQL. What a viewer may know is decided by [`log::told`](crate::log::told()),
//! for events, and by the ruleset's view, for states; every answer goes through one of them.

mod audit;
mod bots;
mod check;
mod create;
mod error;
mod line;
mod listing;
mod live;
mod logs;
mod look;
mod memory;
mod play;
mod replay;
mod sealing;
mod service;
mod slots;
mod sources;
mod token;
mod tournament;
mod tree;
mod unread;
mod words;

pub use check::{Check, CheckedLog, Flaw, Part};
pub use create::{CreatedGame, NAME_CHARS_MAX, NewGame, NewPlayer};
pub use error::AppError;
pub use listing::Listing;
pub use live::{Facts, Live, Player};
pub use look::{EVENTS_PAGE_MAX, Frame, Frames, GAMES_PAGE_MAX, Page, REPLAY_FRAMES_MAX, StateAt, Summary};
pub use memory::Follower;
pub use play::{Accepted, Conditions, Deed, GameResult, REASON_CHARS_MAX};
pub use service::{App, LIVE_GAMES_MAX, STREAMS_MAX, Setup};
pub use sources::Sources;
pub use token::{Caller, Organisers, new_organiser_token};
pub use tournament::{
    Amended, Amendment, LiveTournament, NewCorrection, NewTable, NewTournament, SeatedGame, TOURNAMENTS_PAGE_MAX,
    TournamentSummary,
};
pub use tree::{LEAVES_PAGE_MAX, Leaves};
