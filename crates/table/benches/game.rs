//! Benches: how long it takes to say what a seat may do, in the middle of games of every sort; `cargo bench`.

use std::hint::black_box;

use alhambra_engine::{Action, Decision, Ruleset, Seed, State, modules::Module};
use alhambra_table::game::{options, prices, tallies};
use divan::Bencher;

fn main() {
    divan::main();
}

/// Every sort of game for four players.
const RULESETS: [&str; 4] = ["alhambra 4", "granada 4", "both 4", "all modules"];

fn ruleset(text: &str) -> Ruleset {
    let all = || format!("alhambra 4 {}", Module::ALL.map(Module::name).join(" "));
    if text == "all modules" { all() } else { text.to_owned() }.parse().expect("a ruleset")
}

/// Turns from the middle of some games of players who like to buy and to build.
fn turns(text: &str) -> Vec<State> {
    let mut turns = Vec::new();
    let mut actions = Vec::new();
    for number in 0..8 {
        let mut state = State::new(ruleset(text), Seed::from_number(number)).expect("a game");
        let mut dice = number + 1;
        let mut n = 0;
        while !state.is_over() {
            state.legal_actions_into(&mut actions);
            let liked: Vec<Action> =
                actions.iter().copied().filter(|it| matches!(it, Action::Buy { .. } | Action::Build { .. })).collect();
            let among = if liked.is_empty() { &actions } else { &liked };
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state.apply_unchecked(among[(dice >> 33) as usize % among.len()]);
            n += 1;
            if n % 16 == 0 && matches!(state.decision(), Some(Decision::Turn { .. })) {
                turns.push(state.clone());
            }
        }
    }
    turns
}

/// Of all turns of some games in which anything goes, the one with the most to choose from.
fn hardest_turn(text: &str) -> State {
    let mut actions = Vec::new();
    let mut hardest = (0, None);
    for number in 0..20 {
        let mut state = State::new(ruleset(text), Seed::from_number(number)).expect("a game");
        let mut dice = number + 1;
        while !state.is_over() {
            state.legal_actions_into(&mut actions);
            if actions.len() > hardest.0 {
                hardest = (actions.len(), Some(state.clone()));
            }
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state.apply_unchecked(actions[(dice >> 33) as usize % actions.len()]);
        }
    }
    hardest.1.expect("a turn")
}

/// Goes through the games again and again.
fn through(bencher: Bencher<'_, '_>, text: &str, look: impl Fn(&State) + Sync) {
    let turns = turns(text);
    let next = std::cell::Cell::new(0);
    bencher.bench_local(|| {
        next.set((next.get() + 1) % turns.len());
        look(&turns[next.get()]);
    });
}

#[divan::bench(args = RULESETS)]
fn what_a_seat_may_do(bencher: Bencher<'_, '_>, text: &str) {
    through(bencher, text, |state| {
        black_box(state.to_act().and_then(|seat| options(state, seat)));
    });
}

#[divan::bench(args = RULESETS)]
fn what_a_seat_may_do_at_most(bencher: Bencher<'_, '_>, text: &str) {
    let state = hardest_turn(text);
    bencher.bench_local(|| black_box(state.to_act().and_then(|seat| options(&state, seat))));
}

#[divan::bench(args = RULESETS)]
fn what_can_be_counted(bencher: Bencher<'_, '_>, text: &str) {
    through(bencher, text, |state| {
        black_box(tallies(state));
    });
}

#[divan::bench(args = RULESETS)]
fn what_a_hand_can_do(bencher: Bencher<'_, '_>, text: &str) {
    through(bencher, text, |state| {
        black_box(prices(state, state.to_act()));
    });
}
