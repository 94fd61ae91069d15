//! Games: how one is created, read back whole, and listed.

use rusqlite::types::Value;
use rusqlite::{Connection, Row, params, params_from_iter};
use uuid::Uuid;

use super::error::StoreError;
use super::event::{self, IdempotencyKey, Log, StoredEvent};
use super::receipt::{self, SignedHead};
use super::row::Cells;
use super::text;
use crate::kernel::{Hash, Head, LogKind, Salt, ServerSeed, Status, Text, payload_salt};

/// A seat as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSeat {
    /// The player's name, by which games are listed: a copy of the text that the commitment is to, and nothing once that
    /// is erased.
    pub name: Option<String>,
    /// What the log has of the name. A seat without one is reserved.
    pub commitment: Option<Hash>,
    /// The hash of the seat's secret token.
    pub token: Hash,
}

/// A game to create, with the event at index 0. Its id is that of the event's record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Creation {
    /// The name of the ruleset.
    pub ruleset: String,
    /// The version of the ruleset.
    pub version: u32,
    /// The server seed, kept in a table of its own.
    pub seed: ServerSeed,
    /// The seats, in seat order.
    pub seats: Vec<StoredSeat>,
    /// The tournament the game belongs to.
    pub tournament: Option<String>,
    /// The status of the game after the event.
    pub status: Status,
    /// The outcome, as JSON, should the game be over as soon as it is dealt.
    pub outcome: Option<String>,
    /// The event at index 0.
    pub event: StoredEvent,
    /// The words that its payload commits to: the names of the seats. Those that are kept already may come again.
    pub texts: Vec<Text>,
    /// The receipt of the event, exactly where the game is over as soon as it is dealt.
    pub receipt: Option<SignedHead>,
}

/// An event to append to the log of a game that exists, and what it makes of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// The event. Its index must be the next one of its log, and its `prev` the hash of the last.
    pub event: StoredEvent,
    /// The words that its payload commits to.
    pub texts: Vec<Text>,
    /// The idempotency key, where the client sent one. It belongs to the seat of the record, or to the organiser
    /// where the record names no seat.
    pub key: Option<IdempotencyKey>,
    /// The status of the game after the event.
    pub status: Status,
    /// The outcome of the game after the event, as JSON, once there is one.
    pub outcome: Option<String>,
    /// The receipt of the event, exactly where it ends the game.
    pub receipt: Option<SignedHead>,
}

/// What a listing shows of a game: no seed, no token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRow {
    /// The game.
    pub id: Uuid,
    /// The name of the ruleset.
    pub ruleset: String,
    /// The version of the ruleset.
    pub version: u32,
    /// The tournament the game belongs to.
    pub tournament: Option<String>,
    /// The status.
    pub status: Status,
    /// The outcome, as the JSON that was stored.
    pub outcome: Option<String>,
    /// The hash of that text: no log is replayed for a listing, and nothing else there tells whether it was changed.
    pub outcome_hash: Option<Hash>,
    /// The event at index 0: its payload holds the options, its `at` is when the game was created.
    pub created: StoredEvent,
    /// The salt of that payload, which is public: with it the payload is held against its commitment.
    pub created_salt: Salt,
    /// The last event.
    pub last: StoredEvent,
    /// The seats, in seat order.
    pub seats: Vec<SeatRow>,
}

/// What a listing shows of a seat: no token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatRow {
    /// The player's name; nothing once it is erased.
    pub name: Option<String>,
    /// What the log has of the name.
    pub commitment: Option<Hash>,
}

impl GameRow {
    /// The end of the log.
    pub fn head(&self) -> Head {
        self.last.head()
    }

    /// Whether the outcome is the text whose hash was kept with it.
    pub fn has_its_outcome(&self) -> bool {
        self.outcome.as_deref().map(|outcome| Hash::of(outcome.as_bytes())) == self.outcome_hash
    }
}

impl From<StoredSeat> for SeatRow {
    fn from(StoredSeat { name, commitment, .. }: StoredSeat) -> Self {
        Self { name, commitment }
    }
}

/// A log of a page, with what a listing shows of it, or why that cannot be read: the others of its page are as they
/// should be.
pub type Listed<T> = (Uuid, Result<T, StoreError>);

/// A game read back whole, from one snapshot. Holds secrets: the seed, and the hashes of the tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredGame {
    /// What a listing shows.
    pub row: GameRow,
    /// The seats, in seat order.
    pub seats: Vec<StoredSeat>,
    /// The server seed.
    pub seed: ServerSeed,
    /// Every event, ascending. A row that somebody removed from the file is simply not there.
    pub events: Vec<StoredEvent>,
}

