//! Options of every ruleset, and what a tournament is created with: what is read is read as the same again from its
//! canonical form, and what it opens is a game or a tournament, or a refusal with a sentence.

use std::sync::LazyLock;

use arbitrary::{Result, Unstructured};
use pandect::http::document_text;
use pandect_core::kernel::{
    EntropyPolicy, Hash, Head, Kind, Outcome, Reason, Reserved, ServerSeed, canonical, seed_commitment,
};
use pandect_core::log::{self, CreatedSeat, SeedOrigin};
use pandect_core::rulesets::any::{AnyOptions, Edition};
use pandect_core::tournament::{
    Attachment, Conclusion, Format, Played, Points, Registration, Repeats, Round, Rules, TieBreak, Tournament,
    TournamentCreated, TournamentPayload,
};
use serde_json::Value;
use uuid::Uuid;

use super::json;

/// Changes to one value.
const CHANGES_MAX: u8 = 4;
/// Rounds of one tournament.
const ROUNDS: usize = 4;

/// What stands as a value in the document: names of variants, fields and cards among it.
static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let document: Value = serde_json::from_str(&document_text().expect("the document")).expect("JSON");
    let mut words = json::words(&document["components"]["schemas"]);
    words.retain(|word| !word.contains([' ', '#', '/']));
    words
});

/// Text that begins with a brace or a bracket is read as it stands; otherwise the bytes choose what is changed.
pub(crate) fn run(data: &[u8]) {
    if let Some(b'{' | b'[') = data.first() {
        let text = String::from_utf8_lossy(data);
        Edition::ALL.iter().for_each(|edition| options(*edition, &text, 2));
        tournament(&text, 3);
        return;
    }
    // Bytes that end too early have made fewer changes.
    let _ = changed(&mut Unstructured::new(data));
}

fn changed(bytes: &mut Unstructured<'_>) -> Result<()> {
    let edition = *bytes.choose(Edition::ALL)?;
    let defaults = edition.facts().options;
    let of_tournament = bytes.ratio(1, 3)?;
    let mut value = if of_tournament {
        serde_json::to_value(created(defaults, bytes)?).expect("JSON")
    } else {
        serde_json::to_value(defaults).expect("JSON")
    };
    let number = bytes.arbitrary()?;
    while !bytes.is_empty() {
        for _ in 0..bytes.int_in_range(1..=CHANGES_MAX)? {
            json::change(&mut value, &WORDS, bytes)?;
        }
        let text = value.to_string();
        if of_tournament { tournament(&text, number) } else { options(edition, &text, number) }
    }
    Ok(())
}

/// Options, and the game that so many seats make of them.
fn options(edition: Edition, text: &str, seats: u8) {
    let read = |text: &str| edition.options(&mut serde_json::Deserializer::from_str(text)).ok();
    let Some(options) = read(text) else { return };
    let form = form(&options);
    assert_eq!(read(&form).as_ref(), Some(&options), "{form}");
    let seed = ServerSeed::new([seats; 32]);
    match options.open(seats, seed, EntropyPolicy::None) {
        Ok((game, _)) => {
            assert!(game.canonical_state().expect("a canonical state").is_some(), "{form}");
            assert!(!game.awaiting().is_empty() || game.outcome().is_some(), "{form}");
        }
        Err(refusal) => assert!(!refusal.to_string().is_empty(), "{form}"),
    }
    let created = log::Created {
        clock: Reserved,
        entropy: EntropyPolicy::None,
        options,
        replaces: Reserved,
        ruleset: edition.into(),
        seats: (0..seats % 8).map(|seat| CreatedSeat { bot: None, name: Hash::of(&[seat]) }).collect(),
        seed_commitment: seed_commitment(&seed),
        seed_origin: SeedOrigin::Server,
        tournament: None,
    };
    let again = log::Created::parse(Kind::Created, &self::form(&created)).expect("what was written");
    assert_eq!(again, created);
}

