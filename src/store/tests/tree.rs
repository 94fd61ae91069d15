//! The tree: what becomes a leaf and when, and that proofs read from the disk hold.

use super::*;
use crate::kernel::tree::{Leaf, consistent, included};

fn size(store: &Store) -> u64 {
    store.tree(|tree| tree.root(tree.size()?)).expect("a root").size
}

fn leaves(store: &Store) -> Vec<StoredLeaf> {
    store.tree(|tree| tree.leaves(0, u64::MAX)).expect("leaves")
}

/// A game that is over after its second event.
fn over(store: &Store, number: u128) -> Log {
    let mut log = created(store, number);
    wait(store.append(concluding(log.moved(0, "1")))).expect("appended");
    log
}

fn leaf(leaf_index: u64, log: Log) -> StoredLeaf {
    StoredLeaf { leaf_index, leaf: Leaf::new(log.kind, log.id, log.head.expect("an event")) }
}

#[test]
fn a_game_becomes_a_leaf_when_it_is_concluded_and_not_before() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = created(&store, 1);
    wait(store.append(log.moved(0, "1"))).expect("appended");
    assert_eq!((size(&store), leaves(&store)), (0, Vec::new()));
    wait(store.append(concluding(log.moved(1, "2")))).expect("appended");
    assert_eq!((size(&store), leaves(&store)), (1, vec![leaf(0, log)]));
    assert_eq!(store.tree(|tree| tree.leaf(log.id)), Ok(Some(leaf(0, log))));
    assert_eq!(store.tree(|tree| tree.leaf(Uuid::nil())), Ok(None));
}

#[test]
fn a_game_that_is_over_as_soon_as_it_is_dealt_is_a_leaf_at_once() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = Log::new(1);
    let outcome = Some("[0]".into());
    let adjudicated = Creation { status: Status::Adjudicated, outcome, receipt: Some(signed()), ..log.created() };
    wait(store.create(adjudicated)).expect("created");
    assert_eq!(leaves(&store), [leaf(0, log)]);
}

#[test]
fn leaves_stand_in_the_order_in_which_the_games_ended() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let [mut first, mut second] = [1, 2].map(|number| created(&store, number));
    wait(store.append(concluding(second.moved(0, "1")))).expect("appended");
    wait(store.append(concluding(first.moved(0, "1")))).expect("appended");
    assert_eq!(leaves(&store), [leaf(0, second), leaf(1, first)]);
    drop(store);
    assert_eq!(leaves(&scratch.open()), [leaf(0, second), leaf(1, first)]);
}

#[test]
fn an_event_that_is_refused_leaves_nothing_in_the_tree() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = created(&store, 1);
    let stale = concluding(log.moved(0, "1"));
    let mut log = Log { head: None, ..log };
    log.created();
    let held = hold(&store);
    let first = append_soon(&store, log.moved(0, "other"));
    let second = append_soon(&store, stale);
    drop(held);
    assert_eq!(answered(first), Ok(()));
    assert!(matches!(answered(second), Err(StoreError::Conflict { .. })));
    assert_eq!(size(&store), 0);
}

#[test]
fn an_event_whose_leaf_is_refused_is_not_appended() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = created(&store, 1);
    let row = "INSERT INTO leaves VALUES (0, 'game', (SELECT id FROM games), 1, zeroblob(32))";
    scratch.raw().execute_batch(row).expect("as another tool can");
    let refused = wait(store.append(concluding(log.moved(0, "1"))));
    assert!(matches!(refused, Err(StoreError::Corrupt { .. })), "{refused:?}");
    assert_eq!(indexes(&store, log), [0]);
    let status = store.game(log.id).expect("reads").expect("the game").status;
    assert_eq!(status, Status::Running);
}

#[test]
fn a_concluded_log_does_not_go_on() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = over(&store, 1);
    let more = wait(store.append(concluding(log.moved(1, "2"))));
    assert!(matches!(more, Err(StoreError::Refused(_))), "{more:?}");
    assert_eq!((indexes(&store, log), size(&store)), (vec![0, 1], 1));
}

#[test]
fn every_proof_that_is_read_from_the_disk_holds() {
    const GAMES: u64 = 19;
    let scratch = Scratch::new();
    let store = scratch.open();
    for number in 0..GAMES {
        over(&store, u128::from(number));
    }
    let leaves = leaves(&store);
    let root = |size| store.tree(|tree| tree.root(size)).expect("a root");
    for size in 0..=GAMES {
        for StoredLeaf { leaf_index, leaf } in leaves.iter().filter(|leaf| leaf.leaf_index < size) {
            let hashes = store.tree(|tree| tree.inclusion(*leaf_index, size)).expect("a proof");
            let leaf = leaf.hash().expect("canonical");
            assert_eq!(included(leaf, *leaf_index, size, &hashes), Some(root(size).hash), "{leaf_index} of {size}");
        }
        for old in 0..=size {
            let hashes = store.tree(|tree| tree.consistency(old, size)).expect("a proof");
            let roots = Some((root(old).hash, root(size).hash));
            assert_eq!(consistent(root(old), root(size), &hashes), roots, "{old} of {size}");
        }
    }
}

#[test]
fn a_tree_that_was_cut_on_disk_is_corrupt() {
    let scratch = Scratch::new();
    let store = scratch.open();
    for number in 0..3 {
        over(&store, number);
    }
    let raw = scratch.raw();
    tamper::lift_triggers(&raw);
    raw.execute_batch("DELETE FROM subtrees WHERE level = 1").expect("deleted");
    let place = "subtree 0 of level 1".to_string();
    let corrupt = Err(StoreError::Corrupt { what: "it is missing".into(), place });
    assert_eq!(store.tree(|tree| tree.root(3)), corrupt);
}
