//! Takenoko held against its rulebook, its rulings and the vectors of its dossier.

mod citations;
mod coverage;
mod geometry;
mod knowledge;
mod refusals;
mod rulebook;
mod specimen;
mod vectors;
mod wire;

use super::*;
use crate::kernel::{Audience, GameKey};

/// A position built by hand, and what is told while it is played on.
///
/// Seat 0 is active, has an action to choose, and holds no objective; the garden is empty.
#[derive(Clone)]
struct Scene {
    state: State,
    told: Vec<(Audience, Effect)>,
}

impl Scene {
    fn new(seats: u8) -> Self {
        Self::with(&Options::default(), seats)
    }

    fn with(options: &Options, seats: u8) -> Self {
        let mut state = dealt(&Options { starter: Starter::Seat0, ..options.clone() }, seats);
        for player in &mut state.players {
            for objective in std::mem::take(&mut player.hand) {
                state.decks.of_mut(objective.category()).push_back(objective);
            }
        }
        // Later than every first turn, so that a turn begins with a roll.
        state.turn.number = 20;
        Self { state, told: Vec::new() }
    }

    /// A plot from the pile, with bamboo from the supply.
    fn plot(mut self, id: &str, at: [i8; 2], bamboo: u8) -> Self {
        let (plot, at) = (plot(id), hex(at));
        let before = self.state.pile.len();
        self.state.pile.retain(|other| *other != plot);
        assert_eq!(self.state.pile.len() + 1, before, "{id} is in the pile");
        assert_eq!(self.state.supply.bamboo.take(plot.colour(), bamboo), bamboo);
        self.state.garden.plots.push(Placed { at, bamboo, chip: None, plot });
        self
    }

    fn chip(mut self, at: [i8; 2], chip: Improvement) -> Self {
        self.state.supply.chips.take(chip);
        self.state.garden.plot_mut(hex(at)).expect("a plot").chip = Some(chip);
        self
    }

    fn channel(mut self, a: [i8; 2], b: [i8; 2]) -> Self {
        self.state.supply.channels -= 1;
        self.state.garden.channels.push(edge(a, b));
        self
    }

    fn gardener(mut self, at: [i8; 2]) -> Self {
        self.state.gardener = hex(at);
        self
    }

    fn reserve(mut self, seat: u8, (green, yellow, pink): (u8, u8, u8)) -> Self {
        for (colour, count) in [(Colour::Green, green), (Colour::Yellow, yellow), (Colour::Pink, pink)] {
            assert_eq!(self.state.supply.bamboo.take(colour, count), count);
            self.state.players[usize::from(seat)].bamboo.add(colour, count);
        }
        self
    }

    fn hand(mut self, ids: &[&str]) -> Self {
        for id in ids {
            let objective = self.draw(id);
            self.state.players[0].hand.push(objective);
        }
        self
    }

    fn claimed(mut self, seat: u8, ids: &[&str]) -> Self {
        for id in ids {
            let objective = self.draw(id);
            self.state.players[usize::from(seat)].claimed.push(objective);
        }
        self
    }

    fn draw(&mut self, id: &str) -> Objective {
        let objective = objective(id);
        let deck = self.state.decks.of_mut(objective.category());
        let before = deck.len();
        deck.retain(|other| *other != objective);
        assert_eq!(deck.len() + 1, before, "{id} is in its deck");
        objective
    }

    /// Puts an objective on top of its deck.
    fn top(mut self, id: &str) -> Self {
        let objective = self.draw(id);
        self.state.decks.of_mut(objective.category()).push_front(objective);
        self
    }

    fn top_plots(mut self, ids: &[&str]) -> Self {
        for id in ids.iter().rev() {
            let plot = plot(id);
            self.state.pile.retain(|other| *other != plot);
            self.state.pile.push_front(plot);
        }
        self
    }

    fn stored(mut self, channels: u8, chips: &[Improvement]) -> Self {
        self.state.supply.channels -= channels;
        self.state.players[0].channels = channels;
        for chip in chips {
            self.state.supply.chips.take(*chip);
            self.state.players[0].chips.add(*chip);
        }
        self
    }

