//! Players for Alhambra that see no more than a person in their seat.
//!
//! A bot is asked with its [`Seen`] of the game and the list of what it may do, and answers with one of these actions.

#![forbid(unsafe_code)]

mod bot;
mod greedy;
mod kind;
mod random;
mod seed;
mod seen;

pub use bot::Bot;
pub use greedy::{Greedy, Weights};
pub use kind::{Kind, UnknownBot};
pub use random::Random;
pub use seed::bot_seed;
pub use seen::Seen;
