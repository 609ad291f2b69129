//! How far away the scorings are.

use alhambra_engine::{
    Ending, dirk,
    list::List,
    material::Round,
    state::{State, Table},
};

use super::{Weights, estimates};

/// The scorings still to come.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Clock {
    /// The scorings, the next one first.
    pub(crate) rounds: List<Coming, 3>,
    /// How many own turns are left until the end of the game.
    pub(crate) end: f64,
    /// How many scorings are left, a doubtful one counted in part.
    pub(crate) n_rounds: f64,
}

/// A scoring still to come.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Coming {
    /// Which one, as an index.
    round: u8,
    /// How many own turns are left until then.
    pub(crate) turns: f64,
    /// How likely it takes place before the game ends.
    pub(crate) likely: f64,
}

impl Coming {
    /// Which one it is.
    pub(crate) fn round(self) -> Round {
        Round::ALL[usize::from(self.round)]
    }

    /// What so many points in it are worth now: what is doubtful or far away counts less.
    pub(crate) fn discounted(self, points: f64, weights: &Weights) -> f64 {
        self.likely * points / (1.0 + weights.patience * self.turns)
    }

    /// How many buildings make a clear difference then.
    pub(crate) fn doubt(&self, weights: &Weights) -> f64 {
        weights.doubt_now + weights.doubt_later * self.turns.sqrt()
    }
}

impl Clock {
    /// Reads the layers of the pile and the supply.
    pub(crate) fn of(state: &State, weights: &Weights) -> Clock {
        let n_players = f64::from(state.players.len() as u8);
        let turns = |n: f64, in_a_turn: f64| n / (n_players * in_a_turn);
        let mut clock = Clock { end: turns(n_tiles(state), weights.tiles_a_turn), ..Clock::default() };
        let mut n_above = 0.0;
        for layer in &state.table.pile.layers {
            let n_cards = f64::from(layer.n_cards);
            if let Some(round) = layer.scoring {
                clock.expect(round, turns(n_above + f64::midpoint(n_cards, 1.0), weights.cards_a_turn));
            }
            n_above += n_cards;
        }
        if let Some(round) = state.table.waiting_scoring {
            let n_renewed = f64::from(state.table.discard.n_cards());
            clock.expect(round, turns(n_above + estimates::RENEWED_BEFORE_SCORING * n_renewed, weights.cards_a_turn));
        }
        clock.rounds.push(Coming { round: Round::Third as u8, turns: clock.end, likely: 1.0 });
        clock.n_rounds = clock.rounds.iter().map(|it| it.likely).sum();
        clock
    }

    fn expect(&mut self, round: Round, turns: f64) {
        let likely = 1.0 / (1.0 + ((turns - self.end) / estimates::SCORING_BLUR).exp());
        self.rounds.push(Coming { round: round as u8, turns, likely });
    }

    /// How much money can be put to use in the time that is left.
    pub(crate) fn useful_money(&self, weights: &Weights) -> f64 {
        let savings = weights.savings.min(estimates::SPENT_A_TURN * self.end);
        savings + weights.spending * self.end + estimates::LEAST_USEFUL
    }

    /// The part of their worth that things for later still have.
    pub(crate) fn fade(&self, weights: &Weights) -> f64 {
        (self.end / weights.fade).min(1.0)
    }
}

/// How many tiles the players can still expect to see on the market; Dirk takes some (B-DIRK-2).
fn n_tiles(state: &State) -> f64 {
    let Table { supply, granada_supply, pile, .. } = &state.table;
    let to_come = |round| pile.layers.iter().any(|it| it.scoring == Some(round));
    let left_by_dirk = |n: usize| {
        let mut n = f64::from(n as u8);
        if state.dirk.is_some() {
            n -= if to_come(Round::First) { n.min(dirk::N_FIRST.into()) } else { 0.0 };
            n -= if to_come(Round::Second) { n / f64::from(dirk::SECOND_ONE_OF) } else { 0.0 };
        }
        n
    };
    let (one, two) = (left_by_dirk(supply.len()), left_by_dirk(granada_supply.len()));
    match state.ruleset.ending {
        Ending::Both => one + two,
        // The supply that is used up first ends the game, and by then as much of the other is gone (C-OVER-1).
        Ending::Either => 2.0 * one.min(two),
    }
}
