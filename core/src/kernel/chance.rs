//! Chance: every draw is a function of the game key, the nonce of the event and the number of the draw.
//!
//! The draws of an event are the ChaCha20 key stream (RFC 8439 block function, 64-bit block counter from 0) with the
//! game key as key and the event's number among those that draw as the 64-bit nonce (see [`Match`](super::Match)), read
//! as little-endian 32-bit words. No generator state is stored anywhere: whoever has the key can make any draw again.
//! `fixtures/kernel/chance.json` freezes the values.

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use super::hash::{Entropy, GameKey, Hash, Hasher, ServerSeed};

/// The key of all draws of a game: the server's seed, mixed with the entropy that seats gave, in seat order.
pub fn game_key<'a>(seed: &ServerSeed, entropy: impl IntoIterator<Item = &'a Entropy>) -> GameKey {
    let mut hasher = Hasher::tagged("pandect/mix/v1");
    hasher.update(seed.as_bytes());
    for given in entropy {
        hasher.update(given.as_bytes());
    }
    GameKey::new(*hasher.finish().as_bytes())
}

/// What is published of a seed when a game is created: it binds the server without telling the seed.
pub fn seed_commitment(seed: &ServerSeed) -> Hash {
    Hasher::tagged("pandect/seed/v1").chain(seed.as_bytes()).finish()
}

/// The draws of one event.
#[derive(Debug)]
pub(super) struct Draws {
    key: GameKey,
    nonce: u64,
    // Made at the first draw: most events draw nothing, and the cipher's set-up would dominate a replay.
    words: Option<Box<ChaCha20Rng>>,
}

impl Draws {
    pub(super) fn new(key: GameKey, nonce: u64) -> Self {
        Self { key, nonce, words: None }
    }

    #[cfg(any(test, fuzzing, feature = "conformance"))]
    pub(super) fn has_drawn(&self) -> bool {
        self.words.is_some()
    }

    fn word(&mut self) -> u32 {
        let (key, nonce) = (&self.key, self.nonce);
        let words = self.words.get_or_insert_with(|| {
            let mut words = ChaCha20Rng::from_seed(*key.as_bytes());
            words.set_stream(nonce);
            Box::new(words)
        });
        words.next_u32()
    }

    /// A draw from `0..bound` by rejection: words from `floor(2^32 / bound) * bound` on are passed over.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        let limit = (1_u64 << 32) / u64::from(bound) * u64::from(bound);
        loop {
            let word = self.word();
            if u64::from(word) < limit {
                return word % bound;
            }
        }
    }

    pub(super) fn die(&mut self) -> u8 {
        // Below 6, so it fits.
        1 + self.below(6) as u8
    }

    /// Fisher-Yates from the last place down.
    ///
    /// A slice of more than 2^32 items would not be shuffled whole; no game has one.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let bound = u32::try_from(i + 1).unwrap_or(u32::MAX);
            items.swap(i, self.below(bound) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn fixture() -> Value {
        serde_json::from_str(include_str!("../../../fixtures/kernel/chance.json")).expect("the fixture is JSON")
    }

    fn draws(case: &Value) -> Draws {
        let key = case["key"].as_str().and_then(|hex| hex.parse().ok()).expect("a key");
        Draws::new(key, case["nonce"].as_u64().expect("a nonce"))
    }

    fn numbers(list: &Value) -> Vec<u64> {
        list.as_array().expect("a list").iter().map(|n| n.as_u64().expect("a number")).collect()
    }

    #[test]
    fn the_all_zero_key_streams_the_published_chacha20_bytes() {
        let mut draws = Draws::new(GameKey::new([0; 32]), 0);
        let bytes = [draws.word(), draws.word()].map(u32::to_le_bytes).concat();
        assert_eq!(bytes, [0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90]);
    }

    #[test]
    fn words_are_the_key_stream_of_an_independent_chacha20() {
        for case in fixture()["words"].as_array().expect("cases") {
            let mut draws = draws(case);
            for (n, word) in numbers(&case["words"]).into_iter().enumerate() {
                assert_eq!(u64::from(draws.word()), word, "word {n} of {case}");
            }
        }
    }

    #[test]
    fn below_follows_the_independent_vectors_rejections_included() {
        for case in fixture()["below"].as_array().expect("cases") {
            let mut draws = draws(case);
            let bound = u32::try_from(case["bound"].as_u64().expect("a bound")).expect("32 bits");
            for value in numbers(&case["values"]) {
                assert_eq!(u64::from(draws.below(bound)), value, "{case}");
            }
        }
    }

    #[test]
    fn every_draw_takes_its_words_even_one_with_a_single_answer() {
        for case in fixture()["mixed"].as_array().expect("cases") {
            let mut draws = draws(case);
            for (bound, value) in numbers(&case["bounds"]).into_iter().zip(numbers(&case["values"])) {
                let bound = u32::try_from(bound).expect("32 bits");
                assert_eq!(u64::from(draws.below(bound)), value, "below({bound}) of {case}");
            }
        }
    }

    #[test]
    fn shuffle_follows_the_independent_vectors() {
        for case in fixture()["shuffle"].as_array().expect("cases") {
            let expected = numbers(&case["order"]);
            let mut items: Vec<u64> = (0..expected.len() as u64).collect();
            draws(case).shuffle(&mut items);
            assert_eq!(items, expected, "{case}");
        }
    }

    #[test]
    fn the_game_key_and_the_seed_commitment_follow_the_independent_vectors() {
        for case in fixture()["keys"].as_array().expect("cases") {
            let seed: ServerSeed = case["seed"].as_str().and_then(|hex| hex.parse().ok()).expect("a seed");
            let entropy: Vec<Entropy> = case["entropy"]
                .as_array()
                .expect("a list")
                .iter()
                .map(|hex| hex.as_str().and_then(|hex| hex.parse().ok()).expect("entropy"))
                .collect();
            assert_eq!(game_key(&seed, &entropy).to_string(), case["game_key"].as_str().expect("a key"));
            assert_eq!(seed_commitment(&seed).to_string(), case["seed_commitment"].as_str().expect("a hash"));
        }
    }

    #[test]
    fn a_bound_of_nothing_draws_nothing() {
        let mut draws = Draws::new(GameKey::new([0; 32]), 0);
        assert_eq!(draws.below(0), 0);
        assert_eq!(draws.word(), 0xade0_b876, "the first word is still to come");
    }

    /// The first word of the all-zero key is 0xade0b876. With it as the bound, which is more than half of 2^32, it is itself
    /// the first that is passed over; the second word, 0x903df1a0, is the answer.
    #[test]
    fn a_word_at_the_limit_is_passed_over() {
        let mut draws = Draws::new(GameKey::new([0; 32]), 0);
        assert_eq!(draws.below(0xade0_b876), 0x903d_f1a0);
    }

    #[test]
    fn a_die_shows_one_to_six() {
        let mut draws = Draws::new(GameKey::new([7; 32]), 3);
        let mut seen = [0_u32; 7];
        (0..600).for_each(|_| seen[usize::from(draws.die())] += 1);
        assert_eq!(seen[0], 0);
        assert!(seen[1..].iter().all(|count| *count > 60), "{seen:?}");
    }
}
