//! Random games: whatever is done, the rules hold after every action and the game comes to its end.

mod common;

use alhambra_engine::{Ruleset, Seed, State, invariants};

/// Plays a random game and checks everything after every action.
fn play(ruleset: Ruleset, number: u64) {
    let mut state = State::new(ruleset, Seed::from_number(number), &mut ()).unwrap();
    let mut dice = common::Dice::new(number);
    let mut actions = Vec::new();
    for n in 0.. {
        if let Err(violation) = invariants::check(&state) {
            panic!("{ruleset}, game {number}, after {n} actions: {violation}");
        }
        if state.is_over() {
            return;
        }
        assert!(n < 5_000, "{ruleset}, game {number} does not end");
        state.legal_actions(&mut actions);
        let action = actions[dice.below(actions.len())];
        if let Err(refusal) = state.apply(state.to_act().unwrap(), action, &mut ()) {
            panic!("{ruleset}, game {number}: {action} is listed and refused: {refusal}");
        }
    }
}

#[test]
fn two_to_six_players_come_to_the_end() {
    for players in 2..=6 {
        (0..60).for_each(|number| play(Ruleset::alhambra(players), number));
    }
}

#[test]
#[ignore = "long; part of the soak"]
fn a_hundred_thousand_games_hold_every_rule() {
    common::in_parallel(100_000, |number| play(Ruleset::alhambra(2 + (number % 5) as u8), number));
}
