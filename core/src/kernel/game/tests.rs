//! A match of a ruleset small enough to be read at a glance: each seat in turn calls a number, the highest sum wins.

use super::*;

#[derive(Debug)]
struct Calling;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct State {
    turn: u8,
    dealt: Vec<u32>,
    calls: Vec<u8>,
    drawn: Vec<u32>,
}

impl Ruleset for Calling {
    const NAME: &'static str = "calling";
    const VERSION: u32 = 1;
    const SEATS: std::ops::RangeInclusive<u8> = 2..=3;

    type Options = ();
    type State = State;
    type Move = u8;
    type View = usize;
    type Effect = u8;

    fn deal(_: &(), seats: u8, table: &mut Table<u8>) -> Result<State, Illegal> {
        table.tell_all(seats);
        Ok(State {
            turn: 0,
            dealt: (0..seats).map(|_| table.below(1000)).collect(),
            calls: Vec::new(),
            drawn: Vec::new(),
        })
    }

    fn awaiting(state: &State) -> Seats {
        if state.calls.len() < state.dealt.len() { Seats::one(Seat(state.turn)) } else { Seats::NONE }
    }

    fn legal(_: &State, _: Seat) -> Vec<u8> {
        (1..=3).collect()
    }

    fn play(state: &mut State, seat: Seat, call: &u8, table: &mut Table<u8>) -> Result<(), Illegal> {
        state.calls.push(*call);
        state.turn += 1;
        if *call > 3 {
            return Err(Illegal::new("call-too-high", "CA-1", "call 1 to 3"));
        }
        table.tell_only(seat, *call);
        state.drawn.push(table.below(1_000_000));
        Ok(())
    }

    // Whoever has called is out.
    fn out(state: &State, seat: Seat) -> Option<Illegal> {
        (seat.0 < state.turn).then(|| Illegal::new("called-already", "CA-2", "wait for the end"))
    }

    fn view(state: &State, _: Viewer) -> usize {
        state.calls.len()
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let scores = state.calls.iter().map(|call| i32::from(*call)).collect();
        Self::awaiting(state).is_empty().then(|| Outcome::by_score(scores, Reason::of("all-have-called")))
    }
}

fn opening(seats: u8, entropy: EntropyPolicy) -> Opening<()> {
    Opening { options: (), seats, seed: ServerSeed::new([9; 32]), entropy }
}

fn open(seats: u8, entropy: EntropyPolicy) -> Match<Calling> {
    Match::open(opening(seats, entropy)).expect("it opens").0
}

fn entropy(seat: u8) -> Action<u8> {
    Action::Entropy(Seat(seat), Entropy::new([seat; 32]))
}

#[test]
fn a_seat_count_outside_the_rules_is_refused() {
    let refusal = Match::<Calling>::open(opening(4, EntropyPolicy::None)).expect_err("too many");
    assert_eq!(refusal, Refusal::Seats { ruleset: "calling", seats: 4, least: 2, most: 3 });
}

#[test]
fn without_entropy_the_first_event_deals() {
    let (game, told) = Match::<Calling>::open(opening(2, EntropyPolicy::None)).expect("it opens");
    assert!(game.state().is_some());
    assert_eq!(told.effects, [(super::super::Audience::Everyone, 2)]);
    assert_eq!(game.play(&entropy(0)).unwrap_err(), Refusal::EntropyNotWanted);
}

#[test]
fn with_entropy_the_last_seat_to_give_deals_whatever_the_order() {
    let game = open(2, EntropyPolicy::Required);
    assert_eq!(game.awaiting(), Seats::all(2));
    assert_eq!(game.play(&Action::Move(Seat(0), 1)).unwrap_err(), Refusal::AwaitingEntropy);
    let (game, _) = game.play(&entropy(1)).expect("given");
    assert_eq!((game.state(), game.awaiting()), (None, Seats::one(Seat(0))));
    assert_eq!(game.play(&entropy(1)).unwrap_err(), Refusal::EntropyGiven(Seat(1)));
    let (game, told) = game.play(&entropy(0)).expect("given");
    assert!(game.state().is_some());
    assert_eq!(told.effects.len(), 1);
    assert_eq!(game.events(), 3);
}

