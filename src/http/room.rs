//! The replay room: the pages for people, and what they load. All of it lies in the binary; nothing is loaded from
//! anywhere else, and a strict content security policy has the browser hold that.
//!
//! The pages know games and tournaments only through the API, like any other client. A shell is served for every id,
//! known or not: the page asks, and tells in words what it was told.

use std::sync::LazyLock;

use actix_web::dev::HttpServiceFactory;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderName};
use actix_web::http::header::{REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use actix_web::{HttpRequest, HttpResponse, web};

use super::extract::has_entity;
use super::problem::{Code, Problem};
use super::router::page;
use crate::kernel::Hash;

/// What a page may do: its own scripts, styles, pictures and calls, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// What is the same for every answer of the room. `no-cache`: a page and what it loads are of one version of the server.
const HEADERS: [(HeaderName, &str); 4] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (CACHE_CONTROL, "no-cache"),
];

/// Where the files of the room are.
pub(super) const FILES: &str = "/room/";

/// A file of the room.
#[derive(Debug)]
struct Asset {
    /// Its path below `/room/`.
    path: &'static str,
    text: &'static str,
    etag: String,
}

macro_rules! assets {
    ($($path:literal),* $(,)?) => {
        [$(($path, include_str!(concat!("room/", $path)))),*]
    };
}

/// Every file, embedded. A test holds this list against the folder.
static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let files = assets![
        "animals.js",
        "api.js",
        "bundle.js",
        "dom.js",
        "draw.js",
        "game.html",
        "game.js",
        "games.html",
        "games.js",
        "icon.svg",
        "moves.js",
        "newgame.js",
        "options.js",
        "outline.js",
        "proof.js",
        "proof/canonical.js",
        "proof/chain.js",
        "proof/hash.js",
        "proof/note.js",
        "proof/tournament.js",
        "proof/verify.js",
        "room.css",
        "sources.js",
        "table.js",
        "tables.css",
        "tables/inori-pieces.js",
        "tables/inori-words.js",
        "tables/inori.js",
        "tables/panda-rei.js",
        "tables/panda-spin-cards.js",
        "tables/panda-spin.js",
        "tables/red-panda.js",
        "tables/takenoko-pieces.js",
        "tables/takenoko-words.js",
        "tables/takenoko.js",
        "tables/villa-panda-pieces.js",
        "tables/villa-panda-words.js",
        "tables/villa-panda.js",
        "timeline.js",
        "tournament.html",
        "tournament.js",
        "tournamentproof.js",
        "viewers.js",
        "words.js",
    ];
    // Weak: the same file may be sent compressed or not.
    let asset = |(path, text): (&'static str, &'static str)| Asset {
        path,
        text,
        etag: format!("W/\"{}\"", Hash::of(text.as_bytes())),
    };
    files.into_iter().map(asset).collect()
});

/// Every route of the room.
pub(super) fn pages() -> impl HttpServiceFactory {
    (
        page("/").to(|request| shell(request, "games.html")),
        page("/games/{id}").to(|request| shell(request, "game.html")),
        page("/tournaments/{id}").to(|request| shell(request, "tournament.html")),
        page("/room/{path:.*}").to(asset),
    )
}

/// The paths of the room, for whoever asks with another method.
pub(super) const PATHS: [&str; 3] = ["/", "/games/{id}", "/tournaments/{id}"];

async fn shell(request: HttpRequest, name: &str) -> Result<HttpResponse, Problem> {
    send(&request, name)
}

async fn asset(request: HttpRequest, path: web::Path<String>) -> Result<HttpResponse, Problem> {
    send(&request, &path)
}

fn send(request: &HttpRequest, path: &str) -> Result<HttpResponse, Problem> {
    let asset = ASSETS.iter().find(|asset| asset.path == path);
    let Some(asset) = asset else {
        return Err(Problem::new(Code::UnknownPath, format!("the room has no file {path}")));
    };
    let known = has_entity(request, &asset.etag);
    let mut answer = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    HEADERS.into_iter().for_each(|header| {
        answer.insert_header(header);
    });
    answer.insert_header((ETAG, asset.etag.as_str()));
    if known {
        return Ok(answer.finish());
    }
    Ok(answer.insert_header((CONTENT_TYPE, media_type(path))).body(asset.text))
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/javascript; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    fn files(folder: &Path, below: &str) -> BTreeSet<String> {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        let path = |entry: &Path| format!("{below}{}", entry.file_name().expect("a name").to_string_lossy());
        entries
            .flat_map(|entry| match entry.is_dir() {
                true => files(&entry, &format!("{}/", path(&entry))),
                false => BTreeSet::from([path(&entry)]),
            })
            .collect()
    }

    #[test]
    fn every_file_of_the_room_is_embedded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http/room");
        let embedded: BTreeSet<String> = ASSETS.iter().map(|asset| asset.path.into()).collect();
        assert_eq!(embedded, files(&folder, ""));
    }

    /// Issued as they are, before any compression.
    #[test]
    fn the_whole_room_weighs_less_than_300_kib() {
        let bytes: usize = ASSETS.iter().map(|asset| asset.text.len()).sum();
        assert!(bytes < 300 * 1024, "{bytes} bytes");
    }

    #[test]
    fn no_page_has_a_script_or_a_style_of_its_own() {
        for asset in ASSETS.iter().filter(|asset| asset.path.ends_with(".html")) {
            let text = asset.text;
            assert_eq!(text.matches("<script").count(), text.matches("<script type=\"module\" src=\"/room/").count());
            assert!(!text.contains("<style") && !text.contains("style=") && !text.contains(" on"), "{}", asset.path);
        }
    }

    #[test]
    fn nothing_in_the_room_names_another_host() {
        for asset in ASSETS.iter() {
            let names = asset.text.replace("http://www.w3.org/2000/svg", "");
            assert!(!names.contains("http://") && !names.contains("https://"), "{}", asset.path);
        }
    }
}
