//! Perft: counting every way a game can go on, to compare engines and find mistakes.
//!
//! The counts in `tests/engine/perft.txt` are cross-checked by brute force, which offers every conceivable action to
//! [`State::check`] and lists nothing.

use crate::{action::Action, state::State};

/// The number of sequences of `depth` legal actions; a game that is over ends its sequence.
pub fn perft(state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let actions = state.legal_actions();
    if depth == 1 {
        return actions.len() as u64;
    }
    actions.iter().map(|&action| perft(&after(state, action), depth - 1)).sum()
}

/// The count of each first action.
pub fn divide(state: &State, depth: u32) -> Vec<(Action, u64)> {
    state
        .legal_actions()
        .into_iter()
        .map(|action| (action, perft(&after(state, action), depth.saturating_sub(1))))
        .collect()
}

fn after(state: &State, action: Action) -> State {
    let mut state = state.clone();
    state.apply_unchecked(action);
    state
}
