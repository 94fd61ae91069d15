//! Where monkeys count (PR-19, PR-20).

use super::*;

fn at_the_end() -> Options {
    Options { monkey_assignment: MonkeyAssignment::FinalBest, ..Options::default() }
}

/// The total of seat 0 with these monkeys placed by hand; none lies nowhere.
fn total(scene: &Scene, piles: &[Option<WildPile>]) -> i32 {
    let mut scene = scene.clone().options(Options::default());
    scene.state.areas[0].monkeys.clear();
    for (number, pile) in (1..).zip(piles) {
        // A monkey that lies nowhere counts for nothing, as if it had not been taken.
        if pile.is_some() {
            scene = scene.monkey(0, &format!("MON-{number:02}"), *pile);
        }
    }
    scene.points(0).total()
}

fn assignments(monkeys: u8) -> Vec<Vec<Option<WildPile>>> {
    let choices = || WildPile::ALL.into_iter().map(Some).chain([None]);
    (0..monkeys).fold(vec![Vec::new()], |lists, _| {
        lists.iter().flat_map(|list| choices().map(|choice| [list.clone(), vec![choice]].concat())).collect()
    })
}

#[test]
fn monkeys_placed_at_the_end_are_worth_as_much_as_the_best_of_all_assignments() {
    let areas: [&[&str]; 6] = [
        &[],
        &["RAB-01", "RAB-02", "RAB-03", "RAB-04", "RAB-05"],
        &["BEA-01", "GIR-01", "GIR-02", "OWL-01"],
        &["CAT-01", "CAT-02", "BEA-01", "RAB-01", "RAB-02", "RAB-03"],
        &["OWL-01", "OWL-02", "OWL-03", "LIO-01"],
        &["GIR-01", "GIR-02", "GIR-03", "BEA-01", "BEA-02", "BEA-03", "RAB-01"],
    ];
    for (area, monkeys) in areas.into_iter().flat_map(|area| (1..=4).map(move |monkeys| (area, monkeys))) {
        let mut scene = Scene::new(2).options(at_the_end()).area(0, area);
        for number in 1..=monkeys {
            scene = scene.monkey(0, &format!("MON-{number:02}"), None);
        }
        let best = assignments(monkeys).iter().map(|piles| total(&scene, piles)).max();
        assert_eq!(Some(scene.points(0).total()), best, "{area:?} and {monkeys} monkeys");
        let placed = score::placements(&scene.state.areas[0], &scene.state.options);
        assert_eq!(placed.len(), usize::from(monkeys));
    }
}

#[test]
fn a_monkey_worth_the_same_on_several_piles_lies_on_the_first_of_them() {
    let placed = |area: &[&str]| {
        let scene = Scene::new(2).options(at_the_end()).area(0, area).monkey(0, "MON-01", None);
        score::placements(&scene.state.areas[0], &scene.state.options)
    };
    assert_eq!(placed(&[]), [WildPile::Rabbit], "one point as a rabbit, as a giraffe or as a cat");
    let full = ["RAB-01", "RAB-02", "RAB-03", "RAB-04", "RAB-05"];
    assert_eq!(placed(&full), [WildPile::Giraffe], "one point as a giraffe or as a cat; the sixth rabbit costs 20");
    assert_eq!(placed(&["BEA-01", "GIR-01"]), [WildPile::Bear], "five points as a bear or as an owl");
}

#[test]
fn a_monkey_is_placed_when_it_is_taken_and_stays_there() {
    let scene = Scene::new(3).about_to_play(&["PIG-01", "MON-01", "BEA-01"]).plays(&["PIG-01", "MON-01", "BEA-01"]);
    let take = |pile| Move::TakeMonkey { card: card("MON-01"), pile };
    assert_eq!(scene.winner(), Some(1), "the monkey after the pig is a 9");
    let expected: Vec<Move> = [Move::Take { card: card("PIG-01") }]
        .into_iter()
        .chain(WildPile::ALL.map(take))
        .chain([Move::Take { card: card("BEA-01") }])
        .collect();
    assert_eq!(scene.legal(), expected);
    let scene = scene.does(take(WildPile::Cat));
    assert_eq!(scene.points(1).cat, 1, "the pile may be empty before");
}

#[test]
fn the_last_card_of_the_table_is_taken_without_a_move_unless_its_pile_has_to_be_named() {
    let played = |options: Options| {
        let scene = Scene::new(3).options(options).about_to_play(&["PIG-01", "LIO-01", "MON-01"]);
        let mut scene = scene.hand(0, &["PIG-01", "FOX-10", "BEA-01"]).plays(&["PIG-01", "LIO-01", "MON-01"]);
        // The monkey after the lion is an 8, as the pig is: seat 0 takes both, and seat 1 the rest.
        scene.told.clear();
        scene.takes(&["PIG-01", "LIO-01"])
    };
    assert_eq!(played(Options::default()).legal().len(), 5);
    let scene = played(at_the_end());
    let taken = Effect::Taken { seat: Seat(1), card: card("MON-01"), from: Some(Seat(2)), pile: None };
    assert!(scene.effects().any(|effect| *effect == taken));
    assert_eq!((scene.state.turn, scene.state.phase), (2, Phase::Play));
}

#[test]
fn at_the_end_every_monkey_is_told_its_pile() {
    let scene = Scene::new(3).options(at_the_end()).turn(22).monkey(0, "MON-02", None);
    let scene = scene.area(0, &["OWL-01"]).about_to_play(&["PIG-01", "LIO-01", "BEA-01"]);
    let mut scene = scene.plays(&["PIG-01", "LIO-01", "BEA-01"]);
    scene.state.hands.iter_mut().for_each(Vec::clear);
    let scene = scene.takes(&["PIG-01", "BEA-01"]);
    let placed = Effect::MonkeyPlaced { seat: Seat(0), card: card("MON-02"), pile: WildPile::Giraffe };
    assert!(scene.effects().any(|effect| *effect == placed), "with the owl, the monkey makes a pair as a giraffe");
    assert_eq!(scene.state.phase, Phase::Over);
}
