//! What the conformance suite has to know of Inori.

use super::*;
use crate::conformance::Specimen;

impl Specimen for Inori {
    fn variants() -> Vec<(&'static str, Options)> {
        let defaults = Options::default;
        vec![
            ("default", defaults()),
            ("any piece may be moved", Options { move_any_piece: true, ..defaults() }),
            ("start cards by players", Options { start_cards_by_players: true, ..defaults() }),
            ("seat 0 starts", Options { starter: Starter::Seat0, ..defaults() }),
        ]
    }

    fn samples() -> Vec<Move> {
        let (card, colour, space) = (card("S-YEL-A"), Colour::Red, 1);
        vec![
            Move::OfferCard { card, share: false, space },
            Move::OfferTree { share: false, space: TreeSpace::T1 },
            Move::PlayRune { rune: Rune::GainRed },
            Move::Pay { colour },
            Move::LayAltar { colour },
            Move::Take { colour },
            Move::PlaceNeutral { card, space },
            Move::Lift { card, owner: Seat(0), space },
            Move::SetDown { card, space },
            Move::KeepStart { card },
            Move::Done {},
        ]
    }

    fn contents(_: &Options, seats: u8) -> Vec<String> {
        let pieces = if seats == 2 { 7 } else { 9 - seats };
        let players = (0..seats).flat_map(|seat| numbered(format!("PIECE-{seat}"), pieces));
        let counted = |kind: &str| matches!(kind, "offering-piece" | "favour-token" | "neutral-piece" | "rune-tile");
        let single = catalogue().into_iter().filter(|component| !counted(component.kind)).map(|component| component.id);
        let tokens = Colour::ALL.into_iter().flat_map(|colour| numbered(format!("FAVOUR-{colour}"), 15));
        let runes = Rune::ALL.iter().map(ToString::to_string);
        single.chain(runes).chain(tokens).chain(players).chain(numbered("NEUTRAL".into(), 2)).collect()
    }

    fn components(state: &State) -> Vec<String> {
        cards(state).chain(tiles(state)).chain(tokens_of(state)).chain(pieces(state)).collect()
    }

    fn shuffle_hidden(state: &mut State, viewer: Viewer, before: Option<&Move>, below: &mut dyn FnMut(u32) -> u32) {
        if viewer == Viewer::Full {
            return;
        }
        // What leaves a pile, a stack or a hand by the move is told; what was drawn is told to the drawer alone.
        let after = before.map_or_else(|| state.clone(), |mv| after(state, mv));
        let own = |seat: usize| viewer == Viewer::Seat(Seat(u8::try_from(seat).expect("four seats")));
        let draws = viewer == Viewer::Seat(state.turn);
        for (pile, left) in state.journey.iter_mut().zip(after.journey.iter()) {
            shuffle(pile.cards.iter_mut().filter(|card| left.cards.contains(card)), below);
        }
        shuffle(state.new_starts.iter_mut().filter(|card| after.new_starts.contains(card)), below);
        let kept = if draws { state.rune_stack.len().saturating_sub(after.rune_stack.len()) } else { 0 };
        let played = |seat: usize, rune: &Rune| !after.players[seat].runes.contains(rune);
        let stack = state.rune_stack.iter_mut().rev().skip(kept);
        let hands = state
            .players
            .iter_mut()
            .enumerate()
            .filter(|(seat, _)| !own(*seat))
            .flat_map(|(seat, player)| player.runes.iter_mut().filter(move |rune| !played(seat, rune)));
        shuffle(stack.chain(hands), below);
    }

    /// Each piece is placed once in a season, by one offer. An offer brings up at most four answers and a `done`: a payment,
    /// an altar tile, two tokens or neutral pieces. It draws at most one rune, which is played by at most three moves.
    /// Each season ends with a `done` of each seat at most, and each but the last with a choice of start cards.
    fn max_events(_: &Options, seats: u8) -> u64 {
        let seats = u64::from(seats);
        let pieces = match seats {
            2 => 4 + 5 + 6 + 7,
            3 => 3 + 4 + 5 + 6,
            _ => 3 + 3 + 4 + 5,
        };
        1 + seats * pieces * (1 + 4 + 1 + 3) + 4 * seats + 3
    }
}

/// The state after a move, by the draws that the secrecy check plays it with.
fn after(state: &State, mv: &Move) -> State {
    let mut after = state.clone();
    Inori::play(&mut after, state.turn, mv, &mut Table::at(GameKey::new([0; 32]), 1)).expect("a legal move");
    after
}

fn shuffle<'a, T: Copy + 'a>(places: impl Iterator<Item = &'a mut T>, below: &mut dyn FnMut(u32) -> u32) {
    let mut places: Vec<&mut T> = places.collect();
    let mut items: Vec<T> = places.iter().map(|place| **place).collect();
    for last in (1..items.len()).rev() {
        items.swap(last, below(u32::try_from(last + 1).expect("few items")) as usize);
    }
    places.iter_mut().zip(items).for_each(|(place, item)| **place = item);
}

fn numbered(name: String, count: u8) -> impl Iterator<Item = String> {
    (1..=count).map(move |number| format!("{name}-{number}"))
}

fn cards(state: &State) -> impl Iterator<Item = String> {
    let drawn = match state.phase {
        Phase::Keep { cards } => cards.to_vec(),
        _ => Vec::new(),
    };
    let journey = state.journey.iter().flat_map(|pile| pile.cards.iter().chain(&pile.discard));
    let all = journey.chain(&state.new_starts).chain(&state.out).copied();
    all.chain(state.shown().map(|shown| shown.card)).chain(drawn).map(|card| card.id().to_owned())
}

/// Runes, altar tiles and the spaces of the tree, which stay where they are.
fn tiles(state: &State) -> impl Iterator<Item = String> {
    let hands = state.players.iter().flat_map(|player| &player.runes);
    let runes = hands.chain(&state.rune_stack).chain(&state.rune_discard).map(ToString::to_string);
    let laid = TreeSpace::ALTARS.into_iter().filter_map(|space| state.tree.tile(space));
    let altars = laid.chain(state.tree.unused_tiles()).map(|colour| format!("ALTAR-{}", colour.code()));
    runes.chain(altars).chain(TreeSpace::ALL.iter().map(ToString::to_string))
}

fn tokens_of(state: &State) -> impl Iterator<Item = String> {
    let mut all = state.supply;
    for colour in Colour::ALL {
        let held: u8 = state.players.iter().map(|player| player.tokens.of(colour)).sum();
        let piles = state.tree.foot.iter().filter(|foot| foot.colour == colour && !foot.taken);
        *all.of_mut(colour) += held + piles.map(|_| 2).sum::<u8>();
    }
    Colour::ALL.into_iter().flat_map(move |colour| numbered(format!("FAVOUR-{colour}"), all.of(colour)))
}

fn pieces(state: &State) -> impl Iterator<Item = String> {
    let mut placed = [0; 4];
    let mut neutrals = state.neutrals;
    for (_, pieces) in state.places() {
        pieces.seats().for_each(|seat| placed[seat.index()] += 1);
        neutrals += u8::from(pieces.has(Pieces::NEUTRAL));
    }
    let counts = (0..)
        .zip(&state.players)
        .zip(placed)
        .map(|((seat, player), placed)| (seat, player.pieces + player.spent + placed + state.waiting()));
    let counts: Vec<(u8, u8)> = counts.collect();
    let players = counts.into_iter().flat_map(|(seat, count)| numbered(format!("PIECE-{seat}"), count));
    players.chain(numbered("NEUTRAL".into(), neutrals))
}
