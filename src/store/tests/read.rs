//! Events, heads and listings.

use super::*;

#[test]
fn events_are_read_from_an_index_on() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let [mut log, mut other] = [1, 2].map(|number| created(&store, number));
    for payload in ["1", "2", "3", "4"] {
        wait(store.append(log.moved(0, payload))).expect("appended");
        wait(store.append(other.moved(0, "0"))).expect("appended");
    }
    let payloads = |from, limit| -> Vec<String> {
        let events = store.events(LogKind::Game, log.id, from, limit).expect("reads");
        events.into_iter().map(|event| event.payload).collect()
    };
    assert_eq!(payloads(1, 2), ["1", "2"]);
    assert_eq!(payloads(3, 100), ["3", "4"]);
    assert_eq!(payloads(0, 0), [""; 0]);
    assert_eq!(payloads(5, 1), [""; 0]);
    assert_eq!(payloads(u64::MAX, 1), [""; 0]);
    assert_eq!(store.event(log.id, 4).expect("reads").expect("the event").payload, "4");
    assert_eq!(store.event(log.id, 5), Ok(None));
    assert_eq!(store.head(log.id), Ok(log.head));
}

#[test]
fn of_a_game_that_is_not_there_nothing_is_read() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let id = Log::new(1).id;
    assert_eq!(store.game(id), Ok(None));
    assert_eq!(store.load(id), Ok(None));
    assert_eq!(store.events(LogKind::Game, id, 0, 10), Ok(Vec::new()));
    assert_eq!(store.event(id, 0), Ok(None));
    assert_eq!(store.head(id), Ok(None));
    assert_eq!(store.list(&Filter::default(), None, 10), Ok(Vec::new()));
    assert_eq!(store.ping(), Ok(()));
}

fn rename(new: &mut Creation, place: usize, name: &str) {
    new.seats[place] = seat(name);
    new.texts[place] = text(name);
}

/// Six games: their ruleset, tournament, second player and status.
fn six_games(store: &Store) {
    let games = [
        ("panda-spin", None, "Bo", Status::Running),
        ("villa-panda", None, "Cy", Status::Running),
        ("panda-spin", Some("spring"), "Bo", Status::Over),
        ("panda-spin", Some("spring"), "Ada", Status::Running),
        ("villa-panda", Some("autumn"), "Bo", Status::Waiting),
        ("panda-spin", Some("autumn"), "Cy", Status::Adjudicated),
    ];
    for (number, (ruleset, tournament, second, status)) in (1..).zip(games) {
        let mut new = Creation { ruleset: ruleset.into(), status, ..Log::new(number).created() };
        new.tournament = tournament.map(Into::into);
        rename(&mut new, 1, second);
        new.receipt = status.is_concluded().then(signed);
        wait(store.create(new)).expect("created");
    }
}

fn numbers(games: &[Listed<GameRow>]) -> Vec<u128> {
    games.iter().map(|row| row.1.as_ref().expect("a sound game").id.as_u128() & 0xffff).collect()
}

#[test]
fn games_are_listed_newest_first_and_filtered() {
    let scratch = Scratch::new();
    let store = scratch.open();
    six_games(&store);
    let text = |text: &str| Some(text.to_owned());
    let cases: [(Filter, &[u128]); 10] = [
        (Filter::default(), &[6, 5, 4, 3, 2, 1]),
        (Filter { ruleset: text("panda-spin"), ..Filter::default() }, &[6, 4, 3, 1]),
        (Filter { status: Some(Status::Running), ..Filter::default() }, &[4, 2, 1]),
        (Filter { tournament: text("spring"), ..Filter::default() }, &[4, 3]),
        (Filter { player: text("Bo"), ..Filter::default() }, &[5, 3, 1]),
        (Filter { player: text("Ada"), ..Filter::default() }, &[6, 5, 4, 3, 2, 1]),
        (Filter { player: text("bo"), ..Filter::default() }, &[]),
        (Filter { player: text("' OR true --"), ..Filter::default() }, &[]),
        (Filter { ruleset: text("panda-spin"), player: text("Cy"), ..Filter::default() }, &[6]),
        (
            Filter {
                ruleset: text("panda-spin"),
                status: Some(Status::Over),
                tournament: text("spring"),
                player: text("Bo"),
            },
            &[3],
        ),
    ];
    for (filter, expected) in cases {
        assert_eq!(numbers(&store.list(&filter, None, 100).expect("reads")), expected, "{filter:?}");
    }
}

