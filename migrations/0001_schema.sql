-- Games and tournaments, their append-only logs, the words of people beside them, and the tree over those that ended.
-- Every 32-byte value and every id is a BLOB; JSON is TEXT, kept byte for byte as it was hashed.

-- "Pan2": tells a database of this program from any other SQLite file.
PRAGMA application_id = 0x50616e32;

-- One row: the label of the formats, and the name of the log. The program that makes the database writes it.
CREATE TABLE meta (
    label    TEXT NOT NULL,
    log_name TEXT NOT NULL
) STRICT;

-- The name stands nowhere else. What is indexed stands in the file twice, and a check holds the two against each other.
CREATE INDEX meta_by_log_name ON meta (log_name);

CREATE TRIGGER meta_is_one_row BEFORE INSERT ON meta WHEN EXISTS (SELECT 1 FROM meta)
BEGIN SELECT raise(ABORT, 'a database has one label and one name'); END;

CREATE TRIGGER meta_is_never_changed BEFORE UPDATE ON meta
BEGIN SELECT raise(ABORT, 'a database keeps its label and its name'); END;

CREATE TRIGGER meta_is_never_deleted BEFORE DELETE ON meta
BEGIN SELECT raise(ABORT, 'a database keeps its label and its name'); END;

-- Words of people, by what payloads have of them. The one table from which a row may go: a log holds without them.
-- A rowid table, appended to: SQLite then seldom moves a text to another page, where it could leave a copy behind.
CREATE TABLE texts (
    commitment BLOB NOT NULL PRIMARY KEY CHECK (length(commitment) = 32),
    salt       BLOB NOT NULL CHECK (length(salt) = 32),
    text       TEXT NOT NULL
) STRICT;

-- A game of a tournament repeats the commitments of its players' registrations. Also what keeps INSERT OR REPLACE from
-- rewriting a text.
CREATE TRIGGER texts_that_are_there_stay BEFORE INSERT ON texts
WHEN EXISTS (SELECT 1 FROM texts WHERE commitment = new.commitment)
BEGIN SELECT raise(IGNORE); END;

CREATE TRIGGER texts_are_never_changed BEFORE UPDATE ON texts
BEGIN SELECT raise(ABORT, 'a text is erased, and never changed'); END;

-- The statuses `void` and `abandoned` are reserved.
CREATE TABLE games (
    key        INTEGER PRIMARY KEY,
    id         BLOB    NOT NULL UNIQUE CHECK (length(id) = 16),
    ruleset    TEXT    NOT NULL,
    version    INTEGER NOT NULL CHECK (version BETWEEN 0 AND 4294967295),
    tournament TEXT,
    status     TEXT    NOT NULL CHECK (status IN ('waiting', 'running', 'over', 'adjudicated', 'void', 'abandoned')),
    outcome    TEXT
) STRICT;

-- What the listing filters by. Each index ends in the game's id, so that a page is read in order and never sorted, also
-- one of a ruleset and a status that few of its games have.
CREATE INDEX games_by_ruleset ON games (ruleset, id);
CREATE INDEX games_by_status ON games (status, id);
CREATE INDEX games_by_tournament ON games (tournament, id) WHERE tournament IS NOT NULL;
CREATE INDEX games_by_ruleset_and_status ON games (ruleset, status, id);

CREATE TRIGGER games_are_never_deleted BEFORE DELETE ON games
BEGIN SELECT raise(ABORT, 'games are never deleted'); END;

CREATE TRIGGER games_keep_what_they_were_created_with
BEFORE UPDATE OF key, id, ruleset, version, tournament ON games
BEGIN SELECT raise(ABORT, 'of a game only the status and the outcome change'); END;

CREATE TRIGGER games_once_concluded_never_change BEFORE UPDATE ON games
WHEN old.status IN ('over', 'adjudicated', 'void', 'abandoned')
BEGIN SELECT raise(ABORT, 'a concluded game never changes'); END;

