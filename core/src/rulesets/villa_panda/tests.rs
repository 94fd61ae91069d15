//! Villa Panda held against its rulebook, its rulings and the vectors of its dossier.

mod citations;
mod coverage;
mod effects;
mod emperor;
mod playing;
mod refusals;
mod rulebook;
mod specimen;
mod tables;
mod vectors;
mod wire;

use super::turn::Play;
use super::*;
use crate::kernel::{Audience, GameKey};

/// A position built by hand, and what is told while it is played on.
///
/// It is the turn of seat 0, which began the game, before the roll. Nobody has a card in the play area, and the Emperor is
/// in none.
#[derive(Clone)]
struct Scene {
    state: State,
    told: Vec<(Audience, Effect)>,
}

impl Scene {
    fn new(seats: u8) -> Self {
        Self::with(Options::default(), seats)
    }

    fn with(options: Options, seats: u8) -> Self {
        let options = Options { starter: Starter::Seat0, ..options };
        let mut state = dealt(&options, seats);
        for player in &mut state.players {
            state.spare.append(&mut player.play);
        }
        state.board.emperor = None;
        Self { state, told: Vec::new() }
    }

    // What lies where.

    fn player(&mut self, seat: u8) -> &mut Player {
        self.state.player_mut(Seat(seat)).expect("at the table")
    }

    fn have(&self, seat: u8) -> &Player {
        self.state.player(Seat(seat)).expect("at the table")
    }

    /// Takes a panda out of decks, market and box, so that it can be put somewhere else.
    fn fetch(&mut self, id: &str) -> Panda {
        let wanted = panda(id);
        self.state.spare.retain(|other| *other != wanted);
        self.state.pandas.deck.retain(|other| *other != wanted);
        self.state.pandas.market.retain(|other| *other != wanted);
        self.state.pandas.fill();
        wanted
    }

    fn in_play(mut self, seat: u8, ids: &[&str]) -> Self {
        let pandas: Vec<Panda> = ids.iter().map(|id| self.fetch(id)).collect();
        self.player(seat).play.extend(pandas);
        self
    }

    fn in_hand(mut self, seat: u8, ids: &[&str]) -> Self {
        let pandas: Vec<Panda> = ids.iter().map(|id| self.fetch(id)).collect();
        self.player(seat).hand.extend(pandas);
        self
    }

    /// A building in the play area, with pandas behind it.
    fn built(mut self, seat: u8, id: &str, behind: &[&str]) -> Self {
        let behind = behind.iter().map(|id| self.fetch(id)).collect();
        let building = building(id);
        self.state.buildings.deck.retain(|other| *other != building);
        self.state.buildings.market.retain(|other| *other != building);
        self.state.buildings.fill();
        self.player(seat).buildings.push(Built { behind, building });
        self
    }

    /// Puts buildings in front of the building market.
    fn offered(mut self, ids: &[&str]) -> Self {
        for id in ids {
            let building = building(id);
            let Row { deck, market } = &mut self.state.buildings;
            deck.retain(|other| *other != building);
            market.retain(|other| *other != building);
            market.insert(0, building);
            deck.extend(market.drain(5.min(market.len())..));
            self.state.buildings.fill();
        }
        self
    }

    /// Makes these the whole panda market.
    fn panda_market(mut self, ids: &[&str]) -> Self {
        let market: Vec<Panda> = ids.iter().map(|id| self.fetch(id)).collect();
        let old = std::mem::replace(&mut self.state.pandas.market, market);
        self.state.pandas.deck.extend(old);
        self
    }

    /// Gives a seat resources of the supply.
    fn resources(mut self, seat: u8, list: &[(Resource, u8)]) -> Self {
        let back = self.have(seat).resources;
        self.state.supply.add(back);
        self.player(seat).resources = counted(list);
        self.state.supply.remove(counted(list));
        self
    }

    fn meeple(mut self, seat: u8, area: Area) -> Self {
        self.state.board.put(area, Some(Seat(seat)));
        self
    }

    fn emperor(mut self, area: Area) -> Self {
        self.state.board.emperor = Some(area);
        self
    }

    // Where in the turn it is.

