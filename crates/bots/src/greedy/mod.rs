//! The bot that looks one action ahead and takes what is worth most.

mod clock;
mod hand;
mod judge;
mod majorities;
mod palace;
mod shortlist;
mod weights;

use alhambra_engine::{
    Action, Rng, Seat, Seed, State,
    determinize::{Memory, determinize},
};

use self::majorities::Majorities;
pub(crate) use self::{
    clock::{Clock, next_round},
    judge::{Judge, copy, hide},
    palace::patterns,
};
use crate::{Bot, BotError, NoAction, Seen};

pub use self::weights::{ValueFunctions, Weights};

/// How often the bot takes down or swaps tiles in one game; it then leaves its palace alone.
const REDESIGNS: u32 = 12;

/// How close to the best an action is as good.
const AS_GOOD: f64 = 1e-9;

/// Whether taking down and swapping are thought of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Redesigns {
    Considered,
    LeftOut,
}

/// What is worth a closer look of what is legal, with its worth, the best first; empty only if nothing is.
pub(crate) fn rank(
    state: State,
    seat: Seat,
    legal: &[Action],
    weights: &Weights,
    redesigns: Redesigns,
) -> Vec<(f64, Action)> {
    let mut ranked = Vec::with_capacity(64);
    Judge::new(state, seat, weights).rate(legal, redesigns, |worth, action| ranked.push((worth, action)));
    ranked.sort_by(|one, two| two.0.total_cmp(&one.0));
    ranked
}

/// Judges the position after every action and takes the best one.
pub struct Greedy {
    rng: Rng,
    weights: Weights,
    n_redesigns: u32,
}

impl Greedy {
    /// A greedy bot; the same seed and the same questions give the same answers.
    pub fn new(seed: Seed) -> Greedy {
        Greedy::with_weights(seed, Weights::default())
    }

    /// A greedy bot to which things are worth something else.
    pub const fn with_weights(seed: Seed, weights: Weights) -> Greedy {
        Greedy { rng: Rng::new(seed), weights, n_redesigns: 0 }
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
        let asked_for_bonus = matches!(view.agenda.last(), Some(alhambra_engine::Step::AskBonus { .. }));
        if let Some(reveal) = legal.iter().find(|it| asked_for_bonus && matches!(it, Action::Reveal { .. })) {
            return Ok(*reveal);
        }
        let state = determinize(&view, Memory::None, &mut self.rng);
        let redesigns = if self.n_redesigns < REDESIGNS { Redesigns::Considered } else { Redesigns::LeftOut };
        let ranked = rank(state, seen.seat(), legal, &self.weights, redesigns);
        let best = ranked.first().ok_or(NoAction { seat: seen.seat() })?.0;
        let choice: Vec<Action> = ranked.iter().take_while(|it| it.0 >= best - AS_GOOD).map(|it| it.1).collect();
        let place = if choice.len() > 1 { self.rng.stream(|it| it.below(choice.len() as u32)) } else { 0 };
        let action = choice[place as usize];
        self.n_redesigns += u32::from(matches!(action, Action::TakeDown { .. } | Action::Swap { .. }));
        Ok(action)
    }
}
