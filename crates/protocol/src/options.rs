//! What a seat may do now, what that would lead to, and why the rest can't be done.

use alhambra_engine::{
    Action, Broken, Refusal,
    material::{Building, ByCurrency, Cell, CityKind, Currency, Edges, Falcon, MoneyCard, Payment, Tile},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Lines, SeatNumber};

/// Everything that the seat to act may do, each sort in the list where people look for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Options {
    /// Every tile that lies for sale, affordable or not; empty when nothing can be bought at this moment.
    pub purchases: Vec<Purchase>,
    /// Every tile that waits to be placed or lies in the reserve, with the places for it; empty when it can't be built now.
    pub placings: Vec<Placing>,
    /// Every open wall card with the tiles for it; empty when none can be taken now.
    pub wall_cards: Vec<WallCard>,
    /// Every open hut with the cells for it; empty when none can be taken now.
    pub huts: Vec<OpenHut>,
    /// Every falcon with the corners for it; empty when none can be bought now.
    pub perches: Vec<Perching>,
    /// The money cards of which one pays for a falcon.
    pub falcon_cards: Vec<MoneyCard>,
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

/// What an action leads to, as far as nothing hidden is needed to know it; what stays as it is is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Effect {
    /// Whether somebody else decides afterwards, or nobody any more.
    #[serde(skip_serializing_if = "is_no")]
    pub ends_turn: bool,
    /// Whether something hidden comes to light, so that it can't be taken back.
    #[serde(skip_serializing_if = "is_no")]
    pub reveals: bool,
    /// Whether the turn goes on with another action, because it was paid exactly.
    #[serde(skip_serializing_if = "is_no")]
    pub extra_action: bool,
    /// The longest wall.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall: Option<Change>,
    /// The longest moat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moat: Option<Change>,
    /// The longest stretch of wall and moat together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub together: Option<Change>,
    /// What the next scoring would bring if it came now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Change>,
    /// What it would bring to others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rivals: Vec<Rival>,
    /// How many buildings of a kind count for one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buildings: Vec<(Building, Change)>,
    /// How many buildings of Granada of a kind one has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub granada: Vec<(CityKind, Change)>,
    /// How many falcons one has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub falcons: Option<Change>,
    /// What goes back to the supply or the hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<Lost>,
    /// What is paid too much.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub too_much: Option<u8>,
    /// How many coins are drawn for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coins: Option<u8>,
    /// What the money left in the hand is worth by currency, cards and coins together, after paying or taking.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaves: Option<ByCurrency<u16>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_no(it: &bool) -> bool {
    !it
}

/// A number before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Change {
    /// Now.
    pub from: u16,
    /// Then.
    pub to: u16,
}

/// What the next scoring would bring to somebody else if it came now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rival {
    /// To whom; nobody's seat is Dirk's.
    pub seat: Option<SeatNumber>,
    /// The points.
    pub points: Change,
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

/// A tile for sale, with its price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Priced {
    /// The tile on the market.
    pub tile: Tile,
    /// The currency it is paid in.
    pub currency: Currency,
    /// The price; nothing for a bazaar that has none now.
    pub price: Option<u8>,
    /// What the reader's hand can do about it; nothing for spectators, and where there is no price.
    pub fit: Option<Fit>,
}

/// A tile for sale, with the ways to pay for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Purchase {
    /// The tile and its price.
    #[serde(flatten)]
    pub priced: Priced,
    /// The best payments, eight at most: exact ones first, then those with the least too much; of these, those without a
    /// bureau de change, with the fewest cards, and with the smallest cards.
    pub payments: Vec<Offer>,
    /// How many payments there are altogether from which nothing can be left out, or with one more card for change.
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
    /// The tile that they pay for.
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
    /// The face with which it was bought, if building it means turning it over.
    pub flips: Option<Tile>,
    /// What turning it over can be paid with, the best first.
    pub flip_payments: Vec<FlipPayment>,
    /// Why it can't be turned over, if it can't.
    pub refusal: Option<Refusal>,
    /// The cells where it can be built.
    pub cells: Vec<LegalCell>,
    /// The other cells beside the city, by the rules that building there would break.
    pub broken: Vec<(Broken, Vec<Cell>)>,
    /// The built tiles whose place it can take, if it lies in the reserve.
    pub swaps: Vec<LegalSwap>,
    /// The other built tiles, by the rules that taking their place would break.
    pub broken_swaps: Vec<(Broken, Vec<Tile>)>,
}

/// A way to pay for turning a tile over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FlipPayment {
    /// What is written after the cell, such as `fl1 fl2`.
    pub notation: String,
    /// The payment in parts.
    pub payment: Payment,
    /// What is paid too much.
    pub too_much: u8,
}

/// A cell where a tile can be built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LegalCell {
    /// The cell.
    pub cell: Cell,
    /// The action in the notation; a flip lacks its payment, which is appended after a space.
    pub notation: String,
    /// What it leads to; money apart.
    pub effect: Effect,
}

/// A built tile whose place another one can take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LegalSwap {
    /// The built tile.
    pub old: Tile,
    /// The action in the notation.
    pub notation: String,
    /// What it leads to.
    pub effect: Effect,
}

/// An open wall card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WallCard {
    /// The walls that it adds.
    pub walls: Edges,
    /// The own tiles that can bear them.
    pub tiles: Vec<LegalTile>,
    /// The own tiles that can't, by the reason.
    pub refused: Vec<(Refusal, Vec<Tile>)>,
}

/// A tile on which something can be put.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LegalTile {
    /// The tile in the city.
    pub tile: Tile,
    /// The action in the notation.
    pub notation: String,
    /// What it leads to.
    pub effect: Effect,
}

/// An open hut that can be taken, and what it is worth by the city as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OpenHut {
    /// The hut.
    pub tile: Tile,
    /// The cells where it could be built, with the number of buildings that it would count as there.
    pub cells: Vec<(Cell, u8)>,
}

/// A corner on which a falcon can be set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Perching {
    /// The falcon.
    pub falcon: Falcon,
    /// The corner, as the cell to the south-east of it.
    pub corner: Cell,
    /// The action in the notation; it lacks the money card, which is appended after a space.
    pub notation: String,
    /// What it leads to; money apart.
    pub effect: Effect,
}

/// Something that can't be done now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Refused {
    /// What, in the notation as far as it is needed: `pass`, `wake`, `down T9ne`, `hut hTes`, `steal fl9`, `falcon`.
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
        effect: Box<Effect>,
        /// Where the longest walls of the own city would run.
        lines: Box<Lines>,
    },
    /// It can't.
    Refused {
        /// Why not.
        refusal: Refusal,
        /// The same as a sentence in English.
        message: String,
    },
}
