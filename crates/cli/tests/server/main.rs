//! The real program from outside: killed, attacked, without a disk, and looked after.

#![forbid(unsafe_code)]

#[allow(dead_code, reason = "the tests of the server need more of it")]
#[path = "../../../server/tests/server/common.rs"]
mod common;
mod crash;
mod database;
mod disk;
mod faults;
mod hostile;
mod house;
mod operations;
mod people;
mod player;
#[path = "../../../server/tests/server/postgres.rs"]
mod postgres;
mod proxy;
mod secrets;
mod supervised;
