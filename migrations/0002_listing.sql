-- What the listing filters by. Each index ends in the game's id, so that a page is read in order and never sorted.

CREATE INDEX games_by_ruleset ON games (ruleset, id);
CREATE INDEX games_by_status ON games (status, id);
CREATE INDEX games_by_tournament ON games (tournament, id) WHERE tournament IS NOT NULL;
CREATE INDEX seats_by_name ON seats (name, game);