    fn told_while(mut self, act: impl FnOnce(&mut Play<'_>)) -> Self {
        let mut table = Table::at(GameKey::new([0; 32]), 1);
        act(&mut Play::new(&mut self.state, &mut table));
        self.told.extend(table.close().effects);
        self
    }

    /// Rolls these dice, and takes every forced step.
    fn rolled(mut self, dice: [u8; 2]) -> Self {
        self.state.turn.dice = Some(dice);
        self.state.turn.standing = self.have(self.state.turn.seat.0).standing();
        self.state.phase = Phase::Rolled {};
        self.run()
    }

    fn run(self) -> Self {
        self.told_while(|play| play.run().expect("it runs"))
    }

    /// The action phase, with as many placements as there are meeples at home.
    fn acting(mut self) -> Self {
        let home = self.state.at_home(self.state.turn.seat);
        self.state.turn.placements = home;
        self.state.turn.stranded = home == 0;
        self.state.turn.dice = Some([1, 1]);
        self.state.phase = Phase::Act {};
        self
    }

    // Playing.

    fn try_play(&mut self, mv: Move) -> Result<(), Illegal> {
        let mut table = Table::at(GameKey::new([0; 32]), 1);
        let seat = self.awaited();
        VillaPanda::play(&mut self.state, seat, &mv, &mut table)?;
        self.told.extend(table.close().effects);
        Ok(())
    }

    fn play(mut self, mv: Move) -> Self {
        if let Err(illegal) = self.try_play(mv) {
            panic!("{mv:?} is refused: {illegal}");
        }
        self
    }

    fn plays(self, moves: &[Move]) -> Self {
        moves.iter().fold(self, |scene, mv| scene.play(*mv))
    }

    fn refused(&mut self, mv: Move) -> Illegal {
        self.try_play(mv).expect_err("it is refused")
    }

    fn refused_by(&mut self, seat: Seat, mv: Move) -> Illegal {
        let mut table = Table::at(GameKey::new([0; 32]), 1);
        VillaPanda::play(&mut self.state, seat, &mv, &mut table).expect_err("it is refused")
    }

    // Looking.

    fn awaited(&self) -> Seat {
        VillaPanda::awaiting(&self.state).iter().next().expect("a seat is awaited")
    }

    fn legal(&self) -> Vec<Move> {
        VillaPanda::legal(&self.state, self.awaited())
    }

    fn allows(&self, mv: Move) -> bool {
        self.legal().contains(&mv)
    }

    fn view(&self, viewer: Viewer) -> View {
        VillaPanda::view(&self.state, viewer)
    }

    fn heard(&self, effect: &Effect) -> bool {
        self.told.iter().any(|(_, told)| told == effect)
    }

    /// The pandas that were activated, in order.
    fn activated(&self) -> Vec<Panda> {
        let activated = self.told.iter().filter_map(|(_, effect)| match effect {
            Effect::Activated { panda, .. } => Some(*panda),
            _ => None,
        });
        activated.collect()
    }

    fn held(&self, seat: u8, resource: Resource) -> u8 {
        self.have(seat).resources.of(resource)
    }

    fn points(&self, seat: u8) -> u16 {
        score::open_points(&self.state, self.have(seat))
    }

    fn at_home(&self, seat: u8) -> u8 {
        self.state.at_home(Seat(seat))
    }
}

fn dealt(options: &Options, seats: u8) -> State {
    let mut table = Table::at(GameKey::new([0; 32]), 0);
    VillaPanda::deal(options, seats, &mut table).expect("the options make a game")
}

fn panda(id: &str) -> Panda {
    Panda::all().find(|panda| panda.id() == id).expect("the id of a panda")
}

fn building(id: &str) -> Building {
    Building::all().find(|building| building.id() == id).expect("the id of a building")
}

fn mission(id: &str) -> Mission {
    Mission::all().find(|mission| mission.id() == id).expect("the id of a mission")
}

fn task(id: &str) -> Task {
    Task::all().find(|task| task.id() == id).expect("the id of a task")
}

fn counted(list: &[(Resource, u8)]) -> Resources {
    let mut resources = Resources::default();
    list.iter().for_each(|(resource, count)| *resources.of_mut(*resource) = *count);
    resources
}

fn goods(list: &[(Resource, u8)]) -> Goods {
    Goods(counted(list))
}

fn hire(id: &str) -> Move {
    Move::Hire { panda: panda(id) }
}

fn activate(id: &str) -> Move {
    Move::Activate { panda: panda(id) }
}

fn build(id: &str) -> Move {
    Move::Build { building: building(id) }
}

fn slide(id: &str, behind: &str) -> Move {
    Move::Slide { building: building(behind), panda: panda(id) }
}

fn use_building(id: &str) -> Move {
    Move::UseBuilding { building: building(id) }
}

fn change_die(id: &str, die: u8, to: u8) -> Move {
    Move::ChangeDie { building: building(id), die, to: Some(to) }
}

fn exchange(give: &[(Resource, u8)], take: &[(Resource, u8)]) -> Move {
    Move::Exchange { give: goods(give).into(), take: goods(take).into() }
}

fn take(resource: Resource) -> Move {
    Move::Take { resource }
}

/// Places a meeple for the action of an area.
fn act(area: Area) -> Move {
    Move::Place { area, space: Space::Action }
}

/// Places a meeple for the resource of an area.
fn fetch(area: Area) -> Move {
    Move::Place { area, space: Space::Resource }
}

const PASS: Move = Move::Pass {};
