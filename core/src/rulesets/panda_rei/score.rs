//! What an area is worth.

use serde::Serialize;

use super::cards::{Pile, WildPile};
use super::{Area, Effect, Options, State, outcome};
use crate::kernel::{Seat, Table};

/// The points of a seat by what they are from. A monkey counts with the pile that it is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PandaReiPoints))]
pub struct Points {
    /// For bears: 5 for each pair (PR-22).
    pub bear: i32,
    /// For cats: their number multiplied by itself (PR-24).
    pub cat: i32,
    /// For foxes: -2 each (PR-25).
    pub fox: i32,
    /// For giraffes: 1 each (PR-23).
    pub giraffe: i32,
    /// For lions: -20, -10, 0 or 10 for none, one, two, or three and more (PR-26).
    pub lion: i32,
    /// For pairs of an owl and a giraffe: 5 each (PR-23).
    pub owl: i32,
    /// For the most panda levels, or the fewest (PR-27, PR-28).
    pub panda: i32,
    /// For pigs: always 0 (PR-15).
    pub pig: i32,
    /// For rabbits: 1, 3, 6, 10 or 15, and -5 for six or more (PR-21).
    pub rabbit: i32,
}

impl Points {
    /// The points from one pile.
    pub(super) fn of(&self, pile: Pile) -> i32 {
        match pile {
            Pile::Rabbit => self.rabbit,
            Pile::Bear => self.bear,
            Pile::Giraffe => self.giraffe,
            Pile::Owl => self.owl,
            Pile::Cat => self.cat,
            Pile::Fox => self.fox,
            Pile::Lion => self.lion,
            Pile::Pig => self.pig,
            Pile::Panda => self.panda,
        }
    }

    /// The sum.
    pub(super) fn total(&self) -> i32 {
        Pile::ALL.into_iter().map(|pile| self.of(pile)).sum()
    }
}

/// How many cards count for each pile; for the pandas, their levels. The box holds 119 cards, and sixteen levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Counts {
    bear: u8,
    cat: u8,
    fox: u8,
    giraffe: u8,
    lion: u8,
    owl: u8,
    panda: u8,
    pig: u8,
    rabbit: u8,
}

impl Counts {
    fn add(&mut self, pile: Pile, number: u8) {
        let count = match pile {
            Pile::Rabbit => &mut self.rabbit,
            Pile::Bear => &mut self.bear,
            Pile::Giraffe => &mut self.giraffe,
            Pile::Owl => &mut self.owl,
            Pile::Cat => &mut self.cat,
            Pile::Fox => &mut self.fox,
            Pile::Lion => &mut self.lion,
            Pile::Pig => &mut self.pig,
            Pile::Panda => &mut self.panda,
        };
        *count += number;
    }

    /// The area with a monkey on each of these piles: it counts there fully, for good and for bad (PR-20).
    fn of(area: &Area, monkeys: &[WildPile]) -> Self {
        let mut counts = Self::default();
        for kind in area.cards.iter().map(|card| card.kind()) {
            if let Some(pile) = kind.pile() {
                counts.add(pile, kind.level().unwrap_or(1));
            }
        }
        monkeys.iter().for_each(|pile| counts.add((*pile).into(), 1));
        counts
    }

    /// The points, but those for pandas, which depend on the other seats.
    fn points(&self, options: &Options) -> Points {
        let [bear, cat, fox, giraffe, owl] = [self.bear, self.cat, self.fox, self.giraffe, self.owl].map(i32::from);
        Points {
            bear: 5 * (bear / 2), // PR-22.
            cat: cat * cat,       // PR-24.
            fox: -2 * fox,        // PR-25.
            giraffe,
            lion: options.lion_score(self.lion),
            // A giraffe of a pair keeps its own point: PR-23.
            owl: 5 * owl.min(giraffe),
            panda: 0,
            pig: 0, // PR-15.
            rabbit: rabbits(self.rabbit),
        }
    }
}

