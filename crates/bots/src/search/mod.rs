//! The bot that searches a tree by simulations in games that could be the real one.

mod chances;
mod forecast;
mod playout;
mod training;
mod tree;
mod value;

use std::time::Duration;

use alhambra_engine::{
    Action, Event, Rng, Seat, Seed, State, View,
    determinize::{Memory, determinize},
};

use crate::{
    Bot, BotError, Budget, Kind, Means, NoAction, Question, Recall, Seen, Weights,
    evaluation::{Redesigns, Restraint, bonus_to_reveal},
};

use self::tree::Tree;
pub(crate) use self::{
    forecast::{Forecast, Forecaster},
    tree::{Edge, Record},
};
pub use self::{
    training::TrainingGame,
    value::{Traits, ValueFunction},
};

/// How many games that could be the real one every action meets in the same order; after that each meets games of its own.
const N_SHARED: usize = 1024;

/// For how many turns of everybody a game is played on before it is judged.
const ROUNDS: u32 = 2;

/// What is taken for the chance of victory before anything is known.
const EVEN: f64 = 0.5;

/// How much lower an action is ranked at the end that was simulated once only; it is known less surely.
const CAUTION: f64 = 0.05;

/// How many simulations an action has at least that somebody wants to know about.
const N_WANTED: u32 = 200;

/// Thinks as long as its budget lasts.
pub struct Search {
    kind: Kind,
    rng: Rng,
    recall: Recall,
    budget: Budget,
    means: Means,
    restraint: Restraint,
}

impl Search {
    /// A searching bot of this kind; the same seed, the same questions and a budget of iterations give the same answers.
    pub fn new(kind: Kind, seed: Seed, budget: Budget, means: Means) -> Search {
        Search { kind, rng: Rng::new(seed), recall: Recall::new(), budget, means, restraint: Restraint::default() }
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

    fn choose(&mut self, seen: &Seen<'_>, legal: &[Action]) -> Result<Action, BotError> {
        let first = match legal {
            [] => return Err(NoAction { seat: seen.seat() }.into()),
            [only] => return Ok(*only),
            [first, ..] => *first,
        };
        let view = seen.view();
        if let Some(reveal) = bonus_to_reveal(&view, legal) {
            return Ok(reveal);
        }
        let redesigns = self.restraint.redesigns();
        let (seat, memory) = (seen.seat(), self.recall.memory());
        let thought = Thought { view: &view, seat, legal, memory, redesigns, n_least: 0 };
        let action = thought.think(&mut self.rng, self.budget, &self.means).first().map_or(first, |it| it.action);
        self.restraint.note(action);
        Ok(action)
    }
}

/// A decision to think about.
pub(crate) struct Thought<'a> {
    pub(crate) view: &'a View,
    pub(crate) seat: Seat,
    pub(crate) legal: &'a [Action],
    pub(crate) memory: Memory<'a>,
    pub(crate) redesigns: Redesigns,
    /// How many iterations there are even if there is nothing to choose from.
    pub(crate) n_least: u32,
}

/// When one of several threads has thought enough.
struct Limit {
    budget: Budget,
    begun: Duration,
}

impl Limit {
    fn is_reached(&self, n: u32, means: &Means) -> bool {
        means.is_cancelled()
            || match self.budget {
                Budget::Iterations(limit) => n >= limit,
                Budget::Time(limit) => means.clock.now().saturating_sub(self.begun) >= limit,
            }
    }
}

