//! What happened, for the log and for those who watch.

use arrayvec::ArrayVec;
use serde::Serialize;

use crate::{
    material::{Card, Cell, Currency, Handful, MoneyCard, Payment, Round, Tile},
    scoring::ScoreSheet,
    state::Seat,
};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum Event {
    /// A money card was dealt, openly (B-SET-2).
    Dealt {
        /// To whom.
        seat: Seat,
        /// Which card.
        card: MoneyCard,
    },
    /// A player's turn began.
    TurnBegan {
        /// Whose.
        seat: Seat,
    },
    /// A player took money.
    Took {
        /// Who.
        seat: Seat,
        /// Which cards.
        cards: Handful,
    },
    /// A player bought a tile.
    Bought {
        /// Who.
        seat: Seat,
        /// Which tile.
        tile: Tile,
        /// For what.
        payment: Payment,
        /// Whether that was the exact price.
        exact: bool,
    },
    /// A player built a tile.
    Built {
        /// Who.
        seat: Seat,
        /// Which tile.
        tile: Tile,
        /// Where.
        cell: Cell,
    },
    /// A player moved a built tile to the reserve.
    TakenDown {
        /// Who.
        seat: Seat,
        /// Which tile.
        tile: Tile,
        /// From where.
        cell: Cell,
    },
    /// A player swapped a built tile for one of the reserve.
    Swapped {
        /// Who.
        seat: Seat,
        /// The tile now built.
        tile: Tile,
        /// The tile now in the reserve.
        old: Tile,
        /// Where.
        cell: Cell,
    },
    /// A player put a bought tile in the reserve.
    Kept {
        /// Who.
        seat: Seat,
        /// Which tile.
        tile: Tile,
    },
    /// A player gave a bought tile to Dirk.
    Given {
        /// Who.
        seat: Seat,
        /// Which tile.
        tile: Tile,
    },
    /// A player left a won tile out.
    LeftOut {
        /// Who.
        seat: Seat,
        /// Which tile.
        tile: Tile,
    },
    /// A player passed.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// A card of the money pile was turned up.
    Turned {
        /// Which card.
        card: Card,
    },
    /// The discards became the new money pile (B-END-2).
    PileRenewed {
        /// How many cards it has.
        n_cards: u8,
    },
    /// A tile was laid on a market square.
    Supplied {
        /// On which square.
        currency: Currency,
        /// Which tile.
        tile: Tile,
    },
    /// Dirk drew a tile.
    DirkDrew {
        /// Which tile.
        tile: Tile,
    },
    /// A scoring took place.
    Scored {
        /// Which one.
        round: Round,
        /// What each player got, by seat.
        players: ArrayVec<ScoreSheet, 6>,
        /// What Dirk got.
        dirk: Option<ScoreSheet>,
    },
    /// A tile left on the market went to the player with the most money of its currency, or to nobody.
    Awarded {
        /// The square.
        currency: Currency,
        /// Which tile.
        tile: Tile,
        /// To whom.
        winner: Option<Seat>,
    },
    /// The game is over.
    Over {
        /// Who has won.
        winners: Vec<Seat>,
    },
}

impl Event {
    /// What a seat, or a spectator, may be told of this.
    ///
    /// Money is dealt, taken and spent openly, so nothing of it is secret when it happens; only hands are kept hidden.
    #[must_use]
    pub fn seen_by(&self, _viewer: Option<Seat>) -> Option<Event> {
        match self {
            Event::Dealt { .. }
            | Event::TurnBegan { .. }
            | Event::Took { .. }
            | Event::Bought { .. }
            | Event::Built { .. }
            | Event::TakenDown { .. }
            | Event::Swapped { .. }
            | Event::Kept { .. }
            | Event::Given { .. }
            | Event::LeftOut { .. }
            | Event::Passed { .. }
            | Event::Turned { .. }
            | Event::PileRenewed { .. }
            | Event::Supplied { .. }
            | Event::DirkDrew { .. }
            | Event::Scored { .. }
            | Event::Awarded { .. }
            | Event::Over { .. } => Some(self.clone()),
        }
    }
}

/// Somebody who is told what happens.
pub trait Witness {
    /// Is told of one event; who doesn't listen doesn't pay for making it.
    fn see(&mut self, event: impl FnOnce() -> Event);
}

impl Witness for () {
    fn see(&mut self, _: impl FnOnce() -> Event) {}
}

impl Witness for Vec<Event> {
    fn see(&mut self, event: impl FnOnce() -> Event) {
        self.push(event());
    }
}
