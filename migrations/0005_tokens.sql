-- A token's hash stands in no log that could tell a damaged one from a wrong token. What is indexed stands in the file
-- twice, and a check holds the two against each other.

CREATE INDEX seats_by_token ON seats (token);
CREATE INDEX tournaments_by_organiser ON tournaments (organiser) WHERE organiser IS NOT NULL;
