//! `demo`, `play`, `key`, `openapi`, and the help.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;

use crate::binary::{Ended, PANDECT, command, pandect};

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

fn files(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(directory).expect("a directory");
    let mut files: Vec<_> = entries
        .map(|entry| {
            let path = entry.expect("an entry").path();
            (path.file_name().expect("a name").to_string_lossy().into_owned(), fs::read(&path).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn the_demo_succeeds_and_leaves_only_what_it_is_asked_to() {
    let directory = tempfile::tempdir().expect("a directory");
    let (temporary, kept) = (directory.path().join("temporary"), directory.path().join("kept"));
    fs::create_dir(&temporary).expect("a directory");
    let demo = |arguments: &[&str]| {
        let mut demo = command(PANDECT);
        let output = demo.arg("demo").args(arguments).env("TMPDIR", &temporary).output().expect("it runs");
        let out = String::from_utf8(output.stdout).expect("output in UTF-8");
        assert!(output.status.success(), "{out}\n{}", String::from_utf8_lossy(&output.stderr));
        out
    };
    let out = demo(&[]);
    for words in ["red-panda", "played", "replayed", "verified", "audited", "everything is as it should be"] {
        assert!(out.contains(words), "{words}: {out}");
    }
    assert!(files(&temporary).is_empty(), "a temporary directory is left behind");
    let out = demo(&["--keep", text(&kept)]);
    assert!(out.contains(&format!("pandect serve --database {}", kept.display())), "{out}");
    let verified = pandect(&["verify", text(&kept.join("red-panda.pandect.json"))]);
    assert_eq!(verified.code, 0, "{verified:?}");
}

fn play(out: &Path, more: &[&str]) -> Ended {
    pandect(&[&["play", "--ruleset", "red-panda", "--out", text(out)], more].concat())
}

#[test]
fn the_same_seed_plays_the_same_bytes() {
    let directory = tempfile::tempdir().expect("a directory");
    let [a, b, c] = ["a", "b", "c"].map(|name| directory.path().join(name));
    let seed = "01".repeat(32);
    let series = r#"{"series": {"wins": 2}}"#;
    let more = ["--seats", "4", "--games", "3", "--options", series, "--entropy", "--seed", &seed];
    assert_eq!(play(&a, &more).code, 0);
    assert_eq!(play(&b, &more).code, 0);
    assert_eq!(files(&a), files(&b));
    assert_eq!(files(&a).len(), 3);
    assert_ne!(files(&a)[0].1, files(&a)[1].1, "each game has a seed of its own");
    assert_eq!(play(&c, &["--games", "3", "--seed", &"02".repeat(32)]).code, 0);
    assert_ne!(files(&a), files(&c));

    let again = play(&a, &more);
    assert_eq!(again.code, 0, "the same bytes may be written again: {again:?}");
    let other = play(&a, &["--seed", &"02".repeat(32)]);
    assert_eq!(other.code, 1, "{other:?}");
    assert!(other.err.contains("holds something else"), "{other:?}");
    assert_eq!(files(&a), files(&b), "nothing was overwritten");
}

#[test]
fn a_drawn_seed_is_printed_so_that_the_games_can_be_played_again() {
    let directory = tempfile::tempdir().expect("a directory");
    let [a, b] = ["a", "b"].map(|name| directory.path().join(name));
    let drawn = play(&a, &[]);
    let seed = drawn.out.lines().find_map(|line| line.strip_prefix("seed    ")).expect("a seed");
    assert_eq!(play(&b, &["--seed", seed]).code, 0);
    assert_eq!(files(&a), files(&b));
}

#[test]
fn play_refuses_what_makes_no_game_and_leaves_nothing() {
    let directory = tempfile::tempdir().expect("a directory");
    let out = directory.path().join("out");
    let cases: [(&[&str], i32, &str); 5] = [
        (&["--seats", "7"], 1, "played by 2 to 6"),
        (&["--options", r#"{"colour": 1}"#], 1, "unknown field `colour`"),
        (&["--options", "{} {}"], 1, "no options of red-panda"),
        (&["--options", r#"{"series": {"wins": 200}}"#], 1, "RP-36"),
        (&["--seed", "123"], 2, "64 lower-case hex digits"),
    ];
    for (arguments, code, words) in cases {
        let refused = play(&out, arguments);
        assert_eq!(refused.code, code, "{refused:?}");
        assert!(refused.err.contains(words), "{refused:?}");
    }
    assert!(!out.exists());
}

#[test]
fn a_key_is_for_its_owner_and_never_overwritten() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("pandect.key");
    let new = || pandect(&["key", "new", "--name", "example.org", "--out", text(&path)]);
    let made = new();
    assert_eq!(made.code, 0, "{made:?}");
    assert!(made.out.contains("public key  example.org+"), "{made:?}");
    let mode = fs::metadata(&path).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let secret = fs::read_to_string(&path).expect("a key");
    assert!(!made.out.contains(secret.trim()), "the secret is not printed");
    let again = new();
    assert_eq!(again.code, 1, "{again:?}");
    assert!(again.err.contains("never overwritten"), "{again:?}");
    assert_eq!(fs::read_to_string(&path).expect("a key"), secret);
}

#[test]
fn the_help_lists_every_command_and_every_flag_says_when_to_use_it() {
    let help = pandect(&["--help"]);
    assert_eq!(help.code, 0);
    for name in ["demo", "serve", "backup", "check", "play", "verify", "replay", "openapi", "key"] {
        assert!(help.out.contains(&format!("\n  {name} ")), "{name}: {}", help.out);
        let own = pandect(&[name, "--help"]);
        assert_eq!(own.code, 0, "{own:?}");
        let lines: Vec<&str> = own.out.lines().collect();
        for pair in lines.windows(2).filter(|pair| pair[0].trim_start().starts_with("--")) {
            assert!(!pair[1].trim().is_empty(), "{name}: {} says nothing", pair[0].trim());
        }
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child =
        command(PANDECT).arg("openapi").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    let ended = child.wait_with_output().expect("it ends");
    assert!(ended.status.success() && ended.stderr.is_empty(), "{ended:?}");
}
