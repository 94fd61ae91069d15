//! Kind 2: the same seed and the same actions give the same bytes, in one go or in two.

use super::specimen::Specimen;
use super::walk::{Chance, Played, text};
use crate::kernel::Match;

/// How many cuts are tried on each game.
const CUTS: usize = 3;

/// Fails where a replay leads to another state than the game did, in one go, from any cut, or by way of JSON.
pub fn check<R: Specimen>() {
    for played in Played::<R>::all() {
        replays_to_the_same_states(&played);
        continues_from_any_cut(&played);
        reads_back_what_it_writes(&played);
    }
}

/// The positions were played on clones, one event each; a replay plays in place.
fn replays_to_the_same_states<R: Specimen>(played: &Played<R>) {
    let (mut game, _) = Match::<R>::open(played.opening.clone()).expect("it opened before");
    let mut actions = played.actions.iter();
    for (here, state) in played.states() {
        assert_eq!(game.state().map(text).as_deref(), Some(&*text(state)), "{here}");
        if let Some(action) = actions.next() {
            game.advance(action).unwrap_or_else(|refusal| panic!("{here}: {refusal}"));
        }
    }
}

fn continues_from_any_cut<R: Specimen>(played: &Played<R>) {
    let mut chance = Chance::new(played.case.seed);
    let whole = played.positions.last().and_then(Match::state).map(text);
    for _ in 0..CUTS {
        let cut = chance.below(u32::try_from(played.actions.len()).expect("few events")) as usize;
        let (before, after) = played.actions.split_at(cut);
        let here = played.at(cut);
        let mut game = Match::<R>::replay(played.opening.clone(), before.to_vec())
            .unwrap_or_else(|(index, refusal)| panic!("{here}: index {index}: {refusal}"));
        for action in after {
            game.advance(action).unwrap_or_else(|refusal| panic!("{here}: {refusal}"));
        }
        assert_eq!(game.state().map(text), whole, "{here}");
    }
}

fn reads_back_what_it_writes<R: Specimen>(played: &Played<R>) {
    for (here, state) in played.states() {
        let read: R::State = serde_json::from_str(&text(state)).unwrap_or_else(|error| panic!("{here}: {error}"));
        assert_eq!(&read, state, "{here}");
        // Plain JSON has its fields in another order than canonical JSON may have.
        let plain = serde_json::to_string(state).expect("it writes");
        assert_eq!(&serde_json::from_str::<R::State>(&plain).expect("it reads"), state, "{here}");
    }
    let options = serde_json::to_string(&played.opening.options).expect("it writes");
    assert_eq!(serde_json::from_str::<R::Options>(&options).expect("it reads"), played.opening.options, "{options}");
}
