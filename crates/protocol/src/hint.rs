//! What the strongest bot would do, and why.

use alhambra_engine::{Action, material::Building};
use schemars::JsonSchema;
use serde::Serialize;

/// The candidates for one decision, the best first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Hint {
    /// The number of the update it belongs to.
    pub seq: u32,
    /// The candidates.
    pub candidates: Vec<Candidate>,
}

/// One thing that could be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Candidate {
    /// The action in the notation.
    pub notation: String,
    /// The action in parts.
    pub action: Action,
    /// The chance to win, in thousandths.
    pub chance: u16,
    /// The points by which one is expected to be ahead of the best other in the end.
    pub margin: i16,
    /// What speaks for it.
    pub merits: Vec<Merit>,
}

/// What speaks for an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "merit")]
pub enum Merit {
    /// It is paid exactly: another action follows.
    ExtraAction,
    /// More points at the next scoring.
    Points {
        /// How many.
        points: i16,
    },
    /// The wall grows.
    Wall {
        /// Its length now.
        from: u8,
        /// Its length then.
        to: u8,
    },
    /// A majority is reached or held.
    Majority {
        /// Of this kind.
        building: Building,
    },
    /// Somebody else would have got it.
    Denial {
        /// Whom it would have helped.
        seat: u8,
    },
    /// Money for later.
    Money,
}
