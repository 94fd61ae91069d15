//! What was answered is on disk.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use super::*;

const DATABASE: &str = "PANDECT_TEST_APPEND";

#[test]
fn what_was_answered_outlives_a_store_that_was_not_closed() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = created(&store, 1);
    for payload in ["1", "2", "3"] {
        wait(store.append(log.moved(0, payload))).expect("appended");
    }
    // Its thread and its connections stay as they are: the copy is what a crash leaves behind.
    let after = Scratch::new();
    for suffix in ["", "-wal"] {
        let file = |scratch: &Scratch| scratch.directory.path().join(format!("games.db{suffix}"));
        std::fs::copy(file(&scratch), file(&after)).expect("copied");
    }
    assert_eq!(indexes(&after.open(), log), [0, 1, 2, 3]);
    drop(store);
    assert_eq!(indexes(&scratch.open(), log), [0, 1, 2, 3]);
}

/// Run by the test below in a process of its own.
#[test]
fn another_process_appends_until_it_is_killed() {
    let Ok(path) = std::env::var(DATABASE) else { return };
    let store = Store::open(Path::new(&path), Settings::default()).expect("opens");
    let mut log = created(&store, 1);
    loop {
        let answers: Vec<_> = (0..8).map(|_| log.moved(0, "1")).map(|append| append_soon(&store, append)).collect();
        answers.into_iter().for_each(|answer| answered(answer).expect("appended"));
        let index = log.head.expect("a head").index;
        // Not `println!`, which the test harness would keep for itself.
        writeln!(std::io::stdout(), "answered {index}").expect("the parent reads");
    }
}

#[test]
fn what_was_answered_outlives_a_killed_process() {
    let scratch = Scratch::new();
    let test = "store::tests::durability::another_process_appends_until_it_is_killed";
    let mut child = Command::new(std::env::current_exe().expect("this binary"))
        .args(["--exact", test, "--nocapture"])
        .env(DATABASE, scratch.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("runs");
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut answered = 0;
    let mut killed = false;
    for line in lines.map_while(Result::ok) {
        let Some(index) = line.rsplit_once("answered ").and_then(|(_, index)| index.parse().ok()) else { continue };
        answered = index;
        if answered >= 400 && !killed {
            child.kill().expect("killed");
            killed = true;
        }
    }
    child.wait().expect("it is gone");
    assert!(killed, "it stopped by itself after {answered}");
    let found = indexes(&scratch.open(), Log::new(1));
    assert!(found.len() as u64 > answered, "{answered} was answered, {} are there", found.len());
    assert!(found.iter().copied().eq(0..found.len() as u64), "in order and without a gap");
}

#[test]
fn the_write_ahead_log_does_not_grow_as_long_as_writes_go_on() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = created(&store, 1);
    let large = format!("{:?}", "x".repeat(200_000));
    for _ in 0..500 {
        wait(store.append(log.moved(0, &large))).expect("appended");
    }
    let size = |suffix: &str| {
        let file = scratch.directory.path().join(format!("games.db{suffix}"));
        std::fs::metadata(file).expect("a file").len() / 1_000_000
    };
    assert!(size("-wal") < 60, "100 MB were written, and {} MB are in the write-ahead log", size("-wal"));
    assert!(size("") > 40, "{} MB are in the database file", size(""));
    assert_eq!(indexes(&store, log).len(), 501);
}
