//! The rules of *The Palace of Alhambra*, *Granada*, both combined and eleven modules: exact, deterministic, fast.
//!
//! ```text
//!  Ruleset + Seed ──► State ──legal_actions──► [Action] ──apply──► State …     the same on every machine
//!                       │                         ▲
//!                       │ View::of(seat)          │ chosen by a person, a bot, or dice
//!                       ▼                         │
//!                     View ──legal_actions────────┘    nothing in it that the seat may not know
//!                       │
//!                       └──determinize──► a State that could lie behind it, for search
//! ```
//!
//! A whole game, with players who do anything that is allowed:
//!
//! ```
//! use alhambra_engine::{Rng, Seed, State};
//!
//! // Three players, two modules: everybody with this seed sees the same game.
//! let mut game = State::new("alhambra 3 vizier camps".parse()?, Seed::from_number(7))?;
//! let mut dice = Rng::new(Seed::from_number(1));
//! while let Some(seat) = game.to_act() {
//!     let actions = game.legal_actions();
//!     game.apply(seat, actions[dice.below(actions.len())])?;
//! }
//! assert!(game.is_over());
//! println!("seat {} wins", game.winners()[0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Five words
//!
//! - A [`State`] is a whole game at one moment. [`State::legal_actions`] lists what the player to act may do,
//!   [`State::apply`] does it with everything that follows by itself, and [`State::check`] says why something can't be done.
//! - An [`Action`] is one decision of one player. It prints and parses (`buy P4es fl4`), and so does everything else:
//!   see [`notation`].
//! - An [`Event`] is one thing that happened; [`State::apply_with`] tells a [`Witness`], and [`Event::seen_by`] leaves out
//!   what a seat may not know.
//! - A [`View`] is what one seat sees. Bots and clients get nothing else.
//! - A [`City`] is what a player has built. It says where tiles fit, which [building rules](Broken) a placement breaks, and how
//!   long its wall is.
//!
//! # A palace on a drawing
//!
//! What can't be built is refused with every rule that it breaks, and a wall is as long as its longest unbroken stretch:
//!
//! ```
//! use alhambra_engine::{Broken, material::{Cell, Part, Tile}, notation::parse_city};
//!
//! let palace = parse_city("
//! +----+    +    +
//! |T9   @    P4  |
//! +    +    +----+
//! ")?;
//! // Two sides, a gap, two sides.
//! assert_eq!(palace.longest_wall(Part::Alhambra), 2);
//!
//! let seraglio: Tile = "S6es".parse()?;
//! let broken = palace.broken_by(seraglio, seraglio.edges(), Cell { x: 0, y: -1 });
//! assert_eq!(broken, Broken::WALL_MISMATCH | Broken::NOT_ON_FOOT);
//! assert_eq!(broken.to_string(), "a wall meets an open side, not reachable on foot");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to go next
//!
//! `cargo run --example random_game` prints a game, `--example statistics` plays thousands. [`notation::Record`] replays
//! recorded games, [`determinize`](determinize::determinize) imagines what is hidden, [`Chooser`] plays random games without
//! listing actions, [`perft`](perft::perft) and [`invariants::check`] are for those who change the rules. The crate
//! `alhambra-bots` has players.
//!
//! The feature `serde` lets views, events, actions and all they are made of be serialized, the feature `schema` adds their
//! shapes as JSON schemas.

#![forbid(unsafe_code)]
// Floats round differently from machine to machine, also where no type is written; what happens is told by events.
#![warn(clippy::float_arithmetic, clippy::print_stdout, clippy::print_stderr)]

pub mod action;
pub mod agenda;
mod aim;
mod apply;
mod bits;
pub mod citation;
pub mod city;
pub mod determinize;
pub mod dirk;
mod endgame;
pub mod event;
pub mod fairness;
pub mod granada;
pub mod invariants;
mod legal;
pub mod list;
mod market;
pub mod material;
pub mod modules;
mod money;
pub mod notation;
pub mod payment;
pub mod perft;
mod placement;
mod redesign;
pub mod rng;
pub mod ruleset;
#[cfg(feature = "schema")]
mod schema;
pub mod scoring;
mod setup;
pub mod state;
mod turn;
pub mod view;
mod visitor;
mod wall;

pub use action::{Action, ActionKind, ActionKinds, Refusal};
pub use agenda::{Auto, Decision, Step};
pub use aim::Aim;
pub use city::{Broken, City};
pub use event::{Event, Witness};
pub use rng::{Rng, Seed};
pub use ruleset::{Ending, Game, Objection, Ruleset, Scoring, Unplayable};
pub use state::{Player, Seat, State};
pub use view::View;
pub use visitor::Chooser;
