//! What the conformance suite has to know of Panda Rei.

use super::*;
use crate::conformance::Specimen;

impl Specimen for PandaRei {
    fn variants() -> Vec<(&'static str, Options)> {
        let defaults = Options::default;
        let panda_marks = PandaMarks {
            level1: Marks { mark2: 1, mark4: 0, mark5: 3 },
            level2: Marks { mark2: 1, mark4: 2, mark5: 0 },
            level3: Marks { mark2: 2, mark4: 0, mark5: 0 },
        };
        let lion_scores = vec![-20, -15, -10, -5, 0, 5, 10, 15];
        vec![
            ("default", defaults()),
            ("royal pandas", Options { royal_pandas: true, ..defaults() }),
            ("monkeys at the end", Options { monkey_assignment: MonkeyAssignment::FinalBest, ..defaults() }),
            ("other numbers", Options { lion_scores, monkey_lead_value: 7, panda_marks, ..defaults() }),
        ]
    }

    fn samples() -> Vec<Move> {
        let monkey = card("MON-01");
        vec![
            Move::Play { card: card("OWL-01") },
            Move::Take { card: card("OWL-01") },
            Move::TakeMonkey { card: monkey, pile: WildPile::Rabbit },
        ]
    }

    /// The cards by their marks, as the catalogue has them, but for the pandas, whose marks are an option.
    fn contents(options: &Options, seats: u8) -> Vec<String> {
        let used = |marks: Marks| match seats {
            2 | 3 => marks.mark2,
            4 => marks.mark2 + marks.mark4,
            _ => marks.mark2 + marks.mark4 + marks.mark5,
        };
        let PandaMarks { level1, level2, level3 } = options.panda_marks;
        let pandas = [("PA1", level1), ("PA2", level2), ("PA3", level3)];
        let pandas = pandas.into_iter().flat_map(|(id, marks)| (1..=used(marks)).map(move |n| format!("{id}-{n:02}")));
        let others = catalogue().into_iter().filter(|component| {
            let value = |name| component.facts.iter().find(|fact| fact.name == name).map(|fact| &fact.value);
            let mark = match value("mark") {
                Some(crate::rulesets::catalogue::FactValue::Number(mark)) => *mark,
                _ => 0, // The starting player card.
            };
            value("level").is_none() && (mark <= i32::from(seats) || mark == 2)
        });
        others.map(|component| component.id).chain(pandas).collect()
    }

    fn components(state: &State) -> Vec<String> {
        let hidden = state.hands.iter().chain([&state.deck, &state.fictional]).flatten().copied();
        let taken = state.areas.iter().flat_map(|area| {
            let monkeys = area.monkeys.iter().map(|monkey| monkey.card);
            area.cards.iter().copied().chain(monkeys)
        });
        let table = state.table.iter().map(|played| played.card);
        // One seat holds it: `starter`.
        let starter = std::iter::once("STARTER".to_owned());
        hidden.chain(taken).chain(table).map(|card| card.to_string()).chain(starter).collect()
    }

    fn shuffle_hidden(state: &mut State, viewer: Viewer, before: Option<&Move>, below: &mut dyn FnMut(u32) -> u32) {
        let kept = before.map_or_else(Vec::new, |mv| revealed(state, viewer, *mv));
        let others = (0..).zip(&mut state.hands).filter(|(seat, _)| viewer != Viewer::Seat(Seat(*seat)));
        let hidden = others.flat_map(|(_, hand)| hand).chain(&mut state.fictional).chain(&mut state.deck);
        let mut places: Vec<&mut Card> = hidden.filter(|card| !kept.contains(card)).collect();
        if viewer == Viewer::Full {
            return;
        }
        for last in (1..places.len()).rev() {
            let other = below(u32::try_from(last + 1).expect("few cards")) as usize;
            let (moved, met) = (*places[other], *places[last]);
            (*places[other], *places[last]) = (met, moved);
        }
    }

    /// The first event, and the moves of 22 turns.
    ///
    /// In ten turns of each round every seat plays a card; in the eleventh the last cards play themselves. Of the
    /// cards of a dispute, one for each seat and never less than three, all but the last are taken by a move; the last
    /// one by itself, unless it is a monkey whose pile has to be named, of which the deck holds as many as there are
    /// seats, and three with two.
    fn max_events(options: &Options, seats: u8) -> u64 {
        let (seats, disputed) = (u64::from(seats), u64::from(seats.max(3)));
        let named = if options.monkey_assignment == MonkeyAssignment::OnTake { disputed } else { 0 };
        1 + 20 * seats + 22 * (disputed - 1) + named
    }
}

/// The hidden cards that a viewer learns by a move.
fn revealed(state: &State, viewer: Viewer, mv: Move) -> Vec<Card> {
    let opened = state.fictional.first().copied();
    match mv {
        // The last one to play has the fictional player's card opened.
        Move::Play { card } => [Some(card), opened].into_iter().flatten().collect(),
        Move::Take { .. } | Move::TakeMonkey { .. } if ends_turn(state, mv) => match (state.turn, viewer) {
            // The last cards of the hands are played at once.
            (10 | 21, _) => state.hands.iter().flatten().copied().chain(opened).collect(),
            // A new hand is dealt.
            (11, Viewer::Seat(seat)) => state.deck.iter().skip(11 * seat.index()).take(11).copied().collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Whether a card that is taken is the last one of its dispute, or the last one before one that leaves no choice.
fn ends_turn(state: &State, mv: Move) -> bool {
    let taken = match mv {
        Move::Play { card } | Move::Take { card } | Move::TakeMonkey { card, .. } => card,
    };
    let named = state.options.monkey_assignment == MonkeyAssignment::OnTake;
    let left: Vec<Card> = state.table.iter().map(|played| played.card).filter(|card| *card != taken).collect();
    match *left {
        [] => true,
        [last] => last.kind() != Kind::Monkey || !named,
        _ => false,
    }
}
