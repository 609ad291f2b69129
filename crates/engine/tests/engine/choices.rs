//! Choosing: by its number every legal action can be had without listing the others.

use crate::common::{Dice, any_ruleset, in_parallel};
use alhambra_engine::{Action, Chooser, Seed, State};

/// Asks for an action by number, and requires that as many are offered as are listed.
fn chosen(state: &State, chooser: &mut Chooser, legal: &[Action], number: usize) -> Option<Action> {
    state.choose(chooser, |n| {
        assert_eq!(n, legal.len(), "so many can be chosen");
        number
    })
}

#[test]
fn every_number_chooses_the_action_that_is_listed_there() {
    in_parallel(400, |number| {
        let ruleset = any_ruleset(number);
        let mut state = State::new(ruleset, Seed::from_number(number), &mut ()).unwrap();
        let mut dice = Dice::new(number);
        let (mut legal, mut chooser) = (Vec::new(), Chooser::default());
        while !state.is_over() {
            state.legal_actions(&mut legal);
            for (i, &action) in legal.iter().enumerate() {
                assert_eq!(
                    chosen(&state, &mut chooser, &legal, i),
                    Some(action),
                    "{ruleset}, game {number}, place {i}"
                );
            }
            assert_eq!(chosen(&state, &mut chooser, &legal, legal.len()), None, "there are no more");
            state.apply_unchecked(dice.one_of(&legal), &mut ());
        }
        assert_eq!(state.choose(&mut chooser, |_| 0), None, "nobody chooses when the game is over");
    });
}

#[test]
fn what_is_remembered_of_one_game_misleads_nobody_in_another() {
    in_parallel(60, |number| {
        let mut dice = Dice::new(number);
        let (mut legal, mut chooser) = (Vec::new(), Chooser::default());
        let rulesets = [any_ruleset(number), any_ruleset(number + 7), any_ruleset(number + 400)];
        let mut games = rulesets.map(|it| State::new(it, Seed::from_number(number), &mut ()).unwrap());
        while games.iter().any(|it| !it.is_over()) {
            for state in games.iter_mut().filter(|it| !it.is_over()) {
                state.legal_actions(&mut legal);
                let action = dice.one_of(&legal);
                let place = legal.iter().position(|&it| it == action).unwrap();
                assert_eq!(chosen(state, &mut chooser, &legal, place), Some(action), "{}", state.ruleset);
                state.apply_unchecked(action, &mut ());
            }
        }
    });
}
