//! Players for Alhambra that see no more than a person in their seat.
//!
//! A bot is asked with its [`Seen`] of the game and the list of what it may do, and answers with one of these actions.
//! [`advise`] says for anybody's decision which actions are worth considering, and why.

#![forbid(unsafe_code)]

mod advice;
mod amateur;
pub mod arena;
mod bot;
mod budget;
mod greedy;
mod kind;
mod random;
mod reason;
mod recall;
mod registry;
mod search;
mod seed;
mod seen;

pub use advice::{Advice, Question, advise};
pub use amateur::{Amateur, Temper};
pub use bot::{Bot, BotError, Failure, FailureKind, NoAction};
pub use budget::{Budget, Clock, Means, NoBudget, SystemClock};
pub use greedy::{Greedy, ValueFunctions, Weights};
pub use kind::{Kind, UnknownBot};
pub use random::Random;
pub use reason::Reason;
pub use recall::Recall;
pub use registry::{BadName, Entrant, Registry};
pub use search::{Search, TrainingGame, Traits, ValueFunction, prospects};
pub use seed::{bot_seed, game_seed};
pub use seen::Seen;
