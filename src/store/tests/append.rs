//! What is appended, and what is refused.

use super::*;
use crate::kernel::payload_salt;

#[test]
fn a_game_is_read_back_byte_for_byte() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = Log::new(1);
    let new = Creation { tournament: Some("spring".into()), ..log.created() };
    wait(store.create(new.clone())).expect("created");
    let appended = [
        log.moved(0, r#"{"move":{"type":"kata"},"ruleset":"red-panda"}"#),
        log.moved(1, "{\"text\":\"\u{20ac}\\u000f\\n'\u{1f43c}\"}"),
        Append {
            event: log.next(Kind::Adjudicated, None, r#"{"by":"organiser"}"#),
            texts: vec![text("the hall closed")],
            key: None,
            status: Status::Adjudicated,
            outcome: Some(r#"{"ranking":[[0],[1]],"scores":[1,0]}"#.into()),
            receipt: Some(signed()),
        },
    ];
    for append in &appended {
        wait(store.append(append.clone())).expect("appended");
    }
    let expected = StoredGame {
        row: GameRow {
            id: "01937b00-0000-7000-8000-000000000001".parse().expect("an id"),
            ruleset: "red-panda".into(),
            version: 1,
            tournament: Some("spring".into()),
            status: Status::Adjudicated,
            outcome: appended[2].outcome.clone(),
            outcome_hash: appended[2].outcome.as_ref().map(|outcome| Hash::of(outcome.as_bytes())),
            created: new.event.clone(),
            created_salt: payload_salt(&SEED, 0),
            last: appended[2].event.clone(),
            seats: vec![seat("Ada").into(), seat("Bo").into()],
        },
        seats: new.seats,
        seed: SEED,
        events: [vec![new.event], appended.map(|append| append.event).to_vec()].concat(),
    };
    assert_eq!(store.load(log.id).expect("reads"), Some(expected));
    store.close().expect("closes");
    for event in scratch.open().load(log.id).expect("reads").expect("the game").events {
        assert_eq!(event.record.hash().expect("canonical"), event.hash, "{}", event.record.index);
    }
}

#[test]
fn an_event_that_does_not_follow_its_log_is_a_conflict() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = created(&store, 1);
    let mut other = log;
    wait(store.append(log.moved(0, "1"))).expect("appended");
    let refused = |append: Append| wait(store.append(append)).expect_err("refused");
    let conflict = |index| StoreError::Conflict { log: log.id, index };

    assert_eq!(refused(other.moved(1, "2")), conflict(1), "the index is taken");
    assert_eq!(refused(other.moved(1, "3")), conflict(2), "the index is free, and another event came before it");
    let mut ahead = log;
    ahead.next(Kind::Move, Some(0), "4");
    assert_eq!(refused(ahead.moved(0, "5")), conflict(3), "an index is left out");
    assert_eq!(indexes(&store, log), [0, 1]);
    wait(store.append(log.moved(1, "6"))).expect("the log goes on");
}

#[test]
fn an_append_needs_its_game_and_a_game_is_created_once() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = Log::new(1);
    let new = log.created();
    let append = log.moved(0, "1");
    assert_eq!(wait(store.append(append.clone())), Err(StoreError::NoSuchGame(log.id)));
    wait(store.create(new.clone())).expect("created");
    let again = Creation { seats: Vec::new(), ..new };
    assert_eq!(wait(store.create(again)), Err(StoreError::Conflict { log: log.id, index: 0 }));
    let seats = store.game(log.id).expect("reads").expect("the game").seats;
    assert_eq!(seats, [seat("Ada").into(), seat("Bo").into()]);
    wait(store.append(append)).expect("appended");
}

#[test]
fn a_game_that_is_refused_half_way_leaves_nothing_behind() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = Log::new(1);
    let new = Creation { seats: vec![seat("Ada"); 257], ..log.created() };
    let refused = wait(store.create(new)).expect_err("a seat is a byte");
    assert!(matches!(refused, StoreError::Refused(_)), "{refused}");
    let mut log = Log::new(2);
    log.created();
    let late = Creation { event: log.next(Kind::Created, None, "{}"), ..Log::new(2).created() };
    assert_eq!(wait(store.create(late)), Err(StoreError::Conflict { log: log.id, index: 1 }));
    for table in ["games", "seats", "seeds", "events", "texts"] {
        let count = scratch.raw().query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get::<_, u32>(0));
        assert_eq!(count, Ok(0), "{table}");
    }
}

#[test]
fn a_seat_uses_an_idempotency_key_once() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = created(&store, 1);
    let first = keyed(log.moved(0, "1"), "k");
    wait(store.append(first.clone())).expect("appended");
    let reused = Err(StoreError::KeyReused { game: log.id });

    assert_eq!(wait(store.append(keyed(log.clone().moved(0, "2"), "k"))), reused);
    assert_eq!(wait(store.append(first)), reused, "the same request wants its answer, and no second try");
    assert_eq!(store.keyed(log.id, Some(Seat(0)), "k"), Ok(Some(Keyed { index: 1, request: Hash::of(b"1") })));
    assert_eq!(store.keyed(log.id, Some(Seat(1)), "k"), Ok(None));
    assert_eq!(store.keyed(log.id, None, "k"), Ok(None));
    assert_eq!(store.keyed(Log::new(9).id, Some(Seat(0)), "k"), Ok(None));

    wait(store.append(keyed(log.moved(1, "3"), "k"))).expect("another seat");
    wait(store.append(keyed(log.moved(0, "4"), "K"))).expect("another key");
    wait(store.append(keyed(created(&store, 2).moved(0, "5"), "k"))).expect("another game");
    assert_eq!(indexes(&store, log), [0, 1, 2, 3]);
}

#[test]
fn an_organiser_uses_an_idempotency_key_once_per_game() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = created(&store, 1);
    let ruling =
        |log: &mut Log, payload| Append { event: log.next(Kind::Adjudicated, None, payload), ..log.moved(0, "") };
    let first = ruling(&mut log.clone(), "1");
    log.head = Some(Head { index: first.event.record.index, hash: first.event.hash });
    wait(store.append(keyed(first, "k"))).expect("appended");
    assert_eq!(wait(store.append(keyed(ruling(&mut log, "2"), "k"))), Err(StoreError::KeyReused { game: log.id }));
    assert_eq!(store.keyed(log.id, None, "k"), Ok(Some(Keyed { index: 1, request: Hash::of(b"1") })));
}

#[test]
fn a_concluded_game_keeps_its_status_and_outcome() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut log = created(&store, 1);
    wait(store.append(concluding(log.moved(0, "1")))).expect("appended");
    for (status, outcome) in [(Status::Running, None), (Status::Over, Some("[1]".into())), (Status::Adjudicated, None)]
    {
        let refused = wait(store.append(Append { status, outcome, ..log.clone().moved(0, "2") })).expect_err("refused");
        let StoreError::Refused(why) = &refused else { panic!("{refused}") };
        assert!(why.contains("a concluded game never changes"), "{why}");
    }
    let row = store.game(log.id).expect("reads").expect("the game");
    assert_eq!(
        (row.status, row.outcome.as_deref(), row.head().index),
        (Status::Over, Some("[0]"), 1),
        "no event either"
    );
}
