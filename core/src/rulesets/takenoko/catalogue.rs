//! The table of the box, with where each printed fact is from.

use super::cards::{Category, Colour, EMPEROR_POINTS, Goal, Improvement, Objective, Plot, Wanted};
use super::supply::{CHANNELS, CHIPS_OF_A_KIND, SECTIONS};
use crate::rulesets::catalogue::{Component, Fact, Source};

/// Every component of the box: 27 plots and the pond, 45 objectives and the Emperor card, 9 chips, 20 channels, 90
/// bamboo sections, the weather die, the gardener and the panda.
///
/// Of the figures, the rulebook tells the faces of the die and the points of the Emperor card; the rest is from public
/// lists, most of them of the first edition (TK-1).
pub fn catalogue() -> Vec<Component> {
    let numbered = |name: String, kind, count| {
        (1..=count).map(move |n: u8| Component { id: format!("{name}-{n}"), kind, facts: Vec::new() })
    };
    let chips = Improvement::ALL.into_iter().flat_map(|chip| {
        let effect = Fact::text("effect", effect(chip), Source::Rulebook);
        numbered(format!("chip-{}", chip.name()), "improvement-chip", CHIPS_OF_A_KIND)
            .map(move |chip| Component { facts: vec![effect.clone()], ..chip })
    });
    let bamboo = Colour::ALL
        .into_iter()
        .flat_map(|colour| numbered(format!("bamboo-{}", colour.name()), "bamboo-section", SECTIONS.of(colour)));
    let emperor = Fact::number("points", i32::from(EMPEROR_POINTS), Source::Rulebook);
    let faces = Fact::list("faces", ["sun", "rain", "wind", "storm", "clouds", "question mark"], Source::Rulebook);
    let single = |id: &str, kind, facts| Component { id: id.into(), kind, facts };
    Plot::all()
        .map(plot)
        .chain(Objective::all().map(objective))
        .chain(chips)
        .chain(numbered("channel".into(), "irrigation-channel", CHANNELS))
        .chain(bamboo)
        .chain([
            single("pond", "pond", Vec::new()),
            single("emperor", "emperor-card", vec![emperor]),
            single("weather-die", "die", vec![faces]),
            single("gardener", "figure", Vec::new()),
            single("panda", "figure", Vec::new()),
        ])
        .collect()
}

fn effect(improvement: Improvement) -> &'static str {
    match improvement {
        Improvement::Enclosure => "the panda can stop here or pass through, but cannot eat any bamboo",
        Improvement::Fertilizer => "bamboo grows by two sections instead of one",
        Improvement::Watershed => "the plot is irrigated; it is no source for a channel",
    }
}

fn plot(plot: Plot) -> Component {
    let improvement = plot.improvement().map_or("none", Improvement::name);
    let facts = vec![
        Fact::text("colour", plot.colour().name(), Source::Public),
        Fact::text("improvement", improvement, Source::Public),
    ];
    Component { id: plot.id().into(), kind: "plot", facts }
}

fn objective(card: Objective) -> Component {
    let kind = match card.category() {
        Category::Gardener => "gardener-objective",
        Category::Panda => "panda-objective",
        Category::Plot => "plot-objective",
    };
    let facts = vec![
        Fact::text("asks", asks(card.goal()), Source::Public),
        Fact::number("points", i32::from(card.points()), Source::Public),
    ];
    Component { id: card.id().into(), kind, facts }
}

/// What an objective asks for, in words.
pub(super) fn asks(goal: Goal) -> String {
    match goal {
        Goal::Plots { shape, colours: [a, b] } if a == b => format!("{}, {}, irrigated", shape.name(), a.name()),
        Goal::Plots { shape, colours: [a, b] } => format!("{}, {} and {}, irrigated", shape.name(), a.name(), b.name()),
        Goal::Stalks { colour, height, stalks, improvement } => {
            let where_ = match improvement {
                Wanted::Any => String::new(),
                Wanted::Without => ", no improvement on the plot".into(),
                Wanted::With(improvement) => format!(", {} on the plot", improvement.name()),
            };
            let stalk = if stalks == 1 { "stalk" } else { "stalks" };
            format!("{stalks} {} {stalk} of exactly {height}{where_}", colour.name())
        }
        Goal::Sections(bamboo) => {
            let sections = Colour::ALL.into_iter().filter(|colour| bamboo.of(*colour) > 0);
            let sections = sections.map(|colour| format!("{} {}", bamboo.of(colour), colour.name()));
            format!("eaten bamboo: {}", sections.collect::<Vec<_>>().join(", "))
        }
    }
}
