//! What a seat may ask for, and the reducer that carries it out with every forced step that follows.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::garden::Placed;
use super::{
    Action, Category, DrawnFulfilled, Edge, Effect, Hex, Improvement, Objective, Phase, Plot, State, Weather, legal,
    refusals,
};
use crate::kernel::{Illegal, Seat, Table};
use crate::rulesets::ways;

/// A move. Claiming is free, at any time of the own turn (TK-26); so are laying a channel and placing a chip, once the
/// step that is under way is finished (TK-15, TK-16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = TakenokoMove)]
pub enum Move {
    /// Roll the weather die.
    #[schema(title = "TakenokoMoveRoll")]
    Roll {},
    /// Choose the weather: for the question mark, or for clouds when no chip is left.
    #[schema(title = "TakenokoMoveChooseWeather")]
    ChooseWeather {
        /// The weather.
        weather: Weather,
    },
    /// Let the weather pass.
    #[schema(title = "TakenokoMoveDecline")]
    Decline {},
    /// Rain: bamboo grows on this plot.
    #[schema(title = "TakenokoMoveRainOn")]
    RainOn {
        /// The plot's place.
        at: Hex,
    },
    /// Storm: the panda flees to this plot, or to the pond.
    #[schema(title = "TakenokoMoveStormTo")]
    StormTo {
        /// Where it goes.
        to: Hex,
    },
    /// Clouds: take this chip; it can be placed at once, or later.
    #[schema(title = "TakenokoMoveTakeChip")]
    TakeChip {
        /// The chip.
        chip: Improvement,
    },
    /// Action: look at the top three plots of the pile.
    #[schema(title = "TakenokoMoveLookAtPlots")]
    LookAtPlots {},
    /// Place one of the plots that were looked at.
    #[schema(title = "TakenokoMovePlacePlot")]
    PlacePlot {
        /// The plot.
        plot: Plot,
        /// Where.
        at: Hex,
        /// A stored chip that is placed on it before its first growth; null for none.
        #[schema(required)]
        chip: Option<Improvement>,
    },
    /// Put the other two plots under the pile.
    #[schema(title = "TakenokoMoveReturnPlots")]
    ReturnPlots {
        /// The one that lies above the other.
        upper: Plot,
    },
    /// Action: take a channel; it can be laid at once, or later.
    #[schema(title = "TakenokoMoveTakeChannel")]
    TakeChannel {},
    /// Action: move the gardener.
    #[schema(title = "TakenokoMoveMoveGardener")]
    MoveGardener {
        /// Where he goes, in a straight line.
        to: Hex,
    },
    /// Action: move the panda.
    #[schema(title = "TakenokoMoveMovePanda")]
    MovePanda {
        /// Where it goes, in a straight line.
        to: Hex,
    },
    /// Action: draw an objective.
    #[schema(title = "TakenokoMoveDrawObjective")]
    DrawObjective {
        /// Its category.
        category: Category,
    },
    /// Claim a fulfilled objective of the own hand.
    #[schema(title = "TakenokoMoveClaim")]
    Claim {
        /// The card.
        objective: Objective,
    },
    /// Lay a stored channel.
    #[schema(title = "TakenokoMoveLayChannel")]
    LayChannel {
        /// The edge.
        between: Edge,
    },
    /// Place a stored chip.
    #[schema(title = "TakenokoMovePlaceChip")]
    PlaceChip {
        /// The chip.
        chip: Improvement,
        /// The plot's place.
        at: Hex,
    },
    /// The supply has not enough bamboo for all plots that would grow: this one is next.
    #[schema(title = "TakenokoMoveGrow")]
    Grow {
        /// The plot's place.
        at: Hex,
    },
    /// End the turn.
    #[schema(title = "TakenokoMoveEndTurn")]
    EndTurn {},
}

