//! Observations: nothing hidden, nothing out of bounds, nothing kept too long, and the layout that the documentation tells.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{Dice, any_ruleset, in_parallel, twin};
use alhambra_engine::{Seat, Seed, State};
use alhambra_environment::{Episode, Id, id, observation, planes};

/// What a seat sees of a game, palaces included.
fn seen(episode: &mut Episode, seat: Seat) -> (Vec<u8>, Vec<u8>) {
    let mut row = vec![0; observation::LEN];
    episode.observe(seat, &mut row);
    let mut picture = vec![0; episode.state().players.len() * planes::LEN];
    episode.draw(seat, &mut picture);
    (row, picture)
}

/// The same choice, as far as it has got, in another game.
fn say_again(state: State, chosen: &[Id]) -> Episode {
    let mut episode = Episode::from(state);
    for id in chosen {
        assert_eq!(episode.step(*id), Ok(None), "what can be chosen depends on nothing hidden");
    }
    episode
}

/// Plays random games by ids and checks every `every`-th position of each; says how many were.
fn check_games(games: std::ops::Range<u64>, every: usize) -> usize {
    let n_checked = AtomicUsize::new(0);
    let first = games.start;
    in_parallel(games.end - games.start, |number| {
        let number = first + number;
        let mut dice = Dice::new(number);
        let mut episode = Episode::new(any_ruleset(number), Seed::from_number(number)).unwrap();
        let mut chosen = Vec::new();
        let mut n = number as usize;
        while episode.to_act().is_some() {
            if n.is_multiple_of(every) {
                check(&mut episode, &chosen, &mut dice);
                n_checked.fetch_add(1, Ordering::Relaxed);
            }
            n += 1;
            let id = dice.one_of(episode.legal_ids());
            match episode.step(id).unwrap() {
                Some(_) => chosen.clear(),
                None => chosen.push(id),
            }
        }
    });
    n_checked.into_inner()
}

fn check(episode: &mut Episode, chosen: &[Id], dice: &mut Dice) {
    let state = episode.state().clone();
    let to_act = state.to_act();
    for seat in state.seats() {
        let now = seen(episode, seat);
        assert!(now == seen(&mut say_again(state.clone(), chosen), seat), "what is kept of a palace is what it is");

        let mut twin = Episode::from(twin(&state, Some(seat), dice));
        if to_act == Some(seat) {
            twin = say_again(twin.state().clone(), chosen);
            assert_eq!(twin.legal_ids(), episode.legal_ids(), "masks tell nothing hidden");
        }
        // The twin's choice has not begun if it is somebody else's: nobody sees that.
        assert!(now == seen(&mut twin, seat), "{}: an observation tells something hidden", state.ruleset);

        for (name, at, field) in observation::layout() {
            let highest = now.0[at..at + field.len].iter().max();
            assert!(highest.is_none_or(|it| *it <= field.high), "{name} goes up to {highest:?}");
        }
    }
}

#[test]
fn twins_are_observed_the_same() {
    let n_checked = check_games(0..60, 23);
    assert!(n_checked > 500, "{n_checked} positions are too few");
}

#[test]
#[ignore = "long; part of the soak"]
fn twins_are_observed_the_same_in_many_games() {
    let n_checked = check_games(5_000..6_500, 7);
    assert!(n_checked > 50_000, "{n_checked} positions are too few");
}

#[test]
fn every_field_is_used() {
    let used: Vec<_> = observation::layout().iter().map(|_| AtomicUsize::new(0)).collect();
    in_parallel(90, |number| {
        let mut dice = Dice::new(number);
        let mut episode = Episode::new(any_ruleset(number), Seed::from_number(number)).unwrap();
        let mut row = vec![0; observation::LEN];
        while episode.to_act().is_some() {
            // Whoever does not decide can know something too: the citizens that were chosen.
            let seat = Seat(dice.below(episode.state().players.len()) as u8);
            episode.observe(seat, &mut row);
            for (used, (_, at, field)) in used.iter().zip(observation::layout()) {
                if row[at..at + field.len].iter().any(|it| *it > 0) {
                    used.fetch_add(1, Ordering::Relaxed);
                }
            }
            let id = dice.one_of(episode.legal_ids());
            episode.step(id).unwrap();
        }
    });
    let dead: Vec<_> = observation::layout()
        .into_iter()
        .zip(used)
        .filter(|it| it.1.load(Ordering::Relaxed) == 0)
        .map(|it| it.0.0)
        .collect();
    // Only the longest palaces reach beyond the middle block.
    assert_eq!(dead, ["choice_block"], "never written");
}

/// The layout as `docs/python.md` tells it, those of players once.
fn table() -> String {
    let mut lines = String::new();
    for (name, at, field) in observation::layout() {
        let Some(name) = name.strip_prefix("player0.").map(|it| format!("player*.{it}")).or_else(|| {
            let is_players = name.starts_with("player") && name.contains('.');
            (!is_players).then_some(name)
        }) else {
            continue;
        };
        lines += &format!("| `{name}` | {at} | {} | {} |", field.len, field.high);
        lines.push('\n');
    }
    lines
}

#[test]
fn the_documentation_tells_the_layout() {
    let text = include_str!("../../../../docs/python.md");
    for line in table().lines() {
        assert!(text.contains(line), "docs/python.md lacks: {line}");
    }
    for number in [
        format!("{} bytes", observation::LEN),
        format!("{} actions", id::N),
        format!("version {} of the actions", id::VERSION),
        format!("version {} of the observations", observation::VERSION),
        format!("version {} of the planes", planes::VERSION),
    ] {
        assert!(text.contains(&number), "docs/python.md does not say \"{number}\"");
    }
}

#[test]
fn the_encoding_changes_only_with_its_version() {
    // FNV-1a over what every byte and every id means: whoever changes one raises the version and this number.
    let hash = |text: &str| {
        text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |it, byte| (it ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    };
    let names: String = (0..id::N as Id).filter_map(id::Meaning::of).map(|it| format!("{it}\n")).collect();
    let all: String = observation::layout().iter().map(|(name, at, it)| format!("{name} {at} {}\n", it.len)).collect();
    assert_eq!((id::VERSION, hash(&names)), (1, 4_018_876_518_052_327_921));
    assert_eq!((observation::VERSION, hash(&all)), (1, 4_488_109_929_907_938_406));
}
