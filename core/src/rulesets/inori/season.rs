//! The end of a season and of the game.

use super::card::{Card, Kind};
use super::colour::Colour;
use super::state::{Phase, Player, Shown, State};
use super::tree::TreeSpace;
use super::{Effect, deal, outcome};
use crate::kernel::{Seat, Table};

/// How many seasons a game has (rulebook, Game End).
pub(super) const SEASONS: u8 = 4;

/// How many pieces a seat has in a season (IN-4).
pub(super) fn pieces(seats: u8, season: u8) -> u8 {
    match (seats, season) {
        (2, _) => 3 + season,
        (3, _) => 2 + season,
        // With four seats the first season's end brings no piece.
        (_, 1) => 3,
        _ => 1 + season,
    }
}

/// Begins the next season with this seat.
pub(super) fn begin(state: &mut State, first: Seat, table: &mut Table<Effect>) {
    state.season += 1;
    state.first = first;
    let pieces = pieces(state.seats(), state.season);
    let display = state.display.iter().map(|slot| slot.map(|shown| shown.card)).collect();
    table.tell_all(Effect::SeasonBegan { display, pieces, season: state.season });
    begin_turn(state, first, table);
}

fn begin_turn(state: &mut State, seat: Seat, table: &mut Table<Effect>) {
    state.turn = seat;
    state.phase = Phase::Offer {};
    table.tell_all(Effect::Turn { seat });
}

/// The next seat clockwise that has a piece; with no piece left anywhere the season is at its end (IN-3).
pub(super) fn next_turn(state: &mut State, table: &mut Table<Effect>) {
    let has_piece = |seat: &Seat| state.player(*seat).is_ok_and(|player| player.pieces > 0);
    let next = state.after(state.turn).find(has_piece);
    if let Some(seat) = next {
        return begin_turn(state, seat, table);
    }
    table.tell_all(Effect::SeasonEnded { season: state.season });
    let order = seats_from(state, state.first);
    window(state, order, table);
}

/// Every seat once, clockwise from this one.
fn seats_from(state: &State, seat: Seat) -> Vec<Seat> {
    let behind = state.after(seat).filter(|other| *other != seat);
    std::iter::once(seat).chain(behind).collect()
}

/// The seats that hold a rune may still play gain runes, from the first player on (IN-12). Whether they hold one of
/// that kind is their secret, so that all who hold any are asked.
fn window(state: &mut State, order: impl IntoIterator<Item = Seat>, table: &mut Table<Effect>) {
    let holds = |seat: &Seat| state.player(*seat).is_ok_and(|player| !player.runes.is_empty());
    let asked = order.into_iter().find(holds);
    match asked {
        Some(seat) => {
            state.turn = seat;
            state.phase = Phase::SeasonEnd {};
        }
        None => close(state, table),
    }
}

/// The active seat plays no more runes in the window.
pub(super) fn pass_window(state: &mut State, table: &mut Table<Effect>) {
    let seat = state.turn;
    let order: Vec<Seat> = seats_from(state, state.first).into_iter().skip_while(|other| *other != seat).collect();
    window(state, order.into_iter().skip(1), table);
}

/// What a card scores for each seat as it stands (IN-14 to IN-16).
pub(super) fn card_points(state: &State, shown: &Shown) -> Vec<u8> {
    let colour = match shown.card.kind() {
        _ if shown.is_complete() => Some(shown.card.colour()),
        Kind::NewStart => Some(shown.card.corner()), // Incomplete ones score too: IN-16.
        Kind::Start | Kind::Journey => None,         // IN-15.
    };
    // Once, however many pieces of a seat are there: IN-14.
    let points = |(seat, player): (Seat, &Player)| match colour {
        Some(colour) if shown.has(seat) => player.tokens.of(colour),
        _ => 0,
    };
    Seat::all(state.seats()).zip(&state.players).map(points).collect()
}

/// What an altar tile scores for each seat at the end (IN-19).
pub(super) fn tree_points(state: &State, space: TreeSpace, colour: Colour) -> Vec<u8> {
    let held: Vec<u8> = state.players.iter().map(|player| player.tokens.of(colour)).collect();
    let (first, second) = space.end_scores();
    let most = held.iter().copied().max().unwrap_or(0);
    let tied = held.iter().filter(|count| **count == most).count() > 1;
    let next = held.iter().copied().filter(|count| *count < most).max().unwrap_or(0);
    let points = |count: u8| match count {
        0 => 0, // No token, no points.
        _ if count == most => first,
        _ if count == next && !tied => second, // A tie for the most leaves no second place.
        _ => 0,
    };
    held.into_iter().map(points).collect()
}

