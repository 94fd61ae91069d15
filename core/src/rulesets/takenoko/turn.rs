//! A turn: it begins, brings weather, and ends.

use super::moves::Play;
use super::{Effect, End, Face, Hex, Improvement, Phase, State, Turn, Weather};
use crate::kernel::{Illegal, Seat, Table};

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
