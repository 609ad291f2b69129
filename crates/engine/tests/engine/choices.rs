//! Choosing: an aim is drawn, then one of the ways to it, and every legal action can be had like that without listing any.

use crate::common::{Dice, any_ruleset, in_parallel};
use alhambra_engine::{Action, Aim, Chooser, Ruleset, Seed, State, modules::ModuleSet};

/// The legal actions by aim, in the order of the aims.
fn by_aim(state: &State, legal: &[Action]) -> Vec<(Aim, Vec<Action>)> {
    let Some(decision) = state.decision() else { return Vec::new() };
    let ways = |aim: Aim| legal.iter().copied().filter(|it| Aim::of(it, decision) == Some(aim)).collect();
    Aim::all_in(decision).iter().map(|&aim| (aim, ways(aim))).collect()
}

/// Chooses with these draws, and requires that each is made from as many things as it says, and none besides.
#[track_caller]
fn choose(state: &State, chooser: &mut Chooser, draws: &[(usize, usize)]) -> Option<Action> {
    let mut draws = draws.iter();
    let chosen = state.choose(chooser, |n| {
        let &(of, number) = draws.next().expect("no further draw");
        assert_eq!(n, of, "so many things are drawn from");
        number
    });
    assert_eq!(draws.next(), None, "every draw is needed");
    chosen
}

#[test]
fn every_draw_chooses_the_action_that_is_listed_there() {
    in_parallel(400, |number| {
        let ruleset = any_ruleset(number);
        let mut state = State::new(ruleset, Seed::from_number(number)).unwrap();
        let mut dice = Dice::new(number);
        let (mut legal, mut chooser) = (Vec::new(), Chooser::default());
        while !state.is_over() {
            state.legal_actions_into(&mut legal);
            let by_aim = by_aim(&state, &legal);
            let listed: Vec<Action> = by_aim.iter().flat_map(|it| &it.1).copied().collect();
            assert_eq!(listed, legal, "{ruleset}, game {number}: everything is listed aim by aim");
            for (place, (aim, ways)) in by_aim.iter().enumerate().filter(|it| !it.1.1.is_empty()) {
                let choose = |chooser: &mut Chooser, way: usize| {
                    choose(&state, chooser, &[(by_aim.len(), place), (ways.len(), way)])
                };
                for (way, &action) in ways.iter().enumerate() {
                    let chosen = choose(&mut chooser, way);
                    assert_eq!(chosen, Some(action), "{ruleset}, game {number}: {aim:?}, way {way}");
                }
                assert_eq!(choose(&mut chooser, ways.len()), None, "there are no more");
            }
            assert_eq!(choose(&state, &mut chooser, &[(by_aim.len(), by_aim.len())]), None, "there are no more aims");
            state.apply_unchecked(dice.one_of(&legal));
        }
        assert_eq!(choose(&state, &mut chooser, &[]), None, "nobody chooses when the game is over");
    });
}

#[test]
fn what_is_impossible_is_drawn_and_laid_aside() {
    in_parallel(40, |number| {
        let mut state = State::new(any_ruleset(number), Seed::from_number(number)).unwrap();
        let mut dice = Dice::new(number);
        let (mut legal, mut chooser) = (Vec::new(), Chooser::default());
        while !state.is_over() {
            state.legal_actions_into(&mut legal);
            let mut aims = by_aim(&state, &legal);
            let mut draws = Vec::new();
            let action = loop {
                let place = dice.below(aims.len());
                draws.push((aims.len(), place));
                let (_, ways) = aims.remove(place);
                if !ways.is_empty() {
                    let way = dice.below(ways.len());
                    draws.push((ways.len(), way));
                    break ways[way];
                }
            };
            assert_eq!(choose(&state, &mut chooser, &draws), Some(action), "{}, game {number}", state.ruleset);
            state.apply_unchecked(action);
        }
    });
}

#[test]
fn every_possible_aim_is_equally_likely() {
    // As many as there are orders of nine aims: each number stands for one of them.
    const N_ORDERS: usize = 362_880;
    let ruleset = Ruleset { modules: ModuleSet::ALL, ..Ruleset::alhambra(3) };
    let mut state = State::new(ruleset, Seed::from_number(1)).unwrap();
    let mut dice = Dice::new(1);
    let (mut legal, mut chooser) = (Vec::new(), Chooser::default());
    let mut n_checked = 0;
    while n_checked < 3 {
        state.legal_actions_into(&mut legal);
        let possible = by_aim(&state, &legal).into_iter().filter(|it| !it.1.is_empty());
        let mut possible: Vec<(Aim, usize)> = possible.map(|it| (it.0, 0)).collect();
        if possible.len() == 3 + n_checked {
            let decision = state.decision().unwrap();
            for mut order in 0..N_ORDERS {
                let draw = |n: usize| {
                    let number = order % n;
                    order /= n;
                    number
                };
                let aim = state.choose(&mut chooser, draw).and_then(|it| Aim::of(&it, decision));
                possible.iter_mut().filter(|it| Some(it.0) == aim).for_each(|it| it.1 += 1);
            }
            assert!(possible.iter().all(|it| it.1 == N_ORDERS / possible.len()), "{possible:?}");
            n_checked += 1;
        }
        state.apply_unchecked(dice.one_of(&legal));
    }
}

#[test]
fn what_is_remembered_of_one_game_misleads_nobody_in_another() {
    in_parallel(60, |number| {
        let mut dice = Dice::new(number);
        let (mut legal, mut chooser) = (Vec::new(), Chooser::default());
        let rulesets = [any_ruleset(number), any_ruleset(number + 7), any_ruleset(number + 400)];
        let mut games = rulesets.map(|it| State::new(it, Seed::from_number(number)).unwrap());
        while games.iter().any(|it| !it.is_over()) {
            for state in games.iter_mut().filter(|it| !it.is_over()) {
                state.legal_actions_into(&mut legal);
                let action = dice.one_of(&legal);
                let aims = by_aim(state, &legal);
                let place = aims.iter().position(|it| it.1.contains(&action)).unwrap();
                let ways = &aims[place].1;
                let way = ways.iter().position(|&it| it == action).unwrap();
                let draws = [(aims.len(), place), (ways.len(), way)];
                assert_eq!(choose(state, &mut chooser, &draws), Some(action), "{}", state.ruleset);
                state.apply_unchecked(action);
            }
        }
    });
}
