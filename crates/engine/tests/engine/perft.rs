//! Perft: how many ways games can go on, compared with the counts in `perft.txt`.

use std::{fs, path::Path};

use crate::brute_force::accepted;
use alhambra_engine::{
    Ruleset, Seed, State,
    notation::Record,
    perft::{divide, perft},
};

/// The game at the start of a line: a ruleset and a seed, or a recorded game and how many actions of it.
fn game(text: &str) -> State {
    if let Some((ruleset, number)) = text.split_once(" seed ") {
        let ruleset: Ruleset = ruleset.parse().unwrap();
        return State::new(ruleset, Seed::from_number(number.parse().unwrap())).unwrap();
    }
    let (name, n_actions) = text.split_once(" after ").unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(format!("{name}.txt"));
    let mut record: Record = fs::read_to_string(path).unwrap().parse().unwrap();
    record.actions.truncate(n_actions.parse().unwrap());
    record.scores = None;
    record.replay(|_, _, _| {}).unwrap()
}

/// The lines of the file: a game, a depth and a count.
fn lines() -> impl Iterator<Item = (&'static str, u32, u64)> {
    let lines = include_str!("perft.txt").lines().filter(|it| !it.is_empty() && !it.starts_with('#'));
    lines.map(|line| {
        let [game, depth, count] = line.split('|').map(str::trim).collect::<Vec<_>>().try_into().unwrap();
        (game, depth.parse().unwrap(), count.parse().unwrap())
    })
}

/// Counts up to this are quick enough for every day.
const QUICK: u64 = 400_000;

#[track_caller]
fn check(chosen: impl Fn(u64) -> bool) {
    for (name, depth, count) in lines().filter(|it| chosen(it.2)) {
        assert_eq!(perft(&game(name), depth), count, "{name}, depth {depth}");
    }
}

#[test]
fn small_counts_are_as_written_down() {
    check(|count| count <= QUICK);
}

#[test]
#[ignore = "long; part of the soak"]
fn large_counts_are_as_written_down() {
    check(|count| count > QUICK);
}

/// The same count by another way: every action that can be thought of is offered to `check`, nothing is listed.
fn by_brute_force(state: &State, depth: u32) -> u64 {
    let Some(seat) = state.to_act().filter(|_| depth > 0) else { return u64::from(depth == 0) };
    let count = |action| {
        let mut state = state.clone();
        state.apply(seat, action).unwrap();
        by_brute_force(&state, depth - 1)
    };
    accepted(state, seat).into_iter().map(count).sum()
}

#[track_caller]
fn check_by_brute_force(chosen: impl Fn(u64) -> bool) {
    for (name, depth, count) in lines().filter(|it| chosen(it.2)) {
        assert_eq!(by_brute_force(&game(name), depth), count, "{name}, depth {depth}");
    }
}

/// Counts up to this are checked by brute force every day, and up to the second one in the soak.
const BRUTE: [u64; 2] = [300, 2_000];

#[test]
fn the_smallest_counts_are_those_of_brute_force() {
    check_by_brute_force(|count| count <= BRUTE[0]);
}

#[test]
#[ignore = "long; part of the soak"]
fn small_counts_are_those_of_brute_force() {
    check_by_brute_force(|count| (BRUTE[0] + 1..=BRUTE[1]).contains(&count));
}

#[test]
fn the_count_is_the_sum_over_the_first_actions() {
    for (name, depth, count) in lines().filter(|it| it.2 < 10_000) {
        let parts = divide(&game(name), depth);
        assert_eq!(parts.iter().map(|it| it.1).sum::<u64>(), count, "{name}, depth {depth}");
    }
}
