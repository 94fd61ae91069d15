//! What stands beside the logs: words of people, which can be erased, and receipts, which cannot.

use super::*;

const NAME: &str = "Wilhelmina Quartermaine";

/// A game in which that person has a seat, and which is not over.
fn with_her(number: u128) -> (Creation, Log) {
    let mut log = Log::new(number);
    let mut new = log.created();
    (new.seats[1], new.texts[1]) = (seat(NAME), text(NAME));
    (new, log)
}

fn names(store: &Store, log: Log) -> Vec<Option<String>> {
    let seats = store.game(log.id).expect("reads").expect("the game").seats;
    seats.into_iter().map(|seat| seat.name).collect()
}

/// The files of a database, after everything was moved into the first of them.
fn bytes(scratch: &Scratch) -> Vec<u8> {
    let moved = scratch.raw().query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0));
    assert_eq!(moved, Ok(0));
    let read = |suffix| std::fs::read(scratch.directory.path().join(format!("games.db{suffix}"))).expect("reads");
    [read(""), read("-wal")].concat()
}

fn has_her(bytes: &[u8]) -> bool {
    bytes.windows(NAME.len()).any(|window| window == NAME.as_bytes())
}

#[test]
fn texts_are_read_in_the_order_asked_for_without_those_that_are_not_there() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = created(&store, 1);
    let said = Append { texts: vec![text("the hall closed")], ..log.moved(0, "1") };
    wait(store.append(said)).expect("appended");
    let mut tournament = Log::of_tournament(2);
    let registered = |log: &mut Log| {
        let added = TournamentAppend { texts: vec![text("Cy")], ..log.added(Kind::PlayerRegistered) };
        Write::AppendToTournament(Box::new(added))
    };
    let created = Write::CreateTournament(Box::new(tournament.new_tournament()));
    wait(store.write(vec![created, registered(&mut tournament)])).expect("written");
    let ask = |words: &[&str]| {
        let commitments: Vec<Hash> = words.iter().map(|words| text(words).commitment).collect();
        store.texts(&commitments).expect("reads")
    };
    assert_eq!(ask(&["Bo", "nobody", "Cy", "Ada"]), [text("Bo"), text("Cy"), text("Ada")]);
    assert_eq!(ask(&["Spring", "the hall closed"]), [text("Spring"), text("the hall closed")]);
    assert_eq!(ask(&[]), []);
}

#[test]
fn a_text_that_comes_again_is_kept_once_and_as_it_was() {
    let scratch = Scratch::new();
    let store = scratch.open();
    created(&store, 1);
    let mut log = Log::new(2);
    let mut again = log.created();
    again.texts.push(Text { text: "Eve".into(), ..text("Ada") });
    wait(store.create(again)).expect("created");
    let raw = scratch.raw();
    let replaced = "INSERT OR REPLACE INTO texts SELECT commitment, salt, 'Eve' FROM texts";
    assert_eq!(raw.execute(replaced, []), Ok(0));
    let count = raw.query_row("SELECT count(*) FROM texts", [], |row| row.get::<_, u32>(0));
    assert_eq!(count, Ok(2), "Ada and Bo");
    assert_eq!(store.texts(&[text("Ada").commitment]), Ok(vec![text("Ada")]));
}

#[test]
fn texts_of_an_event_that_is_refused_are_not_kept() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let log = created(&store, 1);
    let mut gap = log;
    gap.moved(0, "1");
    let late = Append { texts: vec![text(NAME)], ..gap.moved(0, "2") };
    assert_eq!(wait(store.append(late)), Err(StoreError::Conflict { log: log.id, index: 2 }));
    assert_eq!(store.texts(&[text(NAME).commitment]), Ok(Vec::new()));
}

#[test]
fn an_erased_text_is_gone_from_every_table_and_from_the_file() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let games = [1, 2].map(with_her).map(|(new, log)| {
        wait(store.create(new)).expect("created");
        log
    });
    assert!(has_her(&bytes(&scratch)), "she is in the file");
    let events = games.map(|log| store.events(LogKind::Game, log.id, 0, 10).expect("reads"));
    let hers = text(NAME).commitment;

    assert_eq!(wait(store.erase(hers)), Ok(true));
    assert_eq!(store.texts(&[hers, text("Ada").commitment]), Ok(vec![text("Ada")]));
    for log in games {
        assert_eq!(names(&store, log), [Some("Ada".into()), None]);
        let seats = store.load(log.id).expect("reads").expect("the game").seats;
        assert_eq!(seats[1], StoredSeat { name: None, ..seat(NAME) }, "the commitment and the token stay");
    }
    let hers_only = Filter { player: Some(NAME.into()), ..Filter::default() };
    assert_eq!(store.list(&hers_only, None, 10), Ok(Vec::new()));
    assert!(!has_her(&bytes(&scratch)), "neither the database file nor the write-ahead log has her name");

    assert_eq!(wait(store.erase(hers)), Ok(false), "there is none any more");
    assert_eq!(wait(store.erase(Hash::ZERO)), Ok(false), "there never was one");
    assert_eq!(
        games.map(|log| store.events(LogKind::Game, log.id, 0, 10).expect("reads")),
        events,
        "the logs are what they were"
    );
    assert_eq!(Inspection::open(&scratch.path(), 1).expect("opens").file(), []);
    store.close().expect("closes");
    assert!(!has_her(&std::fs::read(scratch.path()).expect("reads")));
}