/// Which games to list; what is `None` does not matter. Names are compared byte for byte.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Games of this ruleset.
    pub ruleset: Option<String>,
    /// Games of this status.
    pub status: Option<Status>,
    /// Games of this tournament.
    pub tournament: Option<String>,
    /// Games with a seat of this name.
    pub player: Option<String>,
}

const COLUMNS: &str =
    "key, id, ruleset, version, tournament, status, outcome, (SELECT hash FROM outcomes WHERE game = id)";

/// Creates the game, its seats, its seed and its first event. The caller undoes what was done on an error.
pub(super) fn create(connection: &Connection, game: &Creation) -> Result<(), StoreError> {
    let id = game.event.record.id;
    if event::log_of(connection, LogKind::Game, id)?.is_some() {
        return Err(StoreError::Conflict { log: id, index: game.event.record.index });
    }
    connection
        .prepare_cached(
            "INSERT INTO games (id, ruleset, version, tournament, status, outcome) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            id.as_bytes(),
            game.ruleset,
            game.version,
            game.tournament,
            game.status.name(),
            game.outcome
        ])?;
    let log = Log::new(LogKind::Game, connection.last_insert_rowid(), id);
    let mut insert_seat = connection
        .prepare_cached("INSERT INTO seats (game, seat, name, commitment, token) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for (number, seat) in (0_i64..).zip(&game.seats) {
        let commitment = seat.commitment.as_ref().map(Hash::as_bytes);
        insert_seat.execute(params![id.as_bytes(), number, seat.name, commitment, seat.token.as_bytes()])?;
    }
    connection
        .prepare_cached("INSERT INTO seeds VALUES (?1, ?2)")?
        .execute(params![id.as_bytes(), game.seed.as_bytes()])?;
    event::insert(connection, &log, &game.event, None)?;
    text::insert(connection, &game.texts)?;
    let ends = game.status.is_concluded();
    if ends {
        keep_outcome(connection, id, game.outcome.as_deref())?;
    }
    receipt::conclude(connection, &log, &game.event, ends, game.receipt.as_ref())
}

/// Appends the event and sets the status and outcome. The caller undoes what was done on an error.
pub(super) fn append(connection: &Connection, append: &Append) -> Result<(), StoreError> {
    let id = append.event.record.id;
    let log = event::log_of(connection, LogKind::Game, id)?.ok_or(StoreError::NoSuchGame(id))?;
    event::insert(connection, &log, &append.event, append.key.as_ref())?;
    text::insert(connection, &append.texts)?;
    // Most events change neither: then no row matches, and no page of `games` is written.
    let sql = "UPDATE games SET status = ?2, outcome = ?3 WHERE key = ?1 AND (status IS NOT ?2 OR outcome IS NOT ?3)";
    connection.prepare_cached(sql)?.execute(params![log.key(), append.status.name(), append.outcome])?;
    let ends = append.status.is_concluded();
    if ends {
        keep_outcome(connection, id, append.outcome.as_deref())?;
    }
    receipt::conclude(connection, &log, &append.event, ends, append.receipt.as_ref())
}

/// Keeps the hash of the outcome with which a game ended.
pub(super) fn keep_outcome(connection: &Connection, id: Uuid, outcome: Option<&str>) -> Result<(), StoreError> {
    let Some(outcome) = outcome else { return Ok(()) };
    let hash = Hash::of(outcome.as_bytes());
    let mut statement = connection.prepare_cached("INSERT INTO outcomes (game, hash) VALUES (?1, ?2)")?;
    statement.execute(params![id.as_bytes(), hash.as_bytes()])?;
    Ok(())
}

/// What a listing shows of a game.
pub(super) fn row(connection: &Connection, id: Uuid) -> Result<Option<GameRow>, StoreError> {
    let mut statement = connection.prepare_cached(&format!("SELECT {COLUMNS} FROM games WHERE id = ?1"))?;
    let mut rows = statement.query([id.as_bytes()])?;
    rows.next()?.map(|row| read(connection, row)).transpose()
}

/// The whole game.
pub(super) fn load(connection: &Connection, id: Uuid) -> Result<Option<StoredGame>, StoreError> {
    let Some(log) = event::log_of(connection, LogKind::Game, id)? else { return Ok(None) };
    let Some(row) = row(connection, id)? else { return Ok(None) };
    let seats = seats(connection, id)?;
    let seed = seed(connection, id)?;
    let events = event::all(connection, &log, row.head())?;
    Ok(Some(StoredGame { row, seats, seed, events }))
}

