//! Tournament bundles: a whole tournament with all its games, one JSON object a line, and its verification.
//!
//! The first line says what the file is; then follows every event of the tournament's log, then the bundle of every
//! game, each on a line of its own. `line` stands first in each, and says which it is. Whoever verifies it holds the log and one game at a time.

mod game;
mod line;
mod report;
mod sorted;
mod verify;

pub use line::{TOURNAMENT_FORMAT, TournamentHeader, TournamentLine};
pub use report::{GameAudit, ToldRuling, TournamentAudit};
pub use verify::TournamentVerifier;
