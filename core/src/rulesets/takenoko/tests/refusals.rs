//! Every refusal, provoked once, with its code and the ruling it rests on.

use super::*;

fn refused(mut scene: Scene, mv: Move) -> Illegal {
    assert!(!scene.legal().contains(&mv), "{mv:?} is listed");
    scene.try_play(mv).expect_err("it is refused")
}

fn deal_refused(options: &Options) -> Illegal {
    Takenoko::deal(options, 2, &mut Table::at(GameKey::new([0; 32]), 0)).expect_err("it is refused")
}

/// Two plots at the pond.
fn garden() -> Scene {
    Scene::new(2).plot("green-plain-1", [1, 0], 4).plot("green-enclosure-1", [0, 1], 0)
}

const FERTILIZER: Improvement = Improvement::Fertilizer;

fn of_the_weather() -> Vec<Illegal> {
    let mut no_chips = garden();
    no_chips.state.supply.chips = Chips::default();
    let mut choose = no_chips.clone();
    choose.state.phase = Phase::Choose {};
    let choose_clouds = Move::ChooseWeather { weather: Weather::Clouds };
    let (at, far) = (hex([1, 0]), hex([2, 2]));
    vec![
        refused(choose, choose_clouds),
        refused(garden().weather(Weather::Rain), Move::RainOn { at }),
        refused(garden().weather(Weather::Storm), Move::StormTo { to: Hex::POND }),
        refused(garden().weather(Weather::Storm), Move::StormTo { to: far }),
        refused(no_chips.weather(Weather::Clouds), Move::TakeChip { chip: FERTILIZER }),
    ]
}

fn of_the_actions() -> Vec<Illegal> {
    let took_channel = || garden().play(Move::TakeChannel {});
    let (panda, gardener) = (Move::MovePanda { to: hex([1, 0]) }, Move::MoveGardener { to: hex([1, 0]) });
    let draw = Move::DrawObjective { category: Category::Plot };
    let mut bare = garden();
    bare.state.pile.clear();
    bare.state.supply.channels = 0;
    bare.state.decks.plot.clear();
    let mut through = garden();
    through.state.turn.bottomed.plot = 15;
    let five = ["plot-line-green", "plot-arc-green", "plot-line-pink", "plot-arc-pink", "plot-line-yellow"];
    vec![
        refused(took_channel().play(panda), gardener),
        refused(took_channel(), Move::TakeChannel {}),
        refused(bare.clone(), Move::LookAtPlots {}),
        refused(bare.clone(), Move::TakeChannel {}),
        refused(garden(), Move::MovePanda { to: hex([1, 1]) }),
        refused(garden().hand(&five), draw),
        refused(bare, draw),
        refused(through, draw),
        refused(took_channel(), Move::EndTurn {}),
    ]
}

fn of_plots_channels_and_chips() -> Vec<Illegal> {
    let looking = || garden().top_plots(&["green-plain-2", "pink-enclosure-1"]).play(Move::LookAtPlots {});
    let place = |id, at, chip| Move::PlacePlot { plot: plot(id), at: hex(at), chip };
    let lay = |a, b| Move::LayChannel { between: edge(a, b) };
    let chip = |at| Move::PlaceChip { chip: FERTILIZER, at: hex(at) };
    let mut no_pond_edges = garden().stored(1, &[]);
    no_pond_edges.state.options.pond_edge_channel = false;
    vec![
        refused(looking(), place("yellow-plain-6", [-1, 0], None)),
        refused(looking(), place("green-plain-2", [3, 3], None)),
        refused(garden(), lay([1, 0], [0, 1])),
        refused(no_pond_edges, lay([1, 0], [0, 0])),
        refused(garden().stored(1, &[]), lay([1, 0], [1, -1])),
        refused(garden().stored(1, &[]).channel([1, 0], [0, 1]), lay([1, 0], [0, 1])),
        refused(Scene::dry_pair().stored(1, &[]), lay([1, 1], [2, 0])),
        refused(garden(), chip([1, 0])),
        refused(garden().stored(0, &[FERTILIZER]), chip([0, 1])),
        refused(garden().stored(0, &[FERTILIZER]), chip([1, 0])),
    ]
}

