//! What the conformance suite has to know of Panda Spin.

use super::*;
use crate::conformance::Specimen;

impl Specimen for PandaSpin {
    fn variants() -> Vec<(&'static str, Options)> {
        let defaults = Options::default;
        vec![
            ("nearly there", Options { starting_points: 14, ..defaults() }),
            ("default", defaults()),
            (
                "hungry without elements",
                Options { elements: false, mood: MoodChoice::Hungry, starting_points: 13, ..defaults() },
            ),
            (
                "spin and shapes must match",
                Options { formation_shape_must_match: true, mood: MoodChoice::Spin, starting_points: 13, ..defaults() },
            ),
        ]
    }

    fn samples() -> Vec<Move> {
        let (card, element) = (animal("WO-3"), Element(Suit::Fire));
        vec![
            Move::Bid { combination: set(2, "9") },
            Move::Lay { cards: animals(&["WO-9", "FI-9"]) },
            Move::PlayElement { card: element },
            Move::DiscardElement { card: element },
            Move::Pass {},
            Move::Gain { points: 1 },
            Move::Take { points: 1 },
            Move::Turn { card },
            Move::Burn { card },
            Move::Decline {},
        ]
    }

    // Points are counted, and the supply of bamboo tiles has no limit (PS-22): the tiles are no part of a state.
    fn contents(_: &Options, _: u8) -> Vec<String> {
        let kept = |id: &String| !id.starts_with("BAMBOO-");
        catalogue().into_iter().map(|component| component.id).filter(kept).collect()
    }

    fn components(state: &State) -> Vec<String> {
        let in_play = |card: &Card| match card {
            Card::Animal(card) => state.suits.contains(&card.suit()),
            Card::Element(card) => state.suits.contains(&card.0) && state.options.elements,
        };
        let boxed = Suit::ALL.into_iter().flat_map(Card::of).filter(|card| !in_play(card));
        let hands = state.players.iter().flat_map(|player| {
            let elements = player.hand.elements.iter().copied().map(Card::Element);
            player.hand.animals().into_iter().map(|card| Card::Animal(card.animal)).chain(elements)
        });
        let table = Seat::all(state.seats()).flat_map(|seat| state.trick.lying(seat));
        let table = table.map(|card| Card::Animal(card.animal));
        let piles = state.pile.iter().chain(&state.discard).copied();
        let cards = boxed.chain(hands).chain(table).chain(piles);
        cards.map(|card| card.to_string()).chain(["PANDA-MOOD".into()]).collect()
    }

    fn shuffle_hidden(state: &mut State, viewer: Viewer, before: Option<&Move>, below: &mut dyn FnMut(u32) -> u32) {
        if viewer == Viewer::Full {
            return;
        }
        let mut kept = before.map_or_else(Vec::new, revealed);
        if viewer == Viewer::Seat(state.turn) && matches!(before, Some(Move::PlayElement { .. })) {
            kept.extend(state.pile.iter().rev().take(2));
        }
        permute(state, viewer, &kept, below);
    }

    /// Moves for each card, in each of a hundred rounds (PS-33), and the first event.
    ///
    /// In a round, an Animal card is played at most twice, as it comes back at most once: white, for two moves, a bid
    /// and its cards, and blue, for one more, its symbol; that of a water card may stand for a value without cards,
    /// which is a move too. An Element card is played or discarded once. Every trick
    /// costs its winner a card, or a leader an Element, so there are no more tricks than cards; in each all but one
    /// seat pass once.
    fn max_events(options: &Options, seats: u8) -> u64 {
        let suits = u64::from(seats.max(3));
        let (animals, elements) = (13 * suits, if options.elements { suits } else { 0 });
        let passes = u64::from(seats - 1) * (animals + elements);
        1 + 100 * (5 * animals + elements + passes)
    }
}

/// The cards that a move shows to all.
fn revealed(mv: &Move) -> Vec<Card> {
    match mv {
        Move::Lay { cards } => cards.iter().copied().map(Card::Animal).collect(),
        Move::PlayElement { card } | Move::DiscardElement { card } => vec![Card::Element(*card)],
        Move::Burn { card } => vec![Card::Animal(*card)],
        // Which card is turned, the others do not learn.
        Move::Turn { .. } | Move::Bid { .. } | Move::Pass {} => Vec::new(),
        Move::Gain { .. } | Move::Take { .. } | Move::Decline {} => Vec::new(),
    }
}

/// Permutes the pile and the hands of the others, but for some cards and for what all saw go back into a hand.
fn permute(state: &mut State, viewer: Viewer, kept: &[Card], below: &mut dyn FnMut(u32) -> u32) {
    let hidden = |seat: u8| viewer != Viewer::Seat(Seat(seat));
    let loose = |card: &Card| !kept.contains(card);
    let mut pool: Vec<Card> = state.pile.iter().copied().filter(loose).collect();
    for (_, player) in (0..).zip(&state.players).filter(|(seat, _)| hidden(*seat)) {
        pool.extend(all(&player.hand).into_iter().filter(loose));
    }
    for last in (1..pool.len()).rev() {
        pool.swap(last, below(u32::try_from(last + 1).expect("few cards")) as usize);
    }
    // Only an Animal card can have been turned.
    for (_, player) in (0..).zip(&mut state.players).filter(|(seat, _)| hidden(*seat)) {
        for place in player.hand.turned.iter_mut().filter(|card| loose(&Card::Animal(**card))) {
            let found = pool.iter().position(|card| matches!(card, Card::Animal(_))).expect("at least as many");
            let Card::Animal(card) = pool.remove(found) else { unreachable!() };
            *place = card;
        }
        player.hand.turned.sort_unstable();
    }
    for (_, player) in (0..).zip(&mut state.players).filter(|(seat, _)| hidden(*seat)) {
        let hand = &mut player.hand;
        let (white, elements) = (std::mem::take(&mut hand.white), std::mem::take(&mut hand.elements));
        let cards = white.into_iter().map(Card::Animal).chain(elements.into_iter().map(Card::Element));
        cards.for_each(|card| hand.receive(if loose(&card) { pool.pop().expect("as many") } else { card }));
    }
    for place in state.pile.iter_mut().filter(|card| loose(card)) {
        *place = pool.pop().expect("as many");
    }
}

/// The cards of a hand that the others do not know.
fn all(hand: &Hand) -> Vec<Card> {
    let animals = hand.white.iter().chain(&hand.turned).copied().map(Card::Animal);
    animals.chain(hand.elements.iter().copied().map(Card::Element)).collect()
}
