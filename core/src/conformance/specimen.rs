//! What the suite asks of a ruleset.

use crate::kernel::{Ruleset, Viewer};

/// A ruleset with what the suite cannot know by itself.
pub trait Specimen: Ruleset {
    /// Whether nothing is ever hidden from anybody: no draw, no concealed event, no effect that some do not hear, one view for all.
    /// The suite then asks for just that instead of what it asks of secrets.
    const OPEN: bool = false;

    /// The options to play with, each under a name; every variant of the rulebook is among them.
    fn variants() -> Vec<(&'static str, Self::Options)>;

    /// One move of every type. They are tried on every position, and each type has to be legal somewhere.
    fn samples() -> Vec<Self::Move>;

    /// What the box of a game with these options holds, by id, from the catalogue and not from the state.
    fn contents(options: &Self::Options, seats: u8) -> Vec<String>;

    /// Every component of a state, wherever it lies, by the same ids.
    fn components(state: &Self::State) -> Vec<String>;

    /// Permutes what the viewer must not know, and leaves in place whatever it does know. `below(n)` draws from `0..n`.
    ///
    /// With a move that an awaited seat is about to play, leaves in place too what the rules let the viewer learn by
    /// it: a card turned over, a look, a hand shown. What lies still counts, not what is drawn: the draws are the same
    /// for every order. Leaving too much in place checks less, and the suite fails where most is; leaving too little fails. One
    /// that is [`OPEN`](Self::OPEN) has nothing to permute.
    fn shuffle_hidden(
        state: &mut Self::State,
        viewer: Viewer,
        before: Option<&Self::Move>,
        below: &mut dyn FnMut(u32) -> u32,
    ) {
        let _ = (state, viewer, before, below);
    }

    /// The most events that a game can have, the first one included; the ruleset says why.
    fn max_events(options: &Self::Options, seats: u8) -> u64;
}
