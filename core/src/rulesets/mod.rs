//! The rulesets, one folder each. None does I/O, reads a clock, or draws but from the table; only `any.rs` names all.

pub mod any;
pub mod catalogue;
#[cfg(any(test, feature = "drill"))]
pub(crate) mod drill;
pub mod inori;
pub mod panda_rei;
pub mod panda_spin;
pub mod red_panda;
pub mod takenoko;
pub mod textual;
pub mod villa_panda;
mod ways;
