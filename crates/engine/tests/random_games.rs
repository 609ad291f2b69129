//! Random games: whatever is done, the rules hold after every action and the game comes to its end.

mod common;

use alhambra_engine::{
    Game, Ruleset, Scoring, Seed, State, invariants,
    modules::{Module, ModuleSet},
};
use common::{Dice, in_parallel};

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

/// The module set with this number, of all 2,048.
fn modules(number: u64) -> ModuleSet {
    Module::ALL.into_iter().enumerate().filter(|(i, _)| number >> i & 1 != 0).map(|(_, it)| it).collect()
}

/// Granada or the combined game, with every choice that they leave.
fn granada(game: Game, number: u64) -> Ruleset {
    let scoring = Scoring::ALL[(number / 5 % 2) as usize];
    let modules = [(1, Module::Vizier), (2, Module::Bureaux)].into_iter().filter(|it| number / 10 & it.0 != 0);
    Ruleset { game, scoring, players: 2 + (number % 5) as u8, modules: modules.map(|it| it.1).collect() }
}

fn alhambra(players: u64, set: u64) -> Ruleset {
    Ruleset { modules: modules(set), ..Ruleset::alhambra(players as u8) }
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
