//! The Emperor variant, and the Emperor of two seats.

use super::*;
use crate::kernel::Reason;

fn with(emperor: EmperorMode) -> Options {
    Options { emperor, ..Options::default() }
}

/// "Agapito receives 8 VP for his 4 Builder pandas, 2 VP for 2 Trader pandas, 1 VP for 3 Monk pandas, and 0 VP for his
/// single Collector panda."
#[test]
fn agapitos_mission_scores_eleven() {
    let behind = ["PB-01", "PB-02", "PB-04", "PB-05", "PT-01", "PT-02", "PM-01", "PM-02", "PM-03", "PC-01"];
    let mut scene = Scene::new(3).built(0, "A-01", &behind);
    assert_eq!(score::mission_points(&scene.state, scene.have(0), mission("EM-1")), 11);
    scene.player(0).missions = vec![mission("EM-1")];
    assert_eq!(score::final_points(&scene.state, scene.have(0)), 12, "with 1 point of A-01");
    assert_eq!(scene.points(0), 1, "a secret mission does not set the end");
}

/// "Agapito takes a Task card of the Emperor, since he owns 2 Type B buildings, 3 Builder pandas, 3 Monk pandas, and 1
/// Collector panda."
#[test]
fn agapito_claims_the_task_as_soon_as_he_fulfils_it() {
    let mut scene = Scene::with(with(EmperorMode::Tasks), 3);
    scene.state.tasks.row = vec![task("ET-1")];
    let scene = scene.built(0, "B-03", &["PB-01", "PB-02", "PM-01"]).built(0, "B-07", &["PM-02", "PM-03"]);
    let scene = scene.in_play(0, &["PB-04"]).in_hand(0, &["PC-01"]).resources(0, &[(Resource::Bamboo, 1)]);
    assert!(scene.have(0).tasks.is_empty(), "a panda in the hand does not count");
    let scene = scene.play(Move::PlayPanda { panda: panda("PC-01") });
    assert_eq!(scene.have(0).tasks, [task("ET-1")]);
    assert!(scene.state.tasks.row.is_empty());
    assert!(scene.heard(&Effect::TaskClaimed { points: 4, seat: Seat(0), task: task("ET-1") }));
    assert_eq!(scene.points(0), 4);
}

/// ET-1 asks for 2 buildings of type B, 3 builders, 1 collector and 3 monks (VP-40).
#[test]
fn a_task_needs_all_its_buildings_and_all_its_pandas() {
    let fulfils = |buildings: &[&str], play: &[&str]| {
        let scene = buildings.iter().fold(Scene::new(3), |scene, id| scene.built(0, id, &[]));
        score::fulfils(scene.in_play(0, play).have(0), task("ET-1"))
    };
    let seven = ["PB-01", "PB-02", "PB-04", "PC-01", "PM-01", "PM-02", "PM-03"];
    assert!(fulfils(&["B-03", "B-07"], &seven));
    assert!(!fulfils(&["B-03", "A-01"], &seven), "one building of type B");
    assert!(!fulfils(&["B-03", "B-07"], &seven[1..]), "two builders");
    assert!(!fulfils(&["B-03", "B-07"], &seven[..6]), "two monks");
}

/// Another seat's build icon fulfils its task in the turn of the active seat (VP-39).
#[test]
fn a_task_is_claimed_on_another_players_turn() {
    let mut scene = Scene::with(with(EmperorMode::Tasks), 3).offered(&["A-05"]);
    scene.state.tasks.row = vec![task("ET-2")];
    let scene = scene.built(1, "A-01", &["PT-01", "PT-02", "PT-03", "PC-01"]).in_play(1, &["PC-02", "PC-03", "PM-01"]);
    let scene = scene.in_play(1, &["PB-06"]).resources(1, &[(Resource::Bamboo, 2)]).rolled([2, 6]);
    assert_eq!((scene.awaited(), scene.state.turn.seat), (Seat(1), Seat(0)));
    let scene = scene.play(build("A-05")).play(Move::Pay { panda: panda("PB-06") });
    assert_eq!(scene.have(1).tasks, [task("ET-2")]);
}

#[test]
fn each_seat_keeps_one_of_two_missions_in_secret_and_all_at_once() {
    let mut state = dealt(&with(EmperorMode::Missions), 3);
    assert_eq!(VillaPanda::awaiting(&state), Seats::all(3));
    let drawn = state.players[1].missions.clone();
    assert_eq!((drawn.len(), state.missions.len()), (2, 2));
    let mut table = Table::at(GameKey::new([0; 32]), 1);
    let keep = Move::KeepMission { mission: drawn[1] };
    VillaPanda::play(&mut state, Seat(1), &keep, &mut table).expect("its own mission");
    let told = table.close();
    assert!(told.concealed, "the payload is secret");
    assert_eq!(told.effects, [(Audience::Everyone, Effect::MissionKept { seat: Seat(1) })]);
    assert_eq!(VillaPanda::awaiting(&state).iter().collect::<Vec<_>>(), [Seat(0), Seat(2)]);
    assert_eq!(state.missions.len(), 3);
    let seen = |viewer| VillaPanda::view(&state, viewer).seats[1].missions.as_ref().map(Vec::len);
    assert_eq!(seen(Viewer::Seat(Seat(1))), Some(1));
    assert_eq!(seen(Viewer::Seat(Seat(0))), None);
    assert_eq!(seen(Viewer::Spectator), None);
}

