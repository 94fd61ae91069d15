//! What the service is held against: a bare POST that inserts the same rows with the same group commit, and a constant
//! answer of the same size.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use actix_web::{HttpResponse, HttpServer, web};
use pandect::kernel::{Hash, Salt, Status, Text};
use pandect::store::{Append, Creation, Settings, Store, StoredEvent, StoredSeat, Write};
use serde_json::json;

use crate::client::{Connection, Figures, load};
use crate::games;

/// The rows that the script's moves insert, for one game after the other.
struct Rows {
    script: games::Game,
    games: AtomicUsize,
    places: Vec<Mutex<(Option<uuid::Uuid>, usize)>>,
}

impl Rows {
    fn event(&self, id: uuid::Uuid, at: usize) -> StoredEvent {
        let event = &self.script.bundle.events[at];
        let mut record = event.record.clone();
        record.id = id;
        StoredEvent { record, hash: event.hash, payload: event.payload.as_ref().expect("open").get().to_owned() }
    }
}

/// The bare handler: the next row of the client's game, committed as every other write is.
///
/// It reads the body as the other one does: a server that leaves it unread hangs up.
async fn insert(
    store: web::Data<Store>,
    rows: web::Data<Rows>,
    client: web::Path<usize>,
    _body: web::Bytes,
) -> HttpResponse {
    let (id, at) = {
        let mut place = rows.places[*client].lock().expect("a place");
        place.1 = if place.0.is_none() || place.1 + 1 >= rows.script.bundle.events.len() { 0 } else { place.1 + 1 };
        if place.1 == 0 {
            let number = rows.games.fetch_add(1, Ordering::Relaxed);
            place.0 = Some(uuid::Uuid::from_u128(number as u128 + 1));
        }
        (place.0.expect("a game"), place.1)
    };
    let event = rows.event(id, at);
    let done = if at == 0 {
        let texts: Vec<Text> = (0..4).map(|n| Text::new(Salt::new([n; 32]), format!("Random {n}"))).collect();
        let seat = |(n, text): (u8, &Text)| StoredSeat {
            name: Some(text.text.clone()),
            commitment: Some(text.commitment),
            token: Hash::of(&[n]),
        };
        let new = Creation {
            ruleset: "red-panda".into(),
            version: 1,
            seed: rows.script.seed,
            seats: (0..).zip(&texts).map(seat).collect(),
            tournament: None,
            status: Status::Running,
            outcome: None,
            event,
            texts,
            receipt: None,
        };
        store.create(new).await
    } else {
        let append =
            Append { event, texts: Vec::new(), key: None, status: Status::Running, outcome: None, receipt: None };
        store.write(vec![Write::Append(Box::new(append))]).await
    };
    done.expect("committed");
    HttpResponse::Created().json(json!({"index": at}))
}

/// Starts the bare server over a new database.
pub(crate) fn start(folder: &Path, clients: usize) -> SocketAddr {
    let store = web::Data::new(Store::open(&folder.join("bare.db"), Settings::default()).expect("a store"));
    let places = (0..clients).map(|_| Mutex::new((None, 0))).collect();
    let rows = web::Data::from(Arc::new(Rows { script: crate::long(), games: AtomicUsize::new(0), places }));
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        actix_web::rt::System::new().block_on(async {
            let server = HttpServer::new(move || {
                actix_web::App::new()
                    .app_data(store.clone())
                    .app_data(rows.clone())
                    .route("/bare/{client}", web::post().to(insert))
                    .route("/constant/{size}", web::get().to(answer))
            });
            server.workers(2).listen(listener).expect("it listens").run().await.expect("it ran");
        });
    });
    address
}

/// Bare POSTs from so many clients, each with a log of its own.
pub(crate) fn moves(address: SocketAddr, clients: usize, bodies: &[(usize, String)]) -> Figures {
    load(clients, |client, go_on, times| {
        let mut connection = Connection::open(address);
        let path = format!("/bare/{client}");
        for (_, body) in bodies.iter().cycle() {
            if !go_on() {
                return;
            }
            let begun = Instant::now();
            let (status, _) = connection.send("POST", &path, "pds_none", body);
            times.push(begun.elapsed());
            assert_eq!(status, 201);
        }
    })
}

/// A constant answer of a size.
async fn answer(size: web::Path<usize>) -> HttpResponse {
    HttpResponse::Ok().content_type("application/json").body("0".repeat(*size))
}

/// Constant answers of a size, from four clients.
pub(crate) fn constant(address: SocketAddr, size: usize) -> Figures {
    load(4, |_, go_on, times| {
        let mut connection = Connection::open(address);
        while go_on() {
            let begun = Instant::now();
            let (status, _) = connection.send("GET", &format!("/constant/{size}"), "pds_none", "");
            times.push(begun.elapsed());
            assert_eq!(status, 200);
        }
    })
}
