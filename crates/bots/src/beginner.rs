//! The bot for a first evening: it plays as people do who know the rules and not yet the game.

use alhambra_engine::{
    Action, Rng, Seed, Step,
    determinize::{Memory, determinize},
};

use crate::{
    Bot, Seen, Weights,
    greedy::{Redesigns, rank},
};

/// How far a beginner's feeling for a purchase or a card is off, in points: nine times of ten by less than this.
const BLUR: f64 = 3.0;
/// The same for a place in the own palace, where everybody can see what fits.
const BLUR_IN_THE_PALACE: f64 = 1.0;
/// One of so many ways is overlooked.
const OVERLOOKED: u32 = 5;

/// Likes what it sees at once and overlooks the rest: it buys what it can without waiting for the exact sum, thinks of
/// nobody else's buildings, and forgets what others hold; but it builds with care and tears nothing down.
pub struct Beginner {
    rng: Rng,
    weights: Weights,
}

impl Beginner {
    /// A beginner; the same seed and the same questions give the same answers.
    pub fn new(seed: Seed) -> Beginner {
        let usual = Weights::default();
        let weights = Weights {
            // Sees neither what the others get nor what the hand could pay next turn.
            envy: 0.0,
            plan: 0.2 * usual.plan,
            exact: 0.2 * usual.exact,
            action: 0.4 * usual.action,
            // A tile is a tile, and a long wall is beautiful.
            tile: usual.tile + 2.0,
            wall: 1.5 * usual.wall,
            ..usual
        };
        Beginner { rng: Rng::new(seed), weights }
    }

    /// How far a feeling is off this time: small mistakes are common, large ones rare.
    fn blur(&mut self, reach: f64) -> f64 {
        let [one, two] = self.rng.stream(|it| [(); 2].map(|()| f64::from(it.below(1000)) / 1000.0));
        reach * (one - two) * 1.5
    }
}

impl Bot for Beginner {
    fn name(&self) -> String {
        "easy".to_owned()
    }

    fn choose(&mut self, seen: &Seen<'_>, legal: &[Action]) -> Action {
        if let [only] = legal {
            return *only;
        }
        let view = seen.view();
        let in_the_palace = matches!(view.agenda.last(), Some(Step::Place { .. } | Step::BuildWon { .. }));
        let state = determinize(&view, Memory::None, &mut self.rng);
        let ranked = rank(state, seen.seat(), legal, &self.weights, Redesigns::LeftOut);
        let mut best = (f64::NEG_INFINITY, ranked[0].1);
        for (i, &(worth, action)) in ranked.iter().enumerate() {
            let overlooked = !in_the_palace && i + 1 < ranked.len() && self.rng.stream(|it| it.below(OVERLOOKED)) == 0;
            // A tile that was bought is built or kept; giving it away occurs to nobody.
            if overlooked || matches!(action, Action::Give { .. }) {
                continue;
            }
            let felt = worth + self.blur(if in_the_palace { BLUR_IN_THE_PALACE } else { BLUR });
            if felt > best.0 {
                best = (felt, action);
            }
        }
        best.1
    }
}