/// A page of games, newest first.
pub(super) fn list(
    connection: &Connection,
    filter: &Filter,
    before: Option<Uuid>,
    limit: u64,
) -> Result<Vec<Listed<GameRow>>, StoreError> {
    // What narrows most leads, in the order of ids, so that a page takes as long among a million games as among ten.
    let (from, id) = match (&filter.player, &filter.tournament) {
        (Some(_), _) => ("seats CROSS JOIN games ON games.id = seats.game", "seats.game"),
        (None, Some(_)) => ("games INDEXED BY games_by_tournament", "games.id"),
        (None, None) => ("games", "games.id"),
    };
    // One statement per combination of filters: `? IS NULL OR …` would keep SQLite from using an index.
    let text = |text: &Option<String>| text.clone().map(Value::Text);
    let before = before.map(|id| Value::Blob(id.as_bytes().to_vec()));
    let conditions = [
        ("ruleset = ?", text(&filter.ruleset)),
        ("status = ?", filter.status.map(|status| Value::Text(status.name().into()))),
        ("tournament = ?", text(&filter.tournament)),
        ("seats.name = ?", text(&filter.player)),
        (&format!("{id} < ?"), before),
    ];
    page(connection, &format!("{id} FROM {from}"), &conditions, limit, row)
}

/// A page of the logs that the conditions leave, newest first, from a select clause that begins with the id.
pub(super) fn page<T>(
    connection: &Connection,
    id_from: &str,
    conditions: &[(&str, Option<Value>)],
    limit: u64,
    row: fn(&Connection, Uuid) -> Result<Option<T>, StoreError>,
) -> Result<Vec<Listed<T>>, StoreError> {
    // The ids alone come out of an index; each log is then read by itself, so that a damaged one hides no other. One player
    // may have several seats of a game.
    let mut sql = format!("SELECT DISTINCT {id_from} WHERE true");
    let mut values = Vec::new();
    for (condition, value) in conditions {
        if let Some(value) = value {
            sql.push_str(" AND ");
            sql.push_str(condition);
            values.push(value.clone());
        }
    }
    sql.push_str(" ORDER BY 1 DESC LIMIT ?");
    values.push(Value::Integer(i64::try_from(limit).unwrap_or(i64::MAX)));
    let mut statement = connection.prepare_cached(&sql)?;
    let ids = statement.query_map(params_from_iter(values), |row| row.get(0))?.collect::<Result<Vec<_>, _>>()?;
    ids.into_iter().map(Uuid::from_bytes).map(|id| listed(id, row(connection, id))).collect()
}

/// What was read of a log whose id stands in an index, as a row of a listing.
fn listed<T>(id: Uuid, read: Result<Option<T>, StoreError>) -> Result<Listed<T>, StoreError> {
    let missing = || StoreError::Corrupt { what: "its row is missing".into(), place: id.to_string() };
    match read.and_then(|row| row.ok_or_else(missing)) {
        Err(error) if !matches!(error, StoreError::Corrupt { .. }) => Err(error),
        row => Ok((id, row)),
    }
}

fn read(connection: &Connection, row: &Row<'_>) -> Result<GameRow, StoreError> {
    let id = Uuid::from_bytes(Cells::new(row, || "the id of a game".into()).get(1)?);
    let cells = Cells::new(row, || format!("game {id}"));
    let log = Log::new(LogKind::Game, cells.get(0)?, id);
    let (created, last) = event::ends(connection, &log)?;
    Ok(GameRow {
        id,
        ruleset: cells.get(2)?,
        version: cells.get(3)?,
        tournament: cells.get(4)?,
        status: cells.parse(5, |name: &String| Status::ALL.into_iter().find(|status| status.name() == name))?,
        outcome: cells.get(6)?,
        outcome_hash: cells.get::<Option<[u8; 32]>>(7)?.map(Hash::new),
        created,
        created_salt: payload_salt(&seed(connection, id)?, 0),
        last,
        seats: seats(connection, id)?.into_iter().map(SeatRow::from).collect(),
    })
}

fn seats(connection: &Connection, id: Uuid) -> Result<Vec<StoredSeat>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT name, commitment, token FROM seats WHERE game = ?1 ORDER BY seat")?;
    let mut rows = statement.query([id.as_bytes()])?;
    let mut seats = Vec::new();
    while let Some(row) = rows.next()? {
        let cells = Cells::new(row, || format!("a seat of game {id}"));
        let commitment = cells.get::<Option<[u8; 32]>>(1)?.map(Hash::new);
        seats.push(StoredSeat { name: cells.get(0)?, commitment, token: cells.hash(2)? });
    }
    Ok(seats)
}

fn seed(connection: &Connection, id: Uuid) -> Result<ServerSeed, StoreError> {
    let mut statement = connection.prepare_cached("SELECT seed FROM seeds WHERE game = ?1")?;
    let mut rows = statement.query([id.as_bytes()])?;
    let place = || format!("the seed of game {id}");
    match rows.next()? {
        Some(row) => Cells::new(row, place).get(0).map(ServerSeed::new),
        None => Err(StoreError::Corrupt { what: "it is missing".into(), place: place() }),
    }
}
