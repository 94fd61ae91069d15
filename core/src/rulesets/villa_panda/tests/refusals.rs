//! Every refusal, provoked once, with its code and the ruling it rests on.

use super::*;

fn scene() -> Scene {
    Scene::new(3)
}

fn of_options() -> Vec<Illegal> {
    let refused = |options: Options| {
        VillaPanda::deal(&options, 2, &mut Table::at(GameKey::new([0; 32]), 0)).expect_err("no game")
    };
    let defaults = Options::default;
    vec![
        refused(Options { board_cycle: [Area::Market, Area::Build, Area::Hire, Area::Hire], ..defaults() }),
        refused(Options { reshuffle_per_turn: 10, ..defaults() }),
        refused(Options { round_cap: 0, ..defaults() }),
        refused(Options { round_cap: 61, ..defaults() }),
        refused(Options { task_vp: Some([0, 0, 0, 0, 0, 0, 0, 256]), ..defaults() }),
    ]
}

fn of_steps() -> Vec<Illegal> {
    let play = |id| Move::PlayPanda { panda: panda(id) };
    let market = || scene().panda_market(&["PB-01", "PB-02", "PT-01", "PT-02", "PM-01"]);
    let alike = || scene().panda_market(&["PB-01", "PB-02", "PB-04", "PT-02", "PM-01"]);
    let reshuffle = Move::Reshuffle { market: Market::Pandas };
    let mut drawn = Scene::with(Options { emperor: EmperorMode::Missions, ..Options::default() }, 2);
    let foreign = drawn.have(1).missions[0];
    let mut twice = alike().play(reshuffle);
    twice.state.pandas.market = alike().state.pandas.market;
    let mut gone = scene();
    gone.state.turn.seat = Seat(9);
    vec![
        drawn.refused(Move::KeepMission { mission: foreign }),
        scene().refused(play("PB-01")),
        scene().in_hand(0, &["PB-01"]).refused(play("PB-01")),
        market().refused(reshuffle),
        twice.refused(reshuffle),
        scene().refused(PASS),
        gone.refused_by(Seat(9), Move::Roll {}),
    ]
}

fn of_dice() -> Vec<Illegal> {
    let rolled = || scene().built(0, "B-01", &[]).built(0, "B-06", &[]).built(0, "B-10", &[]).rolled([3, 5]);
    let numerals = || scene().built(0, "B-06", &[]).built(0, "B-12", &[]).built(0, "B-08", &[]).rolled([3, 5]);
    let reroll = |die| Move::ChangeDie { building: building("B-10"), die, to: None };
    vec![
        rolled().refused(change_die("B-02", 3, 4)),
        rolled().refused(change_die("B-06", 3, 4)),
        rolled().play(change_die("B-01", 3, 2)).refused(change_die("B-01", 2, 3)),
        rolled().refused(change_die("B-01", 4, 5)),
        rolled().refused(change_die("B-01", 3, 5)),
        rolled().refused(reroll(6)),
        numerals().refused(use_building("B-05")),
        numerals().refused(use_building("B-12")),
        numerals().play(use_building("B-06")).refused(use_building("B-06")),
        numerals().built(0, "B-11", &[]).refused(use_building("B-11")),
        scene().in_play(0, &["PC-08"]).rolled([3, 5]).refused(Move::ChooseDie { value: 4 }),
        scene().in_play(0, &["PC-05", "PT-04"]).rolled([3, 5]).refused(activate("PC-04")),
    ]
}

fn of_actions() -> Vec<Illegal> {
    let recall = |area| Move::Recall { area };
    let stranded = || scene().meeple(0, Area::Hire).meeple(0, Area::Market).acting();
    let placed =
        || scene().meeple(0, Area::Hire).in_hand(0, &["PC-01"]).resources(0, &[(Resource::Bamboo, 1)]).acting();
    let mut rested = stranded();
    rested.state.board.put(Area::Hire, None);
    let surplus = scene().resources(0, &[(Resource::Bao, 6), (Resource::Water, 3)]).acting().play(Move::EndTurn {});
    vec![
        placed().play(fetch(Area::Build)).refused(fetch(Area::Market)),
        placed().refused(recall(Area::Hire)),
        placed().refused(Move::RecallBoth {}),
        stranded().refused(recall(Area::Build)),
        rested.refused(Move::RecallBoth {}),
        surplus.clone().refused(Move::Return { resource: Resource::Gold }),
    ]
}

