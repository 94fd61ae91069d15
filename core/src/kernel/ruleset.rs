//! The contract between the kernel and a ruleset: five types, six functions, and one for rulesets in which a seat can be
//! out of the game while others play on.

use std::borrow::Cow;
use std::fmt::Debug;
use std::ops::RangeInclusive;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::outcome::Outcome;
use super::seat::{Seat, Seats, Viewer};
use super::table::Table;

/// The rules of one kind of game, as a pure reducer.
///
/// Every function is total and deterministic: the same arguments and the same draws give the same answer on every
/// machine, and nothing but the arguments is read. Values that are hashed (`Options`, `State`, `Move`) hold no
/// floats, no `usize` and no `HashMap`.
///
/// A released version never changes its transitions; a change that alters a golden replay is a new version.
pub trait Ruleset: Sized + Send + Sync + 'static {
    /// The name on the wire, in kebab case.
    const NAME: &'static str;
    /// The version of the transitions, from 1.
    const VERSION: u32;
    /// How many seats a game may have.
    const SEATS: RangeInclusive<u8>;

    /// What a game is opened with. Unknown fields are refused; a missing field takes its default.
    type Options: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// Everything the rules need, secrets included.
    type State: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What a seat may ask for.
    type Move: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What one viewer may see of the state.
    type View: Clone + Debug + PartialEq + Serialize + Send + Sync;
    /// What an event visibly did.
    type Effect: Clone + Debug + PartialEq + Serialize + Send + Sync;

    /// Sets the table up. The kernel has checked the seat count against [`Ruleset::SEATS`].
    ///
    /// # Errors
    /// [`Illegal`] when the options make no game.
    fn deal(options: &Self::Options, seats: u8, table: &mut Table<Self::Effect>) -> Result<Self::State, Illegal>;

    /// The seats that may move now; empty exactly when the game is over.
    fn awaiting(state: &Self::State) -> Seats;

    /// Every move that [`Ruleset::play`] accepts from this seat now, each meaning listed once. Empty for a seat that
    /// is not awaited.
    fn legal(state: &Self::State, seat: Seat) -> Vec<Self::Move>;

    /// Applies a move and every forced step that follows it. The kernel has checked that the seat is awaited.
    ///
    /// On `Err` the state may be half-changed: the kernel throws it away.
    ///
    /// # Errors
    /// [`Illegal`] when the rules refuse the move; it depends only on what the mover can see.
    fn play(
        state: &mut Self::State,
        seat: Seat,
        mv: &Self::Move,
        table: &mut Table<Self::Effect>,
    ) -> Result<(), Illegal>;

    /// Why a seat is out of the game or of a part of it, while others play on: it is refused a move in these words, not as
    /// one whose turn will come. Never of a seat that is awaited or not at the table, and nothing in a ruleset that puts nobody out.
    fn out(_state: &Self::State, _seat: Seat) -> Option<Illegal> {
        None
    }

    /// What the viewer may see.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;

    /// The final ranking; present exactly when nobody is awaited.
    fn outcome(state: &Self::State) -> Option<Outcome>;
}

/// Why the rules refuse a move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{detail} ({rule})")]
pub struct Illegal {
    /// A stable code in kebab case, for programs.
    pub code: &'static str,
    /// The ruling (`RP-12`) or rulebook section that it rests on.
    pub rule: &'static str,
    /// A sentence for people: what was wrong and what would be right.
    pub detail: Cow<'static, str>,
}

impl Illegal {
    /// A refusal with its code, the ruling it rests on and a sentence.
    pub fn new(code: &'static str, rule: &'static str, detail: impl Into<Cow<'static, str>>) -> Self {
        Self { code, rule, detail: detail.into() }
    }
}
