//! How a server bears its load: what is too much is refused, and who takes an answer too slowly is let go.

pub(super) mod pacing;
pub(super) mod shedding;