fn of_effects() -> Vec<Illegal> {
    let activating = || scene().in_play(0, &["PM-03", "PM-02", "PC-08", "PB-07"]).acting().play(act(Area::Activate));
    let hired = || {
        let scene = scene().built(0, "A-06", &[]).acting().play(act(Area::Hire));
        let panda = scene.state.pandas.market[0];
        scene.play(Move::Hire { panda })
    };
    let mut short = scene().in_play(0, &["PC-16"]);
    short.state.supply.gold = 0;
    let resting = |rest_any_meeple| {
        let options = Options { rest_any_meeple, ..Options::default() };
        let scene = Scene::with(options, 2).meeple(0, Area::Market).meeple(1, Area::Hire);
        scene.in_play(0, &["PM-10"]).rolled([4, 6])
    };
    vec![
        activating().refused(activate("PC-01")),
        activating().play(activate("PM-03")).refused(activate("PB-07")),
        activating().play(activate("PM-02")).refused(activate("PM-02")),
        hired().refused(use_building("A-08")),
        short.rolled([6, 6]).refused(take(Resource::Gold)),
        resting(true).refused(Move::Rest { area: Area::Build }),
        resting(false).refused(Move::Rest { area: Area::Hire }),
    ]
}

/// The same as an exchange of a bao and a water for a gold.
fn unsorted() -> Move {
    let wire = serde_json::json!({"type": "exchange", "give": ["water", "bao"], "take": ["gold"]});
    serde_json::from_value(wire).expect("it reads")
}

fn of_markets() -> Vec<Illegal> {
    let hiring = || scene().acting().play(act(Area::Hire));
    let deck = hiring().state.pandas.deck[0];
    let held = [(Resource::Bamboo, 1), (Resource::Bao, 1), (Resource::Water, 1)];
    let exchanging = || scene().resources(0, &held).acting().play(act(Area::Market));
    let mut short = exchanging();
    short.state.supply.gold = 0;
    let building_with = |held: &[(Resource, u8)]| {
        let scene = scene().offered(&["B-01", "A-05"]).resources(0, held).in_hand(0, &["PT-01", "PT-02"]);
        scene.built(0, "C-01", &[]).acting().play(act(Area::Build))
    };
    let rich = || building_with(&[(Resource::Bamboo, 2), (Resource::Bao, 1)]);
    let foreign = |mut scene: Scene| scene.refused(Move::Pay { panda: panda("PM-01") });
    vec![
        hiring().refused(Move::Hire { panda: deck }),
        exchanging().refused(unsorted()),
        exchanging().refused(exchange(&[(Resource::Bao, 2)], &[(Resource::Gold, 1)])),
        exchanging().refused(exchange(&[(Resource::Gold, 1)], &[(Resource::Bao, 1)])),
        short.refused(exchange(&[(Resource::Bao, 1)], &[(Resource::Gold, 1)])),
        rich().refused(build("C-01")),
        building_with(&[]).refused(build("A-05")),
        rich().refused(build("B-01")),
        foreign(rich().play(build("A-05"))),
        rich().refused(slide("PT-01", "C-02")),
        rich().refused(slide("PM-01", "C-01")),
    ]
}

