//! Random games: whatever is done, the rules hold after every action and the game comes to its end.

mod common;

use alhambra_engine::{
    Game, Ruleset, Scoring, Seed, State, invariants,
    modules::{Module, ModuleSet},
};

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
        assert!(n < 20_000, "{ruleset}, game {number} does not end");
        state.legal_actions(&mut actions);
        let action = actions[dice.below(actions.len())];
        if let Err(refusal) = state.apply(state.to_act().unwrap(), action, &mut ()) {
            panic!("{ruleset}, game {number}: {action} is listed and refused: {refusal}");
        }
    }
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
    common::in_parallel(300, |number| play(Ruleset::alhambra(2 + (number % 5) as u8), number));
}

#[test]
fn every_module_set_comes_to_the_end() {
    // Every set once, with two to six players in turn; the soak plays all of them with every number of players.
    common::in_parallel(2_048, |set| play(alhambra(2 + set % 5, set), set));
}

#[test]
fn granada_comes_to_the_end() {
    common::in_parallel(160, |number| play(granada(Game::Granada, number), number));
}

#[test]
fn both_together_come_to_the_end() {
    common::in_parallel(160, |number| play(granada(Game::Both, number), number));
}

#[test]
#[ignore = "long; part of the soak"]
fn a_hundred_thousand_games_hold_every_rule() {
    common::in_parallel(100_000, |number| play(Ruleset::alhambra(2 + (number % 5) as u8), number));
}

#[test]
#[ignore = "long; part of the soak"]
fn every_module_set_with_every_number_of_players() {
    common::in_parallel(5 * 2_048, |number| play(alhambra(2 + number / 2_048, number % 2_048), number));
}

#[test]
#[ignore = "long; part of the soak"]
fn twenty_thousand_games_of_granada_and_of_both() {
    common::in_parallel(20_000, |number| play(granada(Game::Granada, number), number));
    common::in_parallel(20_000, |number| play(granada(Game::Both, number), number));
}
