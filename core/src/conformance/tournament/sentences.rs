//! What is said of one thing that is wrong, word for word.

use super::*;
use crate::audit::{Kept, LevelReport};
use crate::kernel::{Kind, LogKind, Seat};

#[test]
fn a_game_that_is_not_as_it_was_attached_is_told_by_what_differs() {
    let (parts, _) = play();
    let verifier = TournamentVerifier::new(parts.header.clone(), &parts.events, &Evidence::default());
    let id = parts.games[0].events[0].record.id;
    let differs = |change: &dyn Fn(&mut Bundle)| {
        let mut game = parts.games[0].clone();
        change(&mut game);
        let details = verifier.game(&game).mismatches.into_iter().map(|finding| finding.detail);
        details.map(|detail| detail.replacen(&format!("game {id}: "), "", 1)).collect::<Vec<_>>()
    };
    let created = |place: &'static str, value: Value| {
        differs(&move |game| {
            let payload = game.events[0].payload.as_ref().expect("open").get();
            let mut created: Value = serde_json::from_str(payload).expect("JSON");
            *created.pointer_mut(place).expect("a field") = value.clone();
            let text = created.to_string();
            game.events[0].payload = Some(serde_json::value::RawValue::from_string(text).expect("JSON"));
        })
    };
    assert_eq!(differs(&|_| {}), [""; 0]);
    assert_eq!(created("/tournament", Value::Null), ["it was created for another tournament, or for none"]);
    let played = ["it plays another ruleset, or other options, than the tournament"];
    assert_eq!(created("/options/starter", "seat0".into()), played);
    assert_eq!(created("/entropy", "required".into()), ["its entropy policy is not the tournament's"]);
    let seats = ["other players sit at it than the tournament seated"];
    assert_eq!(created("/seats/0/name", "ab".repeat(32).into()), seats);
    assert_eq!(created("/ruleset/version", 99.into()), ["its first payload cannot be read"]);
    let record = differs(&|game| game.events[0].hash = Hash::ZERO);
    assert_eq!(record, ["its first record is not the one that was attached"]);
    let key = differs(&|game| game.public_key = "another".into());
    assert_eq!(key, ["another key signed it than the tournament"]);
    let mut ended = parts.games[0].clone();
    ended.events.last_mut().expect("an event").hash = Hash::ZERO;
    let end = &verifier.game(&ended).mismatches[0];
    let said = format!("game {id}: its log does not end as the tournament's log says");
    assert_eq!((end.tampering, &end.detail), (Tampering::Edited, &said));
}

