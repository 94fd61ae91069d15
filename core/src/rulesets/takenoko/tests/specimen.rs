//! What the conformance suite has to know of Takenoko.

use super::*;
use crate::conformance::Specimen;

impl Specimen for Takenoko {
    fn variants() -> Vec<(&'static str, Options)> {
        let defaults = Options::default;
        let first = Edition::First;
        vec![
            // The first variant is the one that is tampered with, field by field: a short one.
            ("short", Options { turn_cap: 6, ..defaults() }),
            // Long enough for random players to run out of bamboo and to finish; 400 turns take as long as all else.
            ("long", Options { turn_cap: 130, ..defaults() }),
            ("first edition", Options { edition: first, turn_cap: 24, ..defaults() }),
            (
                "back to the deck",
                Options {
                    drawn_fulfilled: Some(DrawnFulfilled::Bottom),
                    gardener_presence: Some(false),
                    turn_cap: 24,
                    ..defaults()
                },
            ),
            (
                "26 plots and seat 0 starts",
                Options {
                    chip_needs_bare_plot: false,
                    plots_in_play: 26,
                    pond_edge_channel: false,
                    starter: Starter::Seat0,
                    turn_cap: 24,
                    ..defaults()
                },
            ),
        ]
    }

    fn samples() -> Vec<Move> {
        let (at, to) = (hex([1, 0]), hex([0, 1]));
        let (chip, plot) = (Improvement::Watershed, plot("green-plain-1"));
        vec![
            Move::Roll {},
            Move::ChooseWeather { weather: Weather::Clouds },
            Move::Decline {},
            Move::RainOn { at },
            Move::StormTo { to },
            Move::TakeChip { chip },
            Move::LookAtPlots {},
            Move::PlacePlot { plot, at, chip: Some(chip) },
            Move::ReturnPlots { upper: plot },
            Move::TakeChannel {},
            Move::MoveGardener { to },
            Move::MovePanda { to },
            Move::DrawObjective { category: Category::Plot },
            Move::Claim { objective: objective("plot-line-green") },
            Move::LayChannel { between: edge([1, 0], [0, 1]) },
            Move::PlaceChip { chip, at },
            Move::Grow { at },
            Move::EndTurn {},
        ]
    }

    fn contents(options: &Options, _: u8) -> Vec<String> {
        let boxed = catalogue().into_iter().map(|component| component.id);
        boxed.filter(|id| options.plots_in_play == 27 || id != "green-plain-6").collect()
    }

    fn components(state: &State) -> Vec<String> {
        let State { decks, discarded, garden, pile, players, supply, .. } = state;
        let at_hand: Vec<Plot> = match &state.phase {
            Phase::Place { looked_at } => looked_at.clone(),
            Phase::Return { plots } => plots.to_vec(),
            _ => Vec::new(),
        };
        let plots = pile.iter().chain(&at_hand).copied().chain(garden.plots.iter().map(|placed| placed.plot));
        let before_seats = players.iter().flat_map(|player| player.hand.iter().chain(&player.claimed));
        let decks = decks.gardener.iter().chain(&decks.panda).chain(&decks.plot);
        let objectives = decks.chain(discarded).chain(before_seats);
        let numbered = |name: String, count: u8| (1..=count).map(move |n| format!("{name}-{n}"));
        let chips = Improvement::ALL.into_iter().flat_map(|chip| {
            let placed = garden.plots.iter().filter(|placed| placed.chip == Some(chip)).count();
            let stored: u8 = players.iter().map(|player| player.chips.of(chip)).sum();
            numbered(format!("chip-{}", chip.name()), supply.chips.of(chip) + stored + u8::try_from(placed).unwrap())
        });
        let bamboo = Colour::ALL.into_iter().flat_map(|colour| {
            let of_colour = garden.plots.iter().filter(|placed| placed.colour() == colour);
            let standing: u8 = of_colour.map(|placed| placed.bamboo).sum();
            let eaten: u8 = players.iter().map(|player| player.bamboo.of(colour)).sum();
            numbered(format!("bamboo-{}", colour.name()), supply.bamboo.of(colour) + standing + eaten)
        });
        let stored: u8 = players.iter().map(|player| player.channels).sum();
        let channels = supply.channels + stored + u8::try_from(garden.channels.len()).unwrap();
        let fixed = ["pond", "emperor", "weather-die", "gardener", "panda"].map(String::from);
        plots
            .map(|plot| plot.id().to_owned())
            .chain(objectives.map(|objective| objective.id().to_owned()))
            .chain(chips)
            .chain(numbered("channel".into(), channels))
            .chain(bamboo)
            .chain(fixed)
            .collect()
    }

