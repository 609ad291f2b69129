//! The legal actions as programs are told them.

use alhambra_engine::Action;

/// How many are told.
const N_LISTED: usize = 2000;

/// The actions in the notation, and whether there are more than are told.
pub fn listing(legal: &[Action]) -> (Vec<String>, bool) {
    (legal.iter().take(N_LISTED).map(super::notation).collect(), legal.len() > N_LISTED)
}
