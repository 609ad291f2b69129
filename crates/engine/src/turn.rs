//! The course of a game: the end of a turn, and what happens by itself until somebody has to decide.

use crate::{
    dirk, endgame,
    event::{Event, Witness},
    market, money, scoring,
    state::{Seat, State, Step},
};

/// Ends a turn: what was bought is placed, then everything is refilled, then the next player is up.
pub(crate) fn end(state: &mut State, seat: Seat) {
    state.agenda.pop();
    state.agenda.push(Step::NextTurn { after: seat });
    state.agenda.push(Step::Refill { after: seat });
    if !state.player(seat).bought.is_empty() {
        state.agenda.push(Step::Place { seat });
    }
}

/// Carries out what happens by itself until somebody has to decide or the game is over.
pub(crate) fn advance<W: Witness>(state: &mut State, witness: &mut W) {
    while let Some(step) = state.step() {
        match step {
            Step::Turn { .. } | Step::Place { .. } | Step::BuildWon { .. } => return,
            Step::Refill { after } => refill(state, after, witness),
            Step::Score { round } => {
                state.agenda.pop();
                scoring::score(state, round, witness);
            }
            Step::DirkDraws { round } => {
                state.agenda.pop();
                dirk::draw_after(state, round, witness);
            }
            Step::NextTurn { after } => {
                state.agenda.pop();
                state.agenda.push(Step::Turn { seat: state.next_seat(after) });
                announce(state, witness);
            }
            Step::Award => endgame::award(state, witness),
        }
    }
    witness.see(|| Event::Over { winners: state.winners() });
}

/// Says whose turn begins.
pub(crate) fn announce<W: Witness>(state: &State, witness: &mut W) {
    if let Some(Step::Turn { seat }) = state.step() {
        witness.see(|| Event::TurnBegan { seat });
    }
}

/// Refills money, then the market; lays on the agenda what follows from it.
fn refill<W: Witness>(state: &mut State, after: Seat, witness: &mut W) {
    let scorings = money::refill(state, witness);
    let complete = market::refill(state, witness);
    state.agenda.pop();
    if !complete {
        endgame::begin(state, after);
    }
    // The agenda is a stack: what comes first is laid on last.
    for round in scorings.into_iter().rev().flatten() {
        if state.dirk.is_some() {
            state.agenda.push(Step::DirkDraws { round });
        }
        state.agenda.push(Step::Score { round });
    }
}
