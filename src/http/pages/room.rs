//! The replay room: the pages for people, and what they load. All of it lies in the binary; nothing is loaded from
//! anywhere else, and a strict content security policy has the browser hold that.
//!
//! The pages know games and tournaments only through the API, like any other client. A shell is served for every id,
//! known or not: the page asks, and tells in words what it was told.

use actix_web::body::MessageBody;
use actix_web::dev::HttpServiceFactory;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderName};
use actix_web::http::header::{REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use actix_web::{HttpRequest, HttpResponse, web};
use data_encoding::HEXLOWER;
use rust_embed::RustEmbed;

use super::route::page;
use crate::http::answer::has_entity;
use crate::http::problem::{Code, Problem};

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
pub(in crate::http) const FILES: &str = "/room/";

/// Every file, embedded. A file that is added is taken in when this one is compiled again; a test tells when it was not.
#[derive(RustEmbed)]
#[folder = "web/"]
struct Files;

/// Every route of the room.
pub(in crate::http) fn pages() -> impl HttpServiceFactory {
    (
        page("/").to(|request| shell(request, "games.html")),
        page("/games/{id}").to(|request| shell(request, "game.html")),
        page("/tournaments/{id}").to(|request| shell(request, "tournament.html")),
        page("/room/{path:.*}").to(asset),
    )
}

/// The paths of the room, for whoever asks with another method.
pub(in crate::http) const PATHS: [&str; 3] = ["/", "/games/{id}", "/tournaments/{id}"];

async fn shell(request: HttpRequest, name: &str) -> Result<HttpResponse, Problem> {
    send(&request, name)
}

async fn asset(request: HttpRequest, path: web::Path<String>) -> Result<HttpResponse, Problem> {
    send(&request, &path)
}

fn send(request: &HttpRequest, path: &str) -> Result<HttpResponse, Problem> {
    let Some(file) = Files::get(path) else {
        return Err(Problem::new(Code::UnknownPath, format!("the room has no file {path}")));
    };
    let etag = HEXLOWER.encode(&file.metadata.sha256_hash());
    Ok(deliver(request, &etag, media_type(path), file.data.into_owned()))
}

/// What a browser gets of a page or a file: under the policy, and only when it does not have it yet.
pub(super) fn deliver(
    request: &HttpRequest,
    hash: &str,
    media: &str,
    body: impl MessageBody + 'static,
) -> HttpResponse {
    // Weak: the same file may be sent compressed or not.
    let etag = format!("W/\"{hash}\"");
    let known = has_entity(request, &etag);
    let mut answer = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    HEADERS.into_iter().for_each(|header| {
        answer.insert_header(header);
    });
    answer.insert_header((ETAG, etag));
    if known {
        return answer.finish();
    }
    answer.insert_header((CONTENT_TYPE, media)).body(body)
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

    /// Every file as text.
    fn texts() -> Vec<(String, String)> {
        let text = |path: String| {
            let data = Files::get(&path).expect("a file").data.into_owned();
            (path, String::from_utf8(data).expect("text"))
        };
        Files::iter().map(|path| text(path.into_owned())).collect()
    }

    #[test]
    fn every_file_of_the_room_is_embedded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        let embedded: BTreeSet<String> = texts().into_iter().map(|(path, _)| path).collect();
        assert_eq!(embedded, files(&folder, ""), "touch src/http/pages/room.rs");
    }

    /// As they are, before any compression. A ruleset's drawing is loaded only where it is played, and has no share in it.
    #[test]
    fn the_room_without_its_drawings_weighs_less_than_200_kib() {
        let shared = texts().into_iter().filter(|(path, _)| !path.starts_with("tables/"));
        let bytes: usize = shared.map(|(_, text)| text.len()).sum();
        assert!(bytes < 200 * 1024, "{bytes} bytes");
    }

    #[test]
    fn no_page_has_a_script_or_a_style_of_its_own() {
        for (path, text) in texts().into_iter().filter(|(path, _)| path.ends_with(".html")) {
            let modules = text.matches("<script type=\"module\" src=\"/room/").count();
            assert_eq!((text.matches("<script").count(), modules), (1, 1), "{path}");
            assert!(!text.contains("<style") && !text.contains("style=") && !text.contains(" on"), "{path}");
        }
    }

    #[test]
    fn nothing_in_the_room_names_another_host() {
        for (path, text) in texts() {
            let names = text.replace("http://www.w3.org/2000/svg", "");
            assert!(!names.contains("http://") && !names.contains("https://"), "{path}");
        }
    }
}
