//! Allocations: once a game is set up, playing it asks the system for no memory.

use alhambra_engine::{Action, Ruleset, Seed, State, rng::Rng};
use allocation_counter::measure;

/// Plays at random to the end; the list of actions is used again and again.
fn play(state: &mut State, choices: &mut Rng, actions: &mut Vec<Action>) -> u64 {
    let mut n_actions = 0;
    while !state.is_over() {
        state.legal_actions(actions);
        let i = choices.stream(|it| it.below(actions.len() as u32)) as usize;
        state.apply_unchecked(actions[i], &mut ());
        n_actions += 1;
    }
    n_actions
}

#[test]
fn a_playout_does_not_allocate() {
    for players in 2..=6 {
        for number in 0..10 {
            let mut state = State::new(Ruleset::alhambra(players), Seed::from_number(number), &mut ()).unwrap();
            let mut choices = Rng::new(Seed::from_number(number));
            let mut actions = Vec::with_capacity(4096);
            let mut n_actions = 0;
            let used = measure(|| n_actions = play(&mut state, &mut choices, &mut actions));
            assert!(n_actions > 50);
            assert_eq!(used.count_total, 0, "{players} players, game {number}: {n_actions} actions");
        }
    }
}

#[test]
fn a_copy_of_a_game_does_not_allocate() {
    let mut state = State::new(Ruleset::alhambra(4), Seed::from_number(1), &mut ()).unwrap();
    let original = state.clone();
    play(&mut state, &mut Rng::new(Seed::from_number(1)), &mut Vec::new());
    let used = measure(|| state.clone_from(&original));
    assert_eq!(used.count_total, 0);
}
