//! Setting the table up (VP-2).

use std::collections::VecDeque;

use super::area::Area;
use super::building::Building;
use super::emperor::{Mission, Task};
use super::panda::{Panda, Symbol};
use super::pending::Phase;
use super::resource::Resources;
use super::state::{Board, Player, Reshuffles, Row, State, Tasks, Turn};
use super::turn::Play;
use super::{Effect, Options, Starter};
use crate::kernel::{Illegal, Seat, Table};

/// The draws: the first seat where it is drawn, the symbols of the starting cards, the order of the buildings and of the
/// pandas, then the missions and the tasks where they are played with.
pub(super) fn open(options: &Options, seats: u8, table: &mut Table<Effect>) -> Result<State, Illegal> {
    options.check()?;
    let first = match options.starter {
        // Below the number of seats, so it fits; VP-2.
        Starter::Drawn => Seat(u8::try_from(table.below(u32::from(seats))).unwrap_or(0)),
        Starter::Seat0 => Seat(0),
    };
    let mut symbols = Symbol::ALL;
    table.shuffle(&mut symbols);
    let (dealt, spare) = symbols.split_at_checked(usize::from(seats)).unwrap_or((&symbols, &[]));
    let mut players: Vec<Player> = dealt.iter().copied().map(player).collect();
    let buildings = row(Building::all(), table);
    let pandas = row(Panda::all().filter(|panda| panda.symbol().is_none()), table);
    let mut missions: Vec<Mission> = Mission::all().collect();
    if options.missions() {
        table.shuffle(&mut missions);
        // Two for each of at most four seats: VP-1.
        players.iter_mut().for_each(|player| player.missions = missions.drain(..2.min(missions.len())).collect());
    }
    let mut state = State {
        // With two seats the Emperor plays along, from the market: VP-1, VP-41.
        board: Board { emperor: (seats == 2).then_some(Area::Market), meeples: [None; 4] },
        buildings,
        chain: Vec::new(),
        ending: None,
        first,
        missions,
        options: Box::new(options.clone()),
        pandas,
        pending: Vec::new(),
        phase: Phase::Missions {},
        players,
        round: 1,
        spare: spare.iter().copied().flat_map(starting_cards).collect(),
        supply: Resources::in_the_box(),
        tasks: tasks(options, seats, table),
        turn: turn(first),
    };
    tell(&state, table);
    Play::new(&mut state, table).run()?;
    Ok(state)
}

/// Three starting cards of one symbol in the play area, and nothing else (VP-2).
fn player(symbol: Symbol) -> Player {
    Player { play: starting_cards(symbol).collect(), ..Player::default() }
}

fn starting_cards(symbol: Symbol) -> impl Iterator<Item = Panda> {
    Panda::all().filter(move |panda| panda.symbol() == Some(symbol))
}

fn row<T: Copy + PartialEq>(cards: impl Iterator<Item = T>, table: &mut Table<Effect>) -> Row<T> {
    let mut cards: Vec<T> = cards.collect();
    table.shuffle(&mut cards);
    let mut row = Row { deck: VecDeque::from(cards), market: Vec::new() };
    row.fill();
    row
}

/// One more than there are seats, face up from the beginning and never refilled (VP-38).
fn tasks(options: &Options, seats: u8, table: &mut Table<Effect>) -> Tasks {
    let mut boxed: Vec<Task> = Task::all().collect();
    if !options.tasks() {
        return Tasks { boxed, row: Vec::new() };
    }
    table.shuffle(&mut boxed);
    let row = boxed.drain(..usize::from(seats).saturating_add(1).min(boxed.len())).collect();
    Tasks { boxed, row }
}

/// The turn of a seat before anything is done in it.
pub(super) fn turn(seat: Seat) -> Turn {
    let (reshuffles, used) = (Reshuffles::default(), Vec::new());
    Turn { dice: None, placements: 0, reshuffles, seat, standing: 0, stranded: false, used }
}

fn tell(state: &State, table: &mut Table<Effect>) {
    table.tell_all(Effect::GameDealt {
        buildings: state.buildings.market.clone(),
        first: state.first,
        pandas: state.pandas.market.clone(),
        tasks: state.tasks.row.clone(),
    });
    for (seat, player) in Seat::all(state.seats()).zip(&state.players) {
        if !player.missions.is_empty() {
            table.tell_only(seat, Effect::MissionsDrawn { missions: player.missions.clone(), seat });
        }
    }
}
