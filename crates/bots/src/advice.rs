//! Advice: the best actions, what they may bring, and why.

use alhambra_engine::{
    Action, Seat, Seed,
    material::{Building, Round, Tile},
};
use serde::Serialize;

use crate::{Bot as _, Budget, Greedy, Means, Recall, Seen};

/// One action worth considering.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Advice {
    /// What to do.
    pub action: Action,
    /// The final score to be expected.
    pub points: f64,
    /// How far ahead of the best of the others that is.
    pub margin: f64,
    /// How likely the game is won, from 0 to 1.
    pub win: f64,
    /// How much of the thinking went into it, from 0 to 1.
    pub weight: f64,
    /// What is to be said for it.
    pub reasons: Vec<Reason>,
}

/// What an action brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "reason")]
pub enum Reason {
    /// So many points more if that scoring came now.
    Points {
        /// The next scoring.
        round: Round,
        /// How many more, less if below zero.
        gained: i16,
    },
    /// The longest wall grows or shrinks.
    Wall {
        /// Its length before.
        from: u8,
        /// Its length after.
        to: u8,
    },
    /// Paid exactly: the turn goes on.
    ExtraAction,
    /// A better place in a kind of building.
    Majority {
        /// The kind.
        building: Building,
        /// The place before, from 1 on; none without a building.
        from: Option<u8>,
        /// The place after.
        to: u8,
    },
    /// Another one can no longer have this tile, who would have gained by it.
    Denial {
        /// Who.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// How many points it would have brought in the next scoring.
        points: i16,
    },
    /// More money.
    Money {
        /// How much.
        amount: u8,
    },
    /// This tile can then be paid exactly, if it is still there.
    ExactNext {
        /// The tile.
        tile: Tile,
    },
}

/// What advice is asked with.
pub struct Question<'a> {
    /// What is remembered of the hands of others.
    pub recall: &'a Recall,
    /// Where the luck of the games that are tried out comes from.
    pub seed: Seed,
    /// How long to think.
    pub budget: Budget,
    /// What to think with.
    pub means: &'a Means,
}

/// The actions worth considering for the seat that looks, the best one first.
pub fn advise(seen: &Seen<'_>, legal: &[Action], question: &Question<'_>) -> Vec<Advice> {
    let Question { recall: _, seed, budget: _, means: _ } = question;
    let action = Greedy::new(*seed).choose(seen, legal);
    vec![Advice { action, points: 0.0, margin: 0.0, win: 0.5, weight: 1.0, reasons: Vec::new() }]
}
