//! The bot for a first evening: it plays as people do who know the rules and not yet the game.

use alhambra_engine::{Action, Seed};

use crate::{Bot, Greedy, Seen};

/// Likes what it sees at once, and overlooks the rest.
pub struct Beginner {
    greedy: Greedy,
}

impl Beginner {
    /// A beginner; the same seed and the same questions give the same answers.
    pub fn new(seed: Seed) -> Beginner {
        Beginner { greedy: Greedy::new(seed) }
    }
}

impl Bot for Beginner {
    fn name(&self) -> String {
        "easy".to_owned()
    }

    fn choose(&mut self, seen: &Seen<'_>, legal: &[Action]) -> Action {
        self.greedy.choose(seen, legal)
    }
}
