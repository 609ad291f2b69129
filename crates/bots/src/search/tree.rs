//! The tree of what could be done in the turns to come, and how the games went on from there.

use std::ops::AddAssign;

use alhambra_engine::{Action, Decision, Seat, State};

use super::{
    EVEN, ROUNDS,
    playout::{Glance, Manner, Playout},
};
use crate::{
    Weights,
    evaluation::{Redesigns, rank},
};

/// How many actions of a decision of this turn are tried at most.
const WIDTH: usize = 10;
/// How many simulations the prior of an action counts as.
const PRIOR_WEIGHT: f64 = 10.0;

/// How the actions of a decision are explored.
struct Exploration {
    /// How many points worse than the best an action may look and still be tried.
    gap: f64,
    /// The exploration constant: how eagerly actions are tried that were tried seldom.
    constant: f64,
    /// The expansion threshold: how many simulations an action has before what follows it becomes a node.
    expansion_threshold: u32,
}

/// The decisions of this turn, in which nothing is overlooked.
const NOW: Exploration = Exploration { gap: 5.0, constant: 0.12, expansion_threshold: 6 };
/// The decisions of everybody's later turns: what is explored there makes a game that could be the real one less likely.
const LATER: Exploration = Exploration { gap: 4.0, constant: 0.05, expansion_threshold: 8 };

/// What came of the simulations through an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Record {
    /// How many there were.
    pub(crate) n: u32,
    /// How many of them were won, in all.
    pub(crate) won: f64,
    /// The own points, in all.
    pub(crate) points: f64,
    /// How far that was ahead of the best of the others, in all.
    pub(crate) margin: f64,
}

impl AddAssign for Record {
    fn add_assign(&mut self, other: Record) {
        self.n += other.n;
        self.won += other.won;
        self.points += other.points;
        self.margin += other.margin;
    }
}

/// An edge of the tree: one action and how it did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) action: Action,
    /// How much less likely than the best it looks to win before any simulation; in later turns that differs from game to game.
    prior: f64,
    pub(crate) record: Record,
    child: Option<usize>,
}

impl Edge {
    fn new(action: Action, prior: f64) -> Edge {
        Edge { action, prior, record: Record::default(), child: None }
    }

    /// The victories to be expected, if `mean` of all simulations of the decision were won.
    pub(crate) fn value(&self, mean: f64) -> f64 {
        let Record { n, won, .. } = self.record;
        let n = f64::from(n);
        (PRIOR_WEIGHT * (mean + self.prior) + won) / (PRIOR_WEIGHT + n)
    }

    /// Whether this is the same thing to do; how a price is paid depends on a hand that may be another one.
    fn is_like(&self, action: Action) -> bool {
        match (self.action, action) {
            (Action::Buy { tile: one, payment }, Action::Buy { tile: two, payment: other }) => {
                one == two && payment.total() == other.total()
            }
            (one, two) => one == two,
        }
    }
}

/// A decision of somebody, after all that was decided on the way to it.
struct Node {
    /// What may be done; in later turns, what was tried in any game.
    edges: Vec<Edge>,
    n: u32,
    won: f64,
}

impl Node {
    fn new(edges: Vec<Edge>) -> Node {
        Node { edges, n: 0, won: 0.0 }
    }

    fn mean(&self) -> f64 {
        if self.n == 0 { EVEN } else { self.won / f64::from(self.n) }
    }

    /// The upper confidence bound of an action: it did well, or was tried seldom.
    fn ucb(&self, edge: &Edge, exploration: &Exploration) -> f64 {
        let seldom = (f64::from(self.n) + 1.0).ln() / (f64::from(edge.record.n) + 1.0);
        edge.value(self.mean()) + exploration.constant * seldom.sqrt()
    }
}

/// The decisions that were thought about, the one at hand at the root.
pub(super) struct Tree {
    seat: Seat,
    weights: Weights,
    redesigns: Redesigns,
    playout: Playout,
    glance: Glance,
    /// The same where a game was played on to.
    later: Glance,
    grown: Grown,
}

impl Tree {
    /// Lists what is worth trying.
    pub(super) fn new(state: &State, seat: Seat, legal: &[Action], weights: &Weights, redesigns: Redesigns) -> Tree {
        let glance = Glance::new(state, weights);
        let temperature = f64::from(weights.value.of(state.ruleset.game).temperature(glance.chances.end));
        let mut tree = Tree {
            seat,
            weights: *weights,
            redesigns,
            playout: Playout::new(state, weights),
            later: glance.clone(),
            glance,
            grown: Grown {
                temperature,
                nodes: Vec::with_capacity(64),
                path: Vec::with_capacity(16),
                ranked: Vec::with_capacity(64),
            },
        };
        tree.expand(state.clone(), legal);
        tree
    }

