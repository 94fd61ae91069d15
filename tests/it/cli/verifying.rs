//! `verify` and `replay`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::binary::{Ended, pandect, pandect_reading};

const SEED: &str = "0202020202020202020202020202020202020202020202020202020202020202";

/// One bundle of a concluded game in a directory of its own.
struct Played {
    directory: TempDir,
    bundle: Value,
    key: String,
}

impl Played {
    fn new() -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let out = directory.path().to_str().expect("a path in UTF-8");
        let played = pandect(&["play", "--ruleset", "red-panda", "--seats", "3", "--seed", SEED, "--out", out]);
        assert_eq!(played.code, 0, "{}", played.err);
        let text = fs::read(directory.path().join("red-panda-0000.pandect.json")).expect("a bundle");
        let bundle: Value = serde_json::from_slice(&text).expect("JSON");
        let key = bundle["public_key"].as_str().expect("a key").to_owned();
        Self { directory, bundle, key }
    }

    fn events(&self) -> usize {
        self.bundle["events"].as_array().expect("events").len()
    }

    fn path(&self) -> PathBuf {
        self.directory.path().join("red-panda-0000.pandect.json")
    }

    /// Writes a changed copy.
    fn changed(&self, name: &str, change: impl FnOnce(&mut Value)) -> PathBuf {
        let mut bundle = self.bundle.clone();
        change(&mut bundle);
        let path = self.directory.path().join(name);
        fs::write(&path, bundle.to_string()).expect("a file");
        path
    }

    /// The bundle as it was served while the game ran: no seed, no state salt, no outcome. Its receipt is of a later
    /// event, as when somebody makes a whole game look like a running one.
    fn running(&self) -> PathBuf {
        self.changed("running.json", |bundle| {
            bundle["server_seed"] = Value::Null;
            bundle["outcome"] = Value::Null;
            for event in bundle["events"].as_array_mut().expect("events") {
                event["state_salt"] = Value::Null;
            }
        })
    }
}

fn verify(arguments: &[&str], path: &Path) -> Ended {
    pandect(&[&["verify"], arguments, &[path.to_str().expect("a path in UTF-8")]].concat())
}

fn replay(arguments: &[&str], path: &Path) -> Ended {
    pandect(&[&["replay"], arguments, &[path.to_str().expect("a path in UTF-8")]].concat())
}

#[test]
fn a_good_bundle_is_verified_level_by_level() {
    let played = Played::new();
    let verified = verify(&["--key", &played.key], &played.path());
    assert_eq!(verified.code, 0, "{verified:?}");
    for level in ["format", "chain", "commitments", "seed", "rules", "states", "outcome", "signature"] {
        assert!(verified.out.contains(&format!("  ✓ {level} ")), "{level}: {}", verified.out);
    }
    assert!(verified.out.contains("the key you trust"), "{}", verified.out);
    assert!(!verified.out.contains('\x1b'), "colours are for terminals only");
}

#[test]
fn each_way_of_tampering_fails_with_its_name_and_place() {
    let played = Played::new();
    let last = played.events() - 1;
    let check = |name: &str, change: &dyn Fn(&mut Value)| {
        let found = verify(&[], &played.changed("changed.json", change));
        assert_eq!(found.code, 1, "{name}: {found:?}");
        assert!(found.out.contains(name), "{name}: {}", found.out);
    };
    let rearrange = |name: &str, change: &dyn Fn(&mut Vec<Value>)| {
        check(name, &|bundle| change(bundle["events"].as_array_mut().expect("events")));
    };
    check("edited at event 3", &|bundle| bundle["events"][3]["record"]["seat"] = json!(9));
    check("edited at event 3", &|bundle| bundle["events"][3]["payload"]["move"] = json!({"type": "pass"}));
    rearrange("removed at event 4", &|events| drop(events.remove(4)));
    rearrange("inserted at event 4", &|events| events.insert(4, events[4].clone()));
    rearrange("reordered at event 4", &|events| events.swap(4, 5));
    rearrange(&format!("truncated at event {last}"), &|events| drop(events.pop()));
    check("wrong seed at event 0", &|bundle| bundle["server_seed"] = json!(SEED));
    check("wrong outcome", &|bundle| bundle["outcome"]["scores"] = json!([7, 7, 7]));
    check("wrong signature", &|bundle| {
        let receipt = bundle["receipt"].as_str().expect("a receipt").replace(&format!("\n{last}\n"), "\n1\n");
        bundle["receipt"] = json!(receipt);
    });
}

#[test]
fn another_key_than_the_trusted_one_fails() {
    let played = Played::new();
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("key");
    let made = pandect(&["key", "new", "--out", file.to_str().expect("a path in UTF-8")]);
    let key = made.out.lines().find_map(|line| line.strip_prefix("public key  ")).expect("a key");
    let found = verify(&["--key", key], &played.path());
    assert_eq!(found.code, 1, "{found:?}");
    assert!(found.out.contains("wrong key"), "{}", found.out);
}

