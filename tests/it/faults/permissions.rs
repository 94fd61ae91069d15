//! Files and directories that may not be written to.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::binary::{Ended, PANDECT, command, finish, pandect};
use crate::game::Game;
use crate::server::Server;

/// A directory with a database, and whoever has no more rights than the modes of the files say.
struct Place {
    directory: TempDir,
    program: PathBuf,
}

impl Place {
    fn new() -> Self {
        let mut server = Server::start();
        Game::over(&server);
        server.stop();
        let directory = tempfile::tempdir().expect("a directory");
        let place = Self { program: directory.path().join("pandect"), directory };
        fs::create_dir(place.inside("data")).expect("a directory");
        fs::copy(server.database(), place.database()).expect("a copy");
        // Nobody may be let into the directory that the program was built in.
        fs::copy(PANDECT, &place.program).expect("a copy");
        place.modes(0o777, 0o666);
        fs::set_permissions(place.directory.path(), Permissions::from_mode(0o755)).expect("a mode");
        place
    }

    fn inside(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn database(&self) -> PathBuf {
        self.inside("data/pandect.db")
    }

    fn modes(&self, directory: u32, file: u32) {
        fs::set_permissions(self.database(), Permissions::from_mode(file)).expect("a mode");
        fs::set_permissions(self.inside("data"), Permissions::from_mode(directory)).expect("a mode");
    }

    /// Runs the program as somebody whom modes bind: root is not.
    fn run(&self, arguments: &[&str]) -> Ended {
        let root = self.directory.path().metadata().expect("metadata").uid() == 0;
        let mut run: Command = if root {
            let mut run = command("setpriv");
            run.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(&self.program);
            run
        } else {
            command(self.program.to_str().expect("a path"))
        };
        finish(run.current_dir("/").args(arguments))
    }

    fn serve(&self) -> Ended {
        let (database, key) = (self.database(), self.inside("pandect.key"));
        if !key.exists() {
            assert_eq!(pandect(&["key", "new", "--out", text(&key)]).code, 0);
            fs::set_permissions(&key, Permissions::from_mode(0o644)).expect("a mode");
        }
        let files = ["--database", text(&database), "--key-file", text(&key)];
        self.run(&[&["serve", "--address", "127.0.0.1:0"], &files[..]].concat())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.modes(0o777, 0o666);
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

#[test]
fn a_database_that_may_not_be_written_to_is_refused_with_what_to_do() {
    let place = Place::new();
    for (directory, file, words) in [
        (0o555, 0o666, "pandect.db.lock cannot be written (Permission denied"),
        (0o777, 0o444, "the file cannot be written to; let the user that runs the server write to it"),
        (0o777, 0o000, "check its permissions"),
    ] {
        place.modes(directory, file);
        let refused = place.serve();
        assert_eq!(refused.code, 1, "{refused:?}");
        assert!(refused.err.contains("cannot be used as the database"), "{refused:?}");
        assert!(refused.err.contains(words), "{refused:?}");
        let _ = fs::remove_file(place.inside("data/pandect.db.lock"));
    }
}

#[test]
fn a_database_that_may_only_be_read_is_checked_and_backed_up() {
    let place = Place::new();
    place.modes(0o555, 0o444);
    let checked = place.run(&["check", text(&place.database())]);
    assert_eq!(checked.code, 0, "{checked:?}");
    assert!(checked.out.contains("1 verified, with"), "{checked:?}");
    let refused = place.run(&["backup", text(&place.inside("data/copy.db")), "--database", text(&place.database())]);
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.err.contains("no backup can be written to") && refused.err.contains("Permission denied"));
    fs::create_dir(place.inside("backups")).expect("a directory");
    fs::set_permissions(place.inside("backups"), Permissions::from_mode(0o777)).expect("a mode");
    let copy = place.inside("backups/copy.db");
    let copied = place.run(&["backup", text(&copy), "--database", text(&place.database())]);
    assert_eq!(copied.code, 0, "{copied:?}");
    assert_eq!(place.run(&["check", text(&copy)]).code, 0);
}
