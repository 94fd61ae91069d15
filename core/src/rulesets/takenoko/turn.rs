//! The turn of the active seat: each move carried out, with every forced step that follows.

use super::garden::Placed;
use super::{
    Action, Category, DrawnFulfilled, Edge, Effect, End, Face, Hex, Improvement, Objective, Phase, Plot, State, Turn,
    Weather, refusals,
};
use crate::kernel::{Illegal, Seat, Table};

/// The turn of the active seat, while a move is carried out.
pub(super) struct Play<'a> {
    pub(super) seat: Seat,
    pub(super) state: &'a mut State,
    pub(super) table: &'a mut Table<Effect>,
}

impl Play<'_> {
    pub(super) fn tell(&mut self, effect: Effect) {
        self.table.tell_all(effect);
    }

    pub(super) fn await_next(&mut self, phase: Phase) -> Result<(), Illegal> {
        self.state.phase = phase;
        Ok(())
    }

    fn acted(&mut self, action: Action) -> Result<(), Illegal> {
        self.state.turn.actions.push(action);
        Ok(())
    }

    // The action with plots.

    /// The top three of the pile, or as many as are left; only the looker sees them (TK-6, TK-32).
    pub(super) fn look_at_plots(&mut self) -> Result<(), Illegal> {
        let count = self.state.pile.len().min(3);
        let looked_at: Vec<Plot> = self.state.pile.drain(..count).collect();
        let seat = self.seat;
        self.tell(Effect::Looked { seat, plots: u8::try_from(count).unwrap_or(u8::MAX) });
        self.table.tell_only(seat, Effect::Saw { seat, plots: looked_at.clone() });
        self.acted(Action::Plot)?;
        self.await_next(Phase::Place { looked_at })
    }

    pub(super) fn place_plot(&mut self, plot: Plot, at: Hex, chip: Option<Improvement>) -> Result<(), Illegal> {
        let Phase::Place { looked_at } = &self.state.phase else { return Err(refusals::not_awaited(self.state)) };
        let others: Vec<Plot> = looked_at.iter().copied().filter(|other| *other != plot).collect();
        self.state.garden.plots.push(Placed { at, bamboo: 0, chip: None, plot });
        self.tell(Effect::PlotPlaced { seat: self.seat, plot, at });
        // Before the first growth, so that a fertilizer doubles it: TK-15.
        if let Some(chip) = chip {
            self.put_chip(chip, at)?;
        }
        self.water([at]);
        match *others {
            [] => self.await_next(Phase::Act {}),
            [one, two] => self.await_next(Phase::Return { plots: [one, two] }),
            _ => self.under_the_pile(&others),
        }
    }

    /// In the order of the seat's choice, which the others do not see (TK-6, TK-32).
    pub(super) fn return_plots(&mut self, upper: Plot) -> Result<(), Illegal> {
        let Phase::Return { plots } = self.state.phase else { return Err(refusals::not_awaited(self.state)) };
        let lower = plots.into_iter().filter(|plot| *plot != upper);
        self.table.conceal();
        self.under_the_pile(&[upper].into_iter().chain(lower).collect::<Vec<_>>())
    }

    fn under_the_pile(&mut self, plots: &[Plot]) -> Result<(), Illegal> {
        self.state.pile.extend(plots);
        self.tell(Effect::PlotsReturned { seat: self.seat, plots: u8::try_from(plots.len()).unwrap_or(u8::MAX) });
        self.await_next(Phase::Act {})
    }

    // Water and improvements.

    /// Into the seat's reserve: laying it is free, now or in any later turn (TK-10, TK-16).
    pub(super) fn take_channel(&mut self) -> Result<(), Illegal> {
        // The supply has one, and no seat ever has more than the box.
        self.state.supply.channels -= 1;
        self.state.active_mut()?.channels += 1;
        self.tell(Effect::ChannelTaken { seat: self.seat });
        self.acted(Action::Irrigation)
    }

    /// Both sides are irrigated now (TK-11). One of them was before, since a channel that leads here touches it; at the
    /// pond there is no dry plot, and the channel is wasted (TK-10).
    pub(super) fn lay_channel(&mut self, between: Edge) -> Result<(), Illegal> {
        self.state.active_mut()?.channels -= 1;
        let dry = between.sides().into_iter().filter(|at| self.state.garden.is_dry(*at)).collect::<Vec<_>>();
        self.state.garden.channels.push(between);
        self.tell(Effect::ChannelLaid { seat: self.seat, between });
        self.water(dry);
        Ok(())
    }

    /// A watershed irrigates at once (TK-15).
    pub(super) fn place_chip(&mut self, chip: Improvement, at: Hex) -> Result<(), Illegal> {
        let dry = self.state.garden.is_dry(at).then_some(at);
        self.put_chip(chip, at)?;
        self.water(dry);
        Ok(())
    }

    fn put_chip(&mut self, chip: Improvement, at: Hex) -> Result<(), Illegal> {
        self.state.active_mut()?.chips.take(chip);
        if let Some(placed) = self.state.garden.plot_mut(at) {
            placed.chip = Some(chip);
        }
        self.tell(Effect::ChipPlaced { seat: self.seat, chip, at });
        Ok(())
    }

    // The figures.

    /// His plot grows if it is irrigated, and so does each irrigated neighbour of the same colour, whether his own is or
    /// not. On the pond nothing grows (TK-13).
    pub(super) fn move_gardener(&mut self, to: Hex) -> Result<(), Illegal> {
        self.state.gardener = to;
        self.tell(Effect::GardenerMoved { seat: self.seat, to });
        self.acted(Action::Gardener)?;
        let garden = &self.state.garden;
        let Some(own) = garden.plot(to) else { return Ok(()) };
        let grows = |at: &Hex| {
            garden.plot(*at).is_some_and(|placed| placed.colour() == own.colour() && garden.is_irrigated(placed))
        };
        let plots: Vec<Hex> = [to].into_iter().chain(to.neighbours()).filter(grows).collect();
        self.grow(&plots);
        Ok(())
    }

    pub(super) fn move_panda(&mut self, to: Hex) -> Result<(), Illegal> {
        self.acted(Action::Panda)?;
        self.panda_arrives(to)
    }

    /// It eats one section, never more, into the active seat's reserve (TK-14).
    pub(super) fn panda_arrives(&mut self, to: Hex) -> Result<(), Illegal> {
        let seat = self.seat;
        self.state.panda = to;
        self.tell(Effect::PandaMoved { seat, to });
        if !self.state.can_eat_at(to) {
            return Ok(());
        }
        let Some(placed) = self.state.garden.plot_mut(to) else { return Ok(()) };
        placed.bamboo -= 1;
        let colour = placed.colour();
        self.state.active_mut()?.bamboo.add(colour, 1);
        self.tell(Effect::Ate { seat, colour, at: to });
        Ok(())
    }

    // The action with objectives.

    pub(super) fn draw_objective(&mut self, category: Category) -> Result<(), Illegal> {
        let drawn = self.state.decks.of_mut(category).pop_front();
        let Some(objective) = drawn else { return Err(refusals::deck_empty(category)) };
        // Panda objectives are always kept; the others are held against the predicate of claiming: TK-19.
        let shown = category != Category::Panda && self.state.is_fulfilled(self.seat, objective);
        match self.state.options.drawn_fulfilled() {
            DrawnFulfilled::Discard if shown => self.already_fulfilled(objective, true),
            DrawnFulfilled::Bottom if shown => self.already_fulfilled(objective, false),
            _ => self.keep(objective),
        }
    }

    fn keep(&mut self, objective: Objective) -> Result<(), Illegal> {
        let seat = self.seat;
        self.state.active_mut()?.hand.push(objective);
        self.tell(Effect::Drew { seat, category: objective.category() });
        self.table.tell_only(seat, Effect::Received { seat, objective });
        self.acted(Action::Objective)
    }

    /// The action is not used up: another objective can be drawn, or another action taken (TK-19).
    fn already_fulfilled(&mut self, objective: Objective, discarded: bool) -> Result<(), Illegal> {
        self.tell(Effect::AlreadyFulfilled { seat: self.seat, objective, discarded });
        let category = objective.category();
        if discarded {
            self.state.discarded.push(objective);
        } else {
            self.state.decks.of_mut(category).push_back(objective);
            self.state.turn.bottomed.add(category);
        }
        Ok(())
    }
}

