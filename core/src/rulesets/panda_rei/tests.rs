//! Panda Rei held against its rulebook, its rulings and the vectors of its dossier.

mod citations;
mod placement;
mod reach;
mod refusals;
mod rulebook;
mod specimen;
mod vectors;
mod wire;

use super::*;
use crate::kernel::{Audience, GameKey};

/// A position built by hand, and what is told while it is played on. Seat 0 leads the first turn.
#[derive(Clone)]
struct Scene {
    state: State,
    told: Vec<(Audience, Effect)>,
}

impl Scene {
    fn new(seats: u8) -> Self {
        let mut state = dealt(&Options::default(), seats);
        state.starter = Seat(0);
        Self { state, told: Vec::new() }
    }

    /// One card for each seat to play in this turn, and a fox each, so that no hand is down to its last card.
    fn about_to_play(mut self, ids: &[&str]) -> Self {
        for (hand, id) in self.state.hands.iter_mut().zip(ids) {
            *hand = cards(&[id, "FOX-10"]);
        }
        self
    }

    fn hand(mut self, seat: u8, ids: &[&str]) -> Self {
        self.state.hands[usize::from(seat)] = cards(ids);
        self
    }

    fn fictional(mut self, ids: &[&str]) -> Self {
        self.state.fictional = cards(ids);
        self
    }

    fn area(mut self, seat: u8, ids: &[&str]) -> Self {
        self.state.areas[usize::from(seat)].cards = cards(ids);
        self
    }

    fn monkey(mut self, seat: u8, id: &str, pile: Option<WildPile>) -> Self {
        self.state.areas[usize::from(seat)].monkeys.push(Monkey { card: card(id), pile });
        self
    }

    fn options(mut self, options: Options) -> Self {
        self.state.options = options;
        self
    }

    fn turn(mut self, turn: u8) -> Self {
        self.state.turn = turn;
        self
    }

    fn royal(self) -> Self {
        self.options(Options { royal_pandas: true, ..Options::default() })
    }

    fn try_play(&mut self, mv: Move) -> Result<(), Illegal> {
        let mut table = Table::at(GameKey::new([0; 32]), 1);
        let seat = self.state.active().expect("somebody is awaited");
        PandaRei::play(&mut self.state, seat, &mv, &mut table)?;
        self.told.extend(table.close().effects);
        Ok(())
    }

    fn does(mut self, mv: Move) -> Self {
        if let Err(illegal) = self.try_play(mv) {
            panic!("{mv:?} is refused: {illegal}");
        }
        self
    }

    /// The seats play these cards, in their order.
    fn plays(self, ids: &[&str]) -> Self {
        ids.iter().fold(self, |scene, id| scene.does(Move::Play { card: card(id) }))
    }

    /// The seats whose turn it is take these cards, in their order.
    fn takes(self, ids: &[&str]) -> Self {
        ids.iter().fold(self, |scene, id| scene.does(Move::Take { card: card(id) }))
    }

    fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.told.iter().map(|(_, effect)| effect)
    }

    fn legal(&self) -> Vec<Move> {
        PandaRei::legal(&self.state, self.state.active().expect("somebody is awaited"))
    }

    /// The points of a seat as they stand.
    fn points(&self, seat: u8) -> Points {
        score::points(&self.state)[usize::from(seat)]
    }

    /// Who won the dispute, by the effects.
    fn winner(&self) -> Option<u8> {
        self.effects().find_map(|effect| match effect {
            Effect::DisputeWon { seat, .. } => Some(seat.0),
            _ => None,
        })
    }

    /// Why the dispute was won: the value and size of the group, why it won, and why this seat of it.
    fn verdict(&self) -> (u8, usize, GroupReason, SeatReason) {
        let group = self.effects().find_map(|effect| match effect {
            Effect::GroupWon { value, because, cards, .. } => Some((*value, cards.len(), *because)),
            _ => None,
        });
        let seat = self.effects().find_map(|effect| match effect {
            Effect::DisputeWon { because, .. } => Some(*because),
            _ => None,
        });
        let (value, size, group) = group.expect("a dispute was decided");
        (value, size, group, seat.expect("a dispute was won"))
    }
}

fn dealt(options: &Options, seats: u8) -> State {
    let mut table = Table::at(GameKey::new([0; 32]), 0);
    PandaRei::deal(options, seats, &mut table).expect("the options make a game")
}

fn card(id: &str) -> Card {
    id.parse().expect("the id of a card")
}

fn cards(ids: &[&str]) -> Vec<Card> {
    ids.iter().map(|id| card(id)).collect()
}

/// A whole game by random legal moves: every move with the seat and the state it was played on, and what was told.
struct Random {
    steps: Vec<(State, Seat, Move)>,
    told: Vec<Effect>,
    end: State,
}

impl Random {
    fn play(options: &Options, seats: u8, seed: u8) -> Self {
        let key = GameKey::new([seed; 32]);
        let mut table = Table::at(key, 0);
        let mut state = PandaRei::deal(options, seats, &mut table).expect("the options make a game");
        let (mut steps, mut told) = (Vec::new(), effects(table));
        // The choices of the test have nothing to do with the draws of the game, so they come from another key.
        let mut choices = Table::<Effect>::at(GameKey::new([!seed; 32]), 0);
        while let Some(seat) = state.active() {
            let moves = PandaRei::legal(&state, seat);
            let mv = moves[choices.below(u32::try_from(moves.len()).expect("few moves")) as usize];
            steps.push((state.clone(), seat, mv));
            let mut table = Table::at(key, steps.len() as u64);
            PandaRei::play(&mut state, seat, &mv, &mut table).expect("a legal move");
            told.extend(effects(table));
        }
        Self { steps, told, end: state }
    }
}

fn effects(table: Table<Effect>) -> Vec<Effect> {
    table.close().effects.into_iter().map(|(_, effect)| effect).collect()
}