#[test]
fn every_combination_of_filters_lists_once_what_fits_all_of_them() {
    let scratch = Scratch::new();
    let store = scratch.open();
    six_games(&store);
    let mut both_seats = Log::new(7).created();
    rename(&mut both_seats, 0, "Bo");
    (both_seats.ruleset, both_seats.tournament) = ("panda-spin".into(), Some("spring".into()));
    wait(store.create(both_seats)).expect("created");
    let all = store.list(&Filter::default(), None, 100).expect("reads");
    assert_eq!(numbers(&all), [7, 6, 5, 4, 3, 2, 1]);
    for combination in 0..16 {
        let when = |bit: u8, text: &str| (combination & bit != 0).then(|| text.to_owned());
        let filter = Filter {
            ruleset: when(1, "panda-spin"),
            status: (combination & 2 != 0).then_some(Status::Running),
            tournament: when(4, "spring"),
            player: when(8, "Bo"),
        };
        let fits = |row: &GameRow| {
            filter.ruleset.as_ref().is_none_or(|ruleset| *ruleset == row.ruleset)
                && filter.status.is_none_or(|status| status == row.status)
                && (filter.tournament.is_none() || filter.tournament == row.tournament)
                && (filter.player.is_none() || row.seats.iter().any(|seat| seat.name == filter.player))
        };
        let expected: Vec<_> = all.iter().filter(|row| fits(row.1.as_ref().expect("a sound game"))).cloned().collect();
        assert_eq!(numbers(&store.list(&filter, None, 100).expect("reads")), numbers(&expected), "{filter:?}");
        let beyond = store.list(&filter, Some(Log::new(4).id), 1).expect("reads");
        let next = numbers(&expected).into_iter().find(|number| *number < 4);
        assert_eq!(numbers(&beyond), Vec::from_iter(next), "{filter:?}, after the fourth");
    }
}

#[test]
fn a_page_goes_on_after_the_last_id_of_the_one_before() {
    let scratch = Scratch::new();
    let store = scratch.open();
    six_games(&store);
    let filter = Filter { ruleset: Some("panda-spin".into()), ..Filter::default() };
    let page = |before| store.list(&filter, before, 3).expect("reads");
    let first = page(None);
    assert_eq!(numbers(&first), [6, 4, 3]);
    let cursor = first.last().map(|row| row.1.as_ref().expect("a sound game").id);
    wait(store.create(Creation { ruleset: "panda-spin".into(), ..Log::new(7).created() })).expect("created");
    assert_eq!(numbers(&page(cursor)), [1], "a game that was created meanwhile shifts nothing");
    assert_eq!(numbers(&page(Some(Log::new(5).id))), [4, 3, 1], "the cursor need not be in the list");
    assert_eq!(numbers(&page(Some(Log::new(1).id))), [0; 0]);
}

#[test]
fn more_callers_than_connections_wait_their_turn() {
    let scratch = Scratch::new();
    let store = Store::open(&scratch.path(), Settings { readers: 1, ..Settings::default() }).expect("opens");
    let log = created(&store, 1);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| (0..20).for_each(|_| assert_eq!(store.head(log.id), Ok(log.head))));
        }
    });
}

#[test]
fn a_reader_cannot_write() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let written = store.read(|connection| Ok(connection.execute("DELETE FROM seats", [])?));
    assert!(matches!(written, Err(StoreError::Unavailable(_))), "{written:?}");
}