#[test]
fn one_of_two_people_of_the_same_name_is_erased_and_the_other_stays() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let other = Text::new(Salt::new([9; 32]), NAME);
    let (mut new, log) = with_her(1);
    new.seats[0] = StoredSeat { commitment: Some(other.commitment), ..seat(NAME) };
    new.texts[0] = other.clone();
    wait(store.create(new)).expect("created");
    assert_eq!(wait(store.erase(text(NAME).commitment)), Ok(true));
    assert_eq!(names(&store, log), [Some(NAME.into()), None]);
    assert_eq!(store.texts(&[other.commitment]), Ok(vec![other]));
}

#[test]
fn a_seat_may_be_open() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = Log::new(1);
    let mut new = log.created();
    new.seats[1] = StoredSeat { name: None, commitment: None, ..seat("Bo") };
    let seats = new.seats.clone();
    wait(store.create(new)).expect("created");
    assert_eq!(store.load(log.id).expect("reads").expect("the game").seats, seats);
}

#[test]
fn a_log_that_ends_keeps_the_receipt_of_its_last_event() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut played = created(&store, 1);
    assert_eq!(store.receipt(played.id), Ok(None));
    wait(store.append(concluding(played.moved(0, "1")))).expect("appended");
    let mut dealt = Log::new(2);
    let over = Creation { status: Status::Over, outcome: Some("[0]".into()), ..dealt.created() };
    wait(store.create(Creation { receipt: Some(signed()), ..over })).expect("created");
    let mut tournament = Log::of_tournament(3);
    let begun = Write::CreateTournament(Box::new(tournament.new_tournament()));
    let sealed = TournamentAppend { sealed: true, receipt: Some(signed()), ..tournament.added(Kind::Sealed) };
    wait(store.write(vec![begun, Write::AppendToTournament(Box::new(sealed))])).expect("sealed");
    store.close().expect("closes");
    let store = scratch.open();
    for log in [played, dealt, tournament] {
        assert_eq!(store.receipt(log.id), Ok(Some(signed())));
    }
    let leaves = store.tree(|tree| tree.leaves(0, 10)).expect("leaves");
    assert_eq!(leaves.iter().map(|leaf| leaf.leaf.id).collect::<Vec<_>>(), [played.id, dealt.id, tournament.id]);
}

#[test]
fn an_event_comes_with_a_receipt_exactly_where_it_ends_its_log() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = created(&store, 1);
    let over = concluding(log.moved(0, "1"));
    let mut tournament = Log::of_tournament(2);
    let begun = Write::CreateTournament(Box::new(tournament.new_tournament()));
    wait(store.write(vec![begun])).expect("created");
    let sealed = TournamentAppend { sealed: true, ..tournament.added(Kind::Sealed) };
    let mut dealt = Log::new(3);
    let at_once = Creation { status: Status::Over, outcome: Some("[0]".into()), ..dealt.created() };
    let (game, ends) = (log.id, "ends its log, and comes without a receipt");
    for (write, sentence) in [
        (Write::Append(Box::new(Append { receipt: None, ..over.clone() })), format!("event 1 of game {game} {ends}")),
        (
            Write::Append(Box::new(Append { status: Status::Running, outcome: None, ..over.clone() })),
            format!("event 1 of game {game} comes with a receipt, and does not end its log"),
        ),
        (Write::Create(Box::new(at_once)), format!("event 0 of game {} {ends}", dealt.id)),
        (Write::AppendToTournament(Box::new(sealed)), format!("event 1 of tournament {} {ends}", tournament.id)),
    ] {
        assert_eq!(wait(store.write(vec![write])), Err(StoreError::Refused(sentence)));
    }
    assert_eq!(indexes(&store, log), [0], "and nothing of it was written");
    assert_eq!(store.receipt(log.id), Ok(None));
    assert_eq!(store.tree(|tree| tree.root(0)).map(|root| root.size), Ok(0));
    wait(store.append(over)).expect("with its receipt");
}

