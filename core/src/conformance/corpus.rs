//! What the fuzz target `moves` has found worth keeping, played again. Its body stands beside the others, in `fuzz/`.

#[path = "../../../fuzz/bodies/json.rs"]
mod json;
#[path = "../../../fuzz/bodies/moves.rs"]
mod moves;
#[path = "../../../fuzz/bodies/replay.rs"]
mod replay;

#[test]
fn a_move_is_accepted_exactly_when_it_is_listed_whatever_was_played_before() {
    replay::corpus("moves", moves::run);
}
