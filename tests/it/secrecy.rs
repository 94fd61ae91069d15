//! Secrecy: what a viewer may not know leaves on no channel before the game is over.

use std::collections::{BTreeMap, BTreeSet};

use pandect::audit::note::SignerKey;
use pandect::kernel::{Hash, ServerSeed, state_salt};
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::game::{Game, plain, request, seed};
use crate::server::{SIGNING_SECRET, Server};

/// A game with looks, gifts, a Boring Show and an elimination: seats and seed.
const GAME: (usize, &str) = (4, "2f");

/// Headers and body, as they came.
fn text(answer: &Answer) -> String {
    format!("{:?}\n{}", answer.headers, answer.text())
}

/// Every answer that a viewer can get about a game: looks, the stream so far, and refusals.
fn answers(server: &Server, game: &Game, viewer: &Client) -> Vec<String> {
    let index = game.head(server);
    let mut paths: Vec<_> =
        ["", "/legal-moves", "/events", "/state", "/replay", "/bundle", "/audit"].map(|path| game.path(path)).into();
    paths.extend([0, index / 2, index].map(|index| game.path(&format!("/states/{index}"))));
    paths.extend(["/v1/games", "/v1/keys"].map(String::from));
    let mut all: Vec<String> = paths.iter().map(|path| text(&viewer.get(path))).collect();
    let mut stream = viewer.call("GET", &game.path("/events/stream")).open();
    let told = stream.take(usize::try_from(index).expect("a short game") + 1);
    all.push(format!("{:?}\n{told:?}", stream.headers));
    for refused in ["pass", "decline", "play-another"] {
        // Some of these can be legal for the awaited seat: then the condition keeps them from being played.
        let call = viewer.call("POST", &game.path("/moves")).json(&plain(refused)).header("If-Match", "\"none\"");
        all.push(text(&call.send()));
    }
    all.push(text(&viewer.post(&game.path("/entropy"), &json!({ "entropy": seed("00") }))));
    all
}

/// Everything that looks like a card.
fn cards(text: &str) -> BTreeSet<String> {
    let kinds = ["INV-", "KNO-", "SPD-", "TEL-", "MIM-", "DBL-"];
    let places = kinds.iter().flat_map(|kind| text.match_indices(kind));
    places.filter_map(|(at, kind)| text.get(at..at + kind.len() + 2)).map(String::from).collect()
}

/// The cards in decks and under the table, those of eliminated seats too, as the full view of a frame tells them.
fn hidden(frame: &Value) -> BTreeSet<String> {
    let view = &frame["view"]["view"];
    let decks = view["seats"].as_array().expect("seats").iter().map(|seat| seat["known"].to_string());
    let out = ["left_over_cards", "removed_cards"].map(|cards| view[cards].to_string());
    decks.chain(out).flat_map(|text| cards(&text)).collect()
}

/// The cards that a seat saw by itself, up to a frame.
fn seen(frames: &[Value], seat: usize) -> BTreeSet<String> {
    let effects = frames.iter().flat_map(|frame| frame["effects"].as_array().expect("effects"));
    let own = effects.filter(|effect| effect["effect"]["type"] == "saw" && effect["effect"]["seat"] == seat);
    own.map(|effect| effect["effect"]["card"].as_str().expect("a card").into()).collect()
}

