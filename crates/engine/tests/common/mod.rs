//! What several tests share: dice, scenes drawn from text, and judges that know nothing of the engine's shortcuts.
#![allow(dead_code, unused_imports, reason = "every test takes what it needs")]

mod dice;
mod granada;
mod judge;
mod scene;

pub(crate) use dice::{Dice, Style, in_parallel, random_game};
pub(crate) use granada::{Town, awards, check_marker, city_from, listed, parity, squares, stretches};
pub(crate) use judge::{broken, longest_trail, lying};
pub(crate) use scene::{Scene, check_ok, check_refused, city, legal, names, play, read, scores, words};
