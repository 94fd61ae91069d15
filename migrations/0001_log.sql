-- Games, their seats and seeds, and the append-only log of events.
-- Every 32-byte value and every id is a BLOB; JSON is TEXT, kept byte for byte as it was hashed.

-- "Pand": tells a database of this program from any other SQLite file.
PRAGMA application_id = 0x50616e64;

CREATE TABLE games (
    key        INTEGER PRIMARY KEY,
    id         BLOB    NOT NULL UNIQUE CHECK (length(id) = 16),
    ruleset    TEXT    NOT NULL,
    version    INTEGER NOT NULL CHECK (version BETWEEN 0 AND 4294967295),
    tournament TEXT,
    status     TEXT    NOT NULL CHECK (status IN ('waiting', 'running', 'over', 'adjudicated')),
    outcome    TEXT
) STRICT;

CREATE TABLE seats (
    game  BLOB    NOT NULL REFERENCES games (id),
    seat  INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 255),
    name  TEXT    NOT NULL,
    token BLOB    NOT NULL CHECK (length(token) = 32),
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- A table of their own: whatever reads games, seats or events never touches a secret.
CREATE TABLE seeds (
    game BLOB NOT NULL PRIMARY KEY REFERENCES games (id),
    seed BLOB NOT NULL CHECK (length(seed) = 32)
) STRICT, WITHOUT ROWID;

-- Every field of a record is stored as it was written, `prev` and `hash` too, and none is derived when it is read:
-- an edit with any tool shows up as another record or another hash. The log is always that of a game.
-- A rowid table, so that rows are appended in the order of commits: see the figures in src/store/mod.rs.
CREATE TABLE events (
    log                INTEGER NOT NULL REFERENCES games (key),
    idx                INTEGER NOT NULL CHECK (idx >= 0),
    v                  INTEGER NOT NULL CHECK (v BETWEEN 1 AND 255),
    prev               BLOB    NOT NULL CHECK (length(prev) = 32),
    at                 INTEGER NOT NULL, -- milliseconds since 1970-01-01T00:00:00Z
    kind               TEXT    NOT NULL CHECK (kind IN ('created', 'entropy', 'move', 'adjudicated')),
    seat               INTEGER CHECK (seat BETWEEN 0 AND 255),
    payload_commitment BLOB    NOT NULL CHECK (length(payload_commitment) = 32),
    state_commitment   BLOB    CHECK (length(state_commitment) = 32),
    hash               BLOB    NOT NULL CHECK (length(hash) = 32),
    payload            TEXT    NOT NULL,
    idempotency_key    TEXT,
    request            BLOB    CHECK (length(request) = 32),
    PRIMARY KEY (log, idx),
    CHECK ((idempotency_key IS NULL) = (request IS NULL))
) STRICT;

-- NULLs are distinct in a unique index, and an organiser's event has no seat.
CREATE UNIQUE INDEX events_by_idempotency_key ON events (log, coalesce(seat, -1), idempotency_key)
    WHERE idempotency_key IS NOT NULL;

-- Also what keeps INSERT OR REPLACE, which deletes without firing a trigger, from rewriting an event.
CREATE TRIGGER events_follow_the_head BEFORE INSERT ON events
WHEN new.idx IS NOT coalesce((SELECT max(idx) + 1 FROM events WHERE log = new.log), 0)
  OR new.prev IS NOT coalesce((SELECT hash FROM events WHERE log = new.log AND idx = new.idx - 1), zeroblob(32))
BEGIN SELECT raise(ABORT, 'an event follows the last event of its log'); END;

CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
BEGIN SELECT raise(ABORT, 'events are never changed'); END;

CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
BEGIN SELECT raise(ABORT, 'events are never deleted'); END;

CREATE TRIGGER seats_are_never_changed BEFORE UPDATE ON seats
BEGIN SELECT raise(ABORT, 'seats are never changed'); END;

CREATE TRIGGER seats_are_never_deleted BEFORE DELETE ON seats
BEGIN SELECT raise(ABORT, 'seats are never deleted'); END;

CREATE TRIGGER seeds_are_never_changed BEFORE UPDATE ON seeds
BEGIN SELECT raise(ABORT, 'seeds are never changed'); END;

CREATE TRIGGER seeds_are_never_deleted BEFORE DELETE ON seeds
BEGIN SELECT raise(ABORT, 'seeds are never deleted'); END;

CREATE TRIGGER games_are_never_deleted BEFORE DELETE ON games
BEGIN SELECT raise(ABORT, 'games are never deleted'); END;

CREATE TRIGGER games_keep_what_they_were_created_with
BEFORE UPDATE OF key, id, ruleset, version, tournament ON games
BEGIN SELECT raise(ABORT, 'of a game only the status and the outcome change'); END;

CREATE TRIGGER games_once_concluded_never_change BEFORE UPDATE ON games
WHEN old.status IN ('over', 'adjudicated')
BEGIN SELECT raise(ABORT, 'a concluded game never changes'); END;
