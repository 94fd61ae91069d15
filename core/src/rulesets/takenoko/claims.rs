//! Objectives are claimed, and the first seat with enough of them takes the Emperor card.

use super::cards::{Colour, Goal};
use super::turn::Play;
use super::{Effect, Objective, State};
use crate::kernel::Illegal;

impl Play<'_> {
    /// Between two steps, or while one is under way, which then goes on (TK-26). The card stays claimed whatever becomes
    /// of the garden. Plots and bamboo that stand there serve any number of objectives, of this seat and of others
    /// (TK-25).
    pub(super) fn claim(&mut self, objective: Objective) -> Result<(), Illegal> {
        let (seat, target) = (self.seat, self.state.target());
        let State { players, supply, .. } = &mut *self.state;
        let Some(player) = players.get_mut(seat.index()) else { return Ok(()) };
        player.hand.retain(|card| *card != objective);
        player.claimed.push(objective);
        let complete = player.claimed.len() >= target;
        if let Goal::Sections(asked) = objective.goal() {
            // Eaten bamboo goes back to the supply: TK-20.
            for colour in Colour::ALL {
                let paid = player.bamboo.take(colour, asked.of(colour));
                supply.bamboo.add(colour, paid);
            }
        }
        self.tell(Effect::Claimed { seat, objective, points: objective.points() });
        // Only the first one takes the card: TK-28.
        if complete && self.state.emperor.is_none() {
            self.state.emperor = Some(seat);
            self.tell(Effect::Emperor { seat });
        }
        self.grow_waiting();
        Ok(())
    }
}
