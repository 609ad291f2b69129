//! What a player can do, and why something can't be done.

use crate::{
    bits,
    city::Broken,
    material::{Building, Bureau, Card, Cell, Currency, Edges, Falcon, Handful, MoneyCard, Payment, Tile},
    state::Seat,
};

/// One decision of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case", tag = "action"))]
#[expect(missing_docs, reason = "where a field says by its name what it is, a sentence would repeat it")]
pub enum Action {
    /// Take money from the display (B-MONEY-1).
    Take {
        /// One card, or several that total 5 at most.
        cards: Handful,
    },
    /// Take a bureau de change from the display (M-BUR-2).
    TakeBureau { bureau: Bureau },
    /// Buy a tile from the market, in a turn (B-BUY-1) or with the vizier's favour (M-VIZ-2).
    Buy {
        tile: Tile,
        /// What is paid for it.
        payment: Payment,
    },
    /// Build a tile: from the reserve as a redesign, or one that was just bought or won.
    Build { tile: Tile, cell: Cell },
    /// Build a bought tile of Granada with its other face up, for money (G-PLACE-1).
    BuildFlipped {
        /// The face that is to be seen.
        tile: Tile,
        cell: Cell,
        /// What is paid for turning it over.
        payment: Payment,
    },
    /// Redesign: move a built tile to the reserve.
    TakeDown { tile: Tile },
    /// Redesign: lay a reserve tile where a built one lies, which goes to the reserve.
    Swap {
        /// The tile from the reserve.
        tile: Tile,
        /// The built tile.
        old: Tile,
    },
    /// Put a bought tile in the reserve; a tile of Granada with either face up.
    Keep {
        /// The face that is to be seen.
        tile: Tile,
    },
    /// Give a bought tile to Dirk (B-DIRK-4).
    Give { tile: Tile },
    /// Leave a tile out that was won at the end (B-OVER-3).
    LeaveOut { tile: Tile },
    /// Wake the own vizier (M-VIZ-4).
    Wake,
    /// Take an open workers' hut (M-HUT-2).
    TakeHut {
        /// The hut.
        tile: Tile,
    },
    /// Put the walls of an open wall card on an own tile (M-WALL-3).
    AddWalls {
        /// The card.
        walls: Edges,
        tile: Tile,
    },
    /// Buy a falcon for a money card and set it on a corner (M-FAL-2).
    BuyFalcon {
        falcon: Falcon,
        /// The corner, as the cell to the south-east of it.
        corner: Cell,
        /// What it costs.
        card: MoneyCard,
    },
    /// Lay open a bonus card (M-BON-2).
    Reveal {
        /// The tile on the card.
        tile: Tile,
    },
    /// Play a thief and take an open money card of its currency (M-THF-2).
    Steal { card: MoneyCard },
    /// Choose three citizens before the game (M-TRD-1).
    ChooseCitizens {
        /// Three different colours, in order.
        citizens: [Building; 3],
    },
    /// Lay the trader on an empty cell (M-TRD-3).
    LayTrader { cell: Cell },
    /// Let the citizen of the new building's colour move in and take another one from the supply (M-TRD-2).
    MoveIn {
        /// The new citizen; none if the supply is empty.
        take: Option<Building>,
    },
    /// Exchange a citizen on the trader with the supply (M-TRD-2).
    Exchange {
        /// The one that goes.
        give: Building,
        /// The one that comes.
        take: Building,
    },
    /// Do nothing, or nothing more, where that is allowed (B-TURN-3).
    Pass,
}

/// The kinds of action: what an [`Action`] is before it says with which tile, money or cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ActionKind {
    /// [`Action::Take`].
    Take,
    /// [`Action::TakeBureau`].
    TakeBureau,
    /// [`Action::Buy`].
    Buy,
    /// [`Action::Build`].
    Build,
    /// [`Action::BuildFlipped`].
    BuildFlipped,
    /// [`Action::TakeDown`].
    TakeDown,
    /// [`Action::Swap`].
    Swap,
    /// [`Action::Keep`].
    Keep,
    /// [`Action::Give`].
    Give,
    /// [`Action::LeaveOut`].
    LeaveOut,
    /// [`Action::Wake`].
    Wake,
    /// [`Action::TakeHut`].
    TakeHut,
    /// [`Action::AddWalls`].
    AddWalls,
    /// [`Action::BuyFalcon`].
    BuyFalcon,
    /// [`Action::Reveal`].
    Reveal,
    /// [`Action::Steal`].
    Steal,
    /// [`Action::ChooseCitizens`].
    ChooseCitizens,
    /// [`Action::LayTrader`].
    LayTrader,
    /// [`Action::MoveIn`].
    MoveIn,
    /// [`Action::Exchange`].
    Exchange,
    /// [`Action::Pass`].
    Pass,
}

