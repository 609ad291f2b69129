//! The tree of what one player could do in this turn, and how the games went on from there.

use alhambra_engine::{Action, Seat, State};

use super::playout::{Glance, Playout};
use crate::{Weights, greedy::{Redesigns, rank}};

/// One action and how it did.
#[derive(Clone, Copy, Debug)]
struct Edge {
    action: Action,
    /// What it looks worth before it is tried, in victories.
    prior: f32,
    n: u32,
    sum: f32,
    child: Option<usize>,
}

/// A decision of the player who thinks.
#[derive(Clone, Debug, Default)]
struct Node {
    edges: Vec<Edge>,
    n: u32,
    sum: f32,
}

impl Node {
    fn mean(&self) -> f32 {
        if self.n == 0 { 0.5 } else { self.sum / self.n as f32 }
    }
}

/// The decisions of a turn, the first one at the root.
pub(super) struct Tree {
    seat: Seat,
    weights: Weights,
    nodes: Vec<Node>,
    playout: Playout,
    glance: Glance,
    path: Vec<(usize, usize)>,
    n_players: usize,
}

pub(super) fn knob(name: &'static str, default: f32) -> f32 {
    use std::{cell::RefCell, collections::HashMap};
    thread_local! { static KNOBS: RefCell<HashMap<&'static str, f32>> = RefCell::default(); }
    KNOBS.with_borrow_mut(|it| {
        *it.entry(name).or_insert_with(|| std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default))
    })
}

pub(super) fn weights_of(name: &'static str) -> Weights {
    use std::{cell::RefCell, collections::HashMap};
    thread_local! { static KNOBS: RefCell<HashMap<&'static str, Weights>> = RefCell::default(); }
    KNOBS.with_borrow_mut(|it| {
        *it.entry(name).or_insert_with(|| {
            std::env::var(name)
                .ok()
                .map_or(Weights::default(), |it| Weights::parse(&std::fs::read_to_string(it).unwrap()).unwrap())
        })
    })
}

impl Edge {
    fn value(&self, mean: f32, n0: f32) -> f32 {
        (n0 * (mean + self.prior) + self.sum) / (n0 + self.n as f32)
    }
}

impl Tree {
    /// Lists what is worth trying.
    pub(super) fn new(state: &State, seat: Seat, legal: &[Action], weights: &Weights) -> Tree {
        let mut tree = Tree {
            seat,
            weights: weights_of("WJ"),
            nodes: Vec::new(),
            playout: Playout::new(state),
            glance: Glance::new(state, &weights_of("WP")),
            path: Vec::new(),
            n_players: state.players.len(),
        };
        tree.expand(state.clone(), legal);
        tree
    }

    fn expand(&mut self, state: State, legal: &[Action]) -> usize {
        let warmth = warmth(&self.glance);
        let mut list = rank(state, self.seat, legal, &self.weights, Redesigns::Considered);
        list.truncate(knob("K", 10.0) as usize);
        let best = list[0].0;
        list.retain(|it| it.0 > best - f64::from(knob("GAP", 5.0)));
        let edges = list
            .iter()
            .map(|&(worth, action)| Edge {
                action,
                prior: (worth - best) as f32 / warmth * 0.25 * knob("PS", 1.0),
                n: 0,
                sum: 0.0,
                child: None,
            })
            .collect();
        self.nodes.push(Node { edges, n: 0, sum: 0.0 });
        self.nodes.len() - 1
    }

    /// Whether there is nothing to choose from.
    pub(super) fn is_settled(&self) -> bool {
        self.nodes[0].edges.len() < 2
    }

    /// Plays one game on from here.
    pub(super) fn try_out(&mut self, state: &State) {
        let (n0, c) = (knob("N0", 8.0), knob("C", 0.12));
        self.playout.begin(state);
        self.path.clear();
        let mut node = 0;
        loop {
            let total = (self.nodes[node].n as f32 + 1.0).ln();
            let mean = self.nodes[node].mean();
            let mut best = (f32::MIN, usize::MAX);
            for (i, edge) in self.nodes[node].edges.iter().enumerate() {
                if node > 0 && self.playout.state.check(self.seat, edge.action).is_err() {
                    continue;
                }
                let bound = edge.value(mean, n0) + c * (total / (edge.n as f32 + 1.0)).sqrt();
                if bound > best.0 {
                    best = (bound, i);
                }
            }
            let Some(edge) = self.nodes[node].edges.get(best.1) else { break };
            let (action, n, child) = (edge.action, edge.n, edge.child);
            self.path.push((node, best.1));
            self.playout.act(self.seat, action);
            if self.playout.state.to_act() != Some(self.seat) || self.playout.is_new_turn() {
                break;
            }
            node = match child {
                Some(child) => child,
                None if n < 6 => break,
                None => {
                    let mut legal = Vec::new();
                    self.playout.state.legal_actions(&mut legal);
                    let child = self.expand(self.playout.state.clone(), &legal);
                    self.nodes[node].edges[best.1].child = Some(child);
                    child
                }
            };
        }
        self.playout.play(&self.glance, knob("R", 2.0) as u32);
        let mut glance = self.glance.clone();
        glance.weights = weights_of("WO");
        let scores = self.playout.outlook(&mut glance);
        let value = victory(&scores[..self.n_players], self.seat.index(), warmth(&glance));
        for &(node, edge) in &self.path {
            self.nodes[node].n += 1;
            self.nodes[node].sum += value;
            let edge = &mut self.nodes[node].edges[edge];
            edge.n += 1;
            edge.sum += value;
        }
    }

    /// The action that did best.
    pub(super) fn best(&self) -> Action {
        let n0 = knob("N0", 8.0);
        let mean = self.nodes[0].mean();
        let value = |it: &Edge| it.value(mean, n0) - 0.05 / (it.n as f32 + 1.0).sqrt();
        let best = self.nodes[0].edges.iter().max_by(|one, two| value(one).total_cmp(&value(two)));
        best.map_or(Action::Pass, |it| it.action)
    }
}

/// How many points make a clear difference, from now on.
fn warmth(glance: &Glance) -> f32 {
    knob("T0", 3.0) + knob("T1", 2.0) * glance.end().max(0.0).sqrt()
}

/// How likely these scores win.
fn victory(scores: &Scores6, seat: usize, warmth: f32) -> f32 {
    let all: f32 = scores.iter().map(|it| ((it - scores[seat]) / warmth).exp()).sum();
    1.0 / all
}
type Scores6 = [f32];
