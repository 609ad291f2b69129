//! Allocations: once a game is set up, playing it asks the system for no memory.

use crate::common::any_ruleset;
use alhambra_engine::{Chooser, Ruleset, Seed, State, modules::ModuleSet, rng::Rng};
use allocation_counter::measure;

/// Plays at random to the end; the list of actions is used again and again, also to choose without listing all.
fn play(state: &mut State, choices: &mut Rng, chooser: &mut Chooser) -> u64 {
    let mut n_actions = 0;
    while !state.is_over() {
        chooser.legal_actions(state);
        let action = state.choose(chooser, |n| choices.below(n)).unwrap();
        state.apply_unchecked(action);
        n_actions += 1;
    }
    n_actions
}

#[test]
fn a_playout_does_not_allocate() {
    for number in 0..40 {
        let ruleset = any_ruleset(number);
        let mut state = State::new(ruleset, Seed::from_number(number)).unwrap();
        let mut choices = Rng::new(Seed::from_number(number));
        let mut chooser = Chooser::with_capacity(1 << 16);
        let mut n_actions = 0;
        let used = measure(|| n_actions = play(&mut state, &mut choices, &mut chooser));
        assert!(n_actions > 50);
        // Dealing thieves and scoring bazaars make small lists, a few times a game.
        let at_most = if ruleset.modules == ModuleSet::NONE { 0 } else { 20 };
        assert!(used.count_total <= at_most, "{ruleset}, game {number}: {} for {n_actions} actions", used.count_total);
    }
}

#[test]
fn a_copy_of_a_game_asks_for_the_players_alone() {
    let mut state = State::new(Ruleset::alhambra(4), Seed::from_number(1)).unwrap();
    let original = state.clone();
    play(&mut state, &mut Rng::new(Seed::from_number(1)), &mut Chooser::default());
    let used = measure(|| state.clone_from(&original));
    assert!(used.count_total <= 1);
}
