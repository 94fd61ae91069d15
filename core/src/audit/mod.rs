//! Verification of logs, bundles, receipts, checkpoints and proofs; signed notes. It needs only public data: no store, no
//! server, no clock.

mod bundle;
mod chain;
mod checkpoint;
mod dispute;
mod evidence;
pub mod note;
mod proof;
mod receipt;
mod receipts;
mod replay;
mod report;
mod signature;
mod texts;
mod tournament;
mod trees;
mod verify;

pub use bundle::{Bundle, FORMAT};
pub use checkpoint::{BadCheckpoint, Checkpoint, NotACheckpoint};
pub use dispute::{Difference, Dispute, Parting, Support, Witness};
pub use evidence::{Evidence, Kept};
pub use proof::{Consistency, ConsistencyFormat, Inclusion, InclusionFormat, NotAProof, Proof};
pub use receipt::{BadReceipt, NotAReceipt, Receipt};
pub use report::{Audit, FINDINGS_PER_LEVEL_MAX, Finding, Level, LevelReport, LevelStatus, Tampering, Verdict};
pub use tournament::{
    GameAudit, TOURNAMENT_FORMAT, ToldRuling, TournamentAudit, TournamentHeader, TournamentLine, TournamentVerifier,
};
pub use verify::{parse, verify, verify_json, verify_with};

#[cfg(test)]
mod tests;
