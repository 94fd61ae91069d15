//! The series of deals (RP-36) and who begins (RP-5).

use super::*;

fn series(wins: u8) -> Options {
    Options { series: Some(Series { wins }), ..Options::default() }
}

/// The active seat wins the deal with its last card.
fn win(mut scene: Scene) -> Scene {
    let winner = scene.state.turn;
    scene.contender(winner.0).deck = [card("TEL-01")].into();
    scene.state.pagoda = Pagoda::default();
    scene.play(Move::Kata {})
}

#[test]
fn a_deal_that_is_won_is_followed_by_another_within_the_same_event() {
    let scene = win(Scene::new(6).options(series(2)));
    assert_eq!((scene.state.deal, &scene.state.wins[..2]), (2, &[1, 0][..]));
    assert!(scene.heard(&Effect::Dealt { deal: 2, starter: Seat(1) }));
    assert_eq!(RedPanda::awaiting(&scene.state), Seats::one(Seat(1)));
    assert!(scene.state.contenders.iter().flatten().all(|contender| contender.deck.len() == 8));
    assert_eq!((scene.state.left_over.len(), scene.state.token, scene.winner()), (2, None, None));
}

#[test]
fn everyone_is_back_in_after_a_deal() {
    let mut scene = Scene::new(3).options(series(2));
    scene.state.contenders[2] = None;
    assert!(win(scene).state.contenders.iter().all(Option::is_some));
}

#[test]
fn the_series_goes_to_whoever_first_has_the_wins() {
    let scene = win(win(win(Scene::new(2).options(series(2)))));
    let outcome = RedPanda::outcome(&scene.state).expect("over");
    assert_eq!((outcome.ranking, outcome.scores), (vec![vec![Seat(0)], vec![Seat(1)]], vec![2, 1]));
    assert_eq!(words(&outcome.reason).as_deref(), Some("won 2 of the deals"));
    assert_eq!(scene.state.deal, 3);
    assert!(RedPanda::awaiting(&scene.state).is_empty());
}

#[test]
fn without_rotation_every_deal_has_the_same_starter() {
    let scene = win(Scene::new(3).options(Options { starter_rotation: false, ..series(2) }));
    assert_eq!((scene.state.starter, scene.state.turn), (Seat(0), Seat(0)));
}

#[test]
fn a_single_game_ends_with_its_deal() {
    let outcome = RedPanda::outcome(&win(Scene::new(3)).state).expect("over");
    assert_eq!((outcome.ranking, outcome.scores), (vec![vec![Seat(0)], vec![Seat(1), Seat(2)]], vec![1, 0, 0]));
}

#[test]
fn the_starter_is_drawn_or_seat_0() {
    let starter = |starter, n| {
        let mut table = Table::at(GameKey::new([n; 32]), 0);
        RedPanda::deal(&Options { starter, ..Options::default() }, 6, &mut table).expect("it deals").starter
    };
    let drawn: Seats = (0..64).map(|n| starter(Starter::Drawn, n)).collect();
    assert_eq!(drawn.len(), 6, "every seat is drawn at times");
    assert!((0..64).all(|n| starter(Starter::Seat0, n) == Seat(0)));
}
