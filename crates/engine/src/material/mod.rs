//! The things in the box: currencies, buildings, cards and tiles.

mod building;
mod bureau;
mod card;
mod cell;
mod currency;
mod edges;
mod falcon;
mod granada;
mod money;
mod tile;

pub use building::{Building, ByBuilding};
pub use bureau::{Bureau, Bureaux};
pub use card::{Card, MoneyCard, Round};
pub use cell::Cell;
pub use currency::{ByCurrency, Currency};
pub use edges::{Edges, Side};
pub use falcon::{Falcon, Falcons, Plumage};
pub use granada::{ByCityKind, CityKind, Parity};
pub use money::{Cards, Handful, Money, Payment, Purse};
pub use tile::{Face, Part, Tile};
