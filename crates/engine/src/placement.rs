//! Placing what was bought or won: build it, keep it in reserve, or give it to Dirk (B-PLACE-1).

use crate::{
    action::{Action, Refusal},
    event::{Event, Witness},
    granada,
    legal::Paid,
    material::{Cell, Payment, Tile},
    redesign,
    state::{Player, Seat, State},
    visitor::Visitor,
};

/// Everything that can be done with the bought tiles, tile by tile.
pub(crate) fn legal(out: &mut impl Visitor, state: &State, seat: Seat, paid: Paid) {
    let player = state.player(seat);
    for &tile in &player.bought {
        legal_cells(out, player, tile);
        if paid == Paid::Listed {
            granada::legal_flips(out, player, tile);
        }
        out.push(Action::Keep { tile });
        out.push_all(tile.flipped().map(|tile| Action::Keep { tile }));
        if state.dirk.is_some() && !tile.is_hut() {
            out.push(Action::Give { tile });
        }
    }
}

/// Everything that can be done with tiles won at the end.
pub(crate) fn legal_won(out: &mut impl Visitor, state: &State, seat: Seat) {
    let player = state.player(seat);
    for &tile in &player.bought {
        legal_cells(out, player, tile);
        out.push(Action::LeaveOut { tile });
    }
}

fn legal_cells(out: &mut impl Visitor, player: &Player, tile: Tile) {
    redesign::build_somewhere(out, player, tile, player.edges_of(tile));
}

pub(crate) fn check_bought(player: &Player, tile: Tile) -> Result<(), Refusal> {
    if player.bought.contains(&tile) { Ok(()) } else { Err(Refusal::NotBought(tile)) }
}

pub(crate) fn check_build(player: &Player, tile: Tile, cell: Cell) -> Result<(), Refusal> {
    check_bought(player, tile)?;
    redesign::check_placement(player, tile, cell)
}

pub(crate) fn check_flipped(player: &Player, tile: Tile, cell: Cell, payment: Payment) -> Result<(), Refusal> {
    check_bought(player, tile.flipped().ok_or(Refusal::NotBought(tile))?)?;
    granada::check_flip(player, payment)?;
    redesign::check_placement(player, tile, cell)
}

/// In the reserve a tile of Granada may lie with either face up (G-PLACE-1).
pub(crate) fn check_keep(player: &Player, tile: Tile) -> Result<(), Refusal> {
    check_bought(player, tile).or_else(|refusal| check_bought(player, tile.flipped().ok_or(refusal)?))
}

/// Only what was bought can be given to Dirk, so no hut (B-DIRK-4).
pub(crate) fn check_give(state: &State, seat: Seat, tile: Tile) -> Result<(), Refusal> {
    check_bought(state.player(seat), tile)?;
    if state.dirk.is_none() {
        return Err(Refusal::NoDirk);
    }
    if tile.is_hut() { Err(Refusal::NotForDirk) } else { Ok(()) }
}

pub(crate) fn build<W: Witness>(state: &mut State, seat: Seat, tile: Tile, cell: Cell, witness: &mut W) {
    take(state, seat, tile);
    let player = state.player_mut(seat);
    player.city.build(tile, player.edges_of(tile), cell);
    witness.see(|| Event::Built { seat, tile, cell });
}

pub(crate) fn keep<W: Witness>(state: &mut State, seat: Seat, tile: Tile, witness: &mut W) {
    take(state, seat, tile);
    state.player_mut(seat).reserve.push(tile);
    witness.see(|| Event::Kept { seat, tile });
}

/// Dirk's tiles show the face that the marker names, so a gift is turned over for nothing if need be (G-DIRK-1).
pub(crate) fn give<W: Witness>(state: &mut State, seat: Seat, tile: Tile, witness: &mut W) {
    take(state, seat, tile);
    let tile = state.table.marker.map_or(tile, |marker| tile.facing(marker));
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

/// Removes the tile, whichever face is meant, from those that wait to be placed.
fn take(state: &mut State, seat: Seat, tile: Tile) {
    let bought = &mut state.player_mut(seat).bought;
    if let Some(i) = bought.iter().position(|it| it.piece() == tile.piece()) {
        bought.remove(i);
    }
}
