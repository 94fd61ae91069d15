//! A flipped byte anywhere in the file: it is found by a check, or it is in a place that holds nothing; a server refuses
//! what was changed or answers as before, and plays on no other log than the one that there was.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use pandect::app::{
    App, AppError, Caller, Check, Conditions, Deed, LIVE_GAMES_MAX, Organisers, STREAMS_MAX, Setup, Sources,
};
use pandect::audit::note::SignerKey;
use pandect::kernel::{Head, LogKind};
use pandect::store::{Filter, Settings, Store};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use uuid::Uuid;

use super::{Copy, World};
use crate::game::Game;
use crate::server::{SIGNING_SECRET, Server};

/// The variable that sets how many bytes are flipped, one after the other, each in a file of its own.
const FLIPS: &str = "PANDECT_FLIPS";
const FLIPS_USUALLY: usize = 150;

/// All that a server says of what is in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Told {
    /// Of each log its head, its status or its standings, and its outcome.
    logs: BTreeMap<Uuid, (Head, String)>,
    /// What the listings show.
    games: BTreeMap<Uuid, String>,
    tournaments: BTreeMap<Uuid, String>,
    /// The names of the tournaments. One whose words cannot be found has none, as if they were erased.
    names: BTreeMap<Uuid, Option<String>>,
    /// Those that a listing names as changed.
    unreadable: Vec<Uuid>,
    /// The root of the tree.
    checkpoint: Option<String>,
    /// Refusals, in words.
    refused: Vec<String>,
}

fn refusal<T>(told: &mut Told, answer: Result<T, AppError>) -> Option<T> {
    let error = answer.map_err(|error| error.to_string());
    // A panic in a read is caught by the app, and told as this.
    assert!(error.as_ref().err().is_none_or(|error| !error.contains("ended early")), "{:?}", error.err());
    error.map_err(|error| told.refused.push(error)).ok()
}

async fn ask(app: &App, games: &[Uuid], tournaments: &[Uuid]) -> Told {
    let mut told = empty();
    for id in games {
        if let Some(live) = refusal(&mut told, app.game(*id).await) {
            told.logs.insert(*id, (live.head, format!("{:?} {:?}", live.facts.created, live.game.outcome())));
            let events = app.events(*id, &Caller::Anonymous, 0, 1_000).await;
            let head = refusal(&mut told, events).and_then(|page| page.items.last().map(|event| event.hash));
            assert!(head.is_none_or(|head| head == live.head.hash));
        }
    }
    for id in tournaments {
        if let Some(live) = refusal(&mut told, app.tournament(*id).await) {
            told.logs.insert(*id, (live.head, format!("{:?}", live.state.standings())));
        }
    }
    if let Some(page) = refusal(&mut told, app.games(Filter::default(), None, 100).await) {
        told.games = page.items.iter().map(|game| (game.id, format!("{game:?}"))).collect();
        told.unreadable.extend(page.unreadable);
    }
    if let Some(page) = refusal(&mut told, app.tournaments(None, None, 100).await) {
        for mut listed in page.items {
            told.names.insert(listed.id, listed.name.take());
            told.tournaments.insert(listed.id, format!("{listed:?}"));
        }
        told.unreadable.extend(page.unreadable);
    }
    told.checkpoint = refusal(&mut told, app.checkpoint().await);
    told
}

/// A seat of a game that runs, awaited or not.
async fn play(app: &App, game: &Game) -> Option<Head> {
    let id = game.id.parse().expect("an id");
    for token in &game.tokens {
        let caller = Caller::from_token(token).expect("a token");
        let Ok((_, _, moves)) = app.legal_moves(id, &caller).await else { continue };
        if let Some(mv) = moves.into_iter().next() {
            return Some(app.act(id, &caller, Deed::Move(mv), Conditions::default()).await.ok()?.head);
        }
    }
    None
}

fn app(store: Store) -> App {
    App::new(Setup {
        store,
        key: SignerKey::new("pandect", &SIGNING_SECRET).expect("a key"),
        organisers: Organisers::Anyone,
        live_games_max: NonZeroUsize::new(LIVE_GAMES_MAX).expect("at least one"),
        streams_max: STREAMS_MAX,
        sources: Sources::default(),
    })
    .expect("a service")
}

/// What a check says: that there is nothing to check, or what is wrong, with the logs that it names.
enum Checked {
    Refused(String),
    Found { flaws: usize, named: Vec<Uuid> },
}

fn check(copy: &Copy) -> Checked {
    let check = match Check::open(&copy.database(), 1) {
        Ok(check) => check,
        Err(error) => return Checked::Refused(error.to_string()),
    };
    let mut flaws = [check.file(), check.schema(), check.tree().1].concat();
    for kind in LogKind::ALL {
        match check.logs(kind) {
            Ok(logs) => (1..=logs).for_each(|number| flaws.extend(check.log(kind, number).flaws)),
            Err(error) => return Checked::Refused(error.to_string()),
        }
    }
    Checked::Found { flaws: flaws.len(), named: flaws.iter().filter_map(|flaw| flaw.id).collect() }
}

#[derive(Debug, Default)]
struct Counts {
    flips: usize,
    check_refuses: usize,
    check_names_a_log: usize,
    check_finds: usize,
    holds_nothing: usize,
    start_refuses: usize,
    serves_all: usize,
    serves_the_rest: usize,
}

