//! A game as people at a table have it: who sits there, what may be done and what it leads to, what was done and what of it
//! can be taken back.
//!
//! It speaks the protocol and knows no socket, no database, no clock and no source of randomness: times, codes and seeds are
//! handed in, so that the same table can live on a server, in a browser or in a terminal.

#![forbid(unsafe_code)]

#[cfg(test)]
#[path = "../tests/game/common/mod.rs"]
mod common;
pub mod game;
mod info;
pub mod log;
pub mod meta;
pub mod opening;
pub mod person;
pub mod record;
pub mod result;
pub mod review;
pub mod seating;
mod table;

pub use info::info;
pub use log::{Deed, GameLog, LogEntry, Proposed, ReplayError};
pub use meta::{Chair, Sitter, TableMeta};
pub use person::{Person, PersonId};
pub use table::{
    HintRequest, House, Input, Letter, Listing, Moment, Proposal, Question, Receipt, SEAT_ALONE, Scope, SeatLink,
    Table, Telling, Text, Thought, Visitor, Write, order, write,
};
