//! Choosing: by its number every legal action can be had without listing the others.

use crate::common::{Dice, any_ruleset, in_parallel};
use alhambra_engine::{Action, Seed, State};

/// Asks for an action by number, and requires that as many are offered as are listed.
fn chosen(state: &State, room: &mut Vec<Action>, legal: &[Action], number: usize) -> Option<Action> {
    state.choose(room, |n| {
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
        let (mut legal, mut room) = (Vec::new(), Vec::new());
        while !state.is_over() {
            state.legal_actions(&mut legal);
            for (i, &action) in legal.iter().enumerate() {
                assert_eq!(chosen(&state, &mut room, &legal, i), Some(action), "{ruleset}, game {number}, place {i}");
            }
            assert_eq!(chosen(&state, &mut room, &legal, legal.len()), None, "there are no more");
            state.apply_unchecked(dice.one_of(&legal), &mut ());
        }
        assert_eq!(state.choose(&mut room, |_| 0), None, "nobody chooses when the game is over");
    });
}
