//! Verification of logs, bundles and receipts; signed notes. It needs only public data: no store, no server, no clock.

mod bundle;
mod chain;
pub mod note;
mod receipt;
mod replay;
mod report;
mod signature;
mod tournament;
mod verify;

pub use bundle::{Bundle, FORMAT};
pub use receipt::{BadReceipt, NotAReceipt, Receipt};
pub use report::{Audit, FINDINGS_PER_LEVEL_MAX, Finding, Level, LevelReport, LevelStatus, Tampering, Verdict};
pub use tournament::{
    GameAudit, TOURNAMENT_FORMAT, TournamentAudit, TournamentHeader, TournamentLine, TournamentVerifier,
};
pub use verify::{verify, verify_json};
