//! The kernel: the contract of a ruleset, chance, canonical JSON, records and the chain, the tree over
//! concluded logs, and a match that replays.
//!
//! The kernel never reads a clock, never does I/O, never draws from anything but [`Table`], and knows no game's name.

mod canonical;
mod chance;
mod game;
mod hash;
mod kind;
mod label;
mod outcome;
mod record;
mod reserved;
mod ruleset;
mod seat;
mod table;
mod text;
mod timestamp;
pub mod tree;

pub use canonical::{NotCanonical, canonical};
pub use chance::{game_key, seed_commitment};
pub use game::{Action, EntropyPolicy, Match, Opening, Refusal, Status};
pub use hash::{Entropy, GameKey, Hash, Hasher, NotHex32, Salt, ServerSeed};
pub use kind::{Kind, LogKind};
pub use label::{LABEL, not_known};
pub use outcome::{Outcome, Reason};
pub(crate) use record::present;
pub use record::{
    Head, RECORD_VERSION, Record, Sealing, payload_commitment, payload_salt, seal, state_commitment, state_salt,
};
pub use reserved::Reserved;
pub use ruleset::{Illegal, Ruleset};
pub use seat::{Audience, Seat, Seats, Viewer};
pub use table::{Table, Told};
pub use text::{Text, beside};
pub use timestamp::{NotATimestamp, Timestamp};
