//! The server from outside: over real sockets and both databases.

#![forbid(unsafe_code)]

#[allow(dead_code, reason = "the example has a main of its own")]
#[path = "../../examples/bot.rs"]
mod bot;
mod common;
mod errors;
mod games;
mod lessons;
mod reviews;
mod store;
mod tables;
