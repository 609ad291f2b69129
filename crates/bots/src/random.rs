//! The bot that does anything: it draws what to set out for, then how.

use alhambra_engine::{Action, Seed};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng as _, SeedableRng as _},
};

use crate::{Bot, BotError, NoAction, Seen};

/// Chooses every possible aim with the same chance, then every way to it.
pub struct Random {
    chacha: ChaCha8Rng,
}

impl Random {
    /// A random bot; the same seed and the same questions give the same answers.
    pub fn new(seed: Seed) -> Random {
        Random { chacha: ChaCha8Rng::from_seed(seed.0) }
    }

    /// A number below `n`, every one equally likely: words that would favour some numbers are drawn anew.
    pub fn below(&mut self, n: usize) -> usize {
        if n == 1 {
            return 0;
        }
        let n = n as u32;
        loop {
            let product = u64::from(self.chacha.next_u32()) * u64::from(n);
            // The division is needed only in the rare case that the word might be one to draw anew.
            if product as u32 >= n || product as u32 >= n.wrapping_neg() % n {
                return (product >> 32) as usize;
            }
        }
    }
}

impl Bot for Random {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn choose(&mut self, seen: &Seen<'_>, legal: &[Action]) -> Result<Action, BotError> {
        let drawn = seen.decision().and_then(|it| it.choose_among(legal, |n| self.below(n)));
        Ok(drawn.ok_or(NoAction { seat: seen.seat() })?)
    }

    fn blind(&mut self) -> Option<&mut Random> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use alhambra_engine::{Chooser, Game, Ruleset, Seat, State, modules::ModuleSet};

    use super::*;

    #[test]
    fn every_number_is_equally_likely() {
        let mut random = Random::new(Seed::from_number(1));
        let mut counts = [0_u32; 7];
        (0..70_000).for_each(|_| counts[random.below(7)] += 1);
        assert!(counts.iter().all(|n| (9_600..10_400).contains(n)), "{counts:?}");
        assert_eq!(random.below(1), 0);
    }

    /// The scores of a game of random bots that choose like this.
    fn scores(ruleset: Ruleset, choose: impl Fn(&mut Random, &State, Seat) -> Action) -> Vec<u16> {
        let mut random = Random::new(Seed::from_number(2));
        let mut state = State::new(ruleset, Seed::from_number(3)).unwrap();
        while let Some(seat) = state.to_act() {
            let action = choose(&mut random, &state, seat);
            state.apply(seat, action).unwrap();
        }
        state.players.iter().map(|it| it.score).collect()
    }

    #[test]
    fn a_game_is_the_same_whether_actions_are_listed_or_not() {
        let base = Ruleset::alhambra(3);
        for ruleset in [
            base,
            Ruleset { game: Game::Granada, ..base },
            Ruleset { game: Game::Both, ..base },
            Ruleset { modules: ModuleSet::ALL, ..base },
        ] {
            let listed = scores(ruleset, |random, state, seat| {
                let mut legal = Vec::new();
                state.legal_actions_into(&mut legal);
                random.choose(&Seen::by(state, seat), &legal).unwrap()
            });
            let blind =
                scores(ruleset, |random, state, _| state.choose(&mut Chooser::default(), |n| random.below(n)).unwrap());
            assert_eq!(listed, blind, "{ruleset}");
        }
    }
}
