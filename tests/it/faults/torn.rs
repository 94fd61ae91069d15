//! A write-ahead log that was cut or garbled: the database opens as it was after one of its commits, with everything that
//! was in the file itself, and a receipt tells what is gone.

use std::collections::BTreeMap;
use std::fs;

use pandect::app::Check;
use pandect::kernel::{Head, LogKind};
use pandect::store::{Inspection, StoreError, StoredEvent};
use uuid::Uuid;

use super::{Copy, wal};
use crate::binary::pandect;
use crate::game::Game;
use crate::server::Server;

type Heads = BTreeMap<Uuid, Vec<Head>>;

/// Every head that every game ever had.
fn heads(inspection: &Inspection) -> Result<Heads, StoreError> {
    let mut heads = Heads::new();
    for number in 1..=inspection.logs(LogKind::Game)? {
        let id = inspection.id(LogKind::Game, number)?.expect("a game");
        let game = inspection.game(id)?.expect("a game");
        heads.insert(id, game.stored.events.iter().map(StoredEvent::head).collect());
    }
    Ok(heads)
}

fn flaws(copy: &Copy) -> Vec<pandect::app::Flaw> {
    let check = Check::open(&copy.database(), 1).expect("a database");
    let mut flaws = [check.file(), check.schema(), check.tree().1].concat();
    for kind in LogKind::ALL {
        (1..=check.logs(kind).expect("a number")).for_each(|number| flaws.extend(check.log(kind, number).flaws));
    }
    flaws
}

/// What a server that was killed leaves behind: the file, and the log of what it does not have yet.
struct Killed {
    file: Vec<u8>,
    log: Vec<u8>,
    /// The heads that are in the file.
    before: Heads,
    /// All of them.
    after: Heads,
    /// A game that was played on until the server was killed, and the receipts of its moves.
    game: Game,
    receipts: Vec<String>,
}

fn killed() -> (Server, Killed) {
    let server = Server::start();
    let game = Game::at(&server, 3, "36", 2);
    Game::over(&server);
    let server = server.restart();
    let read = |server: &Server| heads(&Inspection::open(&server.database(), 1).expect("a database")).expect("heads");
    let before = read(&server);
    let accepted = game.play_until(&server, 12);
    Game::over(&server);
    let receipts = accepted.iter().map(|answer| answer["receipt"].as_str().expect("a receipt").into()).collect();
    let (database, after) = (server.database(), read(&server));
    let file = fs::read(&database).expect("a file");
    let log = fs::read(wal(&database)).expect("a log");
    (server, Killed { file, log, before, after, game, receipts })
}

/// That a torn log leads to a sound database as it was after some commit, and how many events that has.
fn assert_prefix(killed: &Killed, torn: &[u8], how: &str) -> usize {
    let copy = Copy::of(&killed.file);
    fs::write(wal(&copy.database()), torn).expect("a log");
    assert_eq!(flaws(&copy), [], "{how}");
    let found = heads(&Inspection::open(&copy.database(), 1).expect("a database")).expect("heads");
    for (id, before) in &killed.before {
        assert!(found[id].starts_with(before), "{how}: what was in the file is lost");
    }
    for (id, found) in &found {
        assert!(killed.after[id].starts_with(found), "{how}: game {id} is none that there was");
    }
    found.values().map(Vec::len).sum()
}

#[test]
fn a_torn_log_opens_as_it_was_after_a_commit() {
    let (_server, killed) = killed();
    let all = killed.after.values().map(Vec::len).sum::<usize>();
    assert_eq!(assert_prefix(&killed, &killed.log, "whole"), all);
    let (length, step) = (killed.log.len(), killed.log.len() / 40);
    let mut seen = Vec::new();
    for at in (0..length).step_by(step.max(1)) {
        seen.push(assert_prefix(&killed, &killed.log[..at], &format!("cut at {at} of {length}")));
    }
    assert!(seen.is_sorted(), "the more is left of the log, the more is there: {seen:?}");
    seen.dedup();
    assert!(seen.len() > 10 && seen[0] == killed.before.values().map(Vec::len).sum::<usize>(), "{seen:?}");
    for at in (step / 3..length).step_by(step.max(1)) {
        let mut torn = killed.log.clone();
        torn[at] ^= 0x40;
        assert_prefix(&killed, &torn, &format!("garbled at {at} of {length}"));
        torn[at..].fill(0);
        assert_prefix(&killed, &torn, &format!("zeros from {at} of {length}"));
    }
}

#[test]
fn a_server_goes_on_from_a_torn_log_and_a_receipt_tells_what_is_gone() {
    let (server, killed) = killed();
    let torn = &killed.log[..killed.log.len() / 8];
    let server = server.restart_after(|database| {
        fs::write(database, &killed.file).expect("a file");
        fs::write(wal(database), torn).expect("a log");
    });
    let game = &killed.game;
    let head = game.head(&server);
    assert!((2..12).contains(&head), "{head}");
    game.play_until(&server, head + 1);
    assert_eq!(pandect(&["check", server.database().to_str().expect("a path")]).code, 0);

    let directory = tempfile::tempdir().expect("a directory");
    let (bundle, receipts) = (directory.path().join("game.json"), directory.path().join("receipts"));
    fs::create_dir(&receipts).expect("a directory");
    fs::write(receipts.join("last.note"), killed.receipts.last().expect("a receipt")).expect("a file");
    fs::write(&bundle, server.spectator().get(&game.path("/bundle")).text()).expect("a file");
    let text = |path: &std::path::Path| path.to_str().expect("a path").to_owned();
    let verified = pandect(&["verify", &text(&bundle), "--running", "--receipts", &text(&receipts)]);
    assert_eq!(verified.code, 1, "{verified:?}");
    assert!(verified.out.contains("last.note proves that there was an event 12"), "{verified:?}");
    game.play_to_the_end(&server);
}