    /// What can be done at the root, and how it did.
    pub(super) fn edges(&self) -> &[Edge] {
        &self.grown.nodes[0].edges
    }

    /// Lists what is worth trying at a decision of this turn.
    fn expand(&mut self, state: State, legal: &[Action]) -> usize {
        let mut ranked = rank(state, self.seat, legal, &self.weights, self.redesigns);
        let best = ranked.first().map_or(0.0, |it| it.0);
        ranked.truncate(WIDTH);
        ranked.retain(|it| it.0 >= best - NOW.gap);
        let edges = ranked.iter().map(|&(worth, action)| Edge::new(action, self.grown.prior(worth - best))).collect();
        self.grown.add(Node::new(edges))
    }

    /// How many simulations the action has had that is simulated next.
    pub(super) fn n_simulations_of_next(&self) -> u32 {
        self.promising(0).map_or(0, |it| self.edges()[it].record.n)
    }

    /// One iteration: plays a game on from here that could be the real one, and adds up what came of it.
    pub(super) fn simulate(&mut self, state: &State) {
        self.playout.begin(state);
        let mut at = self.descend();
        let Tree { playout, glance, grown, .. } = self;
        playout.play(ROUNDS, |playout, decision| match (at, decision) {
            (Some(node), Decision::Turn { seat, .. }) => {
                let (action, next) = grown.choose(node, playout, seat)?;
                at = next;
                Some(action)
            }
            _ => playout.choose(glance, decision, Manner::WithCare),
        });
        let value = playout.value(&mut self.later);
        for &(node, edge, seat) in &grown.path {
            let record = value.record(seat, state.players.len());
            let node = &mut grown.nodes[node];
            node.n += 1;
            node.won += record.won;
            node.edges[edge].record += record;
        }
    }

    /// Goes on through the own turn as far as it was thought about; says which decision comes then, if that was too.
    fn descend(&mut self) -> Option<usize> {
        self.grown.path.clear();
        let mut at = 0;
        while let Some(i) = self.promising(at) {
            let Edge { action, record, child, .. } = self.grown.nodes[at].edges[i];
            self.grown.path.push((at, i, self.seat));
            self.playout.act(self.seat, action);
            if self.playout.state.to_act() != Some(self.seat) || self.playout.is_new_turn() {
                return self.grown.child(at, i);
            }
            at = match child {
                Some(child) => child,
                None if record.n < NOW.expansion_threshold => return None,
                None => {
                    let mut legal = Vec::new();
                    self.playout.state.legal_actions_into(&mut legal);
                    let child = self.expand(self.playout.state.clone(), &legal);
                    self.grown.nodes[at].edges[i].child = Some(child);
                    child
                }
            };
        }
        None
    }

    /// The action of this turn that may be best.
    fn promising(&self, at: usize) -> Option<usize> {
        let node = &self.grown.nodes[at];
        let mut best = None;
        let mut highest = f64::MIN;
        for (i, edge) in node.edges.iter().enumerate() {
            let ucb = node.ucb(edge, &NOW);
            // Deeper down something hidden may have turned up that makes it impossible in this game.
            if ucb > highest && (at == 0 || self.playout.state.check(self.seat, edge.action).is_ok()) {
                highest = ucb;
                best = Some(i);
            }
        }
        best
    }
}

/// What has grown of a tree.
struct Grown {
    /// How many points make a clear difference in the chance of victory.
    temperature: f64,
    nodes: Vec<Node>,
    /// The way through the tree of the game that is played on: decision, action and whose it was.
    path: Vec<(usize, usize, Seat)>,
    /// What could be done at a decision of that game, and what it looks worth.
    ranked: Vec<(f64, Action)>,
}

