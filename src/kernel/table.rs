//! All that a rule may reach besides its arguments: the draws of this event, and the ears of the viewers.

use super::chance::Draws;
use super::{Audience, GameKey, Seat, Viewer};

/// The table during one event: draws come from here, effects are told here, a secret payload is concealed here.
#[derive(Debug)]
pub struct Table<E> {
    draws: Draws,
    told: Told<E>,
}

/// What an event visibly did, each effect with its audience, and whether its payload stays hidden.
#[derive(Debug, Clone, PartialEq)]
pub struct Told<E> {
    /// The effects in the order they were told.
    pub effects: Vec<(Audience, E)>,
    /// Whether the payload stays hidden from all but its mover until the game is over.
    pub concealed: bool,
}

impl<E> Default for Told<E> {
    fn default() -> Self {
        Self { effects: Vec::new(), concealed: false }
    }
}

impl<E: Clone> Told<E> {
    /// The effects that this viewer is told.
    pub fn heard_by(&self, viewer: Viewer) -> Vec<E> {
        self.effects.iter().filter(|(audience, _)| audience.reaches(viewer)).map(|(_, effect)| effect.clone()).collect()
    }
}

impl<E> Table<E> {
    /// The table at one event of one game: the draws are a function of both.
    pub fn at(key: GameKey, event: u64) -> Self {
        Self { draws: Draws::new(key, event), told: Told::default() }
    }

    /// A draw from `0..bound`, every value equally likely. A bound of 0 answers 0 without a draw.
    pub fn below(&mut self, bound: u32) -> u32 {
        self.draws.below(bound)
    }

    /// A six-sided die: 1 to 6.
    pub fn die(&mut self) -> u8 {
        self.draws.die()
    }

    /// Puts the items into a drawn order, every order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.draws.shuffle(items);
    }

    /// Tells an effect to an audience.
    pub fn tell(&mut self, audience: Audience, effect: E) {
        self.told.effects.push((audience, effect));
    }

    /// Tells an effect to everyone.
    pub fn tell_all(&mut self, effect: E) {
        self.tell(Audience::Everyone, effect);
    }

    /// Tells an effect to one seat.
    pub fn tell_only(&mut self, seat: Seat, effect: E) {
        self.tell(Audience::Only(seat), effect);
    }

    /// Tells an effect to all but one seat.
    pub fn tell_all_but(&mut self, seat: Seat, effect: E) {
        self.tell(Audience::AllBut(seat), effect);
    }

    /// Keeps this move's payload hidden from all but its mover until the game is over.
    pub fn conceal(&mut self) {
        self.told.concealed = true;
    }

    /// Ends the event and hands over what was told.
    pub fn close(self) -> Told<E> {
        self.told
    }
}