fn award(state: &mut State, points: &[u8]) {
    for (player, points) in state.players.iter_mut().zip(points) {
        player.points += u16::from(*points);
    }
}

/// Judges the cards from the left, then ends the game or makes ready for the next season (IN-17).
fn close(state: &mut State, table: &mut Table<Effect>) {
    let judged: Vec<Shown> = state.shown().copied().collect();
    for shown in &judged {
        let points = card_points(state, shown);
        award(state, &points);
        table.tell_all(Effect::CardJudged { card: shown.card, complete: shown.is_complete(), points });
    }
    if state.season >= SEASONS {
        return finish(state, table);
    }
    go_home(state);
    replace_cards(state, &judged, table);
    let fewest = fewest_points(state);
    let (Some(one), Some(other)) = (state.new_starts.pop(), state.new_starts.pop()) else {
        return begin(state, fewest, table);
    };
    let cards = [one, other];
    state.turn = fewest;
    state.phase = Phase::Keep { cards };
    table.tell_all(Effect::StartsDrawn { seat: fewest, cards: cards.to_vec() });
}

/// Every piece leaves cards and tree, neutral ones too (IN-9, IN-13); those on cards with their card. The piece that
/// waited for the next season joins the others (IN-17).
fn go_home(state: &mut State) {
    state.tree.clear();
    state.neutrals = deal::NEUTRALS;
    let pieces = pieces(state.seats(), state.season + 1);
    for player in &mut state.players {
        player.pieces = pieces;
        player.spent = 0;
    }
}

/// Replaces each card within its slot: by one of its own colour when complete (IN-14), else by one of the colour of its
/// lower right corner (IN-15).
fn replace_cards(state: &mut State, judged: &[Shown], table: &mut Table<Effect>) {
    let mut display = std::mem::take(&mut state.display);
    let filled = display.iter_mut().filter(|slot| slot.is_some());
    for (slot, shown) in filled.zip(judged) {
        let card = shown.card;
        put_away(state, card);
        let (wanted, other) = match shown.is_complete() {
            true => (card.colour(), card.corner()),
            false => (card.corner(), card.colour()),
        };
        // An empty pile leaves the other corner's colour, then nothing: IN-18.
        let by = draw(state, wanted, table).or_else(|| draw(state, other, table));
        *slot = by.map(Shown::new);
        table.tell_all(Effect::CardReplaced { card, by });
    }
    state.display = display;
}

/// A used journey card is kept for a new pile; start cards are out of the game.
fn put_away(state: &mut State, card: Card) {
    match (card.kind(), state.pile_mut(card.colour())) {
        (Kind::Journey, Some(pile)) => pile.discard.push(card),
        _ => state.out.push(card),
    }
}

/// The top journey card of a colour; an empty pile takes its discard first (IN-18).
fn draw(state: &mut State, colour: Colour, table: &mut Table<Effect>) -> Option<Card> {
    let pile = state.pile_mut(colour)?;
    if pile.cards.is_empty() && !pile.discard.is_empty() {
        pile.cards = std::mem::take(&mut pile.discard);
        table.shuffle(&mut pile.cards);
        table.tell_all(Effect::PileShuffled { colour });
    }
    pile.cards.pop()
}

/// The seat with the fewest points; of several the one nearest clockwise behind the present first player (IN-17).
fn fewest_points(state: &State) -> Seat {
    let points = |seat: &Seat| state.player(*seat).map_or(u16::MAX, |player| player.points);
    state.after(state.first).min_by_key(points).unwrap_or(state.first)
}

/// The kept card joins the display, and its seat leads the new season (IN-17).
pub(super) fn keep_start(state: &mut State, card: Card, table: &mut Table<Effect>) {
    let (Phase::Keep { cards }, seat) = (state.phase, state.turn) else { return };
    for out in cards.into_iter().filter(|drawn| *drawn != card) {
        state.out.push(out);
        table.tell_all(Effect::StartKept { seat, card, out });
    }
    state.display.push(Some(Shown::new(card)));
    begin(state, seat, table);
}

/// Scores the Great Tree (IN-19). Unused runes score nothing.
fn finish(state: &mut State, table: &mut Table<Effect>) {
    for space in TreeSpace::ALTARS {
        let Some(colour) = state.tree.tile(space) else { continue };
        let points = tree_points(state, space, colour);
        award(state, &points);
        table.tell_all(Effect::TreeScored { colour, space, points });
    }
    state.phase = Phase::Over {};
    let winners = outcome::ranking(state).into_iter().next().unwrap_or_default();
    table.tell_all(Effect::GameOver { winners });
}
