//! Plays a game of every ruleset through the generated client, looks back at it, and audits it.

use pandect_client::apis::audit_api::{audit_bundle, audit_game, get_bundle};
use pandect_client::apis::configuration::Configuration;
use pandect_client::apis::games_api::{create_game, get_game};
use pandect_client::apis::log_api::list_events;
use pandect_client::apis::play_api::{PlayMoveError, list_legal_moves, play_move};
use pandect_client::apis::replay_api::{get_state_at, replay_game};
use pandect_client::apis::rulesets_api::list_rulesets;
use pandect_client::apis::{Error, ResponseContent};
use pandect_client::models::{
    AnyMove, AnyView, CreateGame, CreateGameInori, CreateGamePandaRei, CreateGamePandaSpin, CreateGameRedPanda,
    CreateGameTakenoko, CreateGameVillaPanda, Event, Payload, ProblemCode, Ruleset, RulesetName, SeatPlayer, Status,
    TakenokoPartialOptions, Verdict, VillaPandaPartialOptions,
};

type Done<T> = Result<T, Box<dyn std::error::Error>>;

/// The same choices every time.
struct Chooser(u64);

impl Chooser {
    fn choose<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        &among[(self.0 >> 33) as usize % among.len()]
    }
}

/// A request for a small game with the fewest seats. A new ruleset is one line more.
fn request(ruleset: &Ruleset) -> CreateGame {
    let names = ["Ada", "Bo", "Cy"].into_iter().take(ruleset.seats.min as usize);
    let seats = names.map(|name| SeatPlayer::new(name.into())).collect();
    match ruleset.name {
        RulesetName::RedPanda => {
            CreateGame::CreateGameRedPanda(Box::new(CreateGameRedPanda { seats, ..Default::default() }))
        }
        RulesetName::PandaRei => {
            CreateGame::CreateGamePandaRei(Box::new(CreateGamePandaRei { seats, ..Default::default() }))
        }
        RulesetName::PandaSpin => {
            CreateGame::CreateGamePandaSpin(Box::new(CreateGamePandaSpin { seats, ..Default::default() }))
        }
        RulesetName::Inori => CreateGame::CreateGameInori(Box::new(CreateGameInori { seats, ..Default::default() })),
        RulesetName::Takenoko => {
            let options = TakenokoPartialOptions { turn_cap: Some(12), ..Default::default() };
            let options = Some(Some(Box::new(options)));
            CreateGame::CreateGameTakenoko(Box::new(CreateGameTakenoko { seats, options, ..Default::default() }))
        }
        RulesetName::VillaPanda => {
            let options = VillaPandaPartialOptions { round_cap: Some(2), ..Default::default() };
            let options = Some(Some(Box::new(options)));
            CreateGame::CreateGameVillaPanda(Box::new(CreateGameVillaPanda { seats, options, ..Default::default() }))
        }
    }
}

async fn play(server: &Configuration, ruleset: &Ruleset) -> Done<String> {
    let mut chooser = Chooser(9);
    let created = create_game(server, request(ruleset)).await?;
    let id = created.game.id.to_string();
    let seat = |seat: i32| Configuration {
        bearer_access_token: Some(created.tokens[seat as usize].clone()),
        ..server.clone()
    };
    let mut awaiting = created.game.awaiting.clone();
    while !awaiting.is_empty() {
        let seat = seat(*chooser.choose(&awaiting));
        let legal = list_legal_moves(&seat, &id).await?;
        let mv = chooser.choose(&legal.moves).clone();
        let takenoko = matches!(mv, AnyMove::AnyMoveTakenoko(_));
        assert_eq!(takenoko, ruleset.name == RulesetName::Takenoko, "{mv:?}");
        awaiting = play_move(&seat, &id, mv.clone(), None, None).await?.awaiting;
        if awaiting.is_empty() {
            let refused = play_move(&seat, &id, mv, None, None).await;
            let Err(Error::ResponseError(ResponseContent { entity: Some(problem), .. })) = refused else {
                panic!("{refused:?}");
            };
            // Every status carries the same type; untagged, the first one is taken.
            let PlayMoveError::Status400(problem) = problem else { panic!("{problem:?}") };
            assert_eq!(problem.code, ProblemCode::GameOver);
        }
    }
    Ok(id)
}

async fn events(server: &Configuration, id: &str) -> Done<Vec<Event>> {
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let page = list_events(server, id, after, Some(50)).await?;
        found.extend(page.events);
        after = page.next_after;
        if after.is_none() {
            return Ok(found);
        }
    }
}

async fn look_back(server: &Configuration, ruleset: &Ruleset, id: &str) -> Done<i64> {
    let game = get_game(server, id).await?;
    let last = game.head.index;
    assert_eq!(game.status, Status::Over);
    assert_eq!(game.outcome.expect("an outcome").ranking.concat().len(), game.seats.len());
    for index in [0, last / 2, last] {
        let state = get_state_at(server, id, index).await?;
        assert_eq!(state.index, index);
        let takenoko = matches!(state.view.as_deref(), Some(AnyView::AnyViewTakenoko(_)));
        assert_eq!(takenoko, ruleset.name == RulesetName::Takenoko);
    }
    let log = events(server, id).await?;
    assert!(log.iter().map(|event| event.record.index).eq(0..=last));
    let Some(Payload::CreatedPayload(created)) = log[0].payload.as_deref() else { panic!("{:?}", log[0]) };
    assert_eq!(created.options, game.options);
    assert_eq!(log[last as usize].hash, game.head.hash);
    let replay = replay_game(server, id, None, None, None).await?;
    for (frame, event) in replay.frames.iter().zip(&log) {
        assert_eq!(*frame.event, *event);
    }
    Ok(last)
}

async fn audit(server: &Configuration, id: &str) -> Done<()> {
    let bundle = get_bundle(server, id).await?;
    assert_eq!(audit_game(server, id).await?.verdict, Verdict::Verified);
    let uploaded = audit_bundle(server, bundle).await?;
    assert_eq!(uploaded.verdict, Verdict::Verified, "{uploaded:?}");
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Done<()> {
    let base_path = std::env::args().nth(1).expect("where the server is");
    let server = Configuration { base_path, ..Configuration::new() };
    for ruleset in list_rulesets(&server).await?.rulesets {
        let id = play(&server, &ruleset).await?;
        let last = look_back(&server, &ruleset, &id).await?;
        audit(&server, &id).await?;
        println!("rust: {}: {last} events, verified", ruleset.name);
    }
    Ok(())
}
