//! Alhambra for learners: a fixed action space, observations as numbers, and many games stepped at once.
//!
//! A learner chooses numbers below [`id::N`], the same for all rulesets. A decision may take several of them (what to do, then
//! with which tile, money and cell): [`Choice`] says which come next and which [`Action`](alhambra_engine::Action) they make up.
//! [`observation`] turns what a seat sees into bytes, [`planes`] into pictures of the palaces, and a [`Batch`] plays thousands
//! of games side by side.
//!
//! ```
//! use alhambra_engine::{Ruleset, Seed};
//! use alhambra_environment::{Episode, observation};
//!
//! let mut game = Episode::new(Ruleset::alhambra(3), Seed::from_number(7))?;
//! let mut row = vec![0; observation::LEN];
//! while let Some(seat) = game.to_act() {
//!     game.observe(seat, &mut row);
//!     let id = game.legal_ids()[0];
//!     game.step(id)?;
//! }
//! assert!(game.returns().iter().sum::<f64>().abs() < 1e-9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod batch;
pub mod choice;
pub mod episode;
pub mod id;
pub mod observation;
pub mod path;
pub mod planes;

pub use batch::Batch;
pub use choice::Choice;
pub use episode::{Episode, IllegalId};
pub use id::Id;
pub use path::Path;