impl Grown {
    fn add(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// The prior of an action that is worth so many points more than the best: the slope of the chance of victory where it is
    /// steepest.
    fn prior(&self, points: f64) -> f64 {
        points / (4.0 * self.temperature)
    }

    /// The decision of a later turn that comes after an action, once that has had enough simulations.
    fn child(&mut self, node: usize, edge: usize) -> Option<usize> {
        let Edge { record, child, .. } = self.nodes[node].edges[edge];
        if child.is_some() || record.n < LATER.expansion_threshold {
            return child;
        }
        // Room for as many actions as are tried in most games.
        let child = Some(self.add(Node::new(Vec::with_capacity(WIDTH))));
        self.nodes[node].edges[edge].child = child;
        child
    }

    /// What somebody does in a later turn, and the decision that comes then; nothing if nothing is legal.
    ///
    /// Hands and tiles differ from game to game, so of all that was tried before only what is possible in this one counts.
    fn choose(&mut self, node: usize, playout: &mut Playout, seat: Seat) -> Option<(Action, Option<usize>)> {
        self.ranked.clear();
        playout.rate(seat, |worth, action| self.ranked.push((worth, action)));
        let best = self.ranked.iter().map(|it| it.0).fold(f64::MIN, f64::max);
        let decision = &self.nodes[node];
        let mut choice = (f64::MIN, None, Edge::new(self.ranked.first()?.1, 0.0));
        for &(worth, action) in self.ranked.iter().filter(|it| it.0 >= best - LATER.gap) {
            let known = decision.edges.iter().position(|it| it.is_like(action));
            let record = known.map_or_else(Record::default, |it| decision.edges[it].record);
            let edge = Edge { record, ..Edge::new(action, self.prior(worth - best)) };
            let ucb = decision.ucb(&edge, &LATER);
            if ucb > choice.0 {
                choice = (ucb, known, edge);
            }
        }
        let (_, known, edge) = choice;
        let edges = &mut self.nodes[node].edges;
        let place = known.unwrap_or(edges.len());
        if known.is_none() {
            edges.push(edge);
        }
        self.path.push((node, place, seat));
        Some((edge.action, self.child(node, place)))
    }
}

#[cfg(test)]
mod tests {
    use alhambra_engine::{Ruleset, Seed};
    use allocation_counter::measure;

    use super::*;

    #[test]
    fn the_prior_fades_with_the_simulations() {
        let edge = |n: u32| Edge {
            action: Action::Pass,
            prior: -0.2,
            record: Record { n, won: 0.6 * f64::from(n), ..Record::default() },
            child: None,
        };
        let values = [0, 10, 100, 1000, 100_000].map(|n| edge(n).value(0.5));
        assert!((values[0] - 0.3).abs() < 1e-9, "{values:?}");
        assert!(values.is_sorted() && (0.599..0.6).contains(&values[4]), "{values:?}");
    }

    /// A tree over the beginning of a game.
    fn planted(state: &State) -> Tree {
        let mut legal = Vec::new();
        state.legal_actions_into(&mut legal);
        Tree::new(state, state.to_act().unwrap(), &legal, &Weights::default(), Redesigns::Considered)
    }

    #[test]
    fn everybodys_later_turns_are_thought_about() {
        let state = State::new(Ruleset::alhambra(3), Seed::from_number(1)).unwrap();
        let mut tree = planted(&state);
        let mut deciders = [0; 3];
        for _ in 0..2000 {
            tree.simulate(&state);
            for &(node, _, seat) in &tree.grown.path {
                let first = tree.grown.nodes[node].n == 1;
                deciders[seat.index()] += u32::from(first && node != 0);
            }
        }
        assert!(deciders.iter().all(|n| *n > 10), "{deciders:?}");
        for node in &tree.grown.nodes {
            let (n, won) = node.edges.iter().fold((0, 0.0), |it, edge| (it.0 + edge.record.n, it.1 + edge.record.won));
            assert_eq!(node.n, n);
            assert!((node.won - won).abs() < 1e-6 * f64::from(n + 1) && won <= f64::from(n));
        }
    }

    #[test]
    fn what_went_well_later_is_preferred_to_what_looks_best() {
        let state = State::new(Ruleset::alhambra(2), Seed::from_number(1)).unwrap();
        let seat = state.to_act().unwrap();
        let mut tree = planted(&state);
        let Tree { grown, playout, .. } = &mut tree;
        let node = grown.add(Node::new(Vec::new()));
        let (best, _) = grown.choose(node, playout, seat).unwrap();
        let mut ranked = grown.ranked.clone();
        ranked.sort_by(|one, two| two.0.total_cmp(&one.0));
        assert_eq!(best, ranked[0].1);
        let known =
            |action, won| Edge { record: Record { n: 1000, won, ..Record::default() }, ..Edge::new(action, 0.0) };
        let edges = vec![known(ranked[0].1, 100.0), known(ranked[1].1, 900.0)];
        let node = grown.add(Node { edges, n: 2000, won: 1000.0 });
        assert_eq!(grown.choose(node, playout, seat).unwrap().0, ranked[1].1);
    }

    #[test]
    fn simulating_allocates_for_new_decisions_alone() {
        let state = State::new(Ruleset::alhambra(3), Seed::from_number(1)).unwrap();
        let mut tree = planted(&state);
        let mut n_without = 0;
        for _ in 0..400 {
            let n_nodes = tree.grown.nodes.len();
            let used = measure(|| tree.simulate(&state));
            if tree.grown.nodes.len() == n_nodes {
                // The tree and the ways through it take more room now and then.
                assert!(used.count_total <= 1, "{} allocations", used.count_total);
                n_without += u32::from(used.count_total == 0);
            }
        }
        assert!(n_without > 350, "{n_without} of 400");
    }
}
