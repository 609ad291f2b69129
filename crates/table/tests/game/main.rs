//! The game as people at a table see it, in random games of everything that can be played.

mod common;
mod effects;
mod facts;
mod messages;
mod options;
mod payments;
mod replay;
mod standing;
mod table;
