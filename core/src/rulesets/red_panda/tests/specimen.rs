//! What the conformance suite has to know of Red Panda.

use super::*;
use crate::conformance::Specimen;

impl Specimen for RedPanda {
    fn variants() -> Vec<(&'static str, Options)> {
        let defaults = Options::default;
        let copies = Copies { double_kata: 6, invisibility: 10, ..Copies::default() };
        let double_pairs = vec![[Kata::Speed, Kata::Invisibility]; 6];
        let series = Some(Series::default());
        vec![
            ("default", defaults()),
            ("series", Options { series, ..defaults() }),
            ("other cards", Options { copies, double_pairs, ..defaults() }),
            ("mimicry may be declined", Options { mimicry_mandatory: false, ..defaults() }),
            (
                "seat 0 always starts",
                Options { starter: Starter::Seat0, starter_rotation: false, series, ..defaults() },
            ),
        ]
    }

    fn samples() -> Vec<Move> {
        let (card, side, kata, seat) = (card("DBL-01"), Kata::Mimicry, Kata::Speed, Seat(0));
        vec![
            Move::Kata {},
            Move::Meditate { card },
            Move::Pass {},
            Move::Lay { side },
            Move::Copy { kata },
            Move::Decline {},
            Move::Give { seat },
            Move::Discard { card },
            Move::DiscardPenalties {},
            Move::PlayAnother {},
        ]
    }

    fn contents(options: &Options, _: u8) -> Vec<String> {
        let boxed: Vec<String> = catalogue().into_iter().map(|component| component.id).collect();
        let copies = [("INV", options.copies.invisibility), ("DBL", options.copies.double_kata)];
        // The variants exchange the copies of these two kinds alone.
        let kept = boxed.into_iter().filter(|id| copies.iter().all(|(kind, _)| !id.starts_with(&format!("{kind}-"))));
        let exchanged = copies.iter().flat_map(|(kind, count)| (1..=*count).map(move |n| format!("{kind}-{n:02}")));
        kept.chain(exchanged).collect()
    }

    fn components(state: &State) -> Vec<String> {
        let before_seats = state.contenders.iter().flatten().flat_map(|seat| seat.deck.iter().chain(&seat.penalties));
        let flipped = match state.phase {
            Phase::Side { card } => Some(card),
            _ => None,
        };
        let cards = before_seats.copied().chain(state.pagoda.cards()).chain(flipped);
        let out = state.discard.iter().chain(&state.left_over).chain(&state.removed).copied();
        let fixed = ["PAGODA", "INVISIBILITY"].map(String::from);
        cards.chain(out).map(|card| card.to_string()).chain(fixed).collect()
    }

    fn shuffle_hidden(state: &mut State, viewer: Viewer, before: Option<&Move>, below: &mut dyn FnMut(u32) -> u32) {
        let mut kept = before.map_or_else(Vec::new, |mv| revealed(state, viewer, mv));
        match viewer {
            Viewer::Full => return,
            Viewer::Spectator => {}
            Viewer::Seat(looker) => {
                kept.extend(state.known.iter().filter(|known| known.seat == looker).map(|known| known.card));
            }
        }
        permute(state, &kept, below);
    }

    /// Five events for each card that is dealt (RP-33), and the first one.
    ///
    /// A card is flipped once, by a move. It asks for at most two answers: a Double-Kata for its side and the reward
    /// of its show, a Mimicry for its power and who receives. It leaves the Pagoda once, by at most one move: a
    /// Meditation or a pick for a Perfect Show. It brings the token once, for at most one pass.
    fn max_events(options: &Options, seats: u8) -> u64 {
        let dealt = u64::from(seats) * if seats == 6 { 8 } else { 10 };
        // All seats but the winner can be one win short.
        let deals = u64::from(seats) * u64::from(options.wins_needed() - 1) + 1;
        1 + 5 * dealt * deals
    }
}

/// The cards of the active deck that the viewer learns by a move.
fn revealed(state: &State, viewer: Viewer, mv: &Move) -> Vec<Card> {
    let deck = &state.contender(state.turn).expect("the active seat is in").deck;
    let looks = viewer == Viewer::Seat(state.turn);
    let count = match mv {
        Move::Kata {} | Move::PlayAnother {} => match deck.front().and_then(|top| top.power()) {
            Some(Kata::Knowledge | Kata::Mimicry) if looks => 2,
            _ => 1,
        },
        Move::Copy { kata: Kata::Knowledge } if looks => 1,
        _ => 0,
    };
    deck.iter().take(count).copied().collect()
}

/// Permutes the cards that lie face down, but for some. What other seats know they know by place.
fn permute(state: &mut State, kept: &[Card], below: &mut dyn FnMut(u32) -> u32) {
    let decks = state.contenders.iter_mut().flatten().flat_map(|seat| &mut seat.deck);
    let out = state.left_over.iter_mut().chain(&mut state.removed);
    let mut places: Vec<&mut Card> = decks.chain(out).filter(|card| !kept.contains(card)).collect();
    let before: Vec<Card> = places.iter().map(|card| **card).collect();
    let mut after = before.clone();
    for last in (1..after.len()).rev() {
        after.swap(last, below(u32::try_from(last + 1).expect("few cards")) as usize);
    }
    places.iter_mut().zip(&after).for_each(|(place, card)| **place = *card);
    for known in &mut state.known {
        if let Some(place) = before.iter().position(|card| *card == known.card) {
            known.card = after[place];
        }
    }
}