#[test]
fn while_a_game_runs_no_answer_holds_a_seed_a_state_salt_a_token_or_the_signing_key() {
    let server = Server::configure().organiser("pdo_ada").start();
    let game = Game::new(&server, GAME.0, GAME.1);
    let secret_seed: ServerSeed = seed(GAME.1).parse().expect("a seed");
    let mut secrets: Vec<String> = (0..100).map(|index| state_salt(&secret_seed, index).to_string()).collect();
    secrets.push(seed(GAME.1));
    secrets.extend(game.tokens.clone());
    secrets.extend(game.tokens.iter().map(|token| Hash::of(token.as_bytes()).to_string()));
    secrets.push("pdo_ada".into());
    let key = SignerKey::new("pandect", &SIGNING_SECRET).expect("a key").to_secret_text();
    secrets.extend(["PRIVATE+KEY".into(), key.splitn(5, '+').nth(4).expect("base64").into(), "5a".repeat(32)]);
    let seats: Vec<_> = (0..GAME.0).map(|seat| game.seat(&server, seat)).collect();
    let mut found = 0;
    loop {
        let organiser = server.organiser();
        for viewer in seats.iter().chain([server.spectator(), &organiser]) {
            for answer in answers(&server, &game, viewer) {
                for secret in &secrets {
                    assert!(!answer.contains(secret), "{secret} is in {answer}");
                }
                found += 1;
            }
        }
        let next = game.head(&server) + 6;
        let accepted = game.play_until(&server, next);
        if game.awaited(&server).is_none() {
            break;
        }
        for secret in &secrets {
            assert!(accepted.iter().all(|accepted| !accepted.to_string().contains(secret)), "{secret}");
        }
    }
    assert!(found > 300, "{found} answers were looked at");
    let over = answers(&server, &game, server.spectator()).concat();
    for secret in &secrets[..10] {
        assert!(over.contains(secret), "once the game is over every salt is told");
    }
    assert!(over.contains(&seed(GAME.1)));
    assert!(secrets[101..].iter().all(|secret| !over.contains(secret)), "tokens and keys are not, also then");
}

#[test]
fn while_a_game_runs_no_answer_holds_a_card_that_its_viewer_has_not_seen() {
    let server = Server::start();
    let game = Game::new(&server, GAME.0, GAME.1);
    let seats: Vec<_> = (0..GAME.0).map(|seat| game.seat(&server, seat)).collect();
    // What each viewer was told at an index; the spectator comes last.
    let mut told: BTreeMap<(u64, usize), BTreeSet<String>> = BTreeMap::new();
    while let Some(seat) = game.awaited(&server) {
        let index = game.head(&server);
        if index.is_multiple_of(5) {
            for (viewer, client) in seats.iter().chain([server.spectator()]).enumerate() {
                told.insert((index, viewer), cards(&answers(&server, &game, client).concat()));
            }
        }
        let accepted = game.play_one(&server, seat);
        if accepted["awaiting"] != json!([]) {
            told.entry((index + 1, seat)).or_default().extend(cards(&accepted.to_string()));
        }
    }
    let replay = server.spectator().get(&game.path("/replay")).expect(200);
    let frames = replay["frames"].as_array().expect("frames");
    let mut looks = 0;
    for ((index, viewer), told) in &told {
        let index = usize::try_from(*index).expect("a short game");
        let own = if *viewer < GAME.0 { seen(&frames[..=index], *viewer) } else { BTreeSet::new() };
        let unseen: BTreeSet<_> = hidden(&frames[index]).difference(&own).cloned().collect();
        let leaked: Vec<_> = told.intersection(&unseen).collect();
        assert_eq!(leaked, Vec::<&String>::new(), "viewer {viewer} at {index}");
        looks += told.intersection(&own).count();
    }
    assert!(looks > 0, "somebody looked at a card, and was told");
}

#[test]
fn a_look_is_told_to_the_looker_alone_until_the_game_is_over() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    let accepted = game.send(&server, 0, &plain("kata")).expect(201);
    let saws = |effects: &Value| {
        let effects = effects.as_array().expect("effects").iter();
        effects.filter(|effect| effect["effect"]["type"] == "saw").cloned().collect::<Vec<_>>()
    };
    let saw = saws(&accepted["effects"]);
    assert_eq!(saw.len(), 1);
    let card = saw[0]["effect"]["card"].clone();
    let replay = |viewer: &Client| viewer.get(&game.path("/replay")).expect(200)["frames"][1].clone();
    let known = |view: &Value, seat: usize| view["view"]["view"]["seats"][seat]["known"].clone();
    let (looker, other, spectator) = (game.seat(&server, 0), game.seat(&server, 1), server.spectator());
    assert_eq!(saws(&replay(&looker)["effects"]), saw);
    assert_eq!(known(&replay(&looker), 0), json!([{ "card": card, "depth": 0 }]));
    assert_eq!(known(&replay(&looker), 1), json!([]));
    for viewer in [&other, spectator] {
        let frame = replay(viewer);
        assert_eq!(saws(&frame["effects"]), Vec::<Value>::new());
        assert!(
            frame["effects"].as_array().expect("effects").iter().any(|effect| effect["effect"]["type"] == "looked")
        );
        assert_eq!((known(&frame, 0), known(&frame, 1)), (json!([]), json!([])));
        let state = viewer.get(&game.path("/state")).expect(200);
        assert_eq!((known(&state, 0), known(&state, 1)), (json!([]), json!([])));
    }
    game.play_to_the_end(&server);
    for viewer in [&looker, &other, spectator] {
        assert_eq!(saws(&replay(viewer)["effects"]), saw);
        assert_eq!(known(&replay(viewer), 0).as_array().expect("the whole deck").len(), 9);
    }
}

