//! Advice: the best actions, what they may bring, and why.

use alhambra_engine::{Action, Rng, Seed, determinize::determinize};

use crate::{
    Budget, Means, Reason, Recall, Seen,
    evaluation::Redesigns,
    reason::reasons,
    search::{Edge, Record, Thought},
};

/// How many iterations there are even if there is only one thing to do.
const N_LEAST: u32 = 64;

/// One action worth considering.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Advice {
    /// What to do.
    pub action: Action,
    /// The final score as far as it can be seen: what is built and held, and what that may buy.
    pub points: f64,
    /// How far ahead of the best of the others that is.
    pub margin: f64,
    /// How likely the game is won, from 0 to 1.
    pub win: f64,
    /// How much of the thinking went into it, from 0 to 1.
    pub weight: f64,
    /// What speaks for it.
    pub reasons: Vec<Reason>,
}

/// What advice is asked with.
pub struct Question<'a> {
    /// What is remembered of the hands of others.
    pub recall: &'a Recall,
    /// Where the luck of the simulations comes from.
    pub seed: Seed,
    /// How long to think.
    pub budget: Budget,
    /// What to think with.
    pub means: &'a Means,
    /// An action that is judged however bad it looks, because somebody wants to know.
    pub wanted: Option<Action>,
}

/// The actions worth considering for the seat that looks, the best one first.
pub fn advise(seen: &Seen<'_>, legal: &[Action], question: &Question<'_>) -> Vec<Advice> {
    let Question { recall, seed, budget, means, wanted } = *question;
    let (view, seat, memory) = (seen.view(), seen.seat(), recall.memory());
    if legal.is_empty() {
        return Vec::new();
    }
    let mut rng = Rng::new(seed);
    let thought = Thought { view: &view, seat, legal, memory, redesigns: Redesigns::Considered, n_least: N_LEAST };
    let mut edges = thought.think(&mut rng, budget, means);
    if let Some(wanted) = wanted {
        thought.judge_too(&mut edges, wanted, &mut rng, means);
    }
    let n_all: u32 = edges.iter().map(|it| it.record.n).sum();
    let now = determinize(&view, memory, &mut rng);
    let advice = |edge: &Edge| {
        let Record { n, won, points, margin } = edge.record;
        let mean = |sum: f64| sum / f64::from(n.max(1));
        Advice {
            action: edge.action,
            points: mean(points),
            margin: mean(margin),
            win: mean(won),
            weight: f64::from(n) / f64::from(n_all.max(1)),
            reasons: reasons(&now, seat, edge.action),
        }
    };
    // What was never tried has nothing to say for itself, unless nothing was.
    edges.iter().filter(|it| it.record.n > 0 || n_all == 0).map(advice).collect()
}
