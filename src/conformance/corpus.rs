//! What the fuzz target `moves` has found worth keeping, played again. Its body stands beside the others, in `fuzz/`.

#[path = "../../fuzz/bodies/corpus.rs"]
mod corpus;
#[path = "../../fuzz/bodies/json.rs"]
mod json;
#[path = "../../fuzz/bodies/moves.rs"]
mod moves;

#[test]
fn a_move_is_accepted_exactly_when_it_is_listed_whatever_was_played_before() {
    corpus::replay("moves", moves::run);
}