impl Thought<'_> {
    /// The actions worth considering and how they did, the best one first.
    pub(crate) fn think(&self, rng: &mut Rng, budget: Budget, means: &Means) -> Vec<Edge> {
        let begun = means.clock.now();
        let n_threads = means.n_threads.max(1) as u32;
        let limit = match budget {
            Budget::Iterations(n) => Limit { budget: Budget::Iterations(n.div_ceil(n_threads)), begun },
            Budget::Time(_) => Limit { budget, begun },
        };
        let mut luck = || Rng::new(Seed(rng.stream(|it| [(); 32].map(|()| it.below(256) as u8))));
        let first = luck();
        let others: Vec<Rng> = (1..n_threads).map(|_| luck()).collect();
        let mut edges = std::thread::scope(|scope| {
            let limit = &limit;
            let threads: Vec<_> =
                others.into_iter().map(|rng| scope.spawn(move || self.grow(rng, limit, means))).collect();
            let mut edges = self.grow(first, limit, means);
            for thread in threads {
                // Another thread may have looked at a few other actions; a thread that broke off has seen nothing.
                for edge in thread.join().unwrap_or_default() {
                    match edges.iter_mut().find(|it| it.action == edge.action) {
                        Some(known) => known.record += edge.record,
                        None => edges.push(edge),
                    }
                }
            }
            edges
        });
        sort(&mut edges);
        edges
    }

    /// Sees to it that this action has had enough simulations to say how good it is, and finds its place among the others.
    pub(crate) fn judge_too(&self, edges: &mut Vec<Edge>, wanted: Action, rng: &mut Rng, means: &Means) {
        let known = edges.iter().position(|it| it.action == wanted);
        if known.is_some_and(|it| edges[it].record.n >= N_WANTED) {
            return;
        }
        let alone = Thought { legal: &[wanted], n_least: N_WANTED, ..*self };
        for edge in alone.think(rng, Budget::Iterations(N_WANTED), &Means { n_threads: 1, ..means.clone() }) {
            match known {
                Some(known) => edges[known].record += edge.record,
                None => edges.push(edge),
            }
        }
        sort(edges);
    }

    /// Grows a tree until it is enough.
    fn grow(&self, mut rng: Rng, limit: &Limit, means: &Means) -> Vec<Edge> {
        let mut worlds: Vec<State> = vec![determinize(self.view, self.memory, &mut rng)];
        let mut tree = Tree::new(&worlds[0], self.seat, self.legal, &Weights::default(), self.redesigns);
        let mut n = 0;
        while (tree.edges().len() > 1 || n < self.n_least) && !limit.is_reached(n, means) {
            // Every action meets the same games in the same order: what is luck in them tells nothing between actions.
            let number = tree.n_simulations_of_next() as usize;
            if number >= worlds.len().min(N_SHARED) {
                worlds.truncate(N_SHARED);
                worlds.push(determinize(self.view, self.memory, &mut rng));
            }
            tree.simulate(&worlds[number.min(N_SHARED)]);
            n += 1;
        }
        tree.edges().to_vec()
    }
}

/// Puts the best first.
fn sort(edges: &mut [Edge]) {
    let all = edges.iter().fold((0, 0.0), |(n, won), it| (n + it.record.n, won + it.record.won));
    let mean = if all.0 == 0 { EVEN } else { all.1 / f64::from(all.0) };
    let bound = |it: &Edge| it.value(mean) - CAUTION / (f64::from(it.record.n) + 1.0).sqrt();
    edges.sort_by(|one, two| bound(two).total_cmp(&bound(one)));
}

/// How likely each seat is to win, from 0 to 1 and by seat, as the seat that looks can judge it.
pub fn prospects(seen: &Seen<'_>, question: &Question<'_>) -> Vec<f64> {
    let Question { recall, seed, budget, means, wanted: _ } = *question;
    let view = seen.view();
    let limit = Limit { budget, begun: means.clock.now() };
    let mut rng = Rng::new(seed);
    let mut world = determinize(&view, recall.memory(), &mut rng);
    let mut forecaster = Forecaster::new(&world);
    let mut won = vec![0.0; world.players.len()];
    let mut n = 0;
    loop {
        let forecast = forecaster.play_on(&world, &[]);
        won.iter_mut().zip(forecast.won).for_each(|(all, it)| *all += it);
        n += 1;
        if limit.is_reached(n, means) {
            break;
        }
        world = determinize(&view, recall.memory(), &mut rng);
    }
    for it in &mut won {
        *it /= f64::from(n);
    }
    won
}
