//! The bot that tries things out in games that could be the real one.

mod chances;
mod playout;
mod tree;

use alhambra_engine::{Action, Event, Rng, Seed, Step, determinize::determinize};

use crate::{Bot, Budget, Kind, Means, Recall, Seen, Weights};

use self::tree::Tree;

/// Thinks as long as its budget lasts.
pub struct Search {
    kind: Kind,
    rng: Rng,
    recall: Recall,
    weights: Weights,
    budget: Budget,
    means: Means,
}

impl Search {
    /// A searching bot of this kind; the same seed, the same questions and a budget of tries give the same answers.
    pub fn new(kind: Kind, seed: Seed, budget: Budget, means: Means) -> Search {
        Search { kind, rng: Rng::new(seed), recall: Recall::new(), weights: Weights::default(), budget, means }
    }
}

impl Bot for Search {
    fn name(&self) -> String {
        self.kind.to_string()
    }

    fn watches(&self) -> bool {
        true
    }

    fn observe(&mut self, event: &Event) {
        self.recall.observe(event);
    }

    fn choose(&mut self, seen: &Seen<'_>, legal: &[Action]) -> Action {
        if let [only] = legal {
            return *only;
        }
        let begun = self.means.clock.now();
        let view = seen.view();
        let asked_for_bonus = matches!(view.agenda.last(), Some(Step::AskBonus { .. }));
        if let Some(reveal) = legal.iter().find(|it| asked_for_bonus && matches!(it, Action::Reveal { .. })) {
            return *reveal;
        }
        let memory = self.recall.memory();
        let state = determinize(&view, memory, &mut self.rng);
        let mut tree = Tree::new(&state, seen.seat(), legal, &self.weights);
        let mut n = 0;
        while !self.means.is_cancelled() && !tree.is_settled() {
            let goes_on = match self.budget {
                Budget::Iterations(limit) => n < limit,
                Budget::Time(limit) => self.means.clock.now() - begun < limit,
            };
            if !goes_on {
                break;
            }
            let state = determinize(&view, memory, &mut self.rng);
            tree.try_out(&state);
            n += 1;
        }
        tree.best()
    }
}
