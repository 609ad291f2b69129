//! Dirk, the imaginary third player of a game for two: he collects tiles and builds nothing.

use crate::{
    event::{Event, Witness},
    list::List,
    material::{Round, Tile},
    state::{State, Table},
};

/// Dirk's things, visible to all (B-DIRK-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dirk {
    /// His points, which win nothing (B-DIRK-3).
    pub score: u16,
    /// His tiles.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Tile>"))]
    pub tiles: List<Tile, 108>,
}

/// How many tiles Dirk draws from each supply after the first scoring (B-DIRK-2).
pub const N_FIRST: u8 = 6;

/// Of how many tiles in each supply he draws one after the second scoring (B-DIRK-2).
pub const SECOND_ONE_OF: u8 = 3;

/// Dirk draws after the first two scorings, from each supply for itself (B-DIRK-2, C-DIRK-1).
pub(crate) fn draw_after<W: Witness>(state: &mut State, round: Round, witness: &mut W) {
    let Table { supply, granada_supply, .. } = &state.table;
    let n = match round {
        Round::First => [N_FIRST.into(); 2],
        Round::Second => [supply, granada_supply].map(|it| it.len() / usize::from(SECOND_ONE_OF)),
        Round::Third => [0, 0],
    };
    draw(state, n, witness);
}

/// Dirk draws so many tiles of the Alhambra and of Granada, or as many as there are.
///
/// Granada's show the face that the marker names, which stays where it is (G-DIRK-1, G-END-1).
pub(crate) fn draw<W: Witness>(state: &mut State, n: [usize; 2], witness: &mut W) {
    let Some(dirk) = &mut state.dirk else { return };
    let Table { supply, granada_supply, marker, .. } = &mut state.table;
    for (supply, n) in [supply, granada_supply].into_iter().zip(n) {
        for _ in 0..n {
            let Some(tile) = supply.pop() else { break };
            let tile = marker.map_or(tile, |marker| tile.facing(marker));
            dirk.tiles.push(tile);
            witness.see(|| Event::DirkDrew { tile });
        }
    }
}
