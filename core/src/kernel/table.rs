//! All that a rule may reach besides its arguments: the draws of this event, and the ears of the viewers.

use super::chance::Draws;
use super::hash::GameKey;
use super::seat::{Audience, Seat, Viewer};

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
    /// The table at one event of one game: its draws are a function of the game's key and the event's nonce.
    pub fn at(key: GameKey, nonce: u64) -> Self {
        Self { draws: Draws::new(key, nonce), told: Told::default() }
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

    /// Whether anything was drawn.
    #[cfg(any(test, fuzzing, feature = "conformance"))]
    pub(crate) fn has_drawn(&self) -> bool {
        self.draws.has_drawn()
    }

    /// Ends the event and hands over what was told.
    pub fn close(self) -> Told<E> {
        self.told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effect_reaches_whom_it_was_told_to() {
        let mut table = Table::at(GameKey::new([0; 32]), 0);
        table.tell_all("all");
        table.tell_only(Seat(1), "only 1");
        table.tell_all_but(Seat(1), "all but 1");
        table.tell(Audience::Only(Seat(0)), "only 0");
        let told = table.close();
        assert_eq!(told.heard_by(Viewer::Spectator), ["all", "all but 1"]);
        assert_eq!(told.heard_by(Viewer::Seat(Seat(0))), ["all", "all but 1", "only 0"]);
        assert_eq!(told.heard_by(Viewer::Seat(Seat(1))), ["all", "only 1"]);
        assert_eq!(told.heard_by(Viewer::Full), ["all", "only 1", "all but 1", "only 0"]);
        assert!(!told.concealed, "nobody has concealed it");
    }

    #[test]
    fn a_payload_is_concealed_when_a_rule_says_so() {
        let mut table: Table<()> = Table::at(GameKey::new([0; 32]), 0);
        table.conceal();
        assert!(table.close().concealed);
    }

    /// The words of the all-zero key are those of the published ChaCha20 key stream: 0xade0b876, 0x903df1a0, 0xe56a5d40,
    /// 0x28bd8653.
    #[test]
    fn the_table_draws_the_words_of_its_event() {
        let table = || -> Table<()> { Table::at(GameKey::new([0; 32]), 0) };
        let mut drawn = table();
        assert_eq!([1_000, 1_000, 1_000, 1_000].map(|bound| drawn.below(bound)), [654, 656, 152, 331]);
        let mut dice = table();
        assert_eq!([(); 4].map(|()| dice.die()), [1, 1, 1, 6]);
        // The last place swaps with place 0 (the first word modulo 3), then the middle one with place 0 (the second modulo 2).
        let mut items = ['a', 'b', 'c'];
        table().shuffle(&mut items);
        assert_eq!(items, ['b', 'c', 'a']);
        assert_ne!(Table::<()>::at(GameKey::new([0; 32]), 1).below(1_000), 654, "another event draws another stream");
    }
}
