//! `verify` with what an auditor kept: an operator who goes back to a copy of the database and plays on another way is
//! found by receipts, proofs and checkpoints, and by nothing else.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::binary::{Ended, pandect};
use crate::game::Game;
use crate::server::Server;

/// The game is the same in both histories up to this event.
const COMMON: u64 = 4;

/// Two histories of one game, each signed by the same server, and what was fetched from each.
struct Histories {
    directory: TempDir,
    key: String,
}

impl Histories {
    fn new() -> Self {
        let server = Server::start();
        let keys = server.spectator().get("/v1/keys").expect(200);
        let key = keys["keys"][0]["public_key"].as_str().expect("a key").into();
        let histories = Self { directory: tempfile::tempdir().expect("a directory"), key };
        histories.save("empty.note", server.spectator().get("/v1/log/checkpoint").text());
        let game = Game::at(&server, 3, "36", COMMON);
        histories.save("running.json", server.spectator().get(&game.path("/bundle")).text());
        let server = server.restart_after(|database| copy(database, &histories.path("copy")));

        let receipts = histories.path("receipts");
        fs::create_dir(&receipts).expect("a directory");
        for accepted in game.play_to_the_end(&server) {
            let index = accepted["event"]["record"]["index"].as_u64().expect("an index");
            let receipt = accepted["receipt"].as_str().expect("a receipt");
            histories.save(&format!("receipts/{index:0>3}.note"), receipt);
        }
        histories.fetch("first", &server, &game);
        let other = Game::over(&server);
        histories.fetch("other", &server, &other);

        let server = server.restart_after(|database| copy(&histories.path("copy"), database));
        let outcome = json!({ "outcome": { "ranking": [[2], [0, 1]], "scores": [0, 0, 1] }, "reason": "he pays" });
        server.organiser().post(&game.path("/adjudication"), &outcome).expect(201);
        histories.fetch("second", &server, &game);
        histories
    }

