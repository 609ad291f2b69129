//! The end of the game: the last tiles are given away, then comes the third scoring.

use crate::{
    event::{Event, Witness},
    material::{Currency, Round},
    state::{Seat, State, Step},
};

/// The market could not be filled: no further turn, but the award and the third scoring (B-OVER-1).
pub(crate) fn begin(state: &mut State, after: Seat) {
    state.agenda.clear();
    state.agenda.push(Step::Score { round: Round::Third });
    // Whoever won tiles builds them, beginning with the player who would have been next.
    let first = state.next_seat(after);
    let seats: arrayvec::ArrayVec<Seat, 6> = state.seats_from(first).collect();
    for &seat in seats.iter().rev() {
        state.agenda.push(Step::BuildWon { seat });
    }
    state.agenda.push(Step::Award);
}

/// Gives each tile left on the market to whoever holds the most money of its currency (B-OVER-2).
pub(crate) fn award<W: Witness>(state: &mut State, witness: &mut W) {
    state.agenda.pop();
    for currency in Currency::ALL {
        let Some(tile) = state.table.market[currency] else { continue };
        let winner = richest(state, currency);
        if let Some(seat) = winner {
            state.table.market[currency] = None;
            state.player_mut(seat).bought.push(tile);
        }
        witness.see(|| Event::Awarded { currency, tile, winner });
    }
    state.agenda.retain(|step| match step {
        Step::BuildWon { seat } => !state.players[seat.index()].bought.is_empty(),
        _ => true,
    });
}

/// Who alone holds the most money of this currency.
fn richest(state: &State, currency: Currency) -> Option<Seat> {
    let worth = |seat: Seat| state.player(seat).money.0[currency].total();
    let most = state.seats().map(worth).max().filter(|&most| most > 0)?;
    let mut richest = state.seats().filter(|&seat| worth(seat) == most);
    let winner = richest.next();
    if richest.next().is_some() { None } else { winner }
}
