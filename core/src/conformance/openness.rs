//! A ruleset that says it hides nothing ([`Specimen::OPEN`]) is held to it: without a draw every state follows from the moves, and
//! everybody hears and sees all of them.

use super::specimen::Specimen;
use super::walk::Played;
use crate::kernel::{GameKey, Seat, Table, Viewer};

/// Looks at every position of every game, and plays every legal move there.
pub(super) fn check<R: Specimen>() {
    for played in Played::<R>::all() {
        let (case, seats) = (&played.case, played.case.seats);
        let viewers: Vec<Viewer> = Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator]).collect();
        let mut table = laid::<R>();
        R::deal(&case.options, seats, &mut table).expect("it was dealt before");
        is_open::<R>(table, &viewers, &format!("{case}, the deal"));
        for (here, state) in played.states() {
            for viewer in &viewers {
                assert_eq!(R::view(state, *viewer), R::view(state, Viewer::Full), "{here}: what {viewer:?} sees");
            }
            for seat in R::awaiting(state).iter() {
                for mv in R::legal(state, seat) {
                    let mut table = laid::<R>();
                    let played = R::play(&mut state.clone(), seat, &mv, &mut table);
                    played.unwrap_or_else(|illegal| panic!("{here}: {mv:?}: {illegal}"));
                    is_open::<R>(table, &viewers, &format!("{here}, {mv:?}"));
                }
            }
        }
    }
}

fn laid<R: Specimen>() -> Table<R::Effect> {
    Table::at(GameKey::new([0; 32]), 1)
}

/// What happened at the table is a function of what everybody hears.
fn is_open<R: Specimen>(table: Table<R::Effect>, viewers: &[Viewer], here: &str) {
    assert!(!table.has_drawn(), "{here}: something is drawn, and nothing is hidden");
    let told = table.close();
    assert!(!told.concealed, "{here}: the event is concealed, and nothing is hidden");
    for viewer in viewers {
        assert_eq!(told.heard_by(*viewer), told.heard_by(Viewer::Full), "{here}: what {viewer:?} hears");
    }
}