impl Move {
    /// Its type on the wire.
    pub(super) fn type_name(self) -> &'static str {
        match self {
            Self::Roll {} => "roll",
            Self::ChooseWeather { .. } => "choose-weather",
            Self::Decline {} => "decline",
            Self::RainOn { .. } => "rain-on",
            Self::StormTo { .. } => "storm-to",
            Self::TakeChip { .. } => "take-chip",
            Self::LookAtPlots {} => "look-at-plots",
            Self::PlacePlot { .. } => "place-plot",
            Self::ReturnPlots { .. } => "return-plots",
            Self::TakeChannel {} => "take-channel",
            Self::MoveGardener { .. } => "move-gardener",
            Self::MovePanda { .. } => "move-panda",
            Self::DrawObjective { .. } => "draw-objective",
            Self::Claim { .. } => "claim",
            Self::LayChannel { .. } => "lay-channel",
            Self::PlaceChip { .. } => "place-chip",
            Self::Grow { .. } => "grow",
            Self::EndTurn {} => "end-turn",
        }
    }
}

/// Applies a move of the active seat.
pub(super) fn play(state: &mut State, mv: Move, table: &mut Table<Effect>) -> Result<(), Illegal> {
    let open = || legal::moves(state).into_iter().map(Move::type_name);
    refusals::check(state, mv).map_err(|illegal| ways::naming(illegal, open()))?;
    let mut play = Play { seat: state.turn.seat, state, table };
    match mv {
        Move::Roll {} => play.roll(),
        Move::ChooseWeather { weather } => play.choose_weather(weather),
        Move::Decline {} => play.decline(),
        Move::RainOn { at } => play.rain_on(at),
        Move::StormTo { to } => play.storm_to(to),
        Move::TakeChip { chip } => play.take_chip(chip),
        Move::LookAtPlots {} => play.look_at_plots(),
        Move::PlacePlot { plot, at, chip } => play.place_plot(plot, at, chip),
        Move::ReturnPlots { upper } => play.return_plots(upper),
        Move::TakeChannel {} => play.take_channel(),
        Move::MoveGardener { to } => play.move_gardener(to),
        Move::MovePanda { to } => play.move_panda(to),
        Move::DrawObjective { category } => play.draw_objective(category),
        Move::Claim { objective } => play.claim(objective),
        Move::LayChannel { between } => play.lay_channel(between),
        Move::PlaceChip { chip, at } => play.place_chip(chip, at),
        Move::Grow { at } => play.grow_next(at),
        Move::EndTurn {} => play.end_turn(),
    }
}

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
    fn look_at_plots(&mut self) -> Result<(), Illegal> {
        let count = self.state.pile.len().min(3);
        let looked_at: Vec<Plot> = self.state.pile.drain(..count).collect();
        let seat = self.seat;
        self.tell(Effect::Looked { seat, plots: u8::try_from(count).unwrap_or(u8::MAX) });
        self.table.tell_only(seat, Effect::Saw { seat, plots: looked_at.clone() });
        self.acted(Action::Plot)?;
        self.await_next(Phase::Place { looked_at })
    }

    fn place_plot(&mut self, plot: Plot, at: Hex, chip: Option<Improvement>) -> Result<(), Illegal> {
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
    fn return_plots(&mut self, upper: Plot) -> Result<(), Illegal> {
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
    fn take_channel(&mut self) -> Result<(), Illegal> {
        // The supply has one, and no seat ever has more than the box.
        self.state.supply.channels -= 1;
        self.state.active_mut()?.channels += 1;
        self.tell(Effect::ChannelTaken { seat: self.seat });
        self.acted(Action::Irrigation)
    }

    /// Both sides are irrigated now (TK-11). One of them was before, since a channel that leads here touches it; at the
    /// pond there is no dry plot, and the channel is wasted (TK-10).
    fn lay_channel(&mut self, between: Edge) -> Result<(), Illegal> {
        self.state.active_mut()?.channels -= 1;
        let dry = between.sides().into_iter().filter(|at| self.state.garden.is_dry(*at)).collect::<Vec<_>>();
        self.state.garden.channels.push(between);
        self.tell(Effect::ChannelLaid { seat: self.seat, between });
        self.water(dry);
        Ok(())
    }

    /// A watershed irrigates at once (TK-15).
    fn place_chip(&mut self, chip: Improvement, at: Hex) -> Result<(), Illegal> {
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
    fn move_gardener(&mut self, to: Hex) -> Result<(), Illegal> {
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

    fn move_panda(&mut self, to: Hex) -> Result<(), Illegal> {
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

    fn draw_objective(&mut self, category: Category) -> Result<(), Illegal> {
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
