//! The server from outside: over real sockets and both databases.

#![forbid(unsafe_code)]

mod absence;
#[allow(dead_code, reason = "the example has a main of its own")]
#[path = "../../examples/bot.rs"]
mod bot;
#[allow(dead_code, reason = "the tests of the program need more of it")]
mod common;
mod counted;
mod described;
mod errors;
mod fairness;
mod faults;
mod games;
mod headers;
mod help;
mod lessons;
mod limits;
mod order;
mod player;
#[allow(dead_code, reason = "the tests of the program need more of it")]
mod postgres;
mod previews;
mod reviews;
mod seats;
mod store;
mod tables;
mod taking_back;
mod time;
mod tokens;
