-- People who wanted to be forgotten, as digests of who they were: their cookies are no longer recognised.
CREATE TABLE forgotten (
    mark TEXT NOT NULL PRIMARY KEY
);
