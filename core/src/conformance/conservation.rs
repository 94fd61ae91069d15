//! Kind 3: every component of the box is somewhere exactly once.

use super::specimen::Specimen;
use super::walk::Played;

/// Fails where a component of the box is missing, is somewhere twice, or was never in the box.
pub fn check<R: Specimen>() {
    for played in Played::<R>::all() {
        let contents = sorted(R::contents(&played.case.options, played.case.seats));
        for (here, state) in played.states() {
            assert_eq!(sorted(R::components(state)), contents, "{here}");
        }
    }
}

fn sorted(mut ids: Vec<String>) -> Vec<String> {
    ids.sort_unstable();
    ids
}
