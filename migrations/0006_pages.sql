-- A page of games of one ruleset and one status is read in order as well, however few of its games have that status.

CREATE INDEX games_by_ruleset_and_status ON games (ruleset, status, id);
