//! The bot that looks one action ahead and takes what is worth most.

use alhambra_engine::{
    Action, Rng, Seed,
    determinize::{Memory, determinize},
};

use crate::{
    Bot, BotError, NoAction, Seen, Weights,
    evaluation::{Restraint, bonus_to_reveal, rank},
};

/// How close to the best an action is as good.
const AS_GOOD: f64 = 1e-9;

/// Judges the position after every action and takes the best one.
pub struct Greedy {
    rng: Rng,
    weights: Weights,
    restraint: Restraint,
}

impl Greedy {
    /// A greedy bot; the same seed and the same questions give the same answers.
    pub fn new(seed: Seed) -> Greedy {
        Greedy::with_weights(seed, Weights::default())
    }

    /// A greedy bot to which things are worth something else.
    pub fn with_weights(seed: Seed, weights: Weights) -> Greedy {
        Greedy { rng: Rng::new(seed), weights, restraint: Restraint::default() }
    }
}

impl Bot for Greedy {
    fn name(&self) -> String {
        "greedy".to_owned()
    }

    fn choose(&mut self, seen: &Seen<'_>, legal: &[Action]) -> Result<Action, BotError> {
        if let [only] = legal {
            return Ok(*only);
        }
        let view = seen.view();
        if let Some(reveal) = bonus_to_reveal(&view, legal) {
            return Ok(reveal);
        }
        let state = determinize(&view, Memory::None, &mut self.rng);
        let ranked = rank(state, seen.seat(), legal, &self.weights, self.restraint.redesigns());
        let best = ranked.first().ok_or(NoAction { seat: seen.seat() })?.0;
        let choice: Vec<Action> = ranked.iter().take_while(|it| it.0 >= best - AS_GOOD).map(|it| it.1).collect();
        let place = if choice.len() > 1 { self.rng.stream(|it| it.below(choice.len() as u32)) } else { 0 };
        let action = choice[place as usize];
        self.restraint.note(action);
        Ok(action)
    }
}
