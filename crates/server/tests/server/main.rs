//! The server from outside: over real sockets and both databases.

#![forbid(unsafe_code)]

mod absence;
#[allow(dead_code, reason = "the example has a main of its own")]
#[path = "../../examples/bot.rs"]
mod bot;
mod common;
mod described;
mod errors;
mod faults;
mod games;
mod headers;
mod help;
mod player;
mod postgres;
mod store;
mod tables;
mod taking_back;
