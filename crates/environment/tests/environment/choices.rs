//! The fixed action space: every legal action is reached by exactly one sequence of ids, and by no other.

use std::collections::BTreeSet;

use crate::common::{Dice, any_ruleset, in_parallel};
use alhambra_engine::{Action, Chooser, Ruleset, Seed, State};
use alhambra_environment::{Choice, id::Meaning, path};

/// Goes every way that the masks allow and collects where each ends.
fn leaves(state: &State, choice: &Choice, found: &mut Vec<Action>) {
    for &id in choice.next() {
        let mut further = choice.clone();
        match further.say(state, id) {
            Some(action) => {
                assert_eq!(path::action(further.said()), Some(action), "a path means its action");
                found.push(action);
            }
            None => leaves(state, &further, found),
        }
    }
}

/// Checks one position; positions with so many ways that going all of them would take minutes are gone at random.
fn check(state: &State, chooser: &mut Chooser) {
    let legal = state.legal_actions();
    let mut paths = BTreeSet::new();
    for action in &legal {
        let path = path::of(action);
        assert_eq!(path::action(&path), Some(*action), "{action} comes back from its path");
        assert!(paths.insert(path.to_vec()), "{action} has a path of its own");
    }
    let mut choice = Choice::default();
    choice.begin(state, chooser);
    if legal.len() > 400 {
        // Every one is led to by saying its ids, of which some follow by themselves.
        for action in legal.iter().step_by(legal.len() / 40) {
            let mut choice = choice.clone();
            let path = path::of(action);
            let said = loop {
                let id = path[choice.said().len()];
                assert!(choice.allows(id), "{action}: {:?} can be said", Meaning::of(id));
                if let Some(said) = choice.say(state, id) {
                    break said;
                }
            };
            assert_eq!(said, *action);
        }
        return;
    }
    let mut found = Vec::new();
    leaves(state, &choice, &mut found);
    let (n_found, found): (usize, BTreeSet<Action>) = (found.len(), found.into_iter().collect());
    assert_eq!(n_found, found.len(), "{}: no action is reached twice", state.ruleset);
    assert_eq!(found, legal.into_iter().collect(), "{}: all legal actions and no others are reached", state.ruleset);
}

/// Plays random games by ids and checks every `every`-th position of each; says how many were.
fn check_games(games: std::ops::Range<u64>, every: usize) -> usize {
    let n_checked = std::sync::atomic::AtomicUsize::new(0);
    let first = games.start;
    in_parallel(games.end - games.start, |number| {
        let number = first + number;
        let ruleset: Ruleset = any_ruleset(number);
        let mut state = State::new(ruleset, Seed::from_number(number)).unwrap();
        let (mut chooser, mut choice) = (Chooser::default(), Choice::default());
        let mut dice = Dice::new(number);
        let mut n = number as usize;
        while state.to_act().is_some() {
            if n.is_multiple_of(every) {
                check(&state, &mut chooser);
                n_checked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            }
            n += 1;
            choice.begin(&state, &mut chooser);
            let action = loop {
                let id = dice.one_of(choice.next());
                if let Some(action) = choice.say(&state, id) {
                    break action;
                }
            };
            // Checked by the rules themselves, whatever was listed.
            let seat = state.to_act().unwrap();
            state.apply(seat, action).unwrap();
        }
    });
    n_checked.into_inner()
}

#[test]
fn ids_and_legal_actions_are_the_same_thing() {
    let n_checked = check_games(0..48, 8);
    assert!(n_checked > 1_500, "{n_checked} positions are too few");
}

#[test]
#[ignore = "long; part of the soak"]
fn ids_and_legal_actions_are_the_same_thing_in_a_hundred_thousand_positions() {
    let n_checked = check_games(1_000..2_200, 4);
    assert!(n_checked > 100_000, "{n_checked} positions are too few");
}

#[test]
fn nonsense_is_no_path() {
    for path in [&[][..], &[0], &[0, 0], &[21], &[20, 20], &[9_999], &[2, 100], &[0, 21]] {
        assert_eq!(path::action(path), None, "{path:?}");
    }
}
