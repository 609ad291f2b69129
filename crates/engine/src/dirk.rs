//! Dirk, the imaginary third player of a game for two: he collects tiles and builds nothing.

use arrayvec::ArrayVec;
use serde::Serialize;

use crate::{
    event::{Event, Witness},
    material::{Round, Tile},
    state::State,
};

/// Dirk's things, visible to all (B-DIRK-2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Dirk {
    /// His points, which win nothing (B-DIRK-3).
    pub score: u16,
    /// His tiles.
    pub tiles: ArrayVec<Tile, 54>,
}

/// Dirk draws after the first two scorings (B-DIRK-2).
pub(crate) fn draw_after<W: Witness>(state: &mut State, round: Round, witness: &mut W) {
    match round {
        Round::First => draw(state, 6, witness),
        Round::Second => draw(state, state.table.supply.len() / 3, witness),
        Round::Third => {}
    }
}

/// Dirk draws `n` tiles, or as many as there are.
pub(crate) fn draw<W: Witness>(state: &mut State, n: usize, witness: &mut W) {
    let Some(dirk) = &mut state.dirk else { return };
    for _ in 0..n {
        let Some(tile) = state.table.supply.pop() else { return };
        dirk.tiles.push(tile);
        witness.see(|| Event::DirkDrew { tile });
    }
}
