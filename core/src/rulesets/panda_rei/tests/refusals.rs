//! Every refusal, provoked once, with its code and the ruling it rests on.

use std::collections::BTreeSet;

use super::*;

/// A refusal, which names every way that is open instead.
fn refused(scene: &Scene, mv: Move) -> Illegal {
    let type_of = |mv: &Move| serde_json::to_value(mv).expect("it writes")["type"].as_str().map(str::to_owned);
    let open: BTreeSet<String> = scene.legal().iter().filter_map(type_of).collect();
    let illegal = scene.clone().try_play(mv).expect_err("it is refused");
    let (_, ways) = illegal.detail.split_once("; open to you now: ").expect("the ways");
    assert_eq!(ways.split(", ").map(String::from).collect::<BTreeSet<_>>(), open, "{illegal}");
    illegal
}

fn deal_refused(options: &Options) -> Illegal {
    PandaRei::deal(options, 2, &mut Table::at(GameKey::new([0; 32]), 0)).expect_err("it is refused")
}

fn play(id: &str) -> Move {
    Move::Play { card: card(id) }
}

fn take(id: &str) -> Move {
    Move::Take { card: card(id) }
}

fn take_monkey(id: &str) -> Move {
    Move::TakeMonkey { card: card(id), pile: WildPile::Cat }
}

fn of_moves() -> Vec<Illegal> {
    let start = Scene::new(3).about_to_play(&["PIG-01", "MON-01", "BEA-01"]);
    let taking = start.clone().plays(&["PIG-01", "MON-01", "BEA-01"]);
    let final_best = Options { monkey_assignment: MonkeyAssignment::FinalBest, ..Options::default() };
    vec![
        refused(&start, play("MON-01")),
        refused(&start, take("PIG-01")),
        refused(&taking, play("FOX-10")),
        refused(&taking, take("LIO-01")),
        refused(&taking, take("MON-01")),
        refused(&taking, take_monkey("PIG-01")),
        refused(&taking.options(final_best), take_monkey("MON-01")),
    ]
}

fn of_options() -> Vec<Illegal> {
    let defaults = Options::default;
    let panda_marks = PandaMarks { level3: Marks { mark2: 0, mark4: 0, mark5: 1 }, ..PandaMarks::default() };
    let most = PandaMarks { level1: Marks { mark2: 255, mark4: 255, mark5: 255 }, ..PandaMarks::default() };
    vec![
        deal_refused(&Options { panda_marks, ..defaults() }),
        deal_refused(&Options { panda_marks: most, ..defaults() }),
        deal_refused(&Options { lion_scores: Vec::new(), ..defaults() }),
        deal_refused(&Options { lion_scores: vec![0, -101], ..defaults() }),
        deal_refused(&Options { monkey_lead_value: 13, ..defaults() }),
    ]
}

#[test]
fn each_refusal_has_its_code_and_its_ruling() {
    let all = [of_moves(), of_options()].concat();
    let found: Vec<_> = all.iter().map(|illegal| (illegal.code, illegal.rule)).collect();
    let expected = [
        ("card-not-in-hand", "PR-7"),
        ("not-awaited", "PR-7"),
        ("not-awaited", "PR-17"),
        ("card-not-on-table", "PR-17"),
        ("pile-not-named", "PR-19"),
        ("not-a-monkey", "PR-19"),
        ("monkeys-placed-at-the-end", "PR-19"),
        ("panda-marks-miscounted", "PR-2"),
        ("panda-marks-miscounted", "PR-2"),
        ("lion-scores-miscounted", "PR-26"),
        ("lion-score-out-of-range", "PR-26"),
        ("monkey-lead-value-out-of-range", "PR-10"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn no_code_is_left_unprovoked() {
    citations::DOSSIER.is_provoked_by(&[of_moves(), of_options()].concat());
}

#[test]
fn a_monkey_on_the_table_is_a_way_of_its_own() {
    let ids = ["PIG-01", "MON-01", "BEA-01"];
    let taking = Scene::new(3).about_to_play(&ids).plays(&ids);
    let detail = refused(&taking, play("FOX-10")).detail;
    assert_eq!(detail, "you have to take a card from the table; open to you now: take, take-monkey");
}
