//! The rules of Alhambra: pure, deterministic, fast.
//!
//! A [`State`] is a whole game at one moment. [`State::legal_actions`] lists what the player to act may do,
//! [`State::apply`] does it and everything that follows by itself, and [`State::check`] says why something can't be done.

#![forbid(unsafe_code)]

pub mod action;
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

pub use action::{Action, Refusal};
pub use aim::Aim;
pub use city::{Broken, City};
pub use event::{Event, Witness};
pub use rng::{Rng, Seed};
pub use ruleset::{Ending, Game, Objection, Ruleset, Scoring, Unplayable};
pub use state::{Player, Seat, State, Step};
pub use view::View;
pub use visitor::Chooser;
