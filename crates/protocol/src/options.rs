//! What a seat may do now, what that would lead to, and why the rest can't be done.

use alhambra_engine::{
    Action, Broken, Refusal,
    material::{Building, ByCurrency, Cell, Currency, Falcon, Payment, Tile},
};
use schemars::JsonSchema;
use serde::Serialize;

/// Everything that the seat to act may do.
///
/// Purchases, tiles to build and everything else each have their own list, in the order in which people think of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Options {
    /// Every tile that lies for sale, affordable or not; empty when nothing can be bought at this moment.
    pub purchases: Vec<Purchase>,
    /// Every tile that waits to be placed or lies in the reserve, with the cells for it; empty when it can't be built now.
    pub placings: Vec<Placing>,
    /// Everything else that is legal, one entry per action.
    pub offers: Vec<Offer>,
    /// What people might try at this moment and can't, with the reasons.
    pub refused: Vec<Refused>,
}

/// An action that is legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Offer {
    /// The action in the notation, to be sent as it is.
    pub notation: String,
    /// The action in parts.
    pub action: Action,
    /// What it leads to.
    pub effect: Effect,
}

/// What an action leads to, as far as nothing hidden is needed to know it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Effect {
    /// Whether one's turn, or this decision of it, is over afterwards so that it can't be taken back.
    pub ends_turn: bool,
    /// Whether the turn goes on with another action, because it was paid exactly.
    pub extra_action: bool,
    /// The longest wall.
    pub wall: Option<Change>,
    /// The longest moat.
    pub moat: Option<Change>,
    /// The longest stretch of wall and moat together.
    pub together: Option<Change>,
    /// What the next scoring would bring if it came now.
    pub points: Option<Change>,
    /// How many of the kind one has.
    pub count: Option<Change>,
    /// What goes back to the supply or the hand.
    pub lost: Vec<Lost>,
    /// What is left in the hand by currency, cards and coins together, after paying.
    pub leaves: Option<ByCurrency<u16>>,
}

/// A number before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Change {
    /// Now.
    pub from: u16,
    /// Then.
    pub to: u16,
}

/// What goes back when a tile leaves its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "lost")]
pub enum Lost {
    /// A falcon goes back to the supply.
    Falcon {
        /// Which one.
        falcon: Falcon,
    },
    /// A citizen goes back to the supply.
    Citizen {
        /// Of this colour.
        building: Building,
    },
    /// A bonus card goes back to the hand.
    Bonus {
        /// Which one.
        tile: Tile,
    },
    /// The trader has to be laid down again.
    Trader,
}

/// A tile for sale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Purchase {
    /// The tile.
    pub tile: Tile,
    /// The currency it is paid in.
    pub currency: Currency,
    /// The price.
    pub price: u8,
    /// What the hand can do.
    pub fit: Fit,
    /// The best payments: exact ones first, then those with the least too much; fewest cards first.
    pub payments: Vec<Offer>,
    /// How many payments there are altogether.
    pub n_payments: u32,
    /// Why it can't be bought, if it can't.
    pub refusal: Option<Refusal>,
}

/// What a hand can do about a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "fit")]
pub enum Fit {
    /// Pay exactly.
    Exact,
    /// Pay too much, at best by this.
    Over {
        /// How much.
        by: u8,
    },
    /// Too little, even with everything.
    Short {
        /// How much is missing.
        by: u8,
    },
}

/// Every payment for one tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Payments {
    /// The tile.
    pub tile: Tile,
    /// The payments, the best first.
    pub payments: Vec<Offer>,
    /// Whether there are more.
    pub more: bool,
}

/// A tile that waits to be placed or lies in the reserve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Placing {
    /// The tile, with the face that would be seen.
    pub tile: Tile,
    /// Whether it lies in the reserve; otherwise it was bought or won.
    pub from_reserve: bool,
    /// Whether building it means turning over a tile of Granada that was bought with its other face.
    pub flips: Option<Tile>,
    /// What turning it over costs: the payments, the best first. The notation of a flip is that of the cell with the cards after it.
    pub flip_payments: Vec<Payment>,
    /// The cells where it can be built.
    pub cells: Vec<LegalCell>,
    /// The other cells beside the city, by the rules that building there would break.
    pub broken: Vec<(Broken, Vec<Cell>)>,
}

/// A cell where a tile can be built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LegalCell {
    /// The cell.
    pub cell: Cell,
    /// The action in the notation; a flip lacks its payment, which is appended after a space.
    pub notation: String,
    /// What it leads to.
    pub effect: Effect,
}

/// Something that can't be done now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Refused {
    /// What, in the notation as far as it is needed: `pass`, `wake`, `down T9ne`, `hut hTes`, `steal fl9`.
    pub notation: String,
    /// Why not.
    pub refusal: Refusal,
}

/// What an action would lead to, or why it can't be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "verdict")]
pub enum Verdict {
    /// It can be done.
    Legal {
        /// What it leads to.
        effect: Effect,
    },
    /// It can't.
    Refused {
        /// Why not.
        refusal: Refusal,
        /// The same as a sentence in English.
        message: String,
    },
}
