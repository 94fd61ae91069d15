//! Bamboo grows: for the first time, by the gardener, by rain; and what happens when the supply runs short.

use super::cards::Colour;
use super::turn::Play;
use super::{Effect, Hex};
use crate::kernel::Illegal;

/// A plot that is about to grow.
#[derive(Clone, Copy)]
struct Growth {
    at: Hex,
    colour: Colour,
    sections: u8,
}

impl Play<'_> {
    /// Grows the plots among these, dry or not in the garden until now, that are irrigated for the first time. A plot
    /// never dries up, so that there is one such time for each (TK-8).
    pub(super) fn water(&mut self, plots: impl IntoIterator<Item = Hex>) {
        for at in plots {
            if !self.state.garden.is_dry(at) {
                self.tell(Effect::Watered { at });
                self.grow(&[at]);
            }
        }
    }

    /// Grows every plot, each by what its improvement grants (TK-9). Where the supply is short of a colour that several
    /// of them want, the active seat orders those.
    pub(super) fn grow(&mut self, plots: &[Hex]) {
        let growths: Vec<Growth> = plots.iter().filter_map(|at| self.growth(*at)).collect();
        let supply = self.state.supply.bamboo;
        let mut waiting = Vec::new();
        for growth in &growths {
            // The gardener's plot and its neighbours are the most that grow at once: fourteen sections.
            let rivals = growths.iter().filter(|other| other.colour == growth.colour);
            let (count, wanted) = rivals.fold((0, 0), |(count, wanted), other| (count + 1, wanted + other.sections));
            let left = supply.of(growth.colour);
            if count > 1 && (1..wanted).contains(&left) {
                waiting.push(growth.at);
            } else {
                self.grow_one(*growth);
            }
        }
        self.state.growing = waiting;
    }

    /// Nothing for a plot at its full height.
    fn growth(&self, at: Hex) -> Option<Growth> {
        let placed = self.state.garden.plot(at)?;
        let sections = placed.growth();
        (sections > 0).then(|| Growth { at, colour: placed.colour(), sections })
    }

    /// What the supply lacks is not grown, and not owed later (TK-9).
    fn grow_one(&mut self, Growth { at, colour, sections }: Growth) {
        let grown = self.state.supply.bamboo.take(colour, sections);
        let Some(placed) = self.state.garden.plot_mut(at) else { return };
        // Four at most, as a growth stops there.
        placed.bamboo += grown;
        let bamboo = placed.bamboo;
        if grown > 0 {
            self.tell(Effect::Grew { at, sections: grown, bamboo });
        }
        if grown < sections {
            self.tell(Effect::NotGrown { at, sections: sections - grown });
        }
    }

    /// The active seat says which of the plots that wait grows next.
    pub(super) fn grow_next(&mut self, at: Hex) -> Result<(), Illegal> {
        self.state.growing.retain(|other| *other != at);
        if let Some(growth) = self.growth(at) {
            self.grow_one(growth);
        }
        self.grow_waiting();
        Ok(())
    }

    /// Plots wait only for as long as the supply has bamboo, and not enough for all: what a claim gives back may be
    /// enough (TK-20, TK-26).
    pub(super) fn grow_waiting(&mut self) {
        let waiting = std::mem::take(&mut self.state.growing);
        self.grow(&waiting);
    }
}
