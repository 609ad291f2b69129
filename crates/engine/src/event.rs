//! What happened, for the log and for those who watch.

use crate::{
    material::{
        Building, Bureau, ByCurrency, Card, Cell, Currency, Edges, Falcon, Handful, MoneyCard, Parity, Payment, Round,
        Tile,
    },
    scoring::{Count, ScoreSheet},
    state::Seat,
};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case", tag = "event"))]
#[expect(missing_docs, reason = "where a field says by its name what it is, a sentence would repeat it")]
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
        seat: Seat,
        /// Which cards.
        cards: Handful,
    },
    /// A player bought a tile.
    Bought {
        seat: Seat,
        /// Which tile.
        tile: Tile,
        /// For what.
        payment: Payment,
        /// Whether that was the exact price.
        exact: bool,
    },
    /// A player paid to turn a tile of Granada over.
    Flipped {
        seat: Seat,
        /// The face that is now to be seen.
        tile: Tile,
        /// For what.
        payment: Payment,
    },
    /// A player built a tile.
    Built {
        seat: Seat,
        /// Which tile.
        tile: Tile,
        cell: Cell,
    },
    /// A player moved a built tile to the reserve.
    TakenDown {
        seat: Seat,
        /// Which tile.
        tile: Tile,
        /// From where.
        cell: Cell,
    },
    /// A player swapped a built tile for one of the reserve.
    Swapped {
        seat: Seat,
        /// The tile now built.
        tile: Tile,
        /// The tile now in the reserve.
        old: Tile,
        cell: Cell,
    },
    /// A player put a bought tile in the reserve.
    Kept {
        seat: Seat,
        /// Which tile.
        tile: Tile,
    },
    /// A player gave a bought tile to Dirk.
    Given {
        seat: Seat,
        /// Which tile.
        tile: Tile,
    },
    /// A player left a won tile out.
    LeftOut {
        seat: Seat,
        /// Which tile.
        tile: Tile,
    },
    /// A player passed.
    Passed { seat: Seat },
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
        round: Round,
        /// What each player got, by seat.
        players: Vec<ScoreSheet>,
        /// What Dirk got.
        dirk: Option<ScoreSheet>,
        /// What was counted for it, by seat; Dirk comes last.
        counts: Vec<Count>,
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
    /// A player took a bureau de change.
    TookBureau { seat: Seat, bureau: Bureau },
    /// A player drew coins for paying too much.
    GotChange {
        seat: Seat,
        /// Which coins.
        coins: ByCurrency<u8>,
    },
    /// A player woke the vizier.
    VizierWoke { seat: Seat },
    /// A player used the vizier, who fell asleep.
    VizierUsed { seat: Seat },
    /// A player took a workers' hut.
    TookHut { seat: Seat, tile: Tile },
    /// The next hut of a pile was turned up.
    HutTurned { tile: Tile },
    /// A player put walls on a tile.
    AddedWalls {
        seat: Seat,
        /// Which walls.
        walls: Edges,
        /// On which tile.
        tile: Tile,
    },
    /// A falcon was bought and set on a corner.
    FalconCame {
        /// By whom.
        seat: Seat,
        /// Which falcon.
        falcon: Falcon,
        /// The corner, as the cell to the south-east of it.
        corner: Cell,
        /// What it cost.
        card: MoneyCard,
    },
    /// A falcon went back to the supply.
    FalconLeft {
        /// Whose.
        seat: Seat,
        /// Which falcon.
        falcon: Falcon,
    },
    /// A bonus card was dealt, in secret.
    BonusDealt {
        /// To whom.
        seat: Seat,
        /// Which card, for those who know.
        tile: Option<Tile>,
    },
    /// A bonus card was laid open.
    BonusShown {
        /// By whom.
        seat: Seat,
        tile: Tile,
    },
    /// A bonus card went back to the hand, because its tile left the city.
    BonusReturned {
        /// Whose.
        seat: Seat,
        tile: Tile,
    },
    /// A thief was dealt, in secret.
    ThiefDealt {
        /// To whom.
        seat: Seat,
        /// Which one, for those who know.
        currency: Option<Currency>,
    },
    /// A thief took an open money card.
    Stole {
        /// Whose thief.
        seat: Seat,
        /// Which card.
        card: MoneyCard,
    },
    /// A player chose citizens, in secret.
    CitizensChosen {
        seat: Seat,
        /// Which ones, for those who know.
        citizens: Option<[Building; 3]>,
    },
    /// All have chosen, and the citizens of a player are shown.
    CitizensShown {
        /// Whose.
        seat: Seat,
        /// Which ones.
        citizens: [Building; 3],
    },
    /// A trader was laid down.
    TraderLaid {
        /// Whose.
        seat: Seat,
        cell: Cell,
    },
    /// A trader was set aside, because a tile was built in its cell.
    TraderAside {
        /// Whose.
        seat: Seat,
    },
    /// A citizen moved into a building.
    MovedIn {
        /// Whose.
        seat: Seat,
        /// Which building.
        tile: Tile,
        /// Who came to the trader instead.
        taken: Option<Building>,
    },
    /// A citizen on a trader was exchanged.
    Exchanged {
        /// Whose trader.
        seat: Seat,
        /// Who went.
        given: Building,
        /// Who came.
        taken: Building,
    },
    /// A citizen went back to the supply with the building.
    MovedOut {
        /// Whose.
        seat: Seat,
        /// Which building.
        tile: Tile,
    },
    /// A bazaar was laid beside the market.
    BazaarCame { tile: Tile },
    /// The marker names the other faces of Granada.
    MarkerMoved {
        /// Which faces come next.
        marker: Parity,
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
    pub fn seen_by(&self, viewer: Option<Seat>) -> Event {
        match *self {
            Event::BonusDealt { seat, tile } => Event::BonusDealt { seat, tile: tile.filter(|_| viewer == Some(seat)) },
            Event::ThiefDealt { seat, currency } => {
                Event::ThiefDealt { seat, currency: currency.filter(|_| viewer == Some(seat)) }
            }
            Event::CitizensChosen { seat, citizens } => {
                Event::CitizensChosen { seat, citizens: citizens.filter(|_| viewer == Some(seat)) }
            }
            Event::Dealt { .. }
            | Event::TurnBegan { .. }
            | Event::Took { .. }
            | Event::Bought { .. }
            | Event::Flipped { .. }
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
            | Event::Over { .. }
            | Event::TookBureau { .. }
            | Event::GotChange { .. }
            | Event::VizierWoke { .. }
            | Event::VizierUsed { .. }
            | Event::TookHut { .. }
            | Event::HutTurned { .. }
            | Event::AddedWalls { .. }
            | Event::FalconCame { .. }
            | Event::FalconLeft { .. }
            | Event::BonusShown { .. }
            | Event::BonusReturned { .. }
            | Event::Stole { .. }
            | Event::CitizensShown { .. }
            | Event::TraderLaid { .. }
            | Event::TraderAside { .. }
            | Event::MovedIn { .. }
            | Event::Exchanged { .. }
            | Event::MovedOut { .. }
            | Event::BazaarCame { .. }
            | Event::MarkerMoved { .. } => self.clone(),
        }
    }

    /// Whether something came to light by this that not everybody could know, so that it can't be taken back.
    ///
    /// Spending money shows nothing new, because it was dealt and taken openly; at the end everything is laid open.
    pub fn reveals(&self) -> bool {
        match self {
            Event::Dealt { .. }
            | Event::Turned { .. }
            | Event::Supplied { .. }
            | Event::DirkDrew { .. }
            | Event::Awarded { .. }
            | Event::GotChange { .. }
            | Event::HutTurned { .. }
            | Event::BonusDealt { .. }
            | Event::BonusShown { .. }
            | Event::ThiefDealt { .. }
            | Event::Stole { .. }
            | Event::CitizensShown { .. }
            | Event::BazaarCame { .. }
            | Event::Over { .. } => true,
            Event::TurnBegan { .. }
            | Event::Took { .. }
            | Event::Bought { .. }
            | Event::Flipped { .. }
            | Event::Built { .. }
            | Event::TakenDown { .. }
            | Event::Swapped { .. }
            | Event::Kept { .. }
            | Event::Given { .. }
            | Event::LeftOut { .. }
            | Event::Passed { .. }
            | Event::PileRenewed { .. }
            | Event::Scored { .. }
            | Event::TookBureau { .. }
            | Event::VizierWoke { .. }
            | Event::VizierUsed { .. }
            | Event::TookHut { .. }
            | Event::AddedWalls { .. }
            | Event::FalconCame { .. }
            | Event::FalconLeft { .. }
            | Event::BonusReturned { .. }
            | Event::CitizensChosen { .. }
            | Event::TraderLaid { .. }
            | Event::TraderAside { .. }
            | Event::MovedIn { .. }
            | Event::Exchanged { .. }
            | Event::MovedOut { .. }
            | Event::MarkerMoved { .. } => false,
        }
    }
}

/// Somebody who is told what happens: a `Vec<Event>` keeps it all, and `()` does not listen.
///
/// ```
/// use alhambra_engine::{Event, Ruleset, Seed, State, Witness};
///
/// /// Counts the scorings.
/// struct Scorings(u32);
///
/// impl Witness for Scorings {
///     fn see(&mut self, event: impl FnOnce() -> Event) {
///         self.0 += u32::from(matches!(event(), Event::Scored { .. }));
///     }
/// }
///
/// let mut game = State::new(Ruleset::alhambra(3), Seed::from_number(7))?;
/// let mut scorings = Scorings(0);
/// while let Some(seat) = game.to_act() {
///     let action = game.legal_actions()[0];
///     game.apply_with(seat, action, &mut scorings)?;
/// }
/// assert_eq!(scorings.0, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Witness {
    /// Is told of one event, which costs nothing unless `event` is called.
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