#[test]
fn damage_beside_the_logs_is_found_and_no_text_is_told() {
    let (game, other) = (Log::new(1), Log::new(2));
    let opens = format!("the text of commitment {} does not open it", text(NAME).commitment);
    let misnamed = "a seat has another name than the text of its commitment";
    for (edit, id, what) in [
        ("UPDATE texts SET text = 'Eve' WHERE text LIKE 'W%'", None, opens.as_str()),
        ("UPDATE texts SET salt = zeroblob(32) WHERE text LIKE 'W%'", None, &opens),
        ("UPDATE seats SET name = 'Eve' WHERE name LIKE 'W%'", Some(other.id), misnamed),
        ("UPDATE seats SET name = NULL WHERE name LIKE 'W%'", Some(other.id), misnamed),
        ("DELETE FROM texts WHERE text LIKE 'W%'", Some(other.id), misnamed),
        ("DELETE FROM receipts", Some(game.id), "it has ended, and has no receipt"),
        ("DELETE FROM leaves", None, "a row of receipts belongs to no row of leaves"),
        (
            "INSERT INTO meta VALUES ('2-draft.1', 'other.example')",
            None,
            "the table meta has 2 rows, and should have one",
        ),
    ] {
        let scratch = Scratch::new();
        let store = scratch.open();
        let mut log = created(&store, 1);
        wait(store.append(concluding(log.moved(0, "1")))).expect("appended");
        wait(store.create(with_her(2).0)).expect("created");
        store.close().expect("closes");
        let inspect = || Inspection::open(&scratch.path(), 1).expect("opens");
        assert_eq!(inspect().file(), []);
        let raw = scratch.raw();
        tamper::lift_triggers(&raw);
        raw.execute_batch("PRAGMA foreign_keys = off").expect("off");
        raw.execute_batch(edit).expect(edit);
        drop(raw);
        let found = inspect().file();
        assert!(found.contains(&Damage { id, index: None, what: what.into() }), "{edit}: {found:?}");
        assert!(!format!("{found:?}").contains("Wilhelmina"), "{found:?}");
    }
}

#[test]
fn a_damaged_name_of_the_log_is_found() {
    let scratch = Scratch::new();
    let settings = Settings { log_name: Some("club.example".into()), ..Settings::default() };
    Store::open(&scratch.path(), settings).expect("opens").close().expect("closes");
    let mut bytes = std::fs::read(scratch.path()).expect("reads");
    let places: Vec<usize> =
        bytes.windows(12).enumerate().filter(|(_, window)| *window == b"club.example").map(|(at, _)| at).collect();
    assert_eq!(places.len(), 2, "in the table and in the index");
    bytes[places[0]] = b'k';
    std::fs::write(scratch.path(), bytes).expect("written");
    let found = Inspection::open(&scratch.path(), 1).expect("opens").file();
    assert!(found.iter().any(|damage| damage.what.contains("missing from index meta_by_log_name")), "{found:?}");
}

#[test]
fn an_inspection_and_a_backup_have_what_stands_beside_the_logs() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = created(&store, 1);
    wait(store.append(concluding(log.moved(0, "1")))).expect("appended");
    let mut tournament = Log::of_tournament(2);
    let begun = Write::CreateTournament(Box::new(tournament.new_tournament()));
    wait(store.write(vec![begun])).expect("created");
    let to = scratch.directory.path().join("backup.db");
    let contents = back_up(&scratch.path(), &to, |_| {}).expect("copied");
    let counts = (contents.games, contents.tournaments, contents.events, contents.texts, contents.root.size);
    assert_eq!(counts, (1, 1, 3, 3, 1), "the texts are Ada, Bo and Spring");
    for path in [scratch.path(), to.clone()] {
        let inspection = Inspection::open(&path, 1).expect("opens");
        assert_eq!(inspection.log_name().as_deref(), Ok(store.log_name()));
        assert_eq!(inspection.texts(&[text("Bo").commitment]), Ok(vec![text("Bo")]));
        assert_eq!(inspection.game(log.id).expect("reads").expect("the game").receipt, Some(signed()));
        assert_eq!(inspection.tournament(tournament.id).expect("reads").expect("it").receipt, None);
        assert_eq!((inspection.file(), inspection.schema()), (vec![], vec![]));
    }
    let copy = Store::open(&to, Settings::default()).expect("opens");
    assert_eq!((copy.log_name(), copy.receipt(log.id)), (store.log_name(), Ok(Some(signed()))));
}