#[test]
fn missions_are_revealed_when_the_game_is_over() {
    let options = Options { round_cap: 1, ..with(EmperorMode::Missions) };
    let mut state = dealt(&options, 2);
    let mut told = Vec::new();
    let mut index = 1;
    while let Some(seat) = VillaPanda::awaiting(&state).iter().next() {
        let legal = VillaPanda::legal(&state, seat);
        let done = [PASS, Move::EndTurn {}].into_iter().find(|mv| legal.contains(mv));
        let mut table = Table::at(GameKey::new([3; 32]), index);
        VillaPanda::play(&mut state, seat, &done.unwrap_or(legal[0]), &mut table).expect("legal");
        told = table.close().effects;
        index += 1;
    }
    let revealed = told.iter().filter(|(_, effect)| matches!(effect, Effect::MissionRevealed { .. })).count();
    assert_eq!(revealed, 2);
    let seats = VillaPanda::view(&state, Viewer::Spectator).seats;
    assert!(seats.iter().all(|seat| seat.missions.is_some() && seat.points_final.is_some()));
    assert_eq!(VillaPanda::outcome(&state).expect("over").reason, Reason::of("round-cap"));
}

#[test]
fn every_mode_deals_its_cards() {
    for (mode, missions, tasks) in [
        (EmperorMode::None, 0, 0),
        (EmperorMode::Missions, 2, 0),
        (EmperorMode::Tasks, 0, 5),
        (EmperorMode::Both, 2, 5),
    ] {
        let state = dealt(&with(mode), 4);
        assert!(state.players.iter().all(|player| player.missions.len() == missions), "{mode:?}");
        assert_eq!(state.tasks.row.len(), tasks, "{mode:?}");
    }
}

/// "At the start of each turn, the Emperor meeple moves clockwise", the very first one included (VP-41).
#[test]
fn the_emperor_of_two_seats_walks_at_the_start_of_each_turn() {
    let state = dealt(&Options::default(), 2);
    assert_eq!(state.board.emperor, Some(Area::Build));
    let cycle = [Area::Activate, Area::Hire, Area::Build, Area::Market];
    let state = dealt(&Options { board_cycle: cycle, ..Options::default() }, 2);
    assert_eq!(state.board.emperor, Some(Area::Activate), "the market is followed by the first of the cycle");
    for seats in [3, 4] {
        assert_eq!(dealt(&Options::default(), seats).board.emperor, None);
    }
}

/// The Emperor steps aside once; a meeple that he meets goes home, and can be placed in its owner's next turn (VP-43).
#[test]
fn the_emperor_steps_aside_and_sends_the_next_meeple_home() {
    let scene = Scene::new(2).meeple(0, Area::Hire).emperor(Area::Build).acting();
    assert_eq!(scene.state.turn.placements, 1);
    let scene = scene.in_hand(0, &["PC-01"]).resources(0, &[(Resource::Bamboo, 1)]).play(fetch(Area::Build));
    assert_eq!(scene.state.board.emperor, Some(Area::Hire));
    assert_eq!(scene.at_home(0), 1, "the own meeple came home");
    assert_eq!(scene.state.turn.placements, 0, "and counts from the next turn on");
    assert!(!scene.legal().iter().any(|mv| matches!(mv, Move::Place { .. })));
}

#[test]
fn rates_and_points_of_the_options_replace_the_printed_ones() {
    let rates =
        Rates { builder: Rate::OneForTwo, collector: Rate::TwoEach, monk: Rate::Nothing, trader: Rate::OneEach };
    let mut all = [mission("EM-1").rates(); 8];
    all[2] = rates;
    let options = Options {
        mission_rates: Some(Box::new(all)),
        task_vp: Some([1, 2, 3, 4, 5, 6, 7, 8]),
        ..with(EmperorMode::Both)
    };
    let scene = Scene::with(options, 2).built(0, "A-01", &["PB-01", "PB-02", "PB-04", "PC-01", "PM-01", "PT-01"]);
    assert_eq!(score::mission_points(&scene.state, scene.have(0), mission("EM-3")), 1 + 2 + 1);
    assert_eq!(scene.state.options.task_points(task("ET-6")), 6);
}

/// Two tasks of 255 and 4 points of buildings are 514, one and 2 are 257: more than a byte holds, and seat 1 has more
/// pandas behind its building, which would win a tie.
#[test]
fn points_of_a_kind_that_no_byte_holds_are_added_up() {
    let options = Options { task_vp: Some([255; 8]), round_cap: 1, ..with(EmperorMode::Tasks) };
    let mut scene = Scene::with(options, 2).built(0, "A-02", &[]).built(0, "A-03", &[]).built(1, "A-08", &["PT-01"]);
    scene.player(0).tasks = vec![task("ET-1"), task("ET-2")];
    scene.player(1).tasks = vec![task("ET-3")];
    scene.state.turn.seat = Seat(1);
    let scene = scene.acting().play(Move::EndTurn {});
    let outcome = VillaPanda::outcome(&scene.state).expect("it is over");
    assert_eq!((outcome.scores, outcome.ranking), (vec![514, 257], vec![vec![Seat(0)], vec![Seat(1)]]));
    assert!(scene.heard(&Effect::GameOver { points: vec![514, 257] }));
    let points = |seat: &SeatView| (seat.points_now, seat.points_possible, seat.points_final);
    let seats = scene.view(Viewer::Spectator).seats;
    assert_eq!((points(&seats[0]), points(&seats[1])), ((514, 514, Some(514)), (257, 257, Some(257))));
}

#[test]
fn a_rate_counts_pandas_and_rounds_down() {
    let points = |rate: Rate| [0, 1, 2, 5].map(|pandas| rate.points(pandas));
    assert_eq!(points(Rate::Nothing), [0, 0, 0, 0]);
    assert_eq!(points(Rate::OneForTwo), [0, 0, 1, 2]);
    assert_eq!(points(Rate::OneEach), [0, 1, 2, 5]);
    assert_eq!(points(Rate::TwoEach), [0, 2, 4, 10]);
}
