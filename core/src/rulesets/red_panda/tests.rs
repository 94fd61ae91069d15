//! Red Panda held against its rulebook, its rulings and the vectors of its dossier.

mod citations;
mod knowledge;
mod refusals;
mod rulebook;
mod series;
mod specimen;
mod vectors;
mod wire;

use std::collections::BTreeSet;

use super::*;
use crate::kernel::GameKey;

/// A position built by hand, and what is told while it is played on.
///
/// Seat 0 is active at the start of its turn. The others hold Double-Katas, which have no power.
#[derive(Clone)]
struct Scene {
    state: State,
    told: Vec<(crate::kernel::Audience, Effect)>,
}

/// The decks of seats 1 to 5.
const ELSEWHERE: [[&str; 2]; 5] =
    [["DBL-10", "DBL-08"], ["DBL-07", "DBL-06"], ["DBL-05", "DBL-04"], ["DBL-02", "DBL-03"], ["DBL-01", "DBL-09"]];

impl Scene {
    fn new(seats: u8) -> Self {
        let mut state = dealt(&Options::default(), seats);
        state.left_over.clear();
        state.starter = Seat(0);
        state.turn = Seat(0);
        for (contender, ids) in state.contenders.iter_mut().skip(1).zip(ELSEWHERE) {
            *contender = Some(Contender { deck: ids.map(card).into(), penalties: Vec::new() });
        }
        state.contenders[0] = Some(Contender::default());
        Self { state, told: Vec::new() }
    }

    fn deck(mut self, seat: u8, ids: &[&str]) -> Self {
        self.contender(seat).deck = ids.iter().map(|id| card(id)).collect();
        self
    }

    fn penalties(mut self, seat: u8, ids: &[&str]) -> Self {
        self.contender(seat).penalties = cards(ids);
        self
    }

    fn side(mut self, side: Kata, ids: &[&str]) -> Self {
        ids.iter().for_each(|id| self.state.pagoda.lay(card(id), side));
        self
    }

    fn token(mut self, seat: u8) -> Self {
        self.state.token = Some(Seat(seat));
        self
    }

    fn options(mut self, options: Options) -> Self {
        self.state.options = options;
        self
    }

    fn contender(&mut self, seat: u8) -> &mut Contender {
        self.state.contenders[usize::from(seat)].as_mut().expect("in the competition")
    }

    fn try_play(&mut self, mv: Move) -> Result<(), Illegal> {
        let mut table = Table::at(GameKey::new([0; 32]), 1);
        let seat = self.state.turn;
        RedPanda::play(&mut self.state, seat, &mv, &mut table)?;
        self.told.extend(table.close().effects);
        Ok(())
    }

    /// A refusal, which names every way that is open instead.
    fn refused(&mut self, mv: Move) -> Illegal {
        let type_of = |mv: &Move| serde_json::to_value(mv).expect("it writes")["type"].as_str().map(str::to_owned);
        let open: BTreeSet<String> = self.legal().iter().filter_map(type_of).collect();
        let illegal = self.try_play(mv).expect_err("it is refused");
        let ways = illegal.detail.split_once("; open to you now: ").map(|(_, ways)| ways.split(", "));
        assert_eq!(ways.into_iter().flatten().map(String::from).collect::<BTreeSet<_>>(), open, "{illegal}");
        illegal
    }

    fn play(mut self, mv: Move) -> Self {
        if let Err(illegal) = self.try_play(mv) {
            panic!("{mv:?} is refused: {illegal}");
        }
        self
    }

    fn legal(&self) -> Vec<Move> {
        RedPanda::legal(&self.state, self.state.turn)
    }

    fn view(&self, viewer: Viewer) -> View {
        RedPanda::view(&self.state, viewer)
    }

    fn heard(&self, effect: &Effect) -> bool {
        self.told.iter().any(|(_, told)| told == effect)
    }

    fn winner(&self) -> Option<Seat> {
        RedPanda::outcome(&self.state).map(|outcome| outcome.ranking[0][0])
    }

    fn is_out(&self, seat: u8) -> bool {
        self.state.contenders[usize::from(seat)].is_none()
    }
}

fn dealt(options: &Options, seats: u8) -> State {
    let mut table = Table::at(GameKey::new([0; 32]), 0);
    RedPanda::deal(options, seats, &mut table).expect("the options make a game")
}

fn card(id: &str) -> Card {
    id.parse().expect("the id of a card")
}

fn cards(ids: &[&str]) -> Vec<Card> {
    ids.iter().map(|id| card(id)).collect()
}
