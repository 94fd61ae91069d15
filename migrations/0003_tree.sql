-- The tree over every concluded log (RFC 6962): its leaves, in the order in which the logs were concluded, and the hash
-- of every complete subtree, which never changes once it is there. A root or a proof is read from a few of them.

CREATE TABLE leaves (
    number INTEGER PRIMARY KEY CHECK (number >= 0),
    log    TEXT    NOT NULL CHECK (log IN ('game', 'tournament')),
    id     BLOB    NOT NULL UNIQUE CHECK (length(id) = 16),
    idx    INTEGER NOT NULL CHECK (idx >= 0),
    hash   BLOB    NOT NULL CHECK (length(hash) = 32)
) STRICT;

-- The number-th subtree from the left of those with 2^level leaves; at level 0, the hash of a leaf.
CREATE TABLE subtrees (
    level  INTEGER NOT NULL CHECK (level BETWEEN 0 AND 63),
    number INTEGER NOT NULL CHECK (number >= 0),
    hash   BLOB    NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (level, number)
) STRICT, WITHOUT ROWID;

-- Also what keeps INSERT OR REPLACE, which deletes without firing a trigger, from rewriting the tree.
CREATE TRIGGER leaves_follow_each_other BEFORE INSERT ON leaves
WHEN new.number IS NOT coalesce((SELECT max(number) + 1 FROM leaves), 0)
  OR EXISTS (SELECT 1 FROM leaves WHERE id = new.id)
BEGIN SELECT raise(ABORT, 'a log is in the tree once, behind the last leaf'); END;

CREATE TRIGGER leaves_are_never_changed BEFORE UPDATE ON leaves
BEGIN SELECT raise(ABORT, 'leaves are never changed'); END;

CREATE TRIGGER leaves_are_never_deleted BEFORE DELETE ON leaves
BEGIN SELECT raise(ABORT, 'leaves are never deleted'); END;

CREATE TRIGGER subtrees_follow_each_other BEFORE INSERT ON subtrees
WHEN new.number IS NOT coalesce((SELECT max(number) + 1 FROM subtrees WHERE level = new.level), 0)
BEGIN SELECT raise(ABORT, 'a subtree stands behind the last one of its level'); END;

CREATE TRIGGER subtrees_are_never_changed BEFORE UPDATE ON subtrees
BEGIN SELECT raise(ABORT, 'subtrees are never changed'); END;

CREATE TRIGGER subtrees_are_never_deleted BEFORE DELETE ON subtrees
BEGIN SELECT raise(ABORT, 'subtrees are never deleted'); END;
