//! The fixed action space: what every id means, whatever is played.
//!
//! The order is part of the encoding: ids are only ever added at the end, and [`VERSION`] rises if one changes its meaning.

use alhambra_engine::{
    ActionKind,
    material::{Building, Bureau, Card, Cell, Currency, Edges, Falcon, MoneyCard, Tile},
};

/// The version of the action space.
pub const VERSION: u32 = 1;

/// How far from the starting tile a cell can lie to be named by one id.
pub const REACH: i8 = 10;
/// How many cells lie in a row, or a column, of a block.
pub const SIDE: usize = 2 * REACH as usize + 1;
/// How many blocks around the middle one a palace can reach: a row of all tiles there are is 108 cells long.
const BLOCKS: i8 = 5;
const N_BLOCKS: usize = (2 * BLOCKS as usize + 1) * (2 * BLOCKS as usize + 1);

const KINDS: u16 = 0;
const DONE: u16 = KINDS + ActionKind::ALL.len() as u16;
const NOBODY: u16 = DONE + 1;
const CARDS: u16 = NOBODY + 1;
const COINS: u16 = CARDS + 36;
const BUREAUX: u16 = COINS + 4;
const PAIRS: u16 = BUREAUX + 6;
const COLOURS: u16 = PAIRS + 12;
const WALLS: u16 = COLOURS + 6;
const FALCONS: u16 = WALLS + Card::WALLS.len() as u16;
const TILES: u16 = FALCONS + Falcon::N as u16;
const BLOCKS_FROM: u16 = TILES + Tile::N as u16;
const CELLS: u16 = BLOCKS_FROM + N_BLOCKS as u16;

/// How many ids there are.
pub const N: usize = CELLS as usize + SIDE * SIDE;

/// One small step of a choice, as a number below [`N`].
pub type Id = u16;

/// What an id means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// What to do.
    Kind(ActionKind),
    /// No more cards.
    Done,
    /// No new citizen, because the supply is empty.
    Nobody,
    /// A money card.
    Card(MoneyCard),
    /// One coin.
    Coin(Currency),
    /// A bureau de change.
    Bureau(Bureau),
    /// A bureau de change with which a price in the first currency is paid in the second one too.
    Pair(Currency, Currency),
    /// A citizen of this colour.
    Colour(Building),
    /// A wall card.
    Walls(Edges),
    /// A falcon.
    Falcon(Falcon),
    /// A tile with this face up.
    Tile(Tile),
    /// The block of cells, so many blocks to the east and south of the middle one, in which the next cell lies.
    Block {
        /// To the east.
        x: i8,
        /// To the south.
        y: i8,
    },
    /// A cell of the middle block, or of the block named before.
    Cell(Cell),
}

impl Meaning {
    /// The meaning of an id; none if there is no such id.
    pub fn of(id: Id) -> Option<Meaning> {
        let number = |first: u16| usize::from(id - first);
        Some(match id {
            KINDS..DONE => Meaning::Kind(ActionKind::ALL[number(KINDS)]),
            DONE => Meaning::Done,
            NOBODY => Meaning::Nobody,
            CARDS..COINS => {
                Meaning::Card(MoneyCard::new(Currency::ALL[number(CARDS) / 9], (number(CARDS) % 9) as u8 + 1))
            }
            COINS..BUREAUX => Meaning::Coin(Currency::ALL[number(COINS)]),
            BUREAUX..PAIRS => Meaning::Bureau(Bureau::all().nth(number(BUREAUX))?),
            PAIRS..COLOURS => {
                let (first, other) = (number(PAIRS) / 3, number(PAIRS) % 3);
                Meaning::Pair(Currency::ALL[first], Currency::ALL[other + usize::from(other >= first)])
            }
            COLOURS..WALLS => Meaning::Colour(Building::ALL[number(COLOURS)]),
            WALLS..FALCONS => Meaning::Walls(Card::WALLS[number(WALLS)]),
            FALCONS..TILES => Meaning::Falcon(Falcon::all().nth(number(FALCONS))?),
            TILES..BLOCKS_FROM => Meaning::Tile(Tile::all().nth(number(TILES))?),
            BLOCKS_FROM..CELLS => {
                let (width, number) = (2 * BLOCKS as usize + 1, number(BLOCKS_FROM));
                Meaning::Block { x: (number % width) as i8 - BLOCKS, y: (number / width) as i8 - BLOCKS }
            }
            _ if usize::from(id) < N => {
                let number = number(CELLS);
                Meaning::Cell(Cell { x: (number % SIDE) as i8 - REACH, y: (number / SIDE) as i8 - REACH })
            }
            _ => return None,
        })
    }

    /// The id with this meaning.
    pub fn id(self) -> Id {
        match self {
            Meaning::Kind(kind) => KINDS + kind as u16,
            Meaning::Done => DONE,
            Meaning::Nobody => NOBODY,
            Meaning::Card(card) => CARDS + card_index(card) as u16,
            Meaning::Coin(currency) => COINS + currency as u16,
            Meaning::Bureau(bureau) => BUREAUX + bureau_index(bureau) as u16,
            Meaning::Pair(first, second) => {
                PAIRS + 3 * first as u16 + second as u16 - u16::from(second as u16 > first as u16)
            }
            Meaning::Colour(building) => COLOURS + building as u16,
            Meaning::Walls(walls) => WALLS + walls_index(walls) as u16,
            Meaning::Falcon(falcon) => FALCONS + falcon_index(falcon) as u16,
            Meaning::Tile(tile) => TILES + tile.index() as u16,
            Meaning::Block { x, y } => {
                BLOCKS_FROM + (y + BLOCKS) as u16 * (2 * BLOCKS as u16 + 1) + (x + BLOCKS) as u16
            }
            Meaning::Cell(cell) => CELLS + cell_index(cell) as u16,
        }
    }
}

