//! Random games: whatever is done, the rules hold after every action and the game comes to its end.

use crate::common::{Dice, in_parallel};
use alhambra_engine::{Game, Ruleset, Seed, State, invariants};

/// After which actions everything is checked.
#[derive(Clone, Copy, PartialEq)]
enum Checks {
    /// Every one.
    All,
    /// Every seventh and the last twenty, which is quicker and misses little: a mistake seldom undoes itself.
    Some,
}

/// Plays a random game and checks that everything is in order on the way.
fn play(ruleset: Ruleset, number: u64, checks: Checks) {
    let mut state = State::new(ruleset, Seed::from_number(number), &mut ()).unwrap();
    let mut dice = Dice::new(number);
    let mut actions = Vec::new();
    // The states of the last twenty actions, of which nobody knows before that they are the last ones.
    let mut last: Vec<State> = Vec::new();
    let check = |state: &State, n: usize| {
        if let Err(violation) = invariants::check(state) {
            panic!("{ruleset}, game {number}, after {n} actions: {violation}");
        }
    };
    for n in 0..20_000 {
        if checks == Checks::All || n % 7 == 0 {
            check(&state, n);
        } else if last.len() < 20 {
            last.push(state.clone());
        } else {
            last[n % 20].clone_from(&state);
        }
        if state.is_over() {
            last.iter().chain([&state]).for_each(|it| check(it, n));
            return;
        }
        state.legal_actions(&mut actions);
        let action = dice.one_of(&actions);
        if let Err(refusal) = state.apply(state.to_act().unwrap(), action, &mut ()) {
            panic!("{ruleset}, game {number}: {action} is listed and refused: {refusal}");
        }
    }
    panic!("{ruleset}, game {number} does not end");
}

/// Granada or the combined game for two to six players.
fn granada(game: Game, number: u64) -> Ruleset {
    crate::common::granada(game, 2 + (number % 5) as u8, number / 5)
}

fn alhambra(players: u64, set: u64) -> Ruleset {
    Ruleset { modules: crate::common::module_set(set), ..Ruleset::alhambra(players as u8) }
}

#[test]
fn two_to_six_players_come_to_the_end() {
    in_parallel(300, |number| play(Ruleset::alhambra(2 + (number % 5) as u8), number, Checks::Some));
}

#[test]
fn every_module_set_comes_to_the_end() {
    // Every set once, with two to six players in turn; the soak plays all of them with every number of players.
    in_parallel(2_048, |set| play(alhambra(2 + set % 5, set), set, Checks::Some));
}

#[test]
fn granada_comes_to_the_end() {
    in_parallel(160, |number| play(granada(Game::Granada, number), number, Checks::Some));
}

#[test]
fn both_together_come_to_the_end() {
    in_parallel(160, |number| play(granada(Game::Both, number), number, Checks::Some));
}

#[test]
#[ignore = "long; part of the soak"]
fn a_hundred_thousand_games_hold_every_rule() {
    in_parallel(100_000, |number| play(Ruleset::alhambra(2 + (number % 5) as u8), number, Checks::All));
}

#[test]
#[ignore = "long; part of the soak"]
fn every_module_set_with_every_number_of_players() {
    in_parallel(5 * 2_048, |number| play(alhambra(2 + number / 2_048, number % 2_048), number, Checks::All));
}

#[test]
#[ignore = "long; part of the soak"]
fn twenty_thousand_games_of_granada_and_of_both() {
    in_parallel(20_000, |number| play(granada(Game::Granada, number), number, Checks::All));
    in_parallel(20_000, |number| play(granada(Game::Both, number), number, Checks::All));
}