fn created(options: AnyOptions, bytes: &mut Unstructured<'_>) -> Result<TournamentCreated> {
    let format = match bytes.int_in_range(0..=3)? {
        0 => Format::Open {},
        1 => Format::FirstTo { wins: bytes.int_in_range(0..=101)? },
        2 => {
            let rounds = if bytes.arbitrary()? { Some(bytes.int_in_range(0..=513)?) } else { None };
            Format::RoundRobin { group_size: bytes.int_in_range(1..=7)?, rounds }
        }
        _ => Format::Swiss { rounds: bytes.int_in_range(0..=513)? },
    };
    Ok(TournamentCreated {
        clock: Reserved,
        cut: Reserved,
        entropy: EntropyPolicy::None,
        format,
        lots_commitment: Reserved,
        name: Hash::of(b"Spring open"),
        points: if bytes.arbitrary()? { Some(Points::usual(bytes.int_in_range(0..=6)?)) } else { None },
        repeats: Repeats::Never,
        rules: Rules::V1,
        rulesets: vec![Played::new(options); bytes.int_in_range(1..=3)?],
        tie_breaks: vec![TieBreak::DirectMeeting, TieBreak::Buchholz, TieBreak::Wins],
    })
}

/// What a tournament is created with, and its first round of so many players.
fn tournament(text: &str, players: u8) {
    let read = |text: &str| TournamentPayload::parse(Kind::Created, text).ok();
    let Some(payload) = read(text) else { return };
    let form = form(&payload);
    assert_eq!(read(&form).as_ref(), Some(&payload), "{form}");
    let TournamentPayload::Created(created) = payload else { panic!("{form}: another payload") };
    let mut tournament = match Tournament::open(created) {
        Ok(tournament) => tournament,
        Err(refusal) => return assert!(!refusal.to_string().is_empty(), "{form}"),
    };
    for player in 0..u32::from(players) % 24 {
        let registration = Registration { bot: Reserved, name: Hash::of(&player.to_be_bytes()), player };
        tournament.apply(&TournamentPayload::PlayerRegistered(registration)).expect("another player");
    }
    for _ in 0..ROUNDS {
        let Ok(round) = tournament.next_round() else { break };
        let mut met: Vec<u32> = round.tables.iter().flatten().chain(&round.byes).copied().collect();
        met.sort_unstable();
        let all: Vec<u32> = (0..u32::from(players) % 24).collect();
        assert_eq!(met, all, "{form}: everybody sits once, or has a bye");
        play(&mut tournament, &round);
    }
    assert_eq!(tournament.standings().len(), tournament.players().len(), "{form}");
}

/// A round from its pairing to the end of its games, whose scores are as good as any.
fn play(tournament: &mut Tournament, round: &Round) {
    let ruleset = tournament.ruleset_of(round.round);
    let mut apply = |payload| tournament.apply(&payload).unwrap_or_else(|refusal| panic!("{refusal}"));
    apply(TournamentPayload::RoundPaired(round.clone()));
    for (number, players) in (0_u64..).zip(&round.tables) {
        let created = Hash::of(&[&round.round.to_be_bytes()[..], &number.to_be_bytes()].concat());
        let game = Uuid::from_u64_pair(round.round.into(), number);
        apply(TournamentPayload::GameAttached(Attachment {
            created,
            game,
            players: players.clone(),
            round: Some(round.round),
            ruleset,
        }));
        let scores = created.as_bytes().iter().take(players.len()).map(|byte| i32::from(byte % 4)).collect();
        let outcome = Some(Outcome::by_score(scores, Reason::of("most-points")));
        apply(TournamentPayload::GameConcluded(Conclusion { game, head: Head { index: 1, hash: created }, outcome }));
    }
}

fn form<T: serde::Serialize>(value: &T) -> String {
    String::from_utf8(canonical(value).expect("a canonical value")).expect("JSON is UTF-8")
}
