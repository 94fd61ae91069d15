//! Setting up, dealing a round, and what follows when it is over.

use super::options::ENOUGH_POINTS;
use super::state::{Phase, Player, Trick};
use super::{Card, Effect, Element, Mood, MoodChoice, Options, State, Suit, outcome, trick};
use crate::kernel::{Illegal, Seat, Table};

/// How many cards each seat is dealt (rulebook, Playing a Round).
pub(super) const HAND: usize = 12;

/// A game is cut and scored after so many rounds (PS-33).
pub(super) const MOST_ROUNDS: u8 = 100;

/// Sets the table up and deals the first round.
pub(super) fn open(options: &Options, seats: u8, table: &mut Table<Effect>) -> Result<State, Illegal> {
    options.check()?;
    let elements = deal_elements(seats, table);
    let mut suits: Vec<Suit> = elements.iter().map(|element| element.0).collect();
    suits.sort_unstable();
    let player = Player { points: options.starting_points.into(), ..Player::default() };
    let mut state = State {
        discard: Vec::new(),
        mood: mood(options.mood, table),
        options: options.clone(),
        phase: Phase::Turn {},
        pile: Vec::new(),
        players: vec![player; usize::from(seats)],
        plays: 0,
        round: 0,
        suits,
        trick: Trick { bids: Vec::new(), inside: Vec::new(), number: 0 },
        turn: Seat(0),
    };
    table.tell_all(Effect::SetUp { elements: elements.clone(), mood: state.mood, suits: state.suits.clone() });
    // The highest number leads; a card beyond those of the seats is nobody's: PS-4.
    let numbers = Seat::all(seats).zip(&elements);
    let leader = numbers.max_by_key(|(_, element)| element.number()).map_or(Seat(0), |(seat, _)| seat);
    deal(&mut state, leader, table);
    Ok(state)
}

/// One Element card for each seat, in seat order, and one more with two seats: their suits are in play (PS-2).
fn deal_elements(seats: u8, table: &mut Table<Effect>) -> Vec<Element> {
    let mut elements = Suit::ALL.map(Element);
    table.shuffle(&mut elements);
    elements.into_iter().take(usize::from(seats.max(3))).collect()
}

/// The side of the tile stays for the whole game (PS-31).
fn mood(choice: MoodChoice, table: &mut Table<Effect>) -> Mood {
    match choice {
        MoodChoice::Hungry => Mood::Hungry,
        MoodChoice::Spin => Mood::Spin,
        MoodChoice::Drawn if table.below(2) == 0 => Mood::Hungry,
        MoodChoice::Drawn => Mood::Spin,
    }
}

/// The cards of a game: those of its suits, with or without the Elements (PS-2, PS-3).
pub(super) fn pack(suits: &[Suit], options: &Options) -> Vec<Card> {
    let kept = |card: &Card| options.elements || matches!(card, Card::Animal(_));
    suits.iter().copied().flat_map(Card::of).filter(kept).collect()
}

/// Shuffles the whole pack and deals twelve to each seat, white sides up. The draws are those of one shuffle.
fn deal(state: &mut State, leader: Seat, table: &mut Table<Effect>) {
    let mut pile = pack(&state.suits, &state.options);
    table.shuffle(&mut pile);
    for player in &mut state.players {
        *player = Player { points: player.points, ..Player::default() };
        let rest = pile.len().saturating_sub(HAND);
        pile.drain(rest..).for_each(|card| player.hand.receive(card));
    }
    state.pile = pile;
    state.discard.clear();
    state.plays = 0;
    // A hundred at most: PS-33.
    state.round += 1;
    table.tell_all(Effect::Dealt { round: state.round, leader });
    trick::begin(state, 1, leader, table);
}

/// The round is over: cards that are left cost nothing (PS-21). Ends the game or deals again within the same event.
pub(super) fn end(state: &mut State, table: &mut Table<Effect>) -> Result<(), Illegal> {
    let points: Vec<u16> = state.players.iter().map(|player| player.points).collect();
    let enough = points.iter().any(|points| *points >= ENOUGH_POINTS);
    table.tell_all(Effect::RoundOver { round: state.round, points });
    if enough || state.round >= MOST_ROUNDS {
        state.phase = Phase::Over {};
        let winner = outcome::by_points(state).first().map_or(state.turn, |(_, seat)| *seat);
        table.tell_all(Effect::GameOver { seat: winner });
        return Ok(());
    }
    // Fewest points; of several, who played his last cards earlier: PS-4.
    let fewest = state.seated().min_by_key(|(_, player)| (player.points, outcome::finished(player)));
    let leader = fewest.map_or(state.turn, |(seat, _)| seat);
    deal(state, leader, table);
    Ok(())
}
