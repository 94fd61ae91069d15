//! The garden: the plots that are placed, the channels between them, and where figures can go.

use serde::{Deserialize, Serialize};

use super::cards::{Colour, Improvement, Plot};
use super::hex::{DIRECTIONS, Edge, Hex};

/// The tallest a stalk grows (TK-9).
pub(super) const TALLEST: u8 = 4;

/// The plots and channels of a garden. The pond is always there.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Garden {
    /// In the order they were laid; they are never moved.
    pub(super) channels: Vec<Edge>,
    /// In the order they were placed; they are never moved.
    pub(super) plots: Vec<Placed>,
}

/// A plot in the garden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    pub(super) at: Hex,
    /// How many sections stand on it.
    pub(super) bamboo: u8,
    /// The improvement placed on it; none besides a printed one.
    pub(super) chip: Option<Improvement>,
    pub(super) plot: Plot,
}

impl Placed {
    pub(super) fn colour(&self) -> Colour {
        self.plot.colour()
    }

    /// The improvement on the plot, printed or chip.
    pub(super) fn improvement(&self) -> Option<Improvement> {
        self.plot.improvement().or(self.chip)
    }

    pub(super) fn has(&self, improvement: Improvement) -> bool {
        self.improvement() == Some(improvement)
    }

    /// By how many sections bamboo would grow here: two with fertilizer, never above four (TK-9).
    pub(super) fn growth(&self) -> u8 {
        let sections = if self.has(Improvement::Fertilizer) { 2 } else { 1 };
        sections.min(TALLEST.saturating_sub(self.bamboo))
    }
}

impl Garden {
    pub(super) fn plot(&self, at: Hex) -> Option<&Placed> {
        self.plots.iter().find(|placed| placed.at == at)
    }

    pub(super) fn plot_mut(&mut self, at: Hex) -> Option<&mut Placed> {
        self.plots.iter_mut().find(|placed| placed.at == at)
    }

    /// Whether a figure can stand there: on a plot or the pond.
    pub(super) fn holds(&self, at: Hex) -> bool {
        at == Hex::POND || self.plot(at).is_some()
    }

    /// Whether a plot is irrigated: next to the pond, by a watershed, or by a channel on one of its edges, not at a
    /// mere corner (TK-8).
    pub(super) fn is_irrigated(&self, placed: &Placed) -> bool {
        let at = placed.at;
        at.is_beside(Hex::POND)
            || placed.has(Improvement::Watershed)
            || self.channels.iter().any(|channel| channel.touches(at))
    }

    /// Whether a plot that is not irrigated lies there. Once irrigated it stays so: nothing that irrigates is ever removed.
    pub(super) fn is_dry(&self, at: Hex) -> bool {
        self.plot(at).is_some_and(|placed| !self.is_irrigated(placed))
    }

    /// Whether a plot may be placed there: next to the pond, or to two plots; the pond counts as none of the two (TK-7).
    pub(super) fn has_room(&self, at: Hex) -> bool {
        let beside = || self.plots.iter().filter(|placed| placed.at.is_beside(at)).count();
        !self.holds(at) && (at.is_beside(Hex::POND) || beside() >= 2)
    }

    /// Every hex where a plot may be placed, ascending.
    pub(super) fn rooms(&self) -> Vec<Hex> {
        let known = self.plots.iter().map(|placed| placed.at).chain([Hex::POND]);
        let mut rooms: Vec<Hex> = known.flat_map(Hex::neighbours).collect();
        rooms.sort_unstable();
        rooms.dedup();
        rooms.retain(|at| self.has_room(*at));
        rooms
    }

    /// Whether one end of the edge is a corner of the pond, or the end of a channel. A watershed is no source (TK-10).
    pub(super) fn is_connected(&self, edge: Edge) -> bool {
        edge.ends().any(|end| end.is_at_the_pond() || end.edges().any(|other| self.channels.contains(&other)))
    }

    /// Every edge that has a plot on one side at least, ascending.
    pub(super) fn edges(&self) -> Vec<Edge> {
        let around = |at: Hex| at.neighbours().filter_map(move |other| Edge::between(at, other));
        let mut edges: Vec<Edge> = self.plots.iter().flat_map(|placed| around(placed.at)).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// Where a figure can go in a straight line: at least one step, over plots and the pond, without a gap (TK-12).
    pub(super) fn reach(&self, from: Hex) -> impl Iterator<Item = Hex> {
        DIRECTIONS.into_iter().flat_map(move |step| {
            let line = std::iter::successors(Some(from.offset(step)), move |at| Some(at.offset(step)));
            line.take(super::cards::TILE_COUNT).take_while(|at| self.holds(*at))
        })
    }
}
