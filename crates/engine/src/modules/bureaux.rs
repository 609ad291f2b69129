//! Bureaux de change: cards among the money that let one purchase be paid in two currencies.

use crate::{
    action::Refusal,
    event::{Event, Witness},
    material::{Bureau, Card},
    state::{Seat, State, Table},
};

pub(crate) fn check(table: &Table, bureau: Bureau) -> Result<(), Refusal> {
    let card = Card::Bureau(bureau);
    if table.display.contains(&card) { Ok(()) } else { Err(Refusal::NotDisplayed(card)) }
}

pub(crate) fn take<W: Witness>(state: &mut State, seat: Seat, bureau: Bureau, witness: &mut W) {
    state.table.display.retain(|it| *it != Card::Bureau(bureau));
    state.player_mut(seat).bureaux.add(bureau);
    witness.see(|| Event::TookBureau { seat, bureau });
}
