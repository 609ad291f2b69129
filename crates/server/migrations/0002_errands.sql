-- Tables that whoever looks after the server wants closed; only their rooms change games, so the server does it itself.
CREATE TABLE errands (
    game TEXT NOT NULL PRIMARY KEY
);
