//! The things in the box: currencies, buildings, cards and tiles.

mod building;
mod card;
mod cell;
mod currency;
mod edges;
mod money;
mod tile;

pub use building::{Building, ByBuilding};
pub use card::{Card, MoneyCard, Round};
pub use cell::Cell;
pub use currency::{ByCurrency, Currency};
pub use edges::{Edges, Side};
pub use money::{Cards, Handful, Money, Payment};
pub use tile::{Face, Tile};
