//! The server from outside: over real sockets and both databases.

#![forbid(unsafe_code)]

#[allow(dead_code, reason = "the example has a main of its own")]
#[path = "../../examples/bot.rs"]
mod bot;
#[allow(dead_code, reason = "the tests of the program need more of it")]
mod common;
mod errors;
mod games;
mod lessons;
mod reviews;
mod store;
mod tables;
