//! The verifier in Python, which was written from docs/format.md alone: it takes what this program makes, deals the cards and
//! throws the dice again, and refuses whatever was changed.

use std::fs;
use std::path::Path;

use pandect::rulesets::any::RulesetName;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::anew;
use crate::binary::{Ended, ROOT, command, finish, pandect};
use crate::game::{Game, request, seed};
use crate::server::Server;
use crate::tournaments::Tournament;

/// Every ruleset, and how many seats play it here: the fewest, but where a game of more shows more.
fn rulesets() -> impl Iterator<Item = (&'static str, String)> {
    RulesetName::ALL.iter().map(|name| {
        let seats = match name.as_str() {
            "red-panda" | "panda-spin" => 3,
            "inori" => 4,
            _ => name.newest().facts().seats.0,
        };
        (name.as_str(), seats.to_string())
    })
}

pub(crate) fn verifier(arguments: &[&str]) -> Ended {
    finish(command("python3").arg(Path::new(ROOT).join("tests/verifier.py")).args(arguments))
}

/// What the verifier says of a level: its sign, and the rest of the line.
pub(crate) fn level<'a>(ended: &'a Ended, name: &str) -> (char, &'a str) {
    let line = ended.out.lines().map(str::trim_start).find(|line| line.split_whitespace().nth(1) == Some(name));
    let line = line.unwrap_or_else(|| panic!("no level {name}: {ended:?}"));
    (line.chars().next().expect("a sign"), line)
}

/// The levels that are wrong.
pub(crate) fn wrong(ended: &Ended) -> Vec<&str> {
    let wrong = ended.out.lines().filter_map(|line| line.trim_start().strip_prefix("✗ "));
    wrong.filter_map(|line| line.split_whitespace().next()).collect()
}

/// Fails unless everything was verified, these levels among it.
pub(crate) fn assert_verified(ended: &Ended, levels: &[&str]) {
    assert_eq!(ended.code, 0, "{ended:?}");
    for name in levels {
        assert_eq!(level(ended, name).0, '✓', "{name}: {ended:?}");
    }
}

pub(crate) fn path(directory: &TempDir, name: &str) -> String {
    directory.path().join(name).to_str().expect("a path in UTF-8").to_owned()
}

pub(crate) fn write(directory: &TempDir, name: &str, content: impl AsRef<[u8]>) -> String {
    fs::write(path(directory, name), content).expect("a file");
    path(directory, name)
}

/// Writes what a server answers into a file.
pub(crate) fn save(server: &Server, directory: &TempDir, name: &str, from: &str) -> String {
    let answer = server.spectator().get(from);
    assert_eq!(answer.status, 200, "{from}");
    write(directory, name, &answer.bytes)
}

/// The states of a bundle, in a file.
pub(crate) fn states(directory: &TempDir, bundle: &str) -> String {
    let printed = pandect(&["replay", bundle, "--states"]);
    assert_eq!(printed.code, 0, "{printed:?}");
    write(directory, "states", printed.out)
}

/// Plays a game with entropy, and gives the file of its bundle.
fn play(directory: &TempDir, ruleset: &str, seats: &str) -> String {
    let (out, seed) = (path(directory, "played"), seed("11"));
    let arguments = ["play", "--ruleset", ruleset, "--seats", seats, "--entropy", "--seed", &seed, "--out", &out];
    let played = pandect(&arguments);
    assert_eq!(played.code, 0, "{played:?}");
    format!("{out}/{ruleset}-0000.pandect.json")
}

/// Fails unless the verifier is content, and finds a change of a file, in these levels and no others.
fn assert_found(arguments: &[&str], file: &str, [from, to]: [&str; 2], levels: &[&str]) {
    let text = fs::read_to_string(file).expect("a file");
    assert!(text.contains(from), "{from}: {text}");
    fs::write(file, text.replacen(from, to, 1)).expect("a file");
    let refused = verifier(arguments);
    fs::write(file, text).expect("a file");
    assert_eq!((refused.code, wrong(&refused)), (1, levels.to_vec()), "{from}: {refused:?}");
}