impl ActionKind {
    /// Every kind.
    pub const ALL: [ActionKind; 21] = [
        ActionKind::Take,
        ActionKind::TakeBureau,
        ActionKind::Buy,
        ActionKind::Build,
        ActionKind::BuildFlipped,
        ActionKind::TakeDown,
        ActionKind::Swap,
        ActionKind::Keep,
        ActionKind::Give,
        ActionKind::LeaveOut,
        ActionKind::Wake,
        ActionKind::TakeHut,
        ActionKind::AddWalls,
        ActionKind::BuyFalcon,
        ActionKind::Reveal,
        ActionKind::Steal,
        ActionKind::ChooseCitizens,
        ActionKind::LayTrader,
        ActionKind::MoveIn,
        ActionKind::Exchange,
        ActionKind::Pass,
    ];
}

/// A set of kinds of action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActionKinds(u32);

impl ActionKinds {
    /// Whether the kind is in the set.
    pub const fn has(self, kind: ActionKind) -> bool {
        self.0 >> kind as u32 & 1 != 0
    }

    /// Puts a kind into the set.
    pub const fn add(&mut self, kind: ActionKind) {
        self.0 |= 1 << kind as u32;
    }

    /// The kinds in the set, in their order.
    pub fn iter(self) -> impl Iterator<Item = ActionKind> {
        bits::numbers(self.0.into()).map(|it| ActionKind::ALL[usize::from(it)])
    }
}

impl Action {
    /// What kind of action this is.
    pub const fn kind(&self) -> ActionKind {
        match self {
            Action::Take { .. } => ActionKind::Take,
            Action::TakeBureau { .. } => ActionKind::TakeBureau,
            Action::Buy { .. } => ActionKind::Buy,
            Action::Build { .. } => ActionKind::Build,
            Action::BuildFlipped { .. } => ActionKind::BuildFlipped,
            Action::TakeDown { .. } => ActionKind::TakeDown,
            Action::Swap { .. } => ActionKind::Swap,
            Action::Keep { .. } => ActionKind::Keep,
            Action::Give { .. } => ActionKind::Give,
            Action::LeaveOut { .. } => ActionKind::LeaveOut,
            Action::Wake => ActionKind::Wake,
            Action::TakeHut { .. } => ActionKind::TakeHut,
            Action::AddWalls { .. } => ActionKind::AddWalls,
            Action::BuyFalcon { .. } => ActionKind::BuyFalcon,
            Action::Reveal { .. } => ActionKind::Reveal,
            Action::Steal { .. } => ActionKind::Steal,
            Action::ChooseCitizens { .. } => ActionKind::ChooseCitizens,
            Action::LayTrader { .. } => ActionKind::LayTrader,
            Action::MoveIn { .. } => ActionKind::MoveIn,
            Action::Exchange { .. } => ActionKind::Exchange,
            Action::Pass => ActionKind::Pass,
        }
    }

    /// Whether a built tile goes to the reserve: a redesign that can be done again and again.
    pub const fn removes_built_tile(&self) -> bool {
        matches!(self.kind(), ActionKind::TakeDown | ActionKind::Swap)
    }
}

