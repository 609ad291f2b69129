-- Whom the server answers nothing any more: an address, or a person.
CREATE TABLE bans (
    target TEXT NOT NULL PRIMARY KEY,
    since BIGINT NOT NULL
);

-- Names that whoever looks after the server gave to people, until they take others.
CREATE TABLE names (
    person TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL
);

-- People who shall get another name everywhere, or be forgotten if there is none; only rooms change tables, so the
-- server does it itself.
CREATE TABLE amendments (
    person TEXT NOT NULL PRIMARY KEY,
    name TEXT
);