#[test]
fn a_game_of_every_ruleset_verifies_and_is_dealt_again() {
    let (server, directory) = (Server::start(), tempfile::tempdir().expect("a directory"));
    for (ruleset, seats) in rulesets() {
        let bundle = play(&directory, ruleset, &seats);
        let states = states(&directory, &bundle);
        let catalogue = save(&server, &directory, "box", &format!("/v1/rulesets/{ruleset}"));
        let good = verifier(&[&bundle, "--states", &states, "--box", &catalogue]);
        let levels = ["format", "chain", "commitments", "seed", "entropy", "signature", "states", "deal", "draws"];
        assert_verified(&good, &levels);
        let dealt = format!("event {seats}: ");
        assert!(level(&good, "deal").1.contains(&dealt), "{ruleset}: {good:?}");
    }
}

/// Text that is another digit there.
fn other_digit(text: &str, field: &str) -> [String; 2] {
    let at = text.find(&format!("\"{field}\":\"")).expect("a field") + field.len() + 4;
    let digit = if text[at..].starts_with('0') { "1" } else { "0" };
    let start = at - field.len() - 4;
    [text[start..=at].to_owned(), format!("{}{digit}", &text[start..at])]
}

#[test]
fn a_change_of_a_bundle_is_found_by_the_levels_that_it_touches() {
    let directory = tempfile::tempdir().expect("a directory");
    let bundle = play(&directory, "red-panda", "2");
    assert_verified(&verifier(&[&bundle]), &["format", "chain", "commitments", "seed", "entropy", "signature"]);
    let text = fs::read_to_string(&bundle).expect("a bundle");
    for (field, levels) in [
        ("hash", vec!["chain"]),
        ("prev", vec!["chain"]),
        ("at", vec!["chain"]),
        ("payload", vec!["chain", "commitments"]),
        ("payload_salt", vec!["commitments", "seed"]),
        ("state_salt", vec!["seed"]),
        ("server_seed", vec!["seed"]),
        ("entropy", vec!["commitments"]),
        ("seed_commitment", vec!["commitments", "seed"]),
    ] {
        // The first `entropy` is the policy; the bytes are in the payloads behind it.
        let (skipped, rest) =
            text.split_at(if field == "entropy" { text.find("\"kind\":\"entropy\"").expect("entropy") } else { 0 });
        let [from, to] = other_digit(rest, field);
        let changed = format!("{skipped}{}", rest.replacen(&from, &to, 1));
        fs::write(&bundle, changed).expect("a file");
        let refused = verifier(&[&bundle]);
        assert_eq!((refused.code, wrong(&refused)), (1, levels), "{field}: {refused:?}");
    }
    fs::write(&bundle, &text).expect("a file");
    assert_found(&[&bundle], &bundle, ["\"type\":\"kata\"", "\"type\":\"pass\""], &["commitments"]);
    assert_found(&[&bundle], &bundle, ["pandect/receipt/v1", "pandect/receipt/v2"], &["signature"]);
    assert_found(&[&bundle], &bundle, ["\"format\":", "\"extra\":0,\"format\":"], &["format"]);
    let foreign = "pandect+41c8a9b6+AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB";
    let refused = verifier(&[&bundle, "--key", foreign]);
    assert_eq!((refused.code, wrong(&refused)), (1, vec!["signature"]), "{refused:?}");
    fs::write(&bundle, text.replacen("{", "{\"outcome\":null,", 1)).expect("a file");
    assert_eq!(verifier(&[&bundle]).code, 2, "a member that is there twice");
}

/// What the operator can do before anybody has a receipt: every commitment and every hash, anew.
fn write_anew(bundle: &mut Value, states: &[Value]) {
    anew::write(bundle["events"].as_array_mut().expect("events"), states);
}

