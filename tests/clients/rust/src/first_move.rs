use pandect_client::apis::{configuration::Configuration, games_api::create_game, play_api::*};
use pandect_client::models::{CreateGame, CreateGameRedPanda, SeatPlayer};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let server = Configuration { base_path: "http://127.0.0.1:8080".into(), ..Configuration::new() };
    let seats = ["Ada", "Bo"].map(|name| SeatPlayer::new(name.into())).to_vec();
    let game = CreateGameRedPanda { seats, ..Default::default() };
    let created = create_game(&server, CreateGame::CreateGameRedPanda(game.into())).await?;
    let token = created.tokens[created.game.awaiting[0] as usize].clone();
    let seat = Configuration { bearer_access_token: Some(token), ..server };
    let legal = list_legal_moves(&seat, &created.game.id.to_string()).await?;
    let accepted = play_move(&seat, &created.game.id.to_string(), legal.moves[0].clone(), None, None).await?;
    println!("now awaited: {:?}", accepted.awaiting);
    Ok(())
}
