//! Games in pages, newest first.

use serde_json::{Value, json};

use crate::game::{Game, request, seed};
use crate::server::Server;

fn page(server: &Server, query: &str) -> (Vec<String>, Option<String>) {
    let page = server.spectator().get(&format!("/v1/games{query}")).expect(200);
    let ids = page["games"].as_array().expect("games").iter().map(|game| text(&game["id"])).collect();
    (ids, page["next_cursor"].as_str().map(String::from))
}

fn text(value: &Value) -> String {
    value.as_str().expect("text").into()
}

/// Every page from the first to the last, each of at most so many games.
fn pages(server: &Server, limit: usize, filter: &str) -> Vec<Vec<String>> {
    let (first, mut cursor) = page(server, &format!("?limit={limit}{filter}"));
    let mut pages = vec![first];
    while let Some(at) = cursor {
        let (next, behind) = page(server, &format!("?limit={limit}{filter}&cursor={at}"));
        pages.push(next);
        cursor = behind;
    }
    pages
}

fn create(server: &Server, games: usize) -> Vec<String> {
    let mut ids: Vec<_> = (0..games).map(|_| Game::new(server, 2, "97").id).collect();
    ids.reverse();
    ids
}

#[test]
fn a_server_without_games_lists_none() {
    let server = Server::start();
    assert_eq!(page(&server, ""), (vec![], None));
}

#[test]
fn pages_hold_every_game_once_newest_first() {
    let server = Server::start();
    let ids = create(&server, 7);
    for (limit, lengths) in [(1, vec![1; 7]), (3, vec![3, 3, 1]), (7, vec![7]), (100, vec![7])] {
        let pages = pages(&server, limit, "");
        assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), lengths, "limit {limit}");
        assert_eq!(pages.concat(), ids, "limit {limit}");
    }
}

#[test]
fn a_page_holds_twenty_games_when_no_number_is_given() {
    let server = Server::start();
    let ids = create(&server, 21);
    let (first, cursor) = page(&server, "");
    assert_eq!(first, ids[..20]);
    assert_eq!(cursor.as_ref(), Some(&ids[19]));
}

#[test]
fn games_created_between_two_pages_neither_repeat_nor_hide_one() {
    let server = Server::start();
    let before = create(&server, 5);
    let (first, cursor) = page(&server, "?limit=2");
    let after = create(&server, 3);
    let (second, cursor) = page(&server, &format!("?limit=2&cursor={}", cursor.expect("a next page")));
    let (third, cursor) = page(&server, &format!("?limit=2&cursor={}", cursor.expect("a next page")));
    assert_eq!([first, second, third].concat(), before);
    assert_eq!(cursor, None);
    assert_eq!(page(&server, "").0, [after, before].concat());
}

#[test]
fn a_listed_game_says_what_the_game_itself_says() {
    let server = Server::start();
    let game = Game::over(&server);
    let listed = server.spectator().get("/v1/games").expect(200)["games"][0].clone();
    let whole = game.look(&server);
    let fields =
        ["created_at", "head", "id", "options", "outcome", "outcome_words", "ruleset", "seats", "status", "tournament"];
    assert_eq!(listed.as_object().expect("an object").keys().collect::<Vec<_>>(), fields);
    for field in fields {
        assert_eq!(listed[field], whole[field], "{field}");
    }
}

#[test]
fn games_are_filtered_by_status_player_ruleset_and_tournament() {
    let server = Server::start();
    let mut waiting = request(2, &seed("97"));
    waiting["entropy"] = json!("required");
    waiting["seats"] = json!([{ "name": "Zoë & Co" }, { "name": "Bo" }]);
    let waiting = Game::create(&server, &waiting).id;
    let running = Game::new(&server, 3, "36").id;
    let over = Game::over(&server).id;
    let adjudicated = Game::new(&server, 2, "97");
    let outcome = json!({ "outcome": { "ranking": [[0, 1]], "scores": [0, 0] }, "reason": "no time" });
    server.organiser().post(&adjudicated.path("/adjudication"), &outcome).expect(201);
    let adjudicated = adjudicated.id;
    let everything = [&adjudicated, &over, &running, &waiting].map(String::clone).to_vec();
    for (filter, found) in [
        ("status=waiting", vec![waiting.clone()]),
        ("status=running", vec![running.clone()]),
        ("status=over", vec![over.clone()]),
        ("status=adjudicated", vec![adjudicated]),
        ("player=Zo%C3%AB%20%26%20Co", vec![waiting]),
        ("player=Cy", vec![over.clone(), running.clone()]),
        ("player=cy", vec![]),
        ("player=C", vec![]),
        ("player=Cy&status=over", vec![over]),
        ("player=Bo", everything.clone()),
        ("ruleset=red-panda", everything),
        ("tournament=spring", vec![]),
    ] {
        assert_eq!(pages(&server, 100, &format!("&{filter}")).concat(), found, "{filter}");
        assert_eq!(pages(&server, 1, &format!("&{filter}")).concat(), found, "{filter}, page by page");
    }
}

#[test]
fn a_game_moves_from_one_status_to_the_next_in_the_listing() {
    let server = Server::start();
    let game = Game::new(&server, 2, "97");
    assert_eq!(page(&server, "?status=running").0, std::slice::from_ref(&game.id));
    game.play_to_the_end(&server);
    assert_eq!(page(&server, "?status=running").0, Vec::<String>::new());
    assert_eq!(page(&server, "?status=over").0, [game.id]);
}

#[test]
fn a_cursor_of_a_game_that_is_not_there_still_says_where_to_go_on() {
    let server = Server::start();
    let ids = create(&server, 2);
    assert_eq!(page(&server, "?cursor=ffffffff-ffff-7fff-bfff-ffffffffffff").0, ids);
    assert_eq!(page(&server, "?cursor=00000000-0000-7000-8000-000000000000").0, Vec::<String>::new());
}
