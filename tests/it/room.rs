//! The replay room: its pages and files as they are served. What they do is tested in a browser, in `tests/browser/`.

use crate::client::Answer;
use crate::game::Game;
use crate::server::Server;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

fn is_strict(answer: &Answer) {
    assert_eq!(answer.header("Content-Security-Policy"), Some(POLICY));
    assert_eq!(answer.header("X-Content-Type-Options"), Some("nosniff"));
    assert_eq!(answer.header("Referrer-Policy"), Some("no-referrer"));
}

#[test]
fn a_page_is_there_for_every_id_known_or_not() {
    let server = Server::start();
    let game = Game::new(&server, 2, "00");
    for path in ["/", &format!("/games/{}", game.id), "/games/nothing", "/tournaments/nothing"] {
        let page = server.spectator().get(path);
        assert_eq!((page.status, page.header("Content-Type")), (200, Some("text/html; charset=utf-8")), "{path}");
        is_strict(&page);
        assert!(page.text().contains("<main id=\"main\""), "{path}");
    }
    server.spectator().get("/games/").refused(404, "unknown-path");
    server.spectator().get("/games/a/b").refused(404, "unknown-path");
}

#[test]
fn what_a_page_loads_is_there() {
    let server = Server::start();
    for page in ["/", "/games/nothing", "/tournaments/nothing"] {
        let page = server.spectator().get(page).text();
        let files: Vec<_> = page.split('"').filter(|part| part.starts_with("/room/")).collect();
        assert!(files.len() > 3, "{page}");
        for path in files {
            let file = server.spectator().get(path);
            assert_eq!(file.status, 200, "{path}");
            is_strict(&file);
            let media = match path.rsplit_once('.').map(|(_, extension)| extension) {
                Some("js") => "text/javascript; charset=utf-8",
                Some("css") => "text/css; charset=utf-8",
                _ => "image/svg+xml",
            };
            assert_eq!(file.header("Content-Type"), Some(media), "{path}");
        }
    }
    server.spectator().get("/room/nothing.js").refused(404, "unknown-path");
    server.spectator().get("/room/../../Cargo.toml").refused(404, "unknown-path");
}

#[test]
fn a_file_that_the_browser_has_is_not_sent_again() {
    let server = Server::start();
    let first = server.spectator().get("/room/game.js");
    let etag = first.etag();
    let again = server.spectator().call("GET", "/room/game.js").header("If-None-Match", &etag).send();
    assert_eq!((again.status, again.bytes.len()), (304, 0));
    is_strict(&again);
    let other = server.spectator().call("GET", "/room/game.js").header("If-None-Match", "W/\"other\"").send();
    assert_eq!((other.status, other.bytes.len()), (200, first.bytes.len()));
}

#[test]
fn files_are_sent_compressed_to_whom_asks_for_that() {
    let server = Server::start();
    let plain = server.spectator().get("/room/room.css");
    let zipped = server.spectator().call("GET", "/room/room.css").header("Accept-Encoding", "gzip").send();
    assert_eq!(zipped.header("Content-Encoding"), Some("gzip"));
    assert!(zipped.bytes.len() * 2 < plain.bytes.len(), "{} of {}", zipped.bytes.len(), plain.bytes.len());
}

#[test]
fn a_page_is_only_read() {
    let server = Server::start();
    for path in ["/", "/games/nothing", "/tournaments/nothing"] {
        let answer = server.spectator().call("POST", path).send();
        answer.refused(405, "wrong-method");
        assert_eq!(answer.header("Allow"), Some("GET, HEAD, OPTIONS"), "{path}");
        assert_eq!(server.spectator().call("HEAD", path).send().status, 200, "{path}");
    }
}

/// A page loads two dozen files at once. They cost nothing, and a limit on requests does not break the page.
#[test]
fn the_files_of_the_room_do_not_count_against_the_limit_of_requests() {
    let server = Server::configure().requests_per_second(2).start();
    for _ in 0..20 {
        assert_eq!(server.spectator().get("/room/room.css").status, 200);
    }
}
