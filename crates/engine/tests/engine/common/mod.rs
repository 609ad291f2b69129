//! What several tests share: dice, rulesets, scenes drawn from text, laws, and judges that know nothing of the engine's
//! shortcuts.

mod dice;
pub(crate) mod encloser;
mod grower;
mod judge;
#[path = "../../../../../fuzz/laws/lib.rs"]
pub(crate) mod laws;
pub(crate) mod modules;
mod rulesets;
mod scene;
mod town;
mod twins;

pub(crate) use dice::{Dice, Style, in_parallel, random_game};
pub(crate) use grower::Grower;
pub(crate) use judge::{broken, longest_together, longest_trail, lying};
pub(crate) use rulesets::{any_ruleset, granada, module_set};
pub(crate) use scene::{Scene, check_ok, check_refused, city, legal, names, play, read, scores, words};
pub(crate) use town::{Town, awards, check_marker, city_from, listed, parity, squares, stretches};
pub(crate) use twins::{mix_hands, mix_secrets, twin};