    /// The bundle, the proof of inclusion and the checkpoint, as they are now.
    fn fetch(&self, name: &str, server: &Server, game: &Game) {
        let get = |path: &str| server.spectator().get(path).text();
        self.save(&format!("{name}.json"), get(&game.path("/bundle")));
        self.save(&format!("{name}.proof.json"), get(&format!("/v1/log/inclusion?id={}", game.id)));
        self.save(&format!("{name}.note"), get("/v1/log/checkpoint"));
        self.save(&format!("{name}.since-0.json"), get("/v1/log/consistency?first=0"));
        if name == "other" {
            self.save("1-2.json", get("/v1/log/consistency?first=1&second=2"));
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn save(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).expect("a file");
    }

    /// Verifies with the trusted key; a word that names a file of these stands for its path.
    fn verify(&self, words: &[&str]) -> Ended {
        let path = |word: &&str| {
            let path = self.path(word);
            if path.exists() { path.to_str().expect("a path in UTF-8").to_owned() } else { (*word).into() }
        };
        let words: Vec<String> = words.iter().map(path).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        pandect(&[&["verify", "--key", &self.key], words.as_slice()].concat())
    }

    /// That the words make it fail with this line.
    #[track_caller]
    fn found(&self, words: &[&str], line: &str) {
        let ended = self.verify(words);
        assert_eq!(ended.code, 1, "{ended:?}");
        assert!(ended.out.contains(line), "{line}: {}", ended.out);
    }
}

fn copy(from: &Path, to: &Path) {
    fs::copy(from, to).expect("a copy");
}

fn edited(path: &Path, from: &str, to: &str) -> Vec<u8> {
    let text = fs::read_to_string(path).expect("a file");
    assert!(text.contains(from), "{text}");
    text.replacen(from, to, 1).into_bytes()
}

#[test]
fn what_was_kept_of_an_honest_game_adds_levels_that_pass() {
    let histories = Histories::new();
    let kept = [
        ["--receipts", "receipts"],
        ["--checkpoint", "empty.note"],
        ["--checkpoint", "other.note"],
        ["--proof", "first.proof.json"],
        ["--proof", "1-2.json"],
    ];
    let verified = histories.verify(&[["first.json"].as_slice(), &kept.concat()].concat());
    assert_eq!(verified.code, 0, "{verified:?}");
    for line in [
        "✓ receipts     the log has what ",
        "✓ checkpoint   trees of 0, 1 and 2 logs are signed by pandect+",
        "✓ inclusion    the log ends where leaf 0 of the tree of 1 log says",
        "✓ consistency  trees of 0, 1 and 2 logs are signed, and each begins with the ones before it",
    ] {
        assert!(verified.out.contains(line), "{line}: {}", verified.out);
    }
    let bare = histories.verify(&["first.json"]);
    for level in ["receipts", "checkpoint", "inclusion", "consistency"] {
        assert!(!bare.out.contains(&format!("✓ {level}")), "a level that nobody asked for: {}", bare.out);
    }
}

#[test]
fn the_other_history_is_verified_by_itself_and_found_by_whatever_was_kept() {
    let histories = Histories::new();
    let bare = histories.verify(&["second.json"]);
    assert_eq!(bare.code, 0, "the chain alone does not show it: {bare:?}");
    let its_own = ["second.json", "--proof", "second.proof.json", "--checkpoint", "second.note"];
    assert_eq!(histories.verify(&its_own).code, 0, "nor does its own tree");

    histories.found(&["second.json", "--receipts", "receipts"], "rewritten at event 5 (receipts): ");
    histories.found(&["second.json", "--receipts", "receipts"], "truncated at event 6 (receipts): ");
    histories.found(&["second.json", "--proof", "first.proof.json"], "truncated at event 6 (inclusion): ");
    let old = ["second.json", "--proof", "second.proof.json", "--checkpoint", "first.note"];
    histories.found(&old, "rewritten (consistency): two trees of 1 log were signed");
    // A tree that has grown since: no proof of consistency leads there.
    let grown = ["second.json", "--proof", "second.proof.json", "--checkpoint", "other.note"];
    histories.found(&[grown.as_slice(), &["--proof", "1-2.json"]].concat(), "rewritten (consistency): ");
    histories.found(&grown, "– consistency  nothing shows that the tree of 2 logs begins with the tree of 1 log");
}

#[test]
fn a_log_that_was_cut_to_look_like_a_running_game_is_found_by_whatever_was_kept() {
    let histories = Histories::new();
    let bare = histories.verify(&["running.json", "--running"]);
    assert_eq!(bare.code, 0, "the chain alone does not show it: {bare:?}");
    let kept = ["running.json", "--running", "--receipts", "receipts"];
    histories.found(&kept, "truncated at event 5 (receipts): ");
    histories
        .found(&["running.json", "--running", "--proof", "first.proof.json"], "truncated at event 5 (inclusion): ");
}

#[test]
fn files_that_were_changed_are_found_at_their_level() {
    let histories = Histories::new();
    fs::create_dir(histories.path("changed")).expect("a directory");
    let receipt = histories.path("receipts/005.note");
    for (from, to, line) in [
        ("\n5\n", "\n6\n", "wrong signature (receipts): "),
        ("pandect/receipt/v1", "pandect/receipt/v2", "wrong signature (receipts): "),
        ("\u{2014} pandect", "\u{2014} other", "wrong key (receipts): "),
        ("\u{2014} pandect", "- pandect", "malformed (receipts): "),
    ] {
        histories.save("changed/receipt.note", edited(&receipt, from, to));
        histories.found(&["first.json", "--receipts", "changed"], line);
    }
    let proof = histories.path("first.proof.json");
    for (from, to, line) in [
        ("\"leaf_index\":0", "\"leaf_index\":1", "edited (inclusion): "),
        ("\"tree_size\":1", "\"tree_size\":2", "edited (inclusion): "),
        ("\"audit_path\":[]", &format!("\"audit_path\":[\"{}\"]", "0".repeat(64)), "edited (inclusion): "),
        ("\"log\":\"game\"", "\"log\":\"tree\"", "malformed (inclusion): "),
        ("\"v\":1", "\"v\":2", "malformed (inclusion): "),
        ("pandect-inclusion/2", "pandect-inlcusion/2", "malformed (inclusion): "),
        ("{", "[", "malformed (inclusion): "),
        ("pandect\\n1\\n", "pandect\\n2\\n", "wrong signature (checkpoint): "),
    ] {
        histories.save("changed.json", edited(&proof, from, to));
        histories.found(&["first.json", "--proof", "changed.json"], line);
    }
    histories.save("changed.note", edited(&histories.path("first.note"), "pandect\n1\n", "pandect\n2\n"));
    histories.found(&["first.json", "--checkpoint", "changed.note"], "wrong signature (checkpoint): ");
    histories.found(&["first.json", "--proof", "other.proof.json"], "edited (inclusion): ");
}

#[test]
fn what_shows_nothing_is_not_taken_for_a_proof() {
    let histories = Histories::new();
    let none = histories.verify(&["other.json", "--receipts", "receipts"]);
    assert_eq!(none.code, 1, "{none:?}");
    assert!(none.out.contains("– receipts     none of the "), "{}", none.out);
    assert!(none.out.contains("unproved") && !none.out.contains("still running"), "{}", none.out);
    let running = histories.verify(&["other.json", "--running", "--receipts", "receipts"]);
    assert_eq!(running.code, 1, "what is not shown is no running game");
    let alone = histories.verify(&["first.json", "--proof", "1-2.json"]);
    assert!(alone.out.contains("begins at a tree of 1 log: add its checkpoint"), "{}", alone.out);
    for missing in [["--receipts", "nowhere"], ["--proof", "nowhere"], ["--checkpoint", "nowhere"]] {
        let ended = histories.verify(&[["first.json"].as_slice(), &missing].concat());
        assert_eq!(ended.code, 2, "{ended:?}");
        assert!(ended.err.contains("nowhere cannot be read"), "{ended:?}");
    }
}

#[test]
fn of_two_histories_it_is_told_where_they_part_and_which_one_the_receipts_support() {
    let histories = Histories::new();
    let kept = ["--receipts", "receipts", "--proof", "first.proof.json"];
    let dispute = histories.verify(&[["first.json", "--against", "second.json"].as_slice(), &kept].concat());
    assert_eq!(dispute.code, 1, "{dispute:?}");
    let [first, second] = ["first.json", "second.json"].map(|name| histories.path(name).display().to_string());
    for line in [
        format!("A against B\n  A  {first}, 25 events\n  B  {second}, 6 events\n  they part at event 5\n"),
        "    record.kind        A  move\n                       B  adjudicated\n".into(),
        "  A has what 21 receipts and proofs say, of events 5 to 24\n".into(),
        "both are signed with one key: its holder signed two histories of this game".into(),
        "the receipts and proofs support A\n".into(),
    ] {
        assert!(dispute.out.contains(&line), "{line}: {}", dispute.out);
    }
    let json = histories.verify(&[["second.json", "--json", "--against", "first.json"].as_slice(), &kept].concat());
    let lines: Vec<Value> = json.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 3, "two reports and the dispute");
    assert_eq!((&lines[2]["parting"]["index"], &lines[2]["supported"]), (&json!(5), &json!("second")));
}

#[test]
fn a_beginning_does_not_part_from_the_whole() {
    let histories = Histories::new();
    let whole = ["running.json", "--running", "--against", "second.json"];
    let dispute = histories.verify(&whole);
    assert_eq!(dispute.code, 0, "{dispute:?}");
    assert!(dispute.out.contains("  A is the beginning of B: they do not part\n"), "{}", dispute.out);
    assert!(dispute.out.contains("no receipt and no proof of this game was given"), "{}", dispute.out);
    let apart = histories.verify(&["first.json", "--against", "other.json"]);
    assert_eq!(apart.code, 2, "{apart:?}");
    assert!(apart.err.contains("are not bundles of one game"), "{apart:?}");
    let many = histories.verify(&["first.json", "second.json", "--against", "other.json"]);
    assert_eq!(many.code, 2, "{many:?}");
}
