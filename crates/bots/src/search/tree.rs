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
/// How many games a game counts as once games are played on further.
const LAST_STAGE: f64 = 0.25;
/// How eagerly actions are tried that were tried seldom.
const CURIOSITY: f64 = 0.12;
/// How many times an action is tried before what follows it in the turn is thought about too.
const PATIENCE: u32 = 6;
/// After how many tries, and for how many turns of everybody, games are played on.
///
/// What an action leads to shows later on, but later on chance has had its say as well, and it takes many tries to even that out.
const STAGES: [(u32, u32); 3] = [(0, 2), (2000, 4), (6000, 8)];

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

impl Record {
    /// One game that went like these on average.
    fn on_average(self) -> Record {
        let Record { n, won, points, margin } = self;
        let share = 1.0 / f64::from(n.max(1));
        Record { n: 1, won: share * won, points: share * points, margin: share * margin }
    }
}

/// One action and how it did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) action: Action,
    /// How much less likely than the best it looks to win before it is tried in this stage.
    look: f64,
    /// How many games that counts as.
    weight: f64,
    /// How it did in this stage.
    stage: Record,
    /// How it did in all.
    pub(crate) record: Record,
    child: Option<usize>,
}

impl Line {
    /// The victories to be expected, if `mean` of all games of the decision in this stage were won.
    fn value(&self, mean: f64) -> f64 {
        (self.weight * (mean + self.look) + self.stage.won) / self.n_games()
    }

    /// How many games are behind that.
    fn n_games(&self) -> f64 {
        self.weight + f64::from(self.stage.n)
    }

    /// Adds what another thread found out about the same action.
    pub(super) fn join(&mut self, other: &Line) {
        let weight = self.weight + other.weight;
        self.look = (self.weight * self.look + other.weight * other.look) / weight;
        self.weight = weight;
        self.stage += other.stage;
        self.record += other.record;
    }
}

/// Sorts actions, the best first.
pub(super) fn sort(lines: &mut [Line]) {
    let mean = mean(lines);
    // What was tried seldom is known less surely.
    let value = |it: &Line| it.value(mean) - 0.05 / it.n_games().sqrt();
    lines.sort_by(|one, two| value(two).total_cmp(&value(one)));
}

/// How many of the games of a decision in this stage were won.
fn mean(lines: &[Line]) -> f64 {
    let (n, won) = lines.iter().fold((0, 0.0), |(n, won), it| (n + it.stage.n, won + it.stage.won));
    if n == 0 { 0.5 } else { won / f64::from(n) }
}

/// A decision of the player who thinks.
struct Node {
    lines: Vec<Line>,
    /// How many games were played on from here.
    n: u32,
}

impl Node {
    /// Begins a stage: games that were played on less far tell no more than how actions compare.
    fn begin_stage(&mut self) {
        let mean = mean(&self.lines);
        let best = self.lines.iter().map(|it| it.value(mean)).fold(f64::MIN, f64::max);
        for line in &mut self.lines {
            line.look = line.value(mean) - best;
            line.weight = FIRST_LOOK.max(LAST_STAGE * line.n_games());
            line.stage = Record::default();
        }
    }
}