#[test]
fn a_deal_that_is_not_of_the_seed_and_the_entropy_is_found_in_a_log_written_anew() {
    let (server, directory) = (Server::start(), tempfile::tempdir().expect("a directory"));
    let file = play(&directory, "red-panda", "2");
    let opened = states(&directory, &file);
    let catalogue = save(&server, &directory, "box", "/v1/rulesets/red-panda");
    let bundle: Value = serde_json::from_slice(&fs::read(&file).expect("a bundle")).expect("JSON");
    let lines = fs::read_to_string(&opened).expect("states");
    let dealt: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let check = |bundle: &Value, states: &[Value]| {
        let lines: String = states.iter().map(|state| format!("{state}\n")).collect();
        let (file, opened) = (write(&directory, "anew", bundle.to_string()), write(&directory, "states", lines));
        verifier(&[&file, "--states", &opened, "--box", &catalogue])
    };
    let mut same = bundle.clone();
    write_anew(&mut same, &dealt);
    assert_eq!(same, bundle, "written anew as it was");
    assert_verified(&check(&same, &dealt), &["states", "deal"]);

    let mut entropy = bundle.clone();
    entropy["events"][1]["payload"]["entropy"] = json!("00".repeat(32));
    write_anew(&mut entropy, &dealt);
    let refused = check(&entropy, &dealt);
    assert_eq!((refused.code, wrong(&refused)), (1, vec!["signature", "deal"]), "{refused:?}");

    let (mut swapped, mut cards) = (bundle, dealt);
    let deck = cards[2]["contenders"][0]["deck"].as_array_mut().expect("a deck");
    deck.swap(0, 1);
    write_anew(&mut swapped, &cards);
    let refused = check(&swapped, &cards);
    assert_eq!((refused.code, wrong(&refused)), (1, vec!["signature", "deal", "draws"]), "{refused:?}");
}

/// Ends a game at once.
fn adjudicate(server: &Server, game: &Game) {
    let outcome = json!({ "outcome": { "ranking": [[0], [1]], "scores": [1, 0] }, "reason": "time" });
    server.organiser().post(&game.path("/adjudication"), &outcome).expect(201);
}

/// A game of three with entropy, played to its end, with the receipts of the entropy in a directory.
fn game_with_receipts(server: &Server, directory: &TempDir) -> (Game, String) {
    let receipts = path(directory, "receipts");
    fs::create_dir(&receipts).expect("a directory");
    let mut asked = request(3, &seed("36"));
    asked["entropy"] = json!("required");
    let game = Game::create(server, &asked);
    for seat in 0..3 {
        let entropy = json!({ "entropy": seed(&format!("0{seat}")) });
        let accepted = game.seat(server, seat).post(&game.path("/entropy"), &entropy).expect(201);
        write(directory, &format!("receipts/{seat}.note"), accepted["receipt"].as_str().expect("a receipt"));
    }
    game.play_to_the_end(server);
    (game, receipts)
}

