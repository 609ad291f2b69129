//! Cities that grow at random, without a game around them: larger and odder than those that games lead to.

use alhambra_engine::{
    City,
    material::{Building, Edges, Part, Side, Tile},
};

use super::Dice;

/// A city and what may still be built in it.
pub(crate) struct Grower {
    pub(crate) city: City,
    /// Every tile that is not built, with its edges.
    pub(crate) rest: Vec<(Tile, Edges)>,
    dice: Dice,
}

impl Grower {
    /// The Alhambra, with camps, with Granada, or Granada alone, in turn.
    pub(crate) fn new(number: u64) -> Grower {
        let start = if number % 4 == 3 { Tile::GRANADA_START } else { Tile::FOUNTAIN };
        let mut tiles: Vec<Tile> = Vec::new();
        if number % 4 < 3 {
            tiles.extend(Tile::buildings());
        }
        if number % 4 < 2 {
            tiles.extend(Tile::bazaars().chain(Building::ALL.into_iter().flat_map(Tile::huts)));
        }
        if number % 4 == 1 {
            tiles.extend(Tile::camps());
        }
        if number % 4 >= 2 {
            tiles.extend(Tile::granada());
        }
        let mut dice = Dice::new(number);
        let mut with_edges = |tile: Tile| {
            // Now and then a wall card was used on it (M-WALL-3).
            let added = if dice.below(10) == 0 && number % 4 < 2 { Some(dice.one_of(&Side::ALL)) } else { None };
            let added = added.filter(|_| tile.part() == Part::Alhambra).map_or(Edges::empty(), Edges::of);
            (tile, tile.edges() | added)
        };
        let rest = tiles.into_iter().map(&mut with_edges).collect();
        Grower { city: City::new(start), rest, dice }
    }

    /// Builds a tile somewhere, or now and then takes one down or swaps two.
    pub(crate) fn grow(&mut self) {
        match self.dice.below(10) {
            0 => self.take_down(),
            1 => self.swap(),
            _ => self.build(),
        }
    }

    fn build(&mut self) {
        // A few tries find a tile that fits somewhere; camps are tried first, as they seldom fit.
        for n in 0..6 {
            let camps: Vec<usize> = (0..self.rest.len()).filter(|&i| self.rest[i].0.part() == Part::Camp).collect();
            let i =
                if n == 0 && !camps.is_empty() { self.dice.one_of(&camps) } else { self.dice.below(self.rest.len()) };
            let (tile, edges) = self.rest[i];
            let cells: Vec<_> = self.city.cells_for(tile, edges).collect();
            if !cells.is_empty() {
                self.city.build(tile, edges, self.dice.one_of(&cells));
                self.rest.swap_remove(i);
                return;
            }
        }
    }

    fn take_down(&mut self) {
        let removable: Vec<Tile> = self.city.removable().into_iter().collect();
        if !removable.is_empty() {
            let tile = self.dice.one_of(&removable);
            let edges = self.city.tiles().iter().find(|it| it.tile == tile).unwrap().edges;
            self.city.take_down(tile);
            self.rest.push((tile, edges));
        }
    }

    fn swap(&mut self) {
        let placed: Vec<(Tile, Edges)> = self.city.tiles().iter().map(|it| (it.tile, it.edges)).collect();
        let (old, old_edges) = self.dice.one_of(&placed);
        // Of the tiles that fit, those of another part are the more interesting ones.
        let fits = |it: &&(Tile, Edges)| self.city.swaps(it.0, it.1, old);
        let mut fitting: Vec<(Tile, Edges)> = self.rest.iter().filter(fits).copied().collect();
        if fitting.iter().any(|it| it.0.part() != old.part()) {
            fitting.retain(|it| it.0.part() != old.part());
        }
        if !fitting.is_empty() {
            let (tile, edges) = self.dice.one_of(&fitting);
            self.city.swap(tile, edges, old);
            self.rest.retain(|it| it.0 != tile);
            self.rest.push((old, old_edges));
        }
    }
}