    fn shuffle_hidden(state: &mut State, viewer: Viewer, before: Option<&Move>, below: &mut dyn FnMut(u32) -> u32) {
        if viewer == Viewer::Full {
            return;
        }
        let revealed = Revealed::by(state, viewer, before);
        for category in Category::ALL {
            let hands = (0..).map(Seat).zip(&mut state.players).filter(|(seat, _)| viewer != Viewer::Seat(*seat));
            let hands = hands.flat_map(|(_, player)| &mut player.hand);
            let places = hands.chain(state.decks.of_mut(category));
            let hidden = places.filter(|card| card.category() == category && !revealed.objectives.contains(card));
            permute(hidden.collect(), below);
        }
        let looks = viewer == Viewer::Seat(state.turn.seat);
        let at_hand: &mut [Plot] = match &mut state.phase {
            Phase::Place { looked_at } if !looks => looked_at,
            Phase::Return { plots } if !looks => plots,
            _ => &mut [],
        };
        let hidden = state.pile.iter_mut().chain(at_hand).filter(|plot| !revealed.plots.contains(plot));
        permute(hidden.collect(), below);
    }

    /// At most 48 events in each turn, and 75 besides.
    ///
    /// A turn has a roll, a choice of the weather, its answer, an end, and at most three actions. The longest of these
    /// is one with the gardener, of seven plots of which six can be ordered; with wind there can be two. That makes 18.
    /// A drawn objective that costs no action leaves its deck, or passes once a turn under it: at most 30.
    /// In a whole game, 45 objectives are claimed, 20 channels laid, and 9 chips placed; and there is the first event.
    fn max_events(options: &Options, _: u8) -> u64 {
        let whole_game = 45 + 20 + 9 + 1;
        whole_game + 48 * u64::from(options.turn_cap)
    }
}

/// What the viewer learns by a move, and what the move names.
#[derive(Default)]
struct Revealed {
    objectives: Vec<Objective>,
    plots: Vec<Plot>,
}

impl Revealed {
    fn by(state: &State, viewer: Viewer, before: Option<&Move>) -> Self {
        let looks = viewer == Viewer::Seat(state.turn.seat);
        let mut revealed = Self::default();
        match before {
            // It may be one that is shown, or it is one that is not; the drawer sees it.
            Some(Move::DrawObjective { category }) => {
                revealed.objectives.extend(state.decks.of(*category).front().copied());
            }
            Some(Move::Claim { objective }) => revealed.objectives.push(*objective),
            Some(Move::LookAtPlots {}) if looks => revealed.plots.extend(state.pile.iter().take(3)),
            Some(Move::PlacePlot { plot, .. }) => revealed.plots.push(*plot),
            // Not revealed: kept so that the move can be played on both.
            Some(Move::ReturnPlots { upper }) => revealed.plots.push(*upper),
            _ => {}
        }
        revealed
    }
}

fn permute<T: Copy>(mut places: Vec<&mut T>, below: &mut dyn FnMut(u32) -> u32) {
    let mut things: Vec<T> = places.iter().map(|place| **place).collect();
    for last in (1..things.len()).rev() {
        things.swap(last, below(u32::try_from(last + 1).expect("few things")) as usize);
    }
    places.iter_mut().zip(things).for_each(|(place, thing)| **place = thing);
}
