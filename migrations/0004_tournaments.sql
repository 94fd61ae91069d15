-- Tournaments and their logs. Everything in them is public, so there are no seeds; seats and states stay empty.

CREATE TABLE tournaments (
    key       INTEGER PRIMARY KEY,
    id        BLOB    NOT NULL UNIQUE CHECK (length(id) = 16),
    organiser BLOB    CHECK (length(organiser) = 32),
    sealed    INTEGER NOT NULL DEFAULT 0 CHECK (sealed IN (0, 1))
) STRICT;

CREATE INDEX tournaments_by_status ON tournaments (sealed, id);

-- The columns of `events`, so that one statement serves both.
CREATE TABLE tournament_events (
    log                INTEGER NOT NULL REFERENCES tournaments (key),
    idx                INTEGER NOT NULL CHECK (idx >= 0),
    v                  INTEGER NOT NULL CHECK (v BETWEEN 1 AND 255),
    prev               BLOB    NOT NULL CHECK (length(prev) = 32),
    at                 INTEGER NOT NULL, -- milliseconds since 1970-01-01T00:00:00Z
    kind               TEXT    NOT NULL CHECK (kind IN (
        'created', 'player-registered', 'player-withdrawn', 'round-paired', 'game-attached', 'game-concluded', 'ruling',
        'sealed'
    )),
    seat               INTEGER CHECK (seat IS NULL),
    payload_commitment BLOB    NOT NULL CHECK (length(payload_commitment) = 32),
    state_commitment   BLOB    CHECK (state_commitment IS NULL),
    hash               BLOB    NOT NULL CHECK (length(hash) = 32),
    payload            TEXT    NOT NULL,
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

CREATE TRIGGER tournaments_are_never_deleted BEFORE DELETE ON tournaments
BEGIN SELECT raise(ABORT, 'tournaments are never deleted'); END;

CREATE TRIGGER tournaments_keep_what_they_were_created_with BEFORE UPDATE OF key, id, organiser ON tournaments
BEGIN SELECT raise(ABORT, 'a tournament keeps its organiser'); END;

CREATE TRIGGER tournaments_once_sealed_never_change BEFORE UPDATE ON tournaments WHEN old.sealed = 1
BEGIN SELECT raise(ABORT, 'a sealed tournament never changes'); END;
