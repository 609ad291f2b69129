//! What the strongest bot would do, and why.

use alhambra_bots::Advice;
use schemars::JsonSchema;
use serde::Serialize;

/// The candidates for one decision, the best first.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Hint {
    /// The number of the update it belongs to.
    pub seq: u32,
    /// The candidates.
    pub candidates: Vec<Candidate>,
}

/// One thing that could be done.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Candidate {
    /// The action in the notation.
    pub notation: String,
    /// The action in parts, what it may bring, and why.
    #[serde(flatten)]
    pub advice: Advice,
}
