//! The server from outside: over real sockets and both databases.

#![forbid(unsafe_code)]

mod common;
mod errors;
mod games;
