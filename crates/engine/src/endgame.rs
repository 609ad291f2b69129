//! The end of the game: the last tiles are given away, then comes the third scoring.

use crate::{
    agenda::{Auto, Decision, Step},
    event::{Event, Witness},
    list::List,
    material::{Currency, Part, Round},
    state::{Seat, State},
};

/// The market could not be filled: no further turn or interrupt, but the award and the third scoring (B-OVER-1, X-6).
pub(crate) fn begin(state: &mut State, next: Seat) {
    state.agenda.clear();
    state.agenda.push(Auto::Score { round: Round::Third }.into());
    match state.table.marker {
        // Whoever won tiles builds them, beginning with the player who would have been next.
        None => {
            let seats: List<Seat, 6> = state.seats_from(next).collect();
            seats.iter().rev().for_each(|&seat| state.agenda.push(Decision::BuildWon { seat }.into()));
            state.agenda.push(Auto::Award.into());
        }
        // Granada's tiles are built one by one before the next is awarded (G-OVER-1); on a square with two of them the
        // Alhambra's comes first (C-OVER-1).
        Some(_) => {
            for currency in Currency::ALL.into_iter().rev() {
                state.agenda.push(Auto::AwardOne { currency, part: Part::Granada }.into());
                state.agenda.push(Auto::AwardOne { currency, part: Part::Alhambra }.into());
            }
        }
    }
}

/// Gives each tile left on the market to whoever holds the most money of its currency (B-OVER-2).
pub(crate) fn award<W: Witness>(state: &mut State, witness: &mut W) {
    for currency in Currency::ALL {
        give(state, currency, Part::Alhambra, witness);
    }
    let State { agenda, players, .. } = state;
    agenda.retain(|step| match step {
        Step::Decide(Decision::BuildWon { seat }) => !players[seat.index()].bought.is_empty(),
        _ => true,
    });
}

/// Gives one tile away, to be built at once or left out.
pub(crate) fn award_one<W: Witness>(state: &mut State, currency: Currency, part: Part, witness: &mut W) {
    if let Some(seat) = give(state, currency, part, witness) {
        state.agenda.push(Decision::BuildWon { seat }.into());
    }
}

fn give<W: Witness>(state: &mut State, currency: Currency, part: Part, witness: &mut W) -> Option<Seat> {
    let winner = richest(state, currency);
    let State { table, players, .. } = state;
    let square = match part {
        Part::Granada => &mut table.granada_market[currency],
        Part::Alhambra | Part::Camp => &mut table.market[currency],
    };
    let tile = (*square)?;
    if let Some(seat) = winner {
        *square = None;
        players[seat.index()].bought.push(tile);
    }
    witness.see(|| Event::Awarded { currency, tile, winner });
    winner
}

/// Who alone holds the most money of this currency, cards and coins.
fn richest(state: &State, currency: Currency) -> Option<Seat> {
    let worth = |seat: Seat| state.player(seat).purse(currency).total();
    let most = state.seats().map(worth).max().filter(|&most| most > 0)?;
    let mut richest = state.seats().filter(|&seat| worth(seat) == most);
    let winner = richest.next();
    if richest.next().is_some() { None } else { winner }
}