#[test]
fn the_entropy_of_a_seat_changes_the_deal() {
    let dealt = |byte: u8| {
        let given = [0, 1].map(|seat| Action::Entropy(Seat(seat), Entropy::new([byte; 32])));
        Match::<Calling>::replay(opening(2, EntropyPolicy::Required), given).expect("dealt").state().cloned()
    };
    assert_eq!(dealt(1), dealt(1));
    assert_ne!(dealt(1), dealt(2));
}

#[test]
fn a_refused_move_leaves_the_match_as_it_was() {
    let game = open(2, EntropyPolicy::None);
    let before = game.state().cloned();
    let refusal = game.play(&Action::Move(Seat(0), 9)).unwrap_err();
    assert!(matches!(refusal, Refusal::Illegal(Illegal { code: "call-too-high", rule: "CA-1", .. })));
    assert_eq!(game.state().cloned(), before);
}

#[test]
fn out_of_turn_and_after_the_end_nothing_is_accepted() {
    let game = open(2, EntropyPolicy::None);
    let refusal = game.play(&Action::Move(Seat(1), 1)).unwrap_err();
    assert_eq!(refusal.to_string(), "it is not the turn of seat 1; the game awaits seat 0");
    let calls = [Action::Move(Seat(0), 1), Action::Move(Seat(1), 3)];
    let game = Match::<Calling>::replay(opening(2, EntropyPolicy::None), calls).expect("played");
    assert_eq!(game.outcome().expect("over").ranking, [[Seat(1)], [Seat(0)]]);
    assert_eq!(game.play(&Action::Move(Seat(0), 1)).unwrap_err(), Refusal::Over);
    assert!(game.legal(Seat(0)).is_empty());
}

#[test]
fn an_organiser_ends_a_game_even_one_that_was_never_dealt() {
    let game = open(2, EntropyPolicy::Required);
    let outcome = Outcome::by_score(vec![0, 1], Reason::ADJUDICATED);
    let (game, _) = game.play(&Action::Adjudicated(outcome.clone())).expect("adjudicated");
    assert_eq!(game.outcome(), Some(outcome.clone()));
    assert_eq!((game.is_over(), game.status(), game.awaiting()), (true, Status::Adjudicated, Seats::NONE));
    let (dealt, _) = open(2, EntropyPolicy::None).play(&Action::Adjudicated(outcome.clone())).expect("adjudicated");
    assert_eq!((dealt.awaiting(), dealt.legal(Seat(0))), (Seats::NONE, vec![]), "it was the turn of seat 0");
    let short = Outcome { scores: vec![1], ..outcome };
    assert!(matches!(open(2, EntropyPolicy::None).play(&Action::Adjudicated(short)), Err(Refusal::BadOutcome(_))));
}

#[test]
fn a_replay_names_the_first_event_that_is_not_accepted() {
    let calls = [Action::Move(Seat(0), 1), Action::Move(Seat(0), 1), Action::Move(Seat(1), 1)];
    let (index, refusal) = Match::<Calling>::replay(opening(2, EntropyPolicy::None), calls).expect_err("refused");
    assert_eq!(index, 2);
    assert!(
        matches!(refusal, Refusal::Illegal(Illegal { code: "called-already", rule: "CA-2", .. })),
        "a seat that is out is told so"
    );
    let (index, refusal) =
        Match::<Calling>::replay(opening(2, EntropyPolicy::None), [Action::Move(Seat(1), 1)]).expect_err("refused");
    assert_eq!(index, 1);
    assert!(matches!(refusal, Refusal::NotYourTurn { seat: Seat(1), .. }));
}