#[test]
fn what_was_kept_of_a_game_of_a_server_verifies_and_each_change_of_it_is_found() {
    let (server, directory) = (Server::start(), tempfile::tempdir().expect("a directory"));
    let (game, receipts) = game_with_receipts(&server, &directory);
    for _ in 0..6 {
        adjudicate(&server, &Game::new(&server, 2, "97"));
    }
    let bundle = save(&server, &directory, "bundle", &game.path("/bundle"));
    let inclusion = save(&server, &directory, "inclusion", &format!("/v1/log/inclusion?id={}&tree_size=3", game.id));
    let consistency = save(&server, &directory, "consistency", "/v1/log/consistency?first=3");
    let proof: Value = serde_json::from_slice(&fs::read(&inclusion).expect("a proof")).expect("JSON");
    let older = write(&directory, "older", proof["checkpoint"].as_str().expect("a checkpoint"));
    let newest = save(&server, &directory, "newest", "/v1/log/checkpoint");
    let states = states(&directory, &bundle);
    let keys = server.spectator().get("/v1/keys").expect(200);
    let key = keys["keys"][0]["public_key"].as_str().expect("a key");
    let all = [
        ["--key", key],
        ["--receipts", &receipts],
        ["--checkpoint", &older],
        ["--checkpoint", &newest],
        ["--proof", &inclusion],
        ["--proof", &consistency],
        ["--states", &states],
    ];
    let arguments: Vec<&str> = [bundle.as_str()].into_iter().chain(all.into_iter().flatten()).collect();
    let levels = ["signature", "states", "receipts", "checkpoint", "inclusion", "consistency"];
    assert_verified(&verifier(&arguments), &levels);

    let trees = ["checkpoint", "consistency"].as_slice();
    let hash = proof["audit_path"][0].as_str().expect("a hash");
    for (file, change, levels) in [
        (&format!("{receipts}/2.note"), ["\n3\n", "\n2\n"], ["receipts"].as_slice()),
        (&format!("{receipts}/0.note"), ["\u{2014} ", "- "], &["receipts"]),
        (&older, ["\n3\n", "\n4\n"], trees),
        (&newest, ["\n7\n", "\n8\n"], trees),
        (&inclusion, ["\"leaf_index\":0", "\"leaf_index\":1"], &["inclusion"]),
        (&inclusion, [hash, &"0".repeat(64)], &["inclusion"]),
        (&inclusion, ["\"audit_path\":[\"", "\"audit_path\":[\"00\",\""], &["inclusion"]),
        (&inclusion, ["\"log\":\"game\"", "\"log\":\"tournament\""], &["inclusion"]),
        (&consistency, ["\"first\":3", "\"first\":2"], &["consistency"]),
        (&consistency, ["\"consistency\":[\"", "\"consistency\":[\"00\",\""], &["consistency"]),
        (&states, ["\"deal\":1", "\"deal\":2"], &["states"]),
    ] {
        assert_found(&arguments, file, change, levels);
    }
    // Without the proof, nothing shows that the older tree is the beginning of the newest one.
    let refused = verifier(&[&bundle, "--checkpoint", &older, "--checkpoint", &newest]);
    assert_eq!((refused.code, wrong(&refused)), (1, vec!["consistency"]), "{refused:?}");
}

#[test]
fn the_dice_that_a_server_tells_of_are_thrown_again() {
    let (server, directory) = (Server::start(), tempfile::tempdir().expect("a directory"));
    for (ruleset, field, change) in [("takenoko", "face", "fog"), ("villa-panda", "dice", "0")] {
        let seats = [json!({ "name": "Ada" }), json!({ "name": "Bo" })];
        let game = Game::create(&server, &json!({ "ruleset": ruleset, "seats": seats, "seed": seed("36") }));
        game.play_until(&server, 40);
        adjudicate(&server, &game);
        let bundle = save(&server, &directory, "bundle", &game.path("/bundle"));
        let replay = save(&server, &directory, "replay", &game.path("/replay"));
        assert_verified(&verifier(&[&bundle, "--replay", &replay]), &["dice", "outcome"]);
        let mut frames: Value = serde_json::from_slice(&fs::read(&replay).expect("a replay")).expect("JSON");
        let effects = frames["frames"].as_array_mut().expect("frames").iter_mut();
        let mut effects = effects.flat_map(|frame| frame["effects"].as_array_mut().expect("effects"));
        let rolled = effects.find(|effect| effect["effect"]["type"] == "rolled").expect("a roll");
        rolled["effect"][field] = json!(change);
        drop(effects);
        write(&directory, "replay", frames.to_string());
        let refused = verifier(&[&bundle, "--replay", &replay]);
        assert_eq!((refused.code, wrong(&refused)), (1, vec!["dice"]), "{ruleset}: {refused:?}");
    }
}

