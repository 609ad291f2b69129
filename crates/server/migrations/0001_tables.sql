-- One file for both databases: only TEXT and BIGINT, which SQLite and PostgreSQL both know.

-- Small things that belong to the server itself, such as the key that signs cookies.
CREATE TABLE facts (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- A table: its sheet is JSON, the columns beside it are those that lists are made from.
CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    status TEXT NOT NULL,
    finished_at BIGINT,
    sheet TEXT NOT NULL,
    -- What came of the game, written once when it ends.
    result TEXT
);
CREATE INDEX tables_by_status ON tables (status);

-- Who has a seat where, to find everybody's games.
CREATE TABLE holders (
    game TEXT NOT NULL,
    seat BIGINT NOT NULL,
    person TEXT NOT NULL,
    finished_at BIGINT,
    PRIMARY KEY (game, seat)
);
CREATE INDEX holders_by_person ON holders (person, finished_at);

-- The log, only ever appended to: the key makes a lost race an error and never a lost move.
CREATE TABLE entries (
    game TEXT NOT NULL,
    seq BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    -- The action in the notation, or `undo` and the number of the entry that is taken back.
    what TEXT NOT NULL,
    at BIGINT NOT NULL,
    -- Milliseconds of the seat's clock that it took.
    used BIGINT NOT NULL,
    hinted BIGINT NOT NULL,
    PRIMARY KEY (game, seq)
);

-- When the server was down, so that nobody's clock runs meanwhile.
CREATE TABLE downtimes (
    since BIGINT NOT NULL PRIMARY KEY,
    until BIGINT NOT NULL
);