#[test]
fn what_a_match_shows_follows_its_log() {
    let waiting = open(2, EntropyPolicy::Required);
    assert_eq!((waiting.status(), waiting.view(Viewer::Full), waiting.outcome()), (Status::Waiting, None, None));
    assert!(waiting.legal(Seat(0)).is_empty(), "nothing is dealt");
    let game = open(2, EntropyPolicy::None);
    assert_eq!((game.status(), game.view(Viewer::Spectator), game.events()), (Status::Running, Some(0), 1));
    assert_eq!(game.legal(Seat(0)), [1, 2, 3]);
    assert!(game.legal(Seat(1)).is_empty(), "it is not its turn");
    let (game, told) = game.play(&Action::Move(Seat(0), 2)).expect("legal");
    assert_eq!(told.effects, [(super::super::Audience::Only(Seat(0)), 2)]);
    assert_eq!((game.status(), game.view(Viewer::Spectator), game.events()), (Status::Running, Some(1), 2));
    assert_eq!((game.awaiting(), game.is_over(), game.outcome()), (Seats::one(Seat(1)), false, None));
    let (game, _) = game.play(&Action::Move(Seat(1), 3)).expect("legal");
    assert_eq!((game.status(), game.events(), game.awaiting()), (Status::Over, 3, Seats::NONE));
    assert_eq!(game.opening(), &opening(2, EntropyPolicy::None));
}

#[test]
fn in_place_an_event_does_what_it_does_on_a_copy() {
    let (on_copy, told) = open(2, EntropyPolicy::None).play(&Action::Move(Seat(0), 2)).expect("legal");
    let mut in_place = open(2, EntropyPolicy::None);
    assert_eq!(in_place.advance(&Action::Move(Seat(0), 2)), Ok(told));
    assert_eq!((in_place.state(), in_place.events()), (on_copy.state(), on_copy.events()));
}

#[test]
fn every_status_has_its_name_and_two_of_them_conclude() {
    let names = Status::ALL.map(|status| (status.name(), status.is_concluded()));
    assert_eq!(names, [("waiting", false), ("running", false), ("over", true), ("adjudicated", true)]);
}

/// The draws of a game hang on its key and on how many moves were made, not on where in the log they stand: two games with
/// one key, of which one has three events more before its first move, draw the same.
#[test]
fn an_event_that_draws_nothing_shifts_no_draw() {
    let played = |entropy: &[Action<u8>], policy| {
        let calls = [0, 1, 2].map(|seat| Action::Move(Seat(seat), 1));
        let actions = entropy.iter().cloned().chain(calls);
        Match::<Calling>::replay(opening(3, policy), actions).expect("played")
    };
    let given = [entropy(2), entropy(0), entropy(1)];
    let game = played(&given, EntropyPolicy::Required);
    let key = game_key(&ServerSeed::new([9; 32]), [0, 1, 2].map(|seat| Entropy::new([seat; 32])).iter());
    let mut deal = Table::<u8>::at(key, 0);
    let state = game.state().expect("dealt");
    assert_eq!(state.dealt, [0, 1, 2].map(|_| deal.below(1000)), "the deal has the nonce 0, at whichever index it is");
    assert_eq!(state.drawn, [1, 2, 3].map(|nonce| Table::<u8>::at(key, nonce).below(1_000_000)));
    let other_order = played(&[entropy(0), entropy(1), entropy(2)], EntropyPolicy::Required);
    assert_eq!(other_order.state(), game.state());
    let at_once = played(&[], EntropyPolicy::None);
    let key = game_key(&ServerSeed::new([9; 32]), []);
    let drawn = &at_once.state().expect("dealt").drawn;
    assert_eq!(*drawn, [1, 2, 3].map(|nonce| Table::<u8>::at(key, nonce).below(1_000_000)));
}

#[test]
fn an_organisers_end_has_the_reason_of_one() {
    let outcome = Outcome::by_score(vec![0, 1], Reason::of("all-have-called"));
    let refused = open(2, EntropyPolicy::None).play(&Action::Adjudicated(outcome)).unwrap_err();
    let sentence = "the reason of an organiser's end is adjudicated, without values";
    assert_eq!(refused, Refusal::BadOutcome(sentence.into()));
}