#[test]
fn a_running_game_is_incomplete() {
    let (server, directory) = (Server::start(), tempfile::tempdir().expect("a directory"));
    let game = Game::at(&server, 2, "00", 4);
    let bundle = save(&server, &directory, "bundle", &game.path("/bundle"));
    let ended = verifier(&[&bundle]);
    assert!(
        ended.code == 1 && wrong(&ended).is_empty() && ended.out.contains("incomplete, still running"),
        "{ended:?}"
    );
}

#[test]
fn a_tournament_that_was_played_verifies_and_each_change_of_it_is_found() {
    let directory = tempfile::tempdir().expect("a directory");
    let (out, run) = (path(&directory, "played"), seed("33"));
    let rulesets = rulesets().map(|(name, _)| name).collect::<Vec<_>>().join(",");
    let played = pandect(&[
        "play",
        "--tournament",
        "Spring open",
        "--ruleset",
        &rulesets,
        "--games",
        "6",
        "--entropy",
        "--seed",
        &run,
        "--out",
        &out,
    ]);
    assert_eq!(played.code, 0, "{played:?}");
    let bundle = format!("{out}/tournament.pandect.ndjson");
    let good = verifier(&[&bundle]);
    assert_verified(&good, &["format", "chain", "commitments", "seed", "signature", "games"]);
    assert!(level(&good, "games").1.contains("6 games"), "{good:?}");

    for (change, levels) in [
        (
            ["\"log\":\"tournament\",\"payload\":\"", "\"log\":\"tournament\",\"payload\":\"00"],
            ["chain", "commitments"].as_slice(),
        ),
        (["\"text\":\"Random 1\"", "\"text\":\"Random 2\""], &["commitments"]),
        (["\"line\":\"event\",\"content\":{\"hash\":\"", "\"line\":\"event\",\"content\":{\"hash\":\"00"], &["chain"]),
        (["\"server_seed\":\"", "\"server_seed\":\"00"], &["games"]),
        (["\"type\":\"kata\"", "\"type\":\"pass\""], &["games"]),
        (["\"standings\":[{\"byes\":0", "\"standings\":[{\"byes\":1"], &["standings"]),
        (["pandect/receipt/v1", "pandect/receipt/v2"], &["signature"]),
        (["\"games\":6", "\"games\":5"], &["format"]),
    ] {
        assert_found(&[&bundle], &bundle, change, levels);
    }
    let text = fs::read_to_string(&bundle).expect("a bundle");
    let mut lines: Vec<&str> = text.lines().collect();
    let last = lines.len() - 1;
    lines.swap(last, last - 1);
    let swapped = write(&directory, "swapped", lines.join("\n") + "\n");
    assert_eq!(wrong(&verifier(&[&swapped])), ["games"], "two games swapped");
}

#[test]
fn a_sealed_tournament_of_a_server_is_in_the_tree() {
    let (server, directory) = (Server::start(), tempfile::tempdir().expect("a directory"));
    let asked = json!({ "name": "Cup", "format": { "type": "open" }, "rulesets": [{ "ruleset": "red-panda" }] });
    let tournament = Tournament::create(&server, &asked, &["Ada", "Bo"]);
    server.organiser().post(&tournament.path("/seal"), &json!({})).expect(201);
    let bundle = save(&server, &directory, "bundle", &tournament.path("/bundle"));
    let proof = save(&server, &directory, "proof", &format!("/v1/log/inclusion?id={}", tournament.id));
    assert_verified(&verifier(&[&bundle, "--proof", &proof]), &["signature", "checkpoint", "inclusion", "games"]);
    let arguments = [bundle.as_str(), "--proof", &proof];
    assert_found(&arguments, &proof, ["\"log\":\"tournament\"", "\"log\":\"game\""], &["inclusion"]);
}
