//! The bots that play as people do: their mistakes are those of people, and each has its own.

mod common;

use alhambra_bots::{Kind, Temper};
use alhambra_engine::{
    Event, Ruleset, Seat,
    material::{Currency, Part},
    scoring,
};
use common::play;

/// What somebody did in a number of games.
#[derive(Debug, Default)]
struct Habits {
    bought: f64,
    inexact: f64,
    built: f64,
    kept: f64,
    /// How long the longest walls became.
    wall: f64,
    /// The buildings of the two commonest kinds.
    commonest: f64,
    /// The money left in the end.
    unspent: f64,
}

/// What a bot of this temper does in games against the greedy one.
fn habits(temper: Temper) -> Habits {
    let mut habits = Habits::default();
    for number in 0..20 {
        let game = play(Ruleset::alhambra(2), &[Kind::Amateur(temper), Kind::Greedy], number);
        let amateur = Seat(0);
        for event in &game.events {
            match *event {
                Event::TakenDown { seat, .. } | Event::Swapped { seat, .. } | Event::Given { seat, .. } => {
                    assert_ne!(seat, amateur, "{temper:?}: {event:?}");
                }
                Event::Built { seat, .. } if seat == amateur => habits.built += 1.0,
                Event::Kept { seat, .. } if seat == amateur => habits.kept += 1.0,
                Event::Bought { seat, exact, .. } if seat == amateur => {
                    habits.bought += 1.0;
                    habits.inexact += f64::from(u8::from(!exact));
                }
                _ => {}
            }
        }
        let player = game.state.player(amateur);
        habits.wall += f64::from(player.city.longest_wall(Part::Alhambra));
        let mut numbers = scoring::buildings(player).0;
        numbers.sort_unstable();
        habits.commonest += f64::from(numbers[4] + numbers[5]);
        habits.unspent += Currency::ALL.iter().map(|it| f64::from(player.purse(*it).total())).sum::<f64>();
    }
    habits
}

#[test]
fn they_build_with_care_tear_nothing_down_and_have_their_own_mistakes() {
    let [plain, builder, collector, saver, spender, casual] = Temper::ALL.map(habits);
    for (temper, it) in Temper::ALL.iter().zip([&plain, &builder, &collector, &saver, &spender, &casual]) {
        assert!(it.built > 4.0 * it.kept, "{temper:?}: {it:?}");
    }
    let overpaid = |it: &Habits| it.inexact / it.bought;
    assert!(builder.wall > 1.1 * plain.wall, "{builder:?}");
    let favoured = |it: &Habits| it.commonest / it.built;
    assert!(favoured(&collector) > 1.1 * favoured(&plain), "{collector:?}");
    assert!(overpaid(&saver) < 0.1 * overpaid(&plain) && saver.unspent > 1.5 * plain.unspent, "{saver:?}");
    assert!(overpaid(&spender) > 1.3 * overpaid(&plain) && spender.unspent < 0.6 * plain.unspent, "{spender:?}");
    assert!(overpaid(&casual) < 0.7 * overpaid(&plain), "{casual:?}");
}

/// How many of 40 games the first of these wins.
fn n_won(kinds: [Kind; 2]) -> usize {
    let wins = |number: &u64| {
        let scores = play(Ruleset::alhambra(2), &kinds, *number).scores;
        scores[0] > scores[1]
    };
    (0..40).filter(wins).count()
}

#[test]
fn they_stand_between_random_and_greedy_the_casual_one_above_the_beginners() {
    let casual = Kind::Amateur(Temper::Casual);
    for beginner in Temper::ALL.into_iter().filter(|it| it.is_beginner()).map(Kind::Amateur) {
        let [n_random, n_casual] = [Kind::Random, casual].map(|it| n_won([beginner, it]));
        assert!(n_random >= 39 && n_casual <= 14, "{beginner}: {n_random} and {n_casual} of 40");
    }
    let n_greedy = n_won([casual, Kind::Greedy]);
    assert!(n_greedy <= 14, "{n_greedy} of 40");
}