/// Begins a turn. There is no weather in a seat's own first turn (TK-3).
pub(super) fn begin(state: &mut State, seat: Seat, number: u16, table: &mut Table<Effect>) {
    state.turn = Turn::new(seat, number);
    state.phase = if number <= u16::from(state.seats()) { Phase::Act {} } else { Phase::Roll {} };
    table.tell_all(Effect::Turn { seat, number });
}

// No step below is skipped when it can do nothing now: a claim, a channel or a chip may come before the answer, and
// whether one can be claimed is not for all to see.
impl Play<'_> {
    pub(super) fn roll(&mut self) -> Result<(), Illegal> {
        let face = match self.table.die() {
            1 => Face::Sun,
            2 => Face::Rain,
            3 => Face::Wind,
            4 => Face::Storm,
            5 => Face::Clouds,
            _ => Face::QuestionMark,
        };
        self.tell(Effect::Rolled { seat: self.seat, face });
        match face {
            Face::Sun => self.weather(Weather::Sun),
            Face::Rain => self.weather(Weather::Rain),
            Face::Wind => self.weather(Weather::Wind),
            Face::Storm => self.weather(Weather::Storm),
            // Without chips, another weather is chosen: TK-5.
            Face::Clouds if self.state.supply.chips.is_empty() => {
                self.tell(Effect::NoChipLeft {});
                self.await_next(Phase::Choose {})
            }
            Face::Clouds => self.weather(Weather::Clouds),
            Face::QuestionMark => self.await_next(Phase::Choose {}),
        }
    }

    pub(super) fn choose_weather(&mut self, weather: Weather) -> Result<(), Illegal> {
        self.tell(Effect::WeatherChosen { seat: self.seat, weather });
        self.weather(weather)
    }

    /// Sun and wind hold for the turn without an answer: nobody has to use them (TK-4).
    fn weather(&mut self, weather: Weather) -> Result<(), Illegal> {
        self.state.turn.weather = Some(weather);
        self.await_next(match weather {
            Weather::Sun | Weather::Wind => Phase::Act {},
            Weather::Rain => Phase::Rain {},
            Weather::Storm => Phase::Storm {},
            Weather::Clouds => Phase::Clouds {},
        })
    }

    /// Every weather may be declined (TK-4).
    pub(super) fn decline(&mut self) -> Result<(), Illegal> {
        self.state.turn.weather = None;
        self.tell(Effect::Declined { seat: self.seat });
        self.await_next(Phase::Act {})
    }

    pub(super) fn rain_on(&mut self, at: Hex) -> Result<(), Illegal> {
        self.grow(&[at]);
        self.await_next(Phase::Act {})
    }

    /// In no line, and without using an action (TK-5).
    pub(super) fn storm_to(&mut self, to: Hex) -> Result<(), Illegal> {
        self.panda_arrives(to)?;
        self.await_next(Phase::Act {})
    }

    /// Into the seat's reserve: placing it is free, now or in any later turn (TK-5, TK-15).
    pub(super) fn take_chip(&mut self, chip: Improvement) -> Result<(), Illegal> {
        self.state.supply.chips.take(chip);
        self.state.active_mut()?.chips.add(chip);
        self.tell(Effect::ChipTaken { seat: self.seat, chip });
        self.await_next(Phase::Act {})
    }

    /// Every other seat has one more turn after the one that took the Emperor card, which has none (TK-29).
    pub(super) fn end_turn(&mut self) -> Result<(), Illegal> {
        let (next, number) = (self.seat.clockwise(self.state.seats()), self.state.turn.number);
        if self.state.emperor == Some(next) {
            return self.end_game(End::Emperor);
        }
        // So that every game ends: TK-33.
        if number >= self.state.options.turn_cap {
            return self.end_game(End::TurnCap);
        }
        begin(self.state, next, number + 1, self.table);
        Ok(())
    }

    fn end_game(&mut self, by: End) -> Result<(), Illegal> {
        self.tell(Effect::GameOver { by });
        self.await_next(Phase::Over { by })
    }
}