/// Why an action is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case", tag = "reason", content = "with"))]
#[expect(missing_docs, reason = "where a field says by its name what it is, a sentence would repeat it")]
pub enum Refusal {
    /// Nothing can be done any more.
    #[error("the game is over")]
    GameOver,
    /// Somebody else decides now.
    #[error("it is seat {0}'s decision")]
    NotYourTurn(Seat),
    /// The action belongs to another moment.
    #[error("this can't be done at this moment")]
    NotNow,
    /// No card was named.
    #[error("take at least one card")]
    NoCard,
    /// The card is not in the display.
    #[error("{0} is not in the display")]
    NotDisplayed(Card),
    /// Several cards, more than 5 together.
    #[error("several cards may total 5 at most; these total {0}")]
    TooMuchMoney(u8),
    /// The tile is not on the market.
    #[error("{0} is not for sale")]
    NotForSale(Tile),
    /// Another currency is asked for.
    #[error("{tile} is paid in {}", .currency.code())]
    WrongCurrency {
        tile: Tile,
        /// The currency of its square.
        currency: Currency,
    },
    /// The cards or coins are not there.
    #[error("you don't have this money")]
    NotInHand,
    /// The bureau is not in the hand.
    #[error("you don't hold the bureau de change for these two currencies")]
    NoBureau,
    /// The payment is too small.
    #[error("{0} short; take money first or pay with more cards")]
    Short(u8),
    /// This has to be paid exactly.
    #[error("{0} too much; this has to be paid exactly")]
    NotExact(u8),
    /// Flips are paid with cards of one currency.
    #[error("turning a tile over is paid with cards of one currency, without coins or bureau")]
    CardsOnly,
    /// The tile is not in the reserve.
    #[error("{0} is not in your reserve")]
    NotInReserve(Tile),
    /// The tile does not wait to be placed.
    #[error("{0} is not waiting to be placed")]
    NotBought(Tile),
    /// The tile is not built.
    #[error("{0} is not built in your city")]
    NotBuilt(Tile),
    /// Building rules are broken.
    #[error("not here: {0}")]
    Building(Broken),
    /// Dirk plays with two players only.
    #[error("Dirk takes part in games for two only")]
    NoDirk,
    /// Huts can't be given away.
    #[error("a workers' hut can't be given to Dirk")]
    NotForDirk,
    /// There is still something to do.
    #[error("you may pass only if nothing is left but taking down or swapping built tiles")]
    MustAct,
    /// The vizier is not there or not in the right mood.
    #[error("your vizier is awake already, or you have none")]
    NothingToWake,
    /// The vizier sleeps.
    #[error("you have no vizier who is awake")]
    NoVizier,
    /// The hut is not open.
    #[error("{0} is not the open hut of its pile")]
    HutNotOpen(Tile),
    /// Nobody has more than three huts.
    #[error("you have three huts already")]
    EnoughHuts,
    /// The wall card is not open.
    #[error("there is no open wall card with these walls")]
    NoWallCard,
    /// The tile can't bear the walls.
    #[error("{0} is not one of your tiles that can bear walls")]
    NoPlaceForWalls(Tile),
    /// There is a wall already.
    #[error("there is a wall already on one of these sides")]
    WallAlready,
    /// A wall would meet a neighbour.
    #[error("walls can be added only on sides that face an empty cell")]
    WallInside,
    /// Falcons are bought first or not at all.
    #[error("falcons are bought as the first and only action of a turn")]
    FalconsFirst,
    /// The falcon is not in the supply.
    #[error("this falcon is not in the supply")]
    NoFalcon,
    /// The corner is no place for a falcon.
    #[error("a falcon sits where four own tiles meet, one falcon a corner")]
    NoCorner,
    /// The colours don't meet.
    #[error("both colours of the falcon must meet at its corner")]
    WrongColours,
    /// The bonus card can't be laid open.
    #[error("you have no bonus card for {0}, or the tile is not built")]
    NoBonus(Tile),
    /// There is no thief for it.
    #[error("you have no thief of this currency")]
    NoThief,
    /// The next player uses no thief.
    #[error("who is next may not play a thief")]
    ThiefBeforeTurn,
    /// The choice is not three colours.
    #[error("choose three different citizens")]
    ThreeCitizens,
    /// The trader can't lie there.
    #[error("the trader lies on an empty cell beside an own building, hut, bazaar or fountain")]
    NoPlaceForTrader,
    /// Nobody can move in.
    #[error("no citizen on the trader has the colour of this building")]
    NoMatch,
    /// The citizen is not to be had.
    #[error("this citizen is not there")]
    NoCitizen,
}