/// The decisions of a turn, the first one at the root.
pub(super) struct Tree {
    seat: Seat,
    weights: Weights,
    redesigns: Redesigns,
    nodes: Vec<Node>,
    /// For how many turns of everybody games are played on.
    n_rounds: u32,
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
            n_rounds: STAGES[0].1,
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
            look: (worth - best) / f64::from(4.0 * warmth),
            weight: FIRST_LOOK,
            stage: Record::default(),
            record: Record::default(),
            child: None,
        };
        self.nodes.push(Node { lines: ranked.into_iter().map(line).collect(), n: 0 });
        self.nodes.len() - 1
    }

    /// How often the action was tried in this stage that is tried next.
    pub(super) fn n_tries_of_next(&self) -> u32 {
        self.promising(0).map_or(0, |it| self.lines()[it].stage.n)
    }

    /// Plays a game on from here that could be the real one, as far as this stage goes or until it is enough.
    pub(super) fn try_out(&mut self, state: &State, is_enough: impl Fn() -> bool) {
        self.playout.begin(state);
        self.descend();
        let mut seen = Record::default();
        for round in 1..=self.n_rounds {
            self.playout.play(&self.glance, 1, Manner::WithCare);
            let is_last = round == self.n_rounds || is_enough();
            // Several looks at the same game are steadier than one, but the early ones don't see what an action leads to.
            if 2 * round > self.n_rounds || is_last {
                seen += self.playout.outlook(&mut self.later).record(self.seat, state.players.len());
            }
            if is_last {
                break;
            }
        }
        let record = seen.on_average();
        for &(node, line) in &self.path {
            let node = &mut self.nodes[node];
            node.n += 1;
            node.lines[line].stage += record;
            node.lines[line].record += record;
        }
        let n = self.nodes[0].n;
        if let Some(&(_, n_rounds)) = STAGES[1..].iter().find(|it| it.0 == n) {
            self.n_rounds = n_rounds;
            self.nodes.iter_mut().for_each(Node::begin_stage);
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
        let (mean, seen) = (mean(&node.lines), (f64::from(node.n) + 1.0).ln());
        let mut best = None;
        let mut highest = f64::MIN;
        for (i, line) in node.lines.iter().enumerate() {
            let hope = line.value(mean) + CURIOSITY * (seen / (line.n_games() - FIRST_LOOK + 1.0)).sqrt();
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

    /// A tree for the first decision of a game, and that game.
    fn begin() -> (Tree, State) {
        let state = State::new(Ruleset::alhambra(3), Seed::from_number(1), &mut ()).unwrap();
        let (mut legal, seat) = (Vec::new(), state.to_act().unwrap());
        state.legal_actions(&mut legal);
        (Tree::new(&state, seat, &legal, &Weights::default(), Redesigns::Considered), state)
    }

    #[test]
    fn a_try_stops_in_the_middle_when_it_is_enough() {
        let (mut tree, state) = begin();
        tree.n_rounds = 8;
        let mut n_asked = 0;
        for at_most in [1, 3, 20] {
            let asked = std::cell::Cell::new(0);
            tree.try_out(&state, || asked.replace(asked.get() + 1) + 1 == at_most);
            n_asked += asked.get();
        }
        // After the last round nobody has to ask.
        assert_eq!(n_asked, 1 + 3 + 7);
        assert_eq!(tree.lines().iter().map(|it| it.record.n).sum::<u32>(), 3);
    }

    #[test]
    fn the_more_tries_the_further_games_are_played_on() {
        let (mut tree, state) = begin();
        let mut stages = Vec::new();
        for n in 0..=STAGES[2].0 {
            let before = tree.n_rounds;
            tree.try_out(&state, || false);
            if tree.n_rounds != before {
                stages.push((n + 1, tree.n_rounds));
                // Every action begins anew, and the best so far looks best.
                assert!(tree.lines().iter().all(|it| it.stage == Record::default() && it.look <= 0.0));
                assert!(tree.lines().iter().any(|it| it.look.abs() < 1e-9));
            }
        }
        assert_eq!(stages, STAGES[1..]);
        assert_eq!(tree.lines().iter().map(|it| it.record.n).sum::<u32>(), STAGES[2].0 + 1);
        assert_eq!(tree.lines().iter().map(|it| it.stage.n).sum::<u32>(), 1);
    }

    /// An action that looked worse by a fifth and then won six of ten games.
    fn line(n: u32) -> Line {
        let stage = Record { n, won: 0.6 * f64::from(n), ..Record::default() };
        Line { action: Action::Pass, look: -0.2, weight: FIRST_LOOK, stage, record: stage, child: None }
    }

    #[test]
    fn the_first_look_fades_with_the_tries() {
        let values = [0, 10, 100, 1000, 100_000].map(|n| line(n).value(0.5));
        assert!((values[0] - 0.3).abs() < 1e-9, "{values:?}");
        assert!(values.is_sorted() && (0.599..0.6).contains(&values[4]), "{values:?}");
    }

    #[test]
    fn two_threads_know_as_much_as_both() {
        let mut both = line(100);
        both.join(&line(50));
        assert_eq!((both.stage.n, both.record.n), (150, 150));
        assert!((both.n_games() - 2.0 * FIRST_LOOK - 150.0).abs() < 1e-9 && (both.look + 0.2).abs() < 1e-9);
    }

    #[test]
    fn trying_out_allocates_for_new_decisions_alone() {
        let (mut tree, state) = begin();
        let mut n_without = 0;
        for _ in 0..400 {
            let n_nodes = tree.nodes.len();
            let used = measure(|| tree.try_out(&state, || false));
            if tree.nodes.len() == n_nodes {
                // The way through the tree grows once to its full length.
                assert!(used.count_total <= 1, "{} allocations", used.count_total);
                n_without += u32::from(used.count_total == 0);
            }
        }
        assert!(n_without > 350, "{n_without} of 400");
    }
}
