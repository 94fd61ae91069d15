//! What grows with the number of games: the memory of live ones, and the pages of a list of very many:
//! `cargo bench --bench scale`.
//!
//! | variable | what it sets | default |
//! |---|---|---|
//! | `PANDECT_BENCH_LIVE` | games in memory at once | 10000 |
//! | `PANDECT_BENCH_LISTED` | games in the list | 1000000 |

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a bench tells its figures, and stops at the first thing that is wrong"
)]

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use pandect::app::{App, Caller, Conditions, Deed, NewGame, NewPlayer, Organisers, Setup, Sources};
use pandect::audit::note::SignerKey;
use pandect::kernel::{Hash, Salt, Status, Text};
use pandect::rulesets::any::{AnyMove, RulesetName};
use pandect::store::{self, Filter, Settings, SignedHead, Store, StoredEvent, StoredSeat, Write};
use tokio::runtime::{Builder, Runtime};
use uuid::Uuid;

mod games;

fn set(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Bytes of this process in memory.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a size");
    line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number") * 1024
}

/// Creates a game and plays some of its moves.
async fn live(app: &App, number: usize) {
    let ruleset = RulesetName::ALL[number % RulesetName::ALL.len()];
    let player = |n| NewPlayer { name: format!("Player {n}"), bot: None };
    let new = NewGame {
        options: ruleset.newest().options(serde_json::json!({})).expect("options"),
        seats: (0..4).map(player).collect(),
        seed: None,
        entropy: pandect::kernel::EntropyPolicy::None,
    };
    let created = app.create(&Caller::Anonymous, new).await.expect("created");
    let id = created.live.facts.id;
    for _ in 0..number % 40 {
        let live = app.game(id).await.expect("in memory");
        let Some(seat) = live.game.awaiting().iter().next() else { return };
        let moves: Vec<AnyMove> = live.game.legal(seat);
        let token = created.tokens[seat.index()].as_deref().expect("a person's");
        let caller = Caller::Seat(Hash::of(token.as_bytes()));
        let mv = moves[number % moves.len()].clone();
        app.act(id, &caller, Deed::Move(mv), Conditions::default()).await.expect("legal");
    }
}

fn memory(runtime: &Runtime) {
    let count = set("PANDECT_BENCH_LIVE", 10_000);
    let folder = tempfile::tempdir().expect("a folder");
    let app = App::new(Setup {
        store: Store::open(&folder.path().join("bench.db"), Settings::default()).expect("a store"),
        key: SignerKey::new("bench", &[7; 32]).expect("a key"),
        organisers: Organisers::Anyone,
        live_games_max: NonZeroUsize::new(count).expect("at least one"),
        streams_max: 1,
        sources: Sources::default(),
    })
    .expect("an app");
    let play = |range: std::ops::Range<usize>| {
        let numbers: Vec<usize> = range.collect();
        for chunk in numbers.chunks(64) {
            runtime.block_on(join_all(chunk.iter().map(|number| live(&app, *number))));
        }
    };
    // The first games also fill what every server holds: connections, statements, tables.
    play(0..240);
    let before = resident();
    play(240..count);
    let after = resident();
    let each = (after - before) / (count - 240);
    println!("{} live games of six rulesets: {} MiB in all, {each} bytes a game", app.live_games(), after >> 20);
}

/// The id of a game in the list; later ones sort behind earlier ones.
fn id(number: u64) -> Uuid {
    Uuid::from_u128((u128::from(number) + 1) << 64)
}

/// A log of one event.
fn listed(script: &games::Game, number: u64) -> Write {
    let event = &script.bundle.events[0];
    let mut record = event.record.clone();
    record.id = id(number);
    let texts: Vec<Text> =
        (0..4).map(|seat| Text::new(Salt::new([7; 32]), format!("Player {}", (number + seat) % 1_000))).collect();
    let seat = |text: &Text| StoredSeat {
        name: Some(text.text.clone()),
        commitment: Some(text.commitment),
        token: Hash::ZERO,
    };
    // One in five hundred is over: seldom enough that a page of them cannot be found by looking at one game after the other.
    let status = if number.is_multiple_of(501) { Status::Over } else { Status::Running };
    Write::Create(Box::new(store::Creation {
        ruleset: RulesetName::ALL[usize::try_from(number).expect("small") % RulesetName::ALL.len()].as_str().into(),
        version: 1,
        seed: script.seed,
        seats: texts.iter().map(seat).collect(),
        tournament: None,
        status,
        outcome: None,
        event: StoredEvent { record, hash: event.hash, payload: event.payload.as_ref().expect("open").get().into() },
        texts,
        receipt: status.is_concluded().then(|| SignedHead { receipt: "r".repeat(250), public_key: "k".repeat(70) }),
    }))
}

/// The median time of a page.
fn page(store: &Store, filter: &Filter, before: Option<Uuid>) -> Duration {
    let mut times = [Duration::ZERO; 101];
    for time in &mut times {
        let begun = Instant::now();
        let rows = store.list(filter, before, 21).expect("a page");
        *time = begun.elapsed();
        assert!(rows.len() == 21 && rows.iter().all(|(_, row)| row.is_ok()), "{rows:?}");
    }
    times.sort_unstable();
    times[50]
}

fn listing(runtime: &Runtime) {
    let count = set("PANDECT_BENCH_LISTED", 1_000_000) as u64;
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("bench.db"), Settings::default()).expect("a store");
    let script = games::record(RulesetName::RedPanda, 4, 0, serde_json::json!({}));
    let mut written = 0;
    let filters = [
        ("all", Filter::default()),
        ("of a ruleset", Filter { ruleset: Some("takenoko".into()), ..Filter::default() }),
        ("of a status", Filter { status: Some(Status::Running), ..Filter::default() }),
        ("of a player", Filter { player: Some("Player 7".into()), ..Filter::default() }),
        (
            "of a ruleset and a rare status",
            Filter { ruleset: Some("takenoko".into()), status: Some(Status::Over), ..Filter::default() },
        ),
        (
            "of a ruleset, a status and a player",
            Filter {
                ruleset: Some("takenoko".into()),
                status: Some(Status::Running),
                player: Some("Player 7".into()),
                ..Filter::default()
            },
        ),
    ];
    for total in [count / 10, count] {
        while written < total {
            let until = total.min(written + 1_000);
            let writes = (written..until).map(|number| listed(&script, number)).collect();
            runtime.block_on(store.write(writes)).expect("committed");
            written = until;
        }
        for (what, filter) in &filters {
            let middle = id(total / 2);
            let (first, middle) = (page(&store, filter, None), page(&store, filter, Some(middle)));
            println!("a page of 20 out of {total} games, {what}: first {first:.0?}, in the middle {middle:.0?}");
        }
    }
}

fn main() {
    // `cargo test --benches` runs this file too, and wants no figures.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    memory(&runtime);
    listing(&runtime);
}
