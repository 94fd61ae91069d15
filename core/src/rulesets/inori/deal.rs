//! Setting the table up (IN-2).

use super::card::{Card, Kind};
use super::colour::{Colour, TOKENS_OF_A_COLOUR, Tokens};
use super::rune::Rune;
use super::state::{Phase, Pile, Player, Shown, State};
use super::tree::{PILE, Tree};
use super::{Effect, Options, Starter, season};
use crate::kernel::{Seat, Table};

/// How many neutral pieces there are.
pub(super) const NEUTRALS: u8 = 2;

/// The draws: the first seat where it is drawn, one start card of each pair of opposites, then the order of the runes,
/// of the new start cards and of the six piles of journey cards.
pub(super) fn open(options: Options, seats: u8, table: &mut Table<Effect>) -> State {
    let first = match options.starter {
        // Below the number of seats, so it fits; IN-3.
        Starter::Drawn => Seat(u8::try_from(table.below(u32::from(seats))).unwrap_or(0)),
        Starter::Seat0 => Seat(0),
    };
    let starts = PAIRS.map(|pair| start(options, seats, pair, table));
    let foot = starts.map(|(_, corner)| corner);
    let starts = starts.map(|(card, _)| card);
    let mut supply = Tokens::each(TOKENS_OF_A_COLOUR);
    for colour in foot {
        *supply.of_mut(colour) -= PILE;
    }
    let mut rune_stack = Rune::ALL.to_vec();
    table.shuffle(&mut rune_stack);
    let mut new_starts: Vec<Card> = Card::of(Kind::NewStart).collect();
    table.shuffle(&mut new_starts);
    let journey = Colour::ALL.map(|colour| {
        let mut cards: Vec<Card> = Card::of(Kind::Journey).filter(|card| card.colour() == colour).collect();
        table.shuffle(&mut cards);
        Pile { cards, discard: Vec::new() }
    });
    let mut state = State {
        display: starts.into_iter().map(|card| card.map(Shown::new)).collect(),
        first,
        journey: journey.into(),
        neutrals: NEUTRALS,
        new_starts,
        options,
        out: Card::of(Kind::Start).filter(|card| !starts.contains(&Some(*card))).collect(),
        phase: Phase::Offer {},
        // Nobody owns a token or a rune: IN-2.
        players: vec![Player { pieces: season::pieces(seats, 1), ..Player::default() }; usize::from(seats)],
        rune_discard: Vec::new(),
        rune_stack,
        season: 0,
        supply,
        tree: Tree::new(foot),
        turn: first,
    };
    season::begin(&mut state, first, table);
    state
}

/// The three pairs of opposite spirits (rulebook, Overview; the colours are reconstructed).
const PAIRS: [[Colour; 2]; 3] =
    [[Colour::Yellow, Colour::Purple], [Colour::Blue, Colour::Red], [Colour::Green, Colour::Grey]];

/// One of the start cards of a pair of opposites, and the colour of its lower right corner.
fn start(options: Options, seats: u8, pair: [Colour; 2], table: &mut Table<Effect>) -> (Option<Card>, Colour) {
    let fits = |card: &Card| !options.start_cards_by_players || (card.spaces().len() == 4) == (seats == 4);
    let group: Vec<Card> = Card::of(Kind::Start).filter(|card| pair.contains(&card.colour())).filter(fits).collect();
    let drawn = table.below(u32::try_from(group.len()).unwrap_or(0));
    let card = group.get(usize::try_from(drawn).unwrap_or(0)).copied();
    let [one, _] = pair;
    (card, card.map_or(one, Card::corner))
}