fn of_everything_else() -> Vec<Illegal> {
    let claim = |id| Move::Claim { objective: objective(id) };
    let short = super::rulebook::short_of_bamboo();
    let mut stranger = garden();
    stranger.state.turn.seat = Seat(2);
    vec![
        refused(garden(), claim("plot-line-green")),
        refused(garden().hand(&["plot-line-green"]), claim("plot-line-green")),
        refused(short, Move::Grow { at: hex([5, 5]) }),
        refused(garden(), Move::Roll {}),
        refused(stranger, claim("plot-line-green")),
        deal_refused(&Options { plots_in_play: 25, ..Options::default() }),
        deal_refused(&Options { turn_cap: 0, ..Options::default() }),
    ]
}

fn all() -> Vec<Illegal> {
    [of_the_weather(), of_the_actions(), of_plots_channels_and_chips(), of_everything_else()].concat()
}

#[test]
fn each_refusal_has_its_code_and_its_ruling() {
    let all = all();
    let found: Vec<_> = all.iter().map(|illegal| (illegal.code, illegal.rule)).collect();
    let expected = [
        ("no-chip-left", "TK-5"),
        ("cannot-grow", "TK-5"),
        ("panda-stays", "TK-5"),
        ("no-plot-there", "TK-5"),
        ("chip-used-up", "TK-5"),
        ("no-action-left", "TK-5"),
        ("action-taken-already", "TK-17"),
        ("pile-empty", "TK-6"),
        ("channels-used-up", "TK-27"),
        ("not-in-line", "TK-12"),
        ("hand-full", "TK-18"),
        ("deck-empty", "TK-18"),
        ("deck-gone-through", "TK-19"),
        ("actions-left", "rulebook, Actions"),
        ("plot-not-looked-at", "TK-6"),
        ("no-place-for-a-plot", "TK-7"),
        ("no-channel-stored", "TK-16"),
        ("pond-edge", "TK-10"),
        ("not-between-plots", "TK-10"),
        ("channel-there-already", "TK-10"),
        ("not-connected", "TK-10"),
        ("chip-not-stored", "TK-15"),
        ("improved-already", "TK-15"),
        ("bamboo-stands-there", "TK-15"),
        ("not-in-hand", "TK-26"),
        ("not-fulfilled", "TK-23"),
        ("does-not-wait-to-grow", "TK-9"),
        ("not-awaited", "TK-17"),
        ("no-such-seat", "TK-2"),
        ("plots-in-play-out-of-range", "TK-1"),
        ("turn-cap-out-of-range", "TK-33"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn no_code_is_left_unprovoked() {
    // `not-awaited` is made from a variable rule, and read here all the same.
    citations::DOSSIER.is_provoked_by(&all());
}

#[test]
fn a_claim_that_is_not_fulfilled_names_the_ruling_of_its_category() {
    let rule = |options: &Options, id: &str| {
        refused(Scene::with(options, 2).hand(&[id]), Move::Claim { objective: objective(id) }).rule
    };
    let first = &Options { edition: Edition::First, ..Options::default() };
    assert_eq!(rule(&Options::default(), "panda-pink-2"), "TK-20");
    assert_eq!(rule(first, "gardener-pink-3-x2"), "TK-21");
    assert_eq!(rule(&Options::default(), "gardener-pink-3-x2"), "TK-22");
}

#[test]
fn a_move_out_of_step_is_told_what_is_awaited() {
    for (phase, rule) in [
        (Phase::Roll {}, "TK-3"),
        (Phase::Choose {}, "TK-5"),
        (Phase::Rain {}, "TK-5"),
        (Phase::Storm {}, "TK-5"),
        (Phase::Clouds {}, "TK-5"),
        (Phase::Place { looked_at: vec![plot("pink-plain-1")] }, "TK-6"),
        (Phase::Return { plots: [plot("pink-plain-1"), plot("pink-plain-2")] }, "TK-6"),
    ] {
        let mut scene = garden();
        scene.state.phase = phase;
        let illegal = refused(scene, Move::EndTurn {});
        assert_eq!((illegal.code, illegal.rule), ("not-awaited", rule), "{illegal}");
    }
    let illegal = refused(super::rulebook::short_of_bamboo(), Move::EndTurn {});
    assert_eq!((illegal.code, illegal.rule), ("not-awaited", "TK-9"));
}
