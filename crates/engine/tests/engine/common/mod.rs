//! What several tests share: dice, rulesets, scenes drawn from text, laws, and judges that know nothing of the engine's
//! shortcuts.

mod course;
mod dice;
pub(crate) mod encloser;
mod grower;
mod judge;
#[path = "../../../../../fuzz/laws/lib.rs"]
pub(crate) mod laws;
mod rulesets;
mod scene;
mod twins;

pub(crate) use course::{
    awards, begun, check_marker, check_ok, check_refused, city, city_from, counts, course, display, legal, listed,
    market, names, now, parity, play, play_unchecked, read, reserve, scores, sheet, squares, stretches, words,
};
pub(crate) use dice::{Dice, Style, in_parallel, random_game};
pub(crate) use grower::Grower;
pub(crate) use judge::{broken, longest_together, longest_trail, lying};
pub(crate) use rulesets::{any_ruleset, granada, module_set};
pub(crate) use scene::Scene;
pub(crate) use twins::{mix_hands, mix_secrets, twin};
