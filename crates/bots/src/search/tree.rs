//! The tree of what one player could do in this turn, and how the games went on from there.

use std::ops::AddAssign;

use alhambra_engine::{Action, Seat, State};

use super::playout::{Glance, Manner, Playout};
use crate::{
    Weights,
    greedy::{Redesigns, rank},
};

/// How many actions of a decision are tried at most.
const WIDTH: usize = 10;
/// How many points worse than the best an action may look and still be tried.
const GAP: f64 = 5.0;
/// How many games the first look at an action counts as.
const FIRST_LOOK: f64 = 10.0;
/// How eagerly actions are tried that were tried seldom.
const CURIOSITY: f64 = 0.12;
/// How many times an action is tried before what follows it in the turn is thought about too.
const PATIENCE: u32 = 6;
/// For how many turns of everybody a game is played on before it is judged.
const ROUNDS: u32 = 2;

/// How the games went that were played on in some way.
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

/// One action and how it did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) action: Action,
    /// How much less likely than the best it looks to win before it is tried.
    first_look: f64,
    pub(crate) record: Record,
    child: Option<usize>,
}

impl Line {
    /// The victories to be expected, if `mean` of all games of the decision were won.
    pub(crate) fn value(&self, mean: f64) -> f64 {
        let Record { n, won, .. } = self.record;
        let n = f64::from(n);
        (FIRST_LOOK * (mean + self.first_look) + won) / (FIRST_LOOK + n)
    }
}

/// A decision of the player who thinks.
struct Node {
    lines: Vec<Line>,
    n: u32,
    won: f64,
}

impl Node {
    fn mean(&self) -> f64 {
        if self.n == 0 { 0.5 } else { self.won / f64::from(self.n) }
    }
}

/// The decisions of a turn, the first one at the root.
pub(super) struct Tree {
    seat: Seat,
    weights: Weights,
    redesigns: Redesigns,
    nodes: Vec<Node>,
    playout: Playout,
    glance: Glance,
    /// The same where a game was played on to.
    later: Glance,
    /// The way through the tree of the game that is played on.
    path: Vec<(usize, usize)>,
}

impl Tree {
    /// Lists what is worth trying.
    pub(super) fn new(state: &State, seat: Seat, legal: &[Action], weights: &Weights, redesigns: Redesigns) -> Tree {
        let glance = Glance::new(state, weights);
        let mut tree = Tree {
            seat,
            weights: *weights,
            redesigns,
            nodes: Vec::new(),
            playout: Playout::new(state, weights),
            later: glance.clone(),
            glance,
            path: Vec::new(),
        };
        tree.expand(state.clone(), legal);
        tree
    }

    /// What can be done at the root, and how it did.
    pub(super) fn lines(&self) -> &[Line] {
        &self.nodes[0].lines
    }

    fn expand(&mut self, state: State, legal: &[Action]) -> usize {
        let game = state.ruleset.game;
        let mut ranked = rank(state, self.seat, legal, &self.weights, self.redesigns);
        let best = ranked[0].0;
        ranked.truncate(WIDTH);
        ranked.retain(|it| it.0 >= best - GAP);
        let warmth = self.weights.outlook.of(game).warmth(self.glance.chances.end);
        let line = |(worth, action): (f64, Action)| Line {
            action,
            // The slope of the chance of victory where it is steepest.
            first_look: (worth - best) / f64::from(4.0 * warmth),
            record: Record::default(),
            child: None,
        };
        self.nodes.push(Node { lines: ranked.into_iter().map(line).collect(), n: 0, won: 0.0 });
        self.nodes.len() - 1
    }

    /// How often the action was tried that is tried next.
    pub(super) fn n_tries_of_next(&self) -> u32 {
        self.promising(0).map_or(0, |it| self.lines()[it].record.n)
    }

    /// Plays a game on from here that could be the real one.
    pub(super) fn try_out(&mut self, state: &State) {
        self.playout.begin(state);
        self.descend();
        self.playout.play(&self.glance, ROUNDS, Manner::WithCare);
        let outlook = self.playout.outlook(&mut self.later);
        let record = outlook.record(self.seat, state.players.len());
        for &(node, line) in &self.path {
            let node = &mut self.nodes[node];
            node.n += 1;
            node.won += record.won;
            node.lines[line].record += record;
        }
    }

    /// Goes on through the own turn as far as it was thought about.
    fn descend(&mut self) {
        self.path.clear();
        let mut at = 0;
        while let Some(i) = self.promising(at) {
            let Line { action, record, child, .. } = self.nodes[at].lines[i];
            self.path.push((at, i));
            self.playout.act(self.seat, action);
            if self.playout.state.to_act() != Some(self.seat) || self.playout.is_new_turn() {
                return;
            }
            at = match child {
                Some(child) => child,
                None if record.n < PATIENCE => return,
                None => {
                    let mut legal = Vec::new();
                    self.playout.state.legal_actions(&mut legal);
                    let child = self.expand(self.playout.state.clone(), &legal);
                    self.nodes[at].lines[i].child = Some(child);
                    child
                }
            };
        }
    }

    /// The action that may be best: it did well, or was tried seldom.
    fn promising(&self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let (mean, seen) = (node.mean(), (f64::from(node.n) + 1.0).ln());
        let mut best = None;
        let mut highest = f64::MIN;
        for (i, line) in node.lines.iter().enumerate() {
            let hope = line.value(mean) + CURIOSITY * (seen / (f64::from(line.record.n) + 1.0)).sqrt();
            // Deeper down something hidden may have turned up that makes it impossible in this game.
            if hope > highest && (at == 0 || self.playout.state.check(self.seat, line.action).is_ok()) {
                highest = hope;
                best = Some(i);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use alhambra_engine::{Ruleset, Seed};
    use allocation_counter::measure;

    use super::*;

    #[test]
    fn the_first_look_fades_with_the_tries() {
        let line = |n: u32| Line {
            action: Action::Pass,
            first_look: -0.2,
            record: Record { n, won: 0.6 * f64::from(n), ..Record::default() },
            child: None,
        };
        let values = [0, 10, 100, 1000, 100_000].map(|n| line(n).value(0.5));
        assert!((values[0] - 0.3).abs() < 1e-9, "{values:?}");
        assert!(values.is_sorted() && (0.599..0.6).contains(&values[4]), "{values:?}");
    }

    #[test]
    fn trying_out_allocates_for_new_decisions_alone() {
        let state = State::new(Ruleset::alhambra(3), Seed::from_number(1), &mut ()).unwrap();
        let (mut legal, seat) = (Vec::new(), state.to_act().unwrap());
        state.legal_actions(&mut legal);
        let mut tree = Tree::new(&state, seat, &legal, &Weights::default(), Redesigns::Considered);
        let mut n_without = 0;
        for _ in 0..400 {
            let n_nodes = tree.nodes.len();
            let used = measure(|| tree.try_out(&state));
            if tree.nodes.len() == n_nodes {
                // The way through the tree grows once to its full length.
                assert!(used.count_total <= 1, "{} allocations", used.count_total);
                n_without += u32::from(used.count_total == 0);
            }
        }
        assert!(n_without > 350, "{n_without} of 400");
    }
}