-- The name is a copy of the text with that commitment, by which games are listed, and goes when the text is erased.
-- A seat without a commitment is reserved: an open one.
CREATE TABLE seats (
    game       BLOB    NOT NULL REFERENCES games (id),
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 255),
    name       TEXT,
    commitment BLOB    CHECK (length(commitment) = 32),
    token      BLOB    NOT NULL CHECK (length(token) = 32),
    PRIMARY KEY (game, seat),
    CHECK (name IS NULL OR commitment IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_name ON seats (name, game);
CREATE INDEX seats_by_commitment ON seats (commitment) WHERE commitment IS NOT NULL;
-- The hash of a token has no other witness.
CREATE INDEX seats_by_token ON seats (token);

CREATE TRIGGER seats_are_never_changed BEFORE UPDATE ON seats
WHEN new.name IS NOT NULL OR new.game IS NOT old.game OR new.seat IS NOT old.seat
  OR new.commitment IS NOT old.commitment OR new.token IS NOT old.token
BEGIN SELECT raise(ABORT, 'seats are never changed, only their names are erased'); END;

CREATE TRIGGER seats_are_never_deleted BEFORE DELETE ON seats
BEGIN SELECT raise(ABORT, 'seats are never deleted'); END;

-- A table of their own: whatever reads games, seats or events never touches a secret.
CREATE TABLE seeds (
    game BLOB NOT NULL PRIMARY KEY REFERENCES games (id),
    seed BLOB NOT NULL CHECK (length(seed) = 32)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER seeds_are_never_changed BEFORE UPDATE ON seeds
BEGIN SELECT raise(ABORT, 'seeds are never changed'); END;

CREATE TRIGGER seeds_are_never_deleted BEFORE DELETE ON seeds
BEGIN SELECT raise(ABORT, 'seeds are never deleted'); END;

-- An outcome follows from the log, but a listing replays none: SHA-256 of its text.
CREATE TABLE outcomes (
    game BLOB NOT NULL PRIMARY KEY REFERENCES games (id),
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER outcomes_are_never_changed BEFORE UPDATE ON outcomes
BEGIN SELECT raise(ABORT, 'outcomes are never changed'); END;

CREATE TRIGGER outcomes_are_never_deleted BEFORE DELETE ON outcomes
BEGIN SELECT raise(ABORT, 'outcomes are never deleted'); END;

-- Every field of a record is stored as it was written, `prev` and `hash` too, and none is derived when it is read:
-- an edit with any tool shows up as another record or another hash. The log is always that of a game.
-- A rowid table, so that rows are appended in the order of commits: see the figures in src/store/mod.rs.
-- Kinds in the second and third line, and an event without its payload, are reserved.
CREATE TABLE events (
    log                INTEGER NOT NULL REFERENCES games (key),
    idx                INTEGER NOT NULL CHECK (idx >= 0),
    v                  INTEGER NOT NULL CHECK (v BETWEEN 1 AND 255),
    prev               BLOB    NOT NULL CHECK (length(prev) = 32),
    at                 INTEGER NOT NULL, -- milliseconds since 1970-01-01T00:00:00Z
    kind               TEXT    NOT NULL CHECK (kind IN (
        'created', 'entropy', 'move', 'adjudicated',
        'claimed', 'committed', 'revealed', 'renamed', 'seat-rekeyed', 'seat-handed-over', 'withdrawn', 'resigned',
        'automatic', 'timed-out', 'paused', 'resumed', 'downtime', 'time-added', 'void', 'abandoned'
    )),
    seat               INTEGER CHECK (seat BETWEEN 0 AND 255),
    payload_commitment BLOB    NOT NULL CHECK (length(payload_commitment) = 32),
    state_commitment   BLOB    CHECK (length(state_commitment) = 32),
    hash               BLOB    NOT NULL CHECK (length(hash) = 32),
    payload            TEXT,
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

-- Everything in a tournament is public, so there are no seeds.
CREATE TABLE tournaments (
    key       INTEGER PRIMARY KEY,
    id        BLOB    NOT NULL UNIQUE CHECK (length(id) = 16),
    organiser BLOB    CHECK (length(organiser) = 32),
    sealed    INTEGER NOT NULL DEFAULT 0 CHECK (sealed IN (0, 1))
) STRICT;

CREATE INDEX tournaments_by_status ON tournaments (sealed, id);
CREATE INDEX tournaments_by_organiser ON tournaments (organiser) WHERE organiser IS NOT NULL;

CREATE TRIGGER tournaments_are_never_deleted BEFORE DELETE ON tournaments
BEGIN SELECT raise(ABORT, 'tournaments are never deleted'); END;

CREATE TRIGGER tournaments_keep_what_they_were_created_with BEFORE UPDATE OF key, id, organiser ON tournaments
BEGIN SELECT raise(ABORT, 'a tournament keeps its organiser'); END;

CREATE TRIGGER tournaments_once_sealed_never_change BEFORE UPDATE ON tournaments WHEN old.sealed = 1
BEGIN SELECT raise(ABORT, 'a sealed tournament never changes'); END;

-- The columns of `events`, so that one statement serves both; seats and states stay empty.
-- Kinds in the third and fourth line, and an event without its payload, are reserved.
CREATE TABLE tournament_events (
    log                INTEGER NOT NULL REFERENCES tournaments (key),
    idx                INTEGER NOT NULL CHECK (idx >= 0),
    v                  INTEGER NOT NULL CHECK (v BETWEEN 1 AND 255),
    prev               BLOB    NOT NULL CHECK (length(prev) = 32),
    at                 INTEGER NOT NULL, -- milliseconds since 1970-01-01T00:00:00Z
    kind               TEXT    NOT NULL CHECK (kind IN (
        'created', 'player-registered', 'player-withdrawn', 'round-paired', 'game-attached', 'game-concluded', 'ruling',
        'sealed',
        'player-returned', 'player-renamed', 'bye-requested', 'pairs-forbidden', 'table-set', 'round-taken-back',
        'paused', 'resumed', 'time-added'
    )),
    seat               INTEGER CHECK (seat IS NULL),
    payload_commitment BLOB    NOT NULL CHECK (length(payload_commitment) = 32),
    state_commitment   BLOB    CHECK (state_commitment IS NULL),
    hash               BLOB    NOT NULL CHECK (length(hash) = 32),
    payload            TEXT,
    idempotency_key    TEXT    CHECK (idempotency_key IS NULL),
    request            BLOB    CHECK (request IS NULL),
    PRIMARY KEY (log, idx)
) STRICT;

CREATE TRIGGER tournament_events_follow_the_head BEFORE INSERT ON tournament_events
WHEN new.idx IS NOT coalesce((SELECT max(idx) + 1 FROM tournament_events WHERE log = new.log), 0)
  OR new.prev IS NOT coalesce(
      (SELECT hash FROM tournament_events WHERE log = new.log AND idx = new.idx - 1), zeroblob(32))
BEGIN SELECT raise(ABORT, 'an event follows the last event of its log'); END;

CREATE TRIGGER tournament_events_are_never_changed BEFORE UPDATE ON tournament_events
BEGIN SELECT raise(ABORT, 'events are never changed'); END;

CREATE TRIGGER tournament_events_are_never_deleted BEFORE DELETE ON tournament_events
BEGIN SELECT raise(ABORT, 'events are never deleted'); END;

-- The tree over every concluded log (RFC 6962): its leaves, in the order in which the logs were concluded, and the hash
-- of every complete subtree, which never changes once it is there. A root or a proof is read from a few of them.
CREATE TABLE leaves (
    leaf_index INTEGER PRIMARY KEY CHECK (leaf_index >= 0),
    log        TEXT    NOT NULL CHECK (log IN ('game', 'tournament')),
    id         BLOB    NOT NULL UNIQUE CHECK (length(id) = 16),
    idx        INTEGER NOT NULL CHECK (idx >= 0),
    hash       BLOB    NOT NULL CHECK (length(hash) = 32)
) STRICT;

-- Also what keeps INSERT OR REPLACE from rewriting the tree.
CREATE TRIGGER leaves_follow_each_other BEFORE INSERT ON leaves
WHEN new.leaf_index IS NOT coalesce((SELECT max(leaf_index) + 1 FROM leaves), 0)
  OR EXISTS (SELECT 1 FROM leaves WHERE id = new.id)
BEGIN SELECT raise(ABORT, 'a log is in the tree once, behind the last leaf'); END;

CREATE TRIGGER leaves_are_never_changed BEFORE UPDATE ON leaves
BEGIN SELECT raise(ABORT, 'leaves are never changed'); END;

CREATE TRIGGER leaves_are_never_deleted BEFORE DELETE ON leaves
BEGIN SELECT raise(ABORT, 'leaves are never deleted'); END;

-- The number-th subtree from the left of those with 2^level leaves; at level 0, the hash of a leaf.
CREATE TABLE subtrees (
    level  INTEGER NOT NULL CHECK (level BETWEEN 0 AND 63),
    number INTEGER NOT NULL CHECK (number >= 0),
    hash   BLOB    NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (level, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER subtrees_follow_each_other BEFORE INSERT ON subtrees
WHEN new.number IS NOT coalesce((SELECT max(number) + 1 FROM subtrees WHERE level = new.level), 0)
BEGIN SELECT raise(ABORT, 'a subtree stands behind the last one of its level'); END;

CREATE TRIGGER subtrees_are_never_changed BEFORE UPDATE ON subtrees
BEGIN SELECT raise(ABORT, 'subtrees are never changed'); END;

CREATE TRIGGER subtrees_are_never_deleted BEFORE DELETE ON subtrees
BEGIN SELECT raise(ABORT, 'subtrees are never deleted'); END;

-- The receipt of the last event of every concluded log, as the key of that day signed it: a later key never signs it anew.
CREATE TABLE receipts (
    id         BLOB NOT NULL PRIMARY KEY REFERENCES leaves (id),
    receipt    TEXT NOT NULL,
    public_key TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What keeps INSERT OR REPLACE from rewriting a receipt.
CREATE TRIGGER receipts_are_there_once BEFORE INSERT ON receipts WHEN EXISTS (SELECT 1 FROM receipts WHERE id = new.id)
BEGIN SELECT raise(ABORT, 'a log has one receipt'); END;

CREATE TRIGGER receipts_are_never_changed BEFORE UPDATE ON receipts
BEGIN SELECT raise(ABORT, 'receipts are never changed'); END;

CREATE TRIGGER receipts_are_never_deleted BEFORE DELETE ON receipts
BEGIN SELECT raise(ABORT, 'receipts are never deleted'); END;