/// PR-21.
fn rabbits(number: u8) -> i32 {
    match number {
        0 => 0,
        1 => 1,
        2 => 3,
        3 => 6,
        4 => 10,
        5 => 15,
        _ => -5,
    }
}

/// The piles that the monkeys of an area count for, in the order of the monkeys: as they were placed, or where the
/// total is best now (PR-19).
pub(super) fn placements(area: &Area, options: &Options) -> Vec<WildPile> {
    let placed: Vec<WildPile> = area.monkeys.iter().filter_map(|monkey| monkey.pile).collect();
    let open = area.monkeys.len().saturating_sub(placed.len());
    if open == 0 {
        return placed;
    }
    let counts = Counts::of(area, &placed);
    let (_, best) = best(counts, open, &WildPile::ALL, options);
    [placed, best].concat()
}

/// The best total for so many monkeys on some of these piles, and where they lie for it; the earlier pile where it
/// makes no difference.
///
/// Every monkey is placed: on the giraffes it is never worth less than nowhere.
fn best(counts: Counts, monkeys: usize, piles: &[WildPile], options: &Options) -> (i32, Vec<WildPile>) {
    let (Some(left), Some((pile, rest))) = (monkeys.checked_sub(1), piles.split_first()) else {
        return (counts.points(options).total(), Vec::new());
    };
    let mut with = counts;
    with.add((*pile).into(), 1);
    let (points, mut placed) = best(with, left, piles, options);
    let elsewhere = if rest.is_empty() { None } else { Some(best(counts, monkeys, rest, options)) };
    match elsewhere {
        Some(better) if better.0 > points => better,
        _ => {
            placed.insert(0, *pile);
            (points, placed)
        }
    }
}

/// The points of every seat as if the game ended now.
pub(super) fn points(state: &State) -> Vec<Points> {
    let count = |area| Counts::of(area, &placements(area, &state.options));
    let counts: Vec<Counts> = state.areas.iter().map(count).collect();
    let pandas = split_pandas(&counts.iter().map(|counts| counts.panda).collect::<Vec<_>>());
    counts.iter().zip(pandas).map(|(counts, panda)| Points { panda, ..counts.points(&state.options) }).collect()
}

/// The points for pandas: 10 for the most levels and -10 for the fewest, no level being an amount too (PR-27). So many
/// who are tied get that part of ten, rounded up; where all are tied, both cancel out (PR-28).
pub(super) fn split_pandas(levels: &[u8]) -> Vec<i32> {
    let share = |amount: Option<u8>| {
        let tied = levels.iter().filter(|level| Some(**level) == amount).count();
        // No more than five are tied.
        10_u8.div_ceil(u8::try_from(tied).unwrap_or(u8::MAX).max(1))
    };
    let (most, fewest) = (levels.iter().max().copied(), levels.iter().min().copied());
    let (bonus, penalty) = (i32::from(share(most)), i32::from(share(fewest)));
    let when = |is: bool, points: i32| if is { points } else { 0 };
    levels.iter().map(|level| when(Some(*level) == most, bonus) - when(Some(*level) == fewest, penalty)).collect()
}

/// Tells the scoring of the game that has just ended.
pub(super) fn tell(state: &State, table: &mut Table<Effect>) {
    for (seat, area) in (0..).map(Seat).zip(&state.areas) {
        for (monkey, pile) in area.monkeys.iter().zip(placements(area, &state.options)) {
            if monkey.pile.is_none() {
                table.tell_all(Effect::MonkeyPlaced { seat, card: monkey.card, pile });
            }
        }
    }
    for (seat, points) in (0..).map(Seat).zip(points(state)) {
        table.tell_all(Effect::Scored { seat, score: points.total(), points });
    }
    let seats = outcome::outcome(state).and_then(|outcome| outcome.ranking.into_iter().next()).unwrap_or_default();
    table.tell_all(Effect::GameWon { seats });
}
