//! Random games: whatever is done, the rules hold after every action and the game comes to its end.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{
    Dice, any_ruleset,
    encloser::{Plan, is_enclosed},
    in_parallel, laws,
};
use alhambra_engine::{
    Decision, Game, Ruleset, Seed, State, invariants,
    modules::{Module, ModuleSet, street_trader},
};

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
    let mut state = State::new(ruleset, Seed::from_number(number)).unwrap();
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
        state.legal_actions_into(&mut actions);
        let action = dice.one_of(&actions);
        if let Err(refusal) = state.apply(state.to_act().unwrap(), action) {
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

/// Plays a random game; whoever has to decide always has a legal action.
fn play_decidable(ruleset: Ruleset, number: u64) {
    let mut state = State::new(ruleset, Seed::from_number(number)).unwrap();
    let mut dice = Dice::new(number);
    let mut actions = Vec::new();
    for _ in 0..20_000 {
        state.legal_actions_into(&mut actions);
        laws::decidable(&state, &actions);
        if state.is_over() {
            return;
        }
        state.apply_unchecked(dice.one_of(&actions));
    }
    panic!("{ruleset}, game {number} does not end");
}

/// Plays a game of somebody who closes the own city in; says whether there was no cell for the trader.
///
/// One action of twelve is a mistake, so that what comes before and after it differs from game to game. With every module
/// but bazaars and falconers, each now and then.
fn play_enclosed(number: u64) -> bool {
    let plan = if number.is_multiple_of(16) { Plan::Arms } else { Plan::Sticks };
    let joining = [Module::Vizier, Module::Bureaux, Module::BonusCards, Module::Huts, Module::Thieves, Module::Change];
    let mut modules = ModuleSet::NONE.with(Module::StreetTrader).with(Module::Camps).with(Module::Walls);
    for (i, module) in joining.into_iter().enumerate() {
        if (number / 3) >> i & 1 != 0 && number.is_multiple_of(3) {
            modules = modules.with(module);
        }
    }
    let ruleset = Ruleset { modules, ..Ruleset::alhambra(2 + (number % 3) as u8) };
    let mut state = State::new(ruleset, Seed::from_number(number)).unwrap();
    let mut dice = Dice::new(number);
    let mut actions = Vec::new();
    let mut enclosed = false;
    for _ in 0..20_000 {
        state.legal_actions_into(&mut actions);
        laws::decidable(&state, &actions);
        let Some(seat) = state.to_act() else { return enclosed };
        if let Some(Decision::Turn { first: true, .. }) = state.decision() {
            // M-TRD-3, M-TRD-6: between turns no trader is left aside that could be laid.
            assert!(!state.players.iter().any(street_trader::can_be_laid), "{ruleset}, game {number}");
            if is_enclosed(&state) && !enclosed {
                invariants::check(&state).unwrap_or_else(|it| panic!("{ruleset}, game {number}: {it}"));
                enclosed = true;
            }
        }
        let planned = plan.choose(&state, seat, &actions, |n| dice.below(n));
        let action = if dice.below(12) == 0 { dice.one_of(&actions) } else { planned.unwrap() };
        if let Err(refusal) = state.apply(seat, action) {
            panic!("{ruleset}, game {number}: {action} is listed and refused: {refusal}");
        }
    }
    panic!("{ruleset}, game {number} does not end");
}

/// How many of these games left a trader without a cell.
fn n_enclosed(n_games: u64) -> usize {
    let n = AtomicUsize::new(0);
    in_parallel(n_games, |number| {
        n.fetch_add(play_enclosed(number).into(), Ordering::Relaxed);
    });
    n.into_inner()
}

#[test]
fn m_trd_3_enclosed_games_come_to_the_end() {
    let n = n_enclosed(120);
    assert!(n >= 3, "only {n} games left no cell for a trader");
}

#[test]
fn whoever_has_to_decide_can() {
    in_parallel(400, |number| play_decidable(any_ruleset(number), number));
}

#[test]
#[ignore = "long; part of the soak"]
fn whoever_has_to_decide_can_in_a_hundred_thousand_games() {
    in_parallel(100_000, |number| play_decidable(any_ruleset(number), number));
}

#[test]
#[ignore = "long; part of the soak"]
fn m_trd_3_enclosed_games_by_the_thousand() {
    let n = n_enclosed(6_000);
    println!("{n} of 6000 games left no cell for a trader");
    assert!(n >= 100, "only {n} games left no cell for a trader");
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