#[test]
fn once_a_game_is_over_everyone_is_told_everything_and_the_same() {
    let server = Server::start();
    let game = Game::new(&server, 2, "97");
    game.play_to_the_end(&server);
    let seats = [game.seat(&server, 0), game.seat(&server, 1)];
    for path in ["/state", "/states/0", "/events", "/replay", "/bundle", "/audit", ""] {
        let all = server.spectator().get(&game.path(path)).expect(200);
        for seat in &seats {
            assert_eq!(seat.get(&game.path(path)).expect(200), all, "{path}");
        }
    }
    let bundle = server.spectator().get(&game.path("/bundle")).expect(200);
    let events = bundle["events"].as_array().expect("events");
    assert!(events.iter().all(|event| event["payload"].is_object()
        && event["payload_salt"].is_string()
        && event["state_salt"].is_string()));
    let dealt = server.spectator().get(&game.path("/states/0")).expect(200);
    assert_eq!(cards(&dealt.to_string()).len(), 50, "the whole pack");
}

#[test]
fn the_seed_and_the_deck_of_one_game_are_not_told_by_the_end_of_another() {
    let server = Server::start();
    let running = Game::new(&server, 2, "00");
    Game::new(&server, 2, "97").play_to_the_end(&server);
    let state = server.spectator().get(&running.path("/state")).expect(200);
    assert_eq!((&state["viewer"], &state["view"]["view"]["left_over_cards"]), (&json!("spectator"), &Value::Null));
    assert_eq!(running.look(&server)["server_seed"], Value::Null);
}

#[test]
fn the_entropy_of_a_seat_tells_nothing_of_the_seed() {
    let server = Server::start();
    let mut waiting = request(2, &seed("36"));
    waiting["entropy"] = json!("required");
    let game = Game::create(&server, &waiting);
    let given = game.seat(&server, 0).post(&game.path("/entropy"), &json!({ "entropy": seed("01") }));
    let looked = answers(&server, &game, server.spectator()).concat() + &text(&given);
    assert!(!looked.contains(&seed("36")));
    assert!(looked.contains(&seed("01")), "what a seat gave is public");
    assert_eq!(cards(&looked), BTreeSet::new());
}

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    haystack.windows(needle.len()).any(|window| window == needle)
}

#[test]
fn no_token_and_no_signing_key_is_on_disk() {
    let mut server = Server::configure().organiser("pdo_ada_ada_ada").start();
    let game = Game::new(&server, 3, "36");
    game.play_until(&server, 4);
    let key = SignerKey::new("pandect", &SIGNING_SECRET).expect("a key").to_secret_text();
    let check = |bytes: &[u8]| {
        assert!(contains(bytes, b"Ada") && contains(bytes, &[0x36; 32]), "names and seeds are there");
        assert!(
            game.tokens.iter().all(|token| contains(bytes, Hash::of(token.as_bytes()).as_bytes())),
            "hashes are there"
        );
        for token in game.tokens.iter().map(String::as_str).chain(["pdo_ada_ada_ada", "pds_", "Bearer", key.as_str()]) {
            assert!(!contains(bytes, token.as_bytes()), "{token}");
        }
        assert!(!contains(bytes, &SIGNING_SECRET));
    };
    check(&server.bytes_on_disk());
    server.stop();
    check(&server.bytes_on_disk());
}
