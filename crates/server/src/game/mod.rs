//! What a game looks like from a seat: pure functions over a state that the rooms call.
