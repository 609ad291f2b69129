//! The bot that does anything, everything equally likely.

use alhambra_engine::{Action, Seed};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng as _, SeedableRng as _},
};

use crate::{Bot, Seen};

/// Chooses every legal action with the same chance.
pub struct Random {
    chacha: ChaCha8Rng,
}

impl Random {
    /// A random bot; the same seed and the same questions give the same answers.
    pub fn new(seed: Seed) -> Random {
        Random { chacha: ChaCha8Rng::from_seed(seed.0) }
    }

    /// The number of one of `n` legal actions.
    pub fn number(&mut self, n: usize) -> usize {
        self.below(n as u32) as usize
    }

    /// A number below `n`, every one equally likely: words that would favour some numbers are drawn anew.
    fn below(&mut self, n: u32) -> u32 {
        loop {
            let product = u64::from(self.chacha.next_u32()) * u64::from(n);
            // The division is needed only in the rare case that the word might be one to draw anew.
            if product as u32 >= n || product as u32 >= n.wrapping_neg() % n {
                return (product >> 32) as u32;
            }
        }
    }
}

impl Bot for Random {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn choose(&mut self, _: &Seen<'_>, legal: &[Action]) -> Action {
        legal[self.number(legal.len())]
    }

    fn blind(&mut self) -> Option<&mut Random> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use alhambra_engine::{Ruleset, State};

    use super::*;

    #[test]
    fn every_number_is_equally_likely() {
        let mut random = Random::new(Seed::from_number(1));
        let mut counts = [0_u32; 7];
        (0..70_000).for_each(|_| counts[random.below(7) as usize] += 1);
        assert!(counts.iter().all(|n| (9_600..10_400).contains(n)), "{counts:?}");
        assert_eq!(random.below(1), 0);
    }

    #[test]
    fn a_game_of_random_bots_ends_and_is_reproducible() {
        let scores = [(); 2].map(|()| {
            let mut random = Random::new(Seed::from_number(2));
            let mut state = State::new(Ruleset::alhambra(3), Seed::from_number(3), &mut ()).unwrap();
            let mut legal = Vec::new();
            while let Some(seat) = state.to_act() {
                state.legal_actions(&mut legal);
                let action = random.choose(&Seen::by(&state, seat), &legal);
                state.apply(seat, action, &mut ()).unwrap();
            }
            state.players.iter().map(|it| it.score).collect::<Vec<_>>()
        });
        assert_eq!(scores[0], scores[1]);
    }
}
