//! Inori held against its rulebook, its rulings and the vectors of its dossier.

mod citations;
mod coverage;
mod refusals;
mod rulebook;
mod runes;
mod seasons;
mod specimen;
mod vectors;
mod wire;

use std::collections::BTreeSet;

use super::*;
use crate::kernel::{Audience, GameKey};

/// A position built by hand, and what is told while it is played on.
///
/// Seat 0 is first and active, at the start of its turn, in the first season. Nobody has a token or a rune.
#[derive(Clone)]
struct Scene {
    state: State,
    told: Vec<(Audience, Effect)>,
}

impl Scene {
    fn new(seats: u8) -> Self {
        let options = Options { starter: Starter::Seat0, ..Options::default() };
        Self { state: dealt(options, seats), told: Vec::new() }
    }

    fn display(mut self, ids: &[&str]) -> Self {
        self.state.display = ids.iter().map(|id| Some(Shown::new(card(id)))).collect();
        self
    }

    fn tokens(mut self, seat: u8, tokens: Tokens) -> Self {
        for colour in Colour::ALL {
            let held = self.player(seat).tokens.of(colour);
            *self.state.supply.of_mut(colour) += held;
            *self.state.supply.of_mut(colour) -= tokens.of(colour);
        }
        self.player(seat).tokens = tokens;
        self
    }

    fn runes(mut self, seat: u8, runes: &[Rune]) -> Self {
        self.state.rune_stack.retain(|rune| !runes.contains(rune));
        self.player(seat).runes = runes.to_vec();
        self
    }

    fn points(mut self, points: &[u16]) -> Self {
        self.state.players.iter_mut().zip(points).for_each(|(player, points)| player.points = *points);
        self
    }

    /// Puts a piece of a seat on a space of a card.
    fn piece(mut self, seat: u8, id: &str, space: u8) -> Self {
        let at = Place::Card { card: card(id), space };
        self.state.pieces_mut(at).expect("a space on display").add(Pieces::one(Seat(seat)));
        self
    }

    fn altar(mut self, space: TreeSpace, colour: Colour) -> Self {
        self.state.tree.altar_mut(space).expect("an altar space").tile = Some(colour);
        self
    }

    /// Leaves each seat so many pieces to place.
    fn pieces(mut self, pieces: &[u8]) -> Self {
        self.state.players.iter_mut().zip(pieces).for_each(|(player, pieces)| player.pieces = *pieces);
        self
    }

    fn season(mut self, season: u8) -> Self {
        self.state.season = season;
        self
    }

    fn player(&mut self, seat: u8) -> &mut Player {
        self.state.player_mut(Seat(seat)).expect("at the table")
    }

    fn try_play(&mut self, mv: Move) -> Result<(), Illegal> {
        let mut table = Table::at(GameKey::new([0; 32]), 1);
        let seat = self.state.turn;
        Inori::play(&mut self.state, seat, &mv, &mut table)?;
        self.told.extend(table.close().effects);
        Ok(())
    }

    fn play(mut self, mv: Move) -> Self {
        if let Err(illegal) = self.try_play(mv) {
            panic!("{mv:?} is refused: {illegal}");
        }
        self
    }

    /// Ends the season as it stands: nobody has a piece to place, or a rune.
    fn end_season(mut self) -> Self {
        self.state.players.iter_mut().for_each(|player| player.pieces = 0);
        let mut table = Table::at(GameKey::new([0; 32]), 1);
        season::next_turn(&mut self.state, &mut table);
        self.told.extend(table.close().effects);
        self
    }

    /// A refusal, which names every way that is open instead.
    fn refused(&mut self, mv: Move) -> Illegal {
        let open: BTreeSet<String> = self.legal().iter().map(type_of).collect();
        let illegal = self.try_play(mv).expect_err("it is refused");
        let (_, ways) = illegal.detail.split_once("; open to you now: ").expect("the ways");
        assert_eq!(ways.split(", ").map(String::from).collect::<BTreeSet<_>>(), open, "{illegal}");
        illegal
    }

    fn legal(&self) -> Vec<Move> {
        Inori::legal(&self.state, self.state.turn)
    }

    fn view(&self, viewer: Viewer) -> View {
        Inori::view(&self.state, viewer)
    }

    fn heard(&self, effect: &Effect) -> bool {
        self.told.iter().any(|(_, told)| told == effect)
    }

    fn held(&self, seat: u8) -> Tokens {
        self.state.player(Seat(seat)).expect("at the table").tokens
    }

    fn scores(&self) -> Vec<u16> {
        self.state.players.iter().map(|player| player.points).collect()
    }

    fn hand(&self, seat: u8) -> Vec<Rune> {
        self.state.player(Seat(seat)).expect("at the table").runes.clone()
    }

    /// The seats that stand on a space of a card.
    fn on(&self, id: &str, space: u8) -> Vec<Seat> {
        self.state.pieces(Place::Card { card: card(id), space }).expect("on display").seats().collect()
    }
}

fn dealt(options: Options, seats: u8) -> State {
    let mut table = Table::at(GameKey::new([0; 32]), 0);
    Inori::deal(&options, seats, &mut table).expect("the options make a game")
}

fn card(id: &str) -> Card {
    id.parse().expect("the id of a card")
}

/// The type of a move or effect on the wire.
fn type_of<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_value(value).expect("it writes")["type"].as_str().expect("a type").to_owned()
}

fn tokens(counts: &[(Colour, u8)]) -> Tokens {
    let mut tokens = Tokens::default();
    counts.iter().for_each(|(colour, count)| *tokens.of_mut(*colour) = *count);
    tokens
}

fn offer(id: &str, space: u8) -> Move {
    Move::OfferCard { card: card(id), share: false, space }
}

fn share(id: &str, space: u8) -> Move {
    Move::OfferCard { card: card(id), share: true, space }
}

fn visit(space: TreeSpace) -> Move {
    Move::OfferTree { share: false, space }
}