#[test]
fn what_is_no_bundle_is_unreadable_and_outweighs_everything_else() {
    let played = Played::new();
    let text = fs::read(played.path()).expect("a bundle");
    for input in [&text[..text.len() / 2], b"{}", b"", b"[1]", &[0xff, 0xfe], "[".repeat(100_000).as_bytes()] {
        let found = pandect_reading(&["verify", "-"], input);
        assert_eq!(found.code, 2, "{found:?}");
        assert!(found.out.contains("unreadable"), "{found:?}");
    }
    let unknown = played.changed("unknown.json", |bundle| bundle["format"] = json!("pandect-reply/2"));
    assert_eq!(verify(&[], &unknown).code, 2);
    let failing = played.changed("failing.json", |bundle| bundle["outcome"]["reason"]["type"] = json!("bribery"));
    let [good, failing] = [played.path(), failing].map(|path| path.to_str().expect("a path in UTF-8").to_owned());
    let missing = format!("{good}.missing");
    let many = |files: &[&str]| pandect(&[&["verify"], files].concat());
    assert_eq!(many(&[&good, &good]).code, 0);
    assert_eq!(many(&[&good, &failing, &good]).code, 1);
    let all = many(&[&missing, &failing, &good]);
    assert_eq!(all.code, 2);
    assert!(all.out.ends_with("3 files: 1 verified, 1 failed, 1 unreadable\n"), "{}", all.out);
    let quiet = many(&["--quiet", &good, &good]);
    assert_eq!(quiet.out, "2 files: 2 verified\n");
}

#[test]
fn a_running_game_is_not_verified_unless_it_is_asked_for() {
    let played = Played::new();
    let running = played.running();
    let found = verify(&[], &running);
    assert_eq!(found.code, 1, "{found:?}");
    assert!(found.out.contains("incomplete") && found.out.contains("still running"), "{}", found.out);
    assert_eq!(verify(&["--running"], &running).code, 0);
    let failing = played.changed("failing.json", |bundle| bundle["outcome"]["reason"]["type"] = json!("bribery"));
    assert_eq!(verify(&["--running"], &failing).code, 1, "what is wrong stays wrong");
}

#[test]
fn programs_read_one_object_a_line() {
    let played = Played::new();
    let path = played.path();
    let path = path.to_str().expect("a path in UTF-8");
    let ended = pandect(&["verify", "--json", path, "nowhere.json"]);
    assert_eq!(ended.code, 2);
    let lines: Vec<Value> =
        ended.out.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect();
    assert_eq!((lines.len(), &lines[0]["verdict"], &lines[1]["verdict"]), (2, &json!("verified"), &json!("failed")));
    assert_eq!(lines[0]["file"], path);
    assert_eq!(lines[0]["levels"].as_array().map(Vec::len), Some(8));
}

#[test]
fn a_file_cannot_steer_the_terminal() {
    let played = Played::new();
    let painted = played.changed("painted.json", |bundle| {
        bundle["outcome"]["reason"]["type"] = json!("\u{1b}[2Jverified");
        bundle["events"][0]["texts"][0]["text"] = json!("\u{1b}[31mAda");
    });
    for ended in [verify(&[], &painted), replay(&[], &painted)] {
        assert!(!ended.out.contains('\x1b') && !ended.err.contains('\x1b'), "{ended:?}");
    }
}

#[test]
fn a_replay_shows_what_happened_and_what_each_viewer_could_see() {
    let played = Played::new();
    let at = |viewer: &str| {
        let shown = replay(&["--at", "7", "--as", viewer], &played.path());
        assert_eq!((shown.code, shown.err.as_str()), (0, ""), "{shown:?}");
        shown.out
    };
    let (full, spectator, seat) = (at("full"), at("spectator"), at("1"));
    for shown in [&full, &spectator, &seat] {
        assert!(shown.contains(&format!("event 7 of {}", played.events() - 1)), "{shown}");
        assert!(shown.contains("pagoda\n") && shown.contains("\nawaited: seat "), "{shown}");
    }
    assert!(full.contains("depth 0"), "the full view knows the decks: {full}");
    assert!(!spectator.contains("depth 0"), "a spectator does not: {spectator}");
    assert!(seat.contains("as seat 1 sees it"), "{seat}");
    let end = replay(&[], &played.path());
    assert!(end.out.contains("\nover: ") && end.out.contains("with everything open"), "{}", end.out);
    let start = replay(&["--at", "0"], &played.path());
    assert!(start.out.contains("the game is created") && start.out.contains("dealt"), "{}", start.out);
}

#[test]
fn a_replay_says_what_it_cannot_show() {
    let played = Played::new();
    let refused = |ended: Ended, code, words: &str| {
        assert_eq!((ended.code, ended.out.as_str()), (code, ""), "{ended:?}");
        assert!(ended.err.contains(words), "{ended:?}");
    };
    refused(replay(&[], &played.running()), 2, "still running");
    refused(replay(&["--at", "9999"], &played.path()), 1, "the log has no event 9999");
    refused(replay(&["--as", "3"], &played.path()), 1, "3 seats, from 0 to 2");
    refused(replay(&["--as", "nobody"], &played.path()), 2, "spectator");
    refused(replay(&[], Path::new("nowhere.json")), 2, "cannot be read");
    let illegal = played.changed("illegal.json", |bundle| {
        bundle["events"][3]["payload"]["move"] = json!({"type": "lay", "side": "speed"});
    });
    refused(replay(&[], &illegal), 2, "event 3 cannot be replayed");
    let edited = played.changed("edited.json", |bundle| bundle["outcome"]["reason"]["type"] = json!("bribery"));
    let shown = replay(&[], &edited);
    assert_eq!(shown.code, 0);
    assert!(shown.err.contains("does not verify"), "{shown:?}");
}
