//! What a player can do, and why something can't be done.

use serde::Serialize;

use crate::{
    city::Broken,
    material::{Cell, Currency, Handful, MoneyCard, Payment, Tile},
    state::Seat,
};

/// One decision of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case", tag = "action")]
pub enum Action {
    /// Take money from the display (B-MONEY-1).
    Take {
        /// One card, or several that total 5 at most.
        cards: Handful,
    },
    /// Buy a tile from the market (B-BUY-1).
    Buy {
        /// The tile.
        tile: Tile,
        /// What is paid for it.
        payment: Payment,
    },
    /// Build a tile: from the reserve as a redesign, or one that was just bought or won.
    Build {
        /// The tile.
        tile: Tile,
        /// Where.
        cell: Cell,
    },
    /// Redesign: move a built tile to the reserve.
    TakeDown {
        /// The tile.
        tile: Tile,
    },
    /// Redesign: lay a reserve tile where a built one lies, which goes to the reserve.
    Swap {
        /// The tile from the reserve.
        tile: Tile,
        /// The built tile.
        old: Tile,
    },
    /// Put a bought tile in the reserve.
    Keep {
        /// The tile.
        tile: Tile,
    },
    /// Give a bought tile to Dirk (B-DIRK-4).
    Give {
        /// The tile.
        tile: Tile,
    },
    /// Leave a tile out that was won at the end (B-OVER-3).
    LeaveOut {
        /// The tile.
        tile: Tile,
    },
    /// Do nothing, where that is allowed (B-TURN-3).
    Pass,
}

/// Why an action is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
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
    NotDisplayed(MoneyCard),
    /// Several cards, more than 5 together.
    #[error("several cards may total 5 at most; these total {0}")]
    TooMuchMoney(u8),
    /// The tile is not on the market.
    #[error("{0} is not on the market")]
    NotForSale(Tile),
    /// Another currency is asked for.
    #[error("{tile} is paid in {}", .currency.code())]
    WrongCurrency {
        /// The tile.
        tile: Tile,
        /// The currency of its square.
        currency: Currency,
    },
    /// The cards are not in the hand.
    #[error("you don't hold these cards")]
    NotInHand,
    /// The payment is too small.
    #[error("{0} short; take money first or pay with more cards")]
    Short(u8),
    /// The tile is not in the reserve.
    #[error("{0} is not in your reserve")]
    NotInReserve(Tile),
    /// The tile does not wait to be placed.
    #[error("{0} is not waiting to be placed")]
    NotBought(Tile),
    /// The tile is not built.
    #[error("{0} is not built in your Alhambra")]
    NotBuilt(Tile),
    /// Building rules are broken.
    #[error("not here: {0}")]
    Building(Broken),
    /// Dirk plays with two players only.
    #[error("Dirk takes part in games for two only")]
    NoDirk,
    /// There is still something to do.
    #[error("you may pass only if nothing is left but taking down or swapping built tiles")]
    MustAct,
}
