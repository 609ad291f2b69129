//! Tables of Alhambra for people and bots over a network.

#![forbid(unsafe_code)]

pub mod game;
