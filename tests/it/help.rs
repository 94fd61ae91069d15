//! The documents under `/help`: every one answers, loads nothing from elsewhere, and leads to the others.

use std::collections::BTreeSet;

use crate::pages::pages;
use crate::server::Server;

/// What stands in the attribute of every tag that has it.
fn attributes<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    let opened = format!(" {name}=\"");
    html.split(&*opened).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

fn text(server: &Server, path: &str) -> String {
    let page = server.spectator().get(path);
    assert_eq!(page.status, 200, "{path}");
    page.text()
}

/// Every page under `/help`, by its path.
fn listed(server: &Server) -> BTreeSet<String> {
    let list = server.spectator().get("/help").text();
    attributes(&list, "href").into_iter().filter(|path| path.starts_with("/help/")).map(str::to_owned).collect()
}

#[test]
fn every_document_is_a_page_with_its_title() {
    let server = Server::start();
    let paths = listed(&server);
    let texts: Vec<_> = paths.iter().map(|path| server.spectator().get(path)).collect();
    for (path, page) in paths.iter().zip(&texts) {
        assert_eq!((page.status, page.header("Content-Type")), (200, Some("text/html; charset=utf-8")), "{path}");
        let policy = page.header("Content-Security-Policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"), "{path}: {policy}");
    }
    // Those of `fuzz/` are for whoever has the sources.
    for document in pages().into_iter().filter(|page| !page.path.starts_with("fuzz")) {
        let title = document.text.lines().next().and_then(|line| line.strip_prefix("# ")).expect("a title");
        let found = texts.iter().any(|page| page.text().contains(&format!("<title>Pandect: {title}</title>")));
        assert!(found, "{}: {title}", document.path.display());
    }
}

#[test]
fn no_page_loads_anything_from_elsewhere_or_has_a_style_of_its_own() {
    let server = Server::start();
    for path in listed(&server).iter().map(String::as_str).chain(["/help"]) {
        let page = server.spectator().get(path).text();
        assert!(!page.contains("<script") && !page.contains("<style") && !page.contains("<iframe"), "{path}");
        assert_eq!(attributes(&page, "style"), [""; 0], "{path}");
        for loaded in attributes(&page, "src") {
            assert_eq!(server.spectator().get(loaded).status, 200, "{path}: {loaded}");
        }
        let sheets = attributes(&page, "href").into_iter().filter(|to| to.starts_with("/room/"));
        let sheets: Vec<&str> = sheets.inspect(|to| assert_eq!(server.spectator().get(to).status, 200)).collect();
        assert_eq!(sheets, ["/room/icon.svg", "/room/room.css", "/room/help.css"], "{path}");
    }
}

#[test]
fn a_link_leads_to_a_page_that_answers_and_to_its_heading() {
    let server = Server::start();
    let mut followed = 0;
    for path in listed(&server) {
        let page = server.spectator().get(&path).text();
        for link in attributes(&page, "href").into_iter().filter(|link| !link.contains("://")) {
            let (to, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if to.is_empty() { page.clone() } else { text(&server, to) };
            let is_there = anchor.is_empty() || attributes(&target, "id").contains(&anchor);
            assert!(is_there, "{path}: {link}");
            followed += 1;
        }
    }
    assert!(followed > 100, "{followed}");
    let start = server.spectator().get("/help/readme").text();
    assert!(start.contains("href=\"/help/verify\"") && start.contains("href=\"/help/security\""), "{start}");
    assert!(server.spectator().get("/").text().contains("href=\"/help\""));
}

#[test]
fn there_is_no_other_page() {
    let server = Server::start();
    for path in ["/help/nothing", "/help/", "/help/docs/api.md", "/help/../Cargo.toml", "/help/README.md"] {
        server.spectator().get(path).refused(404, "unknown-path");
    }
    let answer = server.spectator().call("POST", "/help/readme").send();
    answer.refused(405, "wrong-method");
    assert_eq!(answer.header("Allow"), Some("GET, HEAD, OPTIONS"));
    assert_eq!(server.spectator().call("HEAD", "/help").send().status, 200);
}

#[test]
fn a_page_that_the_browser_has_is_not_sent_again() {
    let server = Server::start();
    let etag = server.spectator().get("/help/format").etag();
    let again = server.spectator().call("GET", "/help/format").header("If-None-Match", &etag).send();
    assert_eq!((again.status, again.bytes.len()), (304, 0));
}
