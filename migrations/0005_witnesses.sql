-- What stands in the file once, and in no log, gets a second witness, which tells what was damaged.

-- The hash of a token has only itself. What is indexed stands in the file twice, and a check holds the two against each
-- other.
CREATE INDEX seats_by_token ON seats (token);
CREATE INDEX tournaments_by_organiser ON tournaments (organiser) WHERE organiser IS NOT NULL;

-- The outcome follows from the log, but a listing replays none: SHA-256 of the text beside it.
ALTER TABLE games ADD COLUMN outcome_hash BLOB CHECK (length(outcome_hash) = 32);

-- For as long as those that are there already get theirs.
DROP TRIGGER games_once_concluded_never_change;