    /// The weather of the turn, with its answer pending where it has one.
    fn weather(mut self, weather: Weather) -> Self {
        self.state.turn.weather = Some(weather);
        self.state.phase = match weather {
            Weather::Sun | Weather::Wind => Phase::Act {},
            Weather::Rain => Phase::Rain {},
            Weather::Storm => Phase::Storm {},
            Weather::Clouds => Phase::Clouds {},
        };
        self
    }

    fn try_play(&mut self, mv: Move) -> Result<(), Illegal> {
        let mut table = Table::at(GameKey::new([0; 32]), 1);
        let seat = self.state.turn.seat;
        Takenoko::play(&mut self.state, seat, &mv, &mut table)?;
        self.told.extend(table.close().effects);
        Ok(())
    }

    fn play(mut self, mv: Move) -> Self {
        if let Err(illegal) = self.try_play(mv) {
            panic!("{mv:?} is refused: {illegal}");
        }
        self
    }

    /// Two actions of no consequence, and the end of the turn.
    fn end_turn(mut self) -> Self {
        self.state.turn.actions = vec![Action::Plot, Action::Irrigation];
        self.state.phase = Phase::Act {};
        self.play(Move::EndTurn {})
    }

    fn legal(&self) -> Vec<Move> {
        Takenoko::legal(&self.state, self.state.turn.seat)
    }

    fn may(&self, mv: Move) -> bool {
        self.legal().contains(&mv)
    }

    fn view(&self, viewer: Viewer) -> View {
        Takenoko::view(&self.state, viewer)
    }

    fn heard(&self, effect: &Effect) -> bool {
        self.told.iter().any(|(_, told)| told == effect)
    }

    fn height(&self, at: [i8; 2]) -> u8 {
        self.state.garden.plot(hex(at)).expect("a plot").bamboo
    }

    fn irrigated(&self, at: [i8; 2]) -> bool {
        self.state.garden.is_irrigated(self.state.garden.plot(hex(at)).expect("a plot"))
    }

    fn fulfils(&self, id: &str) -> bool {
        self.state.is_fulfilled(Seat(0), objective(id))
    }

    /// Places a plot by the action with plots; the others go under the pile.
    fn place(self, id: &str, at: [i8; 2], chip: Option<Improvement>) -> Self {
        let scene = self.top_plots(&[id]).play(Move::LookAtPlots {});
        let mut scene = scene.play(Move::PlacePlot { plot: plot(id), at: hex(at), chip });
        if let Phase::Return { plots: [upper, _] } = scene.state.phase {
            scene = scene.play(Move::ReturnPlots { upper });
        }
        scene
    }

    /// Channels and plots from the pond to two dry yellow plots that share an edge with a watered corner.
    fn dry_pair() -> Self {
        Self::new(2)
            .plot("green-plain-1", [1, 0], 1)
            .plot("green-plain-2", [0, 1], 1)
            .plot("pink-plain-1", [1, -1], 1)
            .plot("yellow-plain-1", [1, 1], 0)
            .plot("yellow-plain-2", [2, 0], 0)
            .channel([1, 0], [0, 1])
    }
}

fn dealt(options: &Options, seats: u8) -> State {
    let mut table = Table::at(GameKey::new([0; 32]), 0);
    Takenoko::deal(options, seats, &mut table).expect("the options make a game")
}

fn hex([q, r]: [i8; 2]) -> Hex {
    Hex::new(q, r)
}

fn edge(a: [i8; 2], b: [i8; 2]) -> Edge {
    Edge::between(hex(a), hex(b)).expect("neighbours")
}

fn plot(id: &str) -> Plot {
    Plot::all().find(|plot| plot.id() == id).expect("the id of a plot")
}

/// The objective of an id; of a panda objective the first copy.
fn objective(id: &str) -> Objective {
    Objective::all()
        .find(|objective| objective.id() == id || objective.id() == format!("{id}-a"))
        .expect("an objective")
}
