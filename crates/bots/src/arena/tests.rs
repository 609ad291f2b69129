//! Bots that fail lose their games, and the arena goes on.

use alhambra_engine::Action;

use super::*;
use crate::{BotError, FailureKind, Random, Registry, Seen};

/// Plays at random until it has decided so often; then it passes whether that is legal or not, or gives up.
struct Fails {
    random: Random,
    after: u32,
    how: FailureKind,
}

impl Bot for Fails {
    fn name(&self) -> String {
        "fails".to_owned()
    }

    fn choose(&mut self, seen: &Seen<'_>, legal: &[Action]) -> Result<Action, BotError> {
        self.after = self.after.saturating_sub(1);
        match self.how {
            _ if self.after > 0 => self.random.choose(seen, legal),
            FailureKind::Illegal => Ok(Action::Wake),
            _ => Err(Failure::new(self.how, "no more").into()),
        }
    }
}

fn arena(n_players: u8, how: FailureKind) -> Arena {
    let mut bots = Registry::default();
    bots.register("fails", move |seed, _| Fails { random: Random::new(seed), after: 5, how }).unwrap();
    let arena = Arena::new(Ruleset::alhambra(n_players), bots.list("random,fails").unwrap()).unwrap();
    Arena { games: 6, ..arena }
}

#[test]
fn a_bot_that_fails_loses_its_games() {
    for (how, message) in [
        (FailureKind::Illegal, "\"wake\" can't be done"),
        (FailureKind::GaveUp, "no more"),
        (FailureKind::Died, "no more"),
    ] {
        let report = arena(2, how).run().unwrap();
        let [met] = &report.meetings[..] else { panic!("{report}") };
        assert_eq!((met.one.as_str(), met.games, met.forfeits, met.forfeits_of_others), ("fails", 6, 6, 0));
        assert!(met.win_rate.abs() < 1e-9 && met.mean_score.abs() < 1e-9);
        assert_eq!((report.ratings[1].bot.as_str(), report.ratings[1].forfeits), ("fails", 6));
        assert_eq!(report.forfeits.len(), 6);
        let text = report.to_string();
        assert!(text.contains("fails has lost 6 games by failing:"), "{text}");
        assert!(text.contains(&format!("{how}, 6 of 6; first in game 0, seat 0: {message}")), "{text}");
        assert!(report.csv().lines().nth(1).unwrap().ends_with(",6,0"));
    }
}

#[test]
fn those_who_did_not_fail_share_the_victory() {
    let report = arena(3, FailureKind::GaveUp).run().unwrap();
    let rate = |one: &str| report.meetings.iter().find(|it| it.one == one).unwrap().win_rate;
    assert!(rate("fails").abs() < 1e-9 && (rate("random") - 0.5).abs() < 1e-9, "{report}");
}

#[test]
fn threads_make_no_difference_and_an_error_ends_it() {
    let arena = Arena::new(Ruleset::alhambra(2), Registry::default().list("random,easy").unwrap()).unwrap();
    let [one, two] = [1, 3].map(|threads| Arena { games: 6, threads, ..arena.clone() }.run().unwrap());
    assert_eq!(one.to_string(), two.to_string());
    assert!(!one.to_string().contains("failing"));
    let stopped: Result<_, Box<dyn std::error::Error + Send + Sync>> =
        arena.play_all(&arena.fixtures(), |_| Err("the disk is full".into()));
    assert_eq!(stopped.unwrap_err().to_string(), "the disk is full");
    let unplayable = Arena { ruleset: Ruleset { players: 9, ..arena.ruleset }, ..arena };
    assert!(matches!(unplayable.run(), Err(GameError::Unplayable(_))));
}

#[test]
fn games_of_an_earlier_arena_are_kept() {
    let arena = Arena { games: 4, ..arena(2, FailureKind::GaveUp) };
    let played = arena.play_all(&arena.fixtures()[..3], |_| Ok::<(), GameError>(())).unwrap();
    let strange = Played { others: "greedy".to_owned(), ..played[0].clone() };
    let (kept, open) = arena.resume(played.iter().cloned().chain([strange]).collect());
    assert_eq!((kept, open.len()), (played.clone(), 1));
}

#[cfg(feature = "serde")]
#[test]
fn a_game_is_read_as_it_was_written() {
    let arena = arena(2, FailureKind::GaveUp);
    let played = arena.play_all(&arena.fixtures()[..1], |_| Ok::<(), GameError>(())).unwrap();
    let line = serde_json::to_string(&played[0]).unwrap();
    assert!(line.contains(r#""forfeit":{"seat":0,"kind":"gave-up","message":"no more"}"#), "{line}");
    assert_eq!(serde_json::from_str::<Played>(&line).unwrap(), played[0]);
}
