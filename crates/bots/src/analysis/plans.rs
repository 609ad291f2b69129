//! Plans: what somebody could do until chance decides something, the likeliest to be good first.

use alhambra_engine::{Action, Event, Seat, State};

use super::chance::Chance;
use crate::{
    Weights,
    evaluation::{Redesigns, rank},
};

/// How many plans are compared at most.
pub(super) const N_PLANS: usize = 16;
/// How many positions are looked at to find them.
const N_POSITIONS: usize = 48;
/// How many points worse than the best a plan may look in all.
const GAP: f64 = 6.0;
/// More actions than anybody can do in one go: what is still longer is broken off.
const LONGEST: usize = 40;

/// Everything that somebody does in one go.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) actions: Vec<Action>,
    /// Where it leads, before chance decides anything.
    end: State,
}

impl Plan {
    /// Whether another plan leads to the same, in whatever order.
    pub(super) fn is_like(&self, other: &Plan) -> bool {
        self.end == other.end
    }
}

/// A plan that is being made.
struct Draft {
    /// How many points worse than the best it looks so far.
    loss: f64,
    actions: Vec<Action>,
    /// Where the latest action leads, before anything happens by itself.
    end: State,
    /// The position now.
    state: State,
    is_complete: bool,
}

impl Draft {
    /// The draft with one action more.
    fn and(&self, seat: Seat, action: Action, loss: f64) -> Draft {
        let mut events: Vec<Event> = Vec::new();
        let mut end = self.state.clone();
        end.carry_out(action, &mut events);
        let mut state = end.clone();
        state.advance(&mut events);
        let mut actions = self.actions.clone();
        actions.push(action);
        let ends_turn = |it: &Event| matches!(it, Event::TurnBegan { .. }) || Chance::of(it).is_some();
        let is_complete = state.to_act() != Some(seat) || events.iter().any(ends_turn) || actions.len() >= LONGEST;
        Draft { loss: self.loss + loss, actions, end, state, is_complete }
    }
}

/// The plan of doing just this, in a game that could be the real one.
pub(super) fn played(world: &State, seat: Seat, actions: &[Action]) -> Plan {
    let begun = Draft { loss: 0.0, actions: Vec::new(), end: world.clone(), state: world.clone(), is_complete: false };
    let done = actions.iter().fold(begun, |draft, action| draft.and(seat, *action, 0.0));
    Plan { actions: done.actions, end: done.end }
}

/// The plans worth comparing, in a game that could be the real one, the likeliest to be good first.
///
/// Plans are made action by action, and the one is followed that has lost least by the judgement of `greedy` so far.
pub(super) fn plans(world: &State, seat: Seat) -> Vec<Plan> {
    let weights = Weights::default();
    let begun = Draft { loss: 0.0, actions: Vec::new(), end: world.clone(), state: world.clone(), is_complete: false };
    let (mut drafts, mut plans): (Vec<Draft>, Vec<Plan>) = (vec![begun], Vec::new());
    let mut legal = Vec::new();
    let mut n_positions = 0;
    while plans.len() < N_PLANS && n_positions < N_POSITIONS {
        // Of equals the first one, which was found earliest.
        let Some(next) = (0..drafts.len()).min_by(|one, two| drafts[*one].loss.total_cmp(&drafts[*two].loss)) else {
            break;
        };
        let draft = drafts.remove(next);
        if draft.is_complete {
            let plan = Plan { actions: draft.actions, end: draft.end };
            if !plans.iter().any(|it| it.is_like(&plan)) {
                plans.push(plan);
            }
            continue;
        }
        n_positions += 1;
        draft.state.legal_actions_into(&mut legal);
        let ranked = rank(draft.state.clone(), seat, &legal, &weights, Redesigns::Considered);
        let best = ranked.first().map_or(0.0, |it| it.0);
        for (worth, action) in ranked.into_iter().take(N_PLANS) {
            let loss = best - worth;
            if draft.loss + loss <= GAP {
                drafts.push(draft.and(seat, action, loss));
            }
        }
    }
    plans
}
