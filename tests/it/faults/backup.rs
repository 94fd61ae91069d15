//! Backups: taken while a server writes, and played on.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use pandect::store::back_up;

use super::{World, checkpoint, told};
use crate::binary::{Ended, pandect};
use crate::game::Game;
use crate::server::Server;

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

fn backup(database: &Path, to: &Path) -> Ended {
    pandect(&["backup", text(to), "--database", text(database)])
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("a directory");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_restored_backup_has_every_head_and_the_root_and_goes_on() {
    let server = Server::start();
    let world = World::create(&server);
    let (before, root) = (told(&server), checkpoint(&server));
    let directory = tempfile::tempdir().expect("a directory");
    let copy = directory.path().join("copy of spring?.db");
    let made = backup(&server.database(), &copy);
    assert_eq!(made.code, 0, "{made:?}");
    for words in ["written", "games        11", "tournaments  2", "tree         6 leaves, root ", "the seeds", "key"] {
        assert!(made.out.contains(words), "{words}: {}", made.out);
    }
    assert_eq!(names(directory.path()), ["copy of spring?.db"], "nothing is left behind");
    assert_eq!(fs::metadata(&copy).expect("a file").permissions().mode() & 0o777, 0o600);

    // What is played after the backup is not in it.
    let running = &world.games[2];
    running.play_until(&server, 6);
    let server = server.restart_after(|database| {
        fs::copy(&copy, database).expect("restored");
    });
    assert_eq!((told(&server), checkpoint(&server)), (before, root));
    for game in &world.games {
        let audit = server.spectator().get(&game.path("/audit")).expect(200);
        assert_eq!(audit["findings"].as_array().map(Vec::len), Some(0), "{audit}");
    }
    running.play_to_the_end(&server);
    assert_eq!(server.spectator().get(&running.path("/audit")).expect(200)["verdict"], "verified");
}

#[test]
fn a_backup_is_consistent_and_comes_to_its_end_while_moves_are_played() {
    let server = Server::start();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let players: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let mut heads = Vec::new();
                    while !over.load(Ordering::Relaxed) {
                        let game = Game::over(&server);
                        heads.push((game.id.clone(), game.head(&server)));
                    }
                    heads
                })
            })
            .collect();
        let directory = tempfile::tempdir().expect("a directory");
        for number in 0..5 {
            let first = Game::over(&server);
            let copy = directory.path().join(format!("{number}.db"));
            let contents = back_up(&server.database(), &copy, |_| {}).expect("a backup");
            assert!(contents.games > number && contents.root.size > number, "{contents:?}");
            let checked = pandect(&["check", text(&copy)]);
            assert_eq!(checked.code, 0, "{checked:?}");
            let raw = rusqlite::Connection::open(&copy).expect("a database");
            let sql = "SELECT count(*) FROM leaves WHERE lower(hex(id)) = ?1";
            let leaves: i64 = raw.query_row(sql, [first.id.replace('-', "")], |row| row.get(0)).expect("a count");
            assert_eq!(leaves, 1, "what was answered before the backup began is in it");
        }
        over.store(true, Ordering::Relaxed);
        let played: usize = players.into_iter().map(|player| player.join().expect("a player").len()).sum();
        assert!(played > 0, "the server went on");
    });
    server.assert_it_never_failed();
}

#[test]
fn a_backup_overwrites_nothing_and_leaves_nothing_half_done() {
    let server = Server::start();
    Game::new(&server, 2, "00");
    let directory = tempfile::tempdir().expect("a directory");
    let inside = |name: &str| directory.path().join(name);
    fs::write(inside("kept.db"), "kept").expect("a file");
    std::os::unix::fs::symlink(inside("nowhere"), inside("link.db")).expect("a link");
    for (name, words) in [
        ("kept.db", "it is there already, and a backup is never overwritten; name another file"),
        ("link.db", "it is there already"),
        ("none/copy.db", "No such file or directory"),
    ] {
        let refused = backup(&server.database(), &inside(name));
        assert_eq!(refused.code, 1, "{refused:?}");
        assert!(refused.err.contains(words) && refused.err.contains(name), "{refused:?}");
    }
    for (name, words) in [("gone.db", "there is no such file"), ("kept.db", "it is not a database")] {
        let refused = backup(&inside(name), &inside("copy.db"));
        assert_eq!(refused.code, 1, "{refused:?}");
        assert!(refused.err.contains(words), "{refused:?}");
    }
    fs::write(inside("half.db"), &fs::read(server.database()).expect("a file")[..50]).expect("a file");
    assert_eq!(backup(&inside("half.db"), &inside("copy.db")).code, 1);
    assert_eq!(fs::read_to_string(inside("kept.db")).expect("a file"), "kept");
    assert_eq!(names(directory.path()), ["half.db", "kept.db", "link.db"]);
}
