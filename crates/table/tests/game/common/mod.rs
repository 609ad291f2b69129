//! Dice, rulesets and twins are those of the engine's tests.
#![allow(dead_code, unused_imports, reason = "the engine's tests need more of it, and not everybody here needs all")]

#[path = "../../../../engine/tests/engine/common/dice.rs"]
mod dice;
#[path = "../../../../engine/tests/engine/common/rulesets.rs"]
mod rulesets;
#[path = "../../../../engine/tests/engine/common/twins.rs"]
mod twins;

pub(crate) use dice::{Dice, Style, in_parallel, random_game};
pub(crate) use rulesets::any_ruleset;
pub(crate) use twins::{mix_hands, mix_secrets, twin};