#[test]
fn each_refusal_has_its_code_and_its_ruling() {
    let all = [of_options(), of_steps(), of_dice(), of_actions(), of_effects(), of_markets()].concat();
    let found: Vec<_> = all.iter().map(|illegal| (illegal.code, illegal.rule)).collect();
    let expected = [
        ("board-cycle-incomplete", "VP-3"),
        ("reshuffle-per-turn-out-of-range", "VP-5"),
        ("round-cap-out-of-range", "Game Sequence"),
        ("round-cap-out-of-range", "Game Sequence"),
        ("task-vp-out-of-range", "Emperor Variant"),
        ("mission-not-drawn", "VP-36"),
        ("panda-not-in-hand", "VP-27"),
        ("cannot-pay-panda", "VP-28"),
        ("too-few-alike", "VP-5"),
        ("reshuffled-enough", "VP-5"),
        ("not-awaited", "VP-4"),
        ("no-such-seat", "VP-1"),
        ("not-your-building", "VP-10"),
        ("changes-no-die", "VP-10"),
        ("used-in-this-turn", "VP-10"),
        ("no-such-die", "VP-10"),
        ("not-that-change", "VP-10"),
        ("no-such-die", "VP-10"),
        ("not-your-building", "VP-25"),
        ("numeral-not-rolled", "VP-25"),
        ("used-in-this-turn", "VP-25"),
        ("built-after-the-roll", "VP-25"),
        ("no-such-die", "VP-13"),
        ("not-activated-by-dice", "VP-12"),
        ("no-meeple-left", "VP-6"),
        ("meeple-was-at-home", "VP-7"),
        ("meeple-was-at-home", "VP-7"),
        ("no-own-meeple-there", "VP-7"),
        ("no-own-meeple-there", "VP-7"),
        ("resource-not-held", "VP-30"),
        ("panda-not-in-play", "VP-16"),
        ("other-kind", "VP-16"),
        ("acted-already", "VP-17"),
        ("not-triggered", "VP-24"),
        ("supply-empty", "VP-15"),
        ("no-meeple-there", "VP-29"),
        ("not-your-meeple", "VP-29"),
        ("panda-not-in-market", "VP-20"),
        ("resources-out-of-order", "VP-19"),
        ("not-this-exchange", "VP-19"),
        ("cannot-give", "VP-19"),
        ("supply-short", "VP-15"),
        ("building-not-in-market", "VP-21"),
        ("cannot-pay-building", "VP-21"),
        ("cannot-pay-building", "VP-21"),
        ("not-your-panda", "VP-21"),
        ("not-your-building", "VP-22"),
        ("not-your-panda", "VP-22"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn no_code_is_left_unprovoked() {
    citations::DOSSIER
        .is_provoked_by(&[of_options(), of_steps(), of_dice(), of_actions(), of_effects(), of_markets()].concat());
}

#[test]
fn a_move_out_of_step_is_told_what_is_awaited() {
    let exchanging = scene().resources(0, &[(Resource::Bao, 1)]).acting().play(act(Area::Market));
    let building = scene().offered(&["A-05"]).resources(0, &[(Resource::Bamboo, 2)]).in_hand(0, &["PT-01", "PT-02"]);
    for (mut scene, rule, word) in [
        (scene(), "VP-4", "roll"),
        (scene().built(0, "B-01", &[]).rolled([3, 5]), "VP-10", "change-die"),
        (scene().resources(0, &[(Resource::Bao, 1)]).rolled([3, 4]), "VP-11", "name-resource"),
        (scene().built(0, "B-06", &[]).rolled([3, 5]), "VP-25", "use-building"),
        (scene().in_play(0, &["PC-08"]).rolled([3, 5]), "VP-13", "choose-die"),
        (scene().in_play(0, &["PC-04", "PT-03"]).rolled([3, 5]), "VP-12", "activate"),
        (scene().in_play(0, &["PB-04"]).rolled([3, 5]), "VP-20", "hire"),
        (scene().acting(), "VP-6", "end-turn"),
        (exchanging, "VP-19", "exchange"),
        (building.acting().plays(&[act(Area::Build), build("A-05")]), "VP-21", "pay"),
    ] {
        let illegal = scene.refused(Move::KeepMission { mission: mission("EM-1") });
        assert_eq!((illegal.code, illegal.rule), ("not-awaited", rule));
        assert!(illegal.detail.contains(word), "{illegal}");
    }
}

#[test]
fn a_refusal_says_what_can_be_done_instead() {
    let scene = || scene().resources(0, &[(Resource::Bamboo, 2), (Resource::Bao, 1), (Resource::Water, 1)]);
    let two = || scene().in_play(0, &["PC-05", "PT-04"]).in_hand(0, &["PC-13"]).rolled([2, 6]).play(PASS);
    let last = || scene().in_play(0, &["PC-05"]).in_hand(0, &["PM-03"]).rolled([2, 6]).play(PASS);
    let other = || scene().in_play(1, &["PC-05", "PT-04"]).rolled([2, 6]);
    let stranded = |meeples: &[Area]| {
        let mut scene = meeples.iter().fold(scene(), |scene, area| scene.meeple(0, *area)).acting();
        (scene.state.turn.placements, scene.state.turn.stranded) = (0, true);
        scene
    };
    let calling = || scene().in_play(0, &["PM-14", "PT-03", "PC-13", "PB-07"]).acting();
    let calling = || calling().plays(&[act(Area::Activate), activate("PM-14")]);
    let exchanging = || scene().acting().play(act(Area::Market));
    let exchanging = || exchanging().play(exchange(&[(Resource::Bamboo, 1)], &[(Resource::Gold, 1)]));
    for (mut scene, mv, sentence) in [
        (
            two(),
            activate("PC-04"),
            "PC-04 is not to be activated now: activate one of PC-05, PT-04, or first play-panda",
        ),
        (two(), PASS, "the dice activate your pandas: activate one of PC-05, PT-04, or first play-panda"),
        (last(), activate("PC-05"), "PC-05 is not to be activated now: play-panda, or pass"),
        (last(), Move::EndTurn {}, "the dice activate your pandas: play-panda, or pass"),
        (other(), PASS, "the dice activate your pandas: activate one of PC-05, PT-04"),
        (calling(), activate("PB-07"), "PB-07 is a builder; activate a trader or a collector, or pass"),
        (exchanging(), unsorted(), "list resources in the order bamboo, bao, gold, water: bao, water, not water, bao"),
        (scene().acting(), PASS, "it is time for actions: place, play-panda, or end-turn"),
        (stranded(&[Area::Hire]), PASS, "it is time for actions: recall, play-panda, or end-turn"),
        (
            stranded(&[Area::Hire, Area::Build]),
            fetch(Area::Market),
            "no meeple that was at home when your turn began is left to place; what is left is recall, recall-both, \
             play-panda, or end-turn",
        ),
    ] {
        let detail = scene.refused(mv).detail;
        assert_eq!(detail.split("; open to you now: ").next(), Some(sentence));
    }
}
