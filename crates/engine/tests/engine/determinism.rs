//! Determinism: the same seed and the same choices make the same game, everywhere and every time.

use crate::common::{Style, any_ruleset, random_game};
use alhambra_engine::{
    Seed, View,
    determinize::{Memory, determinize},
    notation::{Record, position},
    rng::Rng,
};

/// A whole random game as text.
fn recorded(number: u64) -> String {
    let ruleset = any_ruleset(number);
    let mut record = Record::new(ruleset, Seed::from_number(number));
    let mut seat = None;
    let mut heard = String::new();
    let end = random_game(ruleset, number, Style::Any, |state, action, events, _| {
        record.actions.extend(seat.zip(action));
        seat = state.to_act();
        heard += &format!("{events:?}\n");
    });
    record.scores = Some(end.players.iter().map(|it| it.score).collect());
    format!("{record}{heard}{}", position(&end))
}

#[test]
fn the_same_seed_makes_the_same_record() {
    let games: Vec<String> = (0..16).map(recorded).collect();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for (number, game) in games.iter().enumerate().rev() {
                    assert!(recorded(number as u64) == *game, "game {number} went differently");
                }
            });
        }
    });
    for (i, game) in games.iter().enumerate() {
        assert!(games[..i].iter().all(|it| it != game), "two seeds made the same game");
    }
}

#[test]
fn the_same_guesses_follow_from_the_same_seed() {
    random_game(any_ruleset(7), 1, Style::Eager, |state, _, _, _| {
        let view = View::of(state, state.to_act());
        let guess = || determinize(&view, Memory::None, &mut Rng::new(Seed::from_number(9)));
        assert!(guess() == guess());
    });
}
