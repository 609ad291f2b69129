//! Players for Alhambra that see no more than a person in their seat.
//!
//! A bot is asked with its [`Seen`] of the game and the list of what it may do, and answers with one of these actions. Here is one
//! of thirty lines, which plays a whole game against dice:
//!
//! ```
//! use alhambra_bots::{Bot, BotError, NoAction, Random, Seen};
//! use alhambra_engine::{Action, Ruleset, Seed, State, View};
//!
//! /// Builds where its wall grows longest, pays exactly where it can, and else takes as much money as it can.
//! struct Mason;
//!
//! impl Mason {
//!     fn worth(view: &View, action: &Action) -> Option<u32> {
//!         let me = view.me()?;
//!         match *action {
//!             Action::Build { tile, cell } => {
//!                 let mut city = me.city;
//!                 city.build(tile, me.edges_of(tile), cell);
//!                 Some(100 + u32::from(city.longest_wall(tile.part())))
//!             }
//!             Action::Buy { tile, payment } => Some(if view.asked(tile)?.price == payment.total() { 90 } else { 20 }),
//!             Action::Take { cards } => Some(30 + u32::from(cards.total())),
//!             _ => Some(0),
//!         }
//!     }
//! }
//!
//! impl Bot for Mason {
//!     fn name(&self) -> String {
//!         "mason".to_owned()
//!     }
//!
//!     fn choose(&mut self, seen: &Seen<'_>, legal: &[Action]) -> Result<Action, BotError> {
//!         let view = seen.view();
//!         let best = legal.iter().max_by_key(|it| Mason::worth(&view, it));
//!         Ok(*best.ok_or(NoAction { seat: seen.seat() })?)
//!     }
//! }
//!
//! let mut bots: [Box<dyn Bot>; 2] = [Box::new(Mason), Box::new(Random::new(Seed::from_number(1)))];
//! let mut game = State::new(Ruleset::alhambra(2), Seed::from_number(7))?;
//! while let Some(seat) = game.to_act() {
//!     let action = bots[seat.index()].choose(&Seen::by(&game, seat), &game.legal_actions())?;
//!     game.apply(seat, action)?;
//! }
//! assert!(game.players[0].score > game.players[1].score);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Registry`] and [`arena`] let it play against the others: `cargo run --release --example your_own_bot`. [`Kind`] names those
//! that are here, [`advise`] says for anybody's decision which actions are worth considering, and why.
//!
//! The feature `serde` lets advice and the results of an arena be serialized, the feature `schema` adds the shape of advice as
//! a JSON schema.

#![forbid(unsafe_code)]

mod advice;
mod amateur;
pub mod analysis;
// An arena plays on threads and by the clock of the system, and a browser lends neither.
#[cfg(not(target_family = "wasm"))]
pub mod arena;
mod bot;
mod budget;
mod evaluation;
mod greedy;
mod kind;
mod random;
mod reason;
mod recall;
mod registry;
mod search;
mod seed;
mod seen;
pub mod sources;

pub use advice::{Advice, Question, advise};
pub use amateur::{Amateur, Temper};
pub use bot::{Bot, BotError, Failure, FailureKind, NoAction};
#[cfg(not(target_family = "wasm"))]
pub use budget::SystemClock;
pub use budget::{Budget, Clock, Means, NoBudget, StoppedClock};
pub use evaluation::{ValueFunctions, Weights};
pub use greedy::Greedy;
pub use kind::{Kind, UnknownBot};
pub use random::Random;
pub use reason::Reason;
pub use recall::Recall;
pub use registry::{BadName, Entrant, Registry};
pub use search::{Search, TrainingGame, Traits, ValueFunction, prospects};
pub use seed::{bot_seed, game_seed};
pub use seen::Seen;
