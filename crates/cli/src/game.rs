//! One game between bots, from the set-up to the end.

use alhambra_bots::{Bot, Seen};
use alhambra_engine::{Action, Objection, Ruleset, Seat, Seed, State, Witness};

/// Somebody who keeps what is worth keeping of a game.
pub(crate) trait Chronicle: Witness {
    /// Is shown the game after the set-up.
    fn set_up(&mut self, state: &State);

    /// Is shown the game after an action and all that followed from it.
    fn acted(&mut self, state: &State, seat: Seat, action: Action);
}

/// Plays a game to its end, or until so many actions are done; says how many were.
pub(crate) fn play<C: Chronicle>(
    ruleset: Ruleset,
    seed: Seed,
    bots: &mut [Box<dyn Bot>],
    max_actions: u32,
    legal: &mut Vec<Action>,
    chronicle: &mut C,
) -> Result<(State, u32), Vec<Objection>> {
    let mut state = State::new(ruleset, seed, chronicle)?;
    chronicle.set_up(&state);
    let mut n_actions = 0;
    while let Some(seat) = state.to_act()
        && n_actions < max_actions
    {
        state.legal_actions(legal);
        let action = bots[seat.index()].choose(&Seen::by(&state, seat), legal);
        debug_assert!(legal.contains(&action), "a bot chooses what is legal");
        state.apply_unchecked(action, chronicle);
        chronicle.acted(&state, seat, action);
        n_actions += 1;
    }
    Ok((state, n_actions))
}