#[test]
fn the_first_line_and_every_record_have_the_form_of_a_tournament() {
    let (parts, _) = play();
    let found = |level: Level, change: &dyn Fn(&mut Parts)| {
        let mut parts = parts.clone();
        change(&mut parts);
        let findings = parts.audit(None).findings.into_iter().filter(|finding| finding.level == level);
        findings.map(|found| (found.tampering, found.detail, found.expected.zip(found.found))).collect::<Vec<_>>()
    };
    let values = |stated: u64, there: u64| Some((stated.to_string(), there.to_string()));
    let other = "the format is not that of the bundle of a tournament".to_owned();
    let formats = Some(("pandect-tournament/2-draft.1".to_owned(), "pandect-replay/2-draft.1".to_owned()));
    let format = found(Level::Format, &|parts| parts.header.format = "pandect-replay/2-draft.1".into());
    assert_eq!(format, [(Tampering::Malformed, other, formats)]);
    let events = parts.header.events;
    let number = "the first line states another number of events".to_owned();
    let more = found(Level::Format, &|parts| parts.header.events += 1);
    assert_eq!(more, [(Tampering::Truncated, number.clone(), values(events + 1, events))]);
    let fewer = found(Level::Format, &|parts| parts.header.events -= 1);
    assert_eq!(fewer, [(Tampering::Inserted, number, values(events - 1, events))]);
    let none = found(Level::Format, &|parts| {
        parts.events.clear();
        parts.header.events = 0;
    });
    let created = "there is no event; a log has at least the one that created the tournament".to_owned();
    assert_eq!(none, [(Tampering::Malformed, created, None)]);
    let shape = |change: &dyn Fn(&mut Record)| {
        let found = found(Level::Format, &|parts| change(&mut parts.events[2].record));
        found.into_iter().map(|(_, detail, _)| detail).collect::<Vec<_>>()
    };
    assert_eq!(shape(&|record| record.log = LogKind::Game), ["the record is not of the log of a tournament"]);
    assert_eq!(shape(&|record| record.v = 2), ["the version of the record is not known here"]);
    let seatless = ["an event of a tournament has no seat and commits to no state"];
    assert_eq!(shape(&|record| record.seat = Some(Seat(0))), seatless);
    assert_eq!(shape(&|record| record.state = Some(Hash::ZERO)), seatless);
    let games = "the first line states another number of games".to_owned();
    let more = found(Level::Games, &|parts| parts.header.games += 1);
    assert_eq!(more, [(Tampering::Removed, games.clone(), values(parts.header.games + 1, parts.header.games))]);
    let fewer = found(Level::Games, &|parts| parts.header.games -= 1);
    assert_eq!(fewer, [(Tampering::Inserted, games, values(parts.header.games - 1, parts.header.games))]);
}

#[test]
fn what_an_auditor_kept_is_held_against_the_log_that_it_speaks_of() {
    let (parts, _) = play();
    let of_game = |at: usize| Kept { name: format!("game-{at}"), text: parts.games[at].receipt.clone().into_bytes() };
    let of_tournament = Kept { name: "tournament".into(), text: parts.header.receipt.clone().into_bytes() };
    let receipts = [of_game(1), of_tournament];
    let evidence = Evidence { receipts: Some(&receipts), ..Evidence::default() };
    let status =
        |levels: &[LevelReport]| levels.iter().find(|level| level.level == Level::Receipts).map(|level| level.status);
    let whole = parts.audit_with(&evidence);
    assert_eq!(status(&whole.levels), Some(LevelStatus::Passed));
    let games: Vec<_> = whole.games.iter().map(|game| status(&game.levels)).collect();
    assert_eq!(games.iter().filter(|status| **status == Some(LevelStatus::Passed)).count(), 1, "{games:?}");
    assert_eq!(games.iter().flatten().count(), 1, "the others have no such level");
    let mut cut = parts.clone();
    cut.events.pop();
    let cut = cut.audit_with(&evidence);
    assert_eq!(status(&cut.levels), Some(LevelStatus::Failed));
}

#[test]
fn a_tournament_whose_last_game_runs_is_verified_as_far_as_it_is_told() {
    let (mut parts, _) = play();
    let concluded = parts.events.iter().rposition(|event| event.record.kind == Kind::GameConcluded).expect("an end");
    parts.events.truncate(concluded);
    let last = parts.games.last_mut().expect("a game");
    (last.server_seed, last.outcome) = (None, None);
    last.events.iter_mut().for_each(|event| event.state_salt = None);
    let audit = parts.audit(None);
    let games = audit.levels.iter().find(|level| level.level == Level::Games).expect("the level");
    assert_eq!((games.status, games.detail.as_str()), (LevelStatus::Skipped, "1 of 20 games still run"));
}

#[test]
fn standings_that_differ_are_named_by_the_first_player_who_differs() {
    let (mut parts, _) = play();
    let player = parts.header.standings[1].player;
    parts.header.standings[1].byes += 1;
    let audit = parts.audit(None);
    let standings = audit.levels.iter().find(|level| level.level == Level::Standings).expect("the level");
    assert_eq!(
        standings.detail,
        format!("the standings differ from those that the log leads to, first at player {player}")
    );
}