struct Trial<'a> {
    sound: &'a [u8],
    games: Vec<Uuid>,
    tournaments: Vec<Uuid>,
    running: Vec<&'a Game>,
    expected: Told,
}

impl Trial<'_> {
    fn flip(&self, at: usize, mask: u8, counts: &mut Counts) {
        let mut bytes = self.sound.to_vec();
        bytes[at] ^= mask;
        let copy = Copy::of(&bytes);
        let how = format!("byte {at} (page {}, byte {} of it) ^ {mask:#04x}", at / 4096 + 1, at % 4096);
        let found = match check(&copy) {
            Checked::Refused(sentence) => {
                assert!(sentence.len() > 20, "{how}: {sentence}");
                counts.check_refuses += 1;
                true
            }
            Checked::Found { flaws: 0, .. } => {
                counts.holds_nothing += 1;
                false
            }
            Checked::Found { named, .. } => {
                if named.is_empty() {
                    counts.check_finds += 1;
                } else {
                    counts.check_names_a_log += 1;
                }
                true
            }
        };
        counts.flips += 1;
        match Store::open(&copy.database(), Settings::default()) {
            Err(error) => {
                assert!(found, "{how}: refused with {error}, and a check finds nothing");
                counts.start_refuses += 1;
            }
            Ok(store) => self.serve(store, found, &how, counts),
        }
    }

    fn serve(&self, store: Store, found: bool, how: &str, counts: &mut Counts) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        let app = app(store);
        runtime.block_on(async {
            let told = ask(&app, &self.games, &self.tournaments).await;
            for (id, log) in &told.logs {
                assert_eq!(log, &self.expected.logs[id], "{how}: another log is shown");
            }
            for (listed, expected) in
                [(&told.games, &self.expected.games), (&told.tournaments, &self.expected.tournaments)]
            {
                for (id, summary) in listed {
                    assert_eq!(Some(summary), expected.get(id), "{how}: another log is listed");
                }
            }
            for (id, name) in &told.names {
                assert!(name.is_none() || *name == self.expected.names[id], "{how}: another name is listed");
            }
            assert!(told.checkpoint.is_none() || told.checkpoint == self.expected.checkpoint, "{how}: another root");
            if told == self.expected {
                counts.serves_all += 1;
            } else {
                assert!(found, "{how}: {:?}, {:?}, and a check finds nothing", told.refused, told.unreadable);
                counts.serves_the_rest += 1;
            }
            for game in &self.running {
                let before = self.expected.logs[&game.id.parse::<Uuid>().expect("an id")].0;
                if let Some(head) = play(&app, game).await {
                    assert_eq!(head.index, before.index + 1, "{how}: another log is played on");
                }
            }
        });
        // A damaged file may not even close; whoever opens it next says why.
        let _ = app.close();
    }
}

#[test]
fn a_flipped_byte_is_found_and_no_other_log_is_shown_or_played_on() {
    let mut server = Server::start();
    let world = World::create(&server);
    let tournaments = server.spectator().get("/v1/tournaments").expect(200)["tournaments"].clone();
    let tournaments = tournaments.as_array().expect("tournaments").iter();
    let tournaments = tournaments.map(|it| it["id"].as_str().expect("an id").parse().expect("an id")).collect();
    server.stop();
    let sound = std::fs::read(server.database()).expect("a file");
    let games = world.games.iter().map(|game| game.id.parse().expect("an id")).collect();
    let running = world.games.iter().filter(|game| game.tokens.len() == 2).collect();
    let mut trial = Trial { sound: &sound, games, tournaments, running, expected: empty() };
    let copy = Copy::of(&sound);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    let app = app(Store::open(&copy.database(), Settings::default()).expect("a store"));
    trial.expected = runtime.block_on(ask(&app, &trial.games, &trial.tournaments));
    assert_eq!((trial.expected.refused.len(), trial.expected.logs.len()), (0, 13));
    app.close().expect("closes");

    let flips = std::env::var(FLIPS).ok().and_then(|flips| flips.parse().ok()).unwrap_or(FLIPS_USUALLY);
    // Most of so small a file is empty: four of five flips are where there is something.
    let used: Vec<usize> = (0..sound.len()).filter(|at| sound[*at] != 0).collect();
    let mut draws = ChaCha20Rng::from_seed([0xf1; 32]);
    let mut below = |bound: usize| draws.next_u32() as usize % bound;
    let mut counts = Counts::default();
    for number in 0..flips {
        let at = if number % 5 == 4 { below(sound.len()) } else { used[below(used.len())] };
        let mask = if number % 2 == 0 { 1 << below(8) } else { 0xff };
        trial.flip(at, mask, &mut counts);
    }
    let all = counts.check_refuses + counts.check_names_a_log + counts.check_finds + counts.holds_nothing;
    assert_eq!((counts.flips, all), (flips, flips), "{counts:?}");
    assert!(counts.check_names_a_log * 4 > flips, "most of what is in the file belongs to a log: {counts:?}");
    // Shown with `--nocapture`.
    eprintln!("{} bytes of which {} are used: {counts:#?}", sound.len(), used.len());
}

fn empty() -> Told {
    Told {
        logs: BTreeMap::new(),
        games: BTreeMap::new(),
        tournaments: BTreeMap::new(),
        names: BTreeMap::new(),
        unreadable: Vec::new(),
        checkpoint: None,
        refused: Vec::new(),
    }
}
