//! Placing what was bought or won: build it, keep it in reserve, or give it to Dirk (B-PLACE-1).

use crate::{
    action::{Action, Refusal},
    event::{Event, Witness},
    material::{Cell, Tile},
    redesign,
    state::{Seat, State},
};

/// Everything that can be done with the bought tiles, tile by tile.
pub(crate) fn legal(out: &mut Vec<Action>, state: &State, seat: Seat) {
    let player = state.player(seat);
    for &tile in &player.bought {
        out.extend(player.city.cells_for(tile).map(|cell| Action::Build { tile, cell }));
        out.push(Action::Keep { tile });
        if state.dirk.is_some() {
            out.push(Action::Give { tile });
        }
    }
}

/// Everything that can be done with tiles won at the end.
pub(crate) fn legal_won(out: &mut Vec<Action>, state: &State, seat: Seat) {
    let player = state.player(seat);
    for &tile in &player.bought {
        out.extend(player.city.cells_for(tile).map(|cell| Action::Build { tile, cell }));
        out.push(Action::LeaveOut { tile });
    }
}

pub(crate) fn check_bought(state: &State, seat: Seat, tile: Tile) -> Result<(), Refusal> {
    if state.player(seat).bought.contains(&tile) { Ok(()) } else { Err(Refusal::NotBought(tile)) }
}

pub(crate) fn check_build(state: &State, seat: Seat, tile: Tile, cell: Cell) -> Result<(), Refusal> {
    check_bought(state, seat, tile)?;
    redesign::check_placement(&state.player(seat).city, tile, cell)
}

pub(crate) fn check_give(state: &State, seat: Seat, tile: Tile) -> Result<(), Refusal> {
    check_bought(state, seat, tile)?;
    if state.dirk.is_some() { Ok(()) } else { Err(Refusal::NoDirk) }
}

pub(crate) fn build<W: Witness>(state: &mut State, seat: Seat, tile: Tile, cell: Cell, witness: &mut W) {
    take(state, seat, tile);
    state.player_mut(seat).city.build(tile, cell);
    witness.see(|| Event::Built { seat, tile, cell });
}

pub(crate) fn keep<W: Witness>(state: &mut State, seat: Seat, tile: Tile, witness: &mut W) {
    take(state, seat, tile);
    state.player_mut(seat).reserve.push(tile);
    witness.see(|| Event::Kept { seat, tile });
}

pub(crate) fn give<W: Witness>(state: &mut State, seat: Seat, tile: Tile, witness: &mut W) {
    take(state, seat, tile);
    if let Some(dirk) = &mut state.dirk {
        dirk.tiles.push(tile);
    }
    witness.see(|| Event::Given { seat, tile });
}

pub(crate) fn leave_out<W: Witness>(state: &mut State, seat: Seat, tile: Tile, witness: &mut W) {
    take(state, seat, tile);
    state.table.left_out.push(tile);
    witness.see(|| Event::LeftOut { seat, tile });
}

fn take(state: &mut State, seat: Seat, tile: Tile) {
    state.player_mut(seat).bought.retain(|it| *it != tile);
}
