//! Batches: neighbours, queues, failures, and callers that go away.

use std::sync::{Arc, Mutex};
use std::task::{Context, Waker};

use super::*;

/// Batches: their jobs, and whether they were committed.
type Noted = Arc<Mutex<Vec<(usize, bool)>>>;

/// A store that notes down its batches.
fn noting(scratch: &Scratch) -> (Store, Noted) {
    let batches = Noted::default();
    let noted = Arc::clone(&batches);
    let on_commit: OnCommit =
        Arc::new(move |batch| noted.lock().expect("no panic").push((batch.jobs, batch.committed)));
    let settings = Settings { on_commit: Some(on_commit), ..Settings::default() };
    (Store::open(&scratch.path(), settings).expect("opens"), batches)
}

#[test]
fn a_refused_write_leaves_its_neighbours_in_the_batch_committed() {
    let scratch = Scratch::new();
    let (store, batches) = noting(&scratch);
    let [mut first, mut second] = [1, 2].map(|number| created(&store, number));
    let mut late = first;
    let held = hold(&store);
    let answers = [
        append_soon(&store, first.moved(0, "1")),
        append_soon(&store, late.moved(1, "2")),
        append_soon(&store, Log::new(3).moved(0, "3")),
        append_soon(&store, second.moved(0, "4")),
        append_soon(&store, first.moved(0, "5")),
    ];
    drop(held);
    let refused = Err(StoreError::Conflict { log: first.id, index: 1 });
    assert_eq!(answers.map(answered), [Ok(()), refused, Err(StoreError::NoSuchGame(Log::new(3).id)), Ok(()), Ok(())]);
    assert_eq!(*batches.lock().expect("no panic"), [(1, true), (1, true), (1, true), (5, true)]);
    assert_eq!(indexes(&store, first), [0, 1, 2]);
    assert_eq!(indexes(&store, second), [0, 1]);
    assert_eq!(store.event(first.id, 1).expect("reads").expect("the event").payload, "1");
}

#[test]
fn a_batch_takes_no_more_than_the_settings_allow() {
    let scratch = Scratch::new();
    let settings = Settings { max_batch: 2, queue_capacity: 3, ..Settings::default() };
    let store = Store::open(&scratch.path(), settings).expect("opens");
    let mut log = created(&store, 1);
    let held = hold(&store);
    let answers = ["1", "2", "3"].map(|payload| append_soon(&store, log.moved(0, payload)));
    assert_eq!(wait(store.append(log.clone().moved(0, "4"))), Err(StoreError::Busy));
    drop(held);
    assert_eq!(answers.map(answered), [Ok(()), Ok(()), Ok(())]);
    wait(store.append(log.moved(0, "4"))).expect("there is room again");
}

#[test]
fn a_commit_that_fails_fails_its_whole_batch_and_the_writer_goes_on() {
    let scratch = Scratch::new();
    let (store, batches) = noting(&scratch);
    let mut log = created(&store, 1);
    let before = log;
    let held = hold(&store);
    let first = append_soon(&store, log.moved(0, "1"));
    // A reference into nothing that SQLite is told to look at only when it commits.
    let broken = ask(
        &store,
        Work::Tamper(Box::new(|connection| {
            let seat = "INSERT INTO seats VALUES (zeroblob(16), 0, NULL, NULL, zeroblob(32))";
            connection.execute_batch(&format!("PRAGMA defer_foreign_keys = on; {seat}")).expect("deferred");
        })),
    );
    let last = append_soon(&store, log.moved(0, "2"));
    drop(held);
    for answer in [first, broken, last] {
        let error = answered(answer).expect_err("the commit fails");
        assert!(matches!(&error, StoreError::Unavailable(why) if why.contains("FOREIGN KEY")), "{error}");
    }
    assert_eq!(batches.lock().expect("no panic").last(), Some(&(3, false)));
    assert_eq!(indexes(&store, log), [0]);
    log = before;
    wait(store.append(log.moved(0, "1"))).expect("the writer goes on");
}

#[test]
fn a_full_disk_loses_nothing_and_passes() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = created(&store, 1);
    // SQLite takes the pages there are as the least it can be held to.
    let pages = |most: u32| {
        answered(ask(
            &store,
            Work::Tamper(Box::new(move |connection| {
                connection.pragma_update(None, "max_page_count", most).expect("a limit");
            })),
        ))
    };
    pages(1).expect("set");
    let large = format!("{:?}", "x".repeat(100_000));
    let before = log;
    let held = hold(&store);
    let answers = [
        append_soon(&store, log.moved(0, "1")),
        append_soon(&store, log.moved(1, &large)),
        append_soon(&store, log.moved(0, "3")),
    ];
    drop(held);
    for answer in answers {
        let error = answered(answer).expect_err("the disk is full");
        assert!(matches!(&error, StoreError::Unavailable(why) if why.contains("full")), "{error}");
    }
    assert_eq!(indexes(&store, log), [0]);
    log = before;
    wait(store.append(log.moved(0, "1"))).expect("what fits is still written");
    pages(1_000_000).expect("space is back");
    wait(store.append(log.moved(1, &large))).expect("appended");
    assert_eq!(indexes(&store, log), [0, 1, 2]);
}

#[test]
fn a_caller_that_goes_away_is_committed_all_the_same() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = created(&store, 1);
    let held = hold(&store);
    {
        let mut waiting = Box::pin(store.append(log.moved(0, "1")));
        assert!(waiting.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    }
    drop(held);
    store.close().expect("closes");
    assert_eq!(indexes(&scratch.open(), log), [0, 1]);
}
