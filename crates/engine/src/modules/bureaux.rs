//! Bureaux de change: cards among the money that let one purchase be paid in two currencies.

use crate::{
    action::{Action, Refusal},
    event::{Event, Witness},
    material::{Bureau, Card},
    state::{Seat, State, Table},
};

/// A bureau is taken alone, instead of money (M-BUR-2).
pub(crate) fn legal(out: &mut Vec<Action>, table: &Table) {
    for card in &table.display {
        if let Card::Bureau(bureau) = *card {
            out.push(Action::TakeBureau { bureau });
        }
    }
}

pub(crate) fn check(table: &Table, bureau: Bureau) -> Result<(), Refusal> {
    let card = Card::Bureau(bureau);
    if table.display.contains(&card) { Ok(()) } else { Err(Refusal::NotDisplayed(card)) }
}

pub(crate) fn take<W: Witness>(state: &mut State, seat: Seat, bureau: Bureau, witness: &mut W) {
    state.table.display.retain(|it| *it != Card::Bureau(bureau));
    state.player_mut(seat).bureaux.add(bureau);
    witness.see(|| Event::TookBureau { seat, bureau });
}
