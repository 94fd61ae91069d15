//! Panda Spin held against its rulebook, its rulings and the vectors of its dossier.

mod citations;
mod combining;
mod knowledge;
mod reach;
mod refusals;
mod rounds;
mod rulebook;
mod specimen;
mod symbols;
mod vectors;
mod wire;

use super::*;
use crate::kernel::GameKey;

/// A position built by hand, and what is told while it is played on.
///
/// Seat 0 leads the first trick. Cards are named by their ids; `+` before an id says that its blue side is up.
#[derive(Clone)]
struct Scene {
    state: State,
    told: Vec<(crate::kernel::Audience, Effect)>,
}

impl Scene {
    /// With one hand for each seat.
    fn new(hands: &[&[&str]]) -> Self {
        let seats = u8::try_from(hands.len()).expect("few seats");
        let mut state = dealt(&Options { mood: MoodChoice::Hungry, ..Options::default() }, seats);
        state.pile = cards(&["EL-Wood", "WO-A", "WO-K", "WO-J"]);
        state.suits = Suit::ALL.into();
        state.turn = Seat(0);
        state.phase = Phase::Turn {};
        let mut scene = Self { state, told: Vec::new() };
        for (seat, ids) in (0..).zip(hands) {
            scene.player(seat).hand = hand(ids);
        }
        scene
    }

    fn mood(mut self, mood: Mood) -> Self {
        self.state.mood = mood;
        self
    }

    fn options(mut self, options: Options) -> Self {
        self.state.options = options;
        self
    }

    fn points(mut self, points: &[u16]) -> Self {
        self.state.players.iter_mut().zip(points).for_each(|(player, points)| player.points = *points);
        self
    }

    fn player(&mut self, seat: u8) -> &mut Player {
        &mut self.state.players[usize::from(seat)]
    }

    fn hand(&self, seat: u8) -> &Hand {
        &self.state.players[usize::from(seat)].hand
    }

    fn try_play(&mut self, mv: &Move) -> Result<(), Illegal> {
        let mut table = Table::at(GameKey::new([0; 32]), 1);
        let seat = self.state.turn;
        PandaSpin::play(&mut self.state, seat, mv, &mut table)?;
        self.told.extend(table.close().effects);
        Ok(())
    }

    fn play(mut self, mv: &Move) -> Self {
        let listed = self.legal().contains(mv);
        match self.try_play(mv) {
            Err(illegal) => panic!("{mv:?} is refused: {illegal}"),
            Ok(()) => assert!(listed, "{mv:?} is accepted and not listed"),
        }
        self
    }

    /// The active seat bids and lays these cards, each for the value that it shows.
    fn bid(self, combination: Combination, ids: &[&str]) -> Self {
        let mut cards = animals(ids);
        cards.sort_unstable();
        let mut scene = self.play(&Move::Bid { combination });
        while let Phase::Lay { value } = scene.state.phase {
            let hand = scene.hand(scene.state.turn.0).clone();
            let shows = |card: &&Animal| hand.side(**card).is_some_and(|side| card.face(side).value == value);
            scene = scene.play(&Move::Lay { cards: cards.iter().filter(shows).copied().collect() });
        }
        let laid = scene.state.trick.bids.iter().rev().find(|bid| bid.combination == combination);
        // When the trick is over, the cards were seen to be laid.
        assert!(laid.is_none_or(|bid| bid.cards().len() == cards.len()), "not all of {ids:?} were laid");
        scene
    }

    fn pass(self) -> Self {
        self.play(&Move::Pass {})
    }

    fn decline(self) -> Self {
        self.play(&Move::Decline {})
    }

    fn legal(&self) -> Vec<Move> {
        PandaSpin::legal(&self.state, self.state.turn)
    }

    fn may_bid(&self, combination: Combination) -> bool {
        self.legal().contains(&Move::Bid { combination })
    }

    fn may_play(&self, element: &str) -> bool {
        self.legal().contains(&Move::PlayElement { card: element.parse().expect("an Element") })
    }

    fn view(&self, viewer: Viewer) -> View {
        PandaSpin::view(&self.state, viewer)
    }

    fn heard(&self, effect: &Effect) -> bool {
        self.told.iter().any(|(_, told)| told == effect)
    }

    fn all_points(&self) -> Vec<u16> {
        self.state.players.iter().map(|player| player.points).collect()
    }
}

fn dealt(options: &Options, seats: u8) -> State {
    let mut table = Table::at(GameKey::new([0; 32]), 0);
    PandaSpin::deal(options, seats, &mut table).expect("the options make a game")
}

fn animal(id: &str) -> Animal {
    id.parse().expect("the id of an Animal card")
}

fn animals(ids: &[&str]) -> Vec<Animal> {
    ids.iter().map(|id| animal(id)).collect()
}

fn cards(ids: &[&str]) -> Vec<Card> {
    ids.iter().map(|id| id.parse().expect("the id of a card")).collect()
}

fn hand(ids: &[&str]) -> Hand {
    let mut hand = Hand::default();
    for id in ids {
        match id.strip_prefix('+') {
            Some(id) => state::insert(&mut hand.seen, animal(id)),
            None => hand.receive(id.parse().expect("the id of a card")),
        }
    }
    hand
}

/// A value as it is printed.
fn value(name: &str) -> Value {
    Value::ALL.into_iter().find(|value| value.name() == name).expect("a value")
}

fn single(name: &str) -> Combination {
    Combination::Single { value: value(name) }
}

fn set(count: u8, name: &str) -> Combination {
    Combination::Set { count, value: value(name) }
}

fn run(length: u8, high: &str) -> Combination {
    Combination::Run { high: value(high), length }
}

fn formation(copies: u8, length: u8, high: &str) -> Combination {
    Combination::Formation { copies, high: value(high), length }
}

fn bomb(count: u8, name: &str) -> Combination {
    Combination::Bomb { count, value: value(name) }
}
