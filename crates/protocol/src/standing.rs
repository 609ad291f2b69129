//! Standing passes: answers between turns that depend on what lies open, never on a hand.

use alhambra_engine::material::{Building, CityKind, Currency};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a seat answers when asked for vizier and thieves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StandingPass {
    /// For the vizier's favour.
    pub vizier: Condition,
    /// For thieves.
    pub thieves: Condition,
    /// Whether it ends with the next scoring.
    #[serde(default)]
    pub until_scoring: bool,
}

/// When to be asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "when")]
pub enum Condition {
    /// Always.
    #[default]
    Ask,
    /// Never: always pass.
    Pass,
    /// Only if something like this lies open: for the vizier a tile on the market, for thieves a card in the display.
    Unless {
        /// Of one of these kinds; thieves take no heed of them.
        #[serde(default)]
        buildings: Vec<Building>,
        /// Of one of these kinds of Granada; of any kind at all if both lists are empty.
        #[serde(default)]
        granada: Vec<CityKind>,
        /// On a square of, or in, one of these currencies; any if empty.
        #[serde(default)]
        currencies: Vec<Currency>,
        /// With at least this price or value.
        #[serde(default)]
        at_least: u8,
        /// With at most this price or value.
        #[serde(default = "any_value")]
        at_most: u8,
    },
}

fn any_value() -> u8 {
    u8::MAX
}
