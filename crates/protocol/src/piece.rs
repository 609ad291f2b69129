//! What is printed on the tiles, for those who draw them.

use alhambra_engine::material::{Edges, Face, Part, Tile};
use schemars::JsonSchema;
use serde::Serialize;

/// A tile with what is printed on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Piece {
    /// The tile in the notation.
    pub tile: Tile,
    /// What it shows.
    pub face: Face,
    /// To what it belongs.
    pub part: Part,
    /// Its walls, moats or bastions.
    pub edges: Edges,
    /// What its other side shows, if it has one.
    pub back: Option<Tile>,
}

impl Piece {
    /// What is printed on a tile.
    pub fn of(tile: Tile) -> Piece {
        Piece { tile, face: tile.face(), part: tile.part(), edges: tile.edges(), back: tile.flipped() }
    }
}
