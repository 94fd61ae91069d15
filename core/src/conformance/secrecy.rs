//! Kind 4: what a viewer sees, may play, is refused and hears is a function of what it may know.
//!
//! Two states that differ only in what a viewer must not know look the same to it, list the same moves and refuse the
//! same ones. When they differ only in what it must not know even after a move, that move sounds the same to it, and
//! both look the same afterwards: nothing is told, and nothing shown, beyond what the rules reveal. Equal values have
//! equal bytes, so values are compared.

use super::floors::Floors;
use super::openness;
use super::specimen::Specimen;
use super::walk::{Chance, Played, pool};
use crate::kernel::{GameKey, Illegal, Seat, Table, Told, Viewer};

/// How many moves are played on each pair of states, and how many of the pool are tried.
const PLAYED: usize = 2;
const TRIED: usize = 12;

/// How often a state is shuffled until it differs: one of two hidden cards is the same every other time.
const SHUFFLES: usize = 4;

/// Fails where anything that a viewer sees, may play, is refused or hears depends on what it must not know.
///
/// Some of the looks at a state have to have a twin that differs ([`Floors::twins`]). Where nothing is ever hidden
/// ([`Specimen::OPEN`]), fails where anything is.
pub fn check<R: Specimen>() {
    if R::OPEN { openness::check::<R>() } else { nothing_is_told::<R>() }
}

fn nothing_is_told<R: Specimen>() {
    let pool = pool::<R>();
    let (mut looks, mut differing, mut floors) = (0, 0, Floors::default());
    for played in Played::<R>::all() {
        floors.add(&played);
        let mut chance = Chance::new(played.case.seed);
        let viewers: Vec<Viewer> = Seat::all(played.case.seats).map(Viewer::Seat).chain([Viewer::Spectator]).collect();
        for (here, state) in played.states() {
            for viewer in &viewers {
                let look = Look::<R> { here: format!("{here}, {viewer:?}"), viewer: *viewer, state };
                let twin = look.twin(None, &mut chance);
                looks += 1;
                differing += usize::from(&twin != state);
                look.shows_the_same(&twin);
                look.refuses_the_same(&twin, &pool, &mut chance);
                look.sounds_the_same(&mut chance);
            }
        }
    }
    let (name, twins) = (R::NAME, floors.twins());
    assert!(looks >= floors.looks, "{name}: only {looks} looks at a state, not {}", floors.looks);
    assert!(
        differing >= twins,
        "{name}: of {looks} states only {differing} differed from their twins, not {twins}; little is hidden"
    );
}

/// A viewer who looks at a state.
struct Look<'a, R: Specimen> {
    here: String,
    viewer: Viewer,
    state: &'a R::State,
}

impl<R: Specimen> Look<'_, R> {
    /// A state that differs only in what the viewer must not know, even after the move that is coming.
    fn twin(&self, before: Option<&R::Move>, chance: &mut Chance) -> R::State {
        let mut twin = self.state.clone();
        for _ in 0..SHUFFLES {
            R::shuffle_hidden(&mut twin, self.viewer, before, &mut |bound| chance.below(bound));
            if twin != *self.state {
                break;
            }
        }
        twin
    }

    fn shows_the_same(&self, twin: &R::State) {
        let Self { here, viewer, state } = self;
        assert_eq!(R::view(state, *viewer), R::view(twin, *viewer), "{here}: the view");
        assert_eq!(R::awaiting(state), R::awaiting(twin), "{here}: who is awaited");
        assert_eq!(R::outcome(state), R::outcome(twin), "{here}: the outcome");
        if let Viewer::Seat(seat) = viewer {
            assert_eq!(R::legal(state, *seat), R::legal(twin, *seat), "{here}: the legal moves");
        }
    }

    /// A refusal is told to the mover alone.
    fn refuses_the_same(&self, twin: &R::State, pool: &[R::Move], chance: &mut Chance) {
        let mover = R::awaiting(self.state).iter().find(|seat| self.viewer == Viewer::Seat(*seat));
        let Some(seat) = mover else { return };
        for mv in chance.picks(pool, TRIED) {
            let refusal = |state| play::<R>(state, seat, mv).err();
            assert_eq!(refusal(self.state), refusal(twin), "{}: the refusal of {mv:?}", self.here);
        }
    }

    fn sounds_the_same(&self, chance: &mut Chance) {
        for seat in R::awaiting(self.state).iter() {
            let legal = R::legal(self.state, seat);
            for mv in chance.picks(&legal, PLAYED) {
                let twin = self.twin(Some(mv), chance);
                self.sounds_the_same_after(seat, mv, &twin);
            }
        }
    }

    fn sounds_the_same_after(&self, seat: Seat, mv: &R::Move, twin: &R::State) {
        let Self { here, viewer, state } = self;
        let (state, told) = play::<R>(state, seat, mv).unwrap_or_else(|illegal| panic!("{here}: {mv:?}: {illegal}"));
        let Ok((twin, echo)) = play::<R>(twin, seat, mv) else {
            // Another seat's move may name what this viewer must not know, and then the twin may not have it.
            return assert_ne!(
                *viewer,
                Viewer::Seat(seat),
                "{here}: {mv:?} is legal in one of two states that look alike"
            );
        };
        assert_eq!(told.heard_by(*viewer), echo.heard_by(*viewer), "{here}: the effects of {mv:?}");
        assert_eq!(told.concealed, echo.concealed, "{here}: whether {mv:?} is concealed");
        assert_eq!(R::view(&state, *viewer), R::view(&twin, *viewer), "{here}: the view after {mv:?}");
    }
}

/// The move on a copy, with draws that are the same for every state.
fn play<R: Specimen>(state: &R::State, seat: Seat, mv: &R::Move) -> Result<(R::State, Told<R::Effect>), Illegal> {
    let mut after = state.clone();
    let mut table = Table::at(GameKey::new([0; 32]), 1);
    R::play(&mut after, seat, mv, &mut table)?;
    Ok((after, table.close()))
}
