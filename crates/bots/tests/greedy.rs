//! The greedy bot in whole games: it finishes them, wins them, and uses what is on the table.

mod common;

use alhambra_bots::Kind;
use alhambra_engine::{
    Event, Game, Ruleset,
    modules::{Module, ModuleSet},
};
use common::{n_games_using, play};

/// How many of `n` games the greedy bot wins alone against random ones, sitting everywhere in turn.
fn n_won(players: u8, n: u64) -> usize {
    let wins = |number: &u64| {
        let seat = (number % u64::from(players)) as usize;
        let mut kinds = vec![Kind::Random; players.into()];
        kinds[seat] = Kind::Greedy;
        let scores = play(Ruleset::alhambra(players), &kinds, *number).scores;
        scores.iter().enumerate().all(|(other, score)| other == seat || *score < scores[seat])
    };
    (0..n).filter(wins).count()
}

#[test]
fn it_beats_one_random_bot() {
    assert!(n_won(2, 100) >= 99);
}

#[test]
fn it_beats_two_random_bots() {
    assert!(n_won(3, 60) >= 57);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let ruleset = Ruleset { modules: ModuleSet::ALL, ..Ruleset::alhambra(2) };
    let [one, two] = [(); 2].map(|()| play(ruleset, &[Kind::Greedy; 2], 1).events);
    assert!(one == two);
}

#[test]
fn it_uses_every_module() {
    let counts = n_games_using(Kind::Greedy, 10);
    assert!(counts.iter().all(|n| *n > 3), "{counts:?}");
}

#[test]
fn random_bots_come_across_every_module() {
    let counts = n_games_using(Kind::Random, 10);
    assert!(counts.iter().all(|n| *n > 0), "{counts:?}");
}

#[test]
fn it_leaves_its_palace_standing() {
    let ruleset = Ruleset { modules: ModuleSet::ALL, ..Ruleset::alhambra(3) };
    for number in 0..4 {
        let events = play(ruleset, &[Kind::Greedy; 3], number).events;
        let n = |wanted: fn(&Event) -> bool| events.iter().filter(|it| wanted(it)).count();
        let n_down = n(|it| matches!(it, Event::TakenDown { .. }));
        assert!(10 * n_down < n(|it| matches!(it, Event::Built { .. })), "{n_down} tiles taken down");
    }
}

#[test]
fn it_finishes_every_game_with_any_number_of_players() {
    for players in 2..=6 {
        for game in Game::ALL {
            let modules = Module::ALL.into_iter().filter(|it| game.allows(*it)).collect();
            let base = Ruleset { game, ..Ruleset::alhambra(players) };
            for ruleset in [base, Ruleset { modules, ..base }] {
                let kinds = vec![Kind::Greedy; players.into()];
                assert!(play(ruleset, &kinds, players.into()).scores.iter().all(|it| *it > 0), "{ruleset}");
            }
        }
    }
}
