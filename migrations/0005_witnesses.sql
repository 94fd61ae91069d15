-- What stands in the file once, and in no log, gets a second witness, which tells what was damaged.

-- The hash of a token has only itself. What is indexed stands in the file twice, and a check holds the two against each
-- other.
CREATE INDEX seats_by_token ON seats (token);
CREATE INDEX tournaments_by_organiser ON tournaments (organiser) WHERE organiser IS NOT NULL;

-- An outcome follows from the log, but a listing replays none: SHA-256 of its text.
CREATE TABLE outcomes (
    game BLOB NOT NULL PRIMARY KEY REFERENCES games (id),
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER outcomes_are_never_changed BEFORE UPDATE ON outcomes
BEGIN SELECT raise(ABORT, 'outcomes are never changed'); END;

CREATE TRIGGER outcomes_are_never_deleted BEFORE DELETE ON outcomes
BEGIN SELECT raise(ABORT, 'outcomes are never deleted'); END;