impl std::fmt::Display for Meaning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Meaning::Kind(kind) => f.write_str(kind_name(*kind)),
            Meaning::Done => f.write_str("done"),
            Meaning::Nobody => f.write_str("nobody"),
            Meaning::Card(card) => card.fmt(f),
            Meaning::Coin(currency) => write!(f, "{}*1", currency.code()),
            Meaning::Bureau(bureau) => bureau.fmt(f),
            Meaning::Pair(first, second) => write!(f, "{}+{}", first.code(), second.code()),
            Meaning::Colour(building) => write!(f, "{}", building.letter()),
            Meaning::Walls(walls) => write!(f, "wall-{walls}"),
            Meaning::Falcon(falcon) => falcon.fmt(f),
            Meaning::Tile(tile) => tile.fmt(f),
            Meaning::Block { x, y } => write!(f, "block-{}", Cell { x: *x, y: *y }),
            Meaning::Cell(cell) => cell.fmt(f),
        }
    }
}

/// The name of a kind of action.
pub const fn kind_name(kind: ActionKind) -> &'static str {
    match kind {
        ActionKind::Take => "take",
        ActionKind::TakeBureau => "take-bureau",
        ActionKind::Buy => "buy",
        ActionKind::Build => "build",
        ActionKind::BuildFlipped => "flip",
        ActionKind::TakeDown => "take-down",
        ActionKind::Swap => "swap",
        ActionKind::Keep => "keep",
        ActionKind::Give => "give",
        ActionKind::LeaveOut => "leave-out",
        ActionKind::Wake => "wake",
        ActionKind::TakeHut => "take-hut",
        ActionKind::AddWalls => "add-walls",
        ActionKind::BuyFalcon => "buy-falcon",
        ActionKind::Reveal => "reveal",
        ActionKind::Steal => "steal",
        ActionKind::ChooseCitizens => "choose-citizens",
        ActionKind::LayTrader => "lay-trader",
        ActionKind::MoveIn => "move-in",
        ActionKind::Exchange => "exchange",
        ActionKind::Pass => "pass",
    }
}

/// The ids that lead to a cell: its own, after that of its block if that is not the middle one.
pub(crate) fn of_cell(cell: Cell) -> (Option<Id>, Id) {
    let block = |at: i8| (i16::from(at) + i16::from(REACH)).div_euclid(SIDE as i16) as i8;
    let (x, y) = (block(cell.x), block(cell.y));
    if x == 0 && y == 0 {
        return (None, Meaning::Cell(cell).id());
    }
    let within = Cell { x: cell.x - x * SIDE as i8, y: cell.y - y * SIDE as i8 };
    (Some(Meaning::Block { x, y }.id()), Meaning::Cell(within).id())
}

/// The cell at this place of a block.
pub(crate) fn in_block(x: i8, y: i8, within: Cell) -> Option<Cell> {
    let at = |block: i8, within: i8| i8::try_from(i16::from(block) * SIDE as i16 + i16::from(within)).ok();
    Some(Cell { x: at(x, within.x)?, y: at(y, within.y)? })
}

/// The number of a cell of the middle block, row by row.
pub(crate) const fn cell_index(cell: Cell) -> usize {
    (cell.y + REACH) as usize * SIDE + (cell.x + REACH) as usize
}

/// The number of a money card: currency by currency, by value.
pub(crate) const fn card_index(card: MoneyCard) -> usize {
    card.currency() as usize * 9 + card.value() as usize - 1
}

/// The number of a bureau.
pub(crate) fn bureau_index(bureau: Bureau) -> usize {
    Bureau::all().position(|it| it == bureau).unwrap_or_default()
}

/// The number of a wall card.
pub(crate) fn walls_index(walls: Edges) -> usize {
    Card::WALLS.iter().position(|it| *it == walls).unwrap_or_default()
}

/// The number of a falcon.
pub(crate) fn falcon_index(falcon: Falcon) -> usize {
    Falcon::all().position(|it| it == falcon).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_has_one_meaning_and_one_name() {
        let mut names = std::collections::BTreeSet::new();
        for id in 0..N as Id {
            let meaning = Meaning::of(id).unwrap();
            assert_eq!(meaning.id(), id);
            assert!(names.insert(meaning.to_string()), "{meaning} is there twice");
        }
        assert_eq!(Meaning::of(N as Id), None);
        assert_eq!(N, 876);
    }

    #[test]
    fn every_cell_that_a_palace_can_reach_has_its_ids() {
        for x in -108..=108 {
            for y in -108..=108 {
                let (block, id) = of_cell(Cell { x, y });
                let Some(Meaning::Cell(within)) = Meaning::of(id) else { panic!("{id} is no cell") };
                let cell = match block.and_then(Meaning::of) {
                    Some(Meaning::Block { x, y }) => in_block(x, y, within),
                    Some(other) => panic!("{other} is no block"),
                    None => Some(within),
                };
                assert_eq!(cell, Some(Cell { x, y }));
            }
        }
    }
}
