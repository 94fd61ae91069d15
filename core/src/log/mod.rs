//! The log of a game: its events, what they carry, how they are sealed into the chain, and what a viewer is told of one.

mod bad_payload;
mod created;
mod event;
mod moved;
mod payload;
mod sealed;
mod told;

pub use bad_payload::BadPayload;
pub use created::{Bot, Created, CreatedSeat, RulesetVersion, SeedOrigin, Sown};
pub use event::Event;
pub use moved::Moved;
pub use payload::{Adjudication, By, Contribution, Payload, commitments, header, parse_action};
pub use sealed::{Entry, opened, sealed};
pub use told::told;
